// References: what they may name, and where they may lead.
#include <generator/schema/resolve.hpp>

#include <generator/schema/json_schema.hpp>

#include "catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace mcpgen;

namespace {

SchemaFile file_of(const std::string& document) {
    Diagnostics diagnostics;
    SchemaFile file;
    parse_json_schema(*parse_document("x.json", document, diagnostics), file, diagnostics);
    REQUIRE_FALSE(diagnostics.failed());
    return file;
}

/// What is wrong with the definitions: sentence and hint.
std::string wrong(const std::string& definitions, const SchemaFile* base = nullptr) {
    Diagnostics diagnostics;
    resolve(file_of("{\"$defs\": " + definitions + "}"), base, diagnostics);
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all())
        out += diagnostic.where.pointer.str() + ": " + diagnostic.message + "; " + diagnostic.hint +
               "\n";
    return out;
}

/// `A0` refers to `A1` and so on; the last one is a string.
std::string chain(int length, bool reversed) {
    std::vector<std::string> links;
    for (int i = 0; i < length; ++i) {
        links.push_back("\"A" + std::to_string(i) + "\": {\"$ref\": \"#/$defs/A" +
                        std::to_string(i + 1) + "\"}");
    }
    links.push_back("\"A" + std::to_string(length) + "\": {\"type\": \"string\"}");
    if (reversed) std::reverse(links.begin(), links.end());
    std::string out;
    for (const std::string& link : links) out += (out.empty() ? "{" : ", ") + link;
    return out + "}";
}

}  // namespace

TEST_CASE("resolve: references to definitions are fine wherever they stand") {
    CHECK(wrong(R"({"A": {"properties": {"a": {"$ref": "#/$defs/A"}}},
                    "B": {"items": {"$ref": "#/$defs/A"}, "additionalProperties": {"$ref": "#/$defs/B"}},
                    "C": {"anyOf": [{"$ref": "#/$defs/B"}], "allOf": [{"$ref": "#/$defs/C"}]}})")
              .empty());
}

TEST_CASE("resolve: a reference to nothing is an error that suggests the nearest name") {
    CHECK(
        wrong(R"({"Tool": {}, "A": {"properties": {"t": {"items": {"$ref": "#/$defs/Tol"}}}}})") ==
        "#/$defs/A/properties/t/items: there is no definition called `Tol`; did you mean "
        "`Tool`?\n");
    CHECK(wrong(R"({"A": {"additionalProperties": {"$ref": "#/$defs/Nothing"}}})") ==
          "#/$defs/A/additionalProperties: there is no definition called `Nothing`; add the "
          "definition or correct the reference\n");
}

TEST_CASE("resolve: every dangling reference is reported") {
    std::string definitions = "{\"Abc\": {}";
    for (int i = 0; i < 50; ++i)
        definitions += ", \"D" + std::to_string(i) + "\": {\"$ref\": \"#/$defs/Abd\"}";
    const std::string errors = wrong(definitions + "}");
    CHECK(std::count(errors.begin(), errors.end(), '\n') == 50);
    CHECK(
        errors.starts_with("#/$defs/D0: there is no definition called `Abd`; did you mean `Abc`?"));
}

TEST_CASE("resolve: definitions that only refer to each other are one error") {
    const std::string hint = "; one of them must say what the value is\n";
    CHECK(wrong(R"({"A": {"$ref": "#/$defs/A"}})") ==
          "#/$defs/A: definitions only refer to each other: A -> A" + hint);
    CHECK(
        wrong(
            R"({"C": {"$ref": "#/$defs/A"}, "B": {"$ref": "#/$defs/C"}, "A": {"$ref": "#/$defs/B"},
                    "Outside": {"$ref": "#/$defs/A"}})") ==
        "#/$defs/A: definitions only refer to each other: A -> B -> C -> A" + hint);
    CHECK(
        wrong(
            R"({"A": {"$ref": "#/$defs/A"}, "B": {"$ref": "#/$defs/C"}, "C": {"$ref": "#/$defs/B"}})") ==
        "#/$defs/A: definitions only refer to each other: A -> A" + hint +
            "#/$defs/B: definitions only refer to each other: B -> C -> B" + hint);
}

TEST_CASE("resolve: a chain of references is followed up to a limit") {
    CHECK(wrong(chain(90, false)).empty());
    CHECK(wrong(chain(90, true)).empty());
    const std::string forward = wrong(chain(5000, false));
    CHECK(forward == wrong(chain(5000, true)));
    CHECK(std::count(forward.begin(), forward.end(), '\n') == 1);
    CHECK(forward.find("a chain of so many references") != std::string::npos);
}

TEST_CASE("resolve: a definition given under both names is an error") {
    Diagnostics diagnostics;
    resolve(file_of(R"({"$defs": {"A": {}}, "definitions": {"A": {}}})"), nullptr, diagnostics);
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].message == "definition `A` is given twice");
    CHECK(diagnostics.all()[0].where.pointer == "#/definitions/A");
}

TEST_CASE("resolve: an extension may refer to what it extends") {
    const SchemaFile base = file_of(R"({"$defs": {"Base": {}}})");
    CHECK(wrong(R"({"A": {"$ref": "#/$defs/Base"}})", &base).empty());
    CHECK_FALSE(wrong(R"({"A": {"$ref": "#/$defs/Base"}})").empty());
}
