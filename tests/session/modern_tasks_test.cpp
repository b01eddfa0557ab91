// The tasks extension since 2026-07-28: calls that become tasks, what is asked in them, their ends,
// and who may see them.
#include "catch.hpp"
#include "session/script.hpp"

#include "session/modern_tasks.hpp"
#include "session/taken_up_tasks.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace script;
using namespace std::chrono_literals;

namespace {

constexpr const char* with_tasks =
    R"({"extensions":{"io.modelcontextprotocol/tasks":{}},"elicitation":{"form":{}}})";
constexpr const char* undeclared = R"({"jsonrpc":"2.0","id":9,"error":{"code":-32021,
    "message":"$any","data":{"requiredCapabilities":{"extensions":{
    "io.modelcontextprotocol/tasks":{}}}}}})";
constexpr const char* unknown_task =
    R"({"jsonrpc":"2.0","id":9,"error":{"code":-32602,"...":true}})";
constexpr const char* taken_note_of =
    R"({"jsonrpc":"2.0","id":9,"result":{"resultType":"complete","_meta":"$any"}})";

/// A server whose tool `job` waits for `finish`.
struct JobScript {
    explicit JobScript(std::string principal = {}, TaskLimits limits = {})
        : script(std::move(principal)) {
        script.core.task_manager = session::memory_task_manager(limits);
        using enum ToolExecutionTaskSupportTag;
        script.core.task_tools = {{"job", optional}, {"only", required}, {"late", required}};
        script.core.late_tasks.insert("late");
        const auto job = [this](std::optional<JsonView>, Context& ctx, Done<std::string> answer) {
            const std::lock_guard held(mutex);
            context = &ctx;
            done = std::move(answer);
            started.notify_all();
        };
        script.core.tool("job", job);
        script.core.tool("only", job);
    }
    ~JobScript() {
        script.core.task_manager->stop_all();
        script.session().closed("");
    }
    Script& call(std::string_view tool, std::string_view more = "",
                 std::string_view capabilities = with_tasks) {
        std::string members = R"("name":")" + std::string(tool) + "\"";
        if (!more.empty()) members += "," + std::string(more);
        return script.receive(Script::modern("9", "tools/call", members, capabilities));
    }
    void create(std::string_view more = "") {
        call("job", more).expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"resultType":"task",
            "taskId":"$task","status":"working","createdAt":"$any","lastUpdatedAt":"$any",
            "ttlMs":600000,"pollIntervalMs":1000,"_meta":"$any"}})");
        wait();
    }
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
    Script& ask(std::string_view method, std::string_view more = "",
                std::string_view capabilities = with_tasks) {
        std::string members = R"("taskId":"$task")";
        if (!more.empty()) members += "," + std::string(more);
        return script.receive(
            Script::modern("9", "tasks/" + std::string(method), members, capabilities));
    }
    /// tasks/get, and what is special in its result.
    void stands(std::string_view status, std::string_view more = "") {
        ask("get").expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"resultType":"complete",
            "taskId":"$any","createdAt":"$any","lastUpdatedAt":"$any","ttlMs":600000,
            "pollIntervalMs":1000,"_meta":"$any","status":")" +
                               std::string(status) + "\"" + std::string(more) + "}}");
    }
    void asks(const char* key) {
        ask_later(*context, form_question(key), [this](Answer<InputResponses>&& answer) {
            answers.push_back(answer.has_value());
        });
    }

    std::mutex mutex{};
    std::condition_variable started{};
    Context* context = nullptr;
    Done<std::string> done{};
    std::vector<bool> answers{};
    Script script;
};

std::string answer_to(const char* key) {
    return R"("inputResponses":{")" + std::string(key) +
           R"(":{"action":"accept","content":{"name":"Ada"}}})";
}

}  // namespace

