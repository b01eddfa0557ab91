// Words of a command line as arguments of tools.
#include "peer/arguments.hpp"
#include "peer/form.hpp"
#include "peer/limits.hpp"

#include "catch.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace mcpctl;

namespace {

const mcp::Json schema = *mcp::Json::parse(R"({
  "type": "object",
  "$defs": {"place": {"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "integer"}}}},
  "properties": {
    "text": {"type": "string"},
    "count": {"type": "integer", "default": 3},
    "ratio": {"type": "number"},
    "on": {"type": "boolean"},
    "names": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "integer"}},
    "maybe": {"type": ["string", "null"]},
    "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    "level": {"enum": ["low", "high"], "description": "How much"},
    "place": {"$ref": "#/$defs/place"},
    "a.b": {"type": "integer"},
    "open": {}
  },
  "required": ["text", "level"]
})");

std::string read(const std::vector<std::string>& words, const std::string& input = "{}") {
    const auto result = read_arguments(words, schema, [&] { return input; });
    return result ? result->dump() : "! " + result.error().what;
}

}  // namespace

TEST_CASE("values are typed by the schema") {
    CHECK(read({"text=5", "count=5", "ratio=0.5", "on=true"}) ==
          R"({"text":"5","count":5,"ratio":0.5,"on":true})");
    CHECK(read({"text="}) == R"({"text":""})");
    CHECK(read({"text=a=b"}) == R"({"text":"a=b"})");
    CHECK(read({"count=-3"}) == R"({"count":-3})");
    CHECK(read({"on=no"}) == R"({"on":false})");
    CHECK(read({"maybe=null"}) == R"({"maybe":null})");
    CHECK(read({"either=7"}) == R"({"either":7})");
    CHECK(read({"either=seven"}) == R"({"either":"seven"})");
    CHECK(read({"open=[1]"}) == R"({"open":[1]})");
    CHECK(read({"open=word", "unknown=3"}) == R"({"open":"word","unknown":3})");
}

TEST_CASE("a name that is repeated fills a list, and replaces everything else") {
    CHECK(read({"names=a", "names=b"}) == R"({"names":["a","b"]})");
    CHECK(read({"names=[\"x\",\"y\"]"}) == R"({"names":["x","y"]})");
    CHECK(read({"numbers=1", "numbers=2"}) == R"({"numbers":[1,2]})");
    CHECK(read({"text=a", "text=b"}) == R"({"text":"b"})");
    CHECK(read({"{\"names\":[\"a\"]}", "names=b"}) == R"({"names":["b"]})");
}

TEST_CASE("members of objects, JSON, and the standard input") {
    CHECK(read({"place.city=Oslo", "place.zip=150"}) == R"({"place":{"city":"Oslo","zip":150}})");
    CHECK(read({"place.zip=x"}) ==
          "! the argument `place.zip=x`: expected an integer, found \"x\"");
    CHECK(read({"a.b=2"}) == R"({"a.b":2})");
    CHECK(read({"text:=7"}) == R"({"text":7})");
    CHECK(read({"-", "text=b"}, R"({"text":"a","count":1})") == R"({"text":"b","count":1})");
}

TEST_CASE("words that are no arguments are refused, each with what is wrong") {
    CHECK(read({"count=many"}) ==
          "! the argument `count=many`: expected an integer, found \"many\"");
    CHECK(read({"count=1.5"}) == "! the argument `count=1.5`: expected an integer, found \"1.5\"");
    CHECK(read({"on=maybe"}) ==
          "! the argument `on=maybe`: expected true or false, found \"maybe\"");
    CHECK(read({"numbers=x"}) == "! the argument `numbers=x`: expected an integer, found \"x\"");
    CHECK(read({"place=x"}) == "! the argument `place=x`: expected a JSON object, found \"x\"");
    CHECK(read({"word"}) == "! the argument `word`: there is no `=`");
    CHECK(read({"=x"}) == "! the argument `=x`: there is no name");
    CHECK(read({":=x"}) == "! the argument `:=x`: there is no name");
    CHECK(read({"text:={"}).starts_with("! the argument `text:={`: no JSON: "));
    CHECK(read({"{1}"}).starts_with("! the argument `{1}`: no JSON object: "));
    CHECK(read({"-"}, "[]").starts_with("! the argument `-`: no JSON object: "));
}

