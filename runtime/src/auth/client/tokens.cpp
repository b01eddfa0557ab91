// Tokens as text.
#include "auth/client/tokens.hpp"

#include <mcp/json.hpp>

namespace mcp::auth {

namespace {
/// A token is not sent when it would expire on the way.
constexpr std::chrono::seconds margin{20};
using Seconds = std::chrono::seconds;

std::string tokens_key(const std::string& server) { return "tokens " + server; }
}  // namespace

bool Tokens::expired(std::chrono::system_clock::time_point now) const {
    return expires && *expires - margin <= now;
}

std::string Tokens::text() const {
    JsonObject object{{"issuer", issuer},
                      {"resource", resource},
                      {"client_id", client_id},
                      {"access_token", access_token},
                      {"refresh_token", refresh_token},
                      {"scope", scopes_text(scopes)}};
    if (expires) {
        object.set("expires",
                   std::chrono::duration_cast<Seconds>(expires->time_since_epoch()).count());
    }
    return object.dump();
}

std::optional<Tokens> Tokens::from_text(const std::string& text) {
    const auto object = JsonObject::parse(text);
    if (!object) return std::nullopt;
    const auto member = [&](std::string_view name) {
        return (*object)[name].as_string().value_or("");
    };
    Tokens tokens;
    tokens.issuer = member("issuer");
    tokens.resource = member("resource");
    tokens.client_id = member("client_id");
    tokens.access_token = member("access_token");
    tokens.refresh_token = member("refresh_token");
    tokens.scopes = parse_scopes(member("scope"));
    if (const auto seconds = (*object)["expires"].as_int64()) {
        tokens.expires = std::chrono::system_clock::time_point(Seconds(*seconds));
    }
    if (tokens.issuer.empty() || tokens.access_token.empty()) return std::nullopt;
    return tokens;
}

std::optional<Tokens> load_tokens(TokenStorage& storage, const std::string& server) {
    const auto text = storage.load(tokens_key(server));
    return text ? Tokens::from_text(*text) : std::nullopt;
}

void save_tokens(TokenStorage& storage, const std::string& server, const Tokens& tokens) {
    storage.save(tokens_key(server), tokens.text());
}

void erase_tokens(TokenStorage& storage, const std::string& server) {
    storage.erase(tokens_key(server));
}

}  // namespace mcp::auth
