// `application/x-www-form-urlencoded`: bodies of token requests, and the query of an address.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::auth {

using Form = std::vector<std::pair<std::string, std::string>>;

std::string form_escape(std::string_view text);
std::string form_text(const Form& form);
/// The address with these parameters added to its query.
std::string with_query(std::string_view url, const Form& form);
/// Nothing for broken escapes, and when a name is there twice.
std::optional<Form> parse_form(std::string_view text);
/// The value of a name; null when it is not there.
const std::string* find(const Form& form, std::string_view name);

}  // namespace mcp::auth
