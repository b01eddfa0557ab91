// Lookups in a model, and equality of types.
#include <generator/model/model.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// For the index.
struct NameOfDeclaration {
    const std::vector<Declaration>& declarations;
    const std::string& operator()(std::size_t place) const { return name_of(declarations[place]); }
};

}  // namespace

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
    const std::size_t place = place_of(name);
    return place == nowhere ? nullptr : &declarations[place];
}

const Declaration* Model::find(std::string_view name) const {
    const std::size_t place = place_of(name);
    if (place != nowhere) return &declarations[place];
    return base == nullptr ? nullptr : base->find(name);
}

bool Model::own(std::string_view name) const { return place_of(name) != nowhere; }

std::size_t Model::place_of(std::string_view name) const {
    return index_.find(name, NameOfDeclaration{declarations});
}

void Model::reindex() {
    index_.reset(declarations.size());
    for (std::size_t i = 0; i < declarations.size(); ++i)
        index_.add(name_of(declarations[i]), i, NameOfDeclaration{declarations});
}

}  // namespace mcpgen
