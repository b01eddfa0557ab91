// Tasks of 2025-11-25: created, followed, fetched, cancelled, listed, kept for a while.
#include "catch.hpp"
#include "session/script.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>

using namespace script;
using namespace std::chrono_literals;

namespace {

/// A session whose tool `slow` waits for `done`.
struct TaskScript {
    explicit TaskScript(std::string principal = {}, mcp::TaskLimits limits = {})
        : script(std::move(principal)) {
        script.core.task_manager = session::memory_task_manager(limits);
        script.core.task_tools["slow"] = ToolExecutionTaskSupportTag::optional;
        script.core.task_tools["only"] = ToolExecutionTaskSupportTag::required;
        const auto slow = [this](std::optional<JsonView>, Context& ctx, Done<std::string> answer) {
            const std::lock_guard held(mutex);
            context = &ctx;
            done = std::move(answer);
            started.notify_all();
        };
        script.core.tool("slow", slow);
        script.core.tool("only", slow);
    }
    ~TaskScript() { script.session().closed(""); }

    /// Creates a task; `$task` is its id.
    void create(std::string_view id = "1", std::string_view more = R"("task":{})") {
        script.receive(Script::call(id, "slow", more))
            .expect_send(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                         R"(,"result":{"task":{"taskId":"$task","status":"working",
                "createdAt":"$created","lastUpdatedAt":"$any","ttl":"$ttl",
                "pollInterval":1000}}})");
        wait();
    }
    /// Until the handler runs.
    void wait() {
        std::unique_lock held(mutex);
        REQUIRE(started.wait_for(held, 20s, [&] { return static_cast<bool>(done); }));
    }
    void finish(Answer<std::string> answer) {
        std::unique_lock held(mutex);
        Done<std::string> taken = std::move(done);
        held.unlock();
        taken(std::move(answer));
    }
    Script& ask(std::string_view id, std::string_view method) {
        return script.receive(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                              R"(,"method":"tasks/)" + std::string(method) +
                              R"(","params":{"taskId":"$task"}})");
    }
    Script& status(std::string_view status) {
        return script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/tasks/status",
            "params":{"taskId":"$any","status":")" +
                                  std::string(status) + R"(","...":true}})");
    }

    std::mutex mutex{};
    std::condition_variable started{};
    Context* context = nullptr;
    Done<std::string> done{};
    Script script;
};

constexpr const char* unknown = R"({"jsonrpc":"2.0","id":9,"error":{"code":-32602,"...":true}})";

}  // namespace

TEST_CASE("TSK-01 TSK-28 tasks are declared with a store, their list only with a principal") {
    const auto declared = [](std::string principal, bool store, const char* date) {
        Script script(std::move(principal));
        if (store) script.core.task_manager = session::memory_task_manager();
        script.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
            "protocolVersion":")" +
                       std::string(date) + R"(","capabilities":{},
            "clientInfo":{"name":"c","version":"1"}}})");
        const auto answer = Json::parse(script.outbox().sent.at(0).text);
        return std::string((*answer)["result"]["capabilities"]["tasks"].text());
    };
    CHECK(declared("", false, "2025-11-25") == "null");
    CHECK(declared("", true, "2025-06-18") == "null");
    CHECK(declared("", true, "2025-11-25") == R"({"cancel":{},"requests":{"tools":{"call":{}}}})");
    CHECK(declared("ada", true, "2025-11-25") ==
          R"({"cancel":{},"list":{},"requests":{"tools":{"call":{}}}})");
}

TEST_CASE("TSK-03 without a store a call is answered plainly, whatever it asks") {
    Script script;
    script.legacy("2025-11-25")
        .receive(Script::call("1", "echo", R"("task":{"ttl":1000},"arguments":{"text":"x"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"content":"$any"}})")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"x"}})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"$any"}})");
}

TEST_CASE("TSK-05 a tool decides whether its calls may, must or must not be tasks") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25")
        .receive(Script::call("1", "echo", R"("task":{})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})")
        .receive(Script::call("2", "only"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"$any"}})")
        .receive(Script::call("3", "echo", R"("arguments":{"text":"x"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":"$any"}})")
        .receive(Script::call("4", "slow"));
    tasks.finish(text_result("plain"));
    tasks.script.expect_send(R"({"jsonrpc":"2.0","id":4,"result":{"content":"$any"}})")
        .receive(Script::call("5", "only", R"("task":{})"))
        .expect_send(R"({"jsonrpc":"2.0","id":5,"result":{"task":{"...":true}}})");
    tasks.wait();
    tasks.finish(text_result("x"));
}

