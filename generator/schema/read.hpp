// From a path to a Schema: picks the front end for the file, and finds out which revision it is.
#pragma once

#include <generator/schema/schema.hpp>

#include <optional>
#include <string>

namespace mcpgen {

/// Reads `[REVISION=]FILE`. The file is JSON Schema, or TypeScript declarations when its name ends
/// in `.ts`. Nothing when it cannot be read or parsed at all; otherwise what could be understood,
/// with the rest reported.
std::optional<SchemaFile> read_schema(const std::string& input, bool extension,
                                      Diagnostics& diagnostics);

/// `FILE` of `[REVISION=]FILE`.
std::string path_of(const std::string& input);

}  // namespace mcpgen
