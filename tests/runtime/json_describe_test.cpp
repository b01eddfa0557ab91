// Json and described structs.
#include <mcp/json_describe.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <map>

#include "catch.hpp"

using namespace mcp;

namespace {

BOOST_DEFINE_ENUM_CLASS(Unit, celsius, kelvin)

struct Place {
    std::string city;
    std::optional<double> altitude;
    friend bool operator==(const Place&, const Place&) = default;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, altitude))

struct Query {
    std::vector<Place> places;
    std::uint8_t days = 0;
    bool hourly = false;
    Unit unit = Unit::celsius;
    std::map<std::string, int> weights;
    Map<std::vector<bool>> flags;
    Json extra;
    Nullable<std::string> note;
    friend bool operator==(const Query&, const Query&) = default;
};
BOOST_DESCRIBE_STRUCT(Query, (), (places, days, hourly, unit, weights, flags, extra, note))

std::string refusal(std::string_view text) {
    const Json json = Json::parse(text).value();
    const auto result = from_json<Query>(json);
    return result ? std::string() : result.error().message();
}

const std::string_view full =
    R"({"places":[{"city":"Oslo"},{"city":"La Paz","altitude":3640}],"days":3,"hourly":true,)"
    R"("unit":"kelvin",)"
    R"("weights":{"a":1},"flags":{"x":[true,false]},"extra":[1],"note":null})";

}  // namespace

TEST_CASE("a described struct goes to JSON and back") {
    const Json json = Json::parse(full).value();
    const auto query = from_json<Query>(json);
    REQUIRE(query);
    CHECK(query->places.size() == 2);
    CHECK_FALSE(query->places[0].altitude.has_value());
    CHECK(query->places[1].altitude == 3640);
    CHECK(query->unit == Unit::kelvin);
    CHECK(query->weights.at("a") == 1);
    CHECK(to_json(*query).text() == full);
    CHECK(from_json<Query>(to_json(*query)) == query);
}

TEST_CASE("errors have a path") {
    const auto with = [](std::string_view from, std::string_view to) {
        std::string text(full);
        text.replace(text.find(from), from.size(), to);
        return refusal(text);
    };
    CHECK(with("\"Oslo\"", "5") == "places[0].city: expected string, found number");
    CHECK(with("{\"city\":\"Oslo\"}", "{}") == "places[0].city: expected string, found nothing");
    CHECK(with("\"days\":3", "\"days\":300") == "days: expected integer from 0 to 255, found 300");
    CHECK(with("\"days\":3", "\"days\":1.5") == "days: expected integer, found 1.5");
    CHECK(with("\"kelvin\"", "\"mars\"") ==
          "unit: expected one of \"celsius\", \"kelvin\", found \"mars\"");
    CHECK(with("true,false", "true,0") == "flags.x[1]: expected boolean, found number");
    CHECK(with("\"hourly\":true,", "") == "hourly: expected boolean, found nothing");
    CHECK(with("\"altitude\":3640", "\"altitude\":null") ==
          "places[1].altitude: expected number, found null");
    CHECK(with("\"altitude\":3640", "\"unknown\":[1]").empty());
    CHECK(refusal("[]") == "document: expected object, found array");
}
