// See tools.hpp.
#include <generator/emit/tools.hpp>

#include <generator/emit/emitters.hpp>
#include <generator/emit/tool_functions.hpp>
#include <generator/support/json_text.hpp>

#include <string>

namespace mcpgen {
namespace {

std::string manifest_of(const FileSet& files) {
    std::string out = "{\n  \"files\": [";
    for (const auto& [path, text] : files.all()) out += "\n    " + quote_json(path) + ",";
    return out + "\n    " + quote_json(FileSet::manifest_name) + "\n  ]\n}\n";
}

}  // namespace

void emit_tools(const ToolSet& tools, const ToolOptions& options, FileSet& files) {
    const Context context(tools.types, options.common);
    files.add("types.hpp",
              context.tools_file("types.hpp", {{"names", runtime_names_text(context)},
                                               {"declarations", declarations_text(context)},
                                               {"types", types_text(context)}}));
    files.add("codec.hpp", context.tools_file("codec.hpp", {{"codecs", codecs_text(context)}}));
    files.add("codec.cpp", context.tools_file("codec.cpp", codec_holes(context)));
    if (options.client) {
        files.add("client.hpp",
                  context.tools_file("client.hpp", {{"functions", client_declarations(tools)}}));
        files.add("client.cpp",
                  context.tools_file("client.cpp", {{"functions", client_definitions(tools)}}));
    }
    if (options.server) {
        const std::string calls = options.coroutines ? "Coroutines" : "Functions";
        files.add("server.hpp",
                  context.tools_file(
                      "server.hpp", {{"calls", calls},
                                     {"functions", service_functions(tools, options.coroutines)}}));
        files.add("server.cpp",
                  context.tools_file("server.cpp", {{"declarations", service_declarations(tools)},
                                                    {"functions", service_registrations(tools)}}));
    }
    files.add(std::string(FileSet::manifest_name), manifest_of(files));
}

}  // namespace mcpgen
