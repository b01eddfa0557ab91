// Where tasks are kept, when that fails, and what is said of them.
#include "catch.hpp"
#include "session/script.hpp"

#include <mcp/codec.hpp>

#include <set>
#include <stdexcept>

using namespace script;

namespace {

/// The text of a task, as a `T`, that is kept without an end.
template <class T>
std::string endless(T task = {}) {
    task.taskId = "t";
    task.status = TaskStatusTag::working;
    task.createdAt = task.lastUpdatedAt = "2025-11-25T10:30:00.000Z";
    task.ttl = nullptr;
    return encode(task, r2025_11_25).value();
}

/// A store that cannot be reached.
class BrokenStore final : public TaskStore {
public:
    bool create(const StoredTask&, std::size_t) override { fail(); }
    std::optional<StoredTask> find(std::string_view, std::string_view, Time) override { fail(); }
    bool replace(const StoredTask&) override { fail(); }
    std::optional<Page> list(std::string_view, std::string_view, std::size_t, Time) override {
        fail();
    }
    void remove_expired(Time) override {}
    std::vector<StoredTask> take_left_over() override { return {}; }

private:
    [[noreturn]] static void fail() { throw TaskStoreError("no way to host db7"); }
};

}  // namespace

TEST_CASE("TSK-08 task ids are made here, and never twice") {
    const auto manager =
        session::memory_task_manager({.max_tasks = 100'000, .max_per_owner = 100'000});
    std::set<std::string> ids;
    for (int i = 0; i < 2000; ++i) {
        const auto task = manager->create({}, Sealer::Time(std::chrono::hours(i)), {});
        CHECK(task->id.size() >= 22);
        ids.insert(task->id);
    }
    CHECK(ids.size() == 2000);
}

TEST_CASE("TSK-10 a task that has ended moves no more") {
    using enum TaskStatusTag;
    const auto now = Sealer::Time(std::chrono::hours(1));
    for (const auto end : {completed, failed, cancelled}) {
        const auto manager = session::memory_task_manager();
        const std::string id = manager->create({}, now, {})->id;
        CHECK(manager->move("", id, input_required, "", {}, now));
        CHECK(manager->move("", id, working, "", {}, now));
        CHECK(manager->move("", id, end, "", {}, now));
        for (const auto next : {working, input_required, completed, failed, cancelled}) {
            CHECK_FALSE(manager->move("", id, next, "", {}, now));
        }
        CHECK(manager->get("", id, now)->status == end);
    }
}

TEST_CASE("TSK-26 a store that fails is an internal error, and its words stay here") {
    Script script("ada");
    script.core.task_manager =
        std::make_shared<session::TaskManager>(std::make_shared<BrokenStore>(), TaskLimits{});
    script.core.task_tools["slow"] = ToolExecutionTaskSupportTag::optional;
    bool ran = false;
    script.core.tool("slow", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        ran = true;
        done(text_result(""));
    });
    script.legacy("2025-11-25");
    constexpr const char* internal =
        R"({"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"internal error"}})";
    for (const char* method : {"get", "result", "cancel", "list"}) {
        INFO(method);
        script
            .receive(R"({"jsonrpc":"2.0","id":9,"method":"tasks/)" + std::string(method) +
                     R"(","params":{"taskId":"t"}})")
            .expect_send(internal);
        CHECK(script.core.reports.size() == 1);
        CHECK(script.core.reported("no way to host db7"));
        script.core.reports.clear();
    }
    script.receive(Script::call("9", "slow", R"("task":{})"))
        .expect_send(internal)
        .expect_nothing();
    CHECK(script.core.reported("no way to host db7"));
    CHECK_FALSE(ran);
}

TEST_CASE("TSK-11 a task without an end has null as its ttl, and null comes back as null") {
    const std::string told[] = {endless<Task>(), endless<GetTaskResult>(),
                                endless<CancelTaskResult>(),
                                endless<TaskStatusNotificationParams>()};
    for (const std::string& text : told) {
        INFO(text);
        const Json task = *Json::parse(text);
        REQUIRE(task.contains("ttl"));
        CHECK(task["ttl"].is_null());
        const auto read = decode<Task>(text, r2025_11_25);
        REQUIRE(read);
        CHECK(encode(*read, r2025_11_25).value() == told[0]);
        JsonObject without = *task.as_object();
        without.erase("ttl");
        CHECK_FALSE(decode<Task>(without.text(), r2025_11_25));
    }
}

TEST_CASE("TSK-20 the task is that of taskId, whatever _meta says, and answers leave _meta out") {
    Script script("ada");
    script.core.task_manager = session::memory_task_manager();
    const auto made = [&] {
        return Json(script.core.task_manager->create({.owner = "ada"}, script.clock.wall(), {})->id)
            .dump();
    };
    const std::string other = made();
    const std::string mine = made();
    script.legacy("2025-11-25");
    const auto conflicting = [&](const char* method) -> Script& {
        return script.receive(R"({"jsonrpc":"2.0","id":2,"method":"tasks/)" + std::string(method) +
                              R"(","params":{"taskId":)" + mine +
                              R"(,"_meta":{"io.modelcontextprotocol/related-task":{"taskId":)" +
                              other + "}}}}");
    };
    const std::string told = R"(,"createdAt":"$any","lastUpdatedAt":"$any","ttl":"$any",
        "pollInterval":"$any"})";
    conflicting("get").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"status":"working",
        "taskId":)" + mine + told + "}");
    conflicting("cancel").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"status":"cancelled",
        "statusMessage":"$any","taskId":)" +
                                      mine + told + "}");
    conflicting("list").expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"tasks":[
        {"status":"working","taskId":)" +
                                    other + told + R"(,{"status":"cancelled","statusMessage":"$any",
        "taskId":)" + mine + told + "]}}");
    conflicting("result").expect_send(
        R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"$any"}})");
}
