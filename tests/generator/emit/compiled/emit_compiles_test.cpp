// The emitted files are C++: every one compiles without a warning, and so does a user's program.
#include "generator/emit/small_model.hpp"
#include "generator/support/temporary_folder.hpp"

#include "catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

void put(const mcpgen::test::TemporaryFolder& folder, const std::string& below,
         const mcpgen::FileSet& files) {
    for (const auto& [path, text] : files.all()) folder.put(below + path, text);
}

bool compiles(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const std::string command =
        std::string(MCPGEN_TEST_CXX) +
        " -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -I" +
        folder.string() + " -I" MCPGEN_SOURCE_DIR "/runtime/include " + file.string();
    return std::system(command.c_str()) == 0;
}

}  // namespace

TEST_CASE("everything that is emitted compiles without a warning") {
    const mcpgen::test::TemporaryFolder folder;
    const std::filesystem::path root = folder.path();
    put(folder, "mcp/", small::files());
    put(folder, "acme/proto/", small::files("acme::proto"));
    for (const char* file :
         {"mcp/codec.cpp", "mcp/dispatch.cpp", "mcp/tasks/codec.cpp", "mcp/tasks/dispatch.cpp",
          "acme/proto/codec.cpp", "acme/proto/dispatch.cpp", "acme/proto/tasks/codec.cpp",
          "acme/proto/tasks/dispatch.cpp"}) {
        INFO(file);
        CHECK(compiles(root / file, root));
    }
    const std::filesystem::path here =
        std::filesystem::path(MCPGEN_SOURCE_DIR) / "tests/generator/emit/compiled";
    CHECK(compiles(here / "use_mcp.cpp", root));
    CHECK(compiles(here / "use_both.cpp", root));
}
