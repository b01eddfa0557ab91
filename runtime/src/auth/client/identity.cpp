// Client ids.
#include "auth/client/identity.hpp"

#include "http/client/url.hpp"

#include <algorithm>
#include <utility>

namespace mcp::auth {

namespace {

std::string storage_key(const std::string& issuer) { return "client " + issuer; }

JsonObject client_metadata(const LoginOptions& options, const std::string& redirect,
                           ClientAuth how) {
    Json grants = Json::array({"authorization_code"});
    if (options.stay_logged_in) grants = Json::array({"authorization_code", "refresh_token"});
    return JsonObject{{"client_name", options.client_name},
                      {"redirect_uris", Json::array({redirect})},
                      {"grant_types", grants},
                      {"response_types", Json::array({"code"})},
                      {"token_endpoint_auth_method", name_of(how)},
                      // It comes back to this machine.
                      {"application_type", "native"}};
}

ClientAuth auth_from(std::string_view name, ClientAuth otherwise) {
    for (const ClientAuth how : {ClientAuth::none, ClientAuth::basic, ClientAuth::post}) {
        if (name == name_of(how)) return how;
    }
    return otherwise;
}

std::optional<ClientIdentity> kept_identity(const Flow& flow, const IdentityWishes& wishes,
                                            const std::string& issuer) {
    const auto text = wishes.storage.load(storage_key(issuer));
    const auto kept = text ? JsonObject::parse(*text) : JsonObject::parse("");
    if (!kept || (*kept)["issuer"].as_string() != issuer) return std::nullopt;
    if ((*kept)["redirect_uri"].as_string() != wishes.redirect) return std::nullopt;
    const auto expires = (*kept)["expires"].as_int64().value_or(0);
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(flow.now().time_since_epoch());
    if (expires != 0 && expires <= now.count()) return std::nullopt;
    ClientIdentity identity;
    identity.id = (*kept)["id"].as_string().value_or("");
    identity.secret = (*kept)["secret"].as_string().value_or("");
    identity.how = auth_from((*kept)["auth"].as_string().value_or(""), ClientAuth::none);
    return identity;
}

/// What a client asks for that would rather have no secret.
ClientAuth wanted_auth(const ServerMetadata& server) {
    if (!server.token_auth_methods) return ClientAuth::none;
    for (const ClientAuth how : {ClientAuth::none, ClientAuth::basic, ClientAuth::post}) {
        if (covers(*server.token_auth_methods, {std::string(name_of(how))})) return how;
    }
    return ClientAuth::none;
}

Result<ClientIdentity, AuthError> register_client(const Flow& flow, const ServerMetadata& server,
                                                  const IdentityWishes& wishes) {
    ClientAuth how = wanted_auth(server);
    for (bool again = true;; again = false) {
        WebRequest request;
        request.method = "POST";
        request.url = server.registration_endpoint;
        request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
        request.body = client_metadata(wishes.options, wishes.redirect, how).dump();
        const auto reply = flow.web.fetch(std::move(request), flow.guard, flow.stop);
        if (!reply) return auth_error(AuthFailure::unreachable, reply.error().message);
        const auto answer = JsonObject::parse(reply->body);
        const std::string code = answer ? (*answer)["error"].as_string().value_or("") : "";
        if (!reply->ok() && code == "invalid_client_metadata" && again && how == ClientAuth::none) {
            how = ClientAuth::basic;  // it may not want clients without a secret
            continue;
        }
        ClientIdentity identity;
        if (answer) identity.id = (*answer)["client_id"].as_string().value_or("");
        if (!reply->ok() || identity.id.empty()) {
            std::string why = server.registration_endpoint +
                              " did not register this client: HTTP " +
                              std::to_string(reply->status);
            if (!code.empty()) why += ": " + shown_text(code);
            if (answer && (*answer)["error_description"].is_string()) {
                why += ": " + shown_text(*(*answer)["error_description"].as_string());
            }
            return auth_error(AuthFailure::no_client, std::move(why), shown_text(code));
        }
        identity.secret = (*answer)["client_secret"].as_string().value_or("");
        const auto said = (*answer)["token_endpoint_auth_method"].as_string();
        // Without a word on it, what fits the secret, or else what was asked for.
        identity.how = said ? auth_from(*said, how)
                            : choose_auth(server, !identity.secret.empty()).value_or(how);
        const JsonObject kept{
            {"issuer", server.issuer},
            {"id", identity.id},
            {"secret", identity.secret},
            {"auth", name_of(identity.how)},
            {"redirect_uri", wishes.redirect},
            {"expires", (*answer)["client_secret_expires_at"].as_int64().value_or(0)}};
        wishes.storage.save(storage_key(server.issuer), kept.dump());
        return identity;
    }
}

}  // namespace

bool is_client_id_document(std::string_view url) {
    const auto parsed = http::parse_url(url);
    return parsed && parsed->tls && !parsed->unix_socket && parsed->target.size() > 1 &&
           url.find('#') == std::string_view::npos && url.find("/.") == std::string_view::npos;
}

std::string client_id_document(const LoginOptions& options, const std::string& redirect) {
    if (!is_client_id_document(options.client_id_document)) return {};
    JsonObject document{{"client_id", options.client_id_document}};
    const JsonObject metadata = client_metadata(options, redirect, ClientAuth::none);
    for (const JsonMember& member : metadata.members()) {
        document.set(member.name(), Json(member.value));
    }
    return document.dump();
}

std::string registered_redirect(TokenStorage& storage, const std::string& issuer) {
    const auto text = storage.load(storage_key(issuer));
    const auto kept = text ? JsonObject::parse(*text) : JsonObject::parse("");
    return kept ? (*kept)["redirect_uri"].as_string().value_or("") : std::string();
}

void forget_registration(TokenStorage& storage, const std::string& issuer) {
    storage.erase(storage_key(issuer));
}

Result<ClientIdentity, AuthError> find_identity(const Flow& flow, const ServerMetadata& server,
                                                const IdentityWishes& wishes) {
    const LoginOptions& options = wishes.options;
    for (const bool exact : {true, false}) {
        for (const RegisteredClient& client : options.clients) {
            if (exact ? client.issuer == server.issuer : client.issuer.empty()) {
                return identity_of(client, server);
            }
        }
    }
    if (server.client_id_documents && is_client_id_document(options.client_id_document)) {
        ClientIdentity identity;
        identity.id = options.client_id_document;
        return identity;
    }
    if (auto kept = kept_identity(flow, wishes, server.issuer)) return std::move(*kept);
    if (!server.registration_endpoint.empty()) return register_client(flow, server, wishes);
    if (options.ask_for_client) {
        const auto client = options.ask_for_client(server.issuer);
        if (client) return identity_of(*client, server);
    }
    return auth_error(AuthFailure::no_client,
                      "there is no client id for the authorization server " +
                          shown_text(server.issuer) + ", and it registers none");
}

}  // namespace mcp::auth
