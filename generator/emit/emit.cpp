// See emit.hpp.
#include <generator/emit/emit.hpp>

#include <generator/emit/emitters.hpp>

namespace mcpgen {
namespace {

std::vector<std::string> files_of(const Context& context, const FileSet& files) {
    std::vector<std::string> names;
    for (const auto& [path, text] : files.all()) {
        if (path.starts_with(context.folder)) names.push_back(path.substr(context.folder.size()));
    }
    return names;
}

}  // namespace

void emit(const Model& model, const EmitOptions& options, FileSet& files) {
    const Context context(model, options);
    files.add(context.folder + "fwd.hpp", emit_fwd(context));
    files.add(context.folder + "types.hpp", emit_types(context));
    files.add(context.folder + "methods.hpp", emit_methods(context));
    files.add(context.folder + "codec.hpp", emit_codec_header(context));
    files.add(context.folder + "codec.cpp", emit_codec_source(context));
    files.add(context.folder + "dispatch.hpp", emit_dispatch_header(context));
    files.add(context.folder + "dispatch.cpp", emit_dispatch_source(context));
    files.add(context.folder + "describe.hpp", emit_describe(context));
    std::vector<std::string> names = files_of(context, files);
    names.emplace_back(FileSet::manifest_name);
    files.add(context.folder + std::string(FileSet::manifest_name), emit_manifest(context, names));
}

}  // namespace mcpgen
