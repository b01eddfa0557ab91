// Visiting every type in a model, inner types before outer ones, so that a pass may replace what it
// sees.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// Calls `visit(type)` for `type` and everything inside it.
template <class Visit>
void walk_types(Type& type, const Visit& visit) {
    for (Type& argument : type.args) walk_types(argument, visit);
    for (Member& member : type.members) walk_types(member.type, visit);
    visit(type);
}

/// The same for all aliases of a model; before types are hoisted that is all there is.
template <class Visit>
void walk_aliases(Model& model, const Visit& visit) {
    for (Declaration& declaration : model.declarations) {
        if (auto* alias = std::get_if<Alias>(&declaration)) walk_types(alias->type, visit);
    }
}

/// Calls `visit(type, path)` for `type` and everything inside it. The path reads `Tool.icons[]`;
/// `|2` is the second alternative of a union.
template <class Visit>
void walk(Type& type, const std::string& path, const Visit& visit) {
    for (std::size_t i = 0; i < type.args.size(); ++i) {
        const bool element = type.is(Type::Kind::array);
        const bool value = type.is(Type::Kind::map);
        const bool choice = type.is(Type::Kind::inline_union);
        walk(type.args[i],
             path + (element  ? "[]"
                     : value  ? "{}"
                     : choice ? "|" + std::to_string(i + 1)
                              : ""),
             visit);
    }
    for (Member& member : type.members) walk(member.type, path + "." + member.wire, visit);
    visit(type, path);
}

}  // namespace mcpgen
