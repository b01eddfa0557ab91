// Checks valid JSON text against a Shape: for values that a program made and is about to write.
// Text that comes in is checked against its Shape while it is walked, in raw.cpp.
#pragma once

#include "json/structure.hpp"

#include <mcp/codec_error.hpp>
#include <mcp/tables.hpp>

#include <string_view>

namespace mcp::detail {

/// Looks only as far as the shape says; a shape of kinds alone costs one character. On failure
/// fills `error` with the path from the value. Uses `structure` for the tokens.
bool check_shape(std::string_view text, const Shape&, Structure& structure, CodecError& error);

}  // namespace mcp::detail
