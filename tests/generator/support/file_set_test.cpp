// Sets of generated files: what is written, what is left alone, what is removed, and what a failure
// leaves.
#include <generator/support/file_set.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <stdexcept>

#include <sys/resource.h>

using namespace mcpgen;
using test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

/// A manifest with nothing but the list of files: those of the set, and itself.
std::string plain_manifest(const FileSet& files) {
    std::vector<std::string> paths;
    for (const auto& [path, text] : files.all()) paths.push_back(path);
    const std::string self(FileSet::manifest_name);
    if (files.find(self) == nullptr) {
        paths.insert(std::lower_bound(paths.begin(), paths.end(), self), self);
    }
    std::string out = "{\n  \"files\": [";
    for (std::size_t i = 0; i < paths.size(); ++i) {
        out += i == 0 ? "\n    \"" : ",\n    \"";
        // A quote needs an escape; a control character in a generated name would be a mistake.
        for (const char c : paths[i]) {
            if (c == '"') out += '\\';
            out += c;
        }
        out += '"';
    }
    out += "\n  ]\n}\n";
    return out;
}

FileSet set_of(const std::vector<std::pair<std::string, std::string>>& files) {
    FileSet out;
    for (const auto& [path, text] : files) out.add(path, text);
    out.add("manifest.json", plain_manifest(out));
    return out;
}

WriteReport must_write(const FileSet& files, const fs::path& folder) {
    Diagnostics diagnostics;
    auto report = files.write(folder, diagnostics);
    REQUIRE(report.has_value());
    REQUIRE(diagnostics.all().empty());
    return *report;
}

std::string must_diff(const FileSet& files, const fs::path& folder) {
    Diagnostics diagnostics;
    auto report = files.unified_diff(folder, diagnostics);
    REQUIRE(report.has_value());
    REQUIRE(report->text.empty() == report->changed.empty());
    return report->text;
}

/// As long as it lives no file can grow beyond `bytes`: a full disk, for the writer.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limited{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

}  // namespace

TEST_CASE("a set keeps its files in the order of their paths") {
    FileSet files;
    files.add("b", "2");
    files.add("a/c", "1");
    CHECK(files.size() == 2);
    CHECK(files.all().begin()->first == "a/c");
    REQUIRE(files.find("b") != nullptr);
    CHECK(*files.find("b") == "2");
    CHECK(files.find("c") == nullptr);
}

TEST_CASE("a path that leads elsewhere, or appears twice, is a mistake of the program") {
    FileSet files;
    for (const char* path : {"", "/a", "a//b", "../a", "a/../b", "./a", "a/", "a\\b"}) {
        CHECK_THROWS_AS(files.add(path, ""), std::logic_error);
    }
    files.add("a", "");
    CHECK_THROWS_AS(files.add("a", ""), std::logic_error);
}

TEST_CASE("writing creates folders and files, and nothing else") {
    const TemporaryFolder folder;
    const auto report = must_write(set_of({{"x.hpp", "x\n"}, {"sub/y.hpp", "y\n"}}), folder / "o");
    CHECK(report.written == Names{"manifest.json", "sub/y.hpp", "x.hpp"});
    CHECK(report.removed.empty());
    CHECK(report.unchanged == 0);
    CHECK(folder.list() == Names{"o", "o/manifest.json", "o/sub", "o/sub/y.hpp", "o/x.hpp"});
    CHECK(folder.get("o/sub/y.hpp") == "y\n");
}

TEST_CASE("a file whose content is the same is not touched") {
    const TemporaryFolder folder;
    must_write(set_of({{"x.hpp", "x\n"}, {"y.hpp", "y\n"}}), folder.path());
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(folder / "x.hpp", old);
    const auto before = fs::last_write_time(folder / "x.hpp");
    const auto report = must_write(set_of({{"x.hpp", "x\n"}, {"y.hpp", "new\n"}}), folder.path());
    CHECK(report.written == Names{"y.hpp"});
    CHECK(report.unchanged == 2);
    CHECK(fs::last_write_time(folder / "x.hpp") == before);
}

TEST_CASE("what the earlier manifest lists and the set lacks is removed, and only that") {
    const TemporaryFolder folder;
    must_write(set_of({{"x.hpp", "x\n"}, {"sub/y.hpp", "y\n"}}), folder.path());
    folder.put("mine.hpp", "by hand\n");
    const auto report = must_write(set_of({{"x.hpp", "x\n"}}), folder.path());
    CHECK(report.written == Names{"manifest.json"});
    CHECK(report.removed == Names{"sub/y.hpp"});
    CHECK(folder.list() == Names{"manifest.json", "mine.hpp", "x.hpp"});
}

TEST_CASE("a listed file that is gone already is no problem") {
    const TemporaryFolder folder;
    must_write(set_of({{"x.hpp", "x\n"}, {"y.hpp", "y\n"}}), folder.path());
    fs::remove(folder / "y.hpp");
    CHECK(must_write(set_of({{"x.hpp", "x\n"}}), folder.path()).removed.empty());
}

TEST_CASE("a manifest cannot have anything outside its folder removed") {
    const TemporaryFolder folder;
    folder.put("precious", "!");
    folder.put("o/manifest.json",
               R"({"files": ["../precious", ")" + (folder / "precious").string() + R"(", "a"]})");
    must_write(set_of({{"x.hpp", "x\n"}}), folder / "o");
    CHECK(folder.get("precious") == "!");
}

