// Reading overrides.json: what an entry must have, which revisions it speaks of, and when it is
// stale.
#include <generator/passes/overrides.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using namespace mcpgen;
using test::errors_of;
using test::Given;
using test::Stages;

namespace {

const std::string definitions =
    R"({"A": {"type": "object", "properties": {"a": {"type": "string"}}}})";

/// Which of the revisions 2021, 2022, 2023 a range names.
std::string range(const std::string& in) {
    Diagnostics diagnostics;
    const auto document =
        parse_document("overrides.json",
                       R"({"raw": [{"at": "A", "why": "w", "in": ")" + in + "\"}]}", diagnostics);
    Overrides overrides =
        Overrides::read(*document, {"2021-01-01", "2022-01-01", "2023-01-01"}, "", diagnostics);
    if (diagnostics.failed()) return diagnostics.all()[0].message;
    std::string out = "never";
    overrides.each("raw", Revisions::first(3), [&](Override& entry) {
        out.clear();
        for (std::size_t i = 0; i < 3; ++i) {
            if (entry.in().contains(i)) out += std::to_string(2021 + i) + " ";
        }
        return true;
    });
    return out;
}

}  // namespace

TEST_CASE("overrides: a revision or a range of revisions") {
    CHECK(range("2022-01-01") == "2022 ");
    CHECK(range("2022-01-01..") == "2022 2023 ");
    CHECK(range("..2022-01-01") == "2021 2022 ");
    CHECK(range("2021-06-01..2022-06-01") == "2022 ");
    CHECK(range("..") == "2021 2022 2023 ");
    CHECK(range("2025-01-01") == "never");
    CHECK(range("2022") == "`2022` is neither a revision nor a range of revisions");
    CHECK(range("") == "`` is neither a revision nor a range of revisions");
    CHECK(range("2022-01-01..newest") ==
          "`2022-01-01..newest` is neither a revision nor a range of revisions");
}

TEST_CASE("overrides: a star stands for any text") {
    CHECK(Overrides::matches("Tool", "Tool"));
    CHECK_FALSE(Overrides::matches("Tool", "ToolUse"));
    CHECK(Overrides::matches("Tool*", "Tool"));
    CHECK(Overrides::matches("*Result", "CallToolResult"));
    CHECK(Overrides::matches("List*Request", "ListToolsRequest"));
    CHECK_FALSE(Overrides::matches("List*Request", "ListToolsResult"));
    CHECK(Overrides::matches("*", ""));
    CHECK(Overrides::matches("a*b*c", "a-b-b-c"));
}

TEST_CASE("overrides: a stale entry is an error that names it") {
    CHECK(errors_of(definitions, R"({"raw": [{"at": "A.b", "why": "w"}]})") ==
          "overrides.json#/raw/0: override matches nothing: raw A.b\n");
    CHECK(errors_of(
              definitions,
              R"({"fallbacks": [{"union": "U", "alternative": "A", "pieces": [], "why": "w"}]})") ==
          "overrides.json#/fallbacks/0: override matches nothing: fallbacks U A\n");
    CHECK(errors_of(definitions, R"({"raw": [{"at": "A", "in": "2031-01-01", "why": "w"}]})") ==
          "overrides.json#/raw/0: override matches nothing: raw A\n");
}

TEST_CASE("overrides: nothing is stale while some of its revisions are not compiled") {
    CHECK(errors_of(definitions, R"({"revisions": ["2021-01-01", "2020-01-01"],
                                     "raw": [{"at": "A.b", "why": "w"}]})")
              .empty());
    CHECK_FALSE(errors_of(definitions, R"({"revisions": ["2021-01-01"],
                                           "raw": [{"at": "A.b", "why": "w"}]})")
                    .empty());
}

TEST_CASE("overrides: an entry needs a reason and its keys") {
    CHECK(errors_of(definitions, R"({"raw": [{"at": "A"}]})") ==
          "overrides.json#/raw/0: override without a reason\n");
    CHECK(errors_of(definitions, R"({"raw": [{"at": "A", "why": ""}]})") ==
          "overrides.json#/raw/0: override without a reason\n");
    for (const char* kind :
         {"rename", "types", "raw", "names", "members", "enums", "unions", "fallbacks", "defaults",
          "results", "directions", "envelopes", "identifiers", "errors"}) {
        INFO(kind);
        const std::string errors =
            errors_of(definitions, "{\"" + std::string(kind) + R"(": [{"why": "w"}]})");
        CHECK(errors.find("overrides.json#/" + std::string(kind) + "/0: override lacks `") == 0);
        CHECK(errors.find("override without") == std::string::npos);
    }
}

TEST_CASE("overrides: what is no entry is refused") {
    CHECK(errors_of(definitions, R"({"row": []})") ==
          "overrides.json#/row: unknown key `row` in overrides\n");
    CHECK(errors_of(definitions, R"({"raw": {"at": "A"}})") ==
          "overrides.json#/raw: expected an array of entries\n");
    CHECK(errors_of(definitions, "[]") == "overrides.json#: expected an object\n");
    CHECK(errors_of(definitions, R"({"raw": ["A"]})") ==
          "overrides.json#/raw/0: override lacks `at`\n"
          "overrides.json#/raw/0: override without a reason\n");
}

TEST_CASE("overrides: an extension has a section of its own") {
    Given given{{definitions}};
    given.extension = R"({"E": {"type": "object", "properties": {"e": {"type": "object"}}}})";
    given.overrides =
        R"({"extensions": {"ext": {"types": [{"at": "E.e", "type": {"type": "string"}, "why": "w"}]}}})";
    const Stages fine(given);
    CHECK(fine.errors().empty());
    CHECK(fine.after("names").find("e?: string") != std::string::npos);

    given.overrides =
        R"({"extensions": {"ext": {"types": [{"at": "E.x", "type": {}, "why": "w"}]}}})";
    CHECK(Stages(given).errors() ==
          "overrides.json#/extensions/ext/types/0: override matches nothing: types E.x\n");

    given.overrides = R"({"extensions": {"ext": {"revisions": []}}})";
    CHECK(Stages(given).errors() ==
          "overrides.json#/extensions/ext/revisions: unknown key `revisions` in overrides\n");
}
