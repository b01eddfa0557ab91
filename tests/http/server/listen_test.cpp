// Listen streams of the stateless protocol over HTTP.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

TEST_CASE("R190 R191 R194 R196 R198 a listen stream over HTTP") {
    Rig rig;
    rig.server.prompt({.name = "p"}, [] { return "x"; });
    const auto listen = [&](std::string_view id, std::string_view filter) {
        return rig.send(
            "POST", "/mcp", rig.modern_fields("subscriptions/listen"),
            rig.modern(id, "subscriptions/listen", R"("notifications":)" + std::string(filter)));
    };
    Got tools = listen("\"s1\"", R"({"toolsListChanged":true})");
    Got prompts = listen("7", R"({"promptsListChanged":true})");
    REQUIRE(tools.exchange != nullptr);
    CHECK(tools->header("Content-Type") == "text/event-stream");
    CHECK(rig.endpoint.listener_count() == 2);
    REQUIRE(tools->messages().size() == 1);
    CHECK(tools->messages()[0]["method"] ==
          Json("notifications/subscriptions/acknowledged").view());

    rig.server.tool("new", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    REQUIRE(tools->messages().size() == 2);
    CHECK(
        tools->messages()[1]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].text() ==
        "\"s1\"");
    CHECK(prompts->messages().size() == 1);

    Got steps = rig.modern_call("9", "steps", "{}", R"(,"progressToken":"p")");
    steps->wait();
    CHECK(tools->messages().size() == 2);

    prompts.cut();
    CHECK(rig.endpoint.listener_count() == 1);
    rig.endpoint.shut_down(std::chrono::milliseconds(0));
    CHECK(tools->over);
    REQUIRE(tools->messages().size() == 3);
    CHECK(
        tools->messages()[2]["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"].text() ==
        "\"s1\"");
    CHECK(rig.endpoint.listener_count() == 0);
    CHECK(rig.modern_call("1", "echo")->status == 503);
}

TEST_CASE("R200 listen streams are bounded in number and in what waits on them") {
    HttpEndpointOptions options;
    options.max_listeners = 2;
    options.max_queued = 1000;
    Rig rig(options);
    const auto listen = [&] {
        return rig.send("POST", "/mcp", rig.modern_fields("subscriptions/listen"),
                        rig.modern("1", "subscriptions/listen",
                                   R"("notifications":{"resourceSubscriptions":["test://a"]})"));
    };
    rig.server.resource({.name = "a", .uri = "test://a"}, "x");
    Got slow = listen();
    Got fast = listen();
    CHECK(listen()->status == 503);
    slow->stuck = true;
    for (int i = 0; i < 20; ++i) rig.server.resource_updated("test://a");
    rig.settle();
    CHECK(slow->aborted);
    CHECK_FALSE(fast->over);
    CHECK(fast->messages().size() == 21);
    CHECK(rig.endpoint.listener_count() == 1);
    CHECK(listen()->status == 200);
}
