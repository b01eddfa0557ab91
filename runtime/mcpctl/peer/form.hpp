// Asks a user for the fields of a JSON Schema, one after the other, on a terminal.
#pragma once

#include "output/terminal.hpp"
#include "peer/arguments.hpp"

#include <mcp/json.hpp>

namespace mcpctl {

/// Asks for each of `fields` and adds it to `values`; an empty line is the default, or leaves out
/// what is not required. Asks again for what does not fit the field's type. False when the input
/// ended.
bool ask_fields(Terminal& terminal, mcp::JsonView schema, const std::vector<Field>& fields,
                mcp::JsonObject& values);

/// The required fields that `values` lacks.
std::vector<Field> missing_fields(mcp::JsonView schema, const mcp::JsonObject& values);

/// `city (string, required)`, for messages.
std::string field_words(const Field& field);

}  // namespace mcpctl
