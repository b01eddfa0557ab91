// What was not negotiated is refused here, and nothing goes on the wire.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {

/// Calls every method that has a gate; says which were refused.
std::vector<std::string> refused(Script& script) {
    std::vector<std::string> names;
    const auto note = [&](const auto& outcome, std::string_view name) {
        if (failed(outcome, Failure::not_negotiated)) names.emplace_back(name);
    };
    note(script.call<ListTools>(), "tools/list");
    note(script.call<CallTool>({.name = "x"}), "tools/call");
    note(script.call<ListResources>(), "resources/list");
    note(script.call<ListResourceTemplates>(), "resources/templates/list");
    note(script.call<ReadResource>({.uri = "a:b"}), "resources/read");
    note(script.call<Subscribe>({.uri = "a:b"}), "resources/subscribe");
    note(script.call<Unsubscribe>({.uri = "a:b"}), "resources/unsubscribe");
    note(script.call<ListPrompts>(), "prompts/list");
    note(script.call<GetPrompt>({.name = "x"}), "prompts/get");
    CompleteRequestParams params;
    params.argument.name = "a";
    params.ref = PromptReference{.name = "p"};
    note(script.call<Complete>(params), "completion/complete");
    note(script.call<SetLevel>({.level = LoggingLevelTag::info}), "logging/setLevel");
    note(script.call<ListTasks>(), "tasks/list");
    note(script.call<GetTask>({.taskId = "t"}), "tasks/get");
    note(script.call<CancelTask>({.taskId = "t"}), "tasks/cancel");
    note(script.call<GetTaskPayload>({.taskId = "t"}), "tasks/result");
    note(script.call<Discover>(), "server/discover");
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("LIF-15 without a capability of the server its methods are not sent") {
    Script script;
    script.open_legacy(r2025_11_25);
    CHECK(refused(script) ==
          Names{"tools/list", "tools/call", "resources/list", "resources/templates/list",
                "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/list",
                "prompts/get", "completion/complete", "logging/setLevel", "tasks/list", "tasks/get",
                "tasks/cancel", "tasks/result", "server/discover"});
    CHECK(script.nothing_sent());
}

TEST_CASE("LIF-15 declared capabilities open their methods, and theirs only") {
    Script script;
    const auto [capabilities, still_refused] =
        GENERATE(std::pair{R"({"tools":{},"prompts":{},"completions":{},"logging":{}})",
                           Names{"resources/list", "resources/templates/list", "resources/read",
                                 "resources/subscribe", "resources/unsubscribe", "tasks/list",
                                 "tasks/get", "tasks/cancel", "tasks/result", "server/discover"}},
                 std::pair{R"({"tools":{},"prompts":{},"completions":{},"logging":{},
                               "resources":{"subscribe":false},"tasks":{"list":{}}})",
                           Names{"resources/subscribe", "resources/unsubscribe", "tasks/cancel",
                                 "server/discover"}},
                 std::pair{R"({"tools":{},"prompts":{},"completions":{},"logging":{},
                               "resources":{"subscribe":true},"tasks":{"list":{},"cancel":{}}})",
                           Names{"server/discover"}});
    script.open_legacy(r2025_11_25, capabilities);
    CHECK(refused(script) == still_refused);
    CHECK(script.count_sent() == 16 - still_refused.size());
}

TEST_CASE("LIF-14 LIF-15 CMP-01 2024-11-05 completes without a capability and has no tasks") {
    Script script;
    script.open_legacy(r2024_11_05);
    const Names names = refused(script);
    CHECK(std::find(names.begin(), names.end(), "completion/complete") == names.end());
    CHECK(std::find(names.begin(), names.end(), "tasks/get") != names.end());
    CHECK(script.count_sent() == 1);
}

TEST_CASE("TSK-02 TSK-05 TSK-06 a call as a task needs tasks.requests.tools.call") {
    Script script;
    const bool there = GENERATE(false, true);
    script.open_legacy(r2025_11_25,
                       there ? R"({"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}})"
                             : R"({"tools":{},"tasks":{"requests":{}}})");
    CallToolRequestParams params{.name = "x"};
    params.task.emplace();
    const auto outcome = script.call<CallTool>(params, {}, nullptr, true);
    CHECK(failed(outcome, Failure::not_negotiated) == !there);
    CHECK(script.nothing_sent() == !there);
}

TEST_CASE("params that the revision cannot hold are refused here, with their place") {
    Script script;
    script.open_legacy(r2024_11_05, everything);
    CompleteRequestParams params;  // a reference that is none
    params.ref = CompletionReference(Unrecognized(json(R"({"type":5})")));
    params.argument.name = "a";
    const auto outcome = script.call<Complete>(params);
    if (outcome->has_value()) {
        CHECK(failed(outcome, Failure::invalid_argument));
        CHECK((*outcome)->error().message.find("params") != std::string::npos);
    }
}

TEST_CASE("R064 methods of a capability that discover does not name are refused here") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    CHECK(failed(script.call<ListPrompts>(), Failure::not_negotiated));
    CHECK(failed(script.call<Ping>(), Failure::not_negotiated));
    CHECK(failed(script.call<SetLevel>({.level = LoggingLevelTag::info}), Failure::not_negotiated));
    CHECK(failed(script.call<Subscribe>({.uri = "a:b"}), Failure::not_negotiated));
    CHECK(script.nothing_sent());
    script.call<ListTools>();
    script.sent("tools/list");
}

TEST_CASE("R063 nothing is refused for a capability of a server that was not asked") {
    Script script;
    script.start(ServerVerdict{.era = Era::modern,
                               .revision = r2026_07_28,
                               .expires = script.wall + std::chrono::hours(1)});
    CHECK(script.nothing_sent());
    script.call<ListPrompts>();
    script.sent("prompts/list");
}
