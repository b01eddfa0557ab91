// The one list of names of secrets. Some are looked for anywhere in a name; short ones, which are
// parts of many words, have to be the whole of it.
#include <mcp/secret_words.hpp>

#include "util/ascii.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mcp {

bool sounds_secret(std::string_view name) {
    // Of the protocol, or numbers.
    constexpr std::array<std::string_view, 3> harmless{"progresstoken", "maxtokens", "tokencount"};
    constexpr std::array<std::string_view, 5> whole{"auth", "xauth", "pin", "otp", "pwd"};
    constexpr std::array<std::string_view, 16> parts{
        "authorization", "password", "passwd",    "passphrase", "secret", "token",
        "apikey",        "bearer",   "accesskey", "privatekey", "cookie", "credential",
        "creditcard",    "jwt",      "pincode",   "cvv"};
    std::string plain;
    for (const char c : name) {
        if (detail::is_letter(c) || detail::is_digit(c)) plain += c;
    }
    plain = detail::lower(plain);
    const auto is_one_of = [&](const auto& words) {
        return std::find(words.begin(), words.end(), plain) != words.end();
    };
    if (is_one_of(harmless)) return false;
    return is_one_of(whole) || std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
               return plain.find(part) != std::string::npos;
           });
}

}  // namespace mcp
