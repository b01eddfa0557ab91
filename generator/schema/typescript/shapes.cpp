// See shapes.hpp.
#include <generator/schema/typescript/shapes.hpp>

#include <generator/schema/typescript/messages.hpp>
#include <generator/support/messages.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen::typescript {
namespace {

/// A type of string literals -> the strings. Gives up on anything else, and on too much.
class KeyReader {
public:
    explicit KeyReader(const Names& names) : names_(names) {}

    bool read(const TypeExpr& type, std::vector<std::string_view>& out, std::size_t depth) {
        static constexpr std::size_t max_steps = 10'000;
        if (depth > Shapes::max_depth || ++steps_ > max_steps) return false;
        if (type.is(TypeExpr::Kind::string_literal)) {
            out.push_back(type.text);
            return true;
        }
        if (type.is(TypeExpr::Kind::union_of)) {
            return std::all_of(type.parts.begin(), type.parts.end(),
                               [&](const TypeExpr& part) { return read(part, out, depth + 1); });
        }
        if (type.is(TypeExpr::Kind::type_of)) {
            const Declaration* constant = names_.constant(type.text);
            return constant != nullptr && read(constant->type, out, depth + 1);
        }
        if (!type.is(TypeExpr::Kind::name) || !type.parts.empty()) return false;
        const Declaration* target = names_.target(type);
        return target != nullptr && target->is(Declaration::Kind::alias) &&
               read(target->type, out, depth + 1);
    }

private:
    const Names& names_;
    std::size_t steps_ = 0;
};

}  // namespace

Shapes::Shapes(const Names& names, std::size_t max_fields, Reporter& reporter)
    : names_(names), reporter_(reporter), max_fields_(max_fields) {}

const Shape& Shapes::of(const Declaration& declaration) {
    static const Shape none;
    const auto [place, is_new] = known_.emplace(&declaration, nullptr);
    if (!is_new) {
        if (place->second->done) return place->second->shape;
        reporter_.error(declaration.at, messages::ts_circular(declaration.name));
        return none;
    }
    place->second = std::make_unique<Known>();
    Known& known = *place->second;  // stays where it is when the table grows
    if (declaration.is(Declaration::Kind::import)) {
        known.shape.elsewhere.push_back(&declaration);
    } else if (declaration.is(Declaration::Kind::alias)) {
        extend(known.shape, declaration.type);
    } else {
        for (const TypeExpr& base : declaration.bases) extend(known.shape, base);
        add_own(known.shape, *declaration.type.object);
    }
    known.done = true;
    return known.shape;
}

Shape Shapes::of(const TypeExpr& type) {
    Shape shape;
    extend(shape, type);
    return shape;
}

/// Adds what `base` has. Members that are there already stay as they are.
void Shapes::extend(Shape& shape, const TypeExpr& base) {
    if (++depth_ > max_depth) {
        reporter_.error(base.at, messages::too_deep(max_depth));
    } else if (base.is(TypeExpr::Kind::name)) {
        add_name(shape, base);
    } else if (base.is(TypeExpr::Kind::all_of)) {
        add_intersection(shape, base);
    } else if (base.is(TypeExpr::Kind::object)) {
        add_own(shape, *base.object);
    } else {
        const bool has_text = base.is(TypeExpr::Kind::keyword);
        reporter_.error(base.at,
                        messages::ts_not_an_object(has_text ? '`' + base.text + '`' : "this"));
    }
    --depth_;
}

void Shapes::add_name(Shape& shape, const TypeExpr& name) {
    const Builtin builtin = names_.builtin(name);
    if (builtin != Builtin::none) return add_builtin(shape, name, builtin);
    const Declaration* target = names_.target(name);
    if (target == nullptr) return;  // reported with the names
    const bool is_alias = target->is(Declaration::Kind::alias);
    const bool has_members = !is_alias || target->type.is(TypeExpr::Kind::object) ||
                             target->type.is(TypeExpr::Kind::all_of) ||
                             target->type.is(TypeExpr::Kind::name);
    if (has_members) return join(shape, of(*target));
    reporter_.error(name.at, messages::ts_not_an_object('`' + name.text + '`'));
}

void Shapes::add_builtin(Shape& shape, const TypeExpr& name, Builtin builtin) {
    switch (builtin) {
        case Builtin::omit: return add_selected(shape, name, false);
        case Builtin::pick: return add_selected(shape, name, true);
        case Builtin::partial: return add_with_presence(shape, name, true);
        case Builtin::required: return add_with_presence(shape, name, false);
        case Builtin::readonly: return extend(shape, name.parts[0]);
        case Builtin::record: return add_record(shape, name);
        default: reporter_.error(name.at, messages::ts_not_an_object('`' + name.text + '`'));
    }
}

