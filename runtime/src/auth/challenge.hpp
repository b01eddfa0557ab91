// What a server asks for when it refuses: the values of `WWW-Authenticate` (RFC 9110, section
// 11.6.1). Read and written here; what to do about a challenge is not known here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::auth {

/// `token68` of RFC 9110: what a scheme has in place of parameters, such as a token.
bool is_token68(std::string_view text);

struct Challenge {
    std::string scheme{};  ///< small letters: `bearer`, `dpop`
    std::string token{};   ///< of schemes that have one text in place of parameters
    /// Names in small letters; of two with one name the first.
    std::vector<std::pair<std::string, std::string>> params{};

    const std::string* find(std::string_view name) const;
    std::string get(std::string_view name) const;
};

/// All challenges of a value, and none of what cannot be understood.
std::vector<Challenge> parse_challenges(std::string_view value);

/// The value that says this. `scheme` is written as it is; values are quoted. Nothing when a name
/// is no token, or a value has characters that no header may have.
std::optional<std::string> challenge_text(const Challenge& challenge);

}  // namespace mcp::auth
