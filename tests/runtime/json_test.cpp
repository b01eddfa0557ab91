// Json as users see it: building, looking, editing.
#include <mcp/json.hpp>

#include <cmath>
#include <limits>

#include "catch.hpp"

using namespace mcp;

TEST_CASE("values are built as text") {
    CHECK(Json().text() == "null");
    CHECK(Json(nullptr).dump() == "null");
    CHECK(Json(true).text() == "true");
    CHECK(Json(-5).text() == "-5");
    CHECK(Json(std::uint64_t{18446744073709551615U}).text() == "18446744073709551615");
    CHECK(Json(0.1).text() == "0.1");
    CHECK(Json(3.0).text() == "3");
    CHECK(Json(1e300).text() == "1e+300");
    CHECK(Json(std::nan("")).is_null());
    CHECK(Json("a\"b\\c\n\x01/\u00e4").text() == "\"a\\\"b\\\\c\\n\\u0001/\u00e4\"");
    CHECK(Json::object(
              {{"a", 1}, {"b", Json::array({1, "x", nullptr, true})}, {"c", Json::object({})}})
              .text() == R"({"a":1,"b":[1,"x",null,true],"c":{}})");
    CHECK(Json::array({}).text() == "[]");
    CHECK(Json(JsonObject()).text() == "{}");
    CHECK(JsonObject{{"a", "b"}}.text() == R"({"a":"b"})");
    CHECK(Json::object({{"a", 1}, {"b", 2}, {"a", 3}}).text() == R"({"a":3,"b":2})");
}

