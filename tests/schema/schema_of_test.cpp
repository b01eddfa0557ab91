// Schemas of C++ types: how they are written, and that they agree with from_json on every document
// near a valid one.
#include <mcp/schema_of.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "schema/check.hpp"

#include <functional>
#include <map>

using namespace mcp;
using namespace mcp::test;

namespace {

BOOST_DEFINE_ENUM_CLASS(Unit, celsius, kelvin)

struct Place {
    std::string city;
    std::optional<double> altitude;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, altitude))

struct Tree {
    std::string name;
    std::vector<Tree> children;
};
BOOST_DESCRIBE_STRUCT(Tree, (), (name, children))

struct Forest {
    Tree first;
    std::optional<Tree> second;
};
BOOST_DESCRIBE_STRUCT(Forest, (), (first, second))

struct Empty {};
BOOST_DESCRIBE_STRUCT(Empty, (), ())

struct Query {
    std::vector<Place> places;
    std::uint8_t days = 0;
    std::int64_t offset = 0;
    std::uint64_t serial = 0;
    bool hourly = false;
    float factor = 0;
    Unit unit = Unit::celsius;
    std::optional<Unit> other;
    std::map<std::string, int> weights;
    Map<std::vector<bool>> flags;
    Json extra;
    JsonObject more;
    Nullable<std::string> note;
    std::variant<std::monostate, std::int16_t, std::string, Place> any;
    std::optional<std::variant<bool, std::vector<std::string>>> some;
};
BOOST_DESCRIBE_STRUCT(Query, (),
                      (places, days, offset, serial, hourly, factor, unit, other, weights, flags,
                       extra, more, note, any, some))

template <class T>
std::string text_of() {
    return schema_of<T>().dump();
}

/// Every document that differs from `document` in one place: another value there, or none.
void vary(JsonView document, const std::function<void(const Json&)>& use) {
    static const char* const values[] = {"null",
                                         "true",
                                         "0",
                                         "-1",
                                         "1.0",
                                         "1.5",
                                         "255",
                                         "256",
                                         "32767",
                                         "32768",
                                         "-32769",
                                         "1e3",
                                         "1e-1",
                                         "2147483648",
                                         "9.2233720368547758e18",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "18446744073709551615",
                                         "1.8446744073709551615e19",
                                         "18446744073709551616",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "3.5e38",
                                         "-3.4e38",
                                         "1e30",
                                         "\"x\"",
                                         "\"\"",
                                         "\"kelvin\"",
                                         "\"kelvin\\u0000\"",
                                         "\"\\u006belvin\"",
                                         "[]",
                                         "[1]",
                                         "[null]",
                                         "[\"a\"]",
                                         "{}",
                                         "{\"city\":\"a\"}",
                                         "{\"a\":1}",
                                         "{\"city\":1}"};
    for (const char* value : values) use(json(value));
    if (document.is_object()) {
        for (const JsonMember& member : document.members()) {
            JsonObject object = *Json(document).as_object();
            vary(member.value, [&](const Json& other) {
                object.set(member.name(), other);
                use(object);
            });
            object.erase(member.name());
            use(object);
        }
        use(Json(*Json(document).as_object()).as_object()->set("unknown", 1));
    } else if (document.is_array()) {
        std::vector<Json> elements;
        for (const JsonView each : document.elements()) elements.emplace_back(each);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const Json before = elements[i];
            vary(before, [&](const Json& other) {
                elements[i] = other;
                use(Json::array(elements));
            });
            elements[i] = before;
        }
    }
}

template <class T>
std::size_t check_agreement(std::string_view document) {
    const auto compiled = JsonSchema::compile(schema_of<T>());
    REQUIRE(compiled);
    CHECK(compiled->accepts(json(document)));
    CHECK(from_json<T>(json(document)));
    std::size_t tried = 0;
    std::size_t refused = 0;
    std::string disagreements;
    vary(json(document), [&](const Json& other) {
        ++tried;
        const bool fits = compiled->accepts(other);
        const auto decoded = from_json<T>(other);
        refused += fits ? 0 : 1;
        if (fits != decoded.has_value()) {
            disagreements += other.dump() +
                             (fits ? " fits, but " + decoded.error().message()
                                   : " does not fit, but is decoded") +
                             "\n";
        }
        // What is written fits as well.
        if (decoded && !compiled->accepts(to_json(*decoded)))
            disagreements += to_json(*decoded).dump() + " is written and does not fit\n";
    });
    INFO(disagreements);
    CHECK(disagreements.empty());
    CHECK(refused > 0);
    CHECK(refused < tried);
    return tried;
}

