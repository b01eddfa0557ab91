// Streamable HTTP with sessions: POST and GET, how they are answered, what travels where.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

constexpr std::string_view elicits = R"({"elicitation":{}})";

Fields with(Fields fields, std::size_t at, std::string_view value) {
    fields[at].second = value;
    return fields;
}

std::string ask_name(Context& context) {
    ElicitRequestFormParams form;
    form.message = "name?";
    form.requestedSchema.properties["name"] = StringSchema{};
    return std::string(context.elicit(form).action.text());
}

/// The id of the request that is the last message of a stream.
std::string asked_id(const FakeReply& reply) {
    const auto messages = reply.messages();
    REQUIRE_FALSE(messages.empty());
    CHECK(messages.back()["method"] == Json("elicitation/create").view());
    return std::string(messages.back()["id"].text());
}

std::string accept_text(const std::string& id) {
    return R"({"jsonrpc":"2.0","id":)" + id +
           R"(,"result":{"action":"accept","content":{"name":"x"}}})";
}

void ready(Rig& rig) {  // so that it is quick from now on
    const std::string session = rig.open();
    for (int i = 0; i < 4; ++i) rig.call(session, std::to_string(i + 100), "echo")->wait();
    rig.remove(session);
}

}  // namespace

TEST_CASE("HS-01 HS-17 one path for POST, GET and DELETE, nothing else") {
    Rig rig;
    const std::string session = rig.open();
    CHECK(rig.call(session, "1", "echo")->wait().status == 200);
    CHECK(rig.get(session)->header("Content-Type") == "text/event-stream");
    for (const std::string_view method : {"PUT", "PATCH", "HEAD", "get"}) {
        const Got got = rig.send(method, "/mcp", rig.session_fields(session));
        CHECK(got->status == 405);
        CHECK(got->header("Allow") == "GET, POST, DELETE, OPTIONS");
    }
    CHECK(rig.send("OPTIONS", "/mcp", rig.plain_fields())->status == 204);
    // A server without streams of its own says 405, not 200 with something else.
    HttpEndpointOptions options;
    options.stateless = true;
    Rig quiet(options);
    CHECK(quiet.get("x")->status == 405);
    CHECK(rig.remove(session)->status == 204);
}

TEST_CASE("HS-02 batches in 2025-03-26 alone, of one kind") {
    Rig rig;
    const std::string old = rig.open("2025-03-26");
    const std::string calls = "[" + rig.call_text("1", "echo", R"({"text":"a"})") + "," +
                              R"({"jsonrpc":"2.0","method":"notifications/x"},)" +
                              rig.call_text("\"2\"", "echo", R"({"text":"b"})") + "]";
    Got both = rig.post(old, calls);
    both->wait();
    CHECK(both->status == 200);
    const Json answers = both->json();
    REQUIRE(answers.size() == 2);
    std::string texts;
    for (const JsonView answer : answers.elements()) texts += text_of(Json(answer));
    CHECK((texts == "ab" || texts == "ba"));

    const std::string answer = R"({"jsonrpc":"2.0","id":9,"result":{}})";
    const auto status = [&](const std::string& body) { return rig.post(old, body)->status; };
    CHECK(status("[" + answer + "]") == 202);
    CHECK(status("[" + answer + "," + rig.call_text("3", "echo") + "]") == 400);
    CHECK(status("[]") == 400);
    CHECK(status("[7]") == 400);
    CHECK(status("[" + rig.call_text("4", "echo") + "," + rig.call_text("4", "echo") + "]") == 200);
    for (const std::string_view revision : {"2025-06-18", "2025-11-25"}) {
        const std::string session = rig.open(revision);
        const Got got = rig.post(session, calls);
        CHECK(got->status == 400);
        CHECK(code_of(got->json()) == error_code::invalid_request);
    }
}

