// Alternatives: `anyOf`, `oneOf`, several types. Null makes a type nullable, texts an enumeration,
// a value or a list of it one-or-many; what remains is a union, when its alternatives can be told
// apart.
#include <generator/tools/shapes.hpp>

#include <generator/passes/classify.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen {
namespace {

constexpr int max_flattening = 32;
constexpr std::size_t max_alternatives = 100;

bool is_null(const Node& schema) {
    const Node* type = schema.find("type");
    if (type != nullptr && type->is(Node::Kind::string)) return type->text == "null";
    const Node* value = schema.find("const");
    if (value != nullptr) return value->is(Node::Kind::null);
    const Node* values = schema.find("enum");
    return values != nullptr && values->items.size() == 1 &&
           values->items.front().is(Node::Kind::null);
}

/// Says which members must be there, and nothing else.
bool only_requires(const Node& schema) {
    return std::all_of(schema.members.begin(), schema.members.end(), [](const KeyValue& member) {
        return member.key == "required" || member.key == "not" || is_annotation(member.key);
    });
}

/// The texts that a schema allows, each with its description; nothing when it allows more.
std::vector<Enumerator> texts_of(const Node& schema, Revisions all) {
    std::vector<Enumerator> out;
    const auto add = [&](const Node& value) {
        if (value.is(Node::Kind::string))
            out.push_back({value.text.str(), {}, doc_of(schema), all});
    };
    if (const Node* value = schema.find("const")) {
        add(*value);
    } else if (const Node* values = schema.find("enum")) {
        for (const Node& item : values->items) add(item);
        if (out.size() != values->items.size()) out.clear();
        if (out.size() > 1) {
            for (Enumerator& each : out) each.doc = {};
        }
    }
    return out;
}

bool is_plain_text(const Node& schema) {
    const std::vector<std::string> types = types_of(schema);
    return types.size() == 1 && types.front() == "string" && schema.find("enum") == nullptr &&
           schema.find("const") == nullptr;
}

bool is_scalar(const Type& type) {
    return type.is(Type::Kind::string) || type.is(Type::Kind::boolean) ||
           type.is(Type::Kind::integer) || type.is(Type::Kind::number);
}

/// Of alternatives that differ only in their limits one remains, without; an integer is a number.
void add_type(Types& types, Type type) {
    if (is_scalar(type)) {
        const bool is_unsigned = type.is_unsigned;
        type = Type::simple(type.kind);
        type.is_unsigned = is_unsigned;
    }
    for (Type& other : types) {
        if (same(other, type)) return;
        if (other.is(Type::Kind::number) && type.is(Type::Kind::integer)) return;
        if (other.is(Type::Kind::integer) && type.is(Type::Kind::number)) {
            other = std::move(type);
            return;
        }
    }
    types.push_back(std::move(type));
}

/// `T` and a list of `T`: the element.
const Type* one_or_many(const Types& types) {
    if (types.size() != 2) return nullptr;
    for (const std::size_t i : {0U, 1U}) {
        const Type& list = types[i];
        const Type& one = types[1 - i];
        if (list.is(Type::Kind::array) && !list.bounds->min_items && !list.bounds->max_items &&
            same(list.args.front(), one)) {
            return &one;
        }
    }
    return nullptr;
}

Shaped nullable(Shaped shaped, bool null) {
    for (const Type::Kind kind : {Type::Kind::any, Type::Kind::null, Type::Kind::nullable})
        if (shaped.type.is(kind)) return shaped;
    if (!null) return shaped;
    Type type = Type::simple(Type::Kind::nullable);
    type.args.push_back(std::move(shaped.type));
    shaped.type = std::move(type);
    return shaped;
}

}  // namespace

/// The alternatives as whole schemas: what stands beside them is in each.
std::vector<const Node*> Shapes::alternatives_of(const Node& schema, int depth) {
    const Node* list = schema.find("anyOf");
    if (list == nullptr) list = schema.find("oneOf");
    std::vector<const Node*> out;
    if (list == nullptr || depth > max_flattening) return out;
    const Node rest =
        without(schema, {"anyOf", "oneOf", "title", "description", "default", "examples",
                         "discriminator", "$schema", "$defs", "definitions", "deprecated"});
    for (const Node& item : list->items) {
        const Node* whole = &item;
        if (!rest.members.empty()) whole = schemas_.both(rest, item);
        if (whole == nullptr) return {};
        const std::vector<const Node*> inner = alternatives_of(*whole, depth + 1);
        if (inner.empty())
            out.push_back(whole);
        else
            out.insert(out.end(), inner.begin(), inner.end());
        if (out.size() > max_alternatives) return {};
    }
    return out;
}

