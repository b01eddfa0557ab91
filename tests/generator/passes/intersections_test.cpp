// allOf becomes one object, or a union of objects.
#include <generator/passes/intersections.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

namespace mcpgen::test {
namespace {

std::string merged(const std::string& definitions) { return after("intersections", definitions); }

constexpr const char* base =
    R"("Base": {"properties": {"name": {"type": "string"}, "kind": {"type": "string"}}, "required": ["name"]})";

std::string with_base(const std::string& rest) {
    return "{" + std::string(base) + ", " + rest + "}";
}

}  // namespace

TEST_CASE("intersections: members of all parts are merged") {
    CHECK(
        merged(with_base(
            R"("A": {"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"x": {}}, "required": ["x"]})")) ==
        "alias Base = { kind?: string; name: string; }\n"
        "alias A = { kind?: string; name: string; x: any; }\n");
}

TEST_CASE("intersections: the narrower of two types wins, and required stays required") {
    CHECK(merged(with_base(R"("A": {"allOf": [{"$ref": "#/$defs/Base"}],
                                    "properties": {"kind": {"const": "a"}, "name": {"type": "string"}}, "required": ["kind"]})")) ==
          "alias Base = { kind?: string; name: string; }\n"
          "alias A = { kind: \"a\"; name: string; }\n");
}

TEST_CASE("intersections: parts that disagree are an error at the member") {
    CHECK(
        errors_of(with_base(
            R"("A": {"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"name": {"type": "integer"}}})")) ==
        "2021-01-01#/$defs/A/properties/name: the parts of `allOf` disagree about member `name`\n");
}

TEST_CASE("intersections: a part that is no object is an error") {
    CHECK(errors_of(R"({"S": {"type": "string"}, "A": {"allOf": [{"$ref": "#/$defs/S"}]}})") ==
          "2021-01-01#/$defs/A: `allOf` can only combine objects\n");
}

TEST_CASE("intersections: an open object adds nothing, a closed part closes") {
    CHECK(merged(R"({"O": {"type": "object"}, "A": {"allOf": [{"$ref": "#/$defs/O"},
                     {"properties": {"x": {}}, "additionalProperties": false}]}})") ==
          "alias O = object\nalias A = closed { x?: any; }\n");
}

TEST_CASE("intersections: a union among the parts is distributed") {
    CHECK(merged(with_base(R"("Text": {"properties": {"text": {}}, "required": ["text"]},
                              "Blob": {"properties": {"blob": {}}, "required": ["blob"]},
                              "A": {"allOf": [{"$ref": "#/$defs/Base"},
                                              {"anyOf": [{"$ref": "#/$defs/Text"}, {"$ref": "#/$defs/Blob"}]}]})")) ==
          "alias Base = { kind?: string; name: string; }\n"
          "alias Text = { text: any; }\n"
          "alias Blob = { blob: any; }\n"
          "alias A = ({ kind?: string; name: string; text: any; } | "
          "{ kind?: string; name: string; blob: any; })\n");
}

TEST_CASE("intersections: distributed alternatives are named for what they add") {
    const std::string text =
        after("hoist", with_base(R"("TextThing": {"properties": {"text": {}}, "required": ["text"]},
        "BlobThing": {"properties": {"blob": {}}, "required": ["blob"]},
        "Thing": {"allOf": [{"$ref": "#/$defs/Base"},
                            {"anyOf": [{"$ref": "#/$defs/TextThing"}, {"$ref": "#/$defs/BlobThing"}]}]})"));
    CHECK(text.find("union Thing\n  ThingText\n  ThingBlob\n") != std::string::npos);
}

TEST_CASE("intersections: parts are merged before they are used, in whatever order they stand") {
    const std::string chain = R"({"C": {"allOf": [{"$ref": "#/$defs/B"}], "properties": {"c": {}}},
                                  "B": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {"allOf": [{"$ref": "#/$defs/A"}]}}},
                                  "A": {"properties": {"a": {}}}})";
    CHECK(merged(chain) ==
          "alias C = { a?: any; b?: { a?: any; }; c?: any; }\n"
          "alias B = { a?: any; b?: { a?: any; }; }\n"
          "alias A = { a?: any; }\n");
}

TEST_CASE("intersections: a part may be another name") {
    CHECK(
        merged(
            R"({"B": {"$ref": "#/$defs/A"}, "A": {"properties": {"a": {}}}, "C": {"allOf": [{"$ref": "#/$defs/B"}]}})") ==
        "alias B = A\nalias A = { a?: any; }\nalias C = { a?: any; }\n");
}

TEST_CASE("intersections: allOf that contains itself is one error") {
    CHECK(
        errors_of(R"({"A": {"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}]}})") ==
        "2021-01-01#/$defs/A/allOf/0: nothing can satisfy this schema: `allOf` contains itself\n"
        "2021-01-01#/$defs/A/allOf/1: nothing can satisfy this schema: `allOf` contains itself\n");
    CHECK(
        errors_of(
            R"({"A": {"allOf": [{"$ref": "#/$defs/B"}]}, "B": {"allOf": [{"$ref": "#/$defs/A"}]}})") ==
        "2021-01-01#/$defs/B/allOf/0: nothing can satisfy this schema: `allOf` contains itself\n");
}

TEST_CASE("intersections: a member may refer to its owner") {
    CHECK(merged(R"({"A": {"allOf": [{"properties": {"next": {"$ref": "#/$defs/A"}}}]}})") ==
          "alias A = { next?: A; }\n");
}

TEST_CASE("intersections: what is used twice at every level is merged once") {
    std::string definitions = "{\"E40\": {\"properties\": {\"x\": {}}}";
    for (int i = 39; i >= 0; --i) {
        const std::string next = "{\"$ref\": \"#/$defs/E" + std::to_string(i + 1) + "\"}";
        definitions +=
            ", \"E" + std::to_string(i) + "\": {\"allOf\": [" + next + ", " + next + "]}";
    }
    CHECK(errors_of(definitions + "}").empty());
}

TEST_CASE("intersections: a chain that is too deep is an error, not a crash") {
    std::string definitions = "{";
    for (int i = 0; i < 2000; ++i) {
        definitions += "\"E" + std::to_string(i) + "\": {\"allOf\": [{\"$ref\": \"#/$defs/E" +
                       std::to_string(i + 1) + "\"}]}, ";
    }
    const std::string errors = errors_of(definitions + "\"E2000\": {\"properties\": {\"x\": {}}}}");
    CHECK(errors.find("there is no C++ form for `allOf` nested so deep") != std::string::npos);
}

}  // namespace mcpgen::test
