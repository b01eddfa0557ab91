// The text of all files, against the golden files beside this one. After an intended change run the
// tests once with MCPGEN_APPROVE=1 in the environment and look at the difference.
#include "generator/emit/small_model.hpp"

#include <generator/emit/templates.hpp>

#include "catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

fs::path golden_folder(const std::string& name) {
    return fs::path(MCPGEN_SOURCE_DIR) / "tests/generator/emit/golden" / name;
}

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void check_against_golden(const mcpgen::FileSet& files, const std::string& name) {
    const fs::path folder = golden_folder(name);
    if (std::getenv("MCPGEN_APPROVE") != nullptr) {
        fs::remove_all(folder);
        for (const auto& [path, text] : files.all()) {
            fs::create_directories((folder / path).parent_path());
            std::ofstream(folder / path, std::ios::binary) << text;
        }
    }
    std::set<std::string> golden;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            golden.insert(fs::relative(entry.path(), folder).generic_string());
    }
    std::set<std::string> emitted;
    for (const auto& [path, text] : files.all()) {
        emitted.insert(path);
        INFO(path);
        CHECK(text == text_of(folder / path));
    }
    CHECK(emitted == golden);
}

}  // namespace

TEST_CASE("a small protocol and its extension are spelled as approved") {
    check_against_golden(small::files(), "mcp");
}

TEST_CASE("another namespace is spelled as approved") {
    check_against_golden(small::files("acme::proto"), "acme/proto");
}

TEST_CASE("emitting twice gives the same bytes") {
    CHECK(small::files().all() == small::files().all());
}

TEST_CASE("no line of the code is longer than a hundred columns") {
    const mcpgen::FileSet files = small::files();
    for (const auto& [path, text] : files.all()) {
        if (path.ends_with(".json")) continue;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            INFO(path << ": " << line);
            CHECK(line.size() <= 100);
            CHECK((line.empty() || line.back() != ' '));
        }
        CHECK(text.find("\n\n\n") == std::string::npos);
    }
}

TEST_CASE("the manifest lists every file of the set, itself included") {
    const mcpgen::FileSet files = small::files();
    const std::vector<std::string> listed = mcpgen::manifest_files(*files.find("manifest.json"));
    std::set<std::string> paths;
    for (const auto& [path, text] : files.all()) paths.insert(path);
    CHECK(std::set<std::string>(listed.begin(), listed.end()) == paths);
    CHECK(listed.size() == paths.size());
}

TEST_CASE("a template has no hole that nobody fills") {
    CHECK_THROWS_AS(mcpgen::fill("types.hpp", {}), std::logic_error);
    CHECK_THROWS_AS(mcpgen::fill("no such template", {}), std::logic_error);
}
