// Keywords about scalars and arrays: type, enum, const, numbers, strings, items.
#include "schema/compile.hpp"

#include "schema/equality.hpp"

#include <algorithm>
#include <array>

namespace mcp::schema {
namespace {

constexpr std::array<std::pair<std::string_view, Kinds>, 7> kind_names = {{
    {"string", kind_bit(JsonKind::string)},
    {"integer", integer_kind},
    {"number", kind_bit(JsonKind::number)},
    {"boolean", kind_bit(JsonKind::boolean)},
    {"object", kind_bit(JsonKind::object)},
    {"array", kind_bit(JsonKind::array)},
    {"null", kind_bit(JsonKind::null)},
}};

Kinds kind_named(JsonView name, const std::string& path) {
    std::string room;
    if (name.is_string()) {
        for (const auto& [text, kind] : kind_names) {
            if (plain_text(name, room) == text) return kind;
        }
    }
    broken(path, "no type of JSON: " + std::string(name.text().substr(0, 60)));
}

}  // namespace

std::string kinds_text(Kinds kinds) {
    std::string text;
    for (const auto& [name, kind] : kind_names) {
        if ((kinds & kind) == 0) continue;
        if (!text.empty()) text += " or ";
        text += name;
    }
    return text;
}

void Compiler::fill_values(const Source& source, Node& node) {
    if (const auto type = source.find("type")) {
        if (type->is_array()) {
            for (const JsonView each : type->elements())
                node.kinds |= kind_named(each, source.path("type"));
        } else {
            node.kinds = kind_named(*type, source.path("type"));
        }
    }
    if (const auto list = source.find("enum")) {
        if (!list->is_array()) broken(source.path("enum"), "expected an array");
        node.lists_values = true;
        for (const JsonView each : list->elements()) node.values.push_back(each);
    }
    if (const auto value = source.find("const")) {
        // Both together: the value must be in the list as well.
        const bool listed = !node.lists_values ||
                            std::any_of(node.values.begin(), node.values.end(),
                                        [&](JsonView each) { return same_value(each, *value); });
        node.lists_values = node.is_const = true;
        node.values.clear();
        if (listed) node.values.push_back(*value);
    }
}

namespace {

/// Where only `minimum` and `maximum` count, and both are integers or beyond all small ones.
void set_quick_limits(NumberRules& rules) {
    if (rules.multiple_of || rules.exclusive_minimum || rules.exclusive_maximum) return;
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (rules.minimum) {
        const auto small = small_integer(rules.minimum->text);
        if (!small && rules.minimum->value > Decimal("-1e18")) return;
        least = small.value_or(least);
    }
    if (rules.maximum) {
        const auto small = small_integer(rules.maximum->text);
        if (!small && rules.maximum->value < Decimal("1e18")) return;
        most = small.value_or(most);
    }
    rules.quick_least = least;
    rules.quick_most = most;
}

}  // namespace

void Compiler::fill_number(const Source& source, Node& node) {
    NumberRules rules;
    bool any = false;
    const auto read = [&](std::string_view keyword, std::optional<Limit>& limit) {
        const auto value = source.find(keyword);
        if (!value) return;
        if (!value->is_number()) broken(source.path(keyword), "expected a number");
        limit = Limit{Decimal(value->text()), value->text()};
        any = true;
    };
    read("minimum", rules.minimum);
    read("exclusiveMinimum", rules.exclusive_minimum);
    read("maximum", rules.maximum);
    read("exclusiveMaximum", rules.exclusive_maximum);
    read("multipleOf", rules.multiple_of);
    if (rules.multiple_of && rules.multiple_of->value <= Decimal())
        broken(source.path("multipleOf"), "expected a number above 0");
    set_quick_limits(rules);
    if (any) node.number = std::make_unique<NumberRules>(std::move(rules));
}

void Compiler::fill_string(const Source& source, Node& node) const {
    StringRules rules;
    if (source.dialect.validates) {
        rules.length = source.range("minLength", "maxLength");
        if (const auto text = source.find("pattern")) {
            rules.pattern_text = text->as_string().value_or(std::string());
            auto pattern = Pattern::compile(rules.pattern_text);
            if (!pattern) broken(source.path("pattern"), pattern.error().message);
            rules.pattern = *std::move(pattern);
        }
    }
    if (source.dialect.asserts_formats || plan_.options.assert_formats) {
        if (const auto format = source.find("format")) {
            rules.format_name = format->as_string().value_or(std::string());
            rules.format = find_format(rules.format_name);
        }
    }
    if (rules.length.is_limited() || rules.pattern || rules.format)
        node.string = std::make_unique<StringRules>(std::move(rules));
}

void Compiler::fill_array(const Source& source, Node& node) {
    ArrayRules rules;
    if (source.dialect.validates) {
        rules.size = source.range("minItems", "maxItems");
        rules.unique = source.find("uniqueItems").value_or(JsonView()).as_bool() == true;
    }
    if (source.dialect.applies) {
        const auto items = source.find("items");
        rules.others_keyword = "items";
        if (items && items->is_array()) {
            rules.first = nodes_in(source, "items");
            rules.others = node_in(source, "additionalItems");
            rules.others_keyword = "additionalItems";
        } else if (items) {
            rules.others = node_at(*items);
        }
        if (source.dialect.is_2020()) rules.first = nodes_in(source, "prefixItems");
        rules.contains = node_in(source, "contains");
        if (source.dialect.is_2020() && source.dialect.validates && rules.contains) {
            rules.contained = {source.count("minContains").value_or(1),
                               source.count("maxContains").value_or(no_limit)};
        }
        rules.contains_counts_as_evaluated = source.dialect.is_2020();
    }
    if (rules.size.is_limited() || rules.unique || !rules.first.empty() || rules.others ||
        rules.contains)
        node.array = std::make_unique<ArrayRules>(std::move(rules));
}

}  // namespace mcp::schema
