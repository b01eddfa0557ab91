// The ladder that a modern request climbs, discovery, and that each request stands alone.
#include "catch.hpp"
#include "session/admission.hpp"
#include "session/script.hpp"

#include <stdexcept>

using namespace script;

namespace {

std::string raw(std::string_view method, std::string_view params) {
    return R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":)" +
           std::string(params) + "}";
}
constexpr const char* invalid_params =
    R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$why"}})";

}  // namespace

TEST_CASE(
    "R060 R065 R069 R045 R018 server/discover says what is served, and no extension unasked") {
    Script script;
    script.core.instructions_ = "be kind";
    script.receive(Script::modern("0", "server/discover"))
        .expect_send(R"({"jsonrpc":"2.0","id":0,"result":{"resultType":"complete",
            "supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],
            "capabilities":{"logging":{},"prompts":{},
            "resources":{"listChanged":true,"subscribe":true},"tools":{"listChanged":true}},
            "instructions":"be kind","ttlMs":600000,"cacheScope":"public",
            "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fake","version":"1.0"}}}})");
}

TEST_CASE("R045 the server's name is left out when that is wanted") {
    Script script;
    script.core.limits.send_server_info = false;
    script.core.tool("who", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        CHECK(detail::ServedCall::of(context).server_info == nullptr);
        done(text_result("x"));
    });
    script.receive(Script::modern("0", "server/discover"))
        .expect_send(R"({"jsonrpc":"2.0","id":0,"result":{"resultType":"complete",
            "supportedVersions":"$any","capabilities":"$any","ttlMs":600000,
            "cacheScope":"public"}})")
        .receive(Script::modern("1", "tools/call", R"("name":"who")"));
    Script named;
    named.core.tool("who", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
        const Implementation* info = detail::ServedCall::of(context).server_info;
        REQUIRE(info != nullptr);
        CHECK(info->name == "fake");
        done(text_result("x"));
    });
    named.receive(Script::modern("1", "tools/call", R"("name":"who")"));
}

TEST_CASE("R042 a request without the required words of _meta is refused") {
    for (const char* method : {"server/discover", "subscriptions/listen"}) {
        Script script;
        script.receive(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + "\"}")
            .expect_send(invalid_params);
    }
    Script script;
    script
        .receive(raw("tools/list", R"({"_meta":{
            "io.modelcontextprotocol/clientCapabilities":{}}})"))
        .expect_send(invalid_params);
    CHECK(script.caught("why").as_string()->find("protocolVersion") != std::string::npos);
    script
        .receive(raw("tools/list", R"({"_meta":{
            "io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"))
        .expect_send(invalid_params);
    CHECK(script.caught("why").as_string()->find("clientCapabilities") != std::string::npos);
    script
        .receive(raw("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":5,
            "io.modelcontextprotocol/clientCapabilities":{}}})"))
        .expect_send(invalid_params)
        .receive(raw("tools/list", R"({"_meta":{
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":[]}})"))
        .expect_send(invalid_params);
    Script strict;
    strict.core.served = since(r2026_07_28);
    strict.receive(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")
        .expect_send(invalid_params)
        .receive(raw("tools/list", R"({"_meta":{}})"))
        .expect_send(invalid_params);
}

TEST_CASE("R042 R061 R064 a request that repeats its _meta is judged as the first one") {
    const std::string loud = R"("io.modelcontextprotocol/logLevel":"loud")";
    Script script;
    for (int i = 0; i < 2; ++i) {
        script.receive(Script::modern("1", "tools/list", "", "{}", loud))
            .expect_send(invalid_params);
    }
    const std::string list = Script::modern("1", "tools/list");
    for (int i = 0; i < 2; ++i) {
        script.receive(list)
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":"$any"})")
            .receive(Script::modern("1", "no/such"))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})");
    }
    // On the same thread, a server that does not serve this revision.
    script.core.served = mcp::Revisions(r2025_11_25);
    mcp::rpc::EnvelopeReader reader(mcp::JsonLimits{});
    const auto message = reader.read(list);
    REQUIRE(message.has_value());
    const auto admitted = mcp::session::admit(*message, nullptr, script.core);
    REQUIRE_FALSE(admitted.has_value());
    CHECK(admitted.error().code == mcp::error_code::unsupported_version);
}

TEST_CASE("R043 a request without clientInfo is served") {
    Script script;
    script.receive(Script::modern("1", "tools/list"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[],"resultType":"complete"}})");
}

TEST_CASE("R061 a revision that is not served is refused with those that are") {
    for (const char* version : {"v999", "2031-01-01", "2025-11-25", ""}) {
        Script script;
        script
            .receive(
                raw("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
                                      std::string(version) +
                                      R"(","io.modelcontextprotocol/clientCapabilities":{}}})"))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"$any",
                "data":{"requested":")" +
                         std::string(version) +
                         R"(","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26",
                "2024-11-05"]}}})");
    }
}

TEST_CASE("R064 a method that is not served, or not any more, is unknown") {
    Script script;
    for (const char* method :
         {"x/y", "prompts/list", "initialize", "ping", "logging/setLevel", "resources/subscribe",
          "resources/unsubscribe", "notifications/cancelled"}) {
        script.receive(Script::modern("1", method))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})");
    }
    CHECK_FALSE(script.session().negotiated().has_value());
}

TEST_CASE("R061 R064 the revision is judged before the method, and the method before the params") {
    Script script;
    script
        .receive(raw("x/y", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"v999",
            "io.modelcontextprotocol/clientCapabilities":{}}})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"...":true}})")
        .receive(raw("x/y", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":5}})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"...":true}})");
}

