// Names: splitting them into words, joining words in another style, and making C++ identifiers.
// Nothing here knows what a name stands for; which style a thing gets is decided by the passes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// Of ASCII, whatever the locale is.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `CallToolResult` -> Call, Tool, Result; `tools/list_changed` -> tools, list, changed;
/// `JSONRPCError` -> JSONRPC, Error. Characters that are neither letters nor digits separate words.
std::vector<std::string> split_words(std::string_view name);

/// `CallToolResult` -> `call_tool_result`. May be a C++ keyword: see `cpp_identifier`.
std::string to_snake(std::string_view name);

/// `tools/call` -> `ToolsCall`. Capitals that are there already stay: `JSONRPCError`, `createURL`
/// -> `CreateURL`; a name written in capitals only is lowered: `PARSE_ERROR` -> `ParseError`.
std::string to_pascal(std::string_view name);

/// Everything that a C++20 compiler refuses as a name, alternative tokens (`and`, …) included.
bool is_cpp_keyword(std::string_view word);

/// True for `[A-Za-z_][A-Za-z0-9_]*` that is no keyword.
bool is_cpp_identifier(std::string_view word);

/// The C++ spelling of a wire name, or nothing when no letter or digit remains.
/// `_meta` -> `meta`, `$schema` -> `schema`, `io.modelcontextprotocol/clientInfo` -> `clientInfo`,
/// `default` -> `default_`, `content-type` -> `content_type`, `2fa` -> `_2fa`. Never contains `__`.
std::optional<std::string> cpp_identifier(std::string_view wire_name);

/// `2025-11-25` -> `r2025_11_25`, or nothing when it is no such date.
std::optional<std::string> revision_identifier(std::string_view revision);

/// True for `2025-11-25`: four, two and two digits with a possible month and day.
bool is_revision(std::string_view text);

/// The candidate that differs least from `word`, when it is close enough to be what was meant.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string_view>& candidates);

/// `1 member`, `2 members`.
std::string counted(std::size_t count, std::string_view noun);

/// What documentation links look like in prose: `{@link Name}` -> `Name`,
/// `{@linkcode Name | text}` -> `text`.
std::string without_links(std::string_view text);

/// The text in backquotes, as messages write names.
std::string backquoted(std::string_view text);

/// `a, b and c`.
std::string join_list(const std::vector<std::string>& words, std::string_view last = "and");

}  // namespace mcpgen
