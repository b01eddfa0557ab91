// Schemas made to make the compiler run in circles, run out of stack, or run for ever. What they
// give is of no interest here; that the stages end, with a model or with an error, is.
#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

#include <string>

using mcpgen::test::after;
using mcpgen::test::errors_of;
using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

std::string reference(const std::string& name) { return "{\"$ref\": \"#/$defs/" + name + "\"}"; }

std::string repeated(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

}  // namespace

TEST_CASE("robustness: nesting as deep as a document may be") {
    for (const auto& [open, close] : {std::pair<std::string, std::string>{R"({"items": )", "}"},
                                      {R"({"additionalProperties": )", "}"},
                                      {R"({"properties": {"x": )", "}}"},
                                      {R"({"anyOf": [{"type": "null"}, )", "]}"},
                                      {R"({"anyOf": [{"type": "string"}, )", "]}"},
                                      {R"({"allOf": [)", "]}"}}) {
        INFO(open);
        const int levels =
            open.find('[') != open.npos || open.find("properties\": {") != open.npos ? 60 : 120;
        const std::string definitions = "{\"A\": " + repeated(open, levels) +
                                        "{\"type\": \"object\"}" + repeated(close, levels) + "}";
        const std::string errors = errors_of(definitions);
        CHECK(errors.find("deep") == errors.npos);
    }
}

TEST_CASE("robustness: references in circles of every kind") {
    for (const std::string& definition :
         {reference("A"), "{\"anyOf\": [" + reference("A") + "]}",
          "{\"allOf\": [" + reference("A") + "]}", "{\"items\": " + reference("A") + "}",
          "{\"additionalProperties\": " + reference("A") + "}",
          "{\"anyOf\": [{\"type\": \"null\"}, " + reference("A") + "]}",
          "{\"anyOf\": [" + reference("A") + ", {\"items\": " + reference("A") + "}]}",
          "{\"allOf\": [{\"anyOf\": [" + reference("A") + ", {\"type\": \"object\"}]}]}"}) {
        INFO(definition);
        CHECK_FALSE(errors_of("{\"A\": " + definition + "}").empty());
    }
    // With something else in between they mean something.
    CHECK(errors_of("{\"A\": {\"properties\": {\"a\": {\"allOf\": [{\"properties\": {\"b\": " +
                    reference("A") + "}}]}}}}")
              .empty());
}

TEST_CASE("robustness: references in circles over two revisions") {
    const std::string list = "{\"A\": {\"items\": " + reference("A") +
                             "}, \"B\": {\"properties\": {\"a\": " + reference("A") + "}}}";
    CHECK_FALSE(Stages(Given{{list, list}}).errors().empty());
}

TEST_CASE("robustness: unions that contain each other") {
    std::string definitions = "{";
    for (int i = 0; i < 30; ++i) {
        definitions +=
            "\"U" + std::to_string(i) + "\": {\"anyOf\": [{\"type\": [\"string\", \"integer\"]}";
        for (int j = 0; j < 30; ++j) definitions += ", " + reference("U" + std::to_string(j));
        definitions += "]}, ";
    }
    CHECK(errors_of(definitions + "\"X\": {\"properties\": {\"u\": " + reference("U0") + "}}}")
              .empty());
}

TEST_CASE("robustness: very many values of an enumeration, over two revisions") {
    std::string values;
    for (int i = 0; i < 20'000; ++i)
        values += (i == 0 ? "\"v" : ", \"v") + std::to_string(i) + "\"";
    const std::string definitions = "{\"E\": {\"enum\": [" + values + "]}}";
    CHECK(Stages(Given{{definitions, definitions}}).errors().empty());
}

TEST_CASE("robustness: very many alternatives, with a tag and without") {
    for (const bool tagged : {true, false}) {
        std::string alternatives;
        std::string definitions;
        for (int i = 0; i < 1'000; ++i) {
            const std::string n = std::to_string(i);
            alternatives += (i == 0 ? "" : ", ") + reference("A" + n);
            definitions +=
                ", \"A" + n + "\": {\"properties\": {" +
                (tagged ? "\"type\": {\"const\": \"t" + n + "\"}" : "\"m" + n + "\": {}") +
                "}, \"required\": [\"" + (tagged ? "type" : "m" + n) + "\"]}";
        }
        const std::string all = "{\"U\": {\"anyOf\": [" + alternatives + "]}" + definitions + "}";
        CHECK(Stages(Given{{all, all}}).errors().empty());
    }
}

TEST_CASE("robustness: a record with very many members is an error") {
    std::string members;
    std::string required;
    for (int i = 0; i < 2'000; ++i) {
        const std::string name = "\"m" + std::to_string(i) + "\"";
        members += (i == 0 ? "" : ", ") + name + ": {}";
        required += (i == 0 ? "" : ", ") + name;
    }
    const std::string record =
        "{\"properties\": {" + members + "}, \"required\": [" + required + "]}";
    const std::string definitions = "{\"A\": " + record + ", \"B\": {\"allOf\": [" +
                                    reference("A") + ", " + reference("A") + "]}}";
    const std::string errors = Stages(Given{{definitions, definitions}}).errors();
    CHECK(errors.find("`A` has 2000 members") != std::string::npos);
    CHECK(errors.find("`B` has 2000 members") != std::string::npos);
}

TEST_CASE("robustness: an empty document is a protocol of nothing") {
    CHECK(after("names", "{}").empty());
    CHECK(errors_of("{}").empty());
}
