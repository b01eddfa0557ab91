// Sets of protocol revisions, as the generator counts them: oldest first, at most 32.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace mcpgen {

class Revisions {
public:
    constexpr Revisions() = default;
    static constexpr Revisions from_bits(std::uint32_t bits) { return Revisions(bits); }
    static constexpr Revisions one(std::size_t index) { return Revisions(1U << index); }
    /// The first `count` revisions.
    static constexpr Revisions first(std::size_t count) {
        return Revisions(count >= 32 ? ~0U : (1U << count) - 1U);
    }

    constexpr bool contains(std::size_t index) const { return ((bits_ >> index) & 1U) != 0; }
    constexpr bool contains(Revisions other) const { return (bits_ & other.bits_) == other.bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr std::size_t count() const { return static_cast<std::size_t>(std::popcount(bits_)); }
    constexpr std::size_t oldest() const {
        return static_cast<std::size_t>(std::countr_zero(bits_));
    }
    constexpr std::size_t newest() const {
        return static_cast<std::size_t>(31 - std::countl_zero(bits_));
    }
    constexpr std::uint32_t bits() const { return bits_; }

    constexpr Revisions operator|(Revisions other) const { return Revisions(bits_ | other.bits_); }
    constexpr Revisions operator&(Revisions other) const { return Revisions(bits_ & other.bits_); }
    constexpr Revisions without(Revisions other) const { return Revisions(bits_ & ~other.bits_); }
    constexpr Revisions& operator|=(Revisions other) {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr bool operator==(const Revisions&) const = default;

private:
    constexpr explicit Revisions(std::uint32_t bits) : bits_(bits) {}
    std::uint32_t bits_ = 0;
};

}  // namespace mcpgen
