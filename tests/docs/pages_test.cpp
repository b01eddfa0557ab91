// The pages for readers (README.md and docs/) against the files they speak of: C++ in them is cut
// from examples or other compiled files, and every link leads to a file. What the sentences say,
// nobody checks here.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path root = MCPGEN_SOURCE_DIR;

using Lines = std::vector<std::string>;

Lines lines_of(const fs::path& file) {
    std::ifstream stream(file);
    Lines lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Without the blanks around it and the comment at its end; empty for a line of comment.
std::string bare(std::string_view line) {
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line.substr(first).starts_with("//")) return {};
    line = line.substr(0, line.find(" //"));
    const auto last = line.find_last_not_of(" \t");
    return std::string(line.substr(first, last - first + 1));
}

Lines bare_lines(const Lines& lines) {
    Lines result;
    for (const std::string& line : lines) {
        if (std::string text = bare(line); !text.empty()) result.push_back(std::move(text));
    }
    return result;
}

std::vector<fs::path> pages() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const fs::path relative = fs::relative(entry.path(), root);
        const std::string folder = relative.begin()->string();
        if (folder == "build" || folder == ".git" || entry.path().extension() != ".md") continue;
        if (relative.generic_string().find("node_modules") != std::string::npos) continue;
        found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The code that is fenced as ```cpp, block by block.
std::vector<Lines> cpp_blocks(const fs::path& page) {
    std::vector<Lines> blocks;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        if (line.starts_with("```")) {
            inside = !inside && line == "```cpp";
            if (inside) blocks.emplace_back();
        } else if (inside) {
            blocks.back().push_back(line);
        }
    }
    return blocks;
}

std::vector<Lines> compiled_files() {
    std::vector<Lines> files;
    for (const char* folder : {"examples", "tests/consumer"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".cpp") {
                files.push_back(bare_lines(lines_of(entry.path())));
            }
        }
    }
    return files;
}

/// Whether all lines are in the file in this order. Those of the file may be left out.
bool is_cut_from(const Lines& block, const Lines& file) {
    auto at = file.begin();
    for (const std::string& line : block) {
        at = std::find(at, file.end(), line);
        if (at == file.end()) return false;
        ++at;
    }
    return true;
}

/// Where the relative links of a page lead.
std::vector<fs::path> targets(const fs::path& page) {
    std::vector<fs::path> found;
    bool code = false;
    for (const std::string& line : lines_of(page)) {
        if (line.starts_with("```")) code = !code;
        if (code) continue;
        for (std::size_t at = 0; (at = line.find("](", at)) != std::string::npos;) {
            at += 2;
            std::string target = line.substr(at, line.find(')', at) - at);
            target.resize(std::min(target.find('#'), target.size()));
            if (target.empty() || target.find("://") != std::string::npos) continue;
            found.push_back(page.parent_path() / target);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("the code of the pages is cut from compiled files") {
    const std::vector<Lines> files = compiled_files();
    // The first two show single lines of no program: how includes look, and names of tests. The
    // code of the tutorial is compiled by its own test.
    const std::vector<std::string> exempt = {"docs/cmake.md", "docs/testing.md",
                                             "docs/host-tutorial.md"};
    std::size_t count = 0;
    for (const fs::path& page : pages()) {
        const std::string name = fs::relative(page, root).generic_string();
        if (name != "README.md" && !name.starts_with("docs/")) continue;
        if (std::find(exempt.begin(), exempt.end(), name) != exempt.end()) continue;
        for (const Lines& whole : cpp_blocks(page)) {
            const Lines block = bare_lines(whole);
            REQUIRE_FALSE(block.empty());
            INFO(name << ": the block that begins with `" << block.front() << "`");
            CHECK(std::any_of(files.begin(), files.end(),
                              [&](const Lines& file) { return is_cut_from(block, file); }));
            ++count;
        }
    }
    CHECK(count > 20);
}

TEST_CASE("links between the pages lead to files") {
    std::size_t count = 0;
    for (const fs::path& page : pages()) {
        for (const fs::path& target : targets(page)) {
            INFO(fs::relative(page, root).generic_string() << " -> " << target.string());
            CHECK(fs::exists(target));
            ++count;
        }
    }
    CHECK(count > 50);
}