/// What stands between braces replaces what was inherited.
void Shapes::add_own(Shape& shape, const ObjectType& object) {
    for (const MemberDecl& member : object.members) {
        const std::string* text = member.doc.text.empty() ? nullptr : &member.doc.text;
        put(shape, {member.name, member.at, member.optional, &member.type, &member.doc, text},
            true);
    }
    if (object.index) {
        shape.index = object.index.get();
        shape.own_index = true;
    }
}

/// `Record<string, T>`, or a member of type T for each of some literals.
void Shapes::add_record(Shape& shape, const TypeExpr& record) {
    const TypeExpr& key = record.parts[0];
    const TypeExpr& value = record.parts[1];
    if (key.is_keyword("string")) {
        if (shape.index == nullptr) shape.index = &value;
        return;
    }
    std::vector<std::string_view> list;
    if (!read_keys(key, record, list)) return;
    for (const std::string_view name : list) {
        put(shape, {name, key.at, false, &value, nullptr, nullptr}, false);
    }
}

/// `Pick<T, keys>` and `Omit<T, keys>`.
void Shapes::add_selected(Shape& shape, const TypeExpr& selection, bool picks) {
    const Shape all = local_part(selection);
    const TypeExpr& key = selection.parts[1];
    std::vector<std::string_view> list;
    if (!read_keys(key, selection, list)) return;
    if (!picks && all.index != nullptr) {
        reporter_.error(selection.at, messages::ts_omit_of_open());
        return;
    }
    std::sort(list.begin(), list.end());
    for (const std::string_view name : list) {
        if (!picks || all.places.contains(name)) continue;
        reporter_.error(key.at, messages::ts_not_a_member(name));
    }
    for (const Field& field : all.fields) {
        if (std::binary_search(list.begin(), list.end(), field.name) == picks) {
            put(shape, field, false);
        }
    }
}

/// `Partial<T>` and `Required<T>`.
void Shapes::add_with_presence(Shape& shape, const TypeExpr& type, bool optional) {
    Shape all = local_part(type);
    for (Field& field : all.fields) field.optional = optional;
    join(shape, all);
}

void Shapes::add_intersection(Shape& shape, const TypeExpr& type) {
    for (const TypeExpr& part : type.parts) {
        const Shape members = of(part);
        for (const Field& field : members.fields) {
            const auto found = shape.places.find(field.name);
            if (found == shape.places.end()) continue;
            if (shape.fields[found->second].type != field.type) {
                reporter_.error(part.at, messages::ts_member_clash(field.name));
            }
        }
        join(shape, members);
    }
}

void Shapes::join(Shape& shape, const Shape& inherited) {
    for (const Field& field : inherited.fields) put(shape, field, false);
    if (shape.index == nullptr) shape.index = inherited.index;
    for (const Declaration* import : inherited.elsewhere) {
        if (std::find(shape.elsewhere.begin(), shape.elsewhere.end(), import) ==
            shape.elsewhere.end()) {
            shape.elsewhere.push_back(import);
        }
    }
}

void Shapes::put(Shape& shape, Field field, bool replace) {
    if (++fields_ > max_fields_) {
        if (fields_ == max_fields_ + 1) {
            reporter_.error(field.at, messages::ts_too_large(max_fields_));
        }
        return;
    }
    const auto [place, is_new] = shape.places.emplace(field.name, shape.fields.size());
    if (is_new) {
        shape.fields.push_back(field);
    } else if (replace) {
        Field& old = shape.fields[place->second];
        if (field.text == nullptr) field.text = old.text;
        old = field;
    }
}

/// The members of the first type argument of `user`, all of which must be declared in this file.
Shape Shapes::local_part(const TypeExpr& user) {
    Shape shape = of(user.parts[0]);
    for (const Declaration* import : shape.elsewhere) {
        reporter_.error(user.at, messages::ts_imported_members(import->name, user.text));
    }
    shape.elsewhere.clear();
    return shape;
}

/// The strings that the keys of `user` consist of; anything else is reported, and false.
bool Shapes::read_keys(const TypeExpr& type, const TypeExpr& user,
                       std::vector<std::string_view>& out) {
    if (KeyReader(names_).read(type, out, 0)) return true;
    reporter_.error(type.at, messages::ts_bad_keys(user.text));
    return false;
}

}  // namespace mcpgen::typescript
