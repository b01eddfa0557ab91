// See judge.hpp.
#include <generator/diff/judge.hpp>

#include <generator/diff/renames.hpp>
#include <generator/passes/join.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// `same` leaves out formats.
bool same_formats(const Type& a, const Type& b) {
    return a.format == b.format &&
           std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_formats);
}

/// Members of inline records compare by revision, which is the very thing that differs here.
Type timeless(Type type) {
    for (Member& member : type.members) {
        member.required = member.required.empty() ? Revisions() : Revisions::one(0);
        member.in = Revisions::one(0);
        member.type = timeless(std::move(member.type));
    }
    for (Type& argument : type.args) argument = timeless(std::move(argument));
    if (type.shape) type.shape = std::make_shared<Type>(timeless(*type.shape));
    return type;
}

}  // namespace

Judge::Judge(const Sides& sides)
    : sides_(sides),
      renames_(find_renames(sides.older.model, sides.newer.model)),
      acceptance_(sides.older.model, sides.newer.model, renames_) {}

Type Judge::in_new_words(Type type) const {
    if (type.is(Type::Kind::named)) type.text = renamed(type.text);
    for (Type& argument : type.args) argument = in_new_words(std::move(argument));
    for (Member& member : type.members) member.type = in_new_words(std::move(member.type));
    return type;
}

bool Judge::equal(const Type& newer, const Type& older) const {
    const Type a = timeless(without_aliases(newer, this->newer()));
    const Type b = timeless(in_new_words(without_aliases(older, this->older())));
    return same(a, b) && same_formats(a, b);
}

bool Judge::same_in_cpp(const Type& newer, const Type& older) const {
    const Type a = bare(without_aliases(newer, this->newer()));
    const Type b = bare(in_new_words(without_aliases(older, this->older())));
    return same(a, b);
}

Change Judge::retyped(std::string kind, std::string name, const Type& newer,
                      const Type& older) const {
    Change change{
        std::move(kind), std::move(name), shape_text(older), shape_text(newer), {}, {}, {}};
    change.breaks.wire = !accepts(newer, older);
    change.breaks.source = !same_in_cpp(newer, older);
    change.merges = !change.breaks.source || join(newer, older, sides_.merged).has_value();
    return change;
}

std::string shape_text(const Type& type) {
    std::string out = to_text(type);
    if (!type.format.empty()) out += " format " + type.format.str();
    return out;
}

}  // namespace mcpgen
