// Subscriptions that several listeners share: made for the first one, ended with the last one.
#pragma once

#include "run/crew.hpp"

#include <mcp/async.hpp>
#include <mcp/rpc.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace mcp::gateway {

/// Thread-safe.
template <class Made>
class SharedWatches {
public:
    /// There as long as the result is kept. `make` may take its time: nobody waits for it but those
    /// who want the same.
    Answer<std::shared_ptr<void>> watch(const std::string& what,
                                        const std::function<Answer<Made>()>& make) {
        const auto one = find(what);
        if (!one) return Unexpected(RpcError(error_code::internal_error, "too many subscriptions"));
        const std::lock_guard making(one->making);
        if (!one->made) {
            auto made = make();
            if (!made) return Unexpected(std::move(made).error());
            one->made.emplace(std::move(*made));
        }
        return std::shared_ptr<void>(one);
    }

private:
    static constexpr std::size_t most = 1024;
    struct One {
        std::mutex making{};
        std::optional<Made> made{};
    };
    std::shared_ptr<One> find(const std::string& what) {
        const std::lock_guard lock(mutex_);
        if (auto there = all_[what].lock()) return there;
        std::erase_if(all_, [](const auto& one) { return one.second.expired(); });
        if (all_.size() >= most) return nullptr;
        auto made = std::make_shared<One>();
        all_[what] = made;
        return made;
    }
    std::mutex mutex_{};
    std::map<std::string, std::weak_ptr<One>> all_{};
};

/// The same, but let go of on another thread: sessions let go of things under their locks. `owner`
/// has the crew.
template <class Owner>
std::shared_ptr<void> let_go_apart(std::weak_ptr<Owner> owner, run::Crew& crew,
                                   std::shared_ptr<void> kept) {
    void* const at = kept.get();
    return {at, [owner = std::move(owner), &crew, kept = std::move(kept)](void*) mutable {
                const auto living = owner.lock();
                if (living) crew.post([kept = std::move(kept)] {});
            }};
}

}  // namespace mcp::gateway
