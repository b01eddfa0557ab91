// Where tokens are kept.
#include <mcp/oauth.hpp>

#include <sys/stat.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

namespace mcp {
namespace {

namespace fs = std::filesystem;

/// Where tokens are kept.
struct Folder : mcpgen::test::TemporaryFolder {
    std::string file() const { return (path() / "tokens").string(); }
    std::string text() const { return get("tokens"); }
};

void check_storage(TokenStorage& storage) {
    CHECK_FALSE(storage.load("a"));
    storage.save("a", "first");
    storage.save("a", "second \"\n");
    storage.save("b", "other");
    CHECK(storage.load("a") == "second \"\n");
    storage.erase("a");
    storage.erase("a");
    CHECK_FALSE(storage.load("a"));
    CHECK(storage.load("b") == "other");
}

TEST_CASE("ACL-25 R417 tokens in memory") { check_storage(*memory_storage()); }

TEST_CASE("ACL-25 R417 tokens in a file: for its owner alone, replaced as a whole") {
    const Folder folder;
    check_storage(*file_storage(folder.file()));
    struct stat facts {};
    REQUIRE(::stat(folder.file().c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777U) == 0600U);
    CHECK(file_storage(folder.file())->load("b") == "other");
    const auto before = facts.st_ino;
    file_storage(folder.file())->save("c", "d");
    REQUIRE(::stat(folder.file().c_str(), &facts) == 0);
    CHECK(facts.st_ino != before);
    // The file, the one that it is locked by, and nothing that was left behind.
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("ACL-25 a file that others may read is refused, and so is a link") {
    const Folder folder;
    file_storage(folder.file())->save("a", "b");
    ::chmod(folder.file().c_str(), 0640);
    CHECK_THROWS_AS(file_storage(folder.file()), std::runtime_error);
    ::chmod(folder.file().c_str(), 0600);
    fs::create_symlink(folder.file(), folder.path() / "link");
    CHECK_THROWS_AS(file_storage((folder.path() / "link").string()), std::runtime_error);
}

TEST_CASE("ACL-25 R417 a file with a key is encrypted") {
    const Folder folder;
    const std::string key(32, 'k');
    check_storage(*file_storage(folder.file(), key));
    CHECK(folder.text().find("other") == std::string::npos);
    CHECK(file_storage(folder.file(), key)->load("b") == "other");
    CHECK_THROWS_AS(file_storage(folder.file(), std::string(32, 'x')), std::runtime_error);
    CHECK_THROWS_AS(file_storage(folder.file()), std::runtime_error);
    CHECK_THROWS_AS(file_storage(folder.file(), "short"), std::invalid_argument);
}

TEST_CASE("ACL-25 no error tells what is in the file") {
    const Folder folder;
    file_storage(folder.file())->save("a", "the-secret");
    { std::ofstream(folder.file(), std::ios::app) << "x"; }
    try {
        file_storage(folder.file());
        FAIL("it was read");
    } catch (const std::runtime_error& error) {
        CHECK(std::string(error.what()).find("the-secret") == std::string::npos);
    }
}

TEST_CASE("several at once lose nothing") {
    const Folder folder;
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            const auto storage = file_storage(folder.file());
            for (int k = 0; k < 10; ++k) {
                storage->save(std::to_string(i) + "-" + std::to_string(k), "v");
            }
        });
    }
    for (std::thread& each : threads) each.join();
    const auto storage = file_storage(folder.file());
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 10; ++k) {
            CHECK(storage->load(std::to_string(i) + "-" + std::to_string(k)) == "v");
        }
    }
}

}  // namespace
}  // namespace mcp
