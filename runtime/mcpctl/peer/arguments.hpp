// Arguments of a tool from words, by the tool's JSON Schema: `city=Oslo days=2`. Whether all of
// them fit the schema is not checked here; see <mcp/json_schema.hpp>.
#pragma once

#include "problem.hpp"

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpctl {

/// What a schema says about one of its properties, for a person who is to fill it in.
struct Field {
    std::string name{};
    std::string type{};  ///< `string`, `integer`, `string[]`, `string or null`; empty: anything
    std::string title{};
    std::string description{};
    std::vector<std::string> choices{};
    std::vector<std::string> limits{};    ///< in words: `1 to 10`
    std::optional<mcp::Json> fallback{};  ///< `default`
    bool required = false;
};
/// The properties of a schema of objects, in order; references inside of it are followed.
std::vector<Field> fields_of(mcp::JsonView schema);

/// The value that a text is for a property: by its type, or as JSON, or as a string when the schema
/// leaves it open. Fails with what was expected: `expected an integer, found "x"`.
mcp::Result<mcp::Json, std::string> read_value(mcp::JsonView schema, std::string_view name,
                                               std::string_view text);

/// Reads the words of a command line; `standard_input` is called for the word `-`. Later words
/// replace what earlier ones say, but for NAMEs of lists, which add. Fails with the word.
Outcome<mcp::JsonObject> read_arguments(const std::vector<std::string>& words, mcp::JsonView schema,
                                        const std::function<std::string()>& standard_input);

/// An argument that a schema says nothing of, and the property that may be meant.
struct Unnamed {
    std::string name{};
    std::optional<std::string> meant{};
};
/// The arguments that the schema takes because it is open, without naming them. None where it says
/// that others are welcome, or names properties elsewhere than in `properties`.
std::vector<Unnamed> unnamed_arguments(mcp::JsonView schema, const mcp::JsonObject& arguments);

/// `NAME=VALUE` where every value is a string: arguments of prompts, variables of templates.
Outcome<std::vector<std::pair<std::string, std::string>>> read_strings(
    const std::vector<std::string>& words);

}  // namespace mcpctl
