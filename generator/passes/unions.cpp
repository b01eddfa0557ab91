// See unions.hpp. One function per rule.
#include <generator/passes/unions.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/json_text.hpp>

#include <algorithm>
#include <string>
#include <unordered_set>

namespace mcpgen {
namespace {

/// The alternatives behind a reference to a union; null when it refers to something else.
const Types* alternatives_of(const Model& model, const Type& type) {
    const Type* at = &type;
    // The way may lead over other names; the limit is for those that lead in a circle.
    for (int step = 0; step < 32 && at->is(Type::Kind::named); ++step) {
        const Declaration* found = model.own(at->text) ? model.find(at->text) : nullptr;
        const auto* alias = found == nullptr ? nullptr : std::get_if<Alias>(found);
        if (alias == nullptr) return nullptr;
        at = &alias->type;
    }
    return at != &type && at->is(Type::Kind::inline_union) ? &at->args : nullptr;
}

void constants_to_enum(Type& type) {
    const auto text = [](const Type& t) {
        return t.is(Type::Kind::constant) && t.text.view().starts_with('"');
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

/// Puts the alternatives of inner unions in their place, each once. A union that contains itself
/// adds nothing.
void splice(const Model& model, Type& type) {
    Types flat;
    std::unordered_set<std::string> seen;
    Types rest(type.args.rbegin(), type.args.rend());  // what comes next is at the end
    while (!rest.empty()) {
        Type next = std::move(rest.back());
        rest.pop_back();
        if (!seen.insert(to_text(next)).second) continue;
        if (const Types* inner = alternatives_of(model, next))
            rest.insert(rest.end(), inner->rbegin(), inner->rend());
        else if (next.is(Type::Kind::inline_union) && next.text.empty())
            rest.insert(rest.end(), next.args.rbegin(), next.args.rend());
        else
            flat.push_back(std::move(next));
    }
    if (flat.size() == 1) {
        if (flat.front().doc.empty()) flat.front().doc = type.doc;
        type = Type(flat.front());
    } else {
        type.args = std::move(flat);
    }
}

}  // namespace

void simplify_unions(Model& model) {
    walk_aliases(model, [&](Type& type) {
        if (type.is(Type::Kind::inline_union)) constants_to_enum(type);
        if (type.is(Type::Kind::inline_union)) fold_one_or_many(model, type);
        if (type.is(Type::Kind::inline_union)) splice(model, type);
    });
}

}  // namespace mcpgen
