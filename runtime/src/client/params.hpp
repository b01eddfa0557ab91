// The params of a request as they go over the wire: what the user gave, and what the protocol adds.
// Text in, text out.
#pragma once

#include <mcp/json.hpp>

#include <string>
#include <string_view>

namespace mcp::client {

/// What is added to params. All are JSON text, empty for none.
struct Additions {
    std::string_view meta{};            ///< members, without braces, that replace the user's own
    std::string_view log_level{};       ///< a JSON string; the user's own goes first
    std::string_view progress_token{};  ///< one of the user's own never goes
    std::string_view input_responses{};
    /// A JSON string. With `replaces_input` the user's own inputResponses and requestState go.
    std::string_view request_state{};
    bool replaces_input = false;
};

/// `params` is the text of an object, or empty.
std::string compose_params(std::string_view params, const Additions& additions);

/// Without `_meta`: what makes two requests the same.
std::string params_without_meta(std::string_view params);

}  // namespace mcp::client
