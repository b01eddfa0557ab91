// Finding the schemas that come with the program.
#include <generator/support/builtin.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <cstdlib>
#include <optional>

using namespace mcpgen;
using test::TemporaryFolder;

namespace {

/// Sets MCPGEN_SCHEMA_DIR for one test.
class SchemaFolderVariable {
public:
    explicit SchemaFolderVariable(const std::string& value) {
        if (const char* old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    SchemaFolderVariable(const SchemaFolderVariable&) = delete;
    SchemaFolderVariable& operator=(const SchemaFolderVariable&) = delete;
    ~SchemaFolderVariable() {
        if (old_)
            ::setenv(name, old_->c_str(), 1);
        else
            ::unsetenv(name);
    }

private:
    static constexpr const char* name = "MCPGEN_SCHEMA_DIR";
    std::optional<std::string> old_;
};

}  // namespace

TEST_CASE("a schema folder holds revisions, overrides and extensions") {
    const TemporaryFolder folder;
    for (const char* name : {"2025-11-25.json", "2024-11-05.json", "overrides.json", "ext-b.json",
                             "README.md", "extensions/a.json"}) {
        folder.put(name, "{}");
    }
    const auto found = builtin_in(folder.path());
    REQUIRE(found.has_value());
    CHECK(found->schemas == std::vector<std::string>{(folder / "2024-11-05.json").string(),
                                                     (folder / "2025-11-25.json").string()});
    CHECK(found->extensions == std::vector<std::string>{(folder / "ext-b.json").string(),
                                                        (folder / "extensions/a.json").string()});
    CHECK(found->overrides == (folder / "overrides.json").string());
    CHECK_FALSE(found->checkout.has_value());
}

TEST_CASE("a folder without a revision is no schema folder") {
    const TemporaryFolder folder;
    folder.put("overrides.json", "{}");
    CHECK_FALSE(builtin_in(folder.path()).has_value());
    CHECK_FALSE(builtin_in(folder / "none").has_value());
}

TEST_CASE("a schema folder in a checkout knows the checkout") {
    const TemporaryFolder folder;
    folder.put("schema/2024-11-05.json", "{}");
    folder.put("generator/main.cpp", "");
    folder.put("generated/mcp/types.hpp", "");
    const auto found = builtin_in(folder / "schema");
    REQUIRE(found.has_value());
    REQUIRE(found->checkout.has_value());
    CHECK(std::filesystem::equivalent(*found->checkout, folder.path()));
}

TEST_CASE("the environment variable comes first") {
    const TemporaryFolder folder;
    folder.put("2031-01-01.json", "{}");
    const SchemaFolderVariable variable(folder.path().string());
    Diagnostics diagnostics;
    const auto found = find_builtin(diagnostics);
    REQUIRE(found.has_value());
    CHECK(found->schemas == std::vector<std::string>{(folder / "2031-01-01.json").string()});
}

TEST_CASE(
    "an environment variable that leads nowhere is an error, not a reason to look elsewhere") {
    const SchemaFolderVariable variable("/no/such/folder");
    Diagnostics diagnostics;
    CHECK_FALSE(find_builtin(diagnostics).has_value());
    REQUIRE(diagnostics.error_count() == 1);
    CHECK(diagnostics.all()[0].where.file == "/no/such/folder");
}
