// Json and boost::json::value.
#include <boost/json/src.hpp>

#include <mcp/json_boost.hpp>

#include "catch.hpp"

using namespace mcp;

TEST_CASE("values go to Boost.JSON and back") {
    const Json json =
        Json::parse(R"({"a":[1,-2,true,null,"x\u00e9\n"],"b":{"c":0.5},"d":18446744073709551615})")
            .value();
    const auto tree = to_boost(json);
    REQUIRE(tree);
    CHECK(tree->at("a").as_array().at(1).as_int64() == -2);
    CHECK(tree->at("d").as_uint64() == 18446744073709551615U);
    const auto back = from_boost(*tree);
    REQUIRE(back);
    CHECK((*back)["a"][4].as_string() == "x\u00e9\n");
    CHECK((*back)["b"]["c"].as_double() == 0.5);
    CHECK((*back)["d"].text() == "18446744073709551615");
    CHECK(from_boost(boost::json::value(nullptr)) == Json());
}

TEST_CASE("what the other side can not hold is an error") {
    CHECK_FALSE(from_boost(boost::json::value("\xff")).has_value());
    Json deep;
    for (int i = 0; i < 1500; ++i) deep = Json::array({deep});
    CHECK_FALSE(to_boost(deep).has_value());
}
