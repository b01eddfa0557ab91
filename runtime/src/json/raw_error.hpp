// What raw.cpp and document.cpp say when a value is refused: finds the path to a token by walking
// again, which costs nothing while all is well. Not for typed values, whose path is built while
// unwinding.
#pragma once

#include "json/raw.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::detail {

/// Fills `error` with the path from the value at `start` to token `at`; what lies between is well
/// formed. Always false, to be returned.
bool report(const Cursor&, std::uint32_t start, std::uint32_t at, std::string expected,
            std::string found, CodecError& error);

/// The object that ends at token `end` has `name` twice.
bool report_twice(const Cursor&, std::uint32_t start, std::uint32_t end, std::string_view name,
                  CodecError& error);

/// The object that ends at token `end` lacks a member that `shape` requires.
bool report_missing(const Cursor&, std::uint32_t start, std::uint32_t end, const Shape& shape,
                    CodecError& error);

}  // namespace mcp::detail
