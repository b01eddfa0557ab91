// Compares what the compiler makes of each case with what the case expects. MCPGEN_APPROVE=1 writes
// it down instead. That the expected code compiles is another test, `compile.cmake`.
#include <generator/pipeline.hpp>
#include <generator/support/file_set.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace mcpgen;
namespace fs = std::filesystem;

namespace {

bool approving() {
    const char* wish = std::getenv("MCPGEN_APPROVE");
    return wish != nullptr && std::string(wish) == "1";
}

/// The schemas, extensions and overrides in a case's folder, in the order of their names.
Inputs inputs_of(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    Inputs out;
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        if (name == "overrides.json")
            out.overrides = file.string();
        else if (name.starts_with("ext-"))
            out.extensions.push_back(file.string());
        else
            out.schemas.push_back(file.string());
    }
    std::ifstream space(folder / "namespace.txt");
    if (space) std::getline(space, out.name_space);
    return out;
}

std::vector<fs::path> cases() {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(MCPGEN_GOLDEN_DIR)) {
        if (entry.is_directory() && !inputs_of(entry.path()).schemas.empty())
            out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::string text_of(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) out += to_text(diagnostic, false) + "\n";
    return out;
}

}  // namespace

TEST_CASE("golden: every case gives what it expects") {
    CHECK(cases().size() >= 8);
    for (const fs::path& folder : cases()) {
        INFO(folder.filename().string());
        Diagnostics diagnostics;
        const auto generation = generate(inputs_of(folder), diagnostics);
        INFO(text_of(diagnostics));
        REQUIRE(generation.has_value());
        CHECK(diagnostics.all().empty());
        if (approving()) {
            CHECK(generation->files.write(folder / "expected", diagnostics).has_value());
            continue;
        }
        const auto difference = generation->files.unified_diff(folder / "expected", diagnostics);
        REQUIRE(difference.has_value());
        INFO(difference->text);
        CHECK(difference->changed.empty());
    }
}

TEST_CASE("golden: the order of definitions in a schema does not matter") {
    // The same definitions, one per line, backwards.
    const auto document = [](bool backwards) {
        std::vector<std::string> definitions = {
            R"("B": {"properties": {"a": {"$ref": "#/$defs/A"}, "u": {"$ref": "#/$defs/U"}}})",
            R"("A": {"properties": {"b": {"$ref": "#/$defs/B"}, "e": {"enum": ["x", "y"]}}})",
            R"("U": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/A"}]})"};
        if (backwards) std::reverse(definitions.begin(), definitions.end());
        std::string out;
        for (const std::string& definition : definitions)
            out += (out.empty() ? "{\"$defs\": {" : ",\n") + definition;
        return out + "}}";
    };
    std::string first;
    for (const bool backwards : {false, true}) {
        const test::TemporaryFolder folder;
        folder.put("2021-01-01.json", document(backwards));
        Inputs inputs;
        inputs.schemas = {(folder / "2021-01-01.json").string()};
        Diagnostics diagnostics;
        const auto generation = generate(inputs, diagnostics);
        REQUIRE(generation.has_value());
        std::string all;
        for (const auto& [path, text] : generation->files.all()) all += path + "\n" + text;
        if (backwards)
            CHECK(all == first);
        else
            first = all;
    }
}
