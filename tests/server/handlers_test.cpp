// What handlers may look like, coroutines, methods of one's own, middleware, and what is quick.
#include "tests/server/rig.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

using namespace mcp;
using namespace mcp::testing;

namespace {

/// A method of an extension: it borrows types of the protocol, so that they have a codec.
struct EchoTool {
    static constexpr std::string_view name = "acme/echo";
    static constexpr bool is_notification = false;
    static constexpr Revisions revisions = since(r2025_06_18);
    using Params = CompletionArgument;
    using Result = CompleteResult;
};

struct Poked {
    static constexpr std::string_view name = "notifications/acme/poked";
    static constexpr bool is_notification = true;
    static constexpr Revisions revisions = all_revisions;
    using Params = CompletionArgument;
};

InputRequests name_question() {
    ElicitRequestFormParams form;
    form.message = "Your name?";
    form.requestedSchema.properties["name"] = StringSchema{};
    InputRequests questions;
    questions["name"] = ElicitRequest{.params = form};
    return questions;
}

InputResponses accepted() {
    ElicitResult result;
    result.action = ElicitActionTag::accept;
    result.content.emplace();
    (*result.content)["name"] = std::string("Ada");
    InputResponses answers;
    answers["name"] = result;
    return answers;
}

Async<std::string> greet(Context& context) {
    auto asked = context.ask_later(name_question());
    InputResponses answers = co_await std::move(asked);
    const auto& answer = std::get<ElicitResult>(answers.at("name"));
    const auto& name = std::get<std::string>(answer.content->at("name"));
    co_return "Hello " + name;
}

}  // namespace

TEST_CASE("a tool's handler takes what it needs and gives what it has") {
    Rig rig;
    rig.server.tool("none", "", [] { return "text"; });
    rig.server.tool("context", "", [](Context& context) { return std::string(context.method()); });
    rig.server.tool("string_view", "", [] { return std::string_view("view"); });
    rig.server.tool("number", "", [] { return 42; });
    rig.server.tool("block", "", [] { return TextContent{.text = "block"}; });
    rig.server.tool("blocks", "", [] {
        return std::vector<ContentBlock>{TextContent{.text = "1"}, TextContent{.text = "2"}};
    });
    rig.server.tool("answer", "", []() -> Answer<std::string> { return "fine"; });
    rig.server.tool("owner", "",
                    [owned = std::make_unique<int>(7)] { return std::to_string(*owned); });
    const auto text = [&](const char* name) {
        return first_text(rig.result("tools/call", Json::object({{"name", name}}).dump()));
    };
    CHECK(text("none") == "text");
    CHECK(text("context") == "tools/call");
    CHECK(text("string_view") == "view");
    CHECK(text("number") == "42");
    CHECK(text("block") == "block");
    CHECK(text("blocks") == "1");
    CHECK(text("answer") == "fine");
    CHECK(text("owner") == "7");
}

TEST_CASE("a coroutine answers when it has ended") {
    Rig rig;
    rig.server.tool("greet", "", greet);
    REQUIRE_FALSE(rig.try_call("tools/call", R"({"name":"greet"})").has_value());
    REQUIRE(rig.call->asked.contains("name"));
    rig.call->waiting(accepted());
    REQUIRE(rig.later->has_value());
    CHECK(first_text(***rig.later) == "Hello Ada");

    rig.answers = accepted();
    CHECK(first_text(rig.result("tools/call", R"({"name":"greet"})")) == "Hello Ada");
}

TEST_CASE("a coroutine whose question fails answers with that error") {
    Rig rig;
    rig.server.tool("greet", "", greet);
    CHECK_FALSE(rig.try_call("tools/call", R"({"name":"greet"})").has_value());
    rig.call->waiting(Unexpected(RpcError(-1, "the user said no")));
    REQUIRE(rig.later->has_value());
    CHECK((*rig.later)->error().code == -1);
}

