// See annotate.hpp.
#include <generator/schema/typescript/annotate.hpp>

#include <generator/schema/typescript/messages.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcpgen::typescript {
namespace {

constexpr std::string_view types[] = {"array",  "boolean", "integer", "null",
                                      "number", "object",  "string"};

/// What kind of value a tag has.
enum class Value { number, count, text, word, flag };

struct TagRule {
    std::string_view name;
    Value value;
};

constexpr TagRule rules[] = {
    {"deprecated", Value::flag}, {"exclusiveMaximum", Value::number},
    {"format", Value::word},     {"exclusiveMinimum", Value::number},
    {"maxItems", Value::count},  {"maxLength", Value::count},
    {"maximum", Value::number},  {"minItems", Value::count},
    {"minLength", Value::count}, {"minimum", Value::number},
    {"pattern", Value::text},    {"multipleOf", Value::number},
    {"title", Value::text},      {"uniqueItems", Value::flag},
};

bool all_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_count(std::string_view text) {
    return all_digits(text) && text.size() < 18 && (text.size() == 1 || text[0] != '0');
}

/// A number as JSON writes it, without an exponent.
bool is_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const std::size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    if (!all_digits(whole) || (whole.size() > 1 && whole[0] == '0')) return false;
    return dot == std::string_view::npos || all_digits(text.substr(dot + 1));
}

class Annotator {
public:
    Annotator(Node& schema, Tree& tree, Reporter& reporter)
        : schema_(schema), tree_(tree), reporter_(reporter) {}

    void tag(const Tag& tag) {
        if (tag.name == "type") return;  // the caller's
        if (tag.name == "nullable") return allow_null(tag);
        if (tag.name == "default") return set_default(tag);
        if (tag.name == "format" && tag.text == "int") return;
        for (const TagRule& rule : rules) {
            if (rule.name == tag.name) return keyword(tag, rule.value);
        }
    }

private:
    void keyword(const Tag& tag, Value value) {
        if (value == Value::flag) return set(tag, tree_.boolean(tag.at, true));
        if (value == Value::number || value == Value::count) {
            const bool good = value == Value::count ? is_count(tag.text) : is_number(tag.text);
            if (!good) return refuse(tag, value == Value::count ? "a count" : "a number");
            return set(tag, tree_.make(Node::Kind::number, tag.at, tag.text));
        }
        if (tag.text.empty()) return refuse(tag, "a value");
        if (value == Value::word && tag.text.find_first_of(" \t\n") != std::string::npos) {
            return refuse(tag, "one word");
        }
        set(tag, tree_.string(tag.at, tag.text));
    }

    void set_default(const Tag& tag) {
        const std::string_view text = tag.text;
        if (text.empty() || text[0] == '[' || text[0] == '{') {
            return refuse(tag, "a string, a number, true, false or null");
        }
        if (text == "null") return set(tag, tree_.make(Node::Kind::null, tag.at));
        if (text == "true" || text == "false")
            return set(tag, tree_.boolean(tag.at, text == "true"));
        if (is_number(text)) return set(tag, tree_.make(Node::Kind::number, tag.at, text));
        const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
        set(tag, tree_.string(tag.at, quoted ? text.substr(1, text.size() - 2) : text));
    }

    /// The type gets `null` as well; a schema that says more than a type becomes an alternative.
    void allow_null(const Tag& tag) {
        Node* type = find_member(schema_, "type");
        const bool only_type =
            std::all_of(schema_.members.begin(), schema_.members.end(), [](const KeyValue& member) {
                return member.key == "type" || member.key == "description" ||
                       member.key == "deprecated";
            });
        if (type != nullptr && only_type) return add_null_type(*type, tag);
        if (Node* any_of = find_member(schema_, "anyOf")) {
            for (Node& entry : any_of->items) {
                if (entry.members.size() != 1 || entry.members[0].key != "type") continue;
                return add_null_type(entry.members[0].value, tag);
            }
            any_of->items.push_back(tree_.object_with(tag.at, "type", "null"));
            return;
        }
        Node inner = tree_.object(tag.at);
        Node outer = tree_.object(tag.at);
        for (KeyValue& member : schema_.members) {
            const bool stays = member.key == "description" || member.key == "deprecated";
            (stays ? outer : inner).members.push_back(std::move(member));
        }
        if (inner.members.empty()) return;  // anything is allowed already
        Node list = tree_.array(tag.at);
        list.items.push_back(std::move(inner));
        list.items.push_back(tree_.object_with(tag.at, "type", "null"));
        set_member(outer, "anyOf", std::move(list));
        schema_.members = std::move(outer.members);
    }

    void add_null_type(Node& type, const Tag& tag) {
        if (type.is(Node::Kind::string)) {
            if (type.text == "null") return;
            Node list = tree_.array(tag.at);
            list.items.push_back(std::move(type));
            type = std::move(list);
        }
        for (const Node& item : type.items) {
            if (item.text == "null") return;
        }
        type.items.push_back(tree_.string(tag.at, "null"));
    }

    void set(const Tag& tag, Node value) { set_member(schema_, tag.name, std::move(value)); }
    void refuse(const Tag& tag, std::string_view expected) {
        reporter_.error(tag.at, messages::ts_bad_tag_value(tag.name, tag.text, expected));
    }

    Node& schema_;
    Tree& tree_;
    Reporter& reporter_;
};

}  // namespace

const Tag* type_tag(const Doc& doc, Reporter& reporter) {
    for (const Tag& tag : doc.tags) {
        if (tag.name != "type") continue;
        if (std::find(std::begin(types), std::end(types), tag.text) != std::end(types)) return &tag;
        reporter.error(tag.at, messages::ts_bad_tag_value("TJS-type", tag.text, "a JSON type"));
    }
    return nullptr;
}

void annotate(Node& schema, const std::string* text, const Doc* doc, Tree& tree,
              Reporter& reporter) {
    if (text != nullptr && !text->empty()) {
        const LineColumn at{schema.line, schema.column};
        set_member(schema, "description", tree.string(at, *text));
    }
    if (doc == nullptr) return;
    Annotator annotator(schema, tree, reporter);
    for (const Tag& tag : doc->tags) annotator.tag(tag);
}

}  // namespace mcpgen::typescript
