// Servers in front of servers: whose connection it is, whose question, under which name. What
// passes between revisions is tests/matrix.
#include "gateway_rig.hpp"

#include <mcp/client.hpp>
#include <mcp/gateway.hpp>

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;

TEST_CASE("each client's question reaches that client, in every pair of eras") {
    for (const Revision behind : {r2025_11_25, r2026_07_28}) {
        for (const Revision front : {r2025_11_25, r2026_07_28}) {
            CAPTURE(to_string(behind), to_string(front));
            Asking asking(behind);
            Bridge bridge(me, asking.reach());
            const auto ada = person("Ada", front);
            const auto bob = person("Bob", front);
            connect(*ada, bridge.server());
            connect(*bob, bridge.server());
            auto first = ada->start<CallTool>(CallToolRequestParams{.name = "who"});
            auto second = bob->start<CallTool>(CallToolRequestParams{.name = "who"});
            CHECK(said(first.get()) == "you are Ada");
            CHECK(said(second.get()) == "you are Bob");
        }
    }
}

TEST_CASE("a server that only wants another try gets it through a bridge") {
    for (const Revision front : {r2025_11_25, r2026_07_28}) {
        CAPTURE(to_string(front));
        std::atomic<int> tries = 0;
        Asking asking(r2026_07_28);
        asking.server.tool("later", "", [&](Context& context) {
            if (++tries < 3) context.try_again();
            return "done";
        });
        Bridge bridge(me, asking.reach());
        const auto ada = person("Ada", front);
        connect(*ada, bridge.server());
        CHECK(said(ada->call_tool("later")) == "done");
        CHECK(tries == 3);
    }
}

TEST_CASE("a bridge takes its time before another try") {
    std::atomic<int> tries = 0;
    Asking asking(r2026_07_28);
    asking.server.tool("later", "", [&](Context& context) {
        ++tries;
        context.try_again();
        return "never";
    });
    Bridge bridge(me, asking.reach());
    const auto ada = person("Ada", r2025_11_25);
    connect(*ada, bridge.server());
    CallOptions options;
    options.timeout = std::chrono::milliseconds(300);
    CHECK(ada->call_tool("later", {}, options).error().failure == Failure::timeout);
    CHECK(tries < 10);
}

TEST_CASE("the folders of a client that change are told to its own server alone") {
    std::atomic<int> told = 0;
    Asking asking(r2025_11_25);
    asking.server.on_notification("notifications/roots/list_changed", [&](const Json&) { ++told; });
    Bridge bridge(me, asking.reach());
    const auto ada = person("Ada", r2025_11_25);
    const auto bob = person("Bob", r2025_11_25);
    for (Client* const one : {ada.get(), bob.get()}) {
        REQUIRE(one->set_roots({{.uri = "file:///old"}}));
        connect(*one, bridge.server());
        CHECK(one->tools());
    }
    REQUIRE(ada->set_roots({{.uri = "file:///new"}}));
    CHECK(soon([&] { return told == 1; }));
    CHECK(bob->tools());  // behind what would have been told
    CHECK(told == 1);
}

TEST_CASE("clients with a session have connections of their own") {
    Asking asking(r2025_11_25);
    Bridge bridge(me, asking.reach());
    const auto ada = person("Ada", r2025_11_25);
    const auto bob = person("Bob", r2025_06_18);
    connect(*ada, bridge.server());
    connect(*bob, bridge.server());
    CHECK(ada->tools());
    CHECK(bob->tools());
    CHECK(asking.connections == 2);
}

TEST_CASE("the server behind is told what the client in front can be asked") {
    Server server(me);
    server.tool("can", "", [](Context& context) {
        const ClientCapabilities& can = context.client_capabilities();
        return std::string(can.sampling ? "sample" : "") + (can.elicitation ? "ask" : "");
    });
    const auto reach = [&]() -> Result<std::unique_ptr<Transport>> {
        auto [ours, theirs] = memory_transports();
        server.connect(std::move(theirs));
        return std::move(ours);
    };
    for (const Revision front : {r2025_11_25, r2026_07_28}) {
        Bridge bridge(me, reach);
        const auto ada = person("Ada", front);
        connect(*ada, bridge.server());
        CHECK(said(ada->call_tool("can")) == "ask");
    }
}

TEST_CASE("a server behind that cannot be reached is said in the answer to the client") {
    Bridge bridge(me, []() -> Result<std::unique_ptr<Transport>> {
        return Unexpected(Error{"no such program"});
    });
    const auto opened = bridge.open();
    REQUIRE_FALSE(opened);
    CHECK(opened.error().message.find("no such program") != std::string::npos);
    const auto ada = person("Ada", r2025_11_25);
    auto [ours, theirs] = memory_transports();
    bridge.server().connect(std::move(theirs));
    const auto connected = ada->connect(std::move(ours));
    REQUIRE_FALSE(connected);
    CHECK(connected.error().message.find("no such program") != std::string::npos);
}

namespace {

/// Keeps the results that want input.
class Watching final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override {
        const std::lock_guard lock(mutex_);
        if (message.find("inputRequests") != std::string::npos) wanted_.push_back(message);
        return Verdict::pass;
    }
    std::vector<std::string> wanted() {
        const std::lock_guard lock(mutex_);
        return wanted_;
    }

private:
    std::mutex mutex_;
    std::vector<std::string> wanted_;
};

}  // namespace

