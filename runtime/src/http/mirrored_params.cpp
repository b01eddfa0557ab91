// Finding `x-mcp-header` in schemas. Only properties that are reached from the root by `properties`
// alone may have it; it is looked for in every place where a schema can be, since it makes the tool
// invalid elsewhere.
#include "http/mirrored_params.hpp"

#include "http/headers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mcp::http {

namespace {

constexpr std::string_view keyword = "x-mcp-header";
constexpr std::int64_t largest_exact = (std::int64_t{1} << 53) - 1;

template <std::size_t N>
bool is_one_of(const JsonMember& member, const std::array<std::string_view, N>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return member.named(name); });
}

// Keywords by what their value is. `properties` is apart.
constexpr std::array<std::string_view, 4> maps_of_schemas{"patternProperties", "$defs",
                                                          "definitions", "dependentSchemas"};
constexpr std::array<std::string_view, 13> schemas{"items",
                                                   "additionalItems",
                                                   "additionalProperties",
                                                   "unevaluatedItems",
                                                   "contains",
                                                   "propertyNames",
                                                   "unevaluatedProperties",
                                                   "not",
                                                   "if",
                                                   "then",
                                                   "else",
                                                   "contentSchema",
                                                   "extends"};
constexpr std::array<std::string_view, 5> lists_of_schemas{"allOf", "anyOf", "oneOf", "prefixItems",
                                                           "items"};

class Search {
public:
    /// False when the tool is invalid: `reason` says why.
    bool schema(JsonView here, bool reachable) {
        if (!here.is_object()) return true;
        for (const JsonMember& member : here.members()) {
            if (member.named(keyword) && !take(here, member.value, reachable)) return false;
            if (member.named("properties")) {
                for (const JsonMember& property : member.value.members()) {
                    path_.push_back(property.name());
                    if (!schema(property.value, reachable)) return false;
                    path_.pop_back();
                }
            }
            if (is_one_of(member, maps_of_schemas)) {
                for (const JsonMember& each : member.value.members()) {
                    if (!schema(each.value, false)) return false;
                }
            }
            if (is_one_of(member, schemas) && !schema(member.value, false)) return false;
            if (is_one_of(member, lists_of_schemas)) {
                for (const JsonView each : member.value.elements()) {
                    if (!schema(each, false)) return false;
                }
            }
        }
        return true;
    }

    std::vector<MirroredParam> found{};
    std::string reason{};

private:
    bool fail(std::string_view what) {
        reason = std::string(keyword);
        if (!path_.empty()) {
            reason += " at ";
            for (const std::string& name : path_) reason += '/' + name;
        }
        reason += ": " + std::string(what);
        return false;
    }

    bool take(JsonView here, JsonView value, bool reachable) {
        if (path_.empty() || !reachable) {
            return fail("only properties that are reached by \"properties\" alone may have it");
        }
        const auto name = value.as_string();
        if (!name) return fail("it must be a string");
        if (!is_token(*name)) return fail("\"" + *name + "\" is no name of a header");
        MirroredParam param;
        param.path = path_;
        param.header = std::string(header::mcp_param_prefix) + *name;
        const auto type = here["type"].as_string();
        if (type == "string") {
            param.type = MirroredParam::Type::string;
        } else if (type == "integer") {
            param.type = MirroredParam::Type::integer;
        } else if (type == "boolean") {
            param.type = MirroredParam::Type::boolean;
        } else {
            return fail("the type must be string, integer or boolean");
        }
        const bool twice = std::any_of(found.begin(), found.end(), [&](const MirroredParam& other) {
            return same_name(other.header, param.header);
        });
        if (twice) return fail("\"" + *name + "\" is used twice");
        found.push_back(std::move(param));
        return true;
    }

    std::vector<std::string> path_{};
};

}  // namespace

Result<std::vector<MirroredParam>, std::string> mirrored_params(JsonView input_schema) {
    // Most schemas have none, and this text is rare elsewhere.
    if (input_schema.text().find("mcp-header") == std::string_view::npos &&
        input_schema.text().find('\\') == std::string_view::npos) {
        return std::vector<MirroredParam>();
    }
    Search search;
    if (!search.schema(input_schema, true)) return Unexpected(std::move(search.reason));
    return std::move(search.found);
}

std::optional<JsonView> argument_at(JsonView arguments, const MirroredParam& param) {
    std::optional<JsonView> value = arguments;
    for (const std::string& name : param.path) {
        value = value->find(name);
        if (!value) return std::nullopt;
    }
    if (value->is_null()) return std::nullopt;
    return value;
}

std::optional<std::string> mirrored_text(JsonView argument) {
    if (auto text = argument.as_string()) return text;
    if (const auto flag = argument.as_bool()) return *flag ? "true" : "false";
    const auto number = argument.as_int64();
    if (!number || *number > largest_exact || *number < -largest_exact) return std::nullopt;
    return std::to_string(*number);
}

}  // namespace mcp::http
