// The whole client, with its threads, against a server written by hand, over memory.
#include "fake_server.hpp"

#include <mcp/client.hpp>

#include <atomic>
#include <future>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::client::test;
using namespace std::chrono_literals;

TEST_CASE("a client connects to servers of both eras, and calls them alike") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    server.methods["tools/call"] = [&](const Json& params, const Json&) {
        return said(modern, "hello " + *params["arguments"]["who"].as_string());
    };
    Client client{me};
    const auto ready = client.connect(server.start());
    REQUIRE(ready);
    CHECK(ready->era == (modern ? Era::modern : Era::legacy));
    CHECK(ready->revision == (modern ? r2026_07_28 : r2025_11_25));
    CHECK(client.connected()->capabilities->tools);
    CHECK(client.verdict()->era == ready->era);

    const auto blocking = client.call_tool("greet", {{"who", "Ada"}});
    REQUIRE(blocking);
    CHECK(text_of(*blocking) == "hello Ada");

    CallToolRequestParams params{.name = "greet"};
    params.arguments = JsonObject{{"who", "Bob"}};
    auto started = client.start<CallTool>(params);
    const auto later = started.get();
    REQUIRE(later);
    CHECK(text_of(*later) == "hello Bob");

    std::promise<std::string> told;
    client.call_async<CallTool>(params, {}, [&](Answer<CallToolResult> answer) {
        told.set_value(answer ? text_of(*answer) : answer.error().message);
    });
    CHECK(told.get_future().get() == "hello Bob");
    CHECK(client.ping().has_value() == modern);  // the fake old server has no ping
    client.close();
    const auto after = client.call_tool("greet");
    REQUIRE_FALSE(after);
    CHECK(after.error().failure == Failure::closed);
    CHECK_FALSE(client.connected());
}

namespace {
detail::Detached greet(Client& client, std::promise<std::string>& told) {
    CallToolRequestParams params{.name = "greet"};
    auto operation = client.operation<CallTool>(std::move(params));
    auto answer = co_await std::move(operation);
    told.set_value(answer ? text_of(*answer) : answer.error().message);
}
}  // namespace

TEST_CASE("a coroutine waits for a call in two steps") {
    FakeServer server(true);
    server.methods["tools/call"] = [&](const Json&, const Json&) { return said(true, "hi"); };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    std::promise<std::string> told;
    greet(client, told);
    CHECK(told.get_future().get() == "hi");
    client.close();
    std::promise<std::string> refused;
    greet(client, refused);
    CHECK(refused.get_future().get() == "there is no connection");
}

TEST_CASE("a call inside of a callback and of a handler does not hold up the connection") {
    FakeServer server(false);
    server.methods["tools/call"] = [&](const Json& params,
                                       const Json& request) -> std::optional<std::string> {
        if (params["name"].as_string() == "outer") {
            // Asks the client something before it answers; see below for the answer.
            server.write(R"({"jsonrpc":"2.0","id":"q","method":"acme/ask","params":{"call":)" +
                         std::string(request["id"].text()) + "}}");
            return std::nullopt;
        }
        return said(false, "inner");
    };
    server.methods[""] = [&](const Json&, const Json& answer) -> std::optional<std::string> {
        if (answer["id"].as_string() == "q") {
            server.write(R"({"jsonrpc":"2.0","id":)" +
                         std::string(answer["result"]["call"].text()) + R"(,"result":)" +
                         said(false, "outer " + *answer["result"]["said"].as_string()) + "}");
        }
        return std::nullopt;
    };
    Client client{me};
    client.on_request("acme/ask", [&](const Json& params, CallContext&) {
        const auto inner = client.call_tool("inner");  // waits on a worker
        return Json::object({{"call", Json(params["call"])}, {"said", text_of(inner.value())}});
    });
    REQUIRE(client.connect(server.start()));
    const auto outer = client.call_tool("outer");
    REQUIRE(outer);
    CHECK(text_of(*outer) == "outer inner");

    std::promise<std::string> told;
    client.call_async<CallTool>({.name = "inner"}, {}, [&](Answer<CallToolResult>) {
        told.set_value(text_of(client.call_tool("inner").value()));  // waits on the reading thread
    });
    CHECK(told.get_future().get() == "inner");
}

