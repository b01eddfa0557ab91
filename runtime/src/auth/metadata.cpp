// Metadata documents.
#include "auth/metadata.hpp"

#include "http/client/url.hpp"

namespace mcp::auth {

namespace {

constexpr JsonLimits document_limits{.max_bytes = std::size_t{1024} * 1024, .max_depth = 32};

/// Reads members, and keeps what the first wrong one is called.
class DocumentReader {
public:
    explicit DocumentReader(JsonView document) : document_(document) {}

    std::string text(std::string_view name) {
        const JsonView value = document_[name];
        if (value.is_null()) return {};
        auto text = value.as_string();
        if (!text) wrong(name);
        return text.value_or("");
    }
    std::optional<std::vector<std::string>> texts(std::string_view name) {
        const JsonView value = document_[name];
        if (value.is_null()) return std::nullopt;
        if (!value.is_array()) wrong(name);
        std::vector<std::string> all;
        for (const JsonView element : value.elements()) {
            auto text = element.as_string();
            if (!text) wrong(name);
            all.push_back(text.value_or(""));
        }
        return all;
    }
    bool flag(std::string_view name) {
        const JsonView value = document_[name];
        if (!value.is_null() && !value.is_bool()) wrong(name);
        return value.as_bool().value_or(false);
    }
    void wrong(std::string_view name) {
        if (wrong_.empty()) wrong_ = name;
    }
    const std::string& first_wrong() const { return wrong_; }

private:
    JsonView document_;
    std::string wrong_{};
};

struct SplitUrl {
    std::string origin{};
    std::string path{};  ///< without a slash at its end; empty for the root
    std::string query{};
};

std::optional<SplitUrl> split(std::string_view text) {
    const auto url = http::parse_url(text);
    if (!url) return std::nullopt;
    const std::size_t mark = std::min(url->target.find('?'), url->target.size());
    SplitUrl parts{url->origin(), url->target.substr(0, mark), url->target.substr(mark)};
    while (parts.path.ends_with('/')) parts.path.pop_back();
    return parts;
}

template <class T>
Result<T> checked(const DocumentReader& reader, T document) {
    if (reader.first_wrong().empty()) return document;
    return Unexpected(Error{"member " + reader.first_wrong() + " is missing or of the wrong type"});
}

}  // namespace

Result<ResourceMetadata> read_resource_metadata(std::string_view json) {
    const auto document = JsonObject::parse(json, document_limits);
    if (!document) return Unexpected(Error{"it is no JSON object"});
    DocumentReader reader(*document);
    ResourceMetadata metadata;
    metadata.resource = reader.text("resource");
    if (metadata.resource.empty()) reader.wrong("resource");
    metadata.authorization_servers =
        reader.texts("authorization_servers").value_or(std::vector<std::string>());
    if (metadata.authorization_servers.empty()) reader.wrong("authorization_servers");
    metadata.scopes_supported =
        reader.texts("scopes_supported").value_or(std::vector<std::string>());
    return checked(reader, std::move(metadata));
}

Result<ServerMetadata> read_server_metadata(std::string_view json) {
    const auto document = JsonObject::parse(json, document_limits);
    if (!document) return Unexpected(Error{"it is no JSON object"});
    DocumentReader reader(*document);
    ServerMetadata metadata;
    metadata.issuer = reader.text("issuer");
    if (metadata.issuer.empty()) reader.wrong("issuer");
    metadata.authorization_endpoint = reader.text("authorization_endpoint");
    metadata.token_endpoint = reader.text("token_endpoint");
    metadata.registration_endpoint = reader.text("registration_endpoint");
    metadata.revocation_endpoint = reader.text("revocation_endpoint");
    metadata.introspection_endpoint = reader.text("introspection_endpoint");
    metadata.jwks_uri = reader.text("jwks_uri");
    const auto list = [&](std::string_view name) {
        return reader.texts(name).value_or(std::vector<std::string>());
    };
    metadata.scopes_supported = list("scopes_supported");
    metadata.code_challenge_methods = reader.texts("code_challenge_methods_supported");
    metadata.token_auth_methods = reader.texts("token_endpoint_auth_methods_supported");
    metadata.token_auth_algorithms = list("token_endpoint_auth_signing_alg_values_supported");
    metadata.dpop_algorithms = list("dpop_signing_alg_values_supported");
    metadata.client_id_documents = reader.flag("client_id_metadata_document_supported");
    metadata.names_itself = reader.flag("authorization_response_iss_parameter_supported");
    return checked(reader, std::move(metadata));
}

std::vector<std::string> resource_metadata_urls(std::string_view resource) {
    constexpr std::string_view known = "/.well-known/oauth-protected-resource";
    const auto url = split(resource);
    if (!url) return {};
    const std::string root = url->origin + std::string(known);
    if (url->path.empty() && url->query.empty()) return {root};
    return {root + url->path + url->query, root};
}

std::vector<std::string> server_metadata_urls(std::string_view issuer) {
    const auto url = split(issuer);
    if (!url || !url->query.empty()) return {};
    const std::string oauth = url->origin + "/.well-known/oauth-authorization-server" + url->path;
    const std::string openid = "/.well-known/openid-configuration";
    if (url->path.empty()) return {oauth, url->origin + openid};
    return {oauth, url->origin + openid + url->path, url->origin + url->path + openid};
}

bool is_resource_of(std::string_view resource, std::string_view server_url) {
    if (resource.find('#') != std::string_view::npos) return false;
    const auto published = split(resource);
    const auto server = split(server_url);
    if (!published || !server || published->origin != server->origin) return false;
    if (!published->query.empty() && published->query != server->query) return false;
    return server->path.starts_with(published->path) &&
           (server->path.size() == published->path.size() ||
            server->path[published->path.size()] == '/');
}

}  // namespace mcp::auth