TEST_CASE(
    "TSK-07 TSK-09 TSK-10 TSK-11 TSK-13 TSK-15 TSK-16 TSK-18 TSK-23 a task from its creation to "
    "its outcome") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    CHECK(tasks.script.caught("created").as_string() == "2025-12-18T00:00:00.000Z");
    CHECK(tasks.script.caught("ttl").as_int64() == 600'000);
    tasks.ask("2", "get").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"taskId":"$task",
        "status":"working","createdAt":"2025-12-18T00:00:00.000Z",
        "lastUpdatedAt":"2025-12-18T00:00:00.000Z","ttl":600000,"pollInterval":1000}})");
    tasks.ask("3", "result").expect_nothing();
    tasks.ask("4", "get").expect_send(R"({"jsonrpc":"2.0","id":4,"result":{"...":true}})");
    tasks.script.advance(61'234ms);
    tasks.finish(text_result("at last"));
    tasks.script.expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",
        "text":"at last"}],"_meta":{"io.modelcontextprotocol/related-task":{
        "taskId":"$task"}}}})");
    tasks.script
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":{
            "taskId":"$any","status":"completed","createdAt":"2025-12-18T00:00:00.000Z",
            "lastUpdatedAt":"2025-12-18T00:01:01.234Z","ttl":600000,"pollInterval":1000}})")
        .expect_nothing();
    tasks.ask("5", "result").expect_send(R"({"jsonrpc":"2.0","id":5,"result":{"...":true}})");
    tasks.ask("6", "get").expect_send(R"({"jsonrpc":"2.0","id":6,"result":{"status":"completed",
        "createdAt":"2025-12-18T00:00:00.000Z","lastUpdatedAt":"2025-12-18T00:01:01.234Z",
        "...":true}})");
}

TEST_CASE("TSK-16 TSK-17 a failed tool and an error are failed tasks with just that outcome") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.finish(std::string(R"({"content":[],"isError":true})"));
    tasks.status("failed");
    tasks.ask("2", "result").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":[],
        "isError":true,"_meta":"$any"}})");
    tasks.create("3");
    tasks.finish(Unexpected(RpcError(-32602, "bad", Json(1))));
    tasks.status("failed");
    tasks.ask("4", "result").expect_send(R"({"jsonrpc":"2.0","id":4,"error":{"code":-32602,
        "message":"bad","data":1}})");
}

TEST_CASE("TSK-24 a task is cancelled once, and stays so") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.ask("2", "result").expect_nothing();
    tasks.ask("3", "cancel")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"$any"}})")
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"taskId":"$any","status":"cancelled",
            "...":true}})");
    CHECK(tasks.context->cancelled());
    tasks.finish(text_result("too late"));
    tasks.script.expect_nothing();
    tasks.ask("4", "get").expect_send(R"({"jsonrpc":"2.0","id":4,"result":{"status":"cancelled",
        "...":true}})");
    tasks.ask("9", "cancel").expect_send(unknown);
}

TEST_CASE("TSK-31 CAN-03 notifications/cancelled does not reach a task") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.script
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")
        .expect_nothing();
    CHECK_FALSE(tasks.context->cancelled());
    tasks.finish(text_result("fine"));
    tasks.status("completed");
}

TEST_CASE("PRG-08 TSK-19 TSK-31 the progress token lives as long as the task, and names it") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create("1", R"("task":{},"_meta":{"progressToken":"p"})");
    tasks.context->progress(1);
    tasks.script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
        "progressToken":"p","progress":1,
        "_meta":{"io.modelcontextprotocol/related-task":{"taskId":"$any"}}}})");
    tasks.finish(text_result("x"));
    tasks.status("completed").expect_nothing();
}

TEST_CASE("TSK-19 TSK-21 TSK-22 what a task asks names it, and it needs input until it has it") {
    TaskScript tasks;
    std::atomic<bool> asked = false;
    tasks.script.core.tool(
        "slow", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
            const auto shared = std::make_shared<Done<std::string>>(std::move(done));
            ask_later(context, form_question("f"), [shared](Answer<InputResponses>&& answer) {
                (*shared)(text_result(answer ? "thanks" : answer.error().message));
            });
            asked = true;
            asked.notify_all();
        });
    tasks.script.legacy("2025-11-25", R"({"elicitation":{}})")
        .receive(Script::call("1", "slow", R"("task":{})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"$task",
            "...":true}}})");
    asked.wait(false);
    tasks.status("input_required");
    tasks.script.expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create",
        "params":{"message":"Who are you?","requestedSchema":"$any",
        "_meta":{"io.modelcontextprotocol/related-task":{"taskId":"$any"}}}})");
    tasks.ask("2", "get").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{
        "status":"input_required","...":true}})");
    tasks.script.receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"action":"decline"}})");
    tasks.status("working");
    tasks.status("completed");
}

