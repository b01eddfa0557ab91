// Subscriptions of both eras, and notifications that handlers hear.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {

Settled<SubscriptionFilter> outcome() {
    return std::make_shared<std::optional<Answer<SubscriptionFilter>>>();
}

/// What listeners hear, as words.
struct Log {
    std::vector<std::string> words{};
    SubscriptionEvents events(const std::string& name = {}) {
        SubscriptionEvents events;
        events.on_tools_changed = [this, name] { words.push_back(name + "tools"); };
        events.on_prompts_changed = [this, name] { words.push_back(name + "prompts"); };
        events.on_resources_changed = [this, name] { words.push_back(name + "resources"); };
        events.on_updated = [this, name](const std::string& uri) { words.push_back(name + uri); };
        events.on_closed = [this, name](const std::optional<RpcError>& why) {
            words.push_back(name + "closed" + (why ? ": " + why->message : ""));
        };
        return events;
    }
    std::vector<std::string> take(Script& script) {
        script.events();
        return std::exchange(words, {});
    }
};
using Words = std::vector<std::string>;

void changed(Script& script, const std::string& what, const std::string& meta = {}) {
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/)" + what + R"(/list_changed")" +
                   (meta.empty() ? "" : R"(,"params":{"_meta":)" + meta + "}") + "}");
}
void updated(Script& script, const std::string& uri, const std::string& meta = {}) {
    script.receive(
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":")" + uri +
        "\"" + (meta.empty() ? "" : ",\"_meta\":" + meta) + "}}");
}
std::string tag(const Json& listen) {
    return R"({"io.modelcontextprotocol/subscriptionId":)" + std::string(listen["id"].text()) + "}";
}
void acknowledge(Script& script, const Json& listen, const std::string& filter) {
    script.receive(
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":)" +
        filter + R"(,"_meta":)" + tag(listen) + "}}");
}

SubscriptionFilter all_of(std::vector<std::string> uris = {}) {
    SubscriptionFilter filter{
        .promptsListChanged = true, .resourcesListChanged = true, .toolsListChanged = true};
    if (!uris.empty()) filter.resourceSubscriptions = std::move(uris);
    return filter;
}

}  // namespace

