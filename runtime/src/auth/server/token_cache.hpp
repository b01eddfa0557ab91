// Verdicts on tokens, by the digest of the token: who reads this memory finds no token in it.
#pragma once

#include <mcp/grant.hpp>

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcp::auth {

class TokenCache {
public:
    explicit TokenCache(std::size_t most) : most_(most) {}

    /// Null when it is not there, or no longer fresh.
    std::shared_ptr<const Grant> find(const std::string& digest, Grant::Time now);
    /// The one that was not used for longest makes room.
    void put(const std::string& digest, std::shared_ptr<const Grant> grant,
             Grant::Time fresh_until);
    std::size_t size() const;

private:
    struct Entry {
        std::string digest{};
        std::shared_ptr<const Grant> grant{};
        Grant::Time fresh_until{};
    };
    using Place = std::list<Entry>::iterator;

    const std::size_t most_;
    mutable std::mutex mutex_{};
    std::list<Entry> entries_{};                               ///< last used first
    std::unordered_map<std::string_view, Place> by_digest_{};  ///< names are those of the entries
};

}  // namespace mcp::auth
