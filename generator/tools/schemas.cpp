// See schemas.hpp.
#include <generator/tools/schemas.hpp>

#include <generator/support/json_text.hpp>
#include <generator/tools/json_line.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace mcpgen {
namespace {

constexpr int max_steps = 64;  ///< references and `allOf` inside each other

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 18> annotations = {"$schema",
                                                          "$id",
                                                          "$anchor",
                                                          "$comment",
                                                          "$defs",
                                                          "definitions",
                                                          "$vocabulary",
                                                          "title",
                                                          "description",
                                                          "default",
                                                          "examples",
                                                          "example",
                                                          "deprecated",
                                                          "readOnly",
                                                          "writeOnly",
                                                          "discriminator",
                                                          "markdownDescription",
                                                          "id"};

std::size_t size_of(const Node& node) {
    std::size_t size = 1;
    for (const Node& item : node.items) size += size_of(item);
    for (const KeyValue& member : node.members) size += size_of(member.value);
    return size;
}

/// `%24defs` -> `$defs`.
std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr ==
                text.data() + i + 3) {
            out += static_cast<char>(value);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

const Node* step(const Node* at, const std::string& key) {
    if (at->is(Node::Kind::object)) return at->find(key);
    std::size_t index = 0;
    const char* const end = key.data() + key.size();
    const auto read = std::from_chars(key.data(), end, index);
    const bool good = read.ec == std::errc() && read.ptr == end && index < at->items.size();
    return good ? &at->items[index] : nullptr;
}

Node* find(Node& object, std::string_view key) {
    return const_cast<Node*>(std::as_const(object).find(key));
}

bool same_scalar(const Node& a, const Node& b) {
    return a.kind == b.kind && a.text == b.text && a.boolean == b.boolean && a.items.empty() &&
           b.items.empty() && a.members.empty() && b.members.empty();
}

/// The words of `type`, one or a list.
std::vector<std::string> words(const Node& node) {
    std::vector<std::string> out;
    if (node.is(Node::Kind::string)) out.push_back(node.text.str());
    for (const Node& item : node.items) out.push_back(item.text.str());
    return out;
}

bool narrow_types(Node& into, const Node& type) {
    const std::vector<std::string> other = words(type);
    Node out;
    out.kind = Node::Kind::array;
    for (const std::string& word : words(into)) {
        const auto has = [&](std::string_view what) {
            return std::find(other.begin(), other.end(), what) != other.end();
        };
        Node item;
        item.kind = Node::Kind::string;
        if (has(word) || (word == "integer" && has("number")))
            item.text = word;
        else if (word == "number" && has("integer"))
            item.text = "integer";
        else
            continue;
        out.items.push_back(std::move(item));
    }
    if (out.items.empty()) return false;
    into = out.items.size() == 1 ? Node(out.items.front()) : std::move(out);
    return true;
}

void add_items(Node& into, const Node& list) {
    for (const Node& item : list.items) {
        const bool known = std::any_of(into.items.begin(), into.items.end(),
                                       [&](const Node& other) { return same_scalar(item, other); });
        if (!known) into.items.push_back(item);
    }
}

/// A schema that says both, for the next time that it is looked at.
Node all_of(const Node& a, const Node& b) {
    Node list;
    list.kind = Node::Kind::array;
    list.items = {a, b};
    Node out;
    out.kind = Node::Kind::object;
    out.members.push_back({"allOf", std::move(list)});
    return out;
}

bool keep_common(Node& into, const Node& values) {
    erase_if(into.items, [&](const Node& value) {
        return std::none_of(values.items.begin(), values.items.end(),
                            [&](const Node& other) { return same_scalar(value, other); });
    });
    return !into.items.empty();
}

}  // namespace

bool is_annotation(std::string_view keyword) {
    return is_one_of(annotations, keyword) || keyword.starts_with("x-");
}

Node without(const Node& schema, std::initializer_list<std::string_view> left_out) {
    Node out = schema;
    erase_if(out.members, [&](const KeyValue& member) {
        return std::find(left_out.begin(), left_out.end(), member.key) != left_out.end();
    });
    return out;
}

