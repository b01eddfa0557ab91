// A map that has one entry or none at nearly all times: the first one needs no memory of its own,
// and no hash.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mcp::detail {

/// Values stay where they are until they are erased.
template <class Key, class Value>
class FewMap {
public:
    Value* find(const Key& key) {
        if (first_ && first_->key == key) return &first_->value;
        if (more_.empty()) return nullptr;
        const auto found = more_.find(key);
        return found == more_.end() ? nullptr : &found->second;
    }
    const Value* find(const Key& key) const { return const_cast<FewMap*>(this)->find(key); }
    bool contains(const Key& key) const { return find(key) != nullptr; }

    /// A new value; null when the key is taken.
    Value* add(const Key& key) {
        if (contains(key)) return nullptr;
        if (!first_) return &first_.emplace(key).value;
        return &more_[key];
    }
    void erase(const Key& key) {
        if (first_ && first_->key == key) {
            first_.reset();
        } else if (!more_.empty()) {
            more_.erase(key);
        }
    }
    void clear() {
        first_.reset();
        more_.clear();
    }

    std::size_t size() const { return more_.size() + (first_ ? 1 : 0); }
    bool empty() const { return size() == 0; }
    template <class Take>
    void each(Take take) {
        if (first_) take(first_->value);
        for (auto& [key, value] : more_) take(value);
    }
    template <class Take>
    void each(Take take) const {
        if (first_) take(first_->value);
        for (const auto& [key, value] : more_) take(value);
    }

private:
    struct Entry {
        explicit Entry(const Key& its) : key(its) {}
        const Key key;
        Value value{};
    };
    std::optional<Entry> first_{};
    std::unordered_map<Key, Value> more_{};
};

}  // namespace mcp::detail
