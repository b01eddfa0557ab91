// The authorization code flow.
#include "auth/client/code_flow.hpp"

#include "auth/jose/digest.hpp"
#include "http/client/proxy.hpp"

#include <mcp/base64.hpp>
#include <mcp/seal.hpp>

#include <algorithm>
#include <utility>

namespace mcp::auth {

std::string pkce_challenge(std::string_view verifier) {
    return base64url_encode(jose::sha256(verifier));
}

bool is_page(std::string_view url) {
    const auto parsed = http::parse_url(url);
    return parsed && !parsed->unix_socket && (parsed->tls || http::is_loopback(parsed->host)) &&
           url.find_first_of("\"'`\\<>^{|}") == std::string_view::npos;
}

Result<CodeRequest, AuthError> make_code_request(const ServerMetadata& server,
                                                 const ClientIdentity& client,
                                                 const std::string& redirect,
                                                 const std::string& resource,
                                                 const Scopes& scopes) {
    const std::string issuer = shown_text(server.issuer);
    if (!server.code_challenge_methods || !covers(*server.code_challenge_methods, {"S256"})) {
        return auth_error(AuthFailure::insecure, "the authorization server " + issuer +
                                                     " does not say that it does PKCE with S256");
    }
    if (!is_page(server.authorization_endpoint)) {
        return auth_error(AuthFailure::insecure, "the page for the login at " + issuer +
                                                     " is no address that is safe to open");
    }
    const auto back = http::parse_url(redirect);
    if (!back || (!back->tls && !http::is_loopback(back->host))) {
        return auth_error(AuthFailure::insecure,
                          "the redirect address is neither https nor on this machine");
    }
    CodeRequest request;
    request.issuer = server.issuer;
    request.must_name_itself = server.names_itself;
    request.state = random_token(32);
    request.verifier = random_token(48);
    request.redirect = redirect;
    Form query{{"response_type", "code"},
               {"client_id", client.id},
               {"redirect_uri", redirect},
               {"state", request.state},
               {"code_challenge", pkce_challenge(request.verifier)},
               {"code_challenge_method", "S256"}};
    if (!resource.empty()) query.emplace_back("resource", resource);
    if (!scopes.empty()) query.emplace_back("scope", scopes_text(scopes));
    // OpenID Connect gives offline access to those alone who were asked.
    if (covers(scopes, {"offline_access"})) query.emplace_back("prompt", "consent");
    request.url = with_query(server.authorization_endpoint, query);
    return request;
}

Result<std::string, AuthError> take_code(const CodeRequest& request, std::string_view query) {
    const auto foreign = [](const char* what) {
        return auth_error(AuthFailure::bad_redirect, what);
    };
    const auto answer = parse_form(query);
    if (!answer) return foreign("what came back from the browser cannot be read");
    const std::string* const state = find(*answer, "state");
    if (!state || !jose::same_secret(*state, request.state)) {
        return foreign("what came back from the browser is no answer to this login");
    }
    const std::string* const issuer = find(*answer, "iss");
    if (issuer ? *issuer != request.issuer : request.must_name_itself) {
        return foreign(issuer ? "the answer to the login is of another authorization server"
                              : "the answer to the login does not say of which authorization "
                                "server it is");
    }
    if (const std::string* const error = find(*answer, "error")) {
        const std::string* const said = find(*answer, "error_description");
        return auth_error(AuthFailure::denied,
                          "the login ended with " + shown_text(*error) +
                              (said ? ": " + shown_text(*said) : std::string()),
                          shown_text(*error));
    }
    const std::string* const code = find(*answer, "code");
    if (!code || code->empty()) return foreign("the answer to the login has no code");
    return *code;
}

Form code_form(const CodeRequest& request, const std::string& code, const std::string& resource) {
    Form form{{"grant_type", "authorization_code"},
              {"code", code},
              {"redirect_uri", request.redirect},
              {"code_verifier", request.verifier}};
    if (!resource.empty()) form.emplace_back("resource", resource);
    return form;
}

}  // namespace mcp::auth
