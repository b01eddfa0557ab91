// What all emitters of one run share: the model, where its names live, and the pieces of a file's
// frame.
#pragma once

#include <generator/emit/emit.hpp>
#include <generator/emit/templates.hpp>

#include <string>
#include <string_view>

namespace mcpgen {

struct Context {
    Context(const Model& model, const EmitOptions& options);

    const Model& model;
    const EmitOptions& options;
    std::string space;   ///< namespace of the types: `mcp`, `mcp::tasks`, `acme::proto`
    std::string folder;  ///< of the files, inside the set: empty, or `tasks/`
    std::string path;    ///< of the files, in an #include: `mcp`, `mcp/tasks`, `acme/proto`
    std::string scope;   ///< before own names in namespace mcp: empty, `tasks::`, `::acme::proto::`
    bool foreign = false;  ///< the namespace is not the runtime's, nor inside it
    Revisions existence;   ///< where any declaration or method of the model exists

    /// The frame `templates/<name>.in` around what was written, as `<folder><name>`. `holes` are
    /// added to those that all frames may have: generated, path, space.
    std::string file(std::string_view name, Holes holes) const;
    /// The same with a frame of another name: that of the files for a server's tools.
    std::string tools_file(std::string_view name, Holes holes) const;
};

/// A declaration of one kind, or null.
template <class Kind>
const Kind* as(const Declaration* declaration) {
    return declaration == nullptr ? nullptr : std::get_if<Kind>(declaration);
}

}  // namespace mcpgen
