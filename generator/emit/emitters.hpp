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

}  // namespace mcpgen
