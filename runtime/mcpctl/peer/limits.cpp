// Words for the keywords of JSON Schema that narrow a value.
#include "peer/limits.hpp"

#include "output/safe_text.hpp"

#include <cmath>

namespace mcpctl {
namespace {

constexpr std::size_t longest_text = 60;
/// Generators of schemas write the greatest safe integer where they mean no limit.
constexpr double no_limit = 9007199254740991.0;

/// The number as it is written; empty when there is none that limits.
std::string bound(mcp::JsonView schema, const char* keyword) {
    const mcp::JsonView value = schema[keyword];
    if (!value.is_number() || std::abs(value.as_double().value_or(no_limit)) >= no_limit) return {};
    return fit(std::string(value.text()), longest_text);
}

/// `1 to 10`, `at least 1`, `at most 10`; empty without bounds.
std::string range(const std::string& least, const std::string& most) {
    if (least.empty()) return most.empty() ? std::string() : "at most " + most;
    if (most.empty()) return "at least " + least;
    return least == most ? least : least + " to " + most;
}

}  // namespace

std::vector<std::string> limits_of(mcp::JsonView schema) {
    std::vector<std::string> out;
    const auto add = [&](const char* before, const std::string& what) {
        if (!what.empty()) out.push_back(before + what);
    };
    add("", range(bound(schema, "minimum"), bound(schema, "maximum")));
    add("above ", bound(schema, "exclusiveMinimum"));
    add("below ", bound(schema, "exclusiveMaximum"));
    add("a multiple of ", bound(schema, "multipleOf"));
    add("length ", range(bound(schema, "minLength"), bound(schema, "maxLength")));
    add("matches ", fit(schema["pattern"].as_string().value_or(""), longest_text));
    add("format ", fit(schema["format"].as_string().value_or(""), longest_text));
    add("elements: ", range(bound(schema, "minItems"), bound(schema, "maxItems")));
    if (schema["uniqueItems"].as_bool().value_or(false)) out.emplace_back("no element twice");
    if (const auto only = schema.find("const"))
        add("always ", fit(std::string(only->text()), longest_text));
    return out;
}

}  // namespace mcpctl