TEST_CASE("R030 R031 what one request says does not hold for the next") {
    Script script;
    std::vector<bool> can;
    std::vector<std::string> who;
    script.core.tool("look",
                     [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         can.push_back(context.client_capabilities().elicitation.has_value());
                         who.push_back(context.peer() ? context.peer()->name : "");
                         CHECK(context.revision() == r2026_07_28);
                         done(text_result(""));
                     });
    script
        .receive(Script::modern("1", "tools/call", R"("name":"look")", R"({"elicitation":{}})",
                                R"("io.modelcontextprotocol/clientInfo":{"name":"a",
                                  "version":"1"})"))
        .receive(Script::modern("2", "tools/call", R"("name":"look")"));
    CHECK(can == std::vector<bool>{true, false});
    CHECK(who == std::vector<std::string>{"a", ""});
}

TEST_CASE("R023 unknown words are tolerated, and those of _meta reach the handler") {
    Script script;
    script.core.tool("meta", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        const Json* mine = context.meta().extras.find("com.example/x");
        REQUIRE(mine != nullptr);
        done(text_result(mine->text()));
    });
    script
        .receive(Script::modern("1", "tools/call", R"("name":"meta","unknown":1)",
                                R"({"newThing":{"a":1}})", R"("com.example/x":[1])"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",
            "text":"[1]"}]}})");
}

TEST_CASE("R004 R241 progress and answers of modern requests carry their ids and tokens") {
    Script script;
    script.core.tool("work", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        context.progress(1, 2, "half");
        context.progress(1);
        done(text_result("x"));
    });
    script
        .receive(Script::modern("\"7\"", "tools/call", R"("name":"work")", "{}",
                                R"("progressToken":"p7")"))
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":"p7","progress":1,"total":2,"message":"half"}})");
    CHECK(script.last_related == MessageId("7"));
    script.expect_send(R"({"jsonrpc":"2.0","id":"7","result":{"...":true}})");
}

TEST_CASE("R233 a cancelled modern request is not answered") {
    Script script;
    Done<std::string> kept;
    script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        kept = std::move(done);
    });
    script.receive(Script::modern("1", "tools/call", R"("name":"wait")"))
        .receive(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    kept(text_result("late"));
    script.expect_nothing();
}

TEST_CASE("R031 RPC-20 modern requests interleave and are answered in any order") {
    Script script;
    std::vector<Done<std::string>> waiting;
    script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        waiting.push_back(std::move(done));
    });
    script.receive(Script::modern("1", "tools/call", R"("name":"wait")"))
        .receive(Script::modern("2", "tools/call", R"("name":"wait")"))
        .receive(Script::modern("3", "tools/list"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"...":true}})");
    waiting[1](text_result("b"));
    waiting[0](text_result("a"));
    script.expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
}

TEST_CASE("R022 a server without features still answers discovery and listens") {
    Script script;
    script.core.offers_ = {};
    script.core.handlers.clear();
    script.receive(Script::modern("1", "server/discover"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",
            "supportedVersions":"$any","capabilities":{},"...":true}})")
        .receive(Script::modern("2", "subscriptions/listen",
                                R"("notifications":{"toolsListChanged":true})"))
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",
            "params":{"notifications":{},
            "_meta":{"io.modelcontextprotocol/subscriptionId":2}}})")
        .receive(Script::modern("3", "tools/list"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"$any"}})");
    script.session().list_changed(ListKind::tools);
    script.advance(std::chrono::seconds(1)).expect_nothing();
    script.session().end_streams();
    script.expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})").expect_nothing();
}

TEST_CASE("R008 a server never sends requests to a modern client, whatever its handlers do") {
    ElicitRequestURLParams page;
    page.message = "m";
    page.url = "https://example.org/";
    CreateMessageRequestParams sampling;
    sampling.maxTokens = 1;
    using Act = std::function<void(Context&)>;
    const std::vector<std::pair<const char*, Act>> acts = {
        {"form", [](Context& context) { (void)context.ask(form_question("f")); }},
        {"page", [&](Context& context) { (void)context.elicit(page); }},
        {"sample", [&](Context& context) { (void)context.sample(sampling); }},
        {"roots", [](Context& context) { (void)context.list_roots(); }},
        {"later", [](Context& context) { ask_later(context, form_question("f"), [](auto&&) {}); }},
        {"again", [](Context& context) { context.try_again(); }},
        {"progress", [](Context& context) { context.progress(1); }},
        {"log", [](Context& context) { context.log(LoggingLevelTag::error, Json("x")); }},
        {"fail", [](Context&) { throw std::runtime_error("no"); }},
    };
    for (const char* method : {"tools/call", "prompts/get", "resources/read", "acme/own"}) {
        for (const auto& [name, act] : acts) {
            INFO(method << ": " << name);
            Script script;
            int runs = 0;
            script.core.handlers[method] =
                [&, &act = act](std::optional<JsonView>, Context& context, Done<std::string> done) {
                    ++runs;
                    act(context);
                    done(text_result("x"));
                };
            script.receive(Script::modern(
                "1", method, R"("name":"x","uri":"a:b")",
                R"({"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}})",
                R"("progressToken":"p","io.modelcontextprotocol/logLevel":"debug")"));
            script.session().list_changed(ListKind::tools);
            script.session().resource_updated("a:b");
            script.advance(std::chrono::minutes(20)).fail_here();
            CHECK(runs == 1);
            CHECK_FALSE(script.outbox().empty());
            for (const Sent& sent : script.outbox().sent) {
                const Json message = *Json::parse(sent.text);
                INFO(sent.text);
                CHECK_FALSE((message.contains("method") && message.contains("id")));
            }
        }
    }
}
