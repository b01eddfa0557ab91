// See nulls.hpp.
#include <generator/passes/nulls.hpp>

#include <generator/passes/walk.hpp>

#include <algorithm>

namespace mcpgen {

void fold_nulls(Model& model) {
    walk_aliases(model, [](Type& type) {
        if (!type.is(Type::Kind::inline_union)) return;
        if (erase_if(type.args, [](const Type& t) { return t.is(Type::Kind::null); }) == 0) return;
        Type inner = type.args.size() == 1 ? Type(type.args.front()) : type;
        Type nullable = Type::simple(Type::Kind::nullable);
        nullable.where = type.where;
        nullable.doc = type.doc;
        nullable.args.push_back(std::move(inner));
        type = std::move(nullable);
    });
}

}  // namespace mcpgen
