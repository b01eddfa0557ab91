// Tables about dialects.
#include "schema/dialect.hpp"

#include <array>
#include <string>

namespace mcp::schema {
namespace {

constexpr std::string_view uri_2020 = "https://json-schema.org/draft/2020-12/schema";
constexpr std::string_view uri_draft7 = "http://json-schema.org/draft-07/schema";

struct Holder {
    std::string_view keyword;
    Holds in_draft7;
    Holds in_2020;
};
constexpr Holder holders[] = {
    {"$defs", Holds::nothing, Holds::map},
    {"additionalItems", Holds::schema, Holds::nothing},
    {"additionalProperties", Holds::schema, Holds::schema},
    {"allOf", Holds::list, Holds::list},
    {"anyOf", Holds::list, Holds::list},
    {"contains", Holds::schema, Holds::schema},
    {"contentSchema", Holds::nothing, Holds::schema},
    {"definitions", Holds::map, Holds::map},
    {"dependencies", Holds::map_or_names, Holds::map_or_names},
    {"dependentSchemas", Holds::nothing, Holds::map},
    {"else", Holds::schema, Holds::schema},
    {"if", Holds::schema, Holds::schema},
    {"items", Holds::schema_or_list, Holds::schema},
    {"not", Holds::schema, Holds::schema},
    {"oneOf", Holds::list, Holds::list},
    {"patternProperties", Holds::map, Holds::map},
    {"prefixItems", Holds::nothing, Holds::list},
    {"properties", Holds::map, Holds::map},
    {"propertyNames", Holds::schema, Holds::schema},
    {"then", Holds::schema, Holds::schema},
    {"unevaluatedItems", Holds::nothing, Holds::schema},
    {"unevaluatedProperties", Holds::nothing, Holds::schema},
};

}  // namespace

std::optional<Draft> draft_of(std::string_view meta_schema) {
    if (meta_schema.ends_with('#')) meta_schema.remove_suffix(1);
    const auto without_scheme = [](std::string_view uri) {
        return uri.substr(uri.starts_with("https:") ? 6 : 5);
    };
    if (!meta_schema.starts_with("http:") && !meta_schema.starts_with("https:"))
        return std::nullopt;
    if (without_scheme(meta_schema) == without_scheme(uri_2020)) return Draft::draft2020;
    if (without_scheme(meta_schema) == without_scheme(uri_draft7)) return Draft::draft7;
    return std::nullopt;
}

std::string_view meta_schema_of(Draft draft) {
    return draft == Draft::draft7 ? uri_draft7 : uri_2020;
}

std::optional<Dialect> dialect_of(JsonView vocabularies, std::string& unknown) {
    constexpr std::string_view prefix = "https://json-schema.org/draft/2020-12/vocab/";
    Dialect dialect;
    dialect.applies = dialect.unevaluated = dialect.validates = false;
    for (const JsonMember& member : vocabularies.members()) {
        const std::string uri = member.name();
        const std::string_view name =
            uri.starts_with(prefix) ? std::string_view(uri).substr(prefix.size()) : "";
        if (name == "applicator") {
            dialect.applies = true;
        } else if (name == "unevaluated") {
            dialect.unevaluated = true;
        } else if (name == "validation") {
            dialect.validates = true;
        } else if (name == "format-assertion") {
            dialect.asserts_formats = true;  // who knows the vocabulary asserts, needed or not
        } else if (name != "core" && name != "meta-data" && name != "content" &&
                   name != "format-annotation" && member.value.as_bool() == true) {
            unknown = uri;
            return std::nullopt;
        }
    }
    return dialect;
}

Holds holds(Draft draft, std::string_view keyword) {
    for (const Holder& each : holders) {
        if (each.keyword == keyword) return draft == Draft::draft7 ? each.in_draft7 : each.in_2020;
    }
    return Holds::nothing;
}

}  // namespace mcp::schema
