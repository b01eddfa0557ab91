// Patterns and formats that are noted of members of described structs: the validator's, so that
// reading a struct and checking against its schema agree.
#include "schema/formats.hpp"
#include "schema/pattern.hpp"

#include <mcp/described_tables.hpp>

#include <stdexcept>
#include <utility>

namespace mcp::detail {
namespace {

struct PatternRule : TextRule {
    explicit PatternRule(schema::Pattern compiled) : pattern(std::move(compiled)) {}
    bool fits(std::string_view text) const override {
        return pattern.search(text) == schema::Found::yes;
    }
    schema::Pattern pattern;
};

struct FormatRule : TextRule {
    explicit FormatRule(schema::FormatCheck function) : check(function) {}
    bool fits(std::string_view text) const override { return check(text); }
    schema::FormatCheck check;
};

}  // namespace

std::shared_ptr<const TextRule> pattern_rule(const std::string& expression) {
    auto pattern = schema::Pattern::compile(expression);
    if (!pattern) {
        throw std::logic_error("annotate: the pattern " + expression +
                               " is no expression: " + pattern.error().message);
    }
    auto rule = std::make_shared<PatternRule>(*std::move(pattern));
    rule->expected = "text that matches `" + expression + '`';
    return rule;
}

std::shared_ptr<const TextRule> format_rule(const std::string& name) {
    const schema::FormatCheck check = schema::find_format(name);
    if (!check) return nullptr;
    auto rule = std::make_shared<FormatRule>(check);
    rule->expected = "text of the format " + name;
    return rule;
}

}  // namespace mcp::detail