TEST_CASE("a listed folder or link was never a generated file, and stays") {
    const TemporaryFolder folder;
    folder.put("o/manifest.json", R"({"files": ["mine", "link"]})");
    folder.put("o/mine/x", "!");
    fs::create_symlink("mine/x", folder / "o/link");
    CHECK(must_write(set_of({{"x.hpp", "x\n"}}), folder / "o").removed.empty());
    CHECK(folder.get("o/mine/x") == "!");
    CHECK(fs::is_symlink(folder / "o/link"));
}

TEST_CASE("a manifest that is none removes nothing") {
    CHECK(manifest_files("") == Names{});
    CHECK(manifest_files("not json") == Names{});
    CHECK(manifest_files(R"({"files": ["a", "b")") == Names{});
    CHECK(manifest_files(R"({"files": ["a", ["b"]]})") == Names{});
    CHECK(manifest_files(R"({"x": {"files": ["a"]}})") == Names{});
    CHECK(manifest_files(R"({"x": "files", "y": ["a"]})") == Names{});
}

TEST_CASE("a manifest may say more than the list of files") {
    CHECK(manifest_files(R"({"tool": "1.0", "schemas": [{"path": "s"}], "files": ["a", "b/c"]})") ==
          Names{"a", "b/c"});
}

TEST_CASE("a plain manifest lists the files and itself") {
    FileSet files;
    files.add("z", "");
    files.add("a", "");
    CHECK(plain_manifest(files) ==
          "{\n  \"files\": [\n    \"a\",\n    \"manifest.json\",\n    \"z\"\n  ]\n}\n");
    CHECK(manifest_files(plain_manifest(files)) == Names{"a", "manifest.json", "z"});
}

TEST_CASE("when one file cannot be written, none is") {
    const TemporaryFolder folder;
    must_write(set_of({{"a.hpp", "a\n"}, {"old.hpp", "old\n"}}), folder.path());
    fs::create_directory(folder / "x.hpp");  // in the way
    const auto before = folder.list();
    Diagnostics diagnostics;
    const auto report = set_of({{"a.hpp", "new\n"}, {"new/b.hpp", "b\n"}, {"x.hpp", "x\n"}})
                            .write(folder.path(), diagnostics);
    CHECK_FALSE(report.has_value());
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].where.file == (folder / "x.hpp").string());
    CHECK(folder.list() == before);
    CHECK(folder.get("a.hpp") == "a\n");
}

TEST_CASE("every place that cannot be written is reported") {
    const TemporaryFolder folder;
    folder.put("a", "a file");
    folder.put("b", "a file");
    Diagnostics diagnostics;
    CHECK_FALSE(set_of({{"a/x", ""}, {"b/y", ""}, {"c", ""}})
                    .write(folder.path(), diagnostics)
                    .has_value());
    CHECK(diagnostics.error_count() == 2);
    CHECK(folder.list() == Names{"a", "b"});
}

TEST_CASE("a full disk leaves everything as it was") {
    const TemporaryFolder folder;
    must_write(set_of({{"a.hpp", "a\n"}}), folder.path());
    const auto before = folder.list();
    const FileSet files = set_of({{"a.hpp", "new\n"}, {"b.hpp", std::string(200'000, 'b')}});
    Diagnostics diagnostics;
    {
        const FullDisk full(100'000);
        CHECK_FALSE(files.write(folder.path(), diagnostics).has_value());
    }
    REQUIRE(diagnostics.error_count() == 1);
    CHECK(diagnostics.all()[0].message == "cannot write: File too large");
    CHECK(folder.list() == before);
    CHECK(folder.get("a.hpp") == "a\n");
}

TEST_CASE("a file in the place of the output folder is reported") {
    const TemporaryFolder folder;
    folder.put("o", "");
    Diagnostics diagnostics;
    CHECK_FALSE(set_of({}).write(folder / "o", diagnostics).has_value());
    CHECK_FALSE(set_of({}).unified_diff(folder / "o", diagnostics).has_value());
    CHECK(diagnostics.error_count() == 2);
}

TEST_CASE("the difference shows what writing would do, and writing makes it empty") {
    const TemporaryFolder folder;
    must_write(set_of({{"a.hpp", "one\n"}, {"gone.hpp", "gone\n"}}), folder.path());
    FileSet files;
    files.add("a.hpp", "two\n");
    files.add("new.hpp", "new\n");
    files.add("manifest.json", *set_of({{"a.hpp", ""}, {"gone.hpp", ""}}).find("manifest.json"));
    CHECK(must_diff(files, folder.path()) ==
          "--- a/a.hpp\n+++ b/a.hpp\n@@ -1 +1 @@\n-one\n+two\n"
          "--- a/gone.hpp\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n"
          "--- /dev/null\n+++ b/new.hpp\n@@ -0,0 +1 @@\n+new\n");
    must_write(files, folder.path());
    CHECK(must_diff(files, folder.path()).empty());
}

TEST_CASE("the difference to a folder that does not exist is every file") {
    const TemporaryFolder folder;
    Diagnostics diagnostics;
    const auto report = set_of({{"a", "a\n"}}).unified_diff(folder / "none", diagnostics);
    REQUIRE(report.has_value());
    CHECK(report->changed == Names{"a", "manifest.json"});
    CHECK(folder.list().empty());
}
