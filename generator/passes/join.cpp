// See join.hpp. One rule per paragraph of `join`.
#include <generator/passes/join.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

constexpr int max_depth = 160;  // more than a document can nest

Type without_bounds(Type type) {
    type.bounds.reset();
    type.shape.reset();
    for (Type& argument : type.args) argument = without_bounds(std::move(argument));
    return type;
}

bool is_record(const Type& type, const Model& model) {
    const Declaration* found = type.is(Type::Kind::named) ? model.find(type.text) : nullptr;
    return found != nullptr && std::holds_alternative<Record>(*found);
}

bool is_alternative(const Type& choice, const Type& of, const Model& model) {
    const Declaration* found = of.is(Type::Kind::named) ? model.find(of.text) : nullptr;
    const auto* u = found == nullptr ? nullptr : std::get_if<Union>(found);
    return u != nullptr && std::any_of(u->alternatives.begin(), u->alternatives.end(),
                                       [&](const Alternative& a) { return same(a.type, choice); });
}

/// The limit is for aliases that lead in a circle; the verify pass reports those.
Type without_aliases(const Type& type, const Model& model, int depth) {
    Type out = type;
    for (; out.is(Type::Kind::named) && depth < max_depth; ++depth) {
        const Declaration* found = model.find(out.text);
        const auto* alias = found == nullptr ? nullptr : std::get_if<Alias>(found);
        if (alias == nullptr) break;
        out = Type(alias->type);
    }
    if (depth >= max_depth) return out;
    for (Type& argument : out.args) argument = without_aliases(argument, model, depth + 1);
    return out;
}

}  // namespace

Type without_aliases(const Type& type, const Model& model) {
    return without_aliases(type, model, 0);
}

std::optional<Type> join(const Type& newer, const Type& older, const Model& model) {
    using Kind = Type::Kind;
    const Type a = without_bounds(without_aliases(newer, model));
    const Type b = without_bounds(without_aliases(older, model));

    // Alike, limits aside: each revision keeps its own limits.
    if (same(a, b)) return newer;

    // Any JSON holds everything that is kept as JSON.
    if (a.is(Kind::any) && (b.is(Kind::object) || b.is(Kind::any))) return newer;

    // A record without members at a revision is an open object there.
    if (a.is(Kind::object) && is_record(b, model)) return older;
    if (b.is(Kind::object) && is_record(a, model)) return newer;

    // A list, or one of its elements.
    if (a.is(Kind::one_or_many) && (same(a.args[0], b) || is_alternative(b, a.args[0], model)))
        return newer;

    // A value that may be null, or must not.
    if (a.is(Kind::nullable) && same(a.args[0], b)) return newer;

    // Every integer is a number.
    if (a.is(Kind::number) && b.is(Kind::integer)) return newer;

    // A union holds its alternatives.
    if (is_alternative(b, a, model)) return newer;

    // Containers of types that join without a facet of their own.
    const bool container =
        a.is(Kind::array) || a.is(Kind::map) || a.is(Kind::nullable) || a.is(Kind::one_or_many);
    if (container && a.kind == b.kind) {
        const std::optional<Type> element =
            join(newer.args.empty() ? a.args[0] : newer.args[0],
                 older.args.empty() ? b.args[0] : older.args[0], model);
        const bool free = element && (element->is(Kind::named) || same(a.args[0], b.args[0]));
        if (!free) return std::nullopt;
        Type out = newer;
        if (!out.args.empty()) out.args[0] = *element;
        return out;
    }
    return std::nullopt;
}

}  // namespace mcpgen
