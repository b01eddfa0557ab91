// What holds for every shape of shapes.hpp: schema, encoding and decoding agree.
#include "cases.hpp"

#include <mcp/json_schema.hpp>

#include "catch.hpp"

#include <set>

using namespace mcp;
using namespace mcp::testing;

namespace {

constexpr std::uint64_t seed = 20260728;
constexpr std::uint64_t values_of_shape = 20;
constexpr std::uint64_t varied_values = 2;

JsonSchema compiled(const ShapeCase& shape, const SchemaOptions& options = {}) {
    INFO(shape.name << ": " << shape.schema.text());
    auto schema = JsonSchema::compile(shape.schema, options);
    REQUIRE(schema);
    return *std::move(schema);
}

/// Every object in the schema.
void walk(JsonView schema, const std::function<void(JsonView)>& use) {
    if (schema.is_object()) use(schema);
    for (const JsonMember& member : schema.members()) walk(member.value, use);
    for (const JsonView each : schema.elements()) walk(each, use);
}

}  // namespace

TEST_CASE("there are shapes of all kinds, each with a name of its own") {
    std::set<std::string> names;
    for (const ShapeCase& shape : shape_cases()) names.insert(shape.name);
    CHECK(names.size() == shape_cases().size());
    CHECK(names.size() >= 100);
}

TEST_CASE("arbitrary values encode to what the schema accepts, and decode to the same value") {
    for (const ShapeCase& shape : shape_cases()) {
        // With formats, which otherwise are notes.
        const JsonSchema schema = compiled(shape, {.assert_formats = true});
        for (std::uint64_t i = 0; i < values_of_shape; ++i) {
            Random random(seed, shape.name, i);
            const auto made = shape.make(random);
            INFO(shape.name << ", value " << i << ": " << made.document.text().substr(0, 500));
            CHECK(made.same);
            CHECK(made.why == "");
            CHECK(to_string(schema.validate(made.document)) == "");
        }
    }
}

TEST_CASE("what the schema refuses is not decoded") {
    std::size_t refused = 0;
    std::size_t taken = 0;
    for (const ShapeCase& shape : shape_cases()) {
        const JsonSchema schema = compiled(shape);
        std::size_t refused_here = 0;
        for (std::uint64_t i = 0; i < varied_values; ++i) {
            Random random(seed, shape.name, i);
            vary(shape.make(random).document, random, [&](const Json& document) {
                if (schema.accepts(document)) {
                    ++taken;
                    return;
                }
                ++refused_here;
                if (!shape.refusal(document).empty()) return;
                FAIL_CHECK(shape.name << " decodes " << document.text().substr(0, 500)
                                      << ", but its schema says "
                                      << to_string(schema.validate(document)));
            });
        }
        INFO(shape.name);
        CHECK(refused_here > 0);
        refused += refused_here;
    }
    CHECK(refused > 2000);
    CHECK(taken > 500);
}

TEST_CASE("schemas say things in the way that clients take") {
    for (const ShapeCase& shape : shape_cases()) {
        INFO(shape.name << ": " << shape.schema.text());
        CHECK(shape.schema["type"].as_string() == "object");
        walk(shape.schema["properties"], [](JsonView schema) {
            for (const char* keyword : {"oneOf", "allOf", "const", "prefixItems", "definitions"})
                CHECK_FALSE(schema.contains(keyword));
            const auto type = schema.find("type");
            CHECK((!type || !type->is_array()));
            for (const JsonView each : schema["enum"].elements()) CHECK(each.is_string());
            const auto pattern = schema["pattern"].as_string();
            CHECK((!pattern || pattern->find("(?") == std::string::npos));
        });
    }
}
