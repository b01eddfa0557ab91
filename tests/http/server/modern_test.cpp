// The stateless protocol over HTTP: admission by headers and body, statuses, replies.
#include "http/server/rig.hpp"

#include <future>

using namespace mcp;
using namespace mcp::testing;

namespace {

Fields without(Fields fields, std::string_view name) {
    std::erase_if(fields, [&](const auto& field) { return http::same_name(field.first, name); });
    return fields;
}

Fields with(Fields fields, std::string_view name, std::string_view value) {
    fields = without(std::move(fields), name);
    fields.emplace_back(std::string(name), std::string(value));
    return fields;
}

struct Refusal {
    int status;
    std::int64_t code;
};

void refused(const Got& got, Refusal expected, std::string_view id = "1") {
    INFO(got->body);
    CHECK(got->status == expected.status);
    CHECK(code_of(got->json()) == expected.code);
    CHECK(got->json()["id"].text() == id);
    CHECK(got.exchange == nullptr);
}

constexpr std::string_view echo = R"("name":"echo","arguments":{"text":"a"})";
constexpr Refusal mismatch{400, error_code::header_mismatch};

}  // namespace

TEST_CASE("R110 R119 R122 a request is answered as JSON, one path for all of them") {
    Rig rig;
    const Got got = rig.modern_call("\"a1\"", "echo", R"({"text":"hello"})");
    got->wait();
    CHECK(got->status == 200);
    CHECK(got->header("Content-Type") == "application/json");
    CHECK(text_of(got->json()) == "hello");
    CHECK(got->json()["id"].text() == "\"a1\"");
    CHECK_FALSE(got->has("Mcp-Session-Id"));
    CHECK(rig.send("POST", "/other", rig.modern_fields("ping"), "{}")->status == 404);
    CHECK(rig.send("POST", "/mcp?x=1", rig.modern_fields("server/discover"),
                   rig.modern("1", "server/discover"))
              ->status == 200);
}

TEST_CASE("R134 R136 R137 R138 headers that are missing, differ or come twice") {
    Rig rig;
    const std::string body = rig.modern("1", "tools/call", echo);
    const Fields good = rig.modern_fields("tools/call", "echo");
    const auto post = [&](const Fields& fields) { return rig.send("POST", "/mcp", fields, body); };
    post(good)->wait();

    refused(post(without(good, "Mcp-Method")), mismatch);
    refused(post(without(good, "Mcp-Name")), mismatch);
    refused(post(without(good, "MCP-Protocol-Version")), mismatch);
    refused(post(with(good, "Mcp-Method", "TOOLS/CALL")), mismatch);
    refused(post(with(good, "Mcp-Method", "tools/list")), mismatch);
    refused(post(with(good, "Mcp-Name", "Echo")), mismatch);
    refused(post(with(good, "Mcp-Name", "")), mismatch);
    refused(post(with(good, "Mcp-Name", "=?base64?ZWNobw?=")), mismatch);
    refused(post(with(good, "Mcp-Name", "=?BASE64?ZWNobw==?=")), mismatch);
    for (const std::string_view twice : {"Mcp-Method", "Mcp-Name", "MCP-Protocol-Version"}) {
        Fields fields = good;
        for (const auto& [name, value] : good) {
            if (name == twice) fields.emplace_back(name, value);
        }
        refused(post(fields), mismatch);
    }
    for (const auto& fields :
         {with(good, "mcp-name", "   echo "), with(good, "MCP-NAME", "=?base64?ZWNobw==?=")}) {
        Got got = post(fields);
        CHECK(got->wait().status == 200);
    }
}

TEST_CASE("R130 R131 revisions that differ or are not served, in the order of the ladder") {
    Rig rig;
    const Fields good = rig.modern_fields("tools/list");
    const std::string body = rig.modern("1", "tools/list");
    std::string other = body;
    other.replace(other.find("2026-07-28"), 10, "v999-00-00");
    refused(rig.send("POST", "/mcp", good, other), mismatch);
    const Got got =
        rig.send("POST", "/mcp", with(good, "MCP-Protocol-Version", "v999-00-00"), other);
    refused(got, {400, error_code::unsupported_version});
    CHECK(got->json()["error"]["data"]["requested"] == Json("v999-00-00").view());
    CHECK(got->json()["error"]["data"]["supported"].size() == 5);

    // `_meta` comes after headers that are missing, and before those that differ.
    const std::string bare = R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})";
    refused(rig.send("POST", "/mcp", good, bare), {400, error_code::invalid_params});
    refused(rig.send("POST", "/mcp", without(good, "Mcp-Method"), bare), mismatch);
    const std::string half = R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
                             R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";
    refused(rig.send("POST", "/mcp", with(good, "Mcp-Method", "prompts/list"), half),
            {400, error_code::invalid_params});
    // No revision in the body, and one that nobody knows in the header.
    refused(rig.send("POST", "/mcp", with(good, "MCP-Protocol-Version", "garbage"), bare),
            {400, error_code::unsupported_version});
}

