// Tools that run as tasks (2025-11-25).
#include "fake_server.hpp"
#include "script.hpp"

#include <mcp/client_tasks.hpp>

#include <atomic>

using namespace mcp;
using namespace mcp::client::test;

namespace {

const std::string with_tasks =
    R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";

std::string task(const std::string& status, const std::string& more = {}) {
    return R"({"taskId":"t1","status":")" + status +
           R"(","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":null)" +
           more + "}";
}

Tool tool_with(std::optional<ToolExecutionTaskSupportTag> support) {
    Tool tool;
    tool.name = "build";
    if (support) tool.execution.emplace().taskSupport = *support;
    return tool;
}
const Tool optional_tool = tool_with(ToolExecutionTaskSupportTag::optional);

struct Bench {
    FakeServer server{false};
    Client client{{.name = "test", .version = "1"}, {.versions = VersionPolicy::legacy()}};
    std::vector<std::chrono::milliseconds> waits{};
    ClientTasks tasks{client, [this](std::chrono::milliseconds time) { waits.push_back(time); }};
    std::vector<std::string> states{};  ///< that tasks/get gives, one after the other
    std::size_t polls = 0;

    explicit Bench(const std::string& capabilities = with_tasks) {
        server.capabilities = capabilities;
        server.methods["tools/call"] = [](const Json& params, const Json&) {
            if (!params.contains("task"))
                return std::string(R"({"content":[{"type":"text","text":"plain"}]})");
            return R"({"task":)" + task("working", R"(,"pollInterval":250)") + "}";
        };
        server.methods["tasks/get"] = [this](const Json& params, const Json&) {
            CHECK(params.text() == R"({"taskId":"t1"})");  // TSK-20
            return states.at(polls++);
        };
        server.methods["tasks/result"] = [](const Json&, const Json&) {
            return std::string(
                R"({"content":[{"type":"text","text":"built"}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}})");
        };
        REQUIRE(client.connect(server.start()));
    }
};

}  // namespace

TEST_CASE("TSK-07 TSK-13 TSK-14 TSK-23 a task is polled as often as the server wants, to its end") {
    Bench bench;
    bench.states = {task("working", R"(,"pollInterval":500)"), task("completed")};
    auto started = bench.tasks.start(optional_tool, {{"a", 1}}, 60s);
    REQUIRE(started);
    CHECK(started->id() == "t1");
    CHECK_FALSE(started->finished());
    const auto outcome = started->get();
    REQUIRE(outcome);
    CHECK(text_of(*outcome) == "built");
    CHECK(bench.waits == std::vector<std::chrono::milliseconds>{250ms, 500ms});
    CHECK(bench.server.count("tasks/get") == 2);
    CHECK(bench.server.count("tasks/result") == 1);
    CHECK(started->get());
    CHECK(bench.server.count("tasks/result") == 1);
}

TEST_CASE(
    "TSK-14 TSK-21 a task that waits for input is fetched at once, and its questions answered") {
    Bench bench;
    bench.states = {task("input_required")};
    auto started = bench.tasks.start(optional_tool, {});
    REQUIRE(started);
    CHECK(text_of(started->get().value()) == "built");
    CHECK(bench.server.count("tasks/get") == 1);
}

TEST_CASE("TSK-16 TSK-17 the outcome of a task may be an error, or a failure of the tool") {
    Bench bench;
    const bool rpc = GENERATE(true, false);
    bench.states = {task("failed")};
    bench.server.methods["tasks/result"] = [=](const Json&, const Json&) {
        return std::string(rpc ? "!-32602" : R"({"content":[],"isError":true})");
    };
    auto started = bench.tasks.start(optional_tool, {});
    REQUIRE(started);
    const auto outcome = started->get();
    CHECK(outcome.has_value() == !rpc);
    if (rpc) CHECK(outcome.error().code == -32602);
    if (!rpc) CHECK(outcome->isError == true);
}

TEST_CASE("TSK-24 CAN-03 TSK-31 a task is stopped by tasks/cancel, and by nothing else") {
    Bench bench;
    bench.server.methods["tasks/cancel"] = [](const Json&, const Json&) {
        return task("cancelled");
    };
    auto started = bench.tasks.start(optional_tool, {});
    REQUIRE(started);
    const auto state = started->cancel();
    REQUIRE(state);
    CHECK(state->status == TaskStatusTag::cancelled);
    CHECK(started->finished());
    CHECK(bench.server.count("notifications/cancelled") == 0);
    CHECK(bench.server.count("tasks/cancel") == 1);
}