TEST_CASE("questions of one result reach the client of a gateway together, under their names") {
    Server server(me, Asking::with(r2026_07_28));
    server.tool("two", "", [](Context& context) {
        InputRequests questions;
        for (const char* const name : {"first", "second"}) {
            ElicitRequestFormParams form;
            form.message = name;
            form.requestedSchema.properties["name"] = StringSchema();
            ElicitRequest request;
            request.params = std::move(form);
            questions[name] = std::move(request);
        }
        return "answers: " + std::to_string(context.ask(std::move(questions)).size());
    });
    Gateway gateway(me, open_host("one", server));
    const auto ada = person("Ada", r2026_07_28);
    const auto watching = std::make_shared<Watching>();
    ada->filter(watching);
    connect(*ada, gateway.server());
    CHECK(said(ada->call_tool("one__two")) == "answers: 2");
    const auto wanted = watching->wanted();
    REQUIRE(wanted.size() == 1);
    CHECK(wanted[0].find("\"first\":") != std::string::npos);
    CHECK(wanted[0].find("\"second\":") != std::string::npos);
}

TEST_CASE("clients of a gateway that never come back hold up nobody else") {
    Asking asking(r2026_07_28);
    Gateway gateway(me, open_host("one", asking.server));
    for (int i = 0; i < 12; ++i) {  // more than a crew has workers
        const auto lost = person("Lost", r2026_07_28);
        connect(*lost, gateway.server());
        call_and_leave(*lost, "one__who");
    }
    const auto bob = person("Bob", r2026_07_28);
    connect(*bob, gateway.server());
    CHECK(said(bob->call_tool("one__who")) == "you are Bob");
}

TEST_CASE("names are plain where they are unique, and calls that nobody allows are asked") {
    Server one(me);
    one.tool("same", "", [] { return "one"; });
    one.tool("mine", "", [] { return "mine"; });
    Server other(me);
    other.tool("same", "", [] { return "other"; });
    std::atomic<bool> allow = true;
    const auto make = [&](HostOptions options, Gateway::AskClient ask) {
        ConsentOptions consent;
        consent.ask = [ask](const ConsentQuestion& question, const ConsentReply& reply) {
            if (question.action->kind() == ActionKind::tool_call) return ask(question, reply);
            reply({.allow = true});
        };
        options.consent = std::make_shared<ConsentGate>(std::move(consent));
        auto host = std::make_unique<Host>(me, std::move(options));
        REQUIRE(host->add(in_memory("one", one)));
        REQUIRE(host->add(in_memory("other", other)));
        return host;
    };
    MergeOptions options;
    options.names = GatewayNames::plain;
    Gateway gateway(me, make, options);
    Client client(me);
    client.on_elicitation([&](const ElicitRequestFormParams&, CallContext&) {
        ElicitResult result;
        result.action = ElicitActionTag::accept;
        result.content.emplace()["allow"] = allow.load();
        return result;
    });
    connect(client, gateway.server());
    const auto tools = client.tools();
    REQUIRE(tools);
    std::set<std::string> names;
    for (const Tool& tool : *tools) names.insert(tool.name);
    CHECK(names == std::set<std::string>{"mine", "one__same", "other__same"});
    CHECK(said(client.call_tool("mine")) == "mine");
    CHECK(said(client.call_tool("other__same")) == "other");
    allow = false;
    CHECK_FALSE(client.call_tool("one__same"));

    Client silent(me);  // cannot be asked
    connect(silent, gateway.server());
    CHECK_FALSE(silent.call_tool("mine"));
}

TEST_CASE("clients without a session that take turns at a gateway have each their own host") {
    Server server(me);
    server.tool("can", "", [](Context& context) {
        return context.client_capabilities().elicitation ? "ask" : "nothing";
    });
    Gateway gateway(me, open_host("one", server));
    const auto ada = person("Ada", r2026_07_28);
    Client silent(me);
    connect(*ada, gateway.server());
    connect(silent, gateway.server());
    for (int i = 0; i < 3; ++i) {
        CHECK(said(ada->call_tool("one__can")) == "ask");
        CHECK(said(ada->call_tool("one__can")) == "ask");
        CHECK(said(silent.call_tool("one__can")) == "nothing");
        CHECK(said(silent.call_tool("one__can")) == "nothing");
    }
}

TEST_CASE("arguments pass through a gateway as they are, and malformed calls are refused by it") {
    Server server(me);
    const Tool tool{.name = "text", .inputSchema = {{"type", "object"}}};
    server.tool(tool, [](const JsonObject& given) { return given.dump(); });
    Gateway gateway(me, open_host("one", server));
    for (const Revision front : {r2025_11_25, r2026_07_28}) {
        CAPTURE(to_string(front));
        const auto ada = person("Ada", front);
        connect(*ada, gateway.server());
        const auto call = [&](const char* params) {
            const auto answer = ada->call_custom("tools/call", *JsonObject::parse(params));
            if (!answer) return std::to_string(answer.error().code);
            return (*answer)["content"][0]["text"].as_string().value_or("no text");
        };
        CHECK(call(R"({"name":"one__text"})") == "{}");
        CHECK(call(R"({"arguments":{"z":1.50,"a":{"_meta":[]},"name":"x"},"name":"one__text"})") ==
              R"({"z":1.50,"a":{"_meta":[]},"name":"x"})");
        CHECK(call(R"({"n\u0061me":"one__text","arguments":{"b":"\u00e9\n"},"other":1})") ==
              R"({"b":"\u00e9\n"})");
        const std::string invalid = std::to_string(error_code::invalid_params);
        CHECK(call(R"({"name":"one__text","arguments":[]})") == invalid);
        CHECK(call(R"({"name":7})") == invalid);
        CHECK(call(R"({"arguments":{}})") == invalid);
        CHECK(call(R"({"name":"one__none"})") == invalid);
    }
}