TEST_CASE("R132 methods that do not exist, the removed ones among them") {
    Rig rig;
    for (const std::string_view method :
         {"nope/x", "initialize", "ping", "logging/setLevel", "resources/subscribe",
          "resources/unsubscribe", "tasks/get", "prompts/list"}) {
        INFO(method);
        refused(rig.send("POST", "/mcp", rig.modern_fields(method), rig.modern("1", method)),
                {404, error_code::method_not_found});
    }
}

TEST_CASE("X020 X014 requests about tasks name the task in a header") {
    Rig rig;
    Tool tool;
    tool.name = "job";
    tool.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::required;
    rig.server.tool(tool, [] { return "x"; });
    const std::string_view tasks = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    const std::string_view id = R"("taskId":"t")";
    for (const char* method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
        INFO(method);
        const std::string body = rig.modern("1", method, id, tasks);
        refused(rig.send("POST", "/mcp", rig.modern_fields(method), body), mismatch);
        refused(rig.send("POST", "/mcp", rig.modern_fields(method, "other"), body), mismatch);
        const auto got =
            rig.send("POST", "/mcp", rig.modern_fields(method, "t"), rig.modern("1", method, id));
        refused(got, {400, error_code::missing_client_capability});
    }
    const auto plain = rig.modern_call("1", "job");
    refused(plain, {400, error_code::missing_client_capability});
}

TEST_CASE("R159 R160 R163 arguments that are mirrored in headers") {
    Rig rig;
    std::vector<std::string> principals;
    rig.add_tool("where",
                 R"({"type":"object","properties":{
                     "region":{"type":"string","x-mcp-header":"Region"},
                     "size":{"type":"integer","x-mcp-header":"Size"},
                     "in":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry"}}},
                     "other":{"type":"string"}}})",
                 [&](Context& context) {
                     principals.emplace_back(context.principal());
                     return "ok";
                 });
    const auto call = [&](std::string_view arguments, const Fields& more) {
        Got got = rig.modern_call("1", "where", arguments, {}, more);
        got->wait();
        return got;
    };
    const auto passes = [&](std::string_view arguments, const Fields& more) {
        const Got got = call(arguments, more);
        INFO(got->body);
        CHECK(got->status == 200);
    };
    passes("{}", {});
    passes(R"({"other":"x"})", {});
    passes(R"({"region":"us"})", {{"Mcp-Param-Region", "us"}});
    passes(R"({"region":"us"})", {{"mcp-param-REGION", "  =?base64?dXM=?= "}});
    passes(R"({"region":""})", {{"Mcp-Param-Region", ""}});
    passes(R"({"region":"=?base64?x"})", {{"Mcp-Param-Region", "=?base64?x"}});
    passes(R"({"size":42})", {{"Mcp-Param-Size", "42.0"}});
    passes(R"({"size":42.0})", {{"Mcp-Param-Size", "42"}});
    passes(R"({"in":{"dry":false}})", {{"Mcp-Param-Dry", "false"}});
    passes("{}", {{"Mcp-Param-Unknown", "x"}});

    refused(call(R"({"region":"us"})", {}), mismatch);
    refused(call("{}", {{"Mcp-Param-Region", "us"}}), mismatch);
    refused(call(R"({"region":null})", {{"Mcp-Param-Region", ""}}), mismatch);
    refused(call(R"({"region":"us"})", {{"Mcp-Param-Region", "US"}}), mismatch);
    refused(call(R"({"region":"Hello"})", {{"Mcp-Param-Region", "=?base64?SGVsbG8?="}}), mismatch);
    refused(call(R"({"region":"Hello"})", {{"Mcp-Param-Region", "=?base64?SGVs!!!bG8=?="}}),
            mismatch);
    refused(call(R"({"region":"é"})", {{"Mcp-Param-Region", "é"}}), mismatch);
    refused(call(R"({"size":42})", {{"Mcp-Param-Size", "43"}}), mismatch);
    refused(call(R"({"in":{"dry":false}})", {{"Mcp-Param-Dry", "False"}}), mismatch);
    refused(call(R"({"region":"us"})", {{"Mcp-Param-Region", "us"}, {"Mcp-Param-Region", "us"}}),
            mismatch);
    // Headers say nothing of who it is.
    rig.principal = "ann";
    principals.clear();
    passes(R"({"region":"bob"})", {{"Mcp-Param-Region", "bob"}});
    CHECK(principals == std::vector<std::string>{"ann"});
}