TEST_CASE("fields say what a person must know") {
    const auto fields = fields_of(schema);
    REQUIRE(fields.size() == 12);
    CHECK(fields[0].required);
    CHECK(fields[1].fallback->text() == "3");
    CHECK(fields[4].type == "string[]");
    CHECK(fields[6].type == "null or string");
    CHECK(fields[8].choices == std::vector<std::string>{"low", "high"});
    CHECK(fields[8].description == "How much");
    CHECK(fields[9].type == "object");
    const auto missing = missing_fields(schema, *mcp::JsonObject::parse(R"({"text":"x"})"));
    REQUIRE(missing.size() == 1);
    CHECK(field_words(missing[0]) == "level (string)");
}

TEST_CASE("a schema whose references lead around in circles takes no time") {
    const auto start = std::chrono::steady_clock::now();
    std::string parts;
    for (int i = 0; i < 50; ++i) parts += std::string(i ? "," : "") + R"({"$ref":"#/$defs/x"})";
    const auto circle = mcp::Json::parse(
        R"({"$defs":{"x":{"anyOf":[)" + parts +
        R"(]},"l":{"type":"array","items":{"$ref":"#/$defs/l"}},"r":{"$ref":"#/$defs/r"}},
        "properties":{"x":{"$ref":"#/$defs/x"},"l":{"$ref":"#/$defs/l"},"r":{"$ref":"#/$defs/r"}}})");
    REQUIRE(circle);
    CHECK(fields_of(*circle).size() == 3);
    CHECK(read_arguments({"x=1", "l=[]", "r=a"}, *circle, [] { return std::string(); }));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("arguments of prompts are strings") {
    const auto pairs = read_strings({"a=1", "b=x=y"});
    REQUIRE(pairs);
    CHECK((*pairs)[1].second == "x=y");
    CHECK_FALSE(read_strings({"a"}));
    CHECK_FALSE(read_strings({"=a"}));
}

TEST_CASE("what a schema demands is said in words") {
    const auto words = [](std::string_view text) {
        std::string out;
        for (const std::string& limit : limits_of(*mcp::Json::parse(text))) out += limit + ';';
        return out;
    };
    CHECK(words(R"({"minimum":1,"maximum":10})") == "1 to 10;");
    CHECK(words(R"({"minimum":0.5})") == "at least 0.5;");
    CHECK(words(R"({"maximum":-1,"exclusiveMinimum":-9})") == "at most -1;above -9;");
    CHECK(words(R"({"exclusiveMaximum":3,"multipleOf":2})") == "below 3;a multiple of 2;");
    CHECK(words(R"({"minLength":2,"maxLength":2,"pattern":"^a"})") == "length 2;matches ^a;");
    CHECK(words(R"({"maxItems":5,"uniqueItems":true})") == "elements: at most 5;no element twice;");
    CHECK(words(R"({"format":"date","const":"x"})") == "format date;always \"x\";");
    CHECK(words(R"({"minimum":-9007199254740991,"maximum":9007199254740991})").empty());
    CHECK(words(R"({"minimum":"1","exclusiveMinimum":true,"pattern":7,"uniqueItems":1})").empty());
    CHECK(words("true").empty());
    CHECK(words(R"({"pattern":")" + std::string(500, 'a') + "\"}").size() < 80);
}

TEST_CASE("arguments that the schema does not name are found, and what may be meant") {
    const auto unnamed = [](const char* text) {
        std::string out;
        const auto of = mcp::Json::parse(text);
        const auto arguments = mcp::JsonObject::parse(R"({"days": 1, "dayz": 2, "other": 3})");
        for (const Unnamed& argument : unnamed_arguments(*of, *arguments))
            out += argument.name + (argument.meant ? ":" + *argument.meant : "") + ' ';
        return out;
    };
    CHECK(unnamed(R"({"type": "object", "properties": {"days": {}}})") == "dayz:days other ");
    // Whoever takes more, or may name more in another place, is asked nothing.
    for (const char* open :
         {R"({})", R"({"properties": {}})",
          R"({"properties": {"days": {}}, "additionalProperties": true})",
          R"({"properties": {"days": {}}, "additionalProperties": {"type": "integer"}})",
          R"({"properties": {"days": {}}, "patternProperties": {"^d": {}}})",
          R"({"properties": {"days": {}}, "$ref": "#/$defs/a", "$defs": {"a": {}}})",
          R"({"properties": {"days": {}}, "oneOf": [{"properties": {"dayz": {}}}]})"}) {
        CHECK(unnamed(open).empty());
    }
}
