// Messages that are none, batches, ids, stray answers.
#include "catch.hpp"
#include "session/script.hpp"

#include <mcp/message_filter.hpp>

using namespace script;

TEST_CASE("RPC-01 RPC-02 a request with a bad envelope is refused and no handler runs") {
    Script script;
    script.legacy("2025-11-25");
    for (const char* id : {"null", "1.5", "true", "{}"}) {
        script.receive(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"tools/list"})")
            .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"$any"}})");
    }
    script.receive(R"({"jsonrpc":"1.0","id":7,"method":"tools/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"$any"}})");
    CHECK(script.core.served_calls == 0);
}

TEST_CASE("RPC-04 R004 ids come back as they were written") {
    Script script;
    script.legacy("2025-11-25");
    for (const char* id : {"\"1\"", "1", "0", "\"\"", "-5", "9007199254740992"}) {
        script.receive(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"tools/list"})")
            .expect_send(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                         R"(,"result":{"tools":[]}})");
    }
}

TEST_CASE("RPC-03 RPC-20 two requests with one id at a time are refused") {
    Script script;
    Done<std::string> kept;
    script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        kept = std::move(done);
    });
    script.legacy("2025-11-25")
        .receive(Script::call("1", "wait"))
        .receive(Script::call("1", "echo"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})")
        .receive(Script::call("2", "echo", R"("arguments":{"text":"first"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text",
            "text":"first"}]}})");
    kept(text_result("late"));
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
}

TEST_CASE("RPC-08 RPC-12 R006 what cannot be read is answered without an id, or with null of old") {
    const char* absent = R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"$any"}})";
    const char* null = R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"$any"}})";
    Script fresh;
    fresh.receive("{\"jsonrpc\":").expect_send(absent);
    Script newest;
    newest.legacy("2025-11-25").receive("{\"jsonrpc\":").expect_send(absent);
    for (const char* date : {"2024-11-05", "2025-03-26", "2025-06-18"}) {
        Script old;
        old.legacy(date).receive("nonsense").expect_send(null);
    }
}

TEST_CASE("R001 RPC-18 text that is no UTF-8 is a parse error") {
    Script script;
    script.legacy("2025-11-25")
        .receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xff\"}")
        .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"$any"}})")
        .receive(Script::call("2", "echo", "\"arguments\":{\"text\":\"\xf0\x9f\x98\x80\"}"))
        .expect_send(
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\","
            "\"text\":\"\xf0\x9f\x98\x80\"}]}}");
}

TEST_CASE("RPC-09 R007 notifications are never answered") {
    Script script;
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","method":"x/unknown"})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":5})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})")
        .expect_nothing();
}

TEST_CASE("RPC-13 RPC-14 a batch is served where 2025-03-26 is negotiated, answer by answer") {
    Script script;
    script.core.inline_calls = true;  // an element of a batch is given to a worker all the same
    script.legacy("2025-03-26")
        .receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},
            {"jsonrpc":"2.0","method":"notifications/roots/list_changed"},
            {"jsonrpc":"2.0","id":2,"method":"ping"}])")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})")
        .expect_nothing();
    CHECK(script.core.notes.size() == 1);
}

TEST_CASE("RPC-15 initialize in a batch is refused") {
    Script script;
    script.receive(R"([{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}])")
        .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"$any"}})");
    Script negotiated;
    negotiated.legacy("2025-03-26")
        .receive(R"([{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}])")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})");
}

TEST_CASE("RPC-16 an empty batch is one error, one of notifications alone is silent") {
    Script script;
    script.legacy("2025-03-26")
        .receive("[]")
        .expect_send(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"$any"}})")
        .receive(R"([{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}])")
        .expect_nothing()
        .receive(R"([5,{"jsonrpc":"2.0","id":1,"method":"ping"}])")
        .expect_send(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"$any"}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_CASE("RPC-17 a batch is refused at every other revision") {
    for (const char* date : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
        Script script;
        script.legacy(date)
            .receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])")
            .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32600,"...":true},"...":true})");
        script.expect_nothing();
    }
}

TEST_CASE("RPC-21 CAN-06 answers to nothing are ignored") {
    Script script;
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","id":77,"result":{}})")
        .receive(R"({"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}})")
        .receive(R"({"jsonrpc":"2.0","id":5,"result":{},"error":{"code":1,"message":"m"}})")
        .expect_nothing()
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("STD-13 a message that is too large is an error to its sender and nothing else") {
    Script script;
    script.legacy("2025-11-25")
        .receive_oversize(R"({"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"a":"xxx)")
        .expect_send(R"({"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"$any"}})")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("R010 R005 malformed modern input gets the standard codes") {
    Script script;
    script.receive("[]")
        .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"$any"}})")
        .receive("5")
        .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"$any"}})")
        .receive("{")
        .expect_send(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"$any"}})");
}

TEST_CASE("Too many requests in flight are refused, and the others go on") {
    Script script;
    script.core.limits.max_in_flight = 2;
    std::vector<Done<std::string>> waiting;
    script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        waiting.push_back(std::move(done));
    });
    script.legacy("2025-11-25")
        .receive(Script::call("1", "wait"))
        .receive(Script::call("2", "wait"))
        .receive(Script::call("3", "wait"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"$any"}})");
    waiting[1](text_result("two"));
    script.expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})")
        .receive(Script::call("3", "echo", R"("arguments":{"text":"x"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"...":true}})");
    waiting.clear();
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"$any"}})");
}

TEST_CASE("A filter sees every message, may replace it and may drop it") {
    struct Filter : MessageFilter {
        Verdict incoming(std::string& message) override {
            ++in;
            if (message.find("\"drop me\"") != std::string::npos) return Verdict::drop;
            const std::size_t at = message.find("\"swap me\"");
            if (at != std::string::npos) message.replace(at, 9, "\"swapped\"");
            return Verdict::pass;
        }
        Verdict outgoing(std::string& message) override {
            ++out;
            const std::size_t at = message.find("secret");
            if (at != std::string::npos) message.replace(at, 6, "######");
            return Verdict::pass;
        }
        int in = 0;
        int out = 0;
    };
    const auto filter = std::make_shared<Filter>();
    Script script;
    script.core.filters_.push_back(filter);
    script.legacy("2025-11-25")
        .receive(Script::call("1", "echo", R"("arguments":{"text":"drop me"})"))
        .expect_nothing()
        .receive(Script::call("2", "echo", R"("arguments":{"text":"swap me"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text",
            "text":"swapped"}]}})")
        .receive(Script::call("3", "echo", R"("arguments":{"text":"secret"})"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",
            "text":"######"}]}})");
    CHECK(filter->in == 5);
    CHECK(filter->out == 3);
}