TEST_CASE("HS-03 HS-04 what needs no answer, and what is none of it") {
    Rig rig;
    const std::string session = rig.open();
    for (const std::string_view body :
         {R"({"jsonrpc":"2.0","method":"notifications/x"})",
          R"({"jsonrpc":"2.0","id":5,"result":{}})",
          R"({"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"m"}})"}) {
        const Got got = rig.post(session, body);
        CHECK(got->status == 202);
        CHECK(got->body.empty());
    }
    for (const std::string_view body : {"{", "", "7", "{}", "[1", R"({"jsonrpc":"2.0","id":1})",
                                        "\xFF\xFE", R"({"jsonrpc":"2.0","method":7,"id":1})"}) {
        INFO(body);
        CHECK(rig.post(session, body)->status == 400);
    }
}

TEST_CASE("HS-05 HS-06 HS-10 JSON or a stream, with one answer and an end") {
    for (const HttpReplies replies :
         {HttpReplies::automatic, HttpReplies::json, HttpReplies::stream}) {
        HttpEndpointOptions options;
        options.replies = replies;
        Rig rig(options);
        const std::string session = rig.open();
        Got plain = rig.call(session, "1", "echo");
        Got steps = rig.call(session, "2", "steps", "{}", progress_meta);
        plain->wait();
        steps->wait();
        CHECK(plain->streams == (replies == HttpReplies::stream));
        CHECK(steps->streams == (replies != HttpReplies::json));
        for (const Got* got : {&plain, &steps}) {
            if (!(*got)->streams) {
                CHECK((*got)->json().contains("result"));
                continue;
            }
            int answers = 0;
            for (const Json& message : (*got)->messages()) answers += message.contains("result");
            CHECK(answers == 1);
            CHECK((*got)->messages().back().contains("result"));
        }
    }
}

