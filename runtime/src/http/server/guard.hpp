// Who may come at all: `Host` and `Origin`, because a web page that somebody visits can make the
// browser send requests to servers on the same machine. And which pages may read answers.
#pragma once

#include "http/headers.hpp"

#include <mcp/http.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::http {

class Guard {
public:
    explicit Guard(const HttpEndpointOptions& options);

    /// Why the request is refused; nothing when it may pass.
    std::optional<std::string_view> refuse(const HttpRequest& request,
                                           const Headers& headers) const;
    /// Whether a page may read answers.
    bool may_read(std::string_view origin) const;
    bool has_readers() const { return !readers_.empty(); }

private:
    /// A host or an origin as somebody has written it. Letters compare without case.
    struct Place {
        std::string_view scheme{};  ///< empty for `Host`
        std::string_view name{};
        std::optional<std::uint16_t> port{};
    };
    struct Allowed {
        std::string scheme{};
        std::string name{};
        std::optional<std::uint16_t> port{};  ///< nothing: any
    };
    static std::optional<Place> host(std::string_view text);
    static std::optional<Place> origin(std::string_view text);
    static bool covers(const std::vector<Allowed>& allowed, const std::optional<Place>& place);
    bool allows_host(std::string_view text) const;

    std::vector<Allowed> hosts_{};
    std::vector<Allowed> origins_{};
    std::vector<Allowed> readers_{};
    bool any_host_ = false;
    bool trust_forwarded_ = false;
    std::function<bool(const HttpRequest&)> permit_{};
};

}  // namespace mcp::http
