// Which addresses a request may go to. Looked at when a name has become an address, so that no name
// leads past it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mcp::http {

enum class Reach : std::uint8_t {
    anywhere,
    public_or_loopback,
    public_only,
    loopback_only,
};

/// An address of 4 or 16 bytes, in the order of the network. Public is what is routed in the
/// Internet: not private, link-local, shared, multicast, reserved, for documentation, nor an IPv6
/// form that carries such an IPv4 address.
bool may_reach(Reach reach, std::span<const std::uint8_t> address);

/// Whether a host is spelled as a number in another way than four decimal parts: `2130706433`,
/// `0x7f.1`, `127.1`. Resolvers take them, people do not see through them.
bool is_odd_number(std::string_view host);

}  // namespace mcp::http