std::vector<std::string> types_of(const Node& schema) {
    if (const Node* type = schema.find("type")) {
        std::vector<std::string> types = words(*type);
        if (!types.empty()) return types;
    }
    static constexpr std::array<std::string_view, 5> objects = {
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames"};
    static constexpr std::array<std::string_view, 4> arrays = {"items", "prefixItems", "minItems",
                                                               "maxItems"};
    static constexpr std::array<std::string_view, 4> strings = {"pattern", "minLength", "maxLength",
                                                                "format"};
    static constexpr std::array<std::string_view, 5> numbers = {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
    for (const KeyValue& member : schema.members) {
        if (is_one_of(objects, member.key)) return {"object"};
        if (is_one_of(arrays, member.key)) return {"array"};
        if (is_one_of(strings, member.key)) return {"string"};
        if (is_one_of(numbers, member.key)) return {"number"};
    }
    return {};
}

const Node* Schemas::resolve(std::string_view reference) const {
    if (root_ == nullptr) return nullptr;
    if (reference == "#") return root_;
    if (reference.starts_with("#/")) {
        const Node* at = root_;
        std::string_view rest = reference.substr(2);
        while (at != nullptr) {
            const std::size_t slash = rest.find('/');
            at = step(at, unescape_pointer(decoded(rest.substr(0, slash))));
            if (slash == std::string_view::npos) break;
            rest.remove_prefix(slash + 1);
        }
        return at;
    }
    const bool anchor = reference.starts_with('#');
    const std::string_view wanted = anchor ? reference.substr(1) : reference;
    for (const char* list : {"$defs", "definitions"}) {
        const Node* definitions = root_->find(list);
        if (definitions == nullptr) continue;
        for (const KeyValue& definition : definitions->members) {
            const Node* name = definition.value.find(anchor ? "$anchor" : "$id");
            if (name != nullptr && name->text == wanted) return &definition.value;
        }
    }
    const Node* id = root_->find("$id");
    return !anchor && id != nullptr && id->text == wanted ? root_ : nullptr;
}

const Node* Schemas::keep(Node schema) { return &made_.emplace_back(std::move(schema)); }

bool Schemas::spend(const Node& schema) {
    const std::size_t size = size_of(schema);
    if (size > budget_) return false;
    budget_ -= size;
    return true;
}

const Node* Schemas::flattened(const Node& schema) {
    const auto [known, fresh] = flattened_.try_emplace(json_line(schema), nullptr);
    if (!fresh) return known->second;
    Node out;
    out.kind = Node::Kind::object;
    if (add(out, schema, 0)) known->second = keep(std::move(out));
    return known->second;
}

const Node* Schemas::both(const Node& a, const Node& b) {
    Node out;
    out.kind = Node::Kind::object;
    return add(out, a, 0) && add(out, b, 0) ? keep(std::move(out)) : nullptr;
}

bool Schemas::add(Node& into, const Node& schema, int depth) {
    if (schema.is(Node::Kind::boolean)) return schema.boolean;
    if (!schema.is(Node::Kind::object) || depth > max_steps || !spend(schema)) return false;
    for (const KeyValue& keyword : schema.members) {
        if (keyword.key == "$ref") {
            const Node* target = resolve(keyword.value.text);
            if (target == nullptr || !add(into, *target, depth + 1)) return false;
        } else if (keyword.key == "allOf") {
            for (const Node& part : keyword.value.items) {
                if (!add(into, part, depth + 1)) return false;
            }
        } else if (!add_keyword(into, keyword)) {
            return false;
        }
    }
    return true;
}

bool Schemas::add_keyword(Node& into, const KeyValue& keyword) {
    Node* known = find(into, keyword.key);
    if (known == nullptr) {
        into.members.push_back(keyword);
        return true;
    }
    const Node& value = keyword.value;
    if (keyword.key == "type") return narrow_types(*known, value);
    if (keyword.key == "enum") return keep_common(*known, value);
    if (keyword.key == "const") return same_scalar(*known, value);
    if (keyword.key == "required") {
        add_items(*known, value);
    } else if (keyword.key == "properties") {
        for (const KeyValue& property : value.members) {
            Node* other = find(*known, property.key);
            if (other == nullptr)
                known->members.push_back(property);
            else
                *other = all_of(*other, property.value);
        }
    } else if (keyword.key == "anyOf" || keyword.key == "oneOf") {
        return false;  // every pair of alternatives would be one
    } else if (keyword.key == "additionalProperties" && value.is(Node::Kind::boolean) &&
               !value.boolean) {
        *known = value;
    }
    // Of descriptions and limits the first stays: limits are looked at by the other side, too.
    return true;
}

}  // namespace mcpgen
