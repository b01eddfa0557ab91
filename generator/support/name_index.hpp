// Which place of a list a name is at. The names stay in the list: there is a hash and a place for
// each, side by side, so that a search in a long list waits for memory about as often as the list
// alone would make it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace mcpgen {

/// `name_at(place)` gives the name that is there now; what was added must still be there when it is
/// looked for. For less than 2^31 names.
class NameIndex {
public:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    /// Forgets all, and makes room for so many.
    void reset(std::size_t count) {
        std::size_t size = smallest;
        while (size < 2 * count) size *= 2;
        slots_.assign(size, {});
        count_ = 0;
    }

    template <class NameAt>
    std::size_t find(std::string_view name, const NameAt& name_at) const {
        if (slots_.empty()) return nowhere;
        const Slot& slot = slots_[search(hash_of(name), name, name_at)];
        return slot.next_place == 0 ? nowhere : slot.next_place - 1;
    }

    /// Where the name is: at `place` from now on, unless it was there before.
    template <class NameAt>
    std::size_t add(std::string_view name, std::size_t place, const NameAt& name_at) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        const std::uint32_t hash = hash_of(name);
        Slot& slot = slots_[search(hash, name, name_at)];
        if (slot.next_place == 0) {
            slot = {hash, static_cast<std::uint32_t>(place + 1)};
            ++count_;
        }
        return slot.next_place - 1;
    }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t next_place = 0;  // one more than the place; 0: free
    };

    static std::uint32_t hash_of(std::string_view name) {
        return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
    }

    /// The slot of the name, or the one that it would get.
    template <class NameAt>
    std::size_t search(std::uint32_t hash, std::string_view name, const NameAt& name_at) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        while (slots_[at].next_place != 0 &&
               (slots_[at].hash != hash || name_at(slots_[at].next_place - 1) != name))
            at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Slot> old;
        old.swap(slots_);
        slots_.resize(old.empty() ? smallest : 2 * old.size());
        const std::size_t mask = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.next_place == 0) continue;
            std::size_t at = slot.hash & mask;
            while (slots_[at].next_place != 0) at = (at + 1) & mask;
            slots_[at] = slot;
        }
    }

    static constexpr std::size_t smallest = 16;  // a power of two, as all sizes

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

}  // namespace mcpgen
