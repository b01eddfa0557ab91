// See unions.hpp. One function per rule.
#include <generator/passes/unions.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/json_text.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// The alternatives behind a reference to a union; null when it refers to something else.
const Types* alternatives_of(const Model& model, const Type& type) {
    if (!type.is(Type::Kind::named)) return nullptr;
    const auto* alias = std::get_if<Alias>(model.find(type.text));
    return alias != nullptr && alias->type.is(Type::Kind::inline_union) ? &alias->type.args
                                                                        : nullptr;
}

void constants_to_enum(Type& type) {
    const auto text = [](const Type& t) {
        return t.is(Type::Kind::constant) && t.text.starts_with('"');
    };
    if (!std::all_of(type.args.begin(), type.args.end(), text)) return;
    type.kind = Type::Kind::inline_enum;
    for (const Type& constant : type.args) type.values.push_back(unquote_json(constant.text));
    type.args.clear();
}

/// `T | U | (T | U)[]`, and `T | T[]`.
void fold_one_or_many(const Model& model, Type& type) {
    const auto is_array = [](const Type& t) { return t.is(Type::Kind::array); };
    if (std::count_if(type.args.begin(), type.args.end(), is_array) != 1) return;
    const auto list = std::find_if(type.args.begin(), type.args.end(), is_array);
    const Type element = list->args.front();
    Types singles;
    std::copy_if(type.args.begin(), type.args.end(), std::back_inserter(singles),
                 [&](const Type& t) { return !is_array(t); });
    const Types* choices = alternatives_of(model, element);
    const bool one = singles.size() == 1 && same(singles.front(), element);
    const bool spelled_out =
        choices != nullptr &&
        std::is_permutation(singles.begin(), singles.end(), choices->begin(), choices->end(),
                            [](const Type& a, const Type& b) { return same(a, b); });
    if (!one && !spelled_out) return;
    Type folded = Type::simple(Type::Kind::one_or_many);
    folded.where = type.where;
    folded.doc = type.doc;
    folded.args.push_back(element);
    type = std::move(folded);
}

void splice(const Model& model, Type& type) {
    for (int round = 0; round < 8; ++round) {
        const auto nested = std::find_if(type.args.begin(), type.args.end(), [&](const Type& t) {
            return alternatives_of(model, t) != nullptr;
        });
        if (nested == type.args.end()) return;
        const Types inner = *alternatives_of(model, *nested);
        const auto at = type.args.erase(nested);
        type.args.insert(at, inner.begin(), inner.end());
    }
}

}  // namespace

void simplify_unions(Model& model) {
    walk(model, [&](Type& type, const std::string&) {
        if (type.is(Type::Kind::inline_union)) constants_to_enum(type);
        if (type.is(Type::Kind::inline_union)) fold_one_or_many(model, type);
        if (type.is(Type::Kind::inline_union)) splice(model, type);
    });
}

}  // namespace mcpgen
