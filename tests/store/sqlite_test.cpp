// The store in a file: what it keeps, and what it says when it cannot.
#include "catch.hpp"

#include <mcp/sqlite_task_store.hpp>

#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace mcp;
using namespace std::chrono_literals;

namespace {

struct File {
    File() {
        char name[] = "/tmp/mcpgen-store-XXXXXX";
        folder = ::mkdtemp(name);
        path = folder + "/tasks";
    }
    ~File() { std::filesystem::remove_all(folder); }
    std::string folder{};
    std::string path{};
};

const auto now = StoredTask::Time(std::chrono::hours(500'000));
const SqliteTaskStoreOptions quickly{.survive_power_loss = false};

StoredTask task(std::string id, std::string owner = "ada") {
    StoredTask made;
    made.id = std::move(id);
    made.owner = std::move(owner);
    made.revision = r2026_07_28;
    made.method = "tools/call";
    made.params = R"({"name":"x"})";
    made.client = "{}";
    made.created = made.updated = now;
    made.expires = now + 1h;
    return made;
}

/// What opening it says; empty when it opens.
std::string refusal(const std::string& path) {
    try {
        (void)sqlite_task_store(path, quickly);
        return {};
    } catch (const TaskStoreError& error) {
        return error.what();
    }
}

bool says(const std::string& text, const char* part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

void execute(const std::string& path, const char* sql) {
    sqlite3* file = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &file) == SQLITE_OK);
    CHECK(sqlite3_exec(file, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(file);
}

}  // namespace

TEST_CASE("TSK-25 TSK-27 X021 a file keeps tasks for their owners, in order, and for their time") {
    const File file;
    {
        const auto store = sqlite_task_store(file.path, quickly);
        for (int i = 0; i < 5; ++i) REQUIRE(store->create(task("t" + std::to_string(i)), 100));
        REQUIRE(store->create(task("other", "bob"), 100));
        StoredTask done = *store->find("ada", "t1", now);
        ++done.version;
        done.status = TaskStatusTag::failed;
        done.params.clear();
        done.error = RpcError(-5, "no", Json(7));
        done.questions = "{}";
        REQUIRE(store->replace(done));
        CHECK_FALSE(store->replace(done));  // somebody was faster
    }
    struct stat status {};
    REQUIRE(::stat(file.path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    const auto store = sqlite_task_store(file.path, quickly);
    const auto failed = store->find("ada", "t1", now);
    REQUIRE(failed);
    CHECK(failed->status == TaskStatusTag::failed);
    CHECK(failed->error == RpcError(-5, "no", Json(7)));
    CHECK(failed->expires == now + 1h);
    CHECK(failed->revision == r2026_07_28);
    CHECK_FALSE(store->find("bob", "t1", now));
    CHECK_FALSE(store->find("ada", "t1", now + 1h));
    const auto page = store->list("ada", "t1", 2, now);
    REQUIRE(page);
    REQUIRE(page->tasks.size() == 2);
    CHECK(page->tasks[1].id == "t3");
    CHECK(page->more);
    CHECK_FALSE(store->list("ada", "other", 2, now));
    CHECK(store->take_left_over().size() == 5);
    CHECK(store->take_left_over().empty());
    CHECK_FALSE(store->create(task("more"), 6));
    store->remove_expired(now + 1h);
    CHECK(store->create(task("more"), 1));
}

TEST_CASE("A file that another process or server uses is refused, and says so") {
    const File file;
    const auto store = sqlite_task_store(file.path, quickly);
    REQUIRE(store->create(task("t"), 10));
    CHECK(says(refusal(file.path), "give each server a file of its own"));
    const int child = ::fork();
    if (child == 0) ::_exit(says(refusal(file.path), "give each server a file of its own") ? 0 : 1);
    int status = 1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(store->find("ada", "t", now));
}

TEST_CASE("A file of a newer version, of another program or without SQLite in it is left alone") {
    const File file;
    (void)sqlite_task_store(file.path, quickly);
    execute(file.path, "PRAGMA user_version = 9");
    CHECK(says(refusal(file.path), "version 9"));
    CHECK(says(refusal(file.path), "use the newer program"));
    execute(file.folder + "/other", "CREATE TABLE mine (x)");
    CHECK(says(refusal(file.folder + "/other"), "belongs to another program"));
    std::ofstream(file.folder + "/text") << std::string(5000, 'x');
    CHECK(says(refusal(file.folder + "/text"), "no file of tasks"));
    CHECK(says(refusal(file.folder + "/missing/tasks"), "look at the folder"));
}

TEST_CASE("A damaged file is noticed when it is opened") {
    const File file;
    {
        const auto store = sqlite_task_store(file.path, quickly);
        for (int i = 0; i < 200; ++i) REQUIRE(store->create(task("t" + std::to_string(i)), 1000));
    }
    {
        std::fstream bytes(file.path, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(3 * 4096);
        bytes << std::string(4096, '\x7f');
    }
    CHECK(says(refusal(file.path), "damaged"));
}

TEST_CASE("X005 a full file or disk refuses the new task, keeps the old ones, and goes on later") {
    const File file;
    const auto store =
        sqlite_task_store(file.path, {.max_bytes = 200 * 1024, .survive_power_loss = false});
    StoredTask large = task("");
    large.params = std::string(20'000, 'x');
    std::string said;
    int kept = 0;
    for (; kept < 100; ++kept) {
        large.id = "t" + std::to_string(kept);
        try {
            const bool created = store->create(large, 1000);
            CHECK(created);
        } catch (const TaskStoreError& error) {
            said = error.what();
            break;
        }
    }
    CHECK(says(said, "make room on the disk, or raise max_bytes"));
    CHECK(kept > 2);
    CHECK(store->find("ada", "t0", now));
    CHECK_FALSE(store->find("ada", large.id, now));
    store->remove_expired(now + 2h);
    CHECK(store->create(large, 1000));
}

TEST_CASE("A write that fails is an error, and the task before it is still there") {
    const File file;
    const int child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const auto store = sqlite_task_store(file.path, quickly);
        if (!store->create(task("before"), 10)) ::_exit(1);
        const rlimit none{.rlim_cur = 64 * 1024, .rlim_max = 64 * 1024};
        ::setrlimit(RLIMIT_FSIZE, &none);
        StoredTask large = task("after");
        large.params = std::string(500'000, 'x');
        try {
            (void)store->create(large, 10);
        } catch (const TaskStoreError& error) {
            const bool good = says(error.what(), "disk") && store->find("ada", "before", now) &&
                              !store->find("ada", "after", now);
            ::_exit(good ? 0 : 3);
        }
        ::_exit(2);
    }
    int status = 1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(sqlite_task_store(file.path, quickly)->find("ada", "before", now));
}

TEST_CASE("What a task costs") {
    for (const bool power : {false, true}) {
        const File file;
        const auto store = sqlite_task_store(file.path, {.survive_power_loss = power});
        constexpr int count = 50;
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < count; ++i) {
            StoredTask one = task("t" + std::to_string(i));
            REQUIRE(store->create(one, 1000));
            ++one.version;
            one.status = TaskStatusTag::completed;
            one.result = R"({"content":[]})";
            REQUIRE(store->replace(one));
        }
        const auto time = std::chrono::steady_clock::now() - begin;
        std::printf("a task in a file, from creation to end: %lld us%s\n",
                    static_cast<long long>(time / 1us / count),
                    power ? ", surviving a loss of power" : "");
    }
}