TEST_CASE("X001 X002 X014 X016 without the extension there are no tasks, but for tools that must") {
    JobScript job;
    job.call("job", "", "{}");
    job.wait();
    job.finish(text_result("plain"));
    job.script.expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"content":"$any"}})");
    job.call("only", "", "{}").expect_send(undeclared);
    job.call("late", "", "{}").expect_send(undeclared);
    job.create();
    for (const char* method : {"get", "update", "cancel"}) {
        job.ask(method, R"("inputResponses":{})", "{}").expect_send(undeclared);
    }
    job.script
        .receive(Script::modern("9", "subscriptions/listen",
                                R"("notifications":{"taskIds":["$task"]})", "{}"))
        .expect_send(undeclared);
    // What a client of 2025-11-25 declares is not the extension.
    job.ask("get", "", R"({"tasks":{"list":{},"cancel":{}}})").expect_send(undeclared);
    job.finish(text_result("x"));
}

TEST_CASE("X004 X007 X008 X015 a task from its creation to its end") {
    JobScript job;
    job.create(R"("task":{"ttl":5})");  // of 2025-11-25: ignored
    job.stands("working");
    job.context->progress(1, 4, "");
    job.stands("working", R"(,"statusMessage":"1 of 4")");
    for (const char* method : {"result", "list"}) {
        job.ask(method).expect_send(
            R"({"jsonrpc":"2.0","id":9,"error":{"code":-32601,"...":true}})");
    }
    SECTION("with a result, also when the tool has failed") {
        job.finish(std::string(R"({"resultType":"complete","content":[],"isError":true})"));
        job.stands("completed", R"(,"result":{"...":true,"content":[],"isError":true})");
    }
    SECTION("with an error") {
        job.finish(Unexpected(RpcError(-32602, "bad", Json(1))));
        job.stands("failed",
                   R"(,"statusMessage":"bad","error":{"code":-32602,"message":"bad","data":1})");
    }
    job.script.expect_nothing();
}

TEST_CASE("X005 a task is in the store before the client hears of it, for every server") {
    JobScript job;
    Script other;
    other.core.task_manager = job.script.core.task_manager;
    job.create();
    other
        .receive(Script::modern("9", "tasks/get", R"("taskId":)" + job.script.caught("task").dump(),
                                with_tasks))
        .expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"status":"working","...":true}})");
    job.finish(text_result("x"));
}

TEST_CASE("X006 a tool asks before its task as any other does, and the task keeps nothing of it") {
    JobScript job;
    job.script.core.tool("late",
                         [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
                             const InputResponses answers = context.ask(form_question("who"));
                             CHECK(context.continue_as_task());
                             CHECK(context.continue_as_task());
                             done(text_result(answers.contains("who") ? "hello" : "nobody"));
                         });
    job.call("late").expect_send(R"({"jsonrpc":"2.0","id":9,"result":{
        "resultType":"input_required","inputRequests":{"who":"$any"},"_meta":"$any"}})");
    job.call("late", answer_to("who"))
        .expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"resultType":"task",
            "taskId":"$task","status":"working","createdAt":"$any","lastUpdatedAt":"$any",
            "ttlMs":600000,"pollIntervalMs":1000,"_meta":"$any"}})");
    job.stands("completed", R"(,"result":{"content":[{"type":"text","text":"hello"}]})");
}

TEST_CASE("X007 X009 X010 a task asks, takes answers one by one, and never uses a key again") {
    JobScript job;
    job.create();
    job.asks("one");
    job.asks("one");
    job.ask("get").expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"status":"input_required",
        "inputRequests":{"one":{"method":"elicitation/create","params":"$any"},
            "one_2":{"method":"elicitation/create","params":"$any"}},"...":true}})");
    job.ask("update", R"("inputResponses":{"zzz":{"any":1}})").expect_send(taken_note_of);
    job.ask("update", R"("inputResponses":{"one":{"action":"accept","content":{"name":7}}})")
        .expect_send(unknown_task);
    job.ask("update", R"("inputResponses":7)").expect_send(unknown_task);
    CHECK(job.answers.empty());
    job.ask("update", answer_to("one")).expect_send(taken_note_of);
    job.ask("update", answer_to("one")).expect_send(taken_note_of);  // once more: ignored
    CHECK(job.answers == std::vector<bool>{true});
    job.ask("get").expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"status":"input_required",
        "inputRequests":{"one_2":"$any"},"...":true}})");
    job.ask("update", answer_to("one_2")).expect_send(taken_note_of);
    CHECK(job.answers == std::vector<bool>{true, true});
    job.stands("working");
    job.asks("one");
    job.ask("get").expect_send(R"({"jsonrpc":"2.0","id":9,"result":{
        "inputRequests":{"one_3":"$any"},"...":true}})");
    job.finish(text_result("x"));
    CHECK(job.answers == std::vector<bool>{true, true, false});
    job.ask("update", answer_to("one_3")).expect_send(taken_note_of);
}