TEST_CASE("TSK-05 TSK-06 tools run as tasks if they, and the server, can") {
    const auto support = GENERATE(std::optional<ToolExecutionTaskSupportTag>{},
                                  std::optional(ToolExecutionTaskSupportTag::forbidden),
                                  std::optional(ToolExecutionTaskSupportTag::optional),
                                  std::optional(ToolExecutionTaskSupportTag::required));
    const bool declared = GENERATE(true, false);
    Bench bench(declared ? with_tasks : R"({"tools":{}})");
    bench.states = {task("completed")};
    const Tool tool = tool_with(support);
    const bool can = support && *support != ToolExecutionTaskSupportTag::forbidden && declared;
    const auto started = bench.tasks.start(tool, {});
    CHECK(started.has_value() == can);
    if (!started) CHECK(started.error().failure == Failure::not_negotiated);
    CHECK(bench.server.count("tools/call") == (can ? 1U : 0U));

    const auto outcome = bench.tasks.call(tool, {});
    if (support == ToolExecutionTaskSupportTag::required) {
        CHECK(outcome.has_value() == declared);
        if (outcome) CHECK(text_of(*outcome) == "built");
    } else {
        REQUIRE(outcome);
        CHECK(text_of(*outcome) == "plain");
    }
}

TEST_CASE("TSK-03 a server that runs the call at once gives its result") {
    Bench bench;
    bench.server.methods["tools/call"] = [](const Json&, const Json&) {
        return std::string(R"({"content":[{"type":"text","text":"now"}]})");
    };
    auto started = bench.tasks.start(optional_tool, {});
    REQUIRE(started);
    CHECK(started->finished());
    CHECK(text_of(started->get().value()) == "now");
    CHECK(bench.server.count("tasks/get") == 0);
}

TEST_CASE("PRG-08 TSK-31 progress of a task goes on after its creation, until it is final") {
    Script script;
    script.open_legacy(r2025_11_25, with_tasks);
    std::vector<double> heard;
    CallOptions options;
    options.on_progress = [&](const Progress& progress) { heard.push_back(progress.done); };
    CallToolRequestParams params{.name = "build"};
    params.task.emplace();
    const auto outcome = script.call<CallTool>(params, options, nullptr, true);
    const Json request = script.sent("tools/call");
    const auto tell = [&](const std::string& done) {
        script.receive(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
            std::string(request["id"].text()) + R"(,"progress":)" + done + "}}");
    };
    tell("1");
    script.reply(R"({"task":)" + task("working") + "}");
    tell("2");
    tell("2");
    script.session->task_is_final("t1");
    tell("3");
    CHECK(heard == std::vector<double>{1, 2});
}

TEST_CASE("TSK-19 what answers a question of a task names the task") {
    Script script;
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [](const ElicitRequestFormParams&, CallContext&) {
            return ElicitResult{.action = ElicitActionTag::decline};
        });
    script.open_legacy(r2025_11_25, with_tasks);
    script.receive(
        R"({"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":
        {"type":"object","properties":{}},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}})");
    script.work();
    CHECK(same(
        script.sent()["result"],
        json(
            R"({"action":"decline","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}})")));
}

TEST_CASE("TSK-23 TSK-26 states that are told are heard; unknown tasks are errors") {
    Bench bench;
    bench.server.methods["tasks/get"] = [](const Json&, const Json&) {
        return std::string("!-32602");
    };
    auto started = bench.tasks.start(optional_tool, {});
    REQUIRE(started);
    const auto outcome = started->get();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == -32602);

    Script script;
    std::string heard;
    script.handlers.task_status = [&](const TaskStatusNotificationParams& params) {
        heard = params.taskId;
    };
    script.open_legacy(r2025_11_25, with_tasks);
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":)" +
                   task("working") + "}");
    script.events();
    CHECK(heard == "t1");
}

namespace {

std::string extension_task(const std::string& type, const std::string& status,
                           const std::string& more = {}) {
    return R"({"resultType":")" + type + R"(","taskId":"t1","status":")" + status +
           R"(","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z",)"
           R"("ttlMs":60000,"pollIntervalMs":250)" +
           more + "}";
}

const std::string built = R"(,"result":{"content":[{"type":"text","text":"built"}]})";
const std::string task_question =
    R"({"method":"elicitation/create","params":{"mode":"form","message":"Who?",)"
    R"("requestedSchema":{"type":"object","properties":{}}}})";

/// A modern server that makes every call a task, where the client has said that it knows them.
struct ModernBench {
    FakeServer server{true};
    Client client{{.name = "test", .version = "1"}, {.versions = VersionPolicy::pin(r2026_07_28)}};
    std::vector<std::chrono::milliseconds> waits{};
    ClientTasks tasks{client, [this](std::chrono::milliseconds time) { waits.push_back(time); }};
    std::vector<std::string> states{};
    std::size_t polls = 0;
    std::vector<std::string> updates{};
    int asked = 0;

