// Document -> Schema. One function per keyword group; the keyword table is the list of what is
// understood.
#include <generator/schema/json_schema.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <unordered_set>

namespace mcpgen {
namespace {

constexpr std::string_view definition_prefixes[] = {"#/$defs/", "#/definitions/"};

/// Keywords that say nothing a value could violate, or that the root alone uses.
constexpr std::string_view annotations[] = {"$schema", "$id",     "$comment",
                                            "title",   "default", "examples"};

/// A constant as JSON text; only scalars occur in schemas.
std::optional<std::string> scalar_text(const Node& node) {
    switch (node.kind) {
        case Node::Kind::null: return "null";
        case Node::Kind::boolean: return node.boolean ? "true" : "false";
        case Node::Kind::number: return node.text.str();
        case Node::Kind::string: return quote_json(node.text);
        default: return std::nullopt;
    }
}

class Parser {
public:
    explicit Parser(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    Schema parse(const Place& place) {
        Schema schema;
        schema.where = place.location();
        if (place->is(Node::Kind::boolean)) {
            schema.closed = !place->boolean;  // `false`: nothing satisfies it
            return schema;
        }
        if (!place->is(Node::Kind::object)) {
            error(place, messages::schema_not_an_object());
            return schema;
        }
        for (const KeyValue& member : place->members) {
            keyword(member.key, Place(place, member.key, member.value), schema);
        }
        return schema;
    }

private:
    using Handler = void (Parser::*)(const Place&, Schema&);
    struct Keyword {
        std::string_view name;
        Handler read;
    };

    static constexpr auto keywords() {
        return std::array{
            Keyword{"$ref", &Parser::ref},
            Keyword{"additionalProperties", &Parser::additional},
            Keyword{"allOf", &Parser::all_of},
            Keyword{"anyOf", &Parser::any_of},
            Keyword{"const", &Parser::constant},
            Keyword{"deprecated", &Parser::deprecated},
            Keyword{"description", &Parser::description},
            Keyword{"enum", &Parser::values},
            Keyword{"format", &Parser::format},
            Keyword{"items", &Parser::items},
            Keyword{"maxItems", &Parser::max_items},
            Keyword{"maximum", &Parser::maximum},
            Keyword{"minItems", &Parser::min_items},
            Keyword{"minimum", &Parser::minimum},
            Keyword{"not", &Parser::negation},
            Keyword{"oneOf", &Parser::any_of},
            Keyword{"properties", &Parser::properties},
            Keyword{"propertyNames", &Parser::property_names},
            Keyword{"required", &Parser::required},
            Keyword{"type", &Parser::type},
        };
    }

    void keyword(std::string_view name, const Place& place, Schema& schema) {
        static constexpr auto table = keywords();
        const auto found = std::find_if(table.begin(), table.end(),
                                        [&](const Keyword& k) { return k.name == name; });
        if (found != table.end()) return (this->*found->read)(place, schema);
        if (std::find(std::begin(annotations), std::end(annotations), name) !=
            std::end(annotations))
            return;
        error(place, messages::unknown_keyword(name));
    }

    void ref(const Place& place, Schema& schema) {
        const SharedText* target = string(place);
        if (target == nullptr) return;
        for (const std::string_view prefix : definition_prefixes) {
            if (target->view().starts_with(prefix)) {
                schema.ref = unescape_pointer(target->view().substr(prefix.size()));
                return;
            }
        }
        error(place, messages::foreign_reference(*target));
    }

    void type(const Place& place, Schema& schema) {
        if (!place->is(Node::Kind::array)) return one_type(place, schema);
        for (std::size_t i = 0; i < place->items.size(); ++i) {
            one_type(Place(place, i, place->items[i]), schema);
        }
    }

    void one_type(const Place& place, Schema& schema) {
        static constexpr std::pair<std::string_view, SchemaType> names[] = {
            {"null", type_null},     {"boolean", type_boolean}, {"integer", type_integer},
            {"number", type_number}, {"string", type_string},   {"array", type_array},
            {"object", type_object},
        };
        const SharedText* name = string(place);
        if (name == nullptr) return;
        for (const auto& [text, bit] : names) {
            if (text == *name) {
                schema.types = static_cast<std::uint8_t>(schema.types | bit);
                return;
            }
        }
        error(place, messages::unknown_type(*name));
    }

    void constant(const Place& place, Schema& schema) {
        if (auto text = scalar_text(place.node())) {
            schema.constant = *std::move(text);
        } else {
            error(place, messages::constant_not_scalar());
        }
    }

    void values(const Place& place, Schema& schema) {
        if (!array(place)) return;
        for (std::size_t i = 0; i < place->items.size(); ++i) {
            if (auto text = scalar_text(place->items[i])) {
                schema.values.push_back(*std::move(text));
            } else {
                error(Place(place, i, place->items[i]), messages::constant_not_scalar());
            }
        }
        if (place->items.empty()) error(place, messages::empty_list("enum"));
    }

    void properties(const Place& place, Schema& schema) {
        schema.has_properties = true;
        if (!object(place)) return;
        schema.properties.reserve(place->members.size());
        for (const KeyValue& member : place->members) {
            schema.properties.push_back(
                {member.key, parse(Place(place, member.key, member.value))});
        }
    }

    void required(const Place& place, Schema& schema) {
        if (!array(place)) return;
        schema.required.reserve(place->items.size());
        for (std::size_t i = 0; i < place->items.size(); ++i) {
            if (const SharedText* name = string(Place(place, i, place->items[i])))
                schema.required.push_back(*name);
        }
    }

    void additional(const Place& place, Schema& schema) {
        Schema inner = parse(place);
        const bool nothing = inner.closed && inner.types == 0 && !inner.has_properties;
        if (nothing) {
            schema.closed = true;
        } else {
            schema.additional = std::make_unique<Schema>(std::move(inner));
        }
    }

    void items(const Place& place, Schema& schema) {
        schema.items = std::make_unique<Schema>(parse(place));
    }
    void any_of(const Place& place, Schema& schema) {
        if (!schema.any_of.empty()) error(place, messages::no_cpp_form("`anyOf` beside `oneOf`"));
        schemas(place, schema.any_of, "anyOf");
    }
    void all_of(const Place& place, Schema& schema) { schemas(place, schema.all_of, "allOf"); }

    void schemas(const Place& place, ThinList<Schema>& out, std::string_view keyword) {
        if (!array(place)) return;
        if (place->items.empty()) error(place, messages::empty_list(keyword));
        out.reserve(out.size() + place->items.size());
        for (std::size_t i = 0; i < place->items.size(); ++i) {
            out.push_back(parse(Place(place, i, place->items[i])));
        }
    }

    /// Only `not: {}` (nothing satisfies it) has a meaning here.
    void negation(const Place& place, Schema& schema) {
        if (parse(place).is_anything()) {
            schema.closed = true;
        } else {
            error(place, messages::unknown_keyword("not"));
        }
    }

    /// Every JSON object satisfies `propertyNames: {"type": "string"}`; anything narrower is
    /// refused.
    void property_names(const Place& place, Schema&) {
        const Schema names = parse(place);
        if (names.types != type_string || !names.constant.empty() || !names.values.empty()) {
            error(place, messages::unknown_keyword("propertyNames"));
        }
    }

    void description(const Place& place, Schema& schema) {
        if (const SharedText* text = string(place)) schema.description = *text;
    }
    void format(const Place& place, Schema& schema) {
        if (const SharedText* text = string(place)) schema.format = *text;
    }
    void deprecated(const Place& place, Schema& schema) {
        if (!place->is(Node::Kind::boolean)) error(place, messages::wrong_kind("true or false"));
        schema.deprecated = place->boolean;
    }
    void minimum(const Place& place, Schema& schema) {
        schema.bounds.edit().minimum = number(place);
    }
    void maximum(const Place& place, Schema& schema) {
        schema.bounds.edit().maximum = number(place);
    }
    void min_items(const Place& place, Schema& schema) {
        schema.bounds.edit().min_items = count(place);
    }
    void max_items(const Place& place, Schema& schema) {
        schema.bounds.edit().max_items = count(place);
    }

    std::optional<double> number(const Place& place) {
        double value = 0;
        const std::string_view text = place->text;
        if (!place->is(Node::Kind::number) ||
            std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) {
            error(place, messages::wrong_kind("a number"));
            return std::nullopt;
        }
        return value;
    }
    std::optional<std::size_t> count(const Place& place) {
        const auto value = number(place);
        if (!value) return std::nullopt;
        if (*value < 0 || *value > 1e9) {
            error(place, messages::wrong_kind("a count from 0 to 1000000000"));
            return std::nullopt;
        }
        return static_cast<std::size_t>(*value);
    }
    const SharedText* string(const Place& place) {
        if (place->is(Node::Kind::string)) return &place->text;
        error(place, messages::wrong_kind("a string"));
        return nullptr;
    }
    bool array(const Place& place) {
        if (!place->is(Node::Kind::array)) error(place, messages::wrong_kind("an array"));
        return place->is(Node::Kind::array);
    }
    bool object(const Place& place) {
        if (!place->is(Node::Kind::object)) error(place, messages::wrong_kind("an object"));
        return place->is(Node::Kind::object);
    }
    void error(const Place& place, Message message) {
        diagnostics_.error(place.location(), std::move(message));
    }

    Diagnostics& diagnostics_;
};

std::string root_text(const Node& root, std::string_view key) {
    const Node* node = root.find(key);
    return node != nullptr && node->is(Node::Kind::string) ? node->text.str() : std::string();
}

}  // namespace

Schema parse_schema(const Place& place, Diagnostics& diagnostics) {
    return Parser(diagnostics).parse(place);
}

void parse_json_schema(const Document& document, SchemaFile& out, Diagnostics& diagnostics) {
    const Place root(document);
    if (!root->is(Node::Kind::object)) {
        diagnostics.error(root.location(), messages::schema_not_an_object());
        return;
    }
    out.file = document.file;
    if (const std::string extension = root_text(root.node(), "x-mcp-extension");
        !extension.empty()) {
        out.extension = extension;
    }
    if (out.revision.empty()) {
        out.revision =
            root_text(root.node(), out.extension.empty() ? "x-mcp-revision" : "x-mcp-extends");
    }

    static constexpr std::string_view root_keys[] = {"$schema",
                                                     "$id",
                                                     "$comment",
                                                     "title",
                                                     "description",
                                                     "$defs",
                                                     "type",
                                                     "definitions",
                                                     "x-mcp-revision",
                                                     "x-mcp-extends",
                                                     "x-mcp-extension",
                                                     "x-mcp-constants",
                                                     "x-mcp-imports"};
    for (const KeyValue& member : root->members) {
        if (std::find(std::begin(root_keys), std::end(root_keys), member.key) ==
            std::end(root_keys)) {
            diagnostics.error(Place(root, member.key, member.value).location(),
                              messages::unknown_keyword(member.key));
        }
    }
    bool found = false;
    Parser parser(diagnostics);
    for (const std::string_view key : {"$defs", "definitions"}) {
        const Node* definitions = root->find(key);
        if (definitions == nullptr || !definitions->is(Node::Kind::object)) continue;
        found = true;
        const Place table(root, key, *definitions);
        out.definitions.reserve(out.definitions.size() + definitions->members.size());
        for (const KeyValue& member : definitions->members) {
            out.definitions.push_back(
                {member.key, parser.parse(Place(table, member.key, member.value))});
        }
    }
    if (!found) diagnostics.error(root.location(), messages::no_definitions());
}

}  // namespace mcpgen
