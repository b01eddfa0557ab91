// One call of each kind, from request to reply.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

TEST_CASE("a call of each kind") {
    Rig rig;
    Got got = rig.modern_call("1", "echo", R"({"text":"a"})");
    got->wait();
    INFO(got->body);
    CHECK(got->status == 200);
    CHECK(text_of(got->json()) == "a");

    const std::string session = rig.open();
    Got call = rig.call(session, "1", "echo", R"({"text":"b"})");
    call->wait();
    INFO(call->body);
    CHECK(text_of(call->json()) == "b");

    Got steps = rig.call(session, "2", "steps", "{}", R"(,"_meta":{"progressToken":"t"})");
    steps->wait();
    INFO(steps->body);
    CHECK(steps->messages().size() == 4);
}

TEST_CASE(
    "TSK-30 tasks/get is answered with plain JSON, and a stream for the outcome may be left") {
    Rig rig;
    testing::Gate gate;
    Tool slow;
    slow.name = "slow";
    slow.inputSchema = *JsonObject::parse(R"({"type":"object"})");
    slow.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::optional;
    rig.server.tool(slow, [gate]() mutable {
        gate.enter();
        return "at last";
    });
    const std::string session = rig.open();
    Got created = rig.call(session, "1", "slow", "{}", R"(,"task":{})");
    const Json task(created->wait().json()["result"]["task"]);
    const auto ask = [&](std::string_view id, std::string_view method) {
        return rig.post(session, R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                                     R"(,"method":"tasks/)" + std::string(method) +
                                     R"(","params":{"taskId":)" +
                                     std::string(task["taskId"].text()) + "}}");
    };
    const auto status = [&](std::string_view id) {
        Got got = ask(id, "get");
        got->wait();
        CHECK_FALSE(got->streams);
        CHECK(got->header("Content-Type") == "application/json");
        return got->json()["result"]["status"].as_string().value_or(got->body);
    };
    CHECK(status("2") == "working");
    gate.await_entry();
    Got left = ask("3", "result");
    left.cut();
    CHECK(status("4") == "working");
    Got outcome = ask("5", "result");
    gate.open();
    outcome->wait();
    const Json answer = outcome->streams ? outcome->messages().back() : outcome->json();
    CHECK(text_of(answer) == "at last");
    CHECK(status("6") == "completed");
}
