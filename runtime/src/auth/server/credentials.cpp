#include "auth/server/credentials.hpp"

#include "auth/challenge.hpp"
#include "http/headers.hpp"

#include <algorithm>

namespace mcp::auth {

namespace {

bool has_token_in_query(std::string_view target) {
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return false;
    std::string_view query = target.substr(mark + 1);
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        if (query.substr(0, end).starts_with("access_token=")) return true;
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    return false;
}

Credentials malformed(const char* problem) {
    return {Credentials::Kind::malformed, {}, {}, problem};
}

}  // namespace

Credentials credentials_of(const HttpRequest& request) {
    const http::Headers headers(request.headers);
    const std::size_t count = headers.count(http::header::authorization);
    if (count == 0) return {};
    if (count > 1) return malformed("there are two Authorization headers");
    const std::string_view value = headers.get(http::header::authorization);
    const std::size_t end = std::min(value.find(' '), value.size());
    const std::string_view scheme = value.substr(0, end);
    const bool bearer = http::same_name(scheme, "Bearer");
    if (!bearer && !http::same_name(scheme, "DPoP")) return {};
    if (has_token_in_query(request.target)) return malformed("there are two tokens");
    const std::string_view token = http::trimmed(value.substr(end));
    if (!is_token68(token)) return malformed("the token has characters that no token has");
    if (bearer) return {Credentials::Kind::bearer, token, {}, ""};
    if (headers.count("DPoP") > 1) return malformed("there are two DPoP headers");
    return {Credentials::Kind::dpop, token, headers.get("DPoP"), ""};
}

}  // namespace mcp::auth
