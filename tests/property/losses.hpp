// What the published JSON schemas have lost against the protocol's TypeScript source, and so refuse
// although the protocol allows it. Arbitrary values that must pass the published schemas avoid
// exactly this; values that have it are tested apart. Every entry must be met, or the list is out
// of date.
#pragma once

#include <tests/property/arbitrary.hpp>

#include <string>
#include <vector>

namespace mcp::testing {

enum class Loss : std::uint8_t {
    null_and_fractions,  ///< `JSONValue`: neither null nor numbers with a fraction, at any depth
    numbers,             ///< a number is published as an integer
};

/// Whether the place has lost this at the revision. Counts as met.
bool is_lost(Loss, Revision, Place);
/// Whether the published schema takes any text for this enumeration. Counts as met.
bool is_any_text(std::string_view enumeration);
/// The entries that nothing has met so far.
std::vector<std::string> unmet_losses();

}  // namespace mcp::testing
