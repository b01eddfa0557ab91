// A model that runs for an older server: what is refused, what is sent.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("SMP-01 ELI-01 ROO-04 RPC-10 what nobody answers is not declared and refused") {
    Script script;
    script.open_legacy(r2025_11_25);
    for (const char* method :
         {"sampling/createMessage", "elicitation/create", "roots/list", "x/y"}) {
        script.receive(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                       R"(","params":{}})");
        CHECK(error_code_of(script.sent()) == error_code::method_not_found);
    }
    CHECK(script.waiting_work() == 0);
}

TEST_CASE("SMP-05 SMP-11 a model's answer travels as the revision has it") {
    Script script;
    sample(script, [](const CreateMessageRequestParams& params, CallContext& context) {
        CHECK(params.maxTokens == 5);
        CHECK(context.method() == "sampling/createMessage");
        CHECK(context.id().text() == "\"s1\"");
        CHECK(context.peer()->name == "fake");  // ELI-11
        return said("hello");
    });
    const Revision revision = GENERATE(r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25);
    script.open_legacy(revision);
    script.receive(sampling_request);
    CHECK(script.nothing_sent());  // not on the thread that reads
    CHECK(script.work() == 1);
    script.expect_send(R"({"jsonrpc":"2.0","id":"s1","result":{"role":"assistant","model":"fake-1",
        "content":{"type":"text","text":"hello"}}})");
}

TEST_CASE("SMP-15 an unknown stop reason is kept") {
    Script script;
    sample(script, [](const CreateMessageRequestParams&, CallContext&) {
        CreateMessageResult result = said("x");
        result.stopReason = StopReason::unknown("bored");
        return result;
    });
    script.open_legacy(r2025_11_25);
    script.receive(sampling_request);
    script.work();
    CHECK(script.sent()["result"]["stopReason"].as_string() == "bored");
}

TEST_CASE("SMP-03 a user's refusal has code -1; other errors and exceptions have theirs") {
    Script script;
    const int what = GENERATE(0, 1, 2);
    sample(script, [=](const CreateMessageRequestParams&, CallContext&) -> CreateMessageResult {
        if (what == 0) throw RpcError(error_code::rejected_by_user, "no");
        if (what == 1) throw std::runtime_error("the password is 1234");
        throw 5;
    });
    script.open_legacy(r2025_11_25);
    script.receive(sampling_request);
    script.work();
    const Json answer = script.sent();
    CHECK(error_code_of(answer) == (what == 0 ? -1 : -32603));
    CHECK(answer.text().find("1234") == std::string::npos);
    if (what == 1) CHECK(script.reports.back().find("1234") != std::string::npos);
}

TEST_CASE("SMP-02 SMP-04 SMP-08 SMP-09 SMP-10 SMP-13 bad sampling requests are -32602") {
    Script script;
    sample(script, [](const CreateMessageRequestParams&, CallContext&) -> CreateMessageResult {
        FAIL("must not be asked");
        return {};
    });
    script.open_legacy(r2025_11_25);
    const std::string use =
        R"({"role":"assistant","content":{"type":"tool_use","id":"t1","name":"x","input":{}}})";
    const std::string result =
        R"({"type":"tool_result","toolUseId":"t1","content":[{"type":"text","text":"r"}]})";
    const std::string text = R"({"type":"text","text":"t"})";
    const auto user = [](const std::string& content) {
        return R"({"role":"user","content":)" + content + "}";
    };
    const std::string params = GENERATE_COPY(
        std::string(R"({"messages":[]})"), std::string(R"({"maxTokens":5})"),
        std::string(R"({"maxTokens":5,"messages":[],"modelPreferences":{"costPriority":1.5}})"),
        std::string(R"({"maxTokens":5,"messages":[],"tools":[]})"),
        std::string(R"({"maxTokens":5,"messages":[],"toolChoice":{"mode":"auto"}})"),
        R"({"maxTokens":5,"messages":[)" + use + "," + user("[" + result + "," + text + "]") + "]}",
        R"({"maxTokens":5,"messages":[)" + use + "]}",
        R"({"maxTokens":5,"messages":[)" + use + "," + user(text) + "]}",
        R"({"maxTokens":5,"messages":[)" + user(result) + "]}");
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":)" +
                   params + "}");
    script.work();
    CHECK(error_code_of(script.sent()) == error_code::invalid_params);
}

TEST_CASE("SMP-07 SMP-10 tools are taken by a client that has declared them") {
    Script script;
    int asked = 0;
    sample(script, [&](const CreateMessageRequestParams& params, CallContext&) {
        ++asked;
        CHECK(params.tools);
        return said("x");
    });
    script.handlers.sampling_support.tools = true;
    script.open_legacy(r2025_11_25);
    script.receive(
        R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":5,
        "tools":[{"name":"x","inputSchema":{"type":"object"}}],"messages":[
        {"role":"assistant","content":{"type":"tool_use","id":"t1","name":"x","input":{}}},
        {"role":"user","content":[{"type":"tool_result","toolUseId":"t1","content":[]}]}]}})");
    script.work();
    CHECK(asked == 1);
    CHECK(script.sent().contains("result"));
    script.receive(
        R"({"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{"maxTokens":5,
        "messages":[],"toolChoice":{"mode":"sometimes"}}})");
    script.work();
    CHECK(error_code_of(script.sent()) == error_code::invalid_params);
}

TEST_CASE("SMP-14 a burst of requests is held off, and the handler asked only so often") {
    Script script;
    int asked = 0;
    sample(script, [&](const CreateMessageRequestParams&, CallContext&) {
        ++asked;
        return said("x");
    });
    script.options.sampling_rate = {.per_second = 2, .burst = 10};
    script.open_legacy(r2025_11_25);
    int errors = 0;
    for (int i = 0; i < 100; ++i) {
        script.receive(
            R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
            R"(,"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[]}})");
        script.work();
        errors += script.sent().contains("error") ? 1 : 0;
    }
    CHECK(asked == 10);
    CHECK(errors == 90);
    script.advance(1s);
    for (int i = 0; i < 5; ++i) {
        script.receive(sampling_request);
        script.work();
    }
    CHECK(asked == 12);
}
