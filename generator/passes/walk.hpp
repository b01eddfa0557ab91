// Visiting every type in a model, inner types before outer ones, so that a pass may replace what it sees.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

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

/// The same for a whole model: aliases, members of records, and alternatives of unions.
template <class Visit>
void walk(Model& model, const Visit& visit) {
    for (std::size_t i = 0; i < model.declarations.size(); ++i) {
        Declaration& declaration = model.declarations[i];
        const std::string name = name_of(declaration);
        if (auto* alias = std::get_if<Alias>(&declaration)) walk(alias->type, name, visit);
        if (auto* record = std::get_if<Record>(&declaration)) {
            for (Member& member : record->members)
                walk(member.type, name + "." + member.wire, visit);
        }
        if (auto* u = std::get_if<Union>(&declaration)) {
            for (Alternative& alternative : u->alternatives) walk(alternative.type, name, visit);
        }
    }
}

}  // namespace mcpgen
