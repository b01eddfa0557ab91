// Names of header fields and how fields are looked up. Names compare without case, values with it.
#pragma once

#include "util/ascii.hpp"

#include <mcp/http.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mcp::http {

namespace header {
inline constexpr std::string_view accept = "Accept";
inline constexpr std::string_view allow = "Allow";
inline constexpr std::string_view authorization = "Authorization";
inline constexpr std::string_view cache_control = "Cache-Control";
inline constexpr std::string_view content_type = "Content-Type";
inline constexpr std::string_view host = "Host";
inline constexpr std::string_view last_event_id = "Last-Event-ID";
inline constexpr std::string_view origin = "Origin";
inline constexpr std::string_view accel_buffering = "X-Accel-Buffering";
inline constexpr std::string_view www_authenticate = "WWW-Authenticate";
inline constexpr std::string_view protocol_version = "MCP-Protocol-Version";
inline constexpr std::string_view session_id = "Mcp-Session-Id";
inline constexpr std::string_view mcp_method = "Mcp-Method";
inline constexpr std::string_view mcp_name = "Mcp-Name";
inline constexpr std::string_view mcp_param_prefix = "Mcp-Param-";
}  // namespace header

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view event_stream_type = "text/event-stream";

using detail::is_token;
using detail::trimmed;
/// ASCII letters without case.
inline bool same_name(std::string_view a, std::string_view b) noexcept {
    return detail::same_letters(a, b);
}
inline bool starts_with_name(std::string_view text, std::string_view prefix) noexcept {
    return same_name(text.substr(0, prefix.size()), prefix);
}

/// The fields of one request or reply.
class Headers {
public:
    explicit Headers(std::span<const HttpHeader> all) : all_(all) {}

    /// The value, trimmed, of the first field with this name.
    std::optional<std::string_view> find(std::string_view name) const noexcept;
    std::string_view get(std::string_view name) const noexcept {
        return find(name).value_or(std::string_view());
    }
    std::size_t count(std::string_view name) const noexcept;
    std::span<const HttpHeader> all() const noexcept { return all_; }

private:
    std::span<const HttpHeader> all_;
};

/// The type and subtype of a `Content-Type`, without parameters.
std::string_view media_type(std::string_view content_type) noexcept;
/// Whether an `Accept` allows this type: by name or by a range, and not with `q=0`. An empty one
/// allows everything.
bool accepts(std::string_view accept, std::string_view type) noexcept;

/// Which request names `Mcp-Name` mirrors: the member of `params`; empty for no such method.
std::string_view named_by(std::string_view method) noexcept;

}  // namespace mcp::http
