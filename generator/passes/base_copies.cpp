// See base_copies.hpp.
#include <generator/passes/base_copies.hpp>

#include <generator/passes/walk.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace mcpgen {

void drop_base_copies(Model& model, std::size_t index) {
    if (model.base == nullptr) return;
    std::unordered_map<std::string_view, std::string_view> base;  // published name -> declaration
    for (const Published& published : model.base->published) {
        if (published.in.contains(index)) base.emplace(published.definition, published.target);
    }
    for (Published& published : model.published) {
        const auto found = base.find(published.definition);
        if (found == base.end()) continue;
        published.as = "base";
        published.target = found->second;
    }
    std::erase_if(model.declarations,
                  [&](const Declaration& d) { return base.contains(name_of(d)); });
    walk_aliases(model, [&](Type& type) {
        const auto found = type.is(Type::Kind::named) ? base.find(type.text) : base.end();
        if (found != base.end()) type.text = found->second;
    });
    model.reindex();
}

}  // namespace mcpgen