TEST_CASE("X011 X012 a task is cancelled by tasks/cancel, twice if need be, and by nothing else") {
    JobScript job;
    job.create();
    job.script
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})")
        .expect_nothing();
    CHECK_FALSE(job.context->cancelled());
    job.asks("one");
    job.ask("cancel").expect_send(taken_note_of);
    CHECK(job.context->cancelled());
    CHECK(job.answers == std::vector<bool>{false});
    job.ask("cancel").expect_send(taken_note_of);
    job.finish(text_result("too late"));
    job.stands("cancelled", R"(,"statusMessage":"cancelled by the client")");
}

TEST_CASE("X013 X019 unknown tasks are refused, and those whose time is over, not before") {
    JobScript job;
    job.create();
    job.script.advance(599'999ms);
    job.stands("working");
    job.script.advance(1ms);
    for (const char* method : {"get", "update", "cancel"}) {
        job.ask(method, R"("inputResponses":{})").expect_send(unknown_task);
    }
    CHECK(job.context->cancelled());
    job.finish(text_result("x"));
}

TEST_CASE("X017 who listens to a task hears of every change, whole, and of nothing else") {
    JobScript job("ada");
    job.create();
    job.script
        .receive(Script::modern("5", "subscriptions/listen",
                                R"("notifications":{"taskIds":["$task","nobody's"]})", with_tasks))
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",
            "params":{"notifications":{"taskIds":["$any"]},
            "_meta":{"io.modelcontextprotocol/subscriptionId":5}}})");
    job.context->progress(1);
    job.script.expect_nothing();
    const auto heard = [&](const char* status, const char* more) {
        job.script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/tasks","params":{
            "taskId":"$any","createdAt":"$any","lastUpdatedAt":"$any","ttlMs":600000,
            "pollIntervalMs":1000,"_meta":{"io.modelcontextprotocol/subscriptionId":5},
            "status":")" + std::string(status) +
                               "\"" + more + "}}");
    };
    job.asks("one");
    heard("input_required", R"(,"inputRequests":{"one":"$any"})");
    job.ask("update", answer_to("one"));
    heard("working", "");
    job.script.expect_send(taken_note_of);
    job.finish(text_result("done"));
    heard("completed", R"(,"result":{"content":"$any"})");
    job.script
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})")
        .expect_nothing();
}

TEST_CASE("X021 a task is its owner's, and its id cannot be guessed") {
    JobScript ada("ada");
    ada.create();
    CHECK(ada.script.caught("task").as_string()->size() >= 22);
    Script bob("bob");
    bob.core.task_manager = ada.script.core.task_manager;
    const std::string id = R"("taskId":)" + ada.script.caught("task").dump();
    for (const char* method : {"get", "update", "cancel"}) {
        bob.receive(Script::modern("9", "tasks/" + std::string(method),
                                   id + R"(,"inputResponses":{})", with_tasks))
            .expect_send(unknown_task);
    }
    CHECK_FALSE(ada.context->cancelled());
    ada.finish(text_result("x"));
}

TEST_CASE("A task goes on when its connection has ended, and is there for the next one") {
    JobScript job;
    job.create();
    const Json id = job.script.caught("task");
    job.script.fail_here();
    CHECK_FALSE(job.context->cancelled());
    job.finish(text_result("still"));
    Script next;
    next.core.task_manager = job.script.core.task_manager;
    next.receive(Script::modern("9", "tasks/get", R"("taskId":)" + id.dump(), with_tasks))
        .expect_send(R"({"jsonrpc":"2.0","id":9,"result":{"status":"completed","...":true}})");
}

