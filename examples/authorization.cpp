// What a server that wants tokens can be told besides: common issuers, several of them, scopes,
// proofs of possession, bounds and records. Nothing is started here: it shows options.
#include <mcp/bearer.hpp>
#include <mcp/server.hpp>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_map>

namespace {

const std::string resource = "https://mcp.example.com/mcp";

std::shared_ptr<mcp::TokenVerifier> keycloak() {
    mcp::JwtVerifierOptions jwt;
    jwt.issuers = {{"https://sso.example.com/realms/tools"}};
    jwt.algorithms = {"RS256"};
    return mcp::jwt_verifier(jwt);
}

std::shared_ptr<mcp::TokenVerifier> auth0() {
    mcp::JwtVerifierOptions jwt;
    jwt.issuers = {{"https://tenant.eu.auth0.com/"}};
    jwt.algorithms = {"RS256"};
    jwt.scope_claims = {"scope", "permissions"};
    return mcp::jwt_verifier(jwt);
}

std::shared_ptr<mcp::TokenVerifier> entra(const std::string& tenant) {
    mcp::JwtVerifierOptions jwt;
    jwt.issuers = {{"https://login.microsoftonline.com/" + tenant + "/v2.0"}};
    jwt.algorithms = {"RS256"};
    jwt.scope_claims = {"scp", "roles"};
    return mcp::jwt_verifier(jwt);
}

std::shared_ptr<mcp::TokenVerifier> strict() {
    mcp::JwtVerifierOptions jwt;
    jwt.issuers = {{"https://login.example.com"}, {"https://partner.example.org"}};
    jwt.algorithms = {"ES256", "EdDSA"};
    jwt.types = {"at+jwt"};
    return mcp::jwt_verifier(jwt);
}

/// A key for each program, out of a table of one's own.
std::shared_ptr<mcp::TokenVerifier> own_keys() {
    return mcp::token_verifier([](std::string_view token) -> std::optional<mcp::Grant> {
        if (token != "not-a-good-key") return std::nullopt;
        mcp::Grant grant;
        grant.issuer = "https://mcp.example.com";
        grant.subject = "build-machine";
        grant.audiences = {resource};
        grant.scopes = {"files:read"};
        return grant;
    });
}

mcp::BearerOptions scopes() {
    mcp::BearerOptions bearer;
    bearer.resource = resource;
    bearer.scopes = {"mcp"};
    bearer.tool_scopes["delete_file"] = {"files:write"};
    bearer.method_scopes["resources/read"] = {"files:read"};
    bearer.scopes_for = [](std::string_view method, std::string_view name) {
        mcp::BearerOptions::Scopes more;
        if (method == "tools/call" && name.starts_with("admin_")) more.push_back("admin");
        return more;
    };
    bearer.scope_covers = [](std::string_view held, std::string_view needed) {
        return held == "files:write" && needed == "files:read";
    };
    return bearer;
}

mcp::BearerOptions proofs() {
    mcp::BearerOptions bearer;
    bearer.resource = resource;
    bearer.dpop.require = true;
    bearer.dpop.require_nonce = true;
    bearer.dpop.keys = {std::string(32, 'k')};  // out of the configuration
    return bearer;
}

mcp::BearerOptions bounds_and_records() {
    mcp::BearerOptions bearer;
    bearer.resource = resource;
    struct Counts {
        std::mutex mutex{};
        std::unordered_map<std::string, int> of{};
    };
    bearer.rate_limit = [counts = std::make_shared<Counts>()](
                            std::string_view principal,
                            const mcp::Grant&) -> std::optional<std::chrono::seconds> {
        const std::lock_guard lock(counts->mutex);
        if (++counts->of[std::string(principal)] <= 1000) return std::nullopt;
        return std::chrono::seconds(60);
    };
    bearer.audit = [](const mcp::AccessEvent& event) {
        std::fprintf(stderr, "%d %.*s\n", event.status, static_cast<int>(event.name.size()),
                     event.name.data());
    };
    return bearer;
}

}  // namespace

int main() {
    mcp::HttpServerOptions http;
    for (const auto& verifier : {keycloak(), auth0(), entra("tenant"), strict()})
        mcp::require_bearer(http, verifier, scopes());
    mcp::require_bearer(http, strict(), proofs());
    mcp::BearerOptions bearer = bounds_and_records();
    bearer.authorization_servers = {"https://login.example.com"};
    mcp::require_bearer(http, own_keys(), bearer);
    std::puts("all of these options fit together");
}