TEST_CASE("a stop token gives a call up, and so does its handle") {
    FakeServer server(false);
    std::promise<void> arrived;
    server.methods["tools/call"] = [&](const Json&, const Json&) -> std::optional<std::string> {
        arrived.set_value();
        return std::nullopt;
    };
    std::promise<std::string> cancelled;
    server.methods["notifications/cancelled"] = [&](const Json& params,
                                                    const Json&) -> std::optional<std::string> {
        cancelled.set_value(std::string(params["requestId"].text()));
        return std::nullopt;
    };
    Client client{me, {.versions = VersionPolicy::legacy()}};
    REQUIRE(client.connect(server.start()));
    std::stop_source stop;
    CallOptions options;
    options.stop = stop.get_token();
    auto call = client.start<CallTool>({.name = "slow"}, options);
    arrived.get_future().wait();
    CHECK_FALSE(call.ready());
    if (GENERATE(true, false)) {
        stop.request_stop();
    } else {
        call.cancel();
    }
    const auto answer = call.get();
    REQUIRE_FALSE(answer);
    CHECK(answer.error().failure == Failure::cancelled);
    CHECK(cancelled.get_future().get() == "2");
    std::stop_source stopped;
    stopped.request_stop();
    CallOptions never;
    never.stop = stopped.get_token();
    CHECK_FALSE(client.call<CallTool>({.name = "slow"}, never));
    CHECK(server.count("tools/call") == 1);
    client.close();
}

TEST_CASE("a server that ends at the probe is started again, as an old one") {
    FakeServer first(false);
    FakeServer second(false);
    first.methods["server/discover"] = [&](const Json&, const Json&) -> std::optional<std::string> {
        return std::nullopt;
    };
    int started = 0;
    std::thread ending;
    Client client{me};
    const auto ready = client.connect([&]() -> Result<std::unique_ptr<Transport>> {
        if (++started > 1) return second.start();
        auto transport = first.start();
        ending = std::thread([&] { first.stop(); });
        return transport;
    });
    ending.join();
    REQUIRE(ready);
    CHECK(started == 2);
    CHECK(ready->era == Era::legacy);
    CHECK(second.count("server/discover") == 0);
}

TEST_CASE("a transport that cannot be made fails the connection") {
    Client client{me};
    const auto ready = client.connect([]() -> Result<std::unique_ptr<Transport>> {
        return Unexpected(Error{"no such program"});
    });
    REQUIRE_FALSE(ready);
    CHECK(ready.error().message == "no such program");
    CHECK_FALSE(client.call_tool("x"));
    CHECK_FALSE(client.subscribe("a:b", [](const std::string&) {}));
}

TEST_CASE("R100 calls in flight fail when the server is gone, and can be made again") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    std::promise<void> arrived;
    server.methods["tools/call"] = [&](const Json&, const Json&) {
        arrived.set_value();
        return std::optional<std::string>();
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    auto lost = client.start<CallTool>({.name = "x"});
    arrived.get_future().wait();
    server.stop();
    const auto failed = lost.get();
    REQUIRE_FALSE(failed);
    CHECK(failed.error().failure == Failure::closed);
    server.methods["tools/call"] = [&](const Json&, const Json&) { return said(modern, "hi"); };
    REQUIRE(client.connect(server.start()));
    const auto again = client.call_tool("x");
    REQUIRE(again);
    CHECK(text_of(*again) == "hi");
}

TEST_CASE("a client connects again after an end") {
    FakeServer server(true);
    server.methods["tools/call"] = [&](const Json&, const Json&) { return said(true, "hi"); };
    Client client{me};
    std::promise<std::string> gone;
    client.on_closed([&](const RpcError& why) { gone.set_value(why.message); });
    REQUIRE(client.connect(server.start()));
    server.stop();
    CHECK_FALSE(gone.get_future().get().empty());
    CHECK_FALSE(client.call_tool("x"));
    REQUIRE(client.connect(server.start()));
    CHECK(client.call_tool("x"));
    CHECK_THROWS_AS(client.on_closed({}), std::logic_error);
}

