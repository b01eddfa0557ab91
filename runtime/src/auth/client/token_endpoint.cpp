// The token endpoint.
#include "auth/client/token_endpoint.hpp"

#include "auth/jose/jws.hpp"
#include "util/ascii.hpp"

#include <mcp/base64.hpp>
#include <mcp/seal.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcp::auth {

namespace {

constexpr std::chrono::minutes assertion_lifetime{5};
constexpr std::string_view assertion_type =
    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// b64token of RFC 6750: what may stand in a header.
bool is_sendable(std::string_view token) {
    return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) {
        return detail::is_letter(c) || detail::is_digit(c) ||
               std::string_view("-._~+/=").find(c) != std::string_view::npos;
    });
}

bool is_secret(std::string_view name) {
    return name != "grant_type" && name != "resource" && name != "scope" &&
           name != "redirect_uri" && name != "client_id" && !name.ends_with("_type") &&
           name != "audience";
}

std::optional<std::chrono::seconds> seconds_in(JsonView value) {
    constexpr std::int64_t most = std::int64_t{10} * 365 * 24 * 3600;
    std::optional<std::int64_t> number = value.as_int64();
    if (const auto text = value.as_string()) {
        std::int64_t read = 0;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), read);
        if (error == std::errc{} && end == text->data() + text->size()) number = read;
    }
    if (!number || *number < 0) return std::nullopt;
    return std::chrono::seconds(std::min(*number, most));
}

struct FormPost {
    WebRequest request{};
    std::vector<std::string> secrets{};
};

FormPost make_post(const Flow& flow, const std::string& endpoint, const std::string& issuer,
                   const ClientIdentity& client, Form form) {
    FormPost post;
    post.request.method = "POST";
    post.request.url = endpoint;
    post.request.headers = {{"Content-Type", "application/x-www-form-urlencoded"},
                            {"Accept", "application/json"}};
    switch (client.how) {
        case ClientAuth::basic:
            post.request.secret_headers.emplace_back(
                "Authorization", "Basic " + base64_encode(form_escape(client.id) + ":" +
                                                          form_escape(client.secret)));
            break;
        case ClientAuth::post:
            form.emplace_back("client_id", client.id);
            form.emplace_back("client_secret", client.secret);
            break;
        case ClientAuth::key:
            form.emplace_back("client_id", client.id);
            form.emplace_back("client_assertion_type", assertion_type);
            form.emplace_back("client_assertion", client_assertion(client, issuer, flow.now()));
            break;
        case ClientAuth::none:
            if (!client.id.empty()) form.emplace_back("client_id", client.id);
            break;
    }
    for (const auto& [name, value] : form) {
        if (is_secret(name)) post.secrets.push_back(value);
    }
    if (!client.secret.empty()) post.secrets.push_back(client.secret);
    post.request.body = form_text(form);
    return post;
}

}  // namespace

std::string_view name_of(ClientAuth how) {
    switch (how) {
        case ClientAuth::none: return "none";
        case ClientAuth::basic: return "client_secret_basic";
        case ClientAuth::post: return "client_secret_post";
        case ClientAuth::key: return "private_key_jwt";
    }
    return "none";
}

Result<ClientAuth, AuthError> choose_auth(const ServerMetadata& server, bool has_secret) {
    if (!has_secret) return ClientAuth::none;
    if (!server.token_auth_methods) return ClientAuth::basic;  // RFC 8414, section 2
    for (const ClientAuth how : {ClientAuth::basic, ClientAuth::post}) {
        if (covers(*server.token_auth_methods, {std::string(name_of(how))})) return how;
    }
    return auth_error(
        AuthFailure::no_client,
        "the authorization server " + shown_text(server.issuer) + " takes no client secrets");
}

Result<ClientIdentity, AuthError> identity_of(const RegisteredClient& client,
                                              const ServerMetadata& server) {
    const auto how = choose_auth(server, !client.secret.empty());
    if (!how) return Unexpected(how.error());
    ClientIdentity identity;
    identity.id = client.id;
    identity.secret = client.secret;
    identity.how = *how;
    return identity;
}

