// The public class, with real time and threads, and the server behind it.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

struct Served {
    explicit Served(HttpEndpointOptions options = {}) : endpoint(server, std::move(options)) {
        server.tool("echo", "", [] { return "x"; });
    }
    Got send(std::string_view method, const Fields& fields, std::string_view body = {}) {
        Got got;
        std::vector<HttpHeader> headers;
        for (const auto& [name, value] : fields) headers.push_back({name, value});
        HttpRequest request;
        request.method = method;
        request.target = "/mcp";
        request.headers = headers;
        request.body = body;
        got.exchange = endpoint.handle(request, got.reply);
        return got;
    }
    Got listen() {
        return send("POST", Rig::modern_fields("subscriptions/listen"),
                    Rig::modern("1", "subscriptions/listen",
                                R"("notifications":{"toolsListChanged":true})"));
    }

    Server server{{.name = "s", .version = "1"}};
    HttpEndpoint endpoint;
};

}  // namespace

TEST_CASE("R199 R124 deadlines come by themselves") {
    HttpEndpointOptions options;
    options.keep_alive = std::chrono::milliseconds(30);
    Served served(options);
    Got listen = served.listen();
    served.server.tool("new", "", [] { return ""; });
    listen->wait_for(2);
    for (int i = 0; i < 1000 && listen->comments() < 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK(listen->comments() >= 2);
}

TEST_CASE("R196 HS-15 the server's shutdown ends what is served over HTTP") {
    Served served;
    const Got opened = served.send("POST", Rig::plain_fields(), Rig::initialize_text("2025-11-25"));
    Fields fields = Rig::plain_fields();
    fields.emplace_back("Mcp-Session-Id", opened->header("Mcp-Session-Id"));
    Got get = served.send("GET", fields);
    Got listen = served.listen();
    CHECK(served.server.session_count() == 1);
    CHECK(served.endpoint.session_count() == 1);
    served.server.shutdown(std::chrono::milliseconds(50));
    CHECK(get->over);
    CHECK(listen->over);
    CHECK(listen->messages().back().contains("result"));
    CHECK(served.server.session_count() == 0);
    CHECK(served.send("GET", fields)->status == 503);
}

TEST_CASE("R196 requests under way end within the grace") {
    Served served;
    served.server.tool("soon", "", [] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return "done";
    });
    Got soon = served.send("POST", Rig::modern_fields("tools/call", "soon"),
                           Rig::modern("1", "tools/call", R"("name":"soon")"));
    served.endpoint.shutdown(std::chrono::seconds(10));
    CHECK(soon->over);
    CHECK(text_of(soon->json()) == "done");
}

TEST_CASE("R127 handlers that do not end in time are told to stop") {
    Served served;
    std::atomic<bool> stopped = false;
    testing::Gate gate;
    gate.open();
    served.server.tool("never", "", [&](Context& context) {
        gate.enter();
        while (!context.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stopped = true;
        return "";
    });
    Got never = served.send("POST", Rig::modern_fields("tools/call", "never"),
                            Rig::modern("1", "tools/call", R"("name":"never")"));
    gate.await_entry();
    served.endpoint.shutdown(std::chrono::milliseconds(20));
    CHECK(never->over);
    for (int i = 0; i < 1000 && !stopped; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK(stopped);
}

TEST_CASE("HS-09 many threads at once get their own answers") {
    Served served;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 200; ++i) {
                const std::string id = std::to_string(t * 1000 + i);
                Got got = served.send("POST", Rig::modern_fields("tools/call", "echo"),
                                      Rig::modern(id, "tools/call", R"("name":"echo")"));
                std::unique_lock lock(got->mutex);
                const bool over = got->changed.wait_for(lock, std::chrono::seconds(20),
                                                        [&] { return got->over; });
                if (!over || got->body.find("\"id\":" + id + ",") == std::string::npos) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}
