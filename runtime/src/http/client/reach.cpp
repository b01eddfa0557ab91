// Ranges of addresses (the registries of special-purpose addresses of RFC 6890).
#include "http/client/reach.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <array>

namespace mcp::http {

namespace {

using Bytes = std::span<const std::uint8_t>;

struct Range {
    std::array<std::uint8_t, 16> prefix{};
    unsigned bits = 0;
};

bool in_range(Bytes address, const Range& range) {
    for (unsigned bit = 0; bit < range.bits; bit += 8) {
        const unsigned left = std::min(8U, range.bits - bit);
        const unsigned mask = (0xff00U >> left) & 0xffU;
        if (((address[bit / 8] ^ range.prefix[bit / 8]) & mask) != 0) return false;
    }
    return true;
}

constexpr Range loopback_v4{{127}, 8};
constexpr std::array special_v4{
    Range{{0}, 8},
    Range{{10}, 8},
    Range{{100, 64}, 10},
    Range{{169, 254}, 16},
    Range{{172, 16}, 12},
    Range{{192, 0, 0}, 24},
    Range{{192, 0, 2}, 24},
    Range{{192, 88, 99}, 24},
    Range{{192, 168}, 16},
    Range{{198, 18}, 15},
    Range{{198, 51, 100}, 24},
    Range{{203, 0, 113}, 24},
    Range{{224}, 4},
    Range{{240}, 4},
};
constexpr Range loopback_v6{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128};
constexpr Range global_v6{{0x20}, 3};
constexpr std::array special_v6{
    Range{{0x20, 0x01, 0x00}, 23},        // protocol assignments, Teredo
    Range{{0x20, 0x01, 0x0d, 0xb8}, 32},  // documentation
    Range{{0x20, 0x02}, 16},              // 6to4
    Range{{0x3f, 0xff}, 20},              // documentation
};
// These have an IPv4 address in their last four bytes.
constexpr std::array carriers_v6{
    Range{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96},  // mapped
    Range{{0x00, 0x64, 0xff, 0x9b}, 96},                    // NAT64
};

enum class Place { open, loopback, special };

Place place_of(Bytes address) {
    const auto in = [&](const auto& ranges) {
        return std::any_of(ranges.begin(), ranges.end(),
                           [&](const Range& range) { return in_range(address, range); });
    };
    if (address.size() == 4) {
        if (in_range(address, loopback_v4)) return Place::loopback;
        return in(special_v4) ? Place::special : Place::open;
    }
    if (address.size() != 16) return Place::special;
    if (in(carriers_v6)) return place_of(address.subspan(12));
    if (in_range(address, loopback_v6)) return Place::loopback;
    return in_range(address, global_v6) && !in(special_v6) ? Place::open : Place::special;
}

bool is_number(std::string_view part) {
    const bool hex = part.starts_with("0x");
    if (hex) part.remove_prefix(2);
    return std::all_of(part.begin(), part.end(),
                       [&](char c) { return hex ? detail::is_hex_digit(c) : detail::is_digit(c); });
}

}  // namespace

bool may_reach(Reach reach, std::span<const std::uint8_t> address) {
    const Place place = place_of(address);
    switch (reach) {
        case Reach::anywhere: return true;
        case Reach::public_or_loopback: return place != Place::special;
        case Reach::public_only: return place == Place::open;
        case Reach::loopback_only: return place == Place::loopback;
    }
    return false;
}

bool is_odd_number(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string_view last = host.substr(host.rfind('.') + 1);
    if (host.find(':') != std::string_view::npos || !is_number(last)) return false;
    int parts = 0;
    for (;;) {
        const std::string_view part = host.substr(0, host.find('.'));
        const bool plain = !part.empty() && part.size() <= 3 && is_number(part) &&
                           (part.size() == 1 || part.front() != '0');
        if (!plain) return true;
        ++parts;
        if (part.size() == host.size()) return parts != 4;
        host.remove_prefix(part.size() + 1);
    }
}

}  // namespace mcp::http