TEST_CASE("TSK-12 TSK-26 TSK-29 a task is gone when its time is over; unknown ones are refused") {
    mcp::TaskLimits limits;
    limits.max_ttl = 60s;
    TaskScript tasks({}, limits);
    tasks.script.legacy("2025-11-25");
    tasks.create("1", R"("task":{"ttl":999999999})");
    CHECK(tasks.script.caught("ttl").as_int64() == 60'000);
    tasks.script.advance(61s);
    for (const char* method : {"get", "result", "cancel"}) {
        tasks.ask("9", method).expect_send(unknown);
    }
    CHECK(tasks.context->cancelled());
    tasks.finish(text_result("x"));
    tasks.script.expect_nothing()
        .receive(R"({"jsonrpc":"2.0","id":9,"method":"tasks/get","params":{}})")
        .expect_send(unknown);
}

TEST_CASE("TSK-29 the number of tasks is bounded") {
    mcp::TaskLimits limits;
    limits.max_per_owner = 1;
    TaskScript tasks({}, limits);
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.script.receive(Script::call("2", "slow", R"("task":{})"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"$any"}})");
    tasks.finish(text_result("x"));
}

TEST_CASE("TSK-25 PAG-05 tasks are listed page by page, and only one's own") {
    Script ada("ada");
    ada.core.task_manager =
        session::memory_task_manager({.max_tasks = 1000, .max_per_owner = 1000});
    std::set<std::string> made;
    for (int i = 0; i < 250; ++i) {
        const auto task = ada.core.task_manager->create({.owner = "ada"}, ada.clock.wall(), {});
        made.insert(task->id);
        (void)ada.core.task_manager->create({.owner = "bob"}, ada.clock.wall(), {});
    }
    ada.legacy("2025-11-25");
    std::set<std::string> listed;
    std::string params = "{}";
    for (int pages = 1;; ++pages) {
        ada.receive(R"({"jsonrpc":"2.0","id":1,"method":"tasks/list","params":)" + params + "}")
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":"$page"})");
        const Json page = ada.caught("page");
        const JsonView tasks = page["tasks"];
        for (const JsonView task : tasks.elements()) {
            CHECK(listed.insert(*task["taskId"].as_string()).second);
        }
        const auto cursor = page.find("nextCursor");
        if (!cursor) {
            CHECK(pages == 3);
            break;
        }
        params = R"({"cursor":)" + std::string(cursor->text()) + "}";
    }
    CHECK(listed == made);
    ada.receive(R"({"jsonrpc":"2.0","id":9,"method":"tasks/list","params":{"cursor":"bogus"}})")
        .expect_send(unknown);

    // Without a principal there is no list.
    Script nobody;
    nobody.core.task_manager = session::memory_task_manager();
    nobody.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"tasks/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})");
}

TEST_CASE("TSK-27 TSK-34 a task belongs to its principal, not to its session") {
    TaskScript tasks("ada");
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.finish(text_result("mine"));
    tasks.status("completed");
    const std::string get =
        R"({"jsonrpc":"2.0","id":9,"method":"tasks/result","params":{"taskId":)" +
        tasks.script.caught("task").dump() + "}}";
    Script bob("bob");
    bob.core.task_manager = tasks.script.core.task_manager;
    bob.legacy("2025-11-25").receive(get).expect_send(unknown);
    Script again("ada");
    again.core.task_manager = tasks.script.core.task_manager;
    again.legacy("2025-11-25")
        .receive(get)
        .expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"content":"$any","_meta":"$any"}})");
}

TEST_CASE("A request for an outcome may be given up, and its id is taken until then") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.ask("2", "result")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"$any"}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})")
        .expect_nothing();
    tasks.finish(text_result("x"));
    tasks.status("completed").expect_nothing();
}

TEST_CASE("The end of the connection stops the tasks that it runs") {
    TaskScript tasks;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    tasks.script.fail_here();
    CHECK(tasks.context->cancelled());
    tasks.finish(Unexpected(RpcError(error_code::internal_error, "stopped")));
    tasks.script.expect_nothing();
}

TEST_CASE("CAN-05 who no longer waits for an outcome is forgotten") {
    TaskScript tasks;
    const session::TaskManager& manager = *tasks.script.core.task_manager;
    tasks.script.legacy("2025-11-25");
    tasks.create();
    for (int i = 0; i < 100; ++i) {
        tasks.ask("7", "result")
            .receive(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
    }
    CHECK(manager.waiting() == 0);
    tasks.ask("7", "result");
    CHECK(manager.waiting() == 1);
    tasks.finish(text_result("x"));
    tasks.script.expect_send(R"({"jsonrpc":"2.0","id":7,"result":{"...":true}})");
    tasks.status("completed");
    CHECK(manager.waiting() == 0);
}
