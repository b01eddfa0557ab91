#include "auth/server/published.hpp"

#include "http/client/url.hpp"

#include <algorithm>
#include <array>

namespace mcp::auth {

namespace {

constexpr std::string_view well_known = "/.well-known/oauth-protected-resource";
constexpr std::string_view issuer_well_known = "/.well-known/oauth-authorization-server";
// Anybody may read it, from any page: it says nothing that is not for everybody.
constexpr HttpHeader any_origin{"Access-Control-Allow-Origin", "*"};

Json list_of(const std::vector<std::string>& words) {
    return Json::array(std::vector<Json>(words.begin(), words.end()));
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace

PublishedMetadata::PublishedMetadata(const BearerOptions& options, const std::string& algorithms,
                                     std::string_view local_path) {
    const http::Url resource = http::parse_url(options.resource).value();
    const std::string path = resource.target == "/" ? std::string() : resource.target;
    address_ = resource.origin() + std::string(well_known) + path;
    paths_ = {std::string(well_known), std::string(well_known) + path,
              std::string(well_known) + std::string(local_path)};

    const http::Url issuer = http::parse_url(options.authorization_servers.front()).value();
    issuer_metadata_ = issuer.origin() + std::string(issuer_well_known) +
                       (issuer.target == "/" ? std::string() : issuer.target);

    JsonObject document{{"resource", options.resource},
                        {"authorization_servers", list_of(options.authorization_servers)},
                        {"bearer_methods_supported", Json::array({"header"})}};
    if (!options.scopes_supported.empty())
        document.set("scopes_supported", list_of(options.scopes_supported));
    document.set("dpop_signing_alg_values_supported", list_of(words_of(algorithms)));
    if (options.dpop.require) document.set("dpop_bound_access_tokens_required", true);
    if (!options.resource_name.empty()) document.set("resource_name", options.resource_name);
    if (!options.resource_documentation.empty())
        document.set("resource_documentation", options.resource_documentation);
    document_ = document.dump();
}

bool PublishedMetadata::answer(const HttpRequest& request, HttpReply& reply) const {
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    const bool is_ours = std::find(paths_.begin(), paths_.end(), path) != paths_.end();
    if (!is_ours && path != issuer_well_known) return false;
    if (request.method == "OPTIONS") {
        const std::array<HttpHeader, 4> headers{{any_origin,
                                                 {"Access-Control-Allow-Methods", "GET"},
                                                 {"Access-Control-Allow-Headers", "*"},
                                                 {"Access-Control-Max-Age", "86400"}}};
        reply.answer(204, headers, {});
    } else if (request.method != "GET" && request.method != "HEAD") {
        const std::array<HttpHeader, 1> headers{{{"Allow", "GET, HEAD, OPTIONS"}}};
        reply.answer(405, headers, {});
    } else if (is_ours) {
        const std::array<HttpHeader, 3> headers{{any_origin,
                                                 {"Content-Type", "application/json"},
                                                 {"Cache-Control", "public, max-age=300"}}};
        reply.answer(200, headers, document_);
    } else {
        const std::array<HttpHeader, 2> headers{{any_origin, {"Location", issuer_metadata_}}};
        reply.answer(302, headers, {});
    }
    return true;
}

}  // namespace mcp::auth
