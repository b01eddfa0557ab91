// Numbers and strings.
#include "schema/equality.hpp"
#include "schema/validation.hpp"

namespace mcp::schema {

bool Validation::check_number(const Node& node, JsonView value) {
    const NumberRules& rules = *node.number;
    const std::string_view text = value.text();
    if (!spend(1 + text.size() / 8, node)) return false;
    const auto small = small_integer(text);
    if (small && *small >= rules.quick_least && *small <= rules.quick_most) return true;
    const Decimal number(text);
    bool good = true;
    const auto demand = [&](const std::optional<Limit>& limit, std::string_view keyword,
                            std::string_view words, auto holds) {
        if (!limit || holds(limit->value)) return;
        good = fail(node, keyword, [&] {
            std::string message = "expected ";
            message.append(words).append(" ").append(limit->text);
            return message.append(", found ").append(text.substr(0, 60));
        });
    };
    demand(rules.minimum, "minimum", "at least",
           [&](const Decimal& limit) { return number >= limit; });
    demand(rules.exclusive_minimum, "exclusiveMinimum", "more than",
           [&](const Decimal& limit) { return number > limit; });
    demand(rules.maximum, "maximum", "at most",
           [&](const Decimal& limit) { return number <= limit; });
    demand(rules.exclusive_maximum, "exclusiveMaximum", "less than",
           [&](const Decimal& limit) { return number < limit; });
    demand(rules.multiple_of, "multipleOf", "a multiple of",
           [&](const Decimal& limit) { return number.is_multiple_of(limit); });
    return good;
}

bool Validation::check_string(const Node& node, JsonView value) {
    const StringRules& rules = *node.string;
    std::string room;
    const std::string_view text = plain_text(value, room);
    if (!spend(1 + text.size() / 16, node)) return false;
    bool good = true;
    if (rules.length.is_limited()) {
        good = check_size(node, rules.length, count_code_points(text), "minLength", "maxLength",
                          "characters");
        if (is_decided(good)) return false;
    }
    if (rules.pattern && !matches(*rules.pattern, text, node, "pattern")) {
        if (ended_) return false;
        good = fail(node, "pattern",
                    [&] { return "expected text that matches `" + rules.pattern_text + "`"; });
        if (is_decided(good)) return false;
    }
    if (rules.format && !rules.format(text))
        good = fail(node, "format", [&] { return "expected the format " + rules.format_name; });
    return good;
}

bool Validation::matches(const Pattern& pattern, std::string_view text, const Node& node,
                         std::string_view keyword) {
    if (!spend(16 + text.size(), node)) return false;
    const Found found = pattern.search(text);
    if (found == Found::too_complex) return give_up(node, keyword, "pattern too complex");
    return found == Found::yes;
}

}  // namespace mcp::schema
