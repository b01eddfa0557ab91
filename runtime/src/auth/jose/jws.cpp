#include "auth/jose/jws.hpp"

#include "util/ascii.hpp"

#include <mcp/base64.hpp>

#include <utility>

namespace mcp::jose {

namespace {

constexpr std::size_t header_depth = 8;

auto wrong(const char* why) { return Unexpected(Error{why}); }

}  // namespace

std::string Jws::type() const {
    constexpr std::string_view prefix = "application/";
    std::string type = detail::lower(header["typ"].as_string().value_or(""));
    if (type.starts_with(prefix)) type.erase(0, prefix.size());
    return type;
}

Result<Jws> read_jws(std::string_view text, std::size_t max_bytes) {
    if (text.size() > max_bytes) return wrong("the token is too long");
    const std::size_t first = text.find('.');
    const std::size_t second = first == text.npos ? text.npos : text.find('.', first + 1);
    if (second == text.npos || text.find('.', second + 1) != text.npos)
        return wrong("no signed token");
    const auto header = base64url_decode(text.substr(0, first));
    auto payload = base64url_decode(text.substr(first + 1, second - first - 1));
    auto signature = base64url_decode(text.substr(second + 1));
    if (!header || !payload || !signature) return wrong("the token is not base64url");
    auto members = JsonObject::parse(*header, {max_bytes, header_depth});
    if (!members) return wrong("the token's header is no JSON object");
    if (members->contains("crit") || members->contains("b64") || members->contains("zip"))
        return wrong("the token's header demands what is not known here");
    const auto algorithm = algorithm_from((*members)["alg"].as_string().value_or(""));
    if (!algorithm) return wrong("the token's algorithm is not allowed");
    return Jws{*algorithm, std::move(*members), std::move(*payload), text.substr(0, second),
               std::move(*signature)};
}

std::string write_jws(const Key& key, Algorithm algorithm, JsonObject header,
                      std::string_view payload) {
    header.set("alg", name_of(algorithm));
    std::string text = base64url_encode(header.text()) + '.' + base64url_encode(payload);
    text += '.' + base64url_encode(key.sign(algorithm, text));
    return text;
}

}  // namespace mcp::jose
