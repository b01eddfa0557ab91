// Numbers, texts and choices for arbitrary values. The same seed gives the same sequence with every
// compiler and library, so a failure can be repeated from the seed that was printed. Knows nothing
// of the protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::testing {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    /// A sequence of its own for one value: whichever values were made before, this one is the
    /// same.
    Random(std::uint64_t seed, std::string_view what, std::uint64_t index);

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }
    /// Below `count`, which is not 0.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
    /// True once in `n` times.
    bool once_in(std::size_t n) { return below(n) == 0; }
    bool coin() { return (bits() & 1U) != 0; }
    template <class T, std::size_t N>
    const T& pick(const T (&items)[N]) {
        return items[below(N)];
    }

    /// Small numbers, extremes, powers of two and their neighbours, and everything between.
    std::int64_t integer();
    /// The same, between the two.
    std::int64_t integer(std::int64_t low, std::int64_t high);
    /// Any finite number: whole and broken, tiny and huge, both zeros.
    double number();
    double number(double low, double high);
    /// A finite number that is not whole.
    double fraction();
    /// Valid UTF-8 of all kinds; mostly short, sometimes empty, rarely thousands of characters.
    std::string text();
    /// A few characters, never empty.
    std::string word();
    /// How many elements: mostly few.
    std::size_t count(std::size_t low, std::size_t high);

private:
    void character(std::string& to);
    std::uint64_t state_;
};

}  // namespace mcp::testing
