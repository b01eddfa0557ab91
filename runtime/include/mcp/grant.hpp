// What somebody who sends requests may do, as their token says. The token itself is not in here,
// nor anywhere else that a handler can reach: what is not there cannot be passed on.
#pragma once

#include <mcp/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

struct Grant {
    using Time = std::chrono::system_clock::time_point;

    std::string issuer{};
    std::string subject{};                 ///< the user, or the program, within the issuer (`sub`)
    std::string client_id{};               ///< the program that asked for the token; may be empty
    std::vector<std::string> audiences{};  ///< whom the token is for (`aud`)
    std::vector<std::string> scopes{};
    std::optional<Time> expires{};
    std::optional<Time> not_before{};
    std::optional<Time> issued_at{};
    /// Thumbprint of the key that has to sign each request (`cnf.jkt`, RFC 9449); empty: none.
    std::string key_thumbprint{};
    /// Everything else that the issuer has said.
    JsonObject claims{};

    bool has_scope(std::string_view scope) const {
        return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
    }
};

}  // namespace mcp
