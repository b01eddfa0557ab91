// A server on standard input and output that keeps its tasks in a file, for crash_test.
//
//   task_server FILE LOG fail|resume
//
// Every run of a handler is a line in LOG. `quick` ends at once; `held` waits for `release`.
#include <mcp/server.hpp>
#include <mcp/sqlite_task_store.hpp>
#include <mcp/transport.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace {

/// Holds coroutines until it is opened; those that come later do not wait.
class Gate {
public:
    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> waiting) {
        const std::lock_guard held(mutex_);
        if (open_) return false;
        waiting_.push_back(waiting);
        return true;
    }
    void await_resume() const noexcept {}
    void open() {
        std::vector<std::coroutine_handle<>> all;
        {
            const std::lock_guard held(mutex_);
            open_ = true;
            all.swap(waiting_);
        }
        for (const auto each : all) each.resume();
    }

private:
    std::mutex mutex_{};
    bool open_ = false;
    std::vector<std::coroutine_handle<>> waiting_{};
};

Gate gate;
int log_file = -1;

void note(const std::string& line) {
    const std::string text = line + "\n";
    if (::write(log_file, text.data(), text.size()) < 0) std::perror("the log");
}

mcp::Async<std::string> hold(std::string name) {
    co_await gate;
    co_return "held " + name;
}

mcp::Tool task_tool(std::string name) {
    mcp::Tool tool;
    tool.name = std::move(name);
    tool.inputSchema = mcp::JsonObject::parse(R"({"type":"object"})").value();
    tool.execution.emplace().taskSupport = mcp::ToolExecutionTaskSupportTag::optional;
    return tool;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    log_file = ::open(argv[2], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    mcp::ServerOptions options;
    options.tasks.max_tasks = 10'000;
    options.tasks.max_per_owner = 10'000;
    options.tasks.poll_interval = std::chrono::milliseconds(10);
    options.limits.max_queued = 10'000;
    // The process is killed here, not the machine.
    options.task_store = mcp::sqlite_task_store(argv[1], {.survive_power_loss = false});
    if (argv[3] == std::string("resume")) {
        options.resume_task = [](const mcp::StoredTask&) { return true; };
    }
    mcp::Server server{{.name = "tasks", .version = "1"}, std::move(options)};
    server.tool(task_tool("quick"), [](const mcp::JsonObject& arguments) {
        const std::string name = arguments["name"].as_string().value_or("");
        note(name);
        return "quick " + name;
    });
    server.tool(task_tool("held"), [](const mcp::JsonObject& arguments) {
        const std::string name = arguments["name"].as_string().value_or("");
        note(name);
        return hold(name);
    });
    mcp::Tool release;
    release.name = "release";
    server.tool(release, [] {
        gate.open();
        return "released";
    });
    server.serve(mcp::stdio_transport());
    gate.open();  // so that what waits can end
    return 0;
}
