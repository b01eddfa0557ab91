// See names.hpp.
#include <generator/schema/typescript/names.hpp>

#include <generator/schema/typescript/messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mcpgen::typescript {
namespace {

struct BuiltinName {
    std::string_view name;
    Builtin builtin;
    std::size_t arguments;
};

constexpr BuiltinName builtins[] = {
    {"Array", Builtin::array, 1},   {"ReadonlyArray", Builtin::array, 1},
    {"Omit", Builtin::omit, 2},     {"Partial", Builtin::partial, 1},
    {"Pick", Builtin::pick, 2},     {"Readonly", Builtin::readonly, 1},
    {"Record", Builtin::record, 2}, {"Required", Builtin::required, 1},
};

/// Well known types that no JSON value has.
constexpr std::string_view not_data[] = {"Date", "Function", "Map",        "Promise", "RegExp",
                                         "Set",  "Symbol",   "Uint8Array", "URL"};

const BuiltinName* find_builtin(std::string_view name) {
    for (const BuiltinName& entry : builtins) {
        if (entry.name == name) return &entry;
    }
    return nullptr;
}

bool is_plain_name(const TypeExpr& type) {
    return type.is(TypeExpr::Kind::name) && type.parts.empty();
}

}  // namespace

Names::Names(SourceFile& file, Reporter& reporter) : file_(file), reporter_(reporter) {
    for (Declaration& declaration : file_.declarations) {
        const bool is_constant = declaration.is(Declaration::Kind::constant);
        Table& table = is_constant ? constants_ : types_;
        const auto [found, is_new] = table.emplace(declaration.name, &declaration);
        if (is_new) continue;
        reporter_.error(declaration.at,
                        messages::ts_duplicate(is_constant ? "constant" : "type", declaration.name,
                                               found->second->at.line));
    }
    follow_aliases();
}

Declaration* Names::declared(const TypeExpr& name) const {
    const auto found = types_.find(name.text);
    return found == types_.end() ? nullptr : found->second;
}

Declaration* Names::target(const TypeExpr& name) const {
    Declaration* found = declared(name);
    return found == nullptr ? nullptr : target(*found);
}

Declaration* Names::target(Declaration& declaration) const {
    const auto found = targets_.find(&declaration);
    return found == targets_.end() ? nullptr : found->second;
}

Declaration* Names::constant(std::string_view name) const {
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : found->second;
}

Builtin Names::builtin(const TypeExpr& name) const {
    if (declared(name) != nullptr) return Builtin::none;
    const BuiltinName* entry = find_builtin(name.text);
    return entry == nullptr ? Builtin::none : entry->builtin;
}

/// Fills `targets_`: every declaration's end of the chain of aliases; null for a circle.
void Names::follow_aliases() {
    std::vector<Declaration*> chain;
    for (Declaration& start : file_.declarations) {
        if (start.is(Declaration::Kind::constant)) continue;
        chain.clear();
        Declaration* at = &start;
        Declaration* end = nullptr;
        while (at != nullptr) {
            const auto [known, is_new] = targets_.emplace(at, nullptr);
            if (!is_new) {
                end = known->second;  // null when it is in `chain`: a circle
                if (end == nullptr && std::find(chain.begin(), chain.end(), at) != chain.end()) {
                    reporter_.error(at->at, messages::ts_circular(at->name));
                }
                break;
            }
            chain.push_back(at);
            if (!at->is(Declaration::Kind::alias) || !is_plain_name(at->type)) {
                end = at;
                break;
            }
            Declaration* next = declared(at->type);
            if (next == nullptr) end = at;  // reported by check(), or a built-in name
            at = next;
        }
        for (Declaration* link : chain) targets_[link] = end;
    }
}

void Names::check() {
    for (const Declaration& declaration : file_.declarations) {
        if (declaration.is(Declaration::Kind::import)) {
            const auto same = types_.find(declaration.imported);
            if (same != types_.end() && !same->second->is(Declaration::Kind::import)) {
                reporter_.error(declaration.at, messages::ts_import_clash(declaration.imported,
                                                                          same->second->at.line));
            }
            continue;
        }
        for (const TypeExpr& base : declaration.bases) check(base);
        check(declaration.type);
    }
}

void Names::check(const TypeExpr& type) {
    if (reporter_.full()) return;
    if (type.is(TypeExpr::Kind::name)) check_name(type);
    if (type.is(TypeExpr::Kind::type_of)) check_constant(type);
    for (const TypeExpr& part : type.parts) check(part);
    if (!type.object) return;
    for (const MemberDecl& member : type.object->members) check(member.type);
    if (type.object->index) check(*type.object->index);
}

void Names::check_name(const TypeExpr& type) {
    std::size_t wanted = 0;
    if (declared(type) == nullptr) {
        const BuiltinName* entry = find_builtin(type.text);
        if (entry == nullptr) {
            if (std::find(std::begin(not_data), std::end(not_data), type.text) !=
                std::end(not_data)) {
                reporter_.error(type.at, messages::ts_unsupported('`' + type.text + '`',
                                                                  "use types that JSON has"));
                return;
            }
            reporter_.error(type.at,
                            messages::ts_undeclared("type", type.text, nearest_to(type.text)));
            return;
        }
        wanted = entry->arguments;
    }
    if (type.parts.size() != wanted) {
        reporter_.error(type.at,
                        messages::ts_wrong_arguments(type.text, wanted, type.parts.size()));
    }
}

/// A declared type that may have been meant; empty when there is none, or too many to compare with.
std::string Names::nearest_to(std::string_view name) const {
    constexpr std::size_t most = 5000;
    if (types_.size() > most) return {};
    std::vector<std::string_view> known;
    for (const auto& [declared, declaration] : types_) known.push_back(declared);
    std::sort(known.begin(), known.end());
    return nearest(name, known).value_or("");
}

void Names::check_constant(const TypeExpr& type) {
    const Declaration* found = constant(type.text);
    if (found == nullptr) {
        reporter_.error(type.at, messages::ts_undeclared("constant", type.text, ""));
    } else if (found->type.is(TypeExpr::Kind::type_of)) {
        reporter_.error(type.at, messages::ts_circular(type.text));
    }
}

}  // namespace mcpgen::typescript
