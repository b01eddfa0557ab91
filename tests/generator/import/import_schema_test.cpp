// A published schema in our form: its facts, our words.
#include "generator/support/temporary_folder.hpp"

#include <generator/pipeline.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "catch.hpp"

using namespace mcpgen;

namespace {

using Lines = std::vector<std::string>;

struct Import {
    std::string text;
    Lines missing;
};

Import import(const std::string& published, const Lines& known) {
    Diagnostics diagnostics;
    Import out;
    const auto text = import_schema(published, known, out.missing, diagnostics);
    for (const auto& problem : diagnostics.all()) UNSCOPED_INFO(to_text(problem, false));
    REQUIRE(text);
    out.text = *text;
    return out;
}

std::string file_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Our built-in files, without those whose name has `left_out` in it.
Lines our_files(const std::string& left_out = "none") {
    Lines out;
    for (const auto& entry : std::filesystem::directory_iterator(MCPGEN_SOURCE_DIR "/schema")) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".json") && name != "overrides.json" &&
            name.find(left_out) == std::string::npos)
            out.push_back(entry.path().string());
    }
    return out;
}

const char* const published =
    R"({"$schema":"http://json-schema.org/draft-07/schema#","definitions":{
        "Zebra":{"$ref":"#/definitions/Animal","description":"theirs"},
        "Animal":{"description":"theirs","properties":{
            "age":{"minimum":0,"description":"theirs","type":"integer"},
            "name":{"description":"theirs","type":"string"},
            "tags":{"items":{"properties":{"a":{"type":"string"}},"type":"object"},"type":"array"}
        },"required":["name"],"type":"object"}}})";

}  // namespace

TEST_CASE("facts are taken over, texts are not, and what lacks one is listed") {
    test::TemporaryFolder folder;
    folder.put("2031-01-01.json", published);
    folder.put("known.json", R"({"x-mcp-revision":"2030-01-01","$defs":{}})");
    const Import result =
        import((folder / "2031-01-01.json").string(), {(folder / "known.json").string()});
    CHECK(result.text == R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Model Context Protocol 2031-01-01",
  "x-mcp-revision": "2031-01-01",
  "$defs": {
    "Animal": {
      "type": "object",
      "properties": {
        "age": { "type": "integer", "minimum": 0 },
        "name": { "type": "string" },
        "tags": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "a": { "type": "string" }
            }
          }
        }
      },
      "required": ["name"]
    },
    "Zebra": { "$ref": "#/$defs/Animal" }
  }
}
)");
    CHECK(result.missing == Lines{"2031-01-01", "Zebra", "Animal", "Animal.age", "Animal.name",
                                  "Animal.tags", "Animal.tags[].a"});
}

TEST_CASE("our words, order and deprecations are kept; the newest file is asked first") {
    test::TemporaryFolder folder;
    folder.put("2031-01-01.json", published);
    folder.put("a.json", R"({"x-mcp-revision":"2029-01-01","$defs":{"Animal":{"type":"object",
        "description":"Old words.","properties":{
            "age":{"type":"string","description":"Old age."},
            "tags":{"type":"array","items":{"properties":{"a":{"description":"Tag."}}}}}}}})");
    folder.put("b.json", R"({"x-mcp-revision":"2030-01-01","$defs":{"Animal":{"type":"object",
        "description":"New words.","deprecated":true,"properties":{
            "tags":{"type":"array","description":"Tags."},
            "name":{"type":"string","description":"Name.","deprecated":true}}}}})");
    const Import result = import((folder / "2031-01-01.json").string(),
                                 {(folder / "a.json").string(), (folder / "b.json").string()});
    CHECK(result.text.find(R"("Animal": {
      "description": "New words.",
      "deprecated": true,
      "type": "object",
      "properties": {
        "tags": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "a": { "type": "string", "description": "Tag." }
            }
          },
          "description": "Tags."
        },
        "name": { "type": "string", "description": "Name.", "deprecated": true },
        "age": { "type": "integer", "minimum": 0, "description": "Old age." }
      },
      "required": ["name"]
    },)") != std::string::npos);
    CHECK(result.missing == Lines{"2031-01-01", "Zebra"});
}

TEST_CASE("params find their words whether they have a type or not") {
    test::TemporaryFolder folder;
    folder.put(
        "2031-01-01.json",
        R"({"$defs":{"RunRequestParams":{"type":"object","properties":{"x":{"type":"string"}}}}})");
    folder.put("a.json", R"({"x-mcp-revision":"2030-01-01","$defs":{"RunRequest":{"properties":{
        "params":{"description":"P.","properties":{"x":{"description":"X."}}}}}}})");
    const Import result =
        import((folder / "2031-01-01.json").string(), {(folder / "a.json").string()});
    CHECK(result.text.find(R"("x": { "type": "string", "description": "X." })") !=
          std::string::npos);
    CHECK(result.missing == Lines{"2031-01-01", "RunRequestParams"});
}

