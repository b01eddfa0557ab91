// The latest entries by a text, of those that may never be taken out: when there is no room left,
// the oldest goes. No lock of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::detail {

template <class Value>
class Recent {
public:
    explicit Recent(std::size_t most) : most_(most) {}

    /// An entry of the same name is replaced, and is the latest then.
    void put(std::string_view name, Value value) {
        take(name);
        if (most_ == 0) return;
        if (entries_.size() >= most_) take(ages_.begin()->second->first);
        const auto entry = entries_.emplace(name, Entry{std::move(value), ++last_}).first;
        ages_.emplace(last_, entry);
    }
    /// Null when there is none.
    const Value* find(std::string_view name) const {
        const auto found = entries_.find(name);
        return found == entries_.end() ? nullptr : &found->second.value;
    }
    std::optional<Value> take(std::string_view name) {
        const auto found = entries_.find(name);
        if (found == entries_.end()) return std::nullopt;
        std::optional<Value> value(std::move(found->second.value));
        ages_.erase(found->second.age);
        entries_.erase(found);
        return value;
    }
    void clear() {
        ages_.clear();
        entries_.clear();
    }

private:
    struct Entry {
        Value value;
        std::uint64_t age;
    };
    using Entries = std::map<std::string, Entry, std::less<>>;

    std::size_t most_;
    std::uint64_t last_ = 0;
    Entries entries_{};
    std::map<std::uint64_t, typename Entries::iterator> ages_{};
};

}  // namespace mcp::detail
