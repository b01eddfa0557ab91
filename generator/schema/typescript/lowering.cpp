// Single types. See lowering.hpp.
#include <generator/schema/typescript/lowering.hpp>

#include <generator/schema/typescript/annotate.hpp>
#include <generator/schema/typescript/messages.hpp>
#include <generator/support/messages.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen::typescript {
namespace {

std::string_view number_type(std::string_view text) {
    return text.find_first_of(".eE") == std::string_view::npos ? "integer" : "number";
}

}  // namespace

Lowering::Lowering(const Names& names, std::size_t max_nodes, Reporter& reporter)
    : names_(names),
      reporter_(reporter),
      tree_(max_nodes),
      shapes_(names, max_nodes, reporter),
      unions_(names, max_nodes, reporter) {}

/// What a declaration says, with its own description and tags.
Node Lowering::declared(const Declaration& declaration) {
    copying_.assign(1, &declaration);
    Node schema;
    if (const Tag* given = type_tag(declaration.doc, reporter_)) {
        schema = tree_.object_with(given->at, "type", given->text);
    } else if (declaration.is(Declaration::Kind::interface)) {
        schema = object(shapes_.of(declaration), declaration.at, false);
    } else {
        schema = type(declaration.type);
    }
    schema.line = declaration.at.line;
    schema.column = declaration.at.column;
    annotate(schema, &declaration.doc.text, &declaration.doc, tree_, reporter_);
    copying_.clear();
    return schema;
}

Node Lowering::type(const TypeExpr& type) {
    if (tree_.full()) {
        reporter_.error({1, 1}, messages::ts_too_large(tree_.limit()));
        return {};
    }
    if (depth_ >= max_depth) {
        reporter_.error(type.at, messages::too_deep(max_depth));
        return {};
    }
    ++depth_;
    Node out;
    switch (type.kind) {
        case TypeExpr::Kind::keyword: out = keyword(type); break;
        case TypeExpr::Kind::string_literal:
        case TypeExpr::Kind::number_literal:
        case TypeExpr::Kind::bool_literal: out = literal(type); break;
        case TypeExpr::Kind::name: out = named(type); break;
        case TypeExpr::Kind::type_of: out = this->type(names_.constant(type.text)->type); break;
        case TypeExpr::Kind::array: out = array_of(type.parts[0], type.at); break;
        case TypeExpr::Kind::union_of: out = any_of(type, false); break;
        case TypeExpr::Kind::all_of: out = all_of(type); break;
        case TypeExpr::Kind::object: {
            const bool empty = type.object->members.empty() && !type.object->index;
            out = object(shapes_.of(type), type.at, empty);
            break;
        }
    }
    --depth_;
    return out;
}

Node Lowering::keyword(const TypeExpr& type) {
    if (type.is_anything()) return tree_.object(type.at);
    if (type.text == "undefined") reporter_.error(type.at, messages::ts_undefined_value());
    if (type.text == "never") {
        Node out = tree_.object(type.at);
        set_member(out, "not", tree_.object(type.at));
        return out;
    }
    Node out = tree_.object_with(type.at, "type", type.text == "number" ? "integer" : type.text);
    if (type.text == "object") {
        set_member(out, "properties", tree_.object(type.at));
        set_member(out, "additionalProperties", tree_.boolean(type.at, true));
    }
    return out;
}

Node Lowering::literal(const TypeExpr& type) {
    Node out = tree_.object(type.at);
    if (type.is(TypeExpr::Kind::string_literal)) {
        set_member(out, "const", tree_.string(type.at, type.text));
        set_member(out, "type", tree_.string(type.at, "string"));
    } else if (type.is(TypeExpr::Kind::number_literal)) {
        set_member(out, "const", tree_.make(Node::Kind::number, type.at, type.text));
        set_member(out, "type", tree_.string(type.at, number_type(type.text)));
    } else {
        set_member(out, "const", tree_.boolean(type.at, type.text == "true"));
        set_member(out, "type", tree_.string(type.at, "boolean"));
    }
    return out;
}

