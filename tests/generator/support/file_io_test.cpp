// Single files: read with the reason when that fails, replaced in one step or not at all.
#include <generator/support/file_io.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

using namespace mcpgen;
using test::TemporaryFolder;

namespace {

std::string only_message(const Diagnostics& diagnostics) {
    return diagnostics.all().size() == 1 ? diagnostics.all().front().message : "(not one message)";
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a file is read as it is, zero bytes and all") {
    const TemporaryFolder folder;
    const std::string text("a\0b\r\n\xff", 6);
    folder.put("x", text);
    Diagnostics diagnostics;
    CHECK(read_file((folder / "x").string(), diagnostics) == text);
    CHECK(diagnostics.all().empty());
}

TEST_CASE("a file that cannot be read is reported with the reason and the path as given") {
    Diagnostics diagnostics;
    CHECK_FALSE(read_file("no/such/file", diagnostics).has_value());
    CHECK(only_message(diagnostics) == "cannot read the file: No such file or directory");
    CHECK(diagnostics.all().front().where.file == "no/such/file");
}

TEST_CASE("a folder is not a file") {
    const TemporaryFolder folder;
    Diagnostics diagnostics;
    CHECK_FALSE(read_file(folder.path().string(), diagnostics).has_value());
    CHECK(only_message(diagnostics) == "this is a folder, a file is needed");
}

TEST_CASE("a file of 100 MB is refused by its size, before it is read") {
    const TemporaryFolder folder;
    folder.put("huge", "");
    std::filesystem::resize_file(folder / "huge", 100'000'000);  // takes no room on disk
    Diagnostics diagnostics;
    CHECK_FALSE(read_file((folder / "huge").string(), diagnostics).has_value());
    CHECK(only_message(diagnostics) == "the file is too large: 95.3 MiB, at most 64 MiB are read");
}

TEST_CASE("a pipe that does not end is refused at the limit") {
    Diagnostics diagnostics;
    CHECK_FALSE(read_file("/dev/zero", diagnostics, 1000).has_value());
    CHECK(only_message(diagnostics).starts_with("the file is too large"));
}

TEST_CASE("the limit itself is allowed") {
    const TemporaryFolder folder;
    folder.put("x", "12345");
    Diagnostics diagnostics;
    CHECK(read_file((folder / "x").string(), diagnostics, 5) == "12345");
    CHECK_FALSE(read_file((folder / "x").string(), diagnostics, 4).has_value());
}

TEST_CASE("a file is written with the folders that lead to it, and nothing else remains") {
    const TemporaryFolder folder;
    Diagnostics diagnostics;
    CHECK(write_file(folder / "a/b/c.txt", "hello", diagnostics));
    CHECK(folder.get("a/b/c.txt") == "hello");
    CHECK(folder.list() == Names{"a", "a/b", "a/b/c.txt"});
}

TEST_CASE("staged content is invisible until it is committed") {
    const TemporaryFolder folder;
    folder.put("x", "old");
    Diagnostics diagnostics;
    {
        auto staged = StagedFile::create(folder / "x", "new", diagnostics);
        REQUIRE(staged.has_value());
        CHECK(folder.get("x") == "old");
        CHECK(staged->commit(diagnostics));
        CHECK(folder.get("x") == "new");
    }
    CHECK(folder.list() == Names{"x"});
}

TEST_CASE("staged content that is not committed leaves no trace, no new folder either") {
    const TemporaryFolder folder;
    Diagnostics diagnostics;
    {
        const auto staged = StagedFile::create(folder / "a/b/x", "new", diagnostics);
        REQUIRE(staged.has_value());
        CHECK(folder.list().size() == 3);
    }
    CHECK(folder.list().empty());
}

TEST_CASE("a replaced file keeps its permissions, and a link keeps pointing") {
    const TemporaryFolder folder;
    folder.put("x", "old");
    ::chmod((folder / "x").c_str(), 0640);
    std::filesystem::create_symlink("x", folder / "link");
    Diagnostics diagnostics;
    CHECK(write_file(folder / "link", "new", diagnostics));
    CHECK(folder.get("x") == "new");
    CHECK(std::filesystem::is_symlink(folder / "link"));
    struct stat status {};
    REQUIRE(::stat((folder / "x").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0640U);
}

TEST_CASE("a place that cannot be written is reported with the reason") {
    const TemporaryFolder folder;
    folder.put("file", "");
    Diagnostics through_file;
    CHECK_FALSE(write_file(folder / "file/x", "new", through_file));
    CHECK(only_message(through_file) == "cannot write: Not a directory");

    std::filesystem::create_directory(folder / "folder");
    Diagnostics onto_folder;
    CHECK_FALSE(write_file(folder / "folder", "new", onto_folder));
    CHECK(only_message(onto_folder) == "cannot write: Is a directory");

    Diagnostics no_folder;
    CHECK_FALSE(write_file("/proc/no/x", "new", no_folder));
    CHECK(only_message(no_folder) == "cannot write: No such file or directory");
}

TEST_CASE("a write-protected file stays as it is") {
    if (::geteuid() == 0) return;  // nothing is protected from root
    const TemporaryFolder folder;
    folder.put("x", "old");
    ::chmod((folder / "x").c_str(), 0444);
    Diagnostics diagnostics;
    CHECK_FALSE(write_file(folder / "x", "new", diagnostics));
    CHECK(only_message(diagnostics) == "cannot write: Permission denied");
    CHECK(folder.get("x") == "old");
}

TEST_CASE("a depfile escapes what make would misread") {
    CHECK(depfile_text("out/x.stamp", {"a.json", "my file#1.json", "$x"}) ==
          "out/x.stamp: \\\n  a.json \\\n  my\\ file\\#1.json \\\n  $$x\n");
    CHECK(depfile_text("x", {}) == "x:\n");
}
