// Reads words as values, and finds in a schema which type each argument and its members have.
#include "peer/arguments.hpp"

#include "cli/options.hpp"
#include "peer/limits.hpp"

#include <algorithm>
#include <set>

namespace mcpctl {
namespace {

constexpr int most_references = 16;
/// Parts of a schema that are looked at for one value: references may lead around in circles.
constexpr int most_parts = 1000;

/// What `$ref` leads to, inside of the same document: `#/$defs/address`.
mcp::JsonView followed(mcp::JsonView root, mcp::JsonView schema) {
    for (int i = 0; i < most_references; ++i) {
        const auto reference = schema["$ref"].as_string();
        if (!reference || !reference->starts_with("#/")) return schema;
        std::string_view path = std::string_view(*reference).substr(2);
        mcp::JsonView at = root;
        while (!path.empty()) {
            const auto end = std::min(path.find('/'), path.size());
            at = at[path.substr(0, end)];
            path.remove_prefix(std::min(end + 1, path.size()));
        }
        schema = at;
    }
    return schema;
}

std::string_view kind_name(mcp::JsonView value) {
    switch (value.kind()) {
        case mcp::JsonKind::null: return "null";
        case mcp::JsonKind::boolean: return "boolean";
        case mcp::JsonKind::number: return "number";
        case mcp::JsonKind::string: return "string";
        case mcp::JsonKind::array: return "array";
        case mcp::JsonKind::object: return "object";
    }
    return {};
}

using Types = std::set<std::string>;

Types types_within(mcp::JsonView root, mcp::JsonView unresolved, int depth, int& parts_left) {
    Types out;
    if (depth > most_references || --parts_left < 0) return out;
    const mcp::JsonView schema = followed(root, unresolved);
    if (const auto one = schema["type"].as_string()) out.insert(*one);
    for (const mcp::JsonView type : schema["type"].elements()) {
        if (const auto name = type.as_string()) out.insert(*name);
    }
    if (!out.empty()) return out;
    if (const auto constant = schema.find("const")) out.emplace(kind_name(*constant));
    for (const mcp::JsonView choice : schema["enum"].elements()) out.emplace(kind_name(choice));
    for (const char* const word : {"anyOf", "oneOf", "allOf"}) {
        for (const mcp::JsonView part : schema[word].elements())
            out.merge(types_within(root, part, depth + 1, parts_left));
    }
    return out;
}

/// The types that a value may have; empty when the schema does not say.
Types types_of(mcp::JsonView root, mcp::JsonView schema) {
    int parts_left = most_parts;
    return types_within(root, schema, 0, parts_left);
}

mcp::JsonView property(mcp::JsonView root, std::string_view name) {
    return followed(root, followed(root, root)["properties"][name]);
}

std::string type_words(mcp::JsonView root, mcp::JsonView schema, int depth = 0) {
    std::string out;
    if (depth > most_references) return out;
    for (const std::string& type : types_of(root, schema)) {
        std::string word = type;
        if (type == "array") {
            const std::string items = type_words(root, followed(root, schema)["items"], depth + 1);
            word = items.empty() || items.find(' ') != items.npos ? "list" : items + "[]";
        }
        out += (out.empty() ? "" : " or ") + word;
    }
    return out;
}

void add_choices(mcp::JsonView schema, std::vector<std::string>& out) {
    for (const mcp::JsonView choice : schema["enum"].elements())
        out.push_back(choice.as_string().value_or(std::string(choice.text())));
    for (const char* const word : {"oneOf", "anyOf"}) {
        for (const mcp::JsonView part : schema[word].elements()) {
            if (const auto constant = part["const"].as_string()) out.push_back(*constant);
        }
    }
}

using Value = mcp::Result<mcp::Json, std::string>;

Value not_a(std::string_view wanted, std::string_view text) {
    return Unexpected("expected " + std::string(wanted) + ", found " + mcp::Json(text).dump());
}

/// `types` are those that the schema allows.
Value typed(const Types& types, std::string_view text) {
    const auto allows = [&](const char* type) { return types.contains(type); };
    if (allows("null") && (text == "null" || (text.empty() && !allows("string"))))
        return mcp::Json();
    if (allows("boolean")) {
        if (text == "true" || text == "yes" || text == "y") return mcp::Json(true);
        if (text == "false" || text == "no" || text == "n") return mcp::Json(false);
    }
    const auto parsed = mcp::Json::parse(text);
    if (parsed) {
        const bool whole = parsed->as_int64().has_value();
        if (parsed->is_number() && (allows("number") || (allows("integer") && whole)))
            return *parsed;
        if (parsed->is_object() && allows("object")) return *parsed;
        if (parsed->is_array() && allows("array")) return *parsed;
        if (types.empty()) return *parsed;
    }
    if (allows("string") || types.empty()) return mcp::Json(text);
    if (allows("object")) return not_a("a JSON object", text);
    if (allows("integer")) return not_a("an integer", text);
    if (allows("number")) return not_a("a number", text);
    if (allows("boolean")) return not_a("true or false", text);
    return not_a(*types.begin(), text);
}

/// A text for a list is the list as JSON, or else one element of it.
Value element_or_list(mcp::JsonView root, mcp::JsonView schema, std::string_view text) {
    const auto parsed = mcp::Json::parse(text);
    if (parsed && parsed->is_array()) return *parsed;
    Value element = typed(types_of(root, followed(root, schema)["items"]), text);
    if (!element) return element;
    return mcp::Json::array({*element});
}

Value read_by(mcp::JsonView root, mcp::JsonView schema, std::string_view text) {
    const Types types = types_of(root, schema);
    const bool only_list = types.contains("array") && !types.contains("string");
    return only_list ? element_or_list(root, schema, text) : typed(types, text);
}

/// Gives a member of an object, or of an object inside of it, its value. Lists grow.
void put(mcp::JsonObject& object, std::string_view path, bool dotted, const mcp::Json& value,
         bool adds) {
    const auto dot = dotted ? path.find('.') : path.npos;
    if (dot != path.npos) {
        const std::string_view head = path.substr(0, dot);
        mcp::JsonObject inner = mcp::Json(object[head]).as_object().value_or(mcp::JsonObject());
        put(inner, path.substr(dot + 1), true, value, adds);
        object.set(head, mcp::Json(inner));
        return;
    }
    const mcp::JsonView before = object[path];
    if (adds && before.is_array() && value.is_array()) {
        std::vector<mcp::Json> all;
        for (const mcp::JsonView element : before.elements()) all.emplace_back(element);
        for (const mcp::JsonView element : value.elements()) all.emplace_back(element);
        object.set(path, mcp::Json::array(all));
        return;
    }
    object.set(path, value);
}

Problem bad_word(const std::string& word, const std::string& why) {
    return wrong_usage("the argument `" + word + "`: " + why,
                       "write NAME=VALUE, NAME:=JSON, a JSON object, or - for the standard input");
}

Outcome<mcp::JsonObject> parse_object(const std::string& word, std::string_view text) {
    auto object = mcp::JsonObject::parse(text);
    if (!object) return Unexpected(bad_word(word, "no JSON object: " + object.error().message()));
    return std::move(*object);
}

Outcome<void> read_pair(const std::string& word, std::size_t equals, mcp::JsonView schema,
                        std::set<std::string>& from_words, mcp::JsonObject& out) {
    const bool is_json = word[equals - 1] == ':';
    const std::string name = word.substr(0, is_json ? equals - 1 : equals);
    const std::string text = word.substr(equals + 1);
    if (name.empty()) return Unexpected(bad_word(word, "there is no name"));
    // A dot leads into an object, but where a property has just this name.
    const bool dotted =
        name.find('.') != name.npos && !followed(schema, schema)["properties"].contains(name);
    if (is_json) {
        const auto value = mcp::Json::parse(text);
        if (!value) return Unexpected(bad_word(word, "no JSON: " + value.error().message()));
        put(out, name, dotted, *value, false);
        return {};
    }
    mcp::JsonView at = property(schema, dotted ? name.substr(0, name.find('.')) : name);
    for (std::size_t from = name.find('.'); dotted && from != name.npos;) {
        const std::size_t to = name.find('.', from + 1);
        at = followed(schema, at["properties"][name.substr(from + 1, to - from - 1)]);
        from = to;
    }
    const Value value = read_by(schema, at, text);
    if (!value) return Unexpected(bad_word(word, value.error()));
    put(out, name, dotted, *value, from_words.contains(name));
    from_words.insert(name);
    return {};
}

}  // namespace

std::vector<Field> fields_of(mcp::JsonView root) {
    std::vector<Field> out;
    const mcp::JsonView schema = followed(root, root);
    for (const mcp::JsonMember& member : schema["properties"].members()) {
        Field field{.name = member.name()};
        const mcp::JsonView unresolved = member.value;
        const mcp::JsonView at = followed(root, unresolved);
        field.type = type_words(root, at);
        field.title = at["title"].as_string().value_or("");
        field.description = unresolved["description"].as_string().value_or(
            at["description"].as_string().value_or(""));
        add_choices(at, field.choices);
        add_choices(followed(root, at["items"]), field.choices);
        field.limits = limits_of(at);
        if (const auto fallback = at.find("default")) field.fallback = mcp::Json(*fallback);
        for (const mcp::JsonView name : schema["required"].elements())
            field.required = field.required || name.as_string() == field.name;
        out.push_back(std::move(field));
    }
    return out;
}

mcp::Result<mcp::Json, std::string> read_value(mcp::JsonView schema, std::string_view name,
                                               std::string_view text) {
    return read_by(schema, property(schema, name), text);
}

Outcome<mcp::JsonObject> read_arguments(const std::vector<std::string>& words, mcp::JsonView schema,
                                        const std::function<std::string()>& standard_input) {
    mcp::JsonObject out;
    std::set<std::string> from_words;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (word == "-" || word.starts_with('{')) {
            const auto object = parse_object(word, word == "-" ? standard_input() : word);
            if (!object) return Unexpected(object.error());
            for (const mcp::JsonMember& member : object->members())
                out.set(member.name(), mcp::Json(member.value));
        } else if (equals == word.npos || equals == 0) {
            return Unexpected(bad_word(word, equals == 0 ? "there is no name" : "there is no `=`"));
        } else if (const auto read = read_pair(word, equals, schema, from_words, out); !read) {
            return Unexpected(read.error());
        }
    }
    return out;
}

std::vector<Unnamed> unnamed_arguments(mcp::JsonView schema, const mcp::JsonObject& arguments) {
    for (const char* keyword :
         {"additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties",
          "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"}) {
        if (schema.contains(keyword)) return {};
    }
    std::vector<std::string> names;
    for (const mcp::JsonMember& member : schema["properties"].members())
        names.push_back(member.name());
    std::vector<Unnamed> out;
    if (names.empty()) return out;  // a schema without properties leaves all to the tool
    for (const mcp::JsonMember& argument : arguments.members()) {
        const std::string name = argument.name();
        if (std::find(names.begin(), names.end(), name) == names.end())
            out.push_back({name, nearest(name, names)});
    }
    return out;
}

Outcome<std::vector<std::pair<std::string, std::string>>> read_strings(
    const std::vector<std::string>& words) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == word.npos || equals == 0) {
            return Unexpected(
                wrong_usage("the argument `" + word + "`: there is no name", "write NAME=VALUE"));
        }
        out.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return out;
}

}  // namespace mcpctl
