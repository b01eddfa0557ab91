// A server with a thousand tasks is killed; another one begins with its file.
#include "catch.hpp"

#include <mcp/client.hpp>
#include <mcp/client_tasks.hpp>
#include <mcp/transport.hpp>

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

using namespace mcp;
using namespace std::chrono_literals;

namespace {

struct Folder {
    Folder() {
        char name[] = "/tmp/mcpgen-tasks-XXXXXX";
        path = ::mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string path{};
};

struct Served {
    Served(const Folder& folder, const char* mode) {
        ProcessOptions options;
        options.command = {TASK_SERVER, folder.path + "/tasks", folder.path + "/runs", mode};
        auto transport = process_transport(options);
        REQUIRE(transport);
        process = (*transport)->pid();
        REQUIRE(client.connect(std::unique_ptr<Transport>(std::move(*transport))));
    }
    Answer<ToolTask> start(const char* name, const std::string& word) {
        Tool tool;
        tool.name = name;
        return tasks.start(tool, {{"name", word}});
    }
    void kill() {
        ::kill(process, SIGKILL);
        client.close();
    }

    int process = 0;
    Client client{{.name = "c", .version = "1"}, {.versions = VersionPolicy::pin(r2026_07_28)}};
    ClientTasks tasks{client, [](std::chrono::milliseconds) {}};
};

/// How often each handler has run.
std::map<std::string, int> runs(const Folder& folder) {
    std::map<std::string, int> found;
    std::ifstream log(folder.path + "/runs");
    for (std::string line; std::getline(log, line);) ++found[line];
    return found;
}

std::string text_of(const Answer<CallToolResult>& result) {
    if (!result) return "error: " + result.error().message;
    return std::get<TextContent>(result->content.at(0)).text;
}

constexpr int count = 1000;

/// Half of them have ended, half of them run. By id: the word.
std::map<std::string, std::string> thousand(Served& served, const Folder& folder) {
    std::map<std::string, std::string> words;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
        const std::string word = (i % 2 == 0 ? "q" : "h") + std::to_string(i);
        auto task = served.start(i % 2 == 0 ? "quick" : "held", word);
        REQUIRE(task);
        REQUIRE_FALSE(task->id().empty());
        words[task->id()] = word;
    }
    const auto time = std::chrono::steady_clock::now() - begin;
    std::printf("%d tasks started, %lld us each\n", count,
                static_cast<long long>(time / 1us / count));
    for (const auto& [id, word] : words) {
        if (word[0] != 'q') continue;
        auto task = served.tasks.resume(id);
        REQUIRE(task);
        REQUIRE(text_of(task->get()) == "quick " + word);
    }
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (runs(folder).size() < count && std::chrono::steady_clock::now() < end) ::usleep(1000);
    return words;
}

}  // namespace

TEST_CASE("X005 X007 after a kill every result is there, no task is lost, and none runs twice") {
    const Folder folder;
    std::map<std::string, std::string> words;
    {
        Served first(folder, "fail");
        words = thousand(first, folder);
        first.kill();
    }
    REQUIRE(runs(folder).size() == count);
    Served second(folder, "fail");
    int finished = 0;
    int failed = 0;
    int lost = 0;
    for (const auto& [id, word] : words) {
        auto task = second.tasks.resume(id);
        if (!task) {
            ++lost;
            continue;
        }
        const std::string outcome = text_of(task->get());
        finished += outcome == "quick " + word ? 1 : 0;
        failed += outcome == "error: the server ended while the task was running" ? 1 : 0;
    }
    int twice = 0;
    for (const auto& [word, times] : runs(folder)) twice += times > 1 ? 1 : 0;
    std::printf(
        "killed with %d tasks: %d results readable, %d reported as failed, %d lost, "
        "%d run twice\n",
        count, finished, failed, lost, twice);
    CHECK(finished == count / 2);
    CHECK(failed == count / 2);
    CHECK(lost == 0);
    CHECK(twice == 0);
}

TEST_CASE("After a kill tasks run again if the server's user wants that, and only those cut off") {
    const Folder folder;
    std::map<std::string, std::string> words;
    {
        Served first(folder, "resume");
        words = thousand(first, folder);
        first.kill();
    }
    Served second(folder, "resume");
    REQUIRE(second.client.call_tool("release"));
    for (const auto& [id, word] : words) {
        auto task = second.tasks.resume(id);
        REQUIRE(task);
        const std::string outcome = text_of(task->get());
        REQUIRE(outcome == (word[0] == 'q' ? "quick " : "held ") + word);
    }
    for (const auto& [word, times] : runs(folder)) REQUIRE(times == (word[0] == 'q' ? 1 : 2));
}