TEST_CASE("R164 R142 large sets of headers are dropped before they are looked at") {
    HttpEndpointOptions options;
    options.max_param_headers = 1000;
    options.max_body = 2000;
    Rig rig(options);
    const std::string large(2000, 'x');
    const Got got = rig.modern_call("1", "echo", "{}", {}, {{"Mcp-Param-A", large}});
    CHECK(got->status == 431);
    const Got body = rig.modern_call("1", "echo", R"({"text":")" + large + "\"}");
    CHECK(body->status == 413);
}

TEST_CASE("R117 R118 R143 arrays and answers are refused, notifications accepted") {
    Rig rig;
    const Fields fields = rig.modern_fields("tools/list");
    const auto post = [&](std::string_view body) { return rig.send("POST", "/mcp", fields, body); };
    const Got array = post("[" + rig.modern("1", "tools/list") + "]");
    CHECK(array->status == 400);
    CHECK(code_of(array->json()) == error_code::invalid_request);
    CHECK_FALSE(array->json().contains("id"));
    CHECK(post(R"({"jsonrpc":"2.0","id":1,"result":{}})")->status == 400);
    const Got broken = post("{");
    CHECK(broken->status == 400);
    CHECK(code_of(broken->json()) == error_code::parse_error);
    CHECK_FALSE(broken->json().contains("id"));
    // An error names the request as far as it could be read.
    const Got odd = post(R"({"jsonrpc":"1.0","id":"x","method":"tools/list"})");
    CHECK(odd->status == 400);
    CHECK(odd->json()["id"].text() == "\"x\"");

    // Notifications need no Mcp-… headers.
    const std::string note = R"({"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{)"
                             R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";
    std::promise<void> heard;
    rig.server.on_notification("notifications/x", [&](const Json&) { heard.set_value(); });
    const Got accepted = rig.send("POST", "/mcp", rig.plain_fields(), note);
    CHECK(accepted->status == 202);
    CHECK(heard.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    CHECK(accepted->body.empty());
    CHECK_FALSE(accepted->has("Content-Type"));
}

TEST_CASE("R139 R144 a modern request ignores sessions, and a modern-only server has none") {
    Rig both;
    Got got = both.modern_call("1", "echo", "{}", {},
                               {{"Mcp-Session-Id", "nope"}, {"Last-Event-ID", "1:1"}});
    CHECK(got->wait().status == 200);

    ServerOptions server;
    server.revisions = since(r2026_07_28);
    Rig rig({}, server);
    CHECK(rig.get("x")->status == 405);
    CHECK(rig.get("x")->header("Allow") == "POST, OPTIONS");
    CHECK(rig.remove("x")->status == 405);
    Got call = rig.modern_call("1", "echo", "{}", {}, {{"Mcp-Session-Id", "x"}});
    CHECK(call->wait().status == 200);
    // What an old client gets says which revisions there are.
    const Got old = rig.send("POST", "/mcp", rig.plain_fields(), rig.initialize_text("2025-11-25"));
    CHECK(old->status == 400);
    CHECK(code_of(old->json()) == error_code::unsupported_version);
    CHECK(old->body.find("2026-07-28") != std::string::npos);
    // R140: no header, and nobody here is that old.
    const Got bare = rig.send("POST", "/mcp", rig.plain_fields(),
                              R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    refused(bare, mismatch);
}

TEST_CASE("R140 without a version header, clients before it are served when sessions are") {
    HttpEndpointOptions options;
    options.stateless = true;
    Rig rig(options);
    Got got = rig.send("POST", "/mcp", rig.plain_fields(), rig.call_text("1", "echo"));
    CHECK(got->wait().status == 200);
    options.serve_sessions = false;
    Rig none(options);
    refused(none.send("POST", "/mcp", none.plain_fields(), none.call_text("1", "echo")), mismatch);
}

TEST_CASE("R119 R121 R123 progress makes the answer a stream of that request alone") {
    Rig rig;
    Got one = rig.modern_call("1", "steps", "{}", R"(,"progressToken":"p1")");
    Got two = rig.modern_call("2", "steps", "{}", R"(,"progressToken":"p2")");
    for (const auto& [got, token] : {std::pair(&one, "p1"), std::pair(&two, "p2")}) {
        const FakeReply& reply = (*got)->wait();
        CHECK(reply.status == 200);
        CHECK(reply.header("Content-Type") == "text/event-stream");
        CHECK(reply.header("X-Accel-Buffering") == "no");
        CHECK(reply.header("Cache-Control") == "no-cache");
        const auto messages = reply.messages();
        REQUIRE(messages.size() == 4);
        for (int i = 0; i < 3; ++i) {
            CHECK(messages[static_cast<std::size_t>(i)]["params"]["progressToken"] ==
                  Json(token).view());
        }
        CHECK(text_of(messages[3]) == "done");
        for (const Event& event : reply.events()) CHECK(event.id.empty());
    }
}

TEST_CASE("R119 always JSON, always a stream, or what the client accepts") {
    HttpEndpointOptions options;
    options.replies = HttpReplies::json;
    Rig json(options);
    Got got = json.modern_call("1", "steps", "{}", R"(,"progressToken":"p")");
    CHECK(got->wait().header("Content-Type") == "application/json");
    CHECK(text_of(got->json()) == "done");

    options.replies = HttpReplies::stream;
    Rig stream(options);
    Got call = stream.modern_call("1", "echo");
    CHECK(call->wait().header("Content-Type") == "text/event-stream");
    CHECK(call->messages().size() == 1);
    // Refusals keep their status all the same.
    CHECK(stream.send("POST", "/mcp", stream.modern_fields("nope"), stream.modern("1", "nope"))
              ->status == 404);

    Rig rig;
    Fields fields = with(rig.modern_fields("tools/call", "steps"), "Accept", "application/json");
    const std::string body =
        rig.modern("1", "tools/call", R"("name":"steps")", "{}", R"(,"progressToken":"p")");
    Got only_json = rig.send("POST", "/mcp", fields, body);
    CHECK(only_json->wait().header("Content-Type") == "application/json");
    fields = with(fields, "Accept", "text/event-stream");
    Got only_stream = rig.send("POST", "/mcp", fields, body);
    CHECK(only_stream->wait().header("Content-Type") == "text/event-stream");
    fields = with(fields, "Accept", "text/html");
    CHECK(rig.send("POST", "/mcp", fields, body)->status == 406);
    CHECK(rig.send("POST", "/mcp", with(fields, "Content-Type", "text/plain"), body)->status ==
          415);
}

TEST_CASE("R124 a quiet request becomes a stream with comments") {
    Rig rig;
    testing::Gate gate;
    rig.server.tool("wait", "", [&] {
        gate.enter();
        return "late";
    });
    Got got = rig.modern_call("1", "wait");
    gate.await_entry();
    REQUIRE(got.exchange != nullptr);
    CHECK(got->status == 0);
    rig.advance(std::chrono::seconds(15));
    CHECK(got->status == 200);
    CHECK(got->comments() == 1);
    rig.advance(std::chrono::seconds(15));
    CHECK(got->comments() == 2);
    gate.open();
    got->wait();
    CHECK(text_of(got->messages().at(0)) == "late");
}

TEST_CASE("R126 R127 a peer that leaves has cancelled its request") {
    Rig rig;
    std::atomic<bool> stopped = false;
    testing::Gate gate;
    rig.server.tool("wait", "", [&](Context& context) {
        const auto token = context.stop_token();
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        gate.open();
        gate.enter();
        changed.wait(lock, token, [] { return false; });
        stopped = true;
        context.progress(1);
        return "unheard";
    });
    Got got = rig.modern_call("1", "wait", "{}", R"(,"progressToken":1)");
    gate.await_entry();
    const auto begun = std::chrono::steady_clock::now();
    got.cut();
    while (!stopped && std::chrono::steady_clock::now() - begun < std::chrono::seconds(10)) {
        std::this_thread::yield();
    }
    CHECK(stopped);
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(1));
    CHECK(got->status == 0);
}

TEST_CASE("handlers' errors are 200, but for what has a status of its own") {
    Rig rig;
    rig.server.tool("ask", "", [](Context& context) {
        ElicitRequestFormParams form;
        form.message = "name?";
        return context.elicit(form).action.text() == "accept" ? "yes" : "no";
    });
    Got unknown = rig.modern_call("1", "nobody");
    CHECK(unknown->wait().status == 200);
    CHECK(code_of(unknown->json()) == error_code::invalid_params);
    Got ask = rig.modern_call("1", "ask");
    CHECK(ask->wait().status == 400);
    CHECK(code_of(ask->json()) == error_code::missing_client_capability);
}