TEST_CASE("calls in plain words become the requests that they stand for") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    server.methods["resources/read"] = [&](const Json& params, const Json&) {
        return "{" + hints(modern) + R"("contents":[{"uri":)" + std::string(params["uri"].text()) +
               R"(,"text":"t"}]})";
    };
    server.methods["resources/templates/list"] = [&](const Json&, const Json&) {
        return "{" + hints(modern) + R"("resourceTemplates":[{"name":"n","uriTemplate":"a:{b}"}]})";
    };
    const std::string type = modern ? R"("resultType":"complete",)" : "";
    server.methods["prompts/get"] = [&](const Json& params, const Json&) {
        CHECK(params["arguments"]["who"].as_string() == "Ada");
        return "{" + type + R"("messages":[]})";
    };
    server.methods["completion/complete"] = [&](const Json& params, const Json&) {
        CHECK(params["ref"]["type"].as_string() == "ref/prompt");  // CMP-02
        CHECK(params["argument"]["value"].as_string() == "A");
        CHECK(params["context"]["arguments"]["x"].as_string() == "y");  // CMP-05
        return "{" + type +
               R"("completion":{"values":["Ada"],"total":0,"hasMore":false}})";  // CMP-04
    };
    server.methods["logging/setLevel"] = [&](const Json& params, const Json&) {
        CHECK(params["level"].as_string() == "warning");
        return std::string("{}");
    };
    server.methods["acme/x"] = [&](const Json& params, const Json&) {
        return "{" + type + R"("n":)" + std::string(params["n"].text()) + "}";
    };
    Client client{me};
    REQUIRE(client.set_roots({{.uri = "file:///w"}}));
    CHECK_FALSE(client.set_roots({{.uri = "http://x/"}}));
    REQUIRE(client.connect(server.start()));
    CHECK(std::get<TextResourceContents>(client.read_resource("a:b").value().at(0)).text == "t");
    CHECK(client.resource_templates().value().size() == 1);
    CHECK(client.prompt("p", {{"who", "Ada"}}));
    const auto completion = client.complete(PromptReference{.name = "p"}, "who", "A", {{"x", "y"}});
    REQUIRE(completion);
    CHECK(completion->values == std::vector<std::string>{"Ada"});
    CHECK(completion->total == 0);
    CHECK(client.set_log_level(LoggingLevelTag::warning));
    CHECK(client.call_custom("acme/x", {{"n", 5}}).value()["n"].as_int64() == 5);
    CHECK(client.notify_custom("acme/y", {}));
    CHECK(client.set_roots({{.uri = "file:///v"}}));
}

TEST_CASE("by hand: a round of questions is the answer") {
    FakeServer server(true);
    server.methods["tools/call"] = [&](const Json& params, const Json&) {
        return params.contains("requestState")
                   ? said(true, *params["requestState"].as_string())
                   : std::string(R"({"resultType":"input_required","requestState":"s1"})");
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    CallToolRequestParams params{.name = "x"};
    const auto first = client.call_round<CallTool>(params, {});
    REQUIRE(first);
    const auto* questions = std::get_if<InputRequiredResult>(&*first);
    REQUIRE(questions);
    params.requestState = questions->requestState;
    const auto second = client.call_round<CallTool>(params, {});
    REQUIRE(second);
    CHECK(text_of(std::get<CallToolResult>(*second)) == "s1");
}

TEST_CASE("CAN-07 R236 giving up and answering may meet") {
    FakeServer server(false);
    server.methods["tools/call"] = [&](const Json&, const Json&) { return said(false, "hi"); };
    Client client{me, {.versions = VersionPolicy::legacy()}};
    REQUIRE(client.connect(server.start()));
    int answered = 0;
    for (int i = 0; i < 300; ++i) {
        auto call = client.start<CallTool>({.name = "x"});
        if (i % 3 == 0) std::this_thread::yield();
        call.cancel();
        const auto answer = call.get();
        if (answer) {
            ++answered;
        } else {
            CHECK(answer.error().failure == Failure::cancelled);
        }
    }
    CHECK(client.call_tool("x"));
    CHECK(answered <= 300);
}

TEST_CASE("subscriptions tell on the client's threads, and end with their handle") {
    FakeServer server(false);
    server.methods["resources/subscribe"] = [&](const Json&, const Json&) {
        return std::string("{}");
    };
    std::promise<void> left;
    server.methods["resources/unsubscribe"] = [&](const Json&, const Json&) {
        left.set_value();
        return std::string("{}");
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    std::promise<std::string> told;
    {
        auto subscription =
            client.subscribe("a:b", [&](const std::string& uri) { told.set_value(uri); });
        REQUIRE(subscription);
        CHECK(subscription->honoured().resourceSubscriptions->size() == 1);
        server.write(
            R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}})");
        CHECK(told.get_future().get() == "a:b");
    }
    left.get_future().wait();
}

TEST_CASE("what a server told before the end is heard before `close` returns") {
    FakeServer server(false);
    server.methods["tools/call"] = [&](const Json&, const Json&) {
        for (int i = 0; i < 20; ++i)
            server.write(
                R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"step"}})");
        return said(false, "done");
    };
    Client client{me};
    std::atomic<int> heard = 0;
    client.on_log([&](const LoggingMessageNotificationParams&) {
        std::this_thread::sleep_for(1ms);
        // In a callback nobody is waited for.
        if (++heard == 20) client.close();
    });
    REQUIRE(client.connect(server.start()));
    REQUIRE(client.call_tool("greet"));
    client.close();
    CHECK(heard == 20);
}
