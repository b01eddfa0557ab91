// Tokens for one server, and how they are kept.
#pragma once

#include "auth/client/scopes.hpp"

#include <mcp/oauth.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace mcp::auth {

struct Tokens {
    std::string issuer{};
    std::string resource{};
    std::string client_id{};
    std::string access_token{};
    std::string refresh_token{};
    Scopes scopes{};  ///< asked for so far
    std::optional<std::chrono::system_clock::time_point> expires{};

    bool expired(std::chrono::system_clock::time_point now) const;
    std::string text() const;
    static std::optional<Tokens> from_text(const std::string& text);
};

std::optional<Tokens> load_tokens(TokenStorage& storage, const std::string& server);
void save_tokens(TokenStorage& storage, const std::string& server, const Tokens& tokens);
void erase_tokens(TokenStorage& storage, const std::string& server);

}  // namespace mcp::auth
