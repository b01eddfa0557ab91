// Lookups in a model, and equality of types.
#include <generator/model/model.hpp>

#include <algorithm>

namespace mcpgen {

const std::string& name_of(const Declaration& declaration) {
    return std::visit([](const auto& d) -> const std::string& { return d.name; }, declaration);
}

Revisions revisions_of(const Declaration& declaration) {
    return std::visit([](const auto& d) { return d.in; }, declaration);
}

const Location& location_of(const Declaration& declaration) {
    return std::visit([](const auto& d) -> const Location& { return d.where; }, declaration);
}

bool same(const Type& a, const Type& b) {
    const auto is_inline = a.is(Type::Kind::inline_record) || a.is(Type::Kind::inline_union) ||
                           a.is(Type::Kind::inline_enum);
    if (!is_inline && a.text != b.text)
        return false;  // of an inline form it is only the name it will get
    const auto scalars = [](const Type& t) {
        return std::tie(t.kind, t.bounds, t.values, t.open, t.boxed, t.is_unsigned);
    };
    if (scalars(a) != scalars(b) || (a.shape == nullptr) != (b.shape == nullptr)) return false;
    if (a.shape != nullptr && !same(*a.shape, *b.shape)) return false;
    return std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(),
                      [](const Type& x, const Type& y) { return same(x, y); }) &&
           std::is_permutation(a.members.begin(), a.members.end(), b.members.begin(),
                               b.members.end(),
                               [](const Member& x, const Member& y) { return same(x, y); });
}

bool same(const Member& a, const Member& b) {
    // Inline members are compared between revisions, where only "required at all" can be alike.
    return a.wire == b.wire && a.required.empty() == b.required.empty() && same(a.type, b.type);
}

Declaration* Model::find(std::string_view name) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &declarations[found->second];
}

const Declaration* Model::find(std::string_view name) const {
    const auto found = index_.find(name);
    if (found != index_.end()) return &declarations[found->second];
    return base == nullptr ? nullptr : base->find(name);
}

bool Model::own(std::string_view name) const { return index_.contains(name); }

void Model::reindex() {
    index_.clear();
    index_.reserve(declarations.size());
    for (std::size_t i = 0; i < declarations.size(); ++i)
        index_.emplace(name_of(declarations[i]), i);
}

}  // namespace mcpgen
