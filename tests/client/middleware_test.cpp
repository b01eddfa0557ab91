// Code around a client's calls, around what it is asked, and around its messages.
#include "fake_server.hpp"

#include <mcp/client.hpp>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::client::test;
using namespace std::chrono_literals;

namespace {

/// A server whose tool says what it was called with.
void echo(FakeServer& server, bool modern) {
    server.methods["tools/call"] = [modern](const Json& params, const Json&) {
        return said(modern, *params["arguments"]["who"].as_string());
    };
}

}  // namespace

TEST_CASE("TOL-18 middleware of a client sees every call, and may change or refuse it") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    echo(server, modern);
    Client client(me);
    std::vector<std::string> seen;
    client.use([&](CallInfo& call, Next next) {
        CHECK(call.context == nullptr);
        seen.push_back(std::string(call.method) + " " + call.target);
        if (call.target == "forbidden") {
            return next.answer(Unexpected(RpcError(error_code::invalid_params, "forbidden here")));
        }
        next.then([modern](Answer<Json>& answer) {
            REQUIRE(answer);
            answer = *Json::parse(said(modern, "changed"));
        });
    });
    client.use([](CallInfo& call, Next next) {
        JsonObject params = *call.params.as_object();
        params.set("arguments", Json(JsonObject{{"who", "inner"}}));
        call.params = Json(params);
        next();
    });
    REQUIRE(client.connect(server.start()));
    const auto answer = client.call_tool("echo", JsonObject{{"who", "you"}});
    REQUIRE(answer);
    CHECK(text_of(*answer) == "changed");
    const auto refused = client.call_tool("forbidden", JsonObject{{"who", "you"}});
    REQUIRE(!refused);
    CHECK(refused.error().message == "forbidden here");
    CHECK(seen == std::vector<std::string>{"tools/call echo", "tools/call forbidden"});
}

TEST_CASE("TOL-18 what middleware passes on is what the server gets") {
    FakeServer server(true);
    echo(server, true);
    Client client(me);
    client.use([](CallInfo& call, Next next) {
        JsonObject params = *call.params.as_object();
        params.set("arguments", Json(JsonObject{{"who", "inner"}}));
        call.params = Json(params);
        next();
    });
    REQUIRE(client.connect(server.start()));
    CHECK(text_of(*client.call_tool("echo", JsonObject{{"who", "you"}})) == "inner");
}

TEST_CASE("TOL-18 a call that middleware drops or breaks has an answer") {
    FakeServer server(true);
    echo(server, true);
    ClientOptions options;
    std::string reported;
    options.report = [&](std::string_view what) { reported = what; };
    Client client(me, std::move(options));
    bool breaks = false;
    client.use([&](CallInfo&, Next) {
        if (breaks) throw std::runtime_error("broken");
    });
    REQUIRE(client.connect(server.start()));
    CHECK(!client.call_tool("echo", JsonObject{{"who", "you"}}));
    breaks = true;
    CHECK(!client.call_tool("echo", JsonObject{{"who", "you"}}));
    CHECK(reported == "broken");
}

TEST_CASE("CAN-02 a call is given up before, while and after middleware holds it") {
    FakeServer server(true);
    std::atomic<int> calls = 0;
    server.methods["tools/call"] = [&](const Json&, const Json&) -> std::optional<std::string> {
        ++calls;
        return std::nullopt;  // no answer
    };
    Client client(me);
    std::optional<Next> held;
    std::atomic<bool> hold = true;
    client.use([&](CallInfo&, Next next) {
        if (hold) {
            held.emplace(std::move(next));
        } else {
            next();
        }
    });
    REQUIRE(client.connect(server.start()));

    auto waiting = client.start<CallTool>({.name = "echo"});
    waiting.cancel();
    REQUIRE(held);
    (*held)();  // too late
    const auto first = waiting.get();
    REQUIRE(!first);
    CHECK(first.error().failure == Failure::cancelled);
    CHECK(calls == 0);

    hold = false;
    auto sent = client.start<CallTool>({.name = "echo"});
    for (int i = 0; i < 2000 && calls == 0; ++i) std::this_thread::sleep_for(1ms);
    sent.cancel();
    const auto second = sent.get();
    REQUIRE(!second);
    CHECK(second.error().failure == Failure::cancelled);
    CHECK(calls == 1);
}

TEST_CASE("TOL-18 middleware sees what the server asks") {
    FakeServer server(false);
    Client client(me);
    client.on_request("x/ask", [](const Json& params, CallContext&) { return params; });
    std::string seen;
    client.use([&](CallInfo& call, Next next) {
        if (call.context == nullptr) return next();
        seen = call.method;
        call.params = *Json::parse(R"({"n":2})");
        next();
    });
    std::atomic<bool> answered = false;
    server.answered = [&](const Json& answer) {
        CHECK(answer["result"]["n"].as_int64() == 2);
        answered = true;
    };
    REQUIRE(client.connect(server.start()));
    server.write(R"({"jsonrpc":"2.0","id":"q","method":"x/ask","params":{"n":1}})");
    for (int i = 0; i < 2000 && !answered; ++i) std::this_thread::sleep_for(1ms);
    CHECK(answered);
    CHECK(seen == "x/ask");
}

TEST_CASE("RPC-01 filters of a client see every message, and may change or drop it") {
    struct Filter : MessageFilter {
        std::vector<std::string> out;
        std::vector<std::string> in;
        Verdict outgoing(std::string& text) override {
            out.push_back(text);
            if (text.find("secret") != std::string::npos) return Verdict::drop;
            if (const auto at = text.find("\"you\""); at != std::string::npos) {
                text.replace(at, 5, "\"them\"");
            }
            return Verdict::pass;
        }
        Verdict incoming(std::string& text) override {
            in.push_back(text);
            if (const auto at = text.find("them"); at != std::string::npos) {
                text.replace(at, 4, "us");
            }
            return Verdict::pass;
        }
    };
    FakeServer server(false);
    echo(server, false);
    Client client(me);
    const auto filter = std::make_shared<Filter>();
    client.filter(filter);
    REQUIRE(client.connect(server.start()));
    CHECK(text_of(*client.call_tool("echo", JsonObject{{"who", "you"}})) == "us");
    CallOptions soon;
    soon.timeout = 100ms;
    const auto dropped = client.call_tool("echo", JsonObject{{"who", "secret"}}, soon);
    REQUIRE(!dropped);
    CHECK(dropped.error().failure == Failure::timeout);
    CHECK(filter->in.size() >= 2);
    CHECK(filter->out.size() >= 4);
}