TEST_CASE("strings that are not UTF-8 become UTF-8") {
    CHECK(Json("a\xff"
               "b")
              .as_string() ==
          "a\xEF\xBF\xBD"
          "b");
    CHECK(Json("\xe2\x82").as_string() == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(Json("\u20ac").as_string() == "\u20ac");
}

TEST_CASE("long strings are escaped wherever the character is") {
    for (std::size_t size = 0; size < 40; ++size) {
        for (std::size_t at = 0; at < size; ++at) {
            for (const char special : {'"', '\\', '\n', '\x1f', '\x7f'}) {
                std::string text(size, 'x');
                text[at] = special;
                const Json json(text);
                CHECK(json.as_string() == text);
                CHECK(Json::parse(json.text()).value() == json);
                CHECK(json.text().find('\n') == std::string_view::npos);
            }
        }
    }
}

TEST_CASE("a view looks into objects and arrays") {
    const Json json =
        Json::parse(R"( {"a" : [1, "two", {"b": null}], "\u0063": 2.50, "": false } )").value();
    CHECK(json.text() == R"({"a":[1,"two",{"b":null}],"\u0063":2.50,"":false})");
    CHECK(json.kind() == JsonKind::object);
    CHECK(json.size() == 3);
    CHECK(json["a"].size() == 3);
    CHECK(json["a"][0].as_int64() == 1);
    CHECK(json["a"][1].as_string() == "two");
    CHECK(json["a"][2].find("b")->is_null());
    CHECK_FALSE(json["a"][3].as_int64().has_value());
    CHECK_FALSE(json["a"].at(3).has_value());
    CHECK(json["c"].text() == "2.50");
    CHECK(json["c"].as_double() == 2.5);
    CHECK(json[""].as_bool() == false);
    CHECK_FALSE(json.find("x").has_value());
    CHECK(json["x"]["y"].is_null());
    std::string names;
    for (const JsonMember& member : json.members()) names += member.name() + ";";
    CHECK(names == "a;c;;");
    std::string elements;
    for (const JsonView element : json["a"].elements())
        elements += std::string(element.text()) + " ";
    CHECK(elements == "1 \"two\" {\"b\":null} ");
    CHECK(Json::array({}).elements().empty());
    CHECK(Json(1).members().empty());
}

TEST_CASE("a name that is written with escapes is not the text of its escapes") {
    // The first name is "a"; the second stands for the six characters of its escape.
    const Json json = Json::parse(R"({"\u0061":1,"\\u0061":2,"\\":3})").value();
    CHECK(json["a"].as_int64() == 1);
    CHECK(json[R"(\u0061)"].as_int64() == 2);
    CHECK(json[R"(\)"].as_int64() == 3);
    CHECK_FALSE(json.contains(R"(\\u0061)"));
    const JsonMember first = *json.members().begin();
    CHECK(first.named("a"));
    CHECK_FALSE(first.named(R"(\u0061)"));
}

TEST_CASE("a string ends at its quote whatever its length and its escapes") {
    for (std::size_t size = 0; size < 40; ++size) {
        for (const std::string_view mark : {"", "\\\\", "\\\"", "\\u0022", "\\\\\\\""}) {
            for (std::size_t at = 0; at <= size; ++at) {
                const std::string text = "\"" + std::string(at, 'a') + std::string(mark) +
                                         std::string(size - at, 'b') + "\"";
                const std::string object = "{" + text + ":" + text + ",\"z\":[" + text + ",1]}";
                const JsonView view = detail::JsonAccess::view(object);
                CHECK(view.size() == 2);
                CHECK(view["z"][1].text() == "1");
                CHECK(view["z"][0].text() == text);
            }
        }
    }
}

TEST_CASE("numbers keep their text and are read exactly") {
    CHECK(Json::parse("3.0").value().as_int64() == 3);
    CHECK(Json::parse("3e2").value().as_int64() == 300);
    CHECK(Json::parse("-0").value().as_int64() == 0);
    CHECK(Json::parse("120e-1").value().as_int64() == 12);
    CHECK_FALSE(Json::parse("3.5").value().as_int64().has_value());
    CHECK(Json::parse("9223372036854775807").value().as_int64() ==
          std::numeric_limits<std::int64_t>::max());
    CHECK(Json::parse("-9223372036854775808").value().as_int64() ==
          std::numeric_limits<std::int64_t>::min());
    CHECK_FALSE(Json::parse("9223372036854775808").value().as_int64().has_value());
    CHECK(Json::parse("922337203685477580.7e1").value().as_int64() ==
          std::numeric_limits<std::int64_t>::max());
    CHECK_FALSE(Json::parse("1e19").value().as_int64().has_value());
    CHECK(Json::parse("0e999999999999").value().as_int64() == 0);
    CHECK(Json::parse("1e-400").value().as_double() == 0.0);
    CHECK_FALSE(Json::parse("1e400").value().as_double().has_value());
    CHECK(Json::parse("123456789012345678901234567890").value().text() ==
          "123456789012345678901234567890");
    CHECK_FALSE(Json::parse("1").value() == Json::parse("1.0").value());
}

TEST_CASE("objects are edited in place") {
    JsonObject object{{"a", 1}, {"b", 2}};
    object.set("a", Json::array({})).set("c", "x");
    CHECK(object.text() == R"({"a":[],"b":2,"c":"x"})");
    CHECK(object.erase("b"));
    CHECK_FALSE(object.erase("b"));
    CHECK(object.text() == R"({"a":[],"c":"x"})");
    CHECK(object.erase("a"));
    CHECK(object.erase("c"));
    CHECK(object.empty());
    CHECK(object == JsonObject());
    object.set("q\"", 1);
    CHECK(object.find("q\"")->as_int64() == 1);
    CHECK(JsonObject::parse(R"({"\u0061":1})").value().set("a", 2).text() == R"({"\u0061":2})");
}

TEST_CASE("an object is a value and a value may be an object") {
    const Json json = JsonObject{{"a", 1}};
    REQUIRE(json.as_object().has_value());
    CHECK(json.as_object()->text() == json.text());
    CHECK_FALSE(Json(1).as_object().has_value());
    CHECK(JsonObject::parse("[]").error().message() == "document: expected object, found array");
    CHECK(Json(JsonObject()) == Json::parse("{}").value());
    CHECK(Json::parse(" null ").value() == Json());
    CHECK(JsonObject::parse(" { } ").value() == JsonObject());
}
