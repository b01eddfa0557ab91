// Schemas that list the values which they allow: constants and enumerations. See shapes.hpp.
#include <generator/tools/shapes.hpp>

#include <generator/support/json_text.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcpgen {
namespace {

constexpr std::size_t max_values = 250;  ///< of an enumeration; its C++ type is one byte wide

bool is_integer_text(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc() && read.ptr == end;
}

}  // namespace

Shaped Shapes::constant(const Node& value) const {
    Shaped out = typed(Type::Kind::constant);
    switch (value.kind) {
        case Node::Kind::string: out.type.text = quote_json(value.text); return out;
        case Node::Kind::boolean: out.type.text = value.boolean ? "true" : "false"; return out;
        case Node::Kind::number:
            if (is_integer_text(value.text)) {
                out.type.text = value.text;
                return out;
            }
            return typed(Type::Kind::number);
        case Node::Kind::null: return typed(Type::Kind::null);
        default: return as_json("a constant that is neither text, number nor boolean");
    }
}

Shaped Shapes::enumeration(const Node& schema, const Naming& naming) {
    const ThinList<Node>& given = schema.find("enum")->items;
    std::vector<const Node*> values;
    for (const Node& value : given) {
        if (!value.is(Node::Kind::null)) values.push_back(&value);
    }
    if (values.empty() && !given.empty()) return typed(Type::Kind::null);
    if (values.empty()) return as_json("an enumeration without values");
    const auto all = [&](const auto& test) {
        return std::all_of(values.begin(), values.end(), test);
    };
    Shaped out;
    if (all([](const Node* value) { return value->is(Node::Kind::string); })) {
        std::vector<Enumerator> texts;
        for (const Node* value : values)
            texts.push_back({value->text.str(), {}, {}, out_.types.all()});
        out = text_enum(schema, texts, naming);
    } else if (all([](const Node* value) { return value->is(Node::Kind::number); })) {
        const bool whole = all([](const Node* value) { return is_integer_text(value->text); });
        out = typed(whole ? Type::Kind::integer : Type::Kind::number);
        for (const Node* value : values) {
            out.note += (out.note.empty() ? "one of " : ", ") + clean(value->text);
            if (out.note.size() > 80) {
                out.note += " …";
                break;
            }
        }
    } else if (all([](const Node* value) { return value->is(Node::Kind::boolean); })) {
        out = typed(Type::Kind::boolean);
    } else {
        return as_json("an enumeration of values of several kinds");
    }
    if (values.size() != given.size()) {
        Type nullable = Type::simple(Type::Kind::nullable);
        nullable.args.push_back(std::move(out.type));
        out.type = std::move(nullable);
    }
    return out;
}

Shaped Shapes::text_enum(const Node& schema, const std::vector<Enumerator>& values,
                         const Naming& naming) {
    std::vector<Enumerator> kept;
    for (const Enumerator& value : values) {
        const bool known = std::any_of(kept.begin(), kept.end(),
                                       [&](const Enumerator& e) { return e.text == value.text; });
        if (!known) kept.push_back(value);
    }
    if (kept.size() == 1) {
        Shaped out = typed(Type::Kind::constant);
        out.type.text = quote_json(kept.front().text);
        return out;
    }
    if (kept.size() > max_values) {
        Shaped out = typed(Type::Kind::string);
        out.note = "one of " + std::to_string(kept.size()) + " texts";
        return out;
    }
    Enum type;
    type.name = claim(naming);
    type.doc = naming.reserved ? doc_of(schema) : std::string();
    type.in = out_.types.all();
    type.values = std::move(kept);
    Shaped out{Type::reference(type.name), {}, {}};
    out_.types.declarations.emplace_back(std::move(type));
    return out;
}

}  // namespace mcpgen
