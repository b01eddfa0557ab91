// Trace context and tracers.
#include "catch.hpp"
#include "session/script.hpp"

#include <mcp/trace.hpp>

using namespace script;

namespace {
constexpr const char* parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
}

TEST_CASE("R049 traceparent, tracestate and baggage are judged by their syntax") {
    CHECK(is_traceparent(parent));
    CHECK(is_traceparent("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"));
    CHECK_FALSE(is_traceparent(""));
    CHECK_FALSE(is_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"));
    CHECK_FALSE(is_traceparent("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    CHECK_FALSE(is_traceparent("00-00000000000000000000000000000000-b7ad6b7169203331-01"));
    CHECK_FALSE(is_traceparent("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"));
    CHECK_FALSE(is_traceparent("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"));
    CHECK(is_tracestate("rojo=00f067aa0ba902b7, congo=t61rcWkgMzE"));
    CHECK(is_tracestate("tenant@system=1"));
    CHECK_FALSE(is_tracestate("no-equals"));
    CHECK_FALSE(is_tracestate("Key=1"));
    CHECK_FALSE(is_tracestate("a=b=c"));
    CHECK_FALSE(is_tracestate("a=\n"));
    CHECK(is_baggage("userId=alice,serverNode=DF%2028;secure"));
    CHECK_FALSE(is_baggage("bad key=1"));
    CHECK_FALSE(is_baggage("a"));
}

TEST_CASE("R049 a handler sees the trace context, and only what is well-formed of it") {
    const auto seen = [](std::string meta) {
        Script script;
        TraceContext context;
        script.core.tool(
            "look", [&](std::optional<JsonView>, Context& ctx, Done<std::string> done) {
                context = trace_context(ctx.meta());
                CHECK(context.traceparent.empty() == !ctx.meta().extras.contains("traceparent"));
                done(text_result(""));
            });
        script.receive(Script::modern("1", "tools/call", R"("name":"look")", "{}", meta));
        return context;
    };
    const std::string quoted = "\"traceparent\":\"" + std::string(parent) + "\"";
    CHECK(seen(quoted).traceparent == parent);
    CHECK(seen(quoted + R"(,"tracestate":"a=1","baggage":"b=2")") ==
          TraceContext{parent, "a=1", "b=2"});
    CHECK(seen(R"("traceparent":"nonsense","tracestate":"a=1")") == TraceContext{});
    CHECK(seen(R"("traceparent":5)") == TraceContext{});
    CHECK(seen(R"("baggage":"b=2")") == TraceContext{"", "", "b=2"});
}

TEST_CASE("A tracer hears of every request once, with its outcome") {
    struct Recorder : Tracer {
        void started(const RequestInfo& info) override { begun.emplace_back(info.method); }
        void ended(const RequestInfo& info, const RequestEnd& end) override {
            ends.push_back(std::string(info.id) + " " + std::string(to_string(end.outcome)) + " " +
                           std::to_string(end.code) + " " +
                           std::string(mcp::to_string(info.revision)));
        }
        void message_in(std::size_t bytes) override { in += bytes; }
        void message_out(std::size_t bytes) override { out += bytes; }
        std::vector<std::string> begun{};
        std::vector<std::string> ends{};
        std::size_t in = 0;
        std::size_t out = 0;
    };
    Recorder recorder;
    Script script;
    script.core.tracer_ = &recorder;
    Done<std::string> kept;
    script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        kept = std::move(done);
    });
    script.core.tool("ask", [](std::optional<JsonView>, Context& context, Done<std::string>) {
        (void)context.ask(form_question("f"));
    });
    script.legacy("2025-11-25")
        .receive(Script::call("1", "echo"))
        .receive(Script::call("2", "unknown"))
        .receive(Script::call("3", "wait"))
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})")
        .receive(Script::modern("4", "tools/call", R"("name":"ask")", R"({"elicitation":{}})"));
    kept(text_result("late"));
    CHECK(recorder.begun.size() == 4);
    CHECK(recorder.ends ==
          std::vector<std::string>{"1 result 0 2025-11-25", "2 error -32602 2025-11-25",
                                   "4 input 0 2026-07-28", "3 cancelled 0 2025-11-25"});
    CHECK(recorder.in > 500);
    CHECK(recorder.out > 300);
}
