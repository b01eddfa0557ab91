// Log messages: declared, by level, per session, bounded.
#include "catch.hpp"
#include "session/script.hpp"

using namespace script;

namespace {

const char* set_level(const char* level) {
    static std::string text;
    text = R"({"jsonrpc":"2.0","id":"level","method":"logging/setLevel","params":{"level":")" +
           std::string(level) + "\"}}";
    return text.c_str();
}
constexpr const char* done = R"({"jsonrpc":"2.0","id":"level","result":{}})";

void add_chatty_tool(Script& script) {
    script.core.tool(
        "chat", [](std::optional<JsonView>, Context& context, Done<std::string> answer) {
            for (const auto level :
                 {LoggingLevelTag::debug, LoggingLevelTag::info, LoggingLevelTag::notice,
                  LoggingLevelTag::warning, LoggingLevelTag::error, LoggingLevelTag::critical,
                  LoggingLevelTag::alert, LoggingLevelTag::emergency}) {
                context.log(level, Json(mcp::to_string(level)), "chat");
            }
            answer(text_result(""));
        });
}

std::size_t logs_of(Script& script) {
    std::size_t logs = 0;
    while (!script.outbox().sent.empty()) {
        const auto& text = script.outbox().sent.front().text;
        if (text.find("notifications/message") != std::string::npos) ++logs;
        script.outbox().sent.pop_front();
    }
    return logs;
}

}  // namespace

TEST_CASE("LOG-02 LOG-03 setLevel lets its level and the graver ones through") {
    const char* levels[] = {"debug", "info",     "notice", "warning",
                            "error", "critical", "alert",  "emergency"};
    for (std::size_t i = 0; i < std::size(levels); ++i) {
        Script script;
        add_chatty_tool(script);
        script.legacy("2025-11-25")
            .receive(set_level(levels[i]))
            .expect_send(done)
            .receive(Script::call("1", "chat"));
        CHECK(logs_of(script) == std::size(levels) - i);
    }
}

TEST_CASE("LOG-04 info and graver are sent when the client said nothing") {
    Script script;
    add_chatty_tool(script);
    script.legacy("2025-11-25").receive(Script::call("1", "chat"));
    CHECK(logs_of(script) == 7);
}

TEST_CASE("LOG-05 a bad level is refused and the old one stays") {
    Script script;
    add_chatty_tool(script);
    script.legacy("2025-11-25")
        .receive(set_level("error"))
        .expect_send(done)
        .receive(set_level("verbose"))
        .expect_send(R"({"jsonrpc":"2.0","id":"level","error":{"code":-32602,"message":"$any"}})")
        .receive(R"({"jsonrpc":"2.0","id":3,"method":"logging/setLevel"})")
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"$any"}})")
        .receive(Script::call("1", "chat"));
    CHECK(logs_of(script) == 4);
}

TEST_CASE("LOG-01 a server that does not declare logging neither logs nor knows setLevel") {
    Script script;
    add_chatty_tool(script);
    script.core.offers_.logging.reset();
    script.legacy("2025-11-25")
        .receive(set_level("debug"))
        .expect_send(R"({"jsonrpc":"2.0","id":"level","error":{"code":-32601,"message":"$any"}})")
        .receive(Script::call("1", "chat"));
    CHECK(logs_of(script) == 0);
}

TEST_CASE(
    "LOG-06 data is any JSON, the logger may be absent, and the request's stream carries it") {
    for (const char* data : {"\"text\"", "7", "null", "{\"a\":[1]}", "false"}) {
        Script script;
        script.core.tool(
            "log", [data](std::optional<JsonView>, Context& context, Done<std::string> answer) {
                context.log(LoggingLevelTag::error, *Json::parse(data));
                answer(text_result(""));
            });
        script.legacy("2025-11-25")
            .receive(Script::call("1", "log"))
            .expect_send(R"({"jsonrpc":"2.0","method":"notifications/message","params":{
                "level":"error","data":)" +
                         std::string(data) + "}}");
        CHECK(script.last_related == MessageId(1));
    }
}