TEST_CASE("TOL-07 a failing coroutine is like any failing tool") {
    Rig rig;
    rig.server.tool("fails", "", [](Context&) -> Async<std::string> {
        throw ToolError("not today");
        co_return "";
    });
    rig.server.tool("void", "", [](Context& context) -> Async<void> {
        context.progress(1);
        co_return;
    });
    rig.server.tool("answer", "", []() -> Async<Answer<CallToolResult>> {
        Answer<CallToolResult> answer = Unexpected(RpcError(-5, "five"));
        co_return answer;
    });
    const Json result = rig.result("tools/call", R"({"name":"fails"})");
    CHECK(is_error(result));
    CHECK(first_text(result) == "not today");
    CHECK(rig.result("tools/call", R"({"name":"void"})")["content"].size() == 0);
    CHECK(rig.call->progressed == std::vector<double>{1});
    CHECK(rig.error("tools/call", R"({"name":"answer"})").code == -5);
}

TEST_CASE("coroutines serve prompts, resources and methods as well, and keep their params") {
    Rig rig;
    rig.server.tool({.name = "tool", .inputSchema = *JsonObject::parse(R"({"type":"object"})")},
                    [](const JsonObject& arguments, Context& context) -> Async<std::string> {
                        auto asked = context.ask_later(name_question());
                        co_await std::move(asked);
                        co_return arguments["a"].as_string().value_or("lost");
                    });
    rig.server.prompt(
        {.name = "p"},
        [](const Map<std::string>& arguments, Context& context) -> Async<std::string> {
            auto asked = context.ask_later(name_question());
            co_await std::move(asked);
            co_return arguments.at("a");
        });
    rig.server.resource_template(
        {.name = "t", .uriTemplate = "test://{id}"},
        [](const ResourceQuery& query, Context& context) -> Async<std::string> {
            auto asked = context.ask_later(name_question());
            co_await std::move(asked);
            co_return query.variables.at("id");
        });
    rig.server.on<EchoTool>(
        [](const CompletionArgument& argument, Context& context) -> Async<CompleteResult> {
            auto asked = context.ask_later(name_question());
            co_await std::move(asked);
            CompleteResult result;
            result.completion.values = {argument.value};
            co_return result;
        });
    const auto finish = [&](const char* method, const char* params) {
        REQUIRE_FALSE(rig.try_call(method, params).has_value());
        rig.call->waiting(accepted());
        REQUIRE(rig.later->has_value());
        REQUIRE((*rig.later)->has_value());
        return (***rig.later).dump();
    };
    CHECK(finish("tools/call", R"({"name":"tool","arguments":{"a":"kept"}})").find("kept") !=
          std::string::npos);
    CHECK(finish("prompts/get", R"({"name":"p","arguments":{"a":"kept"}})").find("kept") !=
          std::string::npos);
    CHECK(finish("resources/read", R"({"uri":"test://seven"})").find("\"text\":\"seven\"") !=
          std::string::npos);
    CHECK(finish("acme/echo", R"({"name":"n","value":"v"})") ==
          R"({"completion":{"values":["v"]}})");
}

TEST_CASE("what leaves a handler for input passes through") {
    Rig rig;
    rig.server.tool("asks", "", [](Context& context) {
        try {
            static_cast<void>(context.ask(name_question()));
        } catch (const std::exception&) {
            return "swallowed";
        }
        return "answered";
    });
    static_cast<void>(rig.try_call("tools/call", R"({"name":"asks"})"));
    CHECK(rig.left);
    rig.answers = accepted();
    CHECK(first_text(rig.result("tools/call", R"({"name":"asks"})")) == "answered");
}

TEST_CASE("a method of one's own has typed params, or JSON, and its revisions") {
    Rig rig;
    rig.server.on<EchoTool>([](const CompletionArgument& argument) {
        CompleteResult result;
        result.completion.values = {argument.name, argument.value};
        return result;
    });
    rig.server.on("acme/raw", [](const Json& params) { return Json::object({{"got", params}}); });
    rig.server.on("acme/list", [] { return Json::array({1}); });
    rig.server.on("acme/fails", []() -> Json { throw std::runtime_error("hidden"); });
    rig.server.on("acme/refuses", []() -> Json { throw RpcError(-7, "seven"); });
    CHECK(rig.core().offers("acme/echo"));
    CHECK_FALSE(rig.core().offers("acme/other"));
    CHECK(rig.result("acme/echo", R"({"name":"n","value":"v"})").text() ==
          R"({"completion":{"values":["n","v"]}})");
    const RpcError wrong = rig.error("acme/echo", R"({"name":"n"})");
    CHECK(wrong.code == -32602);
    CHECK(wrong.message.find("value") != std::string::npos);
    CHECK(rig.result("acme/raw").text() == R"({"got":null})");
    CHECK(rig.error("acme/list").code == -32603);
    CHECK(rig.error("acme/fails").message == "internal error");
    CHECK(rig.error("acme/refuses").code == -7);
    CHECK(rig.error("acme/nothing").code == -32601);

    rig.revision = r2025_03_26;
    CHECK(rig.error("acme/echo", R"({"name":"n","value":"v"})").code == -32601);
    rig.revision = r2026_07_28;
    rig.server_info = Implementation{.name = "test", .version = "1"};
    const Json modern = rig.result("acme/raw", R"({"a":1})");
    CHECK(modern["resultType"].as_string() == "complete");
    CHECK(modern["_meta"]["io.modelcontextprotocol/serverInfo"]["version"].as_string() == "1");

    CHECK_THROWS_AS(rig.server.on("tools/call", [] { return Json(); }), std::invalid_argument);
    CHECK_THROWS_AS(rig.server.on("acme/raw", [] { return Json(); }), std::invalid_argument);
    CHECK(rig.server.remove_method("acme/raw"));
    CHECK_FALSE(rig.core().offers("acme/raw"));
}

TEST_CASE("notifications reach their handlers, and a failing one only the log") {
    std::string seen;
    {
        Rig rig;
        std::promise<void> poked;
        std::promise<void> failed;
        rig.server.on_notification<Poked>([&](const CompletionArgument& argument) {
            seen = argument.name;
            poked.set_value();
        });
        rig.server.on_notification("notifications/acme/raw", [&](const Json& params) {
            failed.set_value();
            throw std::runtime_error("bad " + params.dump());
        });
        const Json params = json(R"({"name":"n","value":"v"})");
        rig.core().notified("notifications/acme/poked", params.view());
        rig.core().notified("notifications/acme/raw", std::nullopt);
        rig.core().notified("notifications/unknown", std::nullopt);
        poked.get_future().wait();
        failed.get_future().wait();
        while (!rig.log.has("notifications/acme/raw: bad null")) std::this_thread::yield();
        CHECK(seen == "n");
    }
}

TEST_CASE("TOL-18 middleware sees every call, and may change or refuse it") {
    Rig rig;
    std::vector<std::string> order;
    Tool echo;
    echo.name = "echo";
    echo.inputSchema = *JsonObject::parse(R"({"type":"object"})");
    rig.server.tool(echo, [&](const JsonObject& arguments) {
        order.push_back("handler");
        return arguments.dump();
    });
    rig.server.use([&](CallInfo& call, Next next) {
        order.push_back("outer " + std::string(call.method) + " " + call.target);
        next.then([&order](Answer<Json>& answer) {
            order.push_back(answer ? "result" : "error");
            if (answer) *answer = Json::object({{"content", Json::array({})}, {"seen", true}});
        });
    });
    rig.server.use([&](CallInfo& call, Next next) {
        order.push_back("inner");
        if (call.context->principal() == "nobody") {
            return next.answer(Unexpected(RpcError(-9, "not you")));
        }
        if (call.target == "echo") {
            call.params = json(R"({"name":"echo","arguments":{"changed":true}})");
        }
        next();
    });
    CHECK(rig.result("tools/call", R"({"name":"echo"})")["seen"].as_bool() == true);
    CHECK(order == std::vector<std::string>{"outer tools/call echo", "inner", "handler", "result"});
    order.clear();
    rig.principal = "nobody";
    CHECK(rig.error("tools/list").code == -9);
    CHECK(order == std::vector<std::string>{"outer tools/list ", "inner", "error"});
}

TEST_CASE("TOL-18 middleware that drops a call does not leave it unanswered") {
    Rig rig;
    rig.server.tool("a", "", [] { return "x"; });
    rig.server.use([&](CallInfo&, Next) {});
    CHECK(rig.error("tools/list").code == -32603);
}

namespace {
using namespace std::chrono_literals;

void take_quick(server::Pace& pace, int runs) {
    for (int i = 0; i < runs; ++i) pace.took(10us);
}
}  // namespace

TEST_CASE("a handler becomes quick by being quick a few times, and stops at slow runs") {
    server::Pace pace;
    for (int i = 0; i < server::Pace::runs_needed; ++i) {
        CHECK_FALSE(pace.quick());
        pace.took(10us);
    }
    CHECK(pace.quick());
    pace.took(10us);
    CHECK(pace.quick());
    pace.took(51us);
    CHECK(pace.quick());  // once is forgiven
    take_quick(pace, server::Pace::runs_to_forgive - 1);
    pace.took(51us);
    CHECK_FALSE(pace.quick());
    take_quick(pace, server::Pace::runs_needed - 1);
    pace.took(51us);  // a slow handler is forgiven nothing
    take_quick(pace, server::Pace::runs_needed - 1);
    CHECK_FALSE(pace.quick());
    take_quick(pace, 1);
    CHECK(pace.quick());
    take_quick(pace, server::Pace::runs_to_forgive);
    pace.took(51us);
    CHECK(pace.quick());
}

TEST_CASE("a new handler is tried on the thread that reads, one run at a time until it is slow") {
    server::Pace pace;
    CHECK(pace.may_run_here());
    CHECK_FALSE(pace.may_run_here());  // the first run is not over
    pace.took(51us);
    CHECK(pace.may_run_here());
    pace.took(51us);
    for (int i = 0; i < server::Pace::runs_needed; ++i) {
        CHECK_FALSE(pace.may_run_here());
        pace.took(10us);
    }
    CHECK(pace.may_run_here());
    CHECK(pace.may_run_here());
}

TEST_CASE("of a quick handler some runs are measured, of others all") {
    server::Pace pace;
    for (int i = 0; i < server::Pace::runs_needed; ++i) {
        CHECK(pace.measures());
        pace.took(10us);
    }
    unsigned measured = 0;
    for (unsigned i = 0; i < 10 * server::Pace::measured_of_quick; ++i) {
        measured += pace.measures() ? 1 : 0;
    }
    CHECK(measured == 10);
    pace.took(51us);
    CHECK(pace.measures());
    CHECK(pace.measures());
}

TEST_CASE("a new handler is tried once at a time, and what does not exist is refused at once") {
    Rig rig;
    rig.server.tool("t", "", [] { return "x"; });
    rig.server.prompt({.name = "p"}, [] { return "x"; });
    rig.server.resource({.name = "r", .uri = "test://r"}, "x");
    rig.server.resource_template({.name = "t", .uriTemplate = "test://t/{id}"}, [] { return "x"; });
    rig.server.on("acme/x", [] { return Json::object({}); });
    const auto quick = [&](const char* method, const char* params) {
        const Json given = json(params);
        FakeCall call(method, rig.revision, "");
        return rig.core().quick(call, given.view(), true);
    };
    const std::pair<const char*, const char*> known[] = {
        {"tools/call", R"({"name":"t"})"},
        {"prompts/get", R"({"name":"p"})"},
        {"resources/read", R"({"uri":"test://r"})"},
        {"resources/read", R"({"uri":"test://t/1"})"},
        {"acme/x", "{}"},
    };
    for (const auto& [method, params] : known) {
        CAPTURE(method, params);
        CHECK(quick(method, params));
        CHECK_FALSE(quick(method, params));
    }
    CHECK(quick("tools/call", R"({"name":"none"})"));
    CHECK(quick("tools/call", "{}"));
    CHECK(quick("resources/read", R"({"uri":"test://none"})"));
    FakeCall without("prompts/get", rig.revision, "");
    CHECK(rig.core().quick(without, std::nullopt, true));
}
