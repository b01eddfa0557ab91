// Requests being served: errors, progress, cancellation.
#include "catch.hpp"
#include "session/call.hpp"
#include "session/script.hpp"

#include <limits>
#include <stdexcept>

using namespace script;

namespace {

/// A tool that waits: what it was called with stays reachable.
struct Waiting {
    Context* context = nullptr;
    Done<std::string> done{};
    void add_to(Script& script) {
        script.core.tool("wait",
                         [this](std::optional<JsonView>, Context& ctx, Done<std::string> answer) {
                             context = &ctx;
                             done = std::move(answer);
                         });
    }
};

constexpr const char* with_token = R"("_meta":{"progressToken":"p"})";

}  // namespace

TEST_CASE("An exception of a handler is -32603 without its text, and its text is reported") {
    Script script;
    script.core.tool("boom", [](std::optional<JsonView>, Context&, Done<std::string>) {
        throw std::runtime_error("password=hunter2");
    });
    script.core.tool("odd", [](std::optional<JsonView>, Context&, Done<std::string>) { throw 5; });
    script.core.tool("told", [](std::optional<JsonView>, Context&, Done<std::string>) {
        throw RpcError(42, "as you like", Json(7));
    });
    script.legacy("2025-11-25")
        .receive(Script::call("1", "boom"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,
            "message":"internal error"}})")
        .receive(Script::call("2", "odd"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,
            "message":"internal error"}})")
        .receive(Script::call("3", "told"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":42,"message":"as you like",
            "data":7}})");
    CHECK(script.core.reported("hunter2"));
}

TEST_CASE("A reply that is dropped gives an internal error, whatever drops it") {
    Script script;
    Done<std::string> kept;
    script.core.tool("lost", [](std::optional<JsonView>, Context&, Done<std::string>) {});
    script.core.tool("thread", [](std::optional<JsonView>, Context&, Done<std::string> done) {
        std::thread([taken = std::move(done)]() mutable {
            try {
                const Done<std::string> dropped = std::move(taken);
                throw std::runtime_error("elsewhere");
            } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
            }
        }).join();
    });
    script.core.tool("kept", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        kept = std::move(done);
    });
    script.core.tool("drops", [&](std::optional<JsonView>, Context&, Done<std::string>) {
        const Done<std::string> dropped = std::move(kept);
        throw std::runtime_error("here");
    });
    const auto expect_error = [&](const std::string& id) {
        script.expect_send(R"({"jsonrpc":"2.0","id":)" + id +
                           R"(,"error":{"code":-32603,"message":"$any"}})");
    };
    script.legacy("2025-11-25").receive(Script::call("1", "lost"));
    expect_error("1");
    script.receive(Script::call("2", "thread"));
    expect_error("2");
    script.receive(Script::call("3", "kept")).expect_nothing();
    script.receive(Script::call("4", "drops"));
    expect_error("3");
    expect_error("4");
    CHECK(script.session().counters().in_flight == 0);
}

TEST_CASE("PRG-01 PRG-03 PRG-04 progress goes to who asked for it, and only grows") {
    for (const char* token : {"0", "\"\"", "\"p\"", "7"}) {
        Script script;
        Waiting tool;
        tool.add_to(script);
        script.legacy("2025-11-25")
            .receive(Script::call("1", "wait",
                                  R"("_meta":{"progressToken":)" + std::string(token) + "}"));
        tool.context->progress(0.2, 1.0, "begun");
        script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":)" +
                           std::string(token) + R"(,"progress":0.2,"total":1,"message":"begun"}})");
        CHECK(script.last_related == MessageId(1));
        tool.context->progress(0.2);
        tool.context->progress(0.1);
        tool.context->progress(std::numeric_limits<double>::quiet_NaN());
        tool.context->progress(std::numeric_limits<double>::infinity());
        script.expect_nothing();
        tool.context->progress(0.3);
        script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":)" +
                           std::string(token) + R"(,"progress":0.3}})");
    }
    Script silent;
    Waiting tool;
    tool.add_to(silent);
    silent.legacy("2025-11-25").receive(Script::call("1", "wait"));
    tool.context->progress(1);
    silent.expect_nothing();
}

TEST_CASE("PRG-01 a progress token of another kind is refused with its path") {
    Script script;
    script.legacy("2025-11-25")
        .receive(Script::call("1", "echo", R"("_meta":{"progressToken":true})"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$why"}})");
    CHECK(script.caught("why").as_string()->find("params._meta.progressToken") == 0);
}

TEST_CASE("PRG-05 LIF-14 a progress message exists since 2025-03-26") {
    const auto sent = [](const char* date, const char* expected) {
        Script script;
        Waiting tool;
        tool.add_to(script);
        script.legacy(date).receive(Script::call("1", "wait", with_token));
        tool.context->progress(1, {}, "half");
        script.expect_send(expected);
    };
    sent("2024-11-05", R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
        "progressToken":"p","progress":1}})");
    sent("2025-03-26", R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
        "progressToken":"p","progress":1,"message":"half"}})");
}

