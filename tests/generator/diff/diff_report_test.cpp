// The three forms of the output.
#include "diff_testing.hpp"

#include <generator/diff/report.hpp>
#include <generator/schema/document.hpp>

using namespace mcpgen;
using namespace mcpgen::test;

namespace {

Difference example() {
    Difference out{"2030-01-01", "a.json", "2031-01-01", "b.json", {}};
    out.changes.push_back(
        {"method.removed", "a/b", "request from the client", "", {true, true}, {}, ""});
    out.changes.push_back(
        {"member.retyped", "T.m", "string", "one-or-many string", {false, true}, true, ""});
    out.changes.push_back({"member.retyped", "T.n", "string", "boolean", {true, true}, false, ""});
    out.changes.push_back({"value.added", "E", "", "with \"quotes\"", {}, {}, ""});
    out.changes.push_back({"type.deprecated", "T", "", "", {}, {}, "now deprecated"});
    return out;
}

}  // namespace

TEST_CASE("text is grouped by class, with counts") {
    CHECK(report(example(), DiffFormat::text) ==
          "2030-01-01 -> 2031-01-01\n"
          "5 changes: 2 wire-breaking, 3 source-breaking (2 of them both), 2 additive\n"
          "\n"
          "wire- and source-breaking (2)\n"
          "  - method a/b: request from the client\n"
          "  ~ member T.n: string -> boolean  [does not merge: needs an override]\n"
          "\n"
          "source-breaking (1)\n"
          "  ~ member T.m: string -> one-or-many string  [merges]\n"
          "\n"
          "additive (2)\n"
          "  + value E: with \"quotes\"\n"
          "  ~ type T  [now deprecated]\n");
}

TEST_CASE("one change is one change") {
    Difference one = example();
    one.changes.resize(1);
    CHECK(report(one, DiffFormat::text).find("\n1 change: ") != std::string::npos);
}

TEST_CASE("markdown has a heading per class and code in backquotes") {
    const std::string text = report(example(), DiffFormat::markdown);
    CHECK(text.starts_with("## Protocol changes: 2030-01-01 -> 2031-01-01\n"));
    CHECK(text.find("\n### Source-breaking (1)\n\n"
                    "- member `T.m`: `string` → `one-or-many string` (merges)\n") !=
          std::string::npos);
    CHECK(text.find("- **removed** method `a/b`: `request from the client`\n") !=
          std::string::npos);
}

TEST_CASE("json is JSON, with the same keys every time") {
    Diagnostics diagnostics;
    const auto document = parse_document("out", report(example(), DiffFormat::json), diagnostics);
    REQUIRE(document);
    CHECK(document->root.find("old")->find("revision")->text == "2030-01-01");
    CHECK(document->root.find("new")->find("file")->text == "b.json");
    const Node& counts = *document->root.find("counts");
    CHECK(counts.find("changes")->text == "5");
    CHECK(counts.find("wire-breaking")->text == "2");
    CHECK(counts.find("source-breaking")->text == "3");
    CHECK(counts.find("additive")->text == "2");
    const auto& changes = document->root.find("changes")->items;
    REQUIRE(changes.size() == 5);
    CHECK(changes[1].find("kind")->text == "member.retyped");
    CHECK(changes[1].find("name")->text == "T.m");
    CHECK(changes[1].find("class")->items.at(0).text == "source-breaking");
    CHECK(changes[1].find("old")->text == "string");
    CHECK(changes[1].find("merges")->boolean);
    CHECK(changes[2].find("class")->items.size() == 2);
    CHECK(changes[3].find("new")->text == "with \"quotes\"");
    CHECK(changes[3].find("class")->items.at(0).text == "additive");
    CHECK(changes[4].find("note")->text == "now deprecated");
}

TEST_CASE("no changes are said in each form") {
    const Difference none{"2030-01-01", "a.json", "2030-01-01", "b.json", {}};
    CHECK(report(none, DiffFormat::text) == "a.json -> b.json\nno changes\n");
    CHECK(report(none, DiffFormat::markdown).find("no changes.") != std::string::npos);
    Diagnostics diagnostics;
    const auto document = parse_document("out", report(none, DiffFormat::json), diagnostics);
    REQUIRE(document);
    CHECK(document->root.find("changes")->items.empty());
}

TEST_CASE("shapes that do not fit into a line get lines of their own") {
    Difference long_one = example();
    long_one.changes = {
        {"member.retyped", "T.m", std::string(60, 'a'), std::string(60, 'b'), {}, true, ""}};
    CHECK(report(long_one, DiffFormat::text)
              .find("  ~ member T.m  [merges]\n      was " + std::string(60, 'a') + "\n      now " +
                    std::string(60, 'b') + "\n") != std::string::npos);
}