TEST_CASE("LOG-09 LIF-10 log messages may come before the client is ready, not before initialize") {
    Script script;
    script.session().log(LoggingLevelTag::error, Json("early"));
    script.expect_nothing()
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
            "protocolVersion":"2025-11-25","capabilities":{},
            "clientInfo":{"name":"c","version":"1"}}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
    script.session().log(LoggingLevelTag::error, Json("now"), "main");
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/message","params":{
        "level":"error","data":"now","logger":"main"}})");
    CHECK(script.last_related.empty());
}

TEST_CASE("LOG-08 log messages that come too often are dropped and counted") {
    Script script;
    script.core.limits.max_log_per_second = 100;
    script.legacy("2025-11-25");
    for (int i = 0; i < 100'000; ++i) script.session().log(LoggingLevelTag::error, Json(i));
    CHECK(logs_of(script) == 100);
    CHECK(script.session().counters().dropped_logs == 99'900);
    script.advance(std::chrono::seconds(1));
    script.session().log(LoggingLevelTag::error, Json("again"));
    CHECK(logs_of(script) == 1);
}

TEST_CASE("LOG-07 R253 a filter keeps secrets out of the logs") {
    struct Redact : MessageFilter {
        Verdict outgoing(std::string& message) override {
            const std::size_t at = message.find("hunter2");
            if (at != std::string::npos) message.replace(at, 7, "***");
            return Verdict::pass;
        }
    };
    Script script;
    script.core.filters_.push_back(std::make_shared<Redact>());
    script.legacy("2025-11-25");
    script.session().log(LoggingLevelTag::error, Json("password hunter2"));
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/message","params":{
        "level":"error","data":"password ***"}})");
}

TEST_CASE("SES-15 LOG-03 the level of one session is not that of another") {
    Script first;
    Script second;
    add_chatty_tool(first);
    add_chatty_tool(second);
    first.legacy("2025-11-25").receive(set_level("alert")).expect_send(done);
    second.legacy("2025-11-25").receive(Script::call("1", "chat"));
    first.receive(Script::call("1", "chat"));
    CHECK(logs_of(first) == 2);
    CHECK(logs_of(second) == 7);
}

TEST_CASE("R250 R251 a modern request gets the logs that it asked for, and no others") {
    const char* levels[] = {"debug", "info",     "notice", "warning",
                            "error", "critical", "alert",  "emergency"};
    for (std::size_t i = 0; i < std::size(levels); ++i) {
        Script script;
        add_chatty_tool(script);
        script.receive(Script::modern(
            "1", "tools/call", R"("name":"chat")", "{}",
            R"("io.modelcontextprotocol/logLevel":")" + std::string(levels[i]) + "\""));
        CHECK(logs_of(script) == std::size(levels) - i);
    }
    Script silent;
    add_chatty_tool(silent);
    silent.receive(Script::modern("1", "tools/call", R"("name":"chat")"));
    CHECK(logs_of(silent) == 0);
    silent.session().log(LoggingLevelTag::emergency, Json("nobody asked"));
    CHECK(logs_of(silent) == 0);
}

TEST_CASE("R252 a modern request with an unknown level is refused") {
    Script script;
    script
        .receive(Script::modern("1", "tools/list", "", "{}",
                                R"("io.modelcontextprotocol/logLevel":"verbose")"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$any"}})");
}

TEST_CASE("R254 R065 a server that does not declare logging sends no logs to modern clients") {
    Script script;
    add_chatty_tool(script);
    script.core.offers_.logging.reset();
    script.receive(Script::modern("1", "tools/call", R"("name":"chat")", "{}",
                                  R"("io.modelcontextprotocol/logLevel":"debug")"));
    CHECK(logs_of(script) == 0);
}
