// JSON Schema: made from a struct, and used to check a value. The same check guards the arguments
// of every tool.
#include <mcp/json_schema.hpp>
#include <mcp/tool.hpp>

#include <boost/describe.hpp>

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

enum class Unit { celsius, fahrenheit };
BOOST_DESCRIBE_ENUM(Unit, celsius, fahrenheit)

struct Place {
    std::string name;
    std::optional<std::string> country;
};
BOOST_DESCRIBE_STRUCT(Place, (), (name, country))

struct Query {
    std::vector<Place> places;
    Unit unit = Unit::celsius;
    std::map<std::string, bool> extras;
};
BOOST_DESCRIBE_STRUCT(Query, (), (places, unit, extras))

}  // namespace

int main() {
    std::cout << mcp::schema_of<Query>().dump() << '\n';

    const auto text = R"({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"days": {"type": "integer", "minimum": 1, "maximum": 14}},
        "required": ["days"],
        "additionalProperties": false
    })";
    const auto schema = mcp::JsonSchema::compile(*mcp::Json::parse(text));
    if (!schema) return std::cerr << mcp::to_string(schema.error()) << '\n', 1;

    const auto value = mcp::Json::object({{"days", 15}});
    for (const mcp::SchemaViolation& violation : schema->validate(value)) {
        std::cout << mcp::to_string(violation) << '\n';
    }

    // Other dialects are refused when the schema is compiled, not when a value comes.
    const auto old = mcp::Json::object({{"$schema", "http://json-schema.org/draft-04/schema#"}});
    const auto refused = mcp::JsonSchema::compile(old);
    if (refused) return 1;
    std::cout << mcp::to_string(refused.error()) << '\n';
}
