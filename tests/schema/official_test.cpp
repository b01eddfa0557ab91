// The JSON Schema Test Suite: every required test of the supported dialects, and the optional ones
// except those listed below with a reason.
#include <mcp/json_schema.hpp>

#include "catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>

using namespace mcp;
namespace fs = std::filesystem;

namespace {

const fs::path suite = MCPGEN_JSON_SCHEMA_SUITE;

struct Dialect {
    std::string folder;
    std::string meta_schema;
};
const Dialect draft2020{"draft2020-12", "https://json-schema.org/draft/2020-12/schema"};
const Dialect draft7{"draft7", "http://json-schema.org/draft-07/schema#"};

Json read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    auto json = Json::parse(text);
    INFO(file.string());
    REQUIRE(json);
    return *std::move(json);
}

/// The suite's schemas of older drafts do not say which draft they are for.
Json with_dialect(JsonView schema, const Dialect& dialect) {
    auto object = Json(schema).as_object();
    if (!object || object->contains("$schema")) return Json(schema);
    return object->set("$schema", dialect.meta_schema);
}

std::vector<SchemaDocument> remotes(const Dialect& dialect) {
    std::vector<SchemaDocument> documents;
    for (const auto& entry : fs::recursive_directory_iterator(suite / "remotes")) {
        if (!entry.is_regular_file() || entry.path().extension() != ".json") continue;
        const std::string path = fs::relative(entry.path(), suite / "remotes").generic_string();
        documents.push_back(
            {"http://localhost:1234/" + path, with_dialect(read(entry.path()), dialect)});
    }
    return documents;
}

struct Count {
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::string failures{};
};

void run_group(JsonView group, const std::string& file, const Dialect& dialect,
               const SchemaOptions& options, const std::set<std::string>& skipped, Count& count) {
    const std::string name = file + ": " + group["description"].as_string().value();
    if (skipped.contains(name)) return;
    const auto schema = JsonSchema::compile(with_dialect(group["schema"], dialect), options);
    for (const JsonView test : group["tests"].elements()) {
        const bool valid = test["valid"].as_bool().value();
        const std::string title = name + ": " + test["description"].as_string().value();
        if (skipped.contains(title)) continue;
        if (schema && schema->accepts(test["data"]) == valid) {
            ++count.passed;
            continue;
        }
        ++count.failed;
        count.failures += title;
        count.failures += schema
                              ? (valid ? "\n  refused: " + to_string(schema->validate(test["data"]))
                                       : "\n  accepted")
                              : "\n  " + schema.error().schema_path + ": " + schema.error().message;
        count.failures += '\n';
    }
}

/// Runs all files of a folder (not of folders in it).
Count run_folder(const Dialect& dialect, const std::string& folder, bool assert_formats,
                 const std::set<std::string>& skipped = {}) {
    SchemaOptions options;
    options.assert_formats = assert_formats;
    options.documents = remotes(dialect);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(suite / "tests" / dialect.folder / folder)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    Count count;
    for (const fs::path& file : files) {
        const std::string name = file.stem().string();
        if (skipped.contains(name)) continue;
        const Json groups = read(file);
        for (const JsonView group : groups.elements())
            run_group(group, name, dialect, options, skipped, count);
    }
    std::cout << "JSON Schema Test Suite, " << dialect.folder << "/" << folder << ": "
              << count.passed << " passed, " << count.failed << " failed\n";
    return count;
}

void require_all(const Count& count) {
    INFO(count.failures);
    CHECK(count.failed == 0);
    CHECK(count.passed > 0);
}

}  // namespace

TEST_CASE("R350 every required test of 2020-12 passes") {
    require_all(run_folder(draft2020, "", false));
}

TEST_CASE("R351 every required test of draft-07 passes") {
    require_all(run_folder(draft7, "", false));
}

TEST_CASE("optional tests of 2020-12 pass") {
    require_all(run_folder(draft2020, "optional", true,
                           {
                               "cross-draft",  // refers to 2019-09, which is not supported
                           }));
}

TEST_CASE("optional tests of draft-07 pass") {
    require_all(run_folder(draft7, "optional", true,
                           {
                               "content",      // contents are notes here
                               "cross-draft",  // refers to 2019-09, which is not supported
                           }));
}

TEST_CASE("asserted formats of 2020-12 pass") {
    require_all(run_folder(draft2020, "optional/format", true,
                           {
                               "idn-hostname",  // a note: needs the tables of IDNA
                           }));
}

TEST_CASE("asserted formats of draft-07 pass") {
    require_all(run_folder(draft7, "optional/format", true,
                           {
                               "idn-hostname",  // a note: needs the tables of IDNA
                           }));
}
