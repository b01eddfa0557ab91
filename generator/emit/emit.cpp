// See emit.hpp.
#include <generator/emit/emit.hpp>

#include <generator/emit/emitters.hpp>

namespace mcpgen {
namespace {

// Below this a second file costs more than it saves.
constexpr std::size_t declarations_worth_a_part = 40;

void emit_codec_sources(const Context& context, FileSet& files) {
    const std::size_t count = context.model.declarations.size();
    const std::size_t parts = context.options.codec_parts;
    if (parts < 2 || count < parts * declarations_worth_a_part) {
        files.add(context.folder + "codec.cpp", emit_codec_source(context, 0, count, 0));
        return;
    }
    for (std::size_t part = 0; part < parts; ++part) {
        files.add(
            context.folder + "codec_" + std::to_string(part + 1) + ".cpp",
            emit_codec_source(context, count * part / parts, count * (part + 1) / parts, part + 1));
    }
}

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
    emit_codec_sources(context, files);
    files.add(context.folder + "dispatch.hpp", emit_dispatch_header(context));
    files.add(context.folder + "dispatch.cpp", emit_dispatch_source(context));
    files.add(context.folder + "describe.hpp", emit_describe(context));
    std::vector<std::string> names = files_of(context, files);
    names.emplace_back(FileSet::manifest_name);
    files.add(context.folder + std::string(FileSet::manifest_name), emit_manifest(context, names));
}

}  // namespace mcpgen