const char* const full =
    R"({"places":[{"city":"Oslo"},{"city":"La Paz","altitude":3640}],"days":3,"offset":-5,)"
    R"("serial":18446744073709551615,"hourly":true,"factor":0.5,"unit":"kelvin","other":"celsius",)"
    R"("weights":{"a":1},"flags":{"x":[true,false]},"extra":[1],"more":{},"note":null,)"
    R"("any":{"city":"Rome"},"some":["a","b"]})";

}  // namespace

TEST_CASE("schemas of simple types are written as the table says") {
    CHECK(text_of<bool>() == R"({"type":"boolean"})");
    CHECK(text_of<std::string>() == R"({"type":"string"})");
    CHECK(text_of<double>() == R"({"type":"number"})");
    CHECK(text_of<std::int8_t>() == R"({"type":"integer","minimum":-128,"maximum":127})");
    CHECK(text_of<std::uint64_t>() ==
          R"({"type":"integer","minimum":0,"maximum":18446744073709551615})");
    CHECK(text_of<Unit>() == R"({"type":"string","enum":["celsius","kelvin"]})");
    CHECK(text_of<std::vector<bool>>() == R"({"type":"array","items":{"type":"boolean"}})");
    CHECK(text_of<std::map<std::string, std::string>>() ==
          R"({"type":"object","additionalProperties":{"type":"string"}})");
    CHECK(text_of<Map<Json>>() == R"({"type":"object","additionalProperties":{}})");
    CHECK(text_of<Json>() == "{}");
    CHECK(text_of<JsonObject>() == R"({"type":"object"})");
    CHECK(text_of<Empty>() == R"({"type":"object"})");
}

TEST_CASE("null is one more type, value or alternative") {
    CHECK(text_of<Nullable<std::string>>() == R"({"anyOf":[{"type":"string"},{"type":"null"}]})");
    CHECK(text_of<std::optional<Unit>>() ==
          R"({"anyOf":[{"type":"string","enum":["celsius","kelvin"]},{"type":"null"}]})");
    CHECK(text_of<Nullable<std::variant<bool, std::string>>>() ==
          R"({"anyOf":[{"type":"boolean"},{"type":"string"},{"type":"null"}]})");
    CHECK(text_of<std::optional<Json>>() == "{}");
    CHECK(text_of<std::optional<Nullable<bool>>>() ==
          R"({"anyOf":[{"type":"boolean"},{"type":"null"}]})");
    CHECK(text_of<Nullable<std::monostate>>() == R"({"type":"null"})");
}

TEST_CASE("members are in the order of their description, optional ones are not required") {
    CHECK(text_of<Place>() == R"({"type":"object","properties":{"city":{"type":"string"},)"
                              R"("altitude":{"type":"number"}},"required":["city"]})");
}

TEST_CASE("a struct that contains itself is referred to") {
    CHECK(text_of<Tree>() ==
          R"({"type":"object","properties":{"name":{"type":"string"},)"
          R"("children":{"type":"array","items":{"$ref":"#"}}},"required":["name","children"]})");
    CHECK(text_of<std::vector<Tree>>() ==
          R"({"type":"array","items":{"$ref":"#/$defs/type1"},"$defs":{"type1":{"type":"object",)"
          R"("properties":{"name":{"type":"string"},"children":{"type":"array",)"
          R"("items":{"$ref":"#/$defs/type1"}}},"required":["name","children"]}}})");
    CHECK(text_of<Forest>() ==
          R"({"type":"object","properties":{"first":{"$ref":"#/$defs/type1"},)"
          R"("second":{"$ref":"#/$defs/type1"}},"required":["first"],)"
          R"("$defs":{"type1":{"type":"object","properties":{"name":{"type":"string"},)"
          R"("children":{"type":"array","items":{"$ref":"#/$defs/type1"}}},)"
          R"("required":["name","children"]}}})");
}

TEST_CASE("what a schema accepts is decoded, what it refuses is an error") {
    CHECK(check_agreement<Query>(full) > 1000);
    check_agreement<Tree>(R"({"name":"a","children":[{"name":"b","children":[]}]})");
    check_agreement<Forest>(
        R"({"first":{"name":"a","children":[]},"second":{"name":"b","children":[]}})");
    check_agreement<std::vector<Tree>>(R"([{"name":"b","children":[]}])");
    check_agreement<std::variant<double, std::string>>("1.5");
}

TEST_CASE("variants go to JSON and back as what they hold") {
    using Any = std::variant<std::monostate, std::int16_t, std::string, Place>;
    for (const char* text : {"null", "7", R"("x")", R"({"city":"a"})"}) {
        const auto value = from_json<Any>(json(text));
        REQUIRE(value);
        CHECK(to_json(*value).text() == text);
    }
    CHECK(from_json<Any>(json("true")).error().message() ==
          "document: expected string or integer or object or null, found boolean");
}
