// Bad input gets a clear error: the file, a JSON pointer or a line, one sentence and a hint, exit
// code 1, and nothing is written. One table; every case goes through the library and through the
// program.
#include <generator/pipeline.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/wait.h>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

using namespace mcpgen;
using test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

/// What one error must say. `place` is a pointer (`#…`), a line (`:3:`), or empty for a whole file.
struct Expected {
    std::string file;
    std::string place;
    std::string sentence;
    std::string hint;
};

struct Case {
    std::string name;
    std::function<void(const TemporaryFolder&)> prepare;
    std::vector<Expected> errors;
    std::vector<std::string> schemas = {"2021-01-01.json"};
    std::vector<std::string> extensions = {};
    bool with_overrides = false;
};

std::string schema(const std::string& definitions) { return "{\"$defs\": " + definitions + "}"; }

/// A case with one file.
Case one(const std::string& name, const std::string& text, std::vector<Expected> errors) {
    return {name, [text](const TemporaryFolder& folder) { folder.put("2021-01-01.json", text); },
            std::move(errors)};
}

/// A case with a fine schema and these overrides.
Case overridden(const std::string& name, const std::string& overrides, Expected error) {
    Case out{name,
             [overrides](const TemporaryFolder& folder) {
                 folder.put("2021-01-01.json",
                            schema(R"({"A": {"properties": {"a": {"type": "string"}}}})"));
                 folder.put("overrides.json", overrides);
             },
             {std::move(error)}};
    out.with_overrides = true;
    return out;
}

std::string nested(std::size_t depth) {
    std::string out = "{\"$defs\": {\"A\": ";
    for (std::size_t i = 0; i < depth; ++i) out += "{\"items\": ";
    return out + "{}" + std::string(depth + 2, '}');
}

const std::string file = "2021-01-01.json";