Node Lowering::named(const TypeExpr& type) {
    switch (names_.builtin(type)) {
        case Builtin::none: break;
        case Builtin::array: return array_of(type.parts[0], type.at);
        case Builtin::readonly: return this->type(type.parts[0]);
        default: return object(shapes_.of(type), type.at, false);
    }
    const Declaration& target = *names_.target(type);
    return is_copied(target) ? in_place(target, type.at) : reference(target, type.at);
}

/// Aliases of plain types, literals and arrays have no definition that others refer to.
bool Lowering::is_copied(const Declaration& target) {
    if (!target.is(Declaration::Kind::alias)) return false;
    const TypeExpr& body = target.type;
    if (body.is(TypeExpr::Kind::object) || body.is(TypeExpr::Kind::all_of)) return false;
    if (body.is(TypeExpr::Kind::name)) return names_.builtin(body) == Builtin::array;
    if (!body.is(TypeExpr::Kind::union_of)) return true;
    const auto [known, is_new] = copied_.emplace(&target, false);
    if (is_new) {
        const Alternatives alternatives = unions_.flatten(body);
        known->second = alternatives.anything || alternatives.size() < 2;
    }
    return known->second;
}

/// A copy of an alias, unless it is inside of itself.
Node Lowering::in_place(const Declaration& alias, LineColumn at) {
    if (std::find(copying_.begin(), copying_.end(), &alias) != copying_.end()) {
        return reference(alias, at);
    }
    copying_.push_back(&alias);
    Node out = type(alias.type);
    copying_.pop_back();
    out.line = at.line;
    out.column = at.column;
    annotate(out, &alias.doc.text, &alias.doc, tree_, reporter_);
    return out;
}

Node Lowering::reference(const Declaration& target, LineColumn at) {
    if (target.is(Declaration::Kind::import)) return tree_.reference(at, target.imported);
    if (references_ != nullptr) references_->push_back(&target);
    return tree_.reference(at, target.name);
}

Node Lowering::array_of(const TypeExpr& items, LineColumn at) {
    Node out = tree_.object_with(at, "type", "array");
    set_member(out, "items", type(items));
    return out;
}

Node Lowering::all_of(const TypeExpr& type) {
    Node list = tree_.array(type.at);
    for (const TypeExpr& part : type.parts) {
        const bool can_have_members = part.is(TypeExpr::Kind::name) || part.object != nullptr ||
                                      part.is(TypeExpr::Kind::union_of);
        if (!can_have_members) {
            reporter_.error(part.at, messages::ts_not_an_object("this part of an intersection"));
        }
        list.items.push_back(this->type(part));
    }
    Node out = tree_.object(type.at);
    set_member(out, "allOf", std::move(list));
    return out;
}

/// `braces`: written as `{}`, which the published files tell apart from an interface without
/// members.
Node Lowering::object(const Shape& shape, LineColumn at, bool braces) {
    Node properties = tree_.object(at);
    std::vector<std::string_view> required;
    for (const Field& member : shape.fields) {
        // A member that can have no value is not a member.
        if (member.type->is_keyword("never") || member.type->is_keyword("undefined")) continue;
        bool optional = member.optional;
        Node schema = field(member, optional);
        properties.members.push_back({std::string(member.name), std::move(schema)});
        if (!optional) required.push_back(member.name);
    }

    Node out = tree_.object_with(at, "type", "object");
    if (!properties.members.empty() || braces) set_member(out, "properties", std::move(properties));
    if (!required.empty()) {
        std::sort(required.begin(), required.end());
        Node list = tree_.array(at);
        for (const std::string_view name : required) list.items.push_back(tree_.string(at, name));
        set_member(out, "required", std::move(list));
    }
    // Objects are open anyway; an inherited index is worth saying only when it restricts the
    // values.
    if (shape.index != nullptr && (shape.own_index || !shape.index->is_anything())) {
        set_member(out, "additionalProperties", type(*shape.index));
    }
    if (shape.elsewhere.empty()) return out;

    Node list = tree_.array(at);
    for (const Declaration* import : shape.elsewhere) list.items.push_back(reference(*import, at));
    if (out.members.size() > 1) list.items.push_back(std::move(out));
    Node whole = tree_.object(at);
    set_member(whole, "allOf", std::move(list));
    return whole;
}

