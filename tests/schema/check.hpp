// Short forms for tests of schemas: compile, validate, and say what happened as one text.
#pragma once

#include <mcp/json_schema.hpp>

#include "catch.hpp"

#include <string>
#include <string_view>

namespace mcp::test {

inline Json json(std::string_view text, JsonLimits limits = {}) {
    auto parsed = Json::parse(text, limits);
    INFO(text.substr(0, 200));
    REQUIRE(parsed);
    return *std::move(parsed);
}

inline JsonSchema compiled(std::string_view text, SchemaOptions options = {}) {
    auto schema = JsonSchema::compile(json(text), std::move(options));
    INFO(text.substr(0, 200));
    INFO((schema ? std::string() : schema.error().schema_path + ": " + schema.error().message));
    REQUIRE(schema);
    return *std::move(schema);
}

/// `/properties/a: what is wrong`; empty when the schema is good.
inline std::string refusal(std::string_view text, SchemaOptions options = {}) {
    const auto compiled = JsonSchema::compile(json(text), std::move(options));
    if (compiled) return {};
    CHECK(compiled.error().instance_path.empty());
    return compiled.error().schema_path + ": " + compiled.error().message;
}

inline std::string violations(std::string_view schema_text, std::string_view value,
                              SchemaOptions options = {}) {
    return to_string(compiled(schema_text, std::move(options)).validate(json(value)));
}

}  // namespace mcp::test
