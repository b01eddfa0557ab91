// Protocol revisions as values: which dated version of a protocol a byte sequence follows.
// The list itself is generated (one name per schema file); this header only knows that
// revisions are few, ordered, and form sets.
#pragma once

#include <cstdint>

namespace mcp {

/// One dated revision of the protocol: its place in the list the bindings were generated from,
/// oldest first. The generated `fwd.hpp` names the values (`mcp::r2025_11_25`).
enum class Revision : std::uint8_t {};

/// A set of revisions. At most 32 revisions can be told apart.
class Revisions {
public:
    constexpr Revisions() = default;
    constexpr Revisions(Revision revision) : bits_(1U << static_cast<unsigned>(revision)) {}

    /// The set whose members are the one bits of `bits`, revision 0 lowest.
    static constexpr Revisions from_bits(std::uint32_t bits) {
        Revisions set;
        set.bits_ = bits;
        return set;
    }

    constexpr bool contains(Revision revision) const {
        return ((bits_ >> static_cast<unsigned>(revision)) & 1U) != 0;
    }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr std::uint32_t bits() const { return bits_; }

    friend constexpr Revisions operator|(Revisions a, Revisions b) {
        return from_bits(a.bits_ | b.bits_);
    }
    friend constexpr Revisions operator&(Revisions a, Revisions b) {
        return from_bits(a.bits_ & b.bits_);
    }
    friend constexpr bool operator==(Revisions, Revisions) = default;

private:
    std::uint32_t bits_ = 0;
};

}  // namespace mcp