TEST_CASE("PRG-06 R241 progress after the answer is dropped") {
    Script script;
    std::shared_ptr<detail::ServedCall> kept;
    script.core.tool("late",
                     [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         auto& call = static_cast<session::Call&>(detail::ServedCall::of(context));
                         kept = call.self();
                         done(text_result("done"));
                     });
    script.legacy("2025-11-25")
        .receive(Script::call("1", "late", with_token))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
    kept->context().progress(5);
    kept->context().log(LoggingLevelTag::error, Json("late"));
    script.expect_nothing();
}

TEST_CASE("PRG-07 R242 progress that comes too often is dropped and counted") {
    Script script;
    script.core.limits.max_progress_per_second = 10;
    Waiting tool;
    tool.add_to(script);
    script.legacy("2025-11-25").receive(Script::call("1", "wait", with_token));
    for (int i = 1; i <= 1000; ++i) tool.context->progress(i);
    CHECK(script.outbox().sent.size() == 10);
    CHECK(script.session().counters().dropped_progress == 990);
    script.outbox().sent.clear();
    script.advance(std::chrono::seconds(1));
    tool.context->progress(1001);
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
        "progressToken":"p","progress":1001}})");
}

TEST_CASE("PRG-09 progress for a token that nobody has is ignored") {
    Script script;
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":999,"progress":1}})")
        .expect_nothing()
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE(
    "CAN-04 CAN-07 CAN-08 CAN-10 R233 R236 R238 a cancelled request is stopped, not answered") {
    Script script;
    Waiting tool;
    tool.add_to(script);
    script.legacy("2025-11-25")
        .receive(Script::call("1", "wait", with_token))
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,
            "reason":"user closed the tab"}})");
    CHECK(tool.context->cancelled());
    tool.context->progress(5);
    tool.context->log(LoggingLevelTag::error, Json("x"));
    CHECK(script.session().counters().in_flight == 0);
    tool.done(text_result("too late"));
    script.expect_nothing();
    CHECK(script.core.reported("user closed the tab"));
    REQUIRE(script.outbox().ended_requests.size() == 1);
    CHECK(script.outbox().ended_requests[0] == MessageId(1));
}

TEST_CASE("CAN-05 CAN-09 R234 a cancellation that fits nothing changes nothing") {
    Script script;
    Waiting tool;
    tool.add_to(script);
    script.legacy("2025-11-25")
        .receive(Script::call("1", "wait"))
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":"1"}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":99}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":"init"}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":{}}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{}})")
        .expect_nothing();
    CHECK_FALSE(tool.context->cancelled());
    tool.done(text_result("fine"));
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")
        .expect_nothing();
}

TEST_CASE("CAN-04 a request that was cancelled before a worker came to it is not served") {
    Script script;
    Waiting tool;
    tool.add_to(script);
    script.legacy("2025-11-25").receive(Script::call("1", "wait"));
    script.session().cancel(MessageId(1));
    CHECK(tool.context->stop_token().stop_requested());
    script.session().cancel(MessageId(1));
    script.expect_nothing();
}

TEST_CASE("The end of the connection stops every handler") {
    Script script;
    Waiting tool;
    tool.add_to(script);
    script.legacy("2025-11-25").receive(Script::call("1", "wait")).fail_here();
    CHECK(tool.context->cancelled());
    tool.done(text_result("too late"));
    script.expect_nothing();
}

TEST_CASE("A worker serves what is not quick") {
    Script script;
    script.core.inline_calls = false;
    script.core.tool("work",
                     [&](std::optional<JsonView> params, Context& context, Done<std::string> done) {
                         CHECK((*params)["arguments"]["a"].as_int64() == 1);
                         CHECK(context.method() == "tools/call");
                         done(text_result("ok"));
                     });
    script.legacy("2025-11-25").receive(Script::call("1", "work", R"("arguments":{"a":1})"));
    script.await_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
}

TEST_CASE("Error codes that a revision lacks do not go out: R011 R012 R014 R016 ELI-17") {
    const auto code = [](bool modern, const char* date, std::int64_t thrown) {
        Script script;
        script.core.tool("fail", [thrown](std::optional<JsonView>, Context&, Done<std::string>) {
            throw RpcError(thrown, "m");
        });
        if (modern) {
            script.receive(Script::modern("1", "tools/call", R"("name":"fail")",
                                          R"({"elicitation":{"url":{}}})"));
        } else {
            script.legacy(date).receive(Script::call("1", "fail"));
        }
        script.expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":"$code","message":"$any"}})");
        return script.caught("code").as_int64();
    };
    CHECK(code(false, "2025-11-25", -32002) == -32002);
    CHECK(code(false, "2025-11-25", -32042) == -32042);
    CHECK(code(false, "2025-06-18", -32042) == -32603);
    CHECK(code(true, "", -32002) == -32602);
    CHECK(code(true, "", -32042) == -32603);
    CHECK(code(true, "", -32055) == -32603);
    CHECK(code(true, "", -32005) == -32603);
    CHECK(code(true, "", -32602) == -32602);
    CHECK(code(true, "", 1234) == 1234);
}