    static bool declared(const Json& params) {
        return params["_meta"]["io.modelcontextprotocol/clientCapabilities"]["extensions"].contains(
            "io.modelcontextprotocol/tasks");
    }
    ModernBench() {
        server.capabilities = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
        server.methods["tools/call"] = [](const Json& params, const Json&) {
            CHECK_FALSE(params.contains("task"));
            if (params["name"].as_string() == "always") return extension_task("task", "working");
            return declared(params) ? extension_task("task", "working") : said(true, "plain");
        };
        server.methods["tasks/get"] = [this](const Json& params, const Json&) {
            CHECK(declared(params));
            CHECK(params["taskId"].as_string() == "t1");
            return states.at(polls++);
        };
        server.methods["tasks/update"] = [this](const Json& params, const Json&) {
            CHECK(declared(params));
            updates.emplace_back(params["inputResponses"].text());
            return std::string(R"({"resultType":"complete"})");
        };
        client.on_elicitation([this](const ElicitRequestFormParams&, CallContext&) {
            ++asked;
            ElicitResult result;
            result.action = ElicitActionTag::decline;
            return result;
        });
        REQUIRE(client.connect(server.start()));
    }
};

}  // namespace

TEST_CASE("X003 X023 only calls that say so may become tasks, and the polling may be hidden") {
    ModernBench bench;
    CHECK(text_of(bench.client.call_tool("build").value()) == "plain");
    bench.states = {extension_task("complete", "completed", built)};
    CHECK(text_of(bench.tasks.call(tool_with({}), {}).value()) == "built");
    // A task where none was possible.
    const auto strange = bench.client.call_tool("always");
    REQUIRE_FALSE(strange);
    CHECK(strange.error().failure == Failure::invalid_response);
    // A server may answer at once.
    bench.server.methods["tools/call"] = [](const Json&, const Json&) { return said(true, "now"); };
    auto at_once = bench.tasks.start(tool_with({}), {});
    REQUIRE(at_once);
    CHECK(at_once->id().empty());
    CHECK(text_of(at_once->get().value()) == "now");
}

TEST_CASE(
    "X018 X022 a task is polled as often as the server wants, and asks the handlers of any "
    "question, "
    "once") {
    ModernBench bench;
    const std::string asks = R"(,"inputRequests":{"who":)" + task_question + "}";
    bench.states = {extension_task("complete", "working"),
                    extension_task("complete", "input_required", asks),
                    extension_task("complete", "input_required", asks),  // not seen to yet
                    extension_task("complete", "completed", built)};
    auto task = bench.tasks.start(tool_with({}), {});
    REQUIRE(task);
    CHECK(text_of(task->get().value()) == "built");
    CHECK(bench.waits == std::vector<std::chrono::milliseconds>(4, 250ms));
    CHECK(bench.asked == 1);
    CHECK(bench.updates == std::vector<std::string>{R"({"who":{"action":"decline"}})"});
}

TEST_CASE("X008 X012 X018 a task ends with an error, or is stopped by tasks/cancel") {
    ModernBench bench;
    bench.states = {
        extension_task("complete", "failed", R"(,"error":{"code":-32000,"message":"no"})"),
        extension_task("complete", "cancelled")};
    auto task = bench.tasks.start(tool_with({}), {});
    REQUIRE(task);
    const auto failed = task->get();
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message == "no");
    bench.server.methods["tasks/cancel"] = [](const Json&, const Json&) {
        return std::string(R"({"resultType":"complete"})");
    };
    auto other = bench.tasks.start(tool_with({}), {});
    REQUIRE(other);
    const auto state = other->cancel();
    REQUIRE(state);
    CHECK(state->status == TaskStatusTag::cancelled);
    CHECK(other->finished());
    CHECK(bench.server.count("notifications/cancelled") == 0);
}

TEST_CASE("X018 X019 a task is found again by its id, and given up when its time is over") {
    ModernBench bench;
    bench.states.assign(300, extension_task("complete", "working"));
    auto task = bench.tasks.resume("t1");
    REQUIRE(task);
    CHECK(task->state().status == TaskStatusTag::working);
    const auto outcome = task->get();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == Failure::timeout);
    CHECK(bench.waits.size() == 241);  // 60 s, a quarter of a second each, and one
    bench.server.methods["tasks/get"] = [](const Json&, const Json&) {
        return std::string("!-32602");
    };
    const auto gone = bench.tasks.resume("t1");
    REQUIRE_FALSE(gone);
    CHECK(gone.error().code == error_code::invalid_params);
}