TEST_CASE("HS-07 HS-08 HS-09 each message on one stream, the one that it belongs to") {
    Rig rig;
    testing::Gate gate;
    rig.server.tool("wait", "", [&](Context& context) {
        context.progress(1);
        gate.enter();
        context.progress(2);
        return "waited";
    });
    const std::string session = rig.open("2025-11-25", elicits);
    rig.server.tool("ask", "", ask_name);
    Got first = rig.get(session);
    Got second = rig.get(session);
    Got wait = rig.call(session, "1", "wait", "{}", progress_meta);
    gate.await_entry();
    Got ask = rig.call(session, "2", "ask");
    ask->wait_for(1);
    const std::string id = asked_id(*ask.reply);
    CHECK(rig.post(session, accept_text(id))->status == 202);
    CHECK(text_of(ask->wait().messages().back()) == "accept");
    gate.open();
    wait->wait();
    CHECK(wait->messages().size() == 3);
    CHECK(ask->messages().size() == 2);

    // What belongs to no request: the newest stream, once.
    rig.server.tool("new", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    std::size_t on_first = first->messages().size();
    const std::size_t on_second = second->messages().size();
    CHECK(on_first + on_second >= 1);
    for (const Json& message : second->messages()) {
        CHECK(message["method"] == Json("notifications/tools/list_changed").view());
    }
    // When that goes, the one before takes over.
    second.cut();
    rig.server.tool("newer", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    CHECK(first->messages().size() == on_first + 1);
    CHECK(second->messages().size() == on_second);
}

TEST_CASE("HS-18 the general stream, and what waits while there is none") {
    Rig rig;
    const std::string session = rig.open();
    rig.server.tool("new", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    Got get = rig.get(session);
    REQUIRE(get->messages().size() == 1);
    CHECK(get->messages()[0]["method"] == Json("notifications/tools/list_changed").view());
    rig.server.tool("newer", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    CHECK(get->messages().size() == 2);
    CHECK(get->header("X-Accel-Buffering") == "no");
    rig.endpoint.shut_down(std::chrono::milliseconds(0));
    CHECK(get->over);
}

TEST_CASE("HS-16 a broken connection cancels nothing") {
    Rig rig;
    testing::Gate gate;
    std::atomic<bool> cancelled = false;
    rig.server.tool("wait", "", [&](Context& context) {
        context.progress(1);
        gate.enter();
        cancelled = context.cancelled();
        return "done";
    });
    const std::string session = rig.open("2025-06-18");
    Got got = rig.call(session, "1", "wait", "{}", progress_meta);
    gate.await_entry();
    REQUIRE(got->events().size() == 1);
    const std::string last = got->events()[0].id;
    got.cut();
    gate.open();
    Got resumed = rig.get(session, last);
    CHECK(resumed->wait().messages().size() == 1);
    CHECK(text_of(resumed->messages()[0]) == "done");
    CHECK_FALSE(cancelled);
}

TEST_CASE("HS-16 an explicit cancellation ends the stream without an answer") {
    Rig rig;
    testing::Gate gate;
    rig.server.tool("wait", "", [&] {
        gate.enter();
        return "unheard";
    });
    const std::string session = rig.open();
    Got got = rig.call(session, "1", "wait");
    gate.await_entry();
    rig.post(session,
             R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    got->wait();
    CHECK(got->messages().empty());
    gate.open();
}

TEST_CASE("HS-20 HS-21 the version header: missing, wrong, another one") {
    Rig rig;
    const std::string session = rig.open("2025-06-18");
    const auto status = [&](std::string_view version) {
        rig.version = version;
        Got got = rig.call(session, "1", "echo");
        return got->wait().status;
    };
    CHECK(status("") == 200);
    CHECK(status("2025-06-18") == 200);
    for (const std::string_view wrong : {"1999-01-01", "garbage", "2025-11-25", "2026-07-28"}) {
        INFO(wrong);
        CHECK(status(wrong) == 400);
        CHECK(rig.get(session)->status == 400);
        CHECK(rig.remove(session)->status == 400);
    }
    // `initialize` is judged by its body.
    Fields fields = rig.plain_fields();
    fields.emplace_back("MCP-Protocol-Version", "garbage");
    CHECK(rig.send("POST", "/mcp", fields, rig.initialize_text("2025-06-18"))->status == 200);

    HttpEndpointOptions options;
    options.stateless = true;
    Rig bare(options);
    std::string revision;
    bare.server.tool("revision", "",
                     [&](Context& context) { return std::string(to_string(context.revision())); });
    Got got = bare.send("POST", "/mcp", bare.plain_fields(), bare.call_text("1", "revision"));
    CHECK(text_of(got->wait().json()) == "2025-03-26");
}

TEST_CASE("HS-23 HS-24 types and sizes that are refused") {
    HttpEndpointOptions options;
    options.max_body = 1000;
    Rig rig(options);
    const std::string session = rig.open();
    const Fields fields = rig.session_fields(session);
    const std::string body = rig.call_text("1", "echo");
    const auto status = [&](const Fields& given) {
        Got got = rig.send("POST", "/mcp", given, body);
        return got->wait().status;
    };
    CHECK(status(with(fields, 2, "*/*")) == 200);
    CHECK(status(with(fields, 2, "")) == 200);
    CHECK(status(with(fields, 2, "text/html")) == 406);
    CHECK(status(with(fields, 1, "application/json; charset=utf-8")) == 200);
    CHECK(status(with(fields, 1, "text/plain")) == 415);
    CHECK(status(with(fields, 1, "")) == 415);
    CHECK(rig.post(session, std::string(1001, ' '))->status == 413);
    CHECK(rig.send("GET", "/mcp", with(fields, 2, "application/json"))->status == 406);
}

TEST_CASE("HS-26 errors of requests are answers") {
    Rig rig;
    const std::string session = rig.open();
    for (const std::string_view method : {"nope", "server/discover", "subscriptions/listen"}) {
        const Got got = rig.post(
            session, R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + "\"}");
        CHECK(got->status == 200);
        CHECK(code_of(got->json()) == error_code::method_not_found);
    }
    testing::Gate gate;
    rig.server.tool("wait", "", [&] {
        gate.enter();
        return "";
    });
    Got wait = rig.call(session, "1", "wait");
    gate.await_entry();
    const Got twice = rig.call(session, "1", "echo");
    CHECK(twice->status == 200);
    CHECK(code_of(twice->json()) == error_code::invalid_request);
    gate.open();
    wait->wait();
}

TEST_CASE("HS-12 HS-13 HS-14 HS-11 polling, where 2025-11-25 was agreed on") {
    HttpEndpointOptions options;
    options.poll_after = std::chrono::milliseconds(500);
    options.retry = std::chrono::milliseconds(700);
    for (const std::string_view revision : {"2025-11-25", "2025-06-18", "2025-03-26"}) {
        INFO(revision);
        const bool polls = revision == "2025-11-25";
        Rig rig(options);
        testing::Gate gate;
        rig.server.tool("wait", "", [&](Context& context) {
            context.progress(1);
            gate.enter();
            return "done";
        });
        const std::string session = rig.open(revision);
        Got got = rig.call(session, "1", "wait", "{}", progress_meta);
        gate.await_entry();
        const auto events = got->events();
        REQUIRE(events.size() == (polls ? 2 : 1));
        if (polls) {
            CHECK_FALSE(events[0].id.empty());
            CHECK(events[0].data.empty());
            CHECK(events[0].retry == "700");
        }
        rig.advance(std::chrono::milliseconds(600));
        CHECK(got->over == polls);
        rig.advance(std::chrono::seconds(30));
        CHECK(got->over == polls);
        if (polls) {
            CHECK(got->events().back().retry == "700");
            // From the priming event on everything comes again; from the last one what is missing.
            Got again = rig.get(session, events[0].id);
            CHECK(again->messages().size() == 1);
            Got newer = rig.get(session, events[1].id);
            CHECK(again->over);
            gate.open();
            newer->wait();
            REQUIRE(newer->messages().size() == 1);
            CHECK(text_of(newer->messages()[0]) == "done");
        } else {
            gate.open();
            CHECK(text_of(got->wait().messages().back()) == "done");
        }
    }
}

TEST_CASE("HS-15 a session that ends takes its streams along") {
    Rig rig;
    testing::Gate gate;
    rig.server.tool("wait", "", [&](Context& context) {
        context.progress(1);
        gate.enter();
        return "";
    });
    const std::string session = rig.open();
    Got call = rig.call(session, "1", "wait", "{}", progress_meta);
    Got get = rig.get(session);
    gate.await_entry();
    const std::string last = call->events().back().id;
    CHECK(rig.remove(session)->status == 204);
    CHECK(call->over);
    CHECK(get->over);
    CHECK(rig.get(session, last)->status == 404);
    gate.open();
}

TEST_CASE(
    "HS-05 a question by a handler that runs where the request came, without a second thread") {
    Rig rig;
    const std::string session = rig.open("2025-11-25", elicits);
    rig.server.tool("ask", "", ask_name);
    for (int i = 1; i < 4; ++i) {
        Got got = rig.call(session, std::to_string(i), "ask");
        got->wait_for(1);
        CHECK(rig.post(session, accept_text(asked_id(*got.reply)))->status == 202);
        CHECK(text_of(got->wait().messages().back()) == "accept");
    }
}

TEST_CASE("HS-16 quick handlers are answered before handle returns") {
    Rig rig;
    ready(rig);
    const std::string session = rig.open();
    const Got got = rig.call(session, "1", "echo", R"({"text":"at once"})");
    CHECK(got.exchange == nullptr);
    CHECK(got->over);
    const Got modern = rig.modern_call("1", "echo");
    CHECK(modern.exchange == nullptr);
    CHECK(modern->over);
}
