// Reads the TypeScript declarations that protocol schemas are written in, and gives the same tree
// as the JSON Schema published beside them, so that everything after this knows one form only.
//
//   text -lexer-> tokens -parser-> SourceFile -names, order-> the same, looked up and numbered
//        -lowering, with shapes and unions-> Document
//
//   lexer     words, literals, punctuation; each token with its place and the doc comment before it
//   parser    declarations and type expressions (syntax.hpp); what else there is, is an error
//   names     one table of names; undeclared, doubled and circular ones are errors
//   order     which type the file mentions first, because alternatives are sorted by that
//   shapes    the members of an interface: `extends`, `Omit`, `Pick`, `Partial`, … flattened
//   unions    the alternatives of a union, flattened and sorted
//   lowering  a type expression as JSON Schema; lowering.hpp has the table
//
// This is not TypeScript: no expressions, functions, classes, generics of one's own, conditional or
// mapped types. No file is opened but the one asked for; what it imports stays a reference by name.
#pragma once

#include <generator/schema/document.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mcpgen {

/// The declarations as a JSON Schema 2020-12 document. The root has `$defs`; `x-mcp-revision` when
/// the constant LATEST_PROTOCOL_VERSION is a date; `x-mcp-constants`, the JSON-RPC error codes by
/// name; and `x-mcp-imports`, the names that `$ref`s may use though they are declared elsewhere.
/// Nodes have the line and column of the declarations. Problems are reported, and then it gives
/// nothing.
std::optional<Document> parse_typescript(SharedText file, std::string_view text,
                                         Diagnostics& diagnostics);

/// Reads a file (`-` is standard input) and parses it. A path that cannot be read is reported.
std::optional<Document> read_typescript(const std::string& path, Diagnostics& diagnostics);

}  // namespace mcpgen
