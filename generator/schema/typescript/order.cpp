// See order.hpp.
#include <generator/schema/typescript/order.hpp>

#include <unordered_set>

namespace mcpgen::typescript {
namespace {

/// Deeper aliases are numbered at their own declaration; that only matters for the order.
constexpr std::size_t max_nesting = 256;

class Walk {
public:
    explicit Walk(const Names& names) : names_(names) {}

    void run() {
        for (Declaration& declaration : names_.file().declarations) declare(declaration);
    }

private:
    /// The turn of a declaration: what it holds is numbered now, be its own number older.
    void declare(Declaration& declaration) {
        number(declaration.order);
        for (TypeExpr& base : declaration.bases) visit(base);
        if (declaration.is(Declaration::Kind::alias)) {
            follow(declaration);
        } else if (declaration.is(Declaration::Kind::interface)) {
            visit(declaration.type);
        }
    }

    void follow(Declaration& alias) {
        if (depth_ + alias.type.height > max_nesting || !followed_.insert(&alias).second) return;
        visit(alias.type);
    }

    void visit(TypeExpr& type) {
        ++depth_;
        if (type.is(TypeExpr::Kind::name)) {
            if (Declaration* target = names_.target(type)) visit_target(*target);
        }
        for (TypeExpr& part : type.parts) visit(part);
        if (type.object) {
            for (MemberDecl& member : type.object->members) visit(member.type);
            if (type.object->index) visit(*type.object->index);
        }
        number(type.order);
        --depth_;
    }

    void visit_target(Declaration& target) {
        if (target.is(Declaration::Kind::alias)) follow(target);
        number(target.order);
    }

    void number(std::uint32_t& order) {
        if (order == 0) order = ++last_;
    }

    const Names& names_;
    std::unordered_set<const Declaration*> followed_;
    std::size_t depth_ = 0;
    std::uint32_t last_ = 0;
};

}  // namespace

void number_types(const Names& names) { Walk(names).run(); }

}  // namespace mcpgen::typescript