TEST_CASE(
    "RSC-07 a legacy subscription asks for each resource once, and hears of it and its parts") {
    Script script;
    Log log;
    script.open_legacy(r2025_11_25, everything);
    const auto first = outcome();
    const auto ticket = script.listen(all_of({"file:///a", "file:///b/"}), log.events(), first);
    CHECK(script.sent("resources/subscribe")["params"].text() == R"({"uri":"file:///a"})");
    CHECK_FALSE(first->has_value());
    script.reply("{}");
    CHECK_FALSE(first->has_value());
    CHECK(script.sent("resources/subscribe")["params"].text() == R"({"uri":"file:///b/"})");
    script.reply("{}");
    REQUIRE((*first)->has_value());
    CHECK(***first == all_of({"file:///a", "file:///b/"}));

    updated(script, "file:///a");
    updated(script, "file:///a/part");
    updated(script, "file:///ab");
    updated(script, "file:///b/c");
    changed(script, "tools");
    CHECK(log.take(script) == Words{"file:///a", "file:///a/part", "file:///b/c", "tools"});

    const auto second = outcome();
    const auto other = script.listen(all_of({"file:///a"}), log.events("2 "), second);
    CHECK((*second)->has_value());
    CHECK(script.nothing_sent());
    updated(script, "file:///a");
    CHECK(log.take(script) == Words{"file:///a", "2 file:///a"});

    script.session->end_subscription(ticket, script.now);
    script.pump();
    CHECK(script.sent("resources/unsubscribe")["params"].text() == R"({"uri":"file:///b/"})");
    CHECK(script.nothing_sent());
    updated(script, "file:///a");
    CHECK(log.take(script) == Words{"2 file:///a"});
    script.session->end_subscription(other, script.now);
    script.pump();
    CHECK(script.sent("resources/unsubscribe")["params"].text() == R"({"uri":"file:///a"})");
    script.session->end_subscription(other, script.now);
}

TEST_CASE("RSC-07 who listens to a resource that is being asked for waits for the same answer") {
    Script script;
    Log log;
    script.open_legacy(r2025_11_25, everything);
    const auto first = outcome();
    const auto second = outcome();
    script.listen({.resourceSubscriptions = {{"file:///a"}}}, log.events(), first);
    const Json asked = script.sent("resources/subscribe");
    script.listen({.resourceSubscriptions = {{"file:///a"}}}, log.events("2 "), second);
    CHECK(script.nothing_sent());
    CHECK_FALSE(second->has_value());
    SECTION("granted") {
        script.reply_to(asked, "{}");
        CHECK((*first)->has_value());
        CHECK((*second)->has_value());
        updated(script, "file:///a?part=1");
        CHECK(log.take(script) == Words{"file:///a?part=1", "2 file:///a?part=1"});
    }
    SECTION("refused: to both, and the next one asks again") {
        script.reply_error(-32602, "no");
        CHECK(failed(first, Failure::peer));
        CHECK(failed(second, Failure::peer));
        script.listen({.resourceSubscriptions = {{"file:///a"}}}, log.events(), outcome());
        script.sent("resources/subscribe");
    }
}

TEST_CASE("a subscription whose acknowledgement may take for ever is not late at once") {
    Script script;
    Log log;
    script.open_modern();
    const auto opened = outcome();
    CallOptions patient;
    patient.timeout = patient.max_total = std::chrono::milliseconds::max();
    script.listen({.toolsListChanged = true}, log.events(), opened, patient);
    const Json listen = script.sent();
    script.advance(std::chrono::hours(1));
    CHECK_FALSE(opened->has_value());
    acknowledge(script, listen, R"({"toolsListChanged":true})");
    CHECK((*opened)->has_value());
}

TEST_CASE("R193 a legacy subscription grants what the server declared") {
    Script script;
    Log log;
    script.open_legacy(r2025_11_25,
                       R"({"tools":{"listChanged":true},"prompts":{},"resources":{}})");
    const auto some = outcome();
    script.listen(all_of({"file:///a"}), log.events(), some);
    REQUIRE((*some)->has_value());
    CHECK(***some == SubscriptionFilter{.toolsListChanged = true});
    const auto none = outcome();
    script.listen({.promptsListChanged = true}, log.events(), none);
    CHECK(failed(none, Failure::not_negotiated));
    CHECK(script.nothing_sent());
}

TEST_CASE("a resource that cannot be subscribed to fails, or is left out") {
    Script script;
    Log log;
    script.open_legacy(r2025_11_25, everything);
    const auto one = outcome();
    script.listen({.resourceSubscriptions = std::vector<std::string>{"a:x"}}, log.events(), one);
    script.sent();
    script.reply_error(-32002, "no such resource");
    REQUIRE(failed(one, Failure::peer));
    CHECK((*one)->error().code == -32002);
    const auto two = outcome();
    script.listen({.resourceSubscriptions = std::vector<std::string>{"a:x", "a:y"}}, log.events(),
                  two);
    script.sent();
    script.reply_error(-32002, "no such resource");
    script.sent();
    script.reply("{}");
    REQUIRE((*two)->has_value());
    CHECK((**two)->resourceSubscriptions == std::vector<std::string>{"a:y"});
}

TEST_CASE("R190 R191 R193 R194 a modern subscription is open when it is acknowledged") {
    Script script;
    Log log;
    script.open_modern();
    const auto first = outcome();
    script.listen(all_of({"file:///a"}), log.events(), first);
    const Json listen = script.sent("subscriptions/listen");
    CHECK(
        same(listen["params"]["notifications"],
             json(R"({"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,
                        "resourceSubscriptions":["file:///a"]})")));
    changed(script, "tools", tag(listen));  // too early
    CHECK_FALSE(first->has_value());
    acknowledge(script, listen,
                R"({"toolsListChanged":true,"resourceSubscriptions":["file:///a"]})");
    REQUIRE((*first)->has_value());
    CHECK_FALSE((**first)->promptsListChanged);
    changed(script, "tools", tag(listen));
    changed(script, "prompts", tag(listen));  // was not granted
    updated(script, "file:///a", tag(listen));
    changed(script, "tools");  // belongs to nobody
    changed(script, "tools", R"({"io.modelcontextprotocol/subscriptionId":"2"})");
    CHECK(log.take(script) == Words{"tools", "file:///a"});
}

TEST_CASE("R096 R195 R047 several subscriptions are told apart by their ids") {
    Script script;
    Log log;
    script.open_modern();
    script.listen({.toolsListChanged = true}, log.events("1 "), outcome());
    script.listen({.toolsListChanged = true}, log.events("2 "), outcome());
    const Json one = script.sent();
    const Json two = script.sent();
    acknowledge(script, two, R"({"toolsListChanged":true})");
    acknowledge(script, one, R"({"toolsListChanged":true})");
    changed(script, "tools", tag(two));
    CHECK(log.take(script) == Words{"2 tools"});
    changed(script, "tools", tag(one));
    CHECK(log.take(script) == Words{"1 tools"});
}

TEST_CASE("R196 R197 the end of a modern subscription is told once, with its cause") {
    Script script;
    Log log;
    script.open_modern();
    const auto first = outcome();
    const auto ticket = script.listen({.toolsListChanged = true}, log.events(), first);
    const Json listen = script.sent();
    acknowledge(script, listen, R"({"toolsListChanged":true})");
    const std::string result = R"({"resultType":"complete","_meta":)" + tag(listen) + "}";
    const std::string cancelled =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
        std::string(listen["id"].text()) + "}}";
    SECTION("a result") {
        script.reply_to(listen, result);
        script.receive(cancelled);
        CHECK(log.take(script) == Words{"closed"});
    }
    SECTION("a cancellation") {
        script.receive(cancelled);
        script.reply_to(listen, result);
        CHECK(log.take(script) == Words{"closed"});
    }
    SECTION("an error") {
        script.receive(R"({"jsonrpc":"2.0","id":)" + std::string(listen["id"].text()) +
                       R"(,"error":{"code":-32603,"message":"too slow"}})");
        CHECK(log.take(script) == Words{"closed: too slow"});
    }
    SECTION("the connection") {
        script.close("gone");
        CHECK(log.take(script) == Words{"closed: gone"});
    }
    SECTION("this side") {
        script.session->end_subscription(ticket, script.now);
        script.pump();
        CHECK(script.sent("notifications/cancelled")["params"]["requestId"].text() ==
              listen["id"].text());
        changed(script, "tools", tag(listen));
        script.close("gone");
        CHECK(log.take(script).empty());
    }
    changed(script, "tools", tag(listen));
    CHECK(log.take(script).empty());
    CHECK(script.nothing_sent());
}

TEST_CASE("a subscription that is refused, or not acknowledged, fails") {
    Script script;
    Log log;
    script.open_modern();
    const auto first = outcome();
    script.listen({.toolsListChanged = true}, log.events(), first);
    const Json listen = script.sent();
    SECTION("refused") {
        script.reply_error(-32603, "too many");
        REQUIRE(failed(first, Failure::peer));
    }
    SECTION("ended at once") {
        script.reply_to(listen, "{}");
        CHECK(failed(first, Failure::closed));
    }
    SECTION("silence") {
        script.advance(2min);
        CHECK(failed(first, Failure::timeout));
        script.sent("notifications/cancelled");
        acknowledge(script, listen, "{}");
    }
    SECTION("the connection ends") {
        script.close("gone");
        CHECK(failed(first, Failure::closed));
    }
    CHECK(log.take(script).empty());
    CHECK(script.nothing_sent());
}

TEST_CASE("a subscription stays open for as long as it takes") {
    Script script;
    Log log;
    script.open_modern();
    script.listen({.toolsListChanged = true}, log.events(), outcome());
    const Json listen = script.sent();
    acknowledge(script, listen, R"({"toolsListChanged":true})");
    script.advance(24h * 30);
    CHECK(script.nothing_sent());
    changed(script, "tools", tag(listen));
    CHECK(log.take(script) == Words{"tools"});
}

TEST_CASE("the handler for all changes hears what no subscription asked for, in order") {
    Script script;
    Log log;
    script.handlers.changes = log.events("all ");
    script.open_legacy(r2025_11_25, everything);
    changed(script, "tools");
    changed(script, "resources");
    changed(script, "prompts");
    updated(script, "a:b");
    CHECK(log.take(script) == Words{"all tools", "all resources", "all prompts", "all a:b"});
}

TEST_CASE("LOG-02 LOG-06 log messages are heard with their level and any data") {
    Script script;
    std::vector<std::string> heard;
    script.handlers.log = [&](const LoggingMessageNotificationParams& message) {
        heard.push_back(std::string(message.level.text()) + " " + message.data.dump() + " " +
                        message.logger.value_or("-"));
    };
    const bool modern = GENERATE(true, false);
    if (modern) {
        script.open_modern();
    } else {
        script.open_legacy(r2024_11_05, everything);
    }
    for (const char* params :
         {R"({"level":"debug","data":"text"})", R"({"level":"emergency","data":5})",
          R"({"level":"info","data":null,"logger":"db"})",
          R"({"level":"error","data":{"a":[1]}})"}) {
        script.receive(R"({"jsonrpc":"2.0","method":"notifications/message","params":)" +
                       std::string(params) + "}");
    }
    script.events();
    CHECK(heard ==
          Words{"debug \"text\" -", "emergency 5 -", "info null db", "error {\"a\":[1]} -"});
}

TEST_CASE("notifications that the protocol does not know reach their handler") {
    Script script;
    std::string heard;
    script.handlers.notifications["acme/moved"] = [&](const Json& params) {
        heard = params.dump();
    };
    script.open_legacy(r2025_11_25);
    script.receive(R"({"jsonrpc":"2.0","method":"acme/moved","params":{"to":"x"}})");
    script.events();
    CHECK(heard == R"({"to":"x"})");
}
