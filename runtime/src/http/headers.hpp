// Names of header fields and how fields are looked up. Names compare without case, values with it.
#pragma once

#include "util/ascii.hpp"

#include <mcp/http.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mcp::http {

namespace header {

/// The name of a field that nearly every request has, or is asked for: it is not searched for.
struct Frequent {
    std::string_view name;
    std::uint8_t place;

    constexpr operator std::string_view() const noexcept { return name; }
};
inline constexpr Frequent host{"Host", 0};
inline constexpr Frequent origin{"Origin", 1};
inline constexpr Frequent accept{"Accept", 2};
inline constexpr Frequent content_type{"Content-Type", 3};
inline constexpr Frequent protocol_version{"MCP-Protocol-Version", 4};
inline constexpr Frequent session_id{"Mcp-Session-Id", 5};
inline constexpr Frequent mcp_method{"Mcp-Method", 6};
inline constexpr Frequent mcp_name{"Mcp-Name", 7};
inline constexpr std::size_t frequent_count = 8;

inline constexpr std::string_view allow = "Allow";
inline constexpr std::string_view authorization = "Authorization";
inline constexpr std::string_view cache_control = "Cache-Control";
inline constexpr std::string_view last_event_id = "Last-Event-ID";
inline constexpr std::string_view accel_buffering = "X-Accel-Buffering";
inline constexpr std::string_view www_authenticate = "WWW-Authenticate";
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
    explicit Headers(std::span<const HttpHeader> all) noexcept;

    /// The value, trimmed, of the first field with this name.
    std::optional<std::string_view> find(std::string_view name) const noexcept;
    std::optional<std::string_view> find(const header::Frequent& field) const noexcept {
        const Seen& seen = seen_[field.place];
        if (seen.count == 0) return std::nullopt;
        return trimmed(all_[seen.first].value);
    }
    template <class Name>
    std::string_view get(const Name& name) const noexcept {
        return find(name).value_or(std::string_view());
    }
    std::size_t count(std::string_view name) const noexcept;
    std::size_t count(const header::Frequent& field) const noexcept {
        return seen_[field.place].count;
    }
    std::span<const HttpHeader> all() const noexcept { return all_; }

private:
    struct Seen {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    std::span<const HttpHeader> all_;
    std::array<Seen, header::frequent_count> seen_{};
};

/// The type and subtype of a `Content-Type`, without parameters.
std::string_view media_type(std::string_view content_type) noexcept;
/// Whether an `Accept` allows this type: by name or by a range, and not with `q=0`. An empty one
/// allows everything.
bool accepts(std::string_view accept, std::string_view type) noexcept;
/// The same for the two types that an answer may have.
struct AcceptedTypes {
    bool json = false;
    bool stream = false;
};
AcceptedTypes accepted_types(std::string_view accept) noexcept;

/// Which request names `Mcp-Name` mirrors: the member of `params`; empty for no such method.
std::string_view named_by(std::string_view method) noexcept;

}  // namespace mcp::http