/// A member's schema. `optional` becomes true when `undefined` is among its types.
Node Lowering::field(const Field& field, bool& optional) {
    const Tag* given = field.doc == nullptr ? nullptr : type_tag(*field.doc, reporter_);
    Node schema;
    if (given != nullptr) {
        schema = tree_.object_with(given->at, "type", given->text);
    } else if (field.type->is(TypeExpr::Kind::union_of)) {
        ++depth_;
        schema = any_of(*field.type, true);
        --depth_;
    } else {
        schema = type(*field.type);
    }
    const auto is_undefined = [](const TypeExpr& part) { return part.is_keyword("undefined"); };
    if (field.type->is(TypeExpr::Kind::union_of) &&
        std::any_of(field.type->parts.begin(), field.type->parts.end(), is_undefined)) {
        optional = true;
    }
    schema.line = field.at.line;
    schema.column = field.at.column;
    annotate(schema, field.text, field.doc, tree_, reporter_);
    return schema;
}

Node Lowering::any_of(const TypeExpr& type, bool allow_undefined) {
    const Alternatives alternatives = unions_.flatten(type);
    if (alternatives.has_undefined && !allow_undefined) {
        reporter_.error(type.at, messages::ts_undefined_value());
    }
    if (alternatives.anything) return tree_.object(type.at);

    std::vector<Node> list;
    for (const TypeExpr* other : alternatives.others) list.push_back(this->type(*other));
    if (Node node = literals(alternatives, type.at); !node.members.empty()) {
        list.push_back(std::move(node));
    }
    if (Node node = plain_types(alternatives, type.at); !node.members.empty()) {
        list.push_back(std::move(node));
    }
    Node out = tree_.object(type.at);
    if (list.empty()) {
        set_member(out, "not", tree_.object(type.at));
    } else if (list.size() == 1) {
        out = std::move(list.front());
    } else {
        Node entries = tree_.array(type.at);
        entries.items = std::move(list);
        set_member(out, "anyOf", std::move(entries));
    }
    return out;
}

/// All literals of a union as one `enum`, or `const` when there is just one. Empty without any.
Node Lowering::literals(const Alternatives& alternatives, LineColumn at) {
    Node out = tree_.object(at);
    Node list = tree_.array(at);
    for (const std::string_view number : alternatives.numbers) {
        list.items.push_back(tree_.make(Node::Kind::number, at, number));
    }
    for (const std::string_view text : alternatives.strings) {
        list.items.push_back(tree_.string(at, text));
    }
    if (alternatives.has_true || alternatives.has_false) {
        list.items.push_back(tree_.boolean(at, alternatives.has_true));
    }
    if (list.items.empty()) return out;

    const Node::Kind kind = list.items.front().kind;
    const bool alike = list.items.back().kind == kind;
    if (list.items.size() == 1) {
        set_member(out, "const", std::move(list.items.front()));
    } else {
        set_member(out, "enum", std::move(list));
    }
    if (alike) {
        const std::string_view name = kind == Node::Kind::string    ? "string"
                                      : kind == Node::Kind::boolean ? "boolean"
                                                                    : "number";
        set_member(out, "type", tree_.string(at, name));
    }
    return out;
}

/// `string`, `number`, `boolean` and `null` of a union as one `type`. Empty without any.
Node Lowering::plain_types(const Alternatives& alternatives, LineColumn at) {
    Node list = tree_.array(at);
    const auto add = [&](bool has, std::string_view name) {
        if (has) list.items.push_back(tree_.string(at, name));
    };
    add(alternatives.has_string, "string");
    add(alternatives.has_number, "integer");
    add(alternatives.has_boolean, "boolean");
    add(alternatives.has_null, "null");

    Node out = tree_.object(at);
    if (list.items.empty()) return out;
    Node only = std::move(list.items.front());
    if (list.items.size() == 1) {
        set_member(out, "type", std::move(only));
    } else {
        list.items.front() = std::move(only);
        set_member(out, "type", std::move(list));
    }
    return out;
}

}  // namespace mcpgen::typescript
