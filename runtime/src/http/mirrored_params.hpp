// Arguments of tools that travel in headers as well: where a schema says `x-mcp-header`.
#pragma once

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::http {

struct MirroredParam {
    enum class Type : std::uint8_t { string, integer, boolean };
    std::vector<std::string> path{};  ///< names of properties, from the arguments on
    std::string header{};             ///< with its prefix: `Mcp-Param-Tenant`
    Type type = Type::string;
};

/// What a tool's input schema asks for; empty for nothing. The error says why the tool is invalid:
/// no clients would call it over HTTP.
Result<std::vector<MirroredParam>, std::string> mirrored_params(JsonView input_schema);

/// The argument there; nothing when it is absent or null.
std::optional<JsonView> argument_at(JsonView arguments, const MirroredParam& param);

/// The text of an argument before it is encoded for its header: strings as they are, integers in
/// decimal, booleans as words. Nothing for other kinds, and for integers beyond 2^53-1.
std::optional<std::string> mirrored_text(JsonView argument);

}  // namespace mcp::http