namespace {

/// Keeps tasks in memory until it is told to fail; everything in it is left over.
class FailingStore final : public TaskStore {
public:
    bool create(const StoredTask& task, std::size_t most) override {
        fail();
        return store_->create(task, most);
    }
    std::optional<StoredTask> find(std::string_view owner, std::string_view id, Time now) override {
        return store_->find(owner, id, now);
    }
    bool replace(const StoredTask& task) override {
        fail();
        return store_->replace(task);
    }
    std::optional<Page> list(std::string_view owner, std::string_view after, std::size_t count,
                             Time now) override {
        return store_->list(owner, after, count, now);
    }
    void remove_expired(Time now) override { store_->remove_expired(now); }
    std::vector<StoredTask> take_left_over() override { return std::move(left_over); }

    std::atomic<bool> fails = false;
    std::vector<StoredTask> left_over{};

private:
    void fail() const {
        if (fails) throw TaskStoreError("tasks in /var/x: disk full: make room");
    }
    std::shared_ptr<TaskStore> store_ = memory_task_store();
};

}  // namespace

TEST_CASE("X005 what cannot be kept does not run, and an end that cannot be kept is kept here") {
    JobScript job;
    const auto store = std::make_shared<FailingStore>();
    job.script.core.task_manager = std::make_shared<session::TaskManager>(store, TaskLimits{});
    store->fails = true;
    job.call("job").expect_send(R"({"jsonrpc":"2.0","id":9,"error":{"code":-32603,
        "message":"the task could not be kept"}})");
    CHECK(job.script.core.reported("disk full: make room"));
    store->fails = false;
    job.create();
    store->fails = true;
    job.finish(text_result("kept"));
    job.stands("completed", R"(,"result":{"content":"$any"})");
    store->fails = false;
    job.script.advance(2s);
    job.stands("completed", R"(,"result":{"content":"$any"})");
    const std::string id = *job.script.caught("task").as_string();
    CHECK(store->find("", id, job.script.clock.wall())->status == TaskStatusTag::completed);
}

TEST_CASE("Tasks that are too many, or whose outcome is too large, are bounded") {
    JobScript job({}, {.max_tasks = 2, .max_bytes = 400});
    job.create();
    job.finish(text_result(std::string(500, 'x')));
    job.stands("failed", R"(,"statusMessage":"the result is too large",
        "error":{"code":-32603,"message":"the result is too large"})");
    job.create();
    job.call("job").expect_send(
        R"({"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"too many tasks"}})");
    job.finish(text_result("x"));
}

TEST_CASE("A task that is taken up again is not asked twice for what was answered") {
    JobScript job;
    const auto store = std::make_shared<FailingStore>();
    auto manager = std::make_shared<session::TaskManager>(store, TaskLimits{});
    job.script.core.task_manager = manager;
    job.script.core.offers_.tools.emplace();
    StoredTask left;
    left.id = "left";
    left.revision = r2026_07_28;
    left.method = "tools/call";
    left.params = R"({"name":"job"})";
    left.client = with_tasks;
    left.answers = R"({"one":{"action":"accept","content":{"name":"Ada"}}})";
    left.created = left.updated = session::Clock::real().wall();
    left.expires = left.created + 1h;
    REQUIRE(store->create(left, 10));
    store->left_over.push_back(left);
    (void)job.script.session();
    session::take_up_tasks(job.script.core, *manager, [](const StoredTask&) { return true; });
    job.wait();
    job.asks("one");
    CHECK(job.answers == std::vector<bool>{true});
    job.asks("two");
    CHECK(store->find("", "left", left.created)->questions.find("two") != std::string::npos);
    job.finish(text_result("again"));
    CHECK(store->find("", "left", left.created)->status == TaskStatusTag::completed);
    CHECK(job.script.core.reported("1 run again, 0 have failed"));
}
