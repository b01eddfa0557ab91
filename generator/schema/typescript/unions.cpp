// See unions.hpp.
#include <generator/schema/typescript/unions.hpp>

#include <generator/schema/typescript/messages.hpp>
#include <generator/support/messages.hpp>

#include <algorithm>

namespace mcpgen::typescript {
namespace {

constexpr std::size_t max_depth = 128;

void sort_unique(std::vector<std::string_view>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// A literal beside its own type says nothing.
void absorb(Alternatives& out) {
    if (out.has_true && out.has_false) out.has_boolean = true;
    if (out.has_boolean) out.has_true = out.has_false = false;
    if (out.has_string) out.strings.clear();
    if (out.has_number) out.numbers.clear();
    sort_unique(out.strings);
    sort_unique(out.numbers);
}

}  // namespace

std::size_t Alternatives::size() const {
    const auto one = [](bool has) { return has ? std::size_t{1} : std::size_t{0}; };
    return others.size() + strings.size() + numbers.size() + one(has_string) + one(has_number) +
           one(has_boolean) + one(has_null) + one(has_true) + one(has_false);
}

Unions::Unions(const Names& names, std::size_t max_steps, Reporter& reporter)
    : names_(names), reporter_(reporter), max_steps_(max_steps) {}

Alternatives Unions::flatten(const TypeExpr& type) {
    Flattening work;
    add(work, type);
    absorb(work.out);
    std::stable_sort(
        work.out.others.begin(), work.out.others.end(),
        [&](const TypeExpr* a, const TypeExpr* b) { return order_of(*a) < order_of(*b); });
    return std::move(work.out);
}

void Unions::add(Flattening& work, const TypeExpr& type) {
    if (++steps_ > max_steps_) {
        if (steps_ == max_steps_ + 1) {
            reporter_.error(type.at, messages::ts_too_large(max_steps_));
        }
        return;
    }
    Alternatives& out = work.out;
    switch (type.kind) {
        case TypeExpr::Kind::union_of:
            for (const TypeExpr& part : type.parts) add(work, part);
            return;
        case TypeExpr::Kind::keyword: return add_keyword(work, type);
        case TypeExpr::Kind::string_literal: out.strings.push_back(type.text); return;
        case TypeExpr::Kind::number_literal: out.numbers.push_back(type.text); return;
        case TypeExpr::Kind::bool_literal:
            (type.text == "true" ? out.has_true : out.has_false) = true;
            return;
        case TypeExpr::Kind::type_of:
            if (const Declaration* constant = names_.constant(type.text)) add(work, constant->type);
            return;
        case TypeExpr::Kind::name: return add_name(work, type);
        default: out.others.push_back(&type);
    }
}

void Unions::add_keyword(Flattening& work, const TypeExpr& type) {
    Alternatives& out = work.out;
    if (type.is_anything()) {
        out.anything = true;
    } else if (type.text == "string") {
        out.has_string = true;
    } else if (type.text == "number") {
        out.has_number = true;
    } else if (type.text == "boolean") {
        out.has_boolean = true;
    } else if (type.text == "null") {
        out.has_null = true;
    } else if (type.text == "undefined") {
        out.has_undefined = true;
    } else if (type.text != "never") {
        out.others.push_back(&type);
    }
}

void Unions::add_name(Flattening& work, const TypeExpr& type) {
    const Declaration* target =
        names_.builtin(type) == Builtin::none ? names_.target(type) : nullptr;
    if (target == nullptr) {
        work.out.others.push_back(&type);
        return;
    }
    if (std::find(work.path.begin(), work.path.end(), target) != work.path.end()) {
        reporter_.error(target->at, messages::ts_circular(target->name));
        return;
    }
    if (!work.seen.insert(target).second) return;

    const bool is_alias = target->is(Declaration::Kind::alias);
    const TypeExpr::Kind kind = target->type.kind;
    if (!is_alias || kind == TypeExpr::Kind::object || kind == TypeExpr::Kind::all_of ||
        kind == TypeExpr::Kind::array || kind == TypeExpr::Kind::name) {
        work.out.others.push_back(&type);
    } else if (work.path.size() >= max_depth) {
        reporter_.error(type.at, messages::too_deep(max_depth));
    } else {
        work.path.push_back(target);
        add(work, target->type);
        work.path.pop_back();
    }
}

std::uint32_t Unions::order_of(const TypeExpr& type) const {
    if (!type.is(TypeExpr::Kind::name) || names_.builtin(type) != Builtin::none) return type.order;
    const Declaration* target = names_.target(type);
    return target == nullptr ? type.order : target->order;
}

}  // namespace mcpgen::typescript
