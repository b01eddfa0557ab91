// See names.hpp.
#include <generator/passes/names.hpp>

#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace mcpgen {
namespace {

/// Taken by what every record has besides its members.
constexpr std::string_view reserved_members[] = {"extras"};

/// Types of the runtime that generated code names without a namespace.
constexpr std::string_view runtime_types[] = {
    "Bounds",     "Box",         "Codec",         "Condition", "Constant",
    "CodecError", "Direction",   "EnumInfo",      "EnumRow",   "Error",
    "ErrorCode",  "Extras",      "FallbackPiece", "FieldRow",  "Json",
    "JsonKind",   "JsonObject",  "JsonView",      "Map",       "AlternativeRow",
    "MethodRow",  "MethodTable", "NoParams",      "Nullable",  "OneOrMany",
    "OpenEnum",   "RecordInfo",  "Result",        "Revision",  "Revisions",
    "Shape",      "ShapeMember", "TypeOps",       "UnionInfo", "Unrecognized"};

bool is_runtime_type(std::string_view name) {
    return std::find(std::begin(runtime_types), std::end(runtime_types), name) !=
           std::end(runtime_types);
}

class Namer {
public:
    Namer(Model& model, Overrides& overrides, Diagnostics& diagnostics)
        : model_(model), overrides_(overrides), diagnostics_(diagnostics) {}

    void run() {
        for (Declaration& declaration : model_.declarations) {
            usable(name_of(declaration), location_of(declaration));
            if (auto* record = std::get_if<Record>(&declaration)) name(*record);
            if (auto* e = std::get_if<Enum>(&declaration)) name(*e);
        }
        for (Method& method : model_.methods) name(method);
        apply_overrides();
        for (const Method& method : model_.methods) usable(method.name, method.where);
        check_clashes();
    }

private:
    /// As the name of a type.
    void usable(const std::string& name, const Location& where) {
        if (!is_cpp_identifier(name)) diagnostics_.error(where, messages::bad_identifier(name));
        if (is_runtime_type(name)) diagnostics_.error(where, messages::reserved_name(name));
    }

    void name(Record& record) {
        for (Member& member : record.members) {
            std::string made = identifier(member.wire, member.where);
            member.name = made == member.wire ? member.wire : SharedText(made);
            const bool reserved = member.name == reserved_members[0] || member.name == record.name;
            if (reserved || std::as_const(model_).find(member.name) != nullptr)
                member.name = member.name + "_";
        }
    }

    void name(Enum& e) {
        for (Enumerator& value : e.values) value.name = identifier(value.text, e.where);
    }

    /// A request is named for what it asks, `CallTool`; a notification keeps its published name.
    void name(Method& method) {
        method.name = method.definition;
        constexpr std::string_view suffix = "Request";
        if (!method.notification && method.name.ends_with(suffix) &&
            method.name.size() > suffix.size()) {
            method.name.resize(method.name.size() - suffix.size());
        }
    }

    std::string identifier(std::string_view wire, const Location& where) {
        if (auto made = cpp_identifier(wire)) return *std::move(made);
        diagnostics_.error(where, messages::bad_identifier(wire));
        return "_";
    }

    void apply_overrides() {
        overrides_.each("identifiers", model_.all(), [&](Override& entry) {
            const std::string_view at = entry.text("at");
            bool used = false;
            if (!is_cpp_identifier(entry.text("name"))) {
                diagnostics_.error(entry.where(), messages::bad_identifier(entry.text("name")));
                return true;
            }
            for (Method& method : model_.methods) {
                if (method.definition == at || method.wire == at) {
                    method.name = entry.text("name");
                    used = true;
                }
            }
            const std::size_t dot = at.find('.');
            if (dot == std::string::npos || !model_.own(at.substr(0, dot))) return used;
            Declaration& owner = *model_.find(at.substr(0, dot));
            if (auto* record = std::get_if<Record>(&owner)) {
                for (Member& member : record->members)
                    used = rename(member.wire, member.name, at.substr(dot + 1), entry) || used;
            }
            if (auto* e = std::get_if<Enum>(&owner)) {
                for (Enumerator& value : e->values)
                    used = rename(value.text, value.name, at.substr(dot + 1), entry) || used;
            }
            return used;
        });
    }

    template <class Text>
    static bool rename(const Text& wire, Text& name, std::string_view wanted,
                       const Override& entry) {
        if (wire != wanted) return false;
        name = entry.text("name");
        return true;
    }

    void check_clashes() {
        for (const Declaration& declaration : model_.declarations) {
            if (const auto* record = std::get_if<Record>(&declaration)) {
                check(
                    record->members, [](const Member& m) { return std::pair(m.name, m.wire); },
                    record->where);
            }
            if (const auto* e = std::get_if<Enum>(&declaration)) {
                check(
                    e->values, [](const Enumerator& v) { return std::pair(v.name, v.text); },
                    e->where);
                // The C++ enumeration of the known values is called so.
                const std::string tag = e->name + "Tag";
                if (model_.own(tag))
                    diagnostics_.error(e->where, messages::identifier_clash(tag, e->name, tag));
            }
        }
        for (const Method& method : model_.methods) {
            if (model_.own(method.name)) {
                diagnostics_.error(method.where, messages::identifier_clash(
                                                     method.name, method.wire, method.name));
            }
        }
        check(
            model_.methods, [](const Method& m) { return std::pair(m.name, m.wire); }, Location{});
    }

    template <class Things, class Names>
    void check(const Things& things, const Names& names, const Location& where) {
        std::unordered_map<std::string, std::string> seen;
        for (const auto& thing : things) {
            const auto [name, wire] = names(thing);
            const auto [at, fresh] = seen.emplace(name, wire);
            if (!fresh)
                diagnostics_.error(where, messages::identifier_clash(name, at->second, wire));
        }
    }

    Model& model_;
    Overrides& overrides_;
    Diagnostics& diagnostics_;
};

}  // namespace

void assign_names(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    Namer(model, overrides, diagnostics).run();
}

}  // namespace mcpgen
