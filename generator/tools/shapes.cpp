// See shapes.hpp. One function per kind of schema; alternatives are in choices.cpp,
// constants and enumerations in values.cpp.
#include <generator/tools/shapes.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace mcpgen {
namespace {

constexpr int max_depth = 100;

bool only_annotations_beside(const Node& schema, std::string_view keyword) {
    return std::all_of(schema.members.begin(), schema.members.end(), [&](const KeyValue& member) {
        return member.key == keyword || is_annotation(member.key);
    });
}

std::optional<double> number_of(const Node* node) {
    if (node == nullptr || !node->is(Node::Kind::number)) return std::nullopt;
    double value = 0;
    const std::string_view text = node->text;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::size_t> count_of(const Node* node) {
    const std::optional<double> value = number_of(node);
    if (!value || *value < 0 || *value > 1e15 || std::floor(*value) != *value) return std::nullopt;
    return static_cast<std::size_t>(*value);
}

/// As doubles, 2^63 and 2^63 - 1 are the same.
constexpr double two_to_63 = 9223372036854775808.0;
constexpr double two_to_64 = 2 * two_to_63;

/// Limits that are met by integers which std::int64_t has not.
bool beyond_int64(const Type& type) {
    const double least = type.bounds->minimum.value_or(0);
    const double most = type.bounds->maximum.value_or(0);
    return least < -two_to_63 || least >= two_to_63 || most < -two_to_63 || most > two_to_63;
}

/// Limits of std::uint64_t, or narrower ones.
bool within_uint64(const Type& type) {
    const Bounds& bounds = *type.bounds;
    return bounds.minimum && *bounds.minimum >= 0 && bounds.maximum && *bounds.maximum <= two_to_64;
}

/// `default 3`: what the schema says beside the type, as long as it is short.
std::string note_of(const Node& schema) {
    constexpr std::size_t longest_note = 40;
    std::string out;
    const auto add = [&](const std::string& word, std::string_view value) {
        if (value.empty() || value.size() > longest_note) return;
        if (!out.empty()) out += ", ";
        out += word + " " + clean(value);
    };
    if (const Node* format = schema.find("format")) add("format", format->text);
    if (const Node* value = schema.find("default")) {
        if (value->is(Node::Kind::boolean)) add("default", value->boolean ? "true" : "false");
        if (value->is(Node::Kind::number)) add("default", value->text);
        if (value->is(Node::Kind::string)) add("default", quote_json(value->text));
    }
    return out;
}

bool mentions(const Type& type, const std::string& name) {
    if (type.is(Type::Kind::named)) return type.text == name;
    return std::any_of(type.args.begin(), type.args.end(),
                       [&](const Type& inner) { return mentions(inner, name); });
}

const Node& true_schema() {
    static const Node node = [] {
        Node made;
        made.kind = Node::Kind::boolean;
        made.boolean = true;
        return made;
    }();
    return node;
}

}  // namespace

Shaped as_json(std::string why) { return {Type::simple(Type::Kind::any), std::move(why), {}}; }

Shaped typed(Type::Kind kind) { return {Type::simple(kind), {}, {}}; }

std::string doc_of(const Node& schema) {
    for (const char* keyword : {"description", "title"}) {
        const Node* text = schema.find(keyword);
        if (text != nullptr && text->is(Node::Kind::string)) return clean(text->text);
    }
    return {};
}

Type Shapes::root(const Node& schema, const std::string& name, const std::string& prefix) {
    schemas_.enter(schema);
    scope_ = prefix;
    return at_place(schema, {name, prefix}).type;
}

/// A schema that others may refer to, also from inside of it.
Shaped Shapes::at_place(const Node& target, const Naming& naming) {
    const auto [at, fresh] = known_.try_emplace(&target);
    Known& known = at->second;
    if (!fresh) {
        if (known.done) return known.shaped;
        known.recursive = true;
        return {Type::reference(known.name), {}, {}};
    }
    known.name = claim(naming);
    Shaped shaped =
        shape(target, {known.name, naming.prefix.empty() ? known.name : naming.prefix, true});
    if (known.recursive && !is_declared(known.name)) {
        if (mentions(shaped.type, known.name)) {
            shaped = as_json("the type would be nothing but itself");
        }
        Alias alias;
        alias.name = known.name;
        alias.in = out_.types.all();
        alias.type = shaped.type;
        out_.types.declarations.emplace_back(std::move(alias));
    }
    known.done = true;
    known.shaped = shaped;
    return shaped;
}

/// Looks from the end: what is asked for has just been declared.
bool Shapes::is_declared(const std::string& name) const {
    const auto& all = out_.types.declarations;
    return std::any_of(all.rbegin(), all.rend(), [&](const Declaration& declaration) {
        return name_of(declaration) == name;
    });
}

/// Types also have tables, whose names are those of the types in small letters, and enumerations
/// have a second type.
std::string Shapes::name(const std::string& wanted) {
    while (true) {
        std::string name = names_.unique(wanted);
        if (names_.has(name + "Tag") || !tables_.insert(to_snake(name)).second) continue;
        names_.take(name + "Tag");
        return name;
    }
}

Shaped Shapes::shape(const Node& schema, const Naming& naming) {
    if (schema.is(Node::Kind::boolean)) {
        return schema.boolean ? typed(Type::Kind::any) : as_json("no value is allowed here");
    }
    if (!schema.is(Node::Kind::object)) return as_json("this is no schema");
    if (depth_ >= max_depth) return as_json("the schema is nested too deeply");
    ++depth_;
    Shaped out = of_object(schema, naming);
    --depth_;
    if (out.note.empty()) out.note = note_of(schema);
    return out;
}

Shaped Shapes::of_object(const Node& schema, const Naming& naming) {
    if (schema.find("$dynamicRef") != nullptr) return as_json("`$dynamicRef` has no type");
    if (schema.find("$ref") != nullptr) return reference(schema, naming);
    if (const Node* parts = schema.find("allOf")) {
        // One part with nothing beside it is that part: a reference stays one.
        if (parts->items.size() == 1 && only_annotations_beside(schema, "allOf"))
            return shape(parts->items.front(), naming);
        const Node* one = schemas_.flattened(schema);
        return one == nullptr ? as_json("the parts of `allOf` do not make one type")
                              : at_place(*one, naming);
    }
    if (const Node* value = schema.find("const")) return constant(*value);
    if (schema.find("enum") != nullptr) return enumeration(schema, naming);
    if (schema.find("anyOf") != nullptr || schema.find("oneOf") != nullptr)
        return choice(schema, naming);
    const std::vector<std::string> types = types_of(schema);
    if (types.empty()) {
        if (schema.find("not") != nullptr)
            return as_json("the schema only says what is not allowed");
        return typed(Type::Kind::any);
    }
    if (types.size() == 1) return of_kind(schema, types.front(), naming);
    std::vector<const Node*> alternatives;
    for (const std::string& type : types) {
        Node one = without(schema, {"type", "title", "description"});
        Node word;
        word.kind = Node::Kind::string;
        word.text = type;
        one.members.push_back({"type", std::move(word)});
        alternatives.push_back(schemas_.keep(std::move(one)));
    }
    return choice_of(schema, std::move(alternatives), naming);
}

Shaped Shapes::of_kind(const Node& schema, const std::string& kind, const Naming& naming) {
    if (kind == "object") {
        const Node* properties = schema.find("properties");
        const Node* required = schema.find("required");
        const bool named = (properties != nullptr && !properties->members.empty()) ||
                           (required != nullptr && !required->items.empty());
        return named ? record(schema, naming) : map_or_object(schema, naming);
    }
    if (kind == "array") return array(schema, naming);
    if (kind == "string") return typed(Type::Kind::string);
    if (kind == "boolean") return typed(Type::Kind::boolean);
    if (kind == "integer" || kind == "number") {
        Shaped out = typed(kind == "integer" ? Type::Kind::integer : Type::Kind::number);
        Bounds bounds;
        bounds.minimum = number_of(schema.find("minimum"));
        bounds.maximum = number_of(schema.find("maximum"));
        out.type.bounds = bounds;
        if (kind == "number" || !beyond_int64(out.type)) return out;
        if (!within_uint64(out.type)) return as_json("the limits go beyond integers of 64 bits");
        out.type.is_unsigned = true;
        if (*bounds.minimum == 0) bounds.minimum.reset();
        if (*bounds.maximum == two_to_64) bounds.maximum.reset();
        out.type.bounds = bounds;
        return out;
    }
    if (kind == "null") return typed(Type::Kind::null);
    return as_json("`" + clean(kind) + "` is no type of JSON");
}

Shaped Shapes::reference(const Node& schema, const Naming& naming) {
    const std::string_view reference = schema.find("$ref")->text;
    const Node* target = schemas_.resolve(reference);
    if (target == nullptr) return as_json("`" + clean(reference) + "` is not in the schema");
    if (!only_annotations_beside(schema, "$ref")) {
        const Node* one = schemas_.flattened(schema);
        return one == nullptr ? as_json("what stands beside `$ref` contradicts it")
                              : at_place(*one, naming);
    }
    // The name of a definition says more than the place where it is used.
    const std::size_t slash = reference.rfind('/');
    const bool definition = reference.find("/$defs/") != reference.npos ||
                            reference.find("/definitions/") != reference.npos;
    const std::string last =
        slash == reference.npos ? std::string() : std::string(reference.substr(slash + 1));
    const bool says_something = definition && !last.starts_with("__");
    if (!says_something) return at_place(*target, {naming.own, {}});
    return at_place(*target, {scope_ + type_name(unescape_pointer(last), "Type"), {}});
}

Shaped Shapes::record(const Node& schema, const Naming& naming) {
    Record record;
    record.name = claim(naming);
    record.doc = doc_of(schema);
    record.in = out_.types.all();
    const Node* additional = schema.find("additionalProperties");
    record.sealed = additional != nullptr && additional->is(Node::Kind::boolean) &&
                    !additional->boolean && schema.find("patternProperties") == nullptr;
    std::vector<std::string> required;
    if (const Node* list = schema.find("required")) {
        for (const Node& name : list->items) required.push_back(name.text.str());
    }
    const auto is_required = [&](std::string_view name) {
        return std::find(required.begin(), required.end(), name) != required.end();
    };
    if (const Node* properties = schema.find("properties")) {
        for (const KeyValue& property : properties->members) {
            record.members.push_back(
                member(property.key, property.value, is_required(property.key), naming));
        }
    }
    for (const std::string& name : required) {
        const bool known = std::any_of(record.members.begin(), record.members.end(),
                                       [&](const Member& m) { return m.wire == name; });
        if (!known) record.members.push_back(member(name, true_schema(), true, naming));
    }
    // Initialisers follow the order of members: what has to be given comes first.
    std::stable_partition(record.members.begin(), record.members.end(),
                          [](const Member& m) { return !m.optional(); });
    Shaped out{Type::reference(record.name), {}, {}};
    out_.types.declarations.emplace_back(std::move(record));
    return out;
}

Member Shapes::member(std::string_view wire, const Node& schema, bool required,
                      const Naming& naming) {
    const std::string own = naming.prefix + type_name(wire, "Member");
    Shaped shaped = shape(schema, {own, own});
    ++out_.figures.members;
    if (!shaped.why.empty()) ++out_.figures.as_json;
    Member out;
    out.wire = wire;
    out.doc = doc_of(schema);
    const Node* title = schema.find("title");
    // A title that repeats the name says nothing.
    if (schema.find("description") == nullptr && title != nullptr &&
        type_name(title->text, "") == type_name(wire, "")) {
        out.doc = {};
    }
    out.note = shaped.why.empty() ? shaped.note : "Json because " + shaped.why;
    const Node* deprecated = schema.find("deprecated");
    out.deprecated = deprecated != nullptr && deprecated->boolean;
    out.in = out_.types.all();
    if (required) out.required = out.in;
    out.type = std::move(shaped.type);
    // Where null stands for what is left out, one way to leave it out is enough.
    const Node* absent = schema.find("default");
    if (!required && out.type.is(Type::Kind::nullable) && absent != nullptr &&
        absent->is(Node::Kind::null)) {
        out.type = Type(out.type.args.front());
    }
    return out;
}

Shaped Shapes::map_or_object(const Node& schema, const Naming& naming) {
    const Node* values = schema.find("additionalProperties");
    const Node* patterns = schema.find("patternProperties");
    const bool open =
        values != nullptr && values->is(Node::Kind::object) && !values->members.empty();
    if (!open && patterns != nullptr && patterns->members.size() == 1)
        values = &patterns->members.front().value;
    else if (!open || (patterns != nullptr && !patterns->members.empty()))
        return typed(Type::Kind::object);
    Shaped value = shape(*values, {naming.own + "Value", naming.own + "Value"});
    if (value.type.is(Type::Kind::any) && value.why.empty()) return typed(Type::Kind::object);
    Shaped out = typed(Type::Kind::map);
    out.type.args.push_back(std::move(value.type));
    out.why = std::move(value.why);
    return out;
}

Shaped Shapes::array(const Node& schema, const Naming& naming) {
    Shaped out = typed(Type::Kind::array);
    Bounds bounds;
    bounds.min_items = count_of(schema.find("minItems"));
    bounds.max_items = count_of(schema.find("maxItems"));
    out.type.bounds = bounds;
    const Node* tuple = schema.find("prefixItems");
    const Node* items = schema.find("items");
    if (tuple == nullptr && items != nullptr && items->is(Node::Kind::array)) tuple = items;
    const Naming element{naming.own + "Item", naming.own + "Item"};
    Shaped inner = typed(Type::Kind::any);
    if (tuple != nullptr && !tuple->items.empty()) {
        std::vector<const Node*> alternatives;
        for (const Node& item : tuple->items) alternatives.push_back(&item);
        if (items != nullptr && items != tuple && items->is(Node::Kind::object))
            alternatives.push_back(items);
        inner = choice_of(true_schema(), std::move(alternatives), element);
    } else if (items != nullptr) {
        inner = shape(*items, element);
    }
    if (!inner.type.is(Type::Kind::constant)) {
        out.type.args.push_back(std::move(inner.type));
    } else {  // a list of one text, over and over
        out.type.args.push_back(Type::simple(
            inner.type.text.view().starts_with('"') ? Type::Kind::string : Type::Kind::any));
    }
    out.why = std::move(inner.why);
    return out;
}

}  // namespace mcpgen
