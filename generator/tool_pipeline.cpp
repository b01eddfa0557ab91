// The compiler for the tools of a server:
//
//   files, or a server that is asked --manifest--> lists --build--> ToolSet --emit--> FileSet
#include <generator/pipeline.hpp>

#include <generator/emit/tools.hpp>
#include <generator/tools/build.hpp>
#include <generator/tools/fetch.hpp>
#include <generator/tools/manifest.hpp>

#include <filesystem>
#include <utility>

namespace mcpgen {
namespace {

std::optional<Manifest> manifest_of(const ToolInputs& inputs, Diagnostics& diagnostics) {
    if (!inputs.manifests.empty()) return read_manifest(inputs.manifests, diagnostics);
    const bool by_url = !inputs.url.empty();
    return fetch_manifest(by_url ? "--url" : "--stdio", by_url ? inputs.url : inputs.command,
                          diagnostics);
}

}  // namespace

std::optional<ToolGeneration> generate_tools(const ToolInputs& inputs, Diagnostics& diagnostics) {
    const std::optional<Manifest> manifest = manifest_of(inputs, diagnostics);
    if (!manifest) return std::nullopt;
    const ToolSet tools = build_tools(*manifest);
    ToolGeneration out;
    out.tools = tools.tools.size();
    out.members = tools.figures.members;
    out.as_json = tools.figures.as_json;
    out.model = to_text(tools);
    out.generation.dependencies = inputs.manifests;
    ToolOptions options;
    options.common.name_space = inputs.name_space;
    options.client = inputs.client;
    options.server = inputs.server;
    options.coroutines = inputs.coroutines;
    for (const std::string& path : inputs.manifests)
        options.common.sources.push_back(std::filesystem::path(path).filename().string());
    emit_tools(tools, options, out.generation.files);
    return out;
}

std::optional<std::string> manifest_text(const ToolInputs& inputs, Diagnostics& diagnostics) {
    const std::optional<Manifest> manifest = manifest_of(inputs, diagnostics);
    if (!manifest) return std::nullopt;
    return to_text(*manifest);
}

}  // namespace mcpgen