TEST_CASE("importing our own file changes nothing") {
    for (const std::string& path : our_files()) {
        CAPTURE(path);
        const Import result = import(path, our_files());
        CHECK(result.text == file_text(path));
        CHECK(result.missing.empty());
    }
}

TEST_CASE("importing what was published gives our files, byte for byte") {
    const std::string upstream = MCPGEN_SHARED_DIR "/upstream/";
    if (!std::filesystem::exists(upstream)) {
        WARN("not run: no " + upstream);
        return;
    }
    for (const char* revision :
         {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}) {
        CAPTURE(revision);
        const Import result = import(upstream + "schema/" + revision + "/schema.json", our_files());
        CHECK(result.text ==
              file_text(MCPGEN_SOURCE_DIR "/schema/" + std::string(revision) + ".json"));
        CHECK(result.missing.empty());
    }
    const Import tasks = import(upstream + "ext-tasks/schema.json", our_files());
    CHECK(tasks.text == file_text(MCPGEN_SOURCE_DIR "/schema/ext-tasks.json"));
}

TEST_CASE("a revision that is new to us keeps what is known and lists the rest") {
    const std::string upstream = MCPGEN_SHARED_DIR "/upstream/schema/2025-11-25/schema.json";
    if (!std::filesystem::exists(upstream)) {
        WARN("not run: no " + upstream);
        return;
    }
    Lines older;
    for (const std::string& path : our_files()) {
        if (path.ends_with("2024-11-05.json") || path.ends_with("2025-03-26.json") ||
            path.ends_with("2025-06-18.json"))
            older.push_back(path);
    }
    const Import result = import(upstream, older);
    const auto lists = [&](const char* name) {
        return std::find(result.missing.begin(), result.missing.end(), name) !=
               result.missing.end();
    };
    CHECK(lists("2025-11-25"));
    CHECK(lists("TaskStatus"));
    CHECK(lists("Tool.icons"));
    CHECK_FALSE(lists("Tool.name"));
    CHECK_FALSE(lists("CallToolRequestParams.arguments"));
    CHECK(result.text.find("Name to use with tools/call") != std::string::npos);
}

TEST_CASE("TypeScript declarations are imported too, with their deprecations") {
    test::TemporaryFolder folder;
    folder.put("2031-01-01.ts",
               "/** @deprecated gone soon */\n"
               "export interface Animal {\n  name: string;\n  age?: number;\n}\n");
    folder.put("a.json",
               R"({"x-mcp-revision":"2030-01-01","$defs":{"Animal":{"description":"Ours."}}})");
    const Import result =
        import((folder / "2031-01-01.ts").string(), {(folder / "a.json").string()});
    CHECK(result.text.find("\"description\": \"Ours.\",\n      \"deprecated\": true") !=
          std::string::npos);
    CHECK(result.missing == Lines{"2031-01-01", "Animal.name", "Animal.age"});
}

TEST_CASE("a document without a revision, or with unknown keywords, is refused") {
    test::TemporaryFolder folder;
    folder.put("plain/schema.json", R"({"$defs":{"A":{"type":"string"}}})");
    folder.put("2031-01-01.json", R"({"$defs":{"A":{"type":"string","pattern":"x"}}})");
    folder.put("2032-01-01.json", R"({"$defs":{"A":{"$ref":"#/$defs/B"}}})");
    for (const char* name : {"plain/schema.json", "2031-01-01.json", "2032-01-01.json"}) {
        CAPTURE(name);
        Diagnostics diagnostics;
        Lines missing;
        CHECK_FALSE(import_schema((folder / name).string(), our_files(), missing, diagnostics));
        CHECK(diagnostics.error_count() == 1);
    }
}

TEST_CASE("what a reference lacks is said of the file that was given, with its line") {
    test::TemporaryFolder folder;
    folder.put("plain/schema.json",
               "{\n \"definitions\": {\n  \"A\": {\"$ref\": \"#/definitions/B\"}}}");
    Diagnostics diagnostics;
    Lines missing;
    const std::string path = (folder / "plain/schema.json").string();
    CHECK_FALSE(import_schema("2031-01-01=" + path, our_files(), missing, diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    const std::string text = to_text(diagnostics.all().front(), false);
    CHECK(text.starts_with(path + ":3:"));
    CHECK(text.find("`B` (#/definitions/A)") != std::string::npos);
}

TEST_CASE("the revision can be written before the path") {
    test::TemporaryFolder folder;
    folder.put("plain/schema.json", R"({"$defs":{"A":{"type":"string"}}})");
    const Import result =
        import("2031-01-01=" + (folder / "plain/schema.json").string(), our_files());
    CHECK(result.text.find(R"("x-mcp-revision": "2031-01-01")") != std::string::npos);
}
