// URI references (RFC 3986): resolving one against a base, and taking the fragment off. Only what
// identifiers in schemas need; nothing is ever fetched.
#pragma once

#include <string>
#include <string_view>

namespace mcp::schema {

struct SplitUri {
    std::string_view uri{};       ///< without the fragment
    std::string_view fragment{};  ///< without `#`, escaped
};
SplitUri split_fragment(std::string_view uri);

/// `reference` (no fragment) seen from `base` (no fragment). A base that is no absolute URI is
/// resolved as far as its path goes.
std::string resolve(std::string_view base, std::string_view reference);

/// `%20` becomes a space; broken escapes stay.
std::string unescape_uri(std::string_view text);

}  // namespace mcp::schema
