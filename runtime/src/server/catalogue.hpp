// Things with names, in the order in which they were added: what the lists show and calls look up.
// For many readers and rare changes; what is found stays alive while it is used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mcp::server {

/// Each state that a catalogue was ever in has a number of its own, whichever catalogue it is.
inline std::uint64_t next_catalogue_state() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

/// `Entry` has a `name()`.
template <class Entry>
class Catalogue {
public:
    using Pointer = std::shared_ptr<const Entry>;
    /// Where an entry stands among all that there ever were.
    using Place = std::uint64_t;
    struct Item {
        Place place = 0;
        Pointer entry{};
    };

    /// False when the name is taken.
    bool add(Pointer entry) {
        const std::unique_lock lock(mutex_);
        const Place place = last_.load(std::memory_order_relaxed) + 1;
        const auto [it, is_new] =
            named_.try_emplace(std::string(entry->name()), Item{place, entry});
        if (!is_new) return false;
        entries_.emplace(place, std::move(entry));
        last_.store(place, std::memory_order_release);
        state_.store(next_catalogue_state(), std::memory_order_release);
        return true;
    }
    bool remove(std::string_view name) {
        const std::unique_lock lock(mutex_);
        const auto found = named_.find(name);
        if (found == named_.end()) return false;
        entries_.erase(found->second.place);
        named_.erase(found);
        state_.store(next_catalogue_state(), std::memory_order_release);
        return true;
    }
    /// Null when there is none.
    [[gnu::hot]] Pointer find(std::string_view name) const {
        thread_local Memos memos;
        Memo& memo = memos.of(name);
        if (memo.state == state_.load(std::memory_order_acquire) && memo.name == name) {
            if (Pointer entry = memo.entry.lock()) return entry;
        }
        const std::shared_lock lock(mutex_);
        const auto found = named_.find(name);
        if (found == named_.end()) return nullptr;
        memo.state = 0;  // while it is neither this nor that
        memo.name = name;
        memo.entry = found->second.entry;
        memo.state = state_.load(std::memory_order_relaxed);
        return found->second.entry;
    }
    std::optional<Place> place_of(std::string_view name) const {
        const std::shared_lock lock(mutex_);
        const auto found = named_.find(name);
        return found == named_.end() ? std::nullopt : std::optional(found->second.place);
    }
    /// At most so many entries behind a place, in order.
    std::vector<Item> after(Place place, std::size_t count) const {
        std::vector<Item> items;
        const std::shared_lock lock(mutex_);
        for (auto it = entries_.upper_bound(place); it != entries_.end() && items.size() < count;
             ++it) {
            items.push_back({it->first, it->second});
        }
        return items;
    }
    bool empty() const {
        const std::shared_lock lock(mutex_);
        return entries_.empty();
    }
    /// Whether there ever was one. What was offered once stays offered, with an empty list.
    bool used() const { return last_.load(std::memory_order_acquire) != 0; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    /// What a thread has found lately: mostly it is asked for again. Does not keep the entry.
    struct Memo {
        std::uint64_t state = 0;
        std::string name{};
        std::weak_ptr<const Entry> entry{};
    };
    struct Memos {
        Memo& of(std::string_view name) {
            const auto last = name.empty() ? 0U : static_cast<unsigned char>(name.back());
            return all[(name.size() * 5 + last) % std::size(all)];
        }
        Memo all[8];
    };
    mutable std::shared_mutex mutex_;
    std::atomic<std::uint64_t> state_ = next_catalogue_state();
    std::map<Place, Pointer> entries_;
    std::unordered_map<std::string, Item, Hash, std::equal_to<>> named_;
    std::atomic<Place> last_ = 0;
};

}  // namespace mcp::server
