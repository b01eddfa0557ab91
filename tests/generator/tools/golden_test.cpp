// Compares the code for a server's tools with what the cases in golden/ expect. MCPGEN_APPROVE=1
// writes it down instead. That it compiles, and works, is tested by tests/tools.
#include <generator/pipeline.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace mcpgen;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> cases() {
    std::vector<fs::path> out;
    const fs::path folder = fs::path(MCPGEN_SOURCE_DIR) / "tests/generator/tools/golden";
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.is_directory()) out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

ToolInputs inputs_of(const fs::path& folder) {
    ToolInputs inputs;
    inputs.manifests = {(folder / "manifest.json").string()};
    std::ifstream space(folder / "namespace.txt");
    std::getline(space, inputs.name_space);
    return inputs;
}

}  // namespace

TEST_CASE("tools: every golden case gives what it expects, and its model") {
    const char* wish = std::getenv("MCPGEN_APPROVE");
    const bool approving = wish != nullptr && std::string(wish) == "1";
    CHECK(cases().size() >= 2);
    for (const fs::path& folder : cases()) {
        INFO(folder.filename().string());
        Diagnostics diagnostics;
        auto made = generate_tools(inputs_of(folder), diagnostics);
        REQUIRE(made.has_value());
        CHECK(diagnostics.all().empty());
        FileSet files = made->generation.files;
        files.add("model.txt", made->model);
        if (approving) {
            CHECK(files.write(folder / "expected", diagnostics).has_value());
            continue;
        }
        const auto difference = files.unified_diff(folder / "expected", diagnostics);
        REQUIRE(difference.has_value());
        INFO(difference->text);
        CHECK(difference->changed.empty());
    }
}
