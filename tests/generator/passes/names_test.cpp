// C++ names, and the names that cannot be.
#include <generator/passes/names.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::after;
using mcpgen::test::errors_of;
using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

std::string named(const std::string& members, const std::string& overrides = {}) {
    return after("names", "{\"A\": {\"properties\": {" + members + "}}}", overrides);
}

std::string wrong(const std::string& members, const std::string& overrides = {}) {
    return errors_of("{\"A\": {\"properties\": {" + members + "}}}", overrides);
}

}  // namespace

TEST_CASE("names: wire names become identifiers") {
    CHECK(
        named(
            R"("_meta": {}, "$schema": {}, "default": {}, "content-type": {}, "2fa": {}, "io.example/clientInfo": {})") ==
        "record A\n"
        "  $schema?: any as schema\n"
        "  2fa?: any as _2fa\n"
        "  _meta?: any as meta\n"
        "  content-type?: any as content_type\n"
        "  default?: any as default_\n"
        "  io.example/clientInfo?: any as clientInfo\n");
}

TEST_CASE("names: a member does not hide what its record needs") {
    CHECK(named(R"("extras": {}, "A": {})") ==
          "record A\n  A?: any as A_\n  extras?: any as extras_\n");
    CHECK(after("names",
                R"({"A": {"properties": {"Tool": {}}}, "Tool": {"properties": {"x": {}}}})") ==
          "record A\n  Tool?: any as Tool_\nrecord Tool\n  x?: any\n");
}

TEST_CASE("names: values of enumerations become identifiers") {
    CHECK(after("names", R"({"E": {"enum": ["class", "tools/call", "a b", "x"]}})") ==
          "enum E\n  class as class_\n  tools/call as call\n  a b as a_b\n  x\n");
}

TEST_CASE("names: a request is named for what it asks, a notification keeps its name") {
    const std::string text =
        after("names", R"({"CallToolRequest": {"properties": {"method": {"const": "tools/call"}}},
        "CallToolResult": {"properties": {"x": {}}},
        "DoneNotification": {"properties": {"method": {"const": "notifications/done"}}}})");
    CHECK(text.find("request tools/call as CallTool ") != std::string::npos);
    CHECK(text.find("notification notifications/done as DoneNotification ") != std::string::npos);
}

TEST_CASE("names: overrides name members, values and methods") {
    const Stages stages(Given{
        {R"({"A": {"properties": {"+1": {}, "a": {}}}, "E": {"enum": ["", "x.y"]},
        "GetRequest": {"properties": {"method": {"const": "get"}}}, "GetResult": {"properties": {"x": {}}}})"},
        R"({"identifiers": [{"at": "A.a", "name": "better", "why": "w"}, {"at": "E.x.y", "name": "xy", "why": "w"},
                            {"at": "GetRequest", "name": "Fetch", "why": "w"}]})"});
    // The empty value still has no name.
    CHECK(stages.errors() == "2021-01-01#/$defs/E: `` gives no C++ identifier\n");
    const std::string text = stages.after("names");
    CHECK(text.find("a?: any as better") != std::string::npos);
    CHECK(text.find("x.y as xy") != std::string::npos);
    CHECK(text.find("request get as Fetch") != std::string::npos);
}

TEST_CASE("names: a wire name without a letter or digit is an error at its place") {
    CHECK(wrong(R"("->": {})") ==
          "2021-01-01#/$defs/A/properties/->: `->` gives no C++ identifier\n");
    CHECK(errors_of(R"({"my-type": {"properties": {"x": {}}}})") ==
          "2021-01-01#/$defs/my-type: `my-type` gives no C++ identifier\n");
    CHECK(
        errors_of(
            R"({"get it": {"properties": {"method": {"const": "get"}}}, "get itResult": {"$ref": "#/$defs/R"}, "R": {"properties": {"x": {}}}})")
            .find("`get it` gives no C++ identifier") != std::string::npos);
}

TEST_CASE("names: an override must give an identifier") {
    CHECK(wrong(R"("a": {})", R"({"identifiers": [{"at": "A.a", "name": "1a", "why": "w"}]})") ==
          "overrides.json#/identifiers/0: `1a` gives no C++ identifier\n");
    CHECK(wrong(R"("a": {})", R"({"identifiers": [{"at": "A.a", "name": "class", "why": "w"}]})") ==
          "overrides.json#/identifiers/0: `class` gives no C++ identifier\n");
}

TEST_CASE("names: two wire names with one identifier are an error that shows both") {
    CHECK(wrong(R"("_meta": {}, "meta": {})") ==
          "2021-01-01#/$defs/A: `_meta` and `meta` would both be called 'meta' in C++\n");
    CHECK(wrong(R"("_meta": {}, "meta": {})",
                R"({"identifiers": [{"at": "A._meta", "name": "metadata", "why": "w"}]})")
              .empty());
    CHECK(errors_of(R"({"E": {"enum": ["a-b", "a_b"]}})") ==
          "2021-01-01#/$defs/E: `a-b` and `a_b` would both be called 'a_b' in C++\n");
}

TEST_CASE("names: types must not meet types of the runtime or of an enumeration") {
    CHECK(errors_of(R"({"Json": {"properties": {"x": {}}}})") ==
          "2021-01-01#/$defs/Json: `Json` is the name of a type of the runtime\n");
    CHECK(errors_of(R"({"Role": {"enum": ["a"]}, "RoleTag": {"properties": {"x": {}}}})") ==
          "2021-01-01#/$defs/Role: `Role` and `RoleTag` would both be called 'RoleTag' in C++\n");
    CHECK(
        errors_of(
            R"({"GetRequest": {"properties": {"method": {"const": "get"}}}, "GetResult": {"$ref": "#/$defs/Get"},
                        "Get": {"properties": {"x": {}}}})") ==
        "2021-01-01#/$defs/GetRequest: `get` and `Get` would both be called 'Get' in C++\n");
}