std::vector<Case> documents() {
    return {
        one("an empty file", "", {{file, ":1:", "the file is empty", "a JSON document is needed"}}),
        one("a truncated file", "{\"$defs\": {\n\"A\": {\"type\"", {{file, ":2:", "ends", ""}}),
        one("a truncated string", "{\"$defs\": {\"A\": {\"type\": \"str",
            {{file, ":1:", "ends", ""}}),
        one("a file that is not JSON", "hello\n", {{file, ":1:", "this is not JSON", ""}}),
        one("a comment", "{\n// here\n}", {{file, ":2:", "JSON has no comments", ""}}),
        one("invalid UTF-8", "{\"$defs\": {\"A\xff\": {}}}", {{file, ":1:", "UTF-8", ""}}),
        one("two documents", "{} {}", {{file, ":1:", "more text after", ""}}),
        one("a duplicate definition", schema("{\"A\": {},\n\"A\": {}}"),
            {{file, "#/$defs/A", "`A`", ""}}),
        one("duplicate definitions under both names",
            R"({"$defs": {"A": {}}, "definitions": {"A": {}}})",
            {{file, "#/definitions/A", "definition `A` is given twice", "remove one"}}),
        {"a file of 100 MB",
         [](const TemporaryFolder& folder) {
             folder.put(file, "{");
             fs::resize_file(folder / file, 100'000'000);
         },
         {{file, "", "the file is too large: 95.3 MiB", "check that this is the schema"}}},
        one("a file 10 000 levels deep", nested(10'000),
            {{file, ":1:", "values are nested deeper than 128 levels", "check"}}),
        one("a million open brackets", std::string(1'000'000, '['), {{file, "", "deep", ""}}),
        {"a file that does not exist",
         [](const TemporaryFolder&) {},
         {{file, "", "cannot read the file", "check the path"}}},
        {"a file that cannot be read",
         [](const TemporaryFolder& folder) { fs::create_symlink(file, folder / file); },
         {{file, "", "cannot read the file", "check the path"}}},
        {"a folder instead of a file",
         [](const TemporaryFolder& folder) { fs::create_directory(folder / file); },
         {{file, "", "this is a folder", "name a file in it"}}},
    };
}

std::vector<Case> schemas() {
    return {
        one("no schema", "[1]", {{file, "#", "a schema must be an object or a boolean", ""}}),
        one("no definitions", "{}", {{file, "#", "the document has no definitions", "`$defs`"}}),
        one("an unknown keyword", schema(R"({"A": {"patternProperties": {}}})"),
            {{file, "#/$defs/A/patternProperties", "unknown keyword `patternProperties`",
              "remove it"}}),
        one("an unknown keyword of the root", R"({"$defs": {}, "version": 1})",
            {{file, "#/version", "unknown keyword `version`", ""}}),
        one("a dangling reference",
            schema(R"({"Tool": {}, "A": {"items": {"$ref": "#/$defs/Toll"}}})"),
            {{file, "#/$defs/A/items", "there is no definition called `Toll`",
              "did you mean `Tool`?"}}),
        one("a reference to another document", schema(R"({"A": {"$ref": "b.json#/$defs/B"}})"),
            {{file, "#/$defs/A/$ref", "leaves the document", "copy the definition"}}),
        one("a circle of references",
            schema(R"({"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}})"),
            {{file, "#/$defs/A", "definitions only refer to each other: A -> B -> A",
              "one of them must say"}}),
        one("allOf that contains itself", schema(R"({"A": {"allOf": [{"$ref": "#/$defs/A"}]}})"),
            {{file, "#/$defs/A/allOf/0", "`allOf` contains itself", ""}}),
        one("a list of itself", schema(R"({"A": {"items": {"$ref": "#/$defs/A"}}})"),
            {{file, "#/$defs/A", "which holds itself", "`types`"}}),
        one("parts of allOf that disagree",
            schema(
                R"({"B": {"properties": {"x": {"type": "string"}}}, "A": {"allOf": [{"$ref": "#/$defs/B"}], "properties": {"x": {"type": "integer"}}}})"),
            {{file, "#/$defs/A/properties/x", "disagree about member `x`", "make them alike"}}),
        one("a union that no rule tells apart",
            schema(
                R"({"U": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}, "A": {"properties": {"x": {}}}, "B": {"properties": {"x": {}}}})"),
            {{file, "#/$defs/U", "no rule tells the alternatives of union `U` apart: A, B",
              R"({"unions": [{"union": "U", "order": [)"}}),
        one("a type that is no identifier", schema(R"({"my type": {"properties": {"x": {}}}})"),
            {{file, "#/$defs/my type", "`my type` gives no C++ identifier", "`rename`"}}),
        one("a member that is no identifier", schema(R"({"A": {"properties": {"->": {}}}})"),
            {{file, "#/$defs/A/properties/->", "`->` gives no C++ identifier", "`identifiers`"}}),
        one("two members with one identifier",
            schema(R"({"A": {"properties": {"a-b": {}, "a_b": {}}}})"),
            {{file, "#/$defs/A", "`a-b` and `a_b` would both be called 'a_b' in C++",
              "`identifiers`"}}),
        one("a type of the runtime", schema(R"({"Extras": {"properties": {"x": {}}}})"),
            {{file, "#/$defs/Extras", "`Extras` is the name of a type of the runtime",
              "`rename`"}}),
        one("an inline type whose name is taken",
            schema(
                R"({"A": {"properties": {"b": {"properties": {"x": {}}}}}, "AB": {"enum": ["x"]}})"),
            {{file, "#/$defs/A/properties/b", "the inline type would be called `AB`", "`names`"}}),
        one("a request that nothing answers",
            schema(R"({"GetRequest": {"properties": {"method": {"const": "get"}}}})"),
            {{file, "#/$defs/GetRequest", "cannot tell what answers `GetRequest`", "`results`"}}),
        one("several errors at once",
            schema(
                R"({"A": {"if": {}}, "B": {"type": "text"}, "C": {"$ref": "#/$defs/D"}, "E": {"$ref": "#/$defs/E"}})"),
            {{file, "#/$defs/A/if", "unknown keyword `if`", ""},
             {file, "#/$defs/B/type", "unknown type `text`", "one of null"},
             {file, "#/$defs/C", "there is no definition called `D`", ""},
             {file, "#/$defs/E", "definitions only refer to each other: E -> E", ""}}),
    };
}

Case two(const std::string& name, const std::string& older, const std::string& newer,
         Expected error) {
    return {name,
            [older, newer](const TemporaryFolder& folder) {
                folder.put("2021-01-01.json", schema(older));
                folder.put("2022-01-01.json", schema(newer));
            },
            {std::move(error)},
            {"2021-01-01.json", "2022-01-01.json"}};
}

std::vector<Case> sets_of_schemas() {
    const auto fine = schema(R"({"A": {"properties": {"x": {}}}})");
    std::vector<Case> out = {
        two("two revisions that do not merge",
            R"({"A": {"properties": {"x": {"type": "string"}}}})",
            R"({"A": {"properties": {"x": {"type": "integer"}}}})",
            {"2022-01-01.json", "#/$defs/A/properties/x",
             "`A.x` does not merge: 2021-01-01 has `string`, 2022-01-01 has `integer`",
             "overrides.json"}),
        two("two forms that do not merge", R"({"A": {"enum": ["x"]}})",
            R"({"A": {"properties": {"x": {}}}})",
            {"2022-01-01.json", "#/$defs/A",
             "2021-01-01 has an enumeration, 2022-01-01 has a record", "`rename`"}),
        {"two schemas of one revision",
         [=](const TemporaryFolder& folder) {
             folder.put("2021-01-01.json", fine);
             folder.put("b/2021-01-01.json", fine);
         },
         {{"b/2021-01-01.json", "", "revision 2021-01-01 was already read from",
           "give each revision once"}},
         {"2021-01-01.json", "b/2021-01-01.json"}},
        {"no revision known",
         [=](const TemporaryFolder& folder) { folder.put("schema.json", fine); },
         {{"schema.json", "", "cannot tell which revision this document is", "2025-11-25=FILE"}},
         {"schema.json"}},
        {"a revision that is no date",
         [](const TemporaryFolder& folder) {
             folder.put("schema.json", R"({"x-mcp-revision": "newest", "$defs": {"A": {}}})");
         },
         {{"schema.json", "", "cannot tell which revision this document is", ""}},
         {"schema.json"}},
        {"two documents without a revision",
         [=](const TemporaryFolder& folder) {
             folder.put("a.json", fine);
             folder.put("b.json", fine);
         },
         {{"a.json", "", "cannot tell which revision", ""},
          {"b.json", "", "cannot tell which revision", ""}},
         {"a.json", "b.json"}},
    };
    const auto extended = [&](const std::string& name, const std::string& extension,
                              Expected error) {
        out.push_back({name,
                       [=](const TemporaryFolder& folder) {
                           folder.put("2021-01-01.json", fine);
                           folder.put("ext.json", extension);
                       },
                       {std::move(error)},
                       {"2021-01-01.json"},
                       {"ext.json"}});
    };
    extended(
        "an extension of an unknown revision",
        R"({"x-mcp-extension": "a/b", "x-mcp-extends": "2020-01-01", "$defs": {"E": {"properties": {"x": {}}}}})",
        {"ext.json", "", "builds on revision `2020-01-01`", "--schema"});
    extended(
        "an extension without a name", R"({"x-mcp-extension": "a/1", "$defs": {"E": {}}})",
        {"ext.json", "", "extension `a/1` gives no name for a C++ namespace", "`x-mcp-extension`"});
    out.push_back(
        {"two extensions of one name",
         [=](const TemporaryFolder& folder) {
             folder.put("2021-01-01.json", fine);
             folder.put(
                 "a.json",
                 R"({"x-mcp-extension": "a/tasks", "$defs": {"E": {"properties": {"x": {}}}}})");
             folder.put(
                 "b.json",
                 R"({"x-mcp-extension": "b/tasks", "$defs": {"E": {"properties": {"x": {}}}}})");
         },
         {{"b.json", "", "extension namespace `tasks` was already taken by", "another name"}},
         {"2021-01-01.json"},
         {"a.json", "b.json"}});
    return out;
}

std::vector<Case> overrides() {
    const std::string where = "overrides.json";
    return {
        overridden("an unused override", R"({"raw": [{"at": "A.b", "why": "w"}]})",
                   {where, "#/raw/0", "override matches nothing: raw A.b", "remove it"}),
        overridden("an override without a reason", R"({"raw": [{"at": "A.a"}]})",
                   {where, "#/raw/0", "override without a reason", "say in one sentence why"}),
        overridden("an unknown kind of override", R"({"row": []})",
                   {where, "#/row", "unknown key `row` in overrides", "schema/README.md"}),
        overridden("an override that lacks a key", R"({"types": [{"at": "A.a", "why": "w"}]})",
                   {where, "#/types/0", "override lacks `type`", "schema/README.md"}),
        overridden("an override of no revision",
                   R"({"raw": [{"at": "A.a", "in": "2021", "why": "w"}]})",
                   {where, "#/raw/0", "`2021` is neither a revision nor a range of revisions",
                    "write `2025-03-26`"}),
        overridden("overrides that are not JSON", "{", {where, ":1:", "ends", ""}),
        overridden("overrides that are no object", "[]", {where, "#", "expected an object", ""}),
    };
}

std::vector<Case> all_cases() {
    std::vector<Case> out = documents();
    for (auto more : {schemas(), sets_of_schemas(), overrides()}) {
        for (Case& each : more) out.push_back(std::move(each));
    }
    return out;
}

/// Everything in a folder; links are not followed, because one of them leads to itself.
std::vector<std::string> names_in(const TemporaryFolder& folder) {
    std::vector<std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
        out.push_back(entry.path().string());
    std::sort(out.begin(), out.end());
    return out;
}

std::string program() {
    if (const char* named = std::getenv("MCPGEN_PROGRAM")) return named;
    for (fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
         folder.has_relative_path(); folder = folder.parent_path()) {
        if (fs::exists(folder / "generator" / "mcpgen")) return folder / "generator" / "mcpgen";
    }
    return {};
}

}  // namespace

TEST_CASE("bad input: every case is reported by the library") {
    for (const Case& each : all_cases()) {
        INFO(each.name);
        const TemporaryFolder folder;
        each.prepare(folder);
        Inputs inputs;
        for (const std::string& name : each.schemas)
            inputs.schemas.push_back((folder / name).string());
        for (const std::string& name : each.extensions)
            inputs.extensions.push_back((folder / name).string());
        if (each.with_overrides) inputs.overrides = (folder / "overrides.json").string();

        Diagnostics diagnostics;
        CHECK_FALSE(generate(inputs, diagnostics).has_value());
        std::string said;
        for (const Diagnostic& diagnostic : diagnostics.all())
            said += to_text(diagnostic, false) + "\n";
        INFO(said);
        CHECK(diagnostics.all().size() == each.errors.size());
        for (const Expected& expected : each.errors) {
            const auto found = std::find_if(
                diagnostics.all().begin(), diagnostics.all().end(), [&](const Diagnostic& d) {
                    return d.message.find(expected.sentence) != std::string::npos &&
                           d.where.file == (folder / expected.file).string();
                });
            INFO(expected.sentence);
            REQUIRE(found != diagnostics.all().end());
            CHECK_FALSE(found->hint.empty());
            CHECK(found->hint.find(expected.hint) != std::string::npos);
            CHECK(found->message.find_first_of("\n") == std::string::npos);
            if (expected.place.starts_with(":")) {
                CHECK(":" + std::to_string(found->where.line) + ":" == expected.place);
            } else if (!expected.place.empty()) {
                CHECK(found->where.pointer == expected.place);
                CHECK(found->where.line > 0);
            }
        }
    }
}

TEST_CASE("bad input: the program says it, exits with 1 and writes nothing") {
    if (program().empty()) return;  // the library alone is being tested
    for (const Case& each : all_cases()) {
        INFO(each.name);
        const TemporaryFolder folder;
        each.prepare(folder);
        const std::vector<std::string> before = names_in(folder);
        const TemporaryFolder streams;
        std::string command =
            "cd '" + folder.path().string() + "' && '" + program() + "' generate --out out";
        for (const std::string& name : each.schemas) command += " --schema '" + name + "'";
        for (const std::string& name : each.extensions) command += " --extension '" + name + "'";
        if (each.with_overrides) command += " --overrides overrides.json";
        command += " </dev/null >'" + (streams / "out").string() + "' 2>'" +
                   (streams / "err").string() + "'";

        const int status = std::system(command.c_str());
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 1);
        CHECK(streams.get("out").empty());
        const std::string said = streams.get("err");
        INFO(said);
        for (const Expected& expected : each.errors) {
            CHECK(said.find(expected.sentence) != std::string::npos);
            CHECK(said.find(expected.file + ":") != std::string::npos);
            if (!expected.place.empty()) CHECK(said.find(expected.place) != std::string::npos);
        }
        CHECK(said.find("hint: ") != std::string::npos);
        CHECK(names_in(folder) == before);
    }
}

TEST_CASE("bad input: an output folder that cannot be written") {
    if (program().empty()) return;
    const TemporaryFolder folder;
    folder.put("2021-01-01.json", schema(R"({"A": {"properties": {"x": {}}}})"));
    folder.put("taken", "a file");
    const std::vector<std::string> before = names_in(folder);
    for (const char* out : {"taken", "taken/out"}) {
        const TemporaryFolder streams;
        const std::string command = "cd '" + folder.path().string() + "' && '" + program() +
                                    "' generate --schema 2021-01-01.json --out " + out +
                                    " </dev/null 2>'" + (streams / "err").string() + "'";
        const int status = std::system(command.c_str());
        INFO(streams.get("err"));
        CHECK(WEXITSTATUS(status) == 1);
        CHECK(streams.get("err").find("taken") != std::string::npos);
        CHECK(streams.get("err").find("hint: ") != std::string::npos);
        CHECK(names_in(folder) == before);
        CHECK(folder.get("taken") == "a file");
    }
}
