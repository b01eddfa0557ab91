// One function per generated file: each gives the text of that file.
#pragma once

#include <generator/emit/context.hpp>

#include <string>
#include <vector>

namespace mcpgen {

std::string emit_fwd(const Context& context);
std::string emit_types(const Context& context);
std::string emit_methods(const Context& context);
std::string emit_codec_header(const Context& context);
std::string emit_codec_source(const Context& context);
std::string emit_dispatch_header(const Context& context);
std::string emit_dispatch_source(const Context& context);
std::string emit_describe(const Context& context);
/// `files`: the names that the manifest lists.
std::string emit_manifest(const Context& context, const std::vector<std::string>& files);

// Parts of them, for files with another frame.

/// `using ::mcp::Json;` … : the runtime's types, in a namespace of its own.
std::string runtime_names_text(const Context& context);
/// All types, declared ahead.
std::string declarations_text(const Context& context);
std::string types_text(const Context& context);
std::string codecs_text(const Context& context);
/// All that codec.cpp has between its frame.
Holes codec_holes(const Context& context);

}  // namespace mcpgen