Shaped Shapes::choice(const Node& schema, const Naming& naming) {
    const Node* any = schema.find("anyOf");
    const Node* one = schema.find("oneOf");
    if (any != nullptr && one != nullptr) return as_json("`anyOf` and `oneOf` at once");
    const ThinList<Node>& list = (any != nullptr ? any : one)->items;
    if (!list.empty() && std::all_of(list.begin(), list.end(), only_requires) &&
        !types_of(schema).empty()) {
        return shape(*schemas_.keep(without(schema, {"anyOf", "oneOf"})), naming);
    }
    std::vector<const Node*> alternatives = alternatives_of(schema, 0);
    if (alternatives.empty()) return as_json("the alternatives do not fit what is around them");
    return choice_of(schema, std::move(alternatives), naming);
}

/// `CircleShape` for an alternative whose constant member says so; else its title or its number.
Shapes::Naming Shapes::naming_of(const Node& alternative, std::size_t index,
                                 const Naming& naming) const {
    std::string word;
    if (const Node* properties = alternative.find("properties")) {
        for (const KeyValue& property : properties->members) {
            const Node* value = property.value.find("const");
            if (word.empty() && value != nullptr && value->is(Node::Kind::string))
                word = type_name(value->text, "");
        }
    }
    const Node* title = alternative.find("title");
    if (word.empty() && title != nullptr) word = type_name(title->text, "");
    if (word.empty()) word = "Choice" + std::to_string(index + 1);
    return {naming.own + word, naming.own + word};
}

Shaped Shapes::choice_of(const Node& schema, std::vector<const Node*> alternatives,
                         const Naming& naming) {
    const std::size_t all = alternatives.size();
    std::erase_if(alternatives, [](const Node* schema_of) { return is_null(*schema_of); });
    bool null = alternatives.size() != all;
    if (alternatives.empty() && null) return typed(Type::Kind::null);
    if (alternatives.size() == 1) return nullable(shape(*alternatives.front(), naming), null);

    // Texts, and whether any other text is allowed, too: enumerations are open.
    std::vector<Enumerator> texts;
    bool plain = false;
    std::vector<const Node*> others;
    for (const Node* alternative : alternatives) {
        const std::vector<Enumerator> values = texts_of(*alternative, out_.types.all());
        texts.insert(texts.end(), values.begin(), values.end());
        if (values.empty()) others.push_back(alternative);
        if (values.empty() && is_plain_text(*alternative)) plain = true;
    }
    std::vector<Shaped> shaped;
    if (!texts.empty()) {
        if (plain) std::erase_if(others, [](const Node* each) { return is_plain_text(*each); });
        const bool alone = others.empty();
        const std::string own = naming.own + "Text";
        Shaped values = plain && texts.size() == 1
                            ? typed(Type::Kind::string)
                            : text_enum(schema, texts, alone ? naming : Naming{own, own});
        if (plain) values.note = "or any other text";
        if (alone) return nullable(std::move(values), null);
        shaped.push_back(std::move(values));
    }
    for (std::size_t i = 0; i < others.size(); ++i)
        shaped.push_back(shape(*others[i], naming_of(*others[i], i, naming)));
    // Such as a reference to null.
    if (std::erase_if(shaped, [](const Shaped& s) { return s.type.is(Type::Kind::null); }) != 0)
        null = true;
    return nullable(distinct(schema, std::move(shaped), naming), null);
}

/// One type for all of them.
Shaped Shapes::distinct(const Node& schema, std::vector<Shaped> shaped, const Naming& naming) {
    Types types;
    for (Shaped& each : shaped) {
        if (!each.why.empty()) return as_json(each.why);
        if (each.type.is(Type::Kind::any)) return typed(Type::Kind::any);
        bool inner_null = each.type.is(Type::Kind::nullable);
        add_type(types, inner_null ? Type(each.type.args.front()) : std::move(each.type));
        if (inner_null) return as_json("an alternative is nullable by itself");
    }
    if (types.empty()) return as_json("there are no alternatives");
    if (types.size() == 1) return {types.front(), {}, {}};
    if (const Type* element = one_or_many(types)) {
        Shaped out = typed(Type::Kind::one_or_many);
        out.type.args.push_back(*element);
        return out;
    }
    Union type;
    type.name = naming.own;
    type.doc = doc_of(schema);
    type.in = out_.types.all();
    for (Type& alternative : types) {
        Alternative one;
        one.name = to_text(alternative);
        one.type = std::move(alternative);
        one.in = type.in;
        type.alternatives.push_back(std::move(one));
    }
    type.name = claim(naming);
    Shaped out{Type::reference(type.name), {}, {}};
    out_.types.declarations.emplace_back(std::move(type));
    return out;
}

}  // namespace mcpgen
