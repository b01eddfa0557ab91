// fwd.hpp: the revisions, and the names of the types.
#include <generator/emit/emitters.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

namespace mcpgen {
namespace {

constexpr const char* runtime_names[] = {"Box",        "Constant", "Extras",    "Json",
                                         "JsonObject", "Map",      "Nullable",  "OneOrMany",
                                         "OpenEnum",   "Revision", "Revisions", "Unrecognized"};

/// A namespace of its own names the runtime's types once, so that everything else is spelled alike.
std::string names(const Context& context) {
    if (!context.foreign || context.model.base != nullptr) return {};
    Writer writer;
    for (const char* name : runtime_names) writer.line("using ::mcp::" + std::string(name) + ";");
    return writer.take();
}

std::string includes(const Context& context) {
    Writer writer;
    if (context.model.base != nullptr) {
        const std::size_t end = context.path.rfind('/');
        writer.line("#include <" + context.path.substr(0, end) + "/fwd.hpp>");
        writer.gap();
        writer.line("#include <cstdint>");
    } else {
        writer.line("#include <mcp/revision.hpp>");
        if (context.foreign) writer.line("#include <mcp/vocabulary.hpp>");
        writer.gap();
        for (const char* header : {"cstddef", "cstdint", "optional", "string_view"}) {
            writer.line("#include <" + std::string(header) + ">");
        }
    }
    return writer.take();
}

std::string revisions(const Context& context) {
    const Model& model = context.model;
    if (model.base != nullptr || model.revisions.empty()) return {};
    Writer constants;
    Writer dates;
    for (std::size_t i = 0; i < model.revisions.size(); ++i) {
        constants.line("inline constexpr Revision " + revision_name(i, model) + "{" +
                       std::to_string(i) + "};");
        dates.line("    " + literal(model.revisions[i]) + ",");
    }
    std::string bits = "0b";
    bits.append(model.revisions.size(), '1');
    return fill("revisions", {{"constants", constants.take()},
                              {"dates", dates.take()},
                              {"all_bits", bits},
                              {"latest", revision_name(model.revisions.size() - 1, model)}});
}

}  // namespace

std::string runtime_names_text(const Context& context) { return names(context); }

std::string declarations_text(const Context& context) {
    Writer writer;
    for (const Declaration& declaration : context.model.declarations) {
        if (const auto* type = as<Enum>(&declaration)) {
            writer.line("enum class " + tag_name(type->name) + " : std::uint8_t;");
        }
    }
    writer.gap();
    for (const Declaration& declaration : context.model.declarations) {
        if (as<Record>(&declaration) != nullptr || as<Union>(&declaration) != nullptr) {
            writer.line("struct " + name_of(declaration) + ";");
        }
    }
    return writer.take();
}

std::string emit_fwd(const Context& context) {
    return context.file("fwd.hpp", {{"includes", includes(context)},
                                    {"names", names(context)},
                                    {"revisions", revisions(context)},
                                    {"declarations", declarations_text(context)}});
}

}  // namespace mcpgen