std::string client_assertion(const ClientIdentity& client, const std::string& audience,
                             std::chrono::system_clock::time_point now) {
    const auto seconds = [](auto time) {
        return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    };
    const JsonObject claims{{"iss", client.id},    {"sub", client.id},
                            {"aud", audience},     {"jti", random_token()},
                            {"iat", seconds(now)}, {"exp", seconds(now + assertion_lifetime)}};
    JsonObject header{{"typ", "JWT"}};
    if (!client.key_id.empty()) header.set("kid", client.key_id);
    return jose::write_jws(*client.key, client.algorithm, std::move(header), claims.text());
}

Result<JsonObject, AuthError> post_form(const Flow& flow, const std::string& endpoint,
                                        const std::string& issuer, const ClientIdentity& client,
                                        Form form) {
    bool again = flow.prover != nullptr;
    for (;;) {
        FormPost post = make_post(flow, endpoint, issuer, client, form);
        if (flow.prover) {
            post.request.secret_headers.emplace_back("DPoP",
                                                     flow.prover->proof("POST", endpoint, {}));
        }
        const auto reply = flow.web.fetch(std::move(post.request), flow.guard, flow.stop);
        if (!reply) return auth_error(AuthFailure::unreachable, reply.error().message);
        const bool new_nonce = flow.prover && flow.prover->learn(endpoint, reply->headers);
        auto answer = JsonObject::parse(reply->body);
        if (reply->ok()) {
            if (answer || reply->body.empty()) return std::move(answer).value_or(JsonObject());
            return auth_error(AuthFailure::refused, endpoint + " answered with what is no JSON");
        }
        const std::string code = answer ? (*answer)["error"].as_string().value_or("") : "";
        if (code == "use_dpop_nonce" && new_nonce && std::exchange(again, false)) continue;
        std::string message = endpoint + " refused with HTTP " + std::to_string(reply->status);
        if (!code.empty()) message += ": " + shown_text(code, post.secrets);
        if (answer) {
            const auto said = (*answer)["error_description"].as_string();
            if (said) message += ": " + shown_text(*said, post.secrets);
        }
        return auth_error(AuthFailure::refused, std::move(message), shown_text(code, post.secrets));
    }
}

Result<TokenReply, AuthError> request_token(const Flow& flow, const ServerMetadata& server,
                                            const ClientIdentity& client, Form form) {
    auto answer = post_form(flow, server.token_endpoint, server.issuer, client, std::move(form));
    if (!answer) return Unexpected(answer.error());
    const auto bad = [&](const std::string& what) {
        return auth_error(AuthFailure::refused, server.token_endpoint + " answered with " + what);
    };
    TokenReply reply;
    reply.access_token = (*answer)["access_token"].as_string().value_or("");
    if (!is_sendable(reply.access_token)) return bad("no token that can be sent");
    reply.token_type = detail::lower((*answer)["token_type"].as_string().value_or(""));
    const std::string_view wanted = flow.prover ? "dpop" : "bearer";
    if (reply.token_type != wanted)
        return bad("a token of another kind than " + std::string(wanted));
    reply.refresh_token = (*answer)["refresh_token"].as_string().value_or("");
    reply.lifetime = seconds_in((*answer)["expires_in"]);
    if (const auto scopes = (*answer)["scope"].as_string()) reply.scopes = parse_scopes(*scopes);
    return reply;
}

Result<void, AuthError> revoke_token(const Flow& flow, const ServerMetadata& server,
                                     const ClientIdentity& client, const std::string& token,
                                     const std::string& hint) {
    const auto answer = post_form(flow, server.revocation_endpoint, server.issuer, client,
                                  {{"token", token}, {"token_type_hint", hint}});
    if (!answer) return Unexpected(answer.error());
    return {};
}

}  // namespace mcp::auth
