// How a server ends.
#include "support.hpp"

#include <catch.hpp>

#include <atomic>
#include <future>
#include <string>
#include <vector>

using namespace asio_test;

TEST_CASE("a server that ends lets replies under way end, and closes idle connections at once") {
    std::shared_ptr<HttpReply> kept;
    std::atomic<bool> there = false;
    Rig rig([&](const HttpRequest& request,
                std::shared_ptr<HttpReply> reply) -> std::shared_ptr<HttpExchange> {
        if (request.target != "/slow") return echo(request, reply);
        kept = std::move(reply);
        there = true;
        return std::make_shared<Exchange>([] {});
    });
    Wire idle = rig.connect();
    REQUIRE(idle.send(get("/")));
    CHECK(status_of(idle.response()) == 200);
    Wire busy = rig.connect();
    REQUIRE(busy.send(get("/slow")));
    REQUIRE(eventually([&] { return there.load(); }));
    const std::uint16_t port = rig.server.port();
    auto end = std::async(std::launch::async, [&] { rig.server.stop(patience); });
    CHECK(idle.all().empty());
    CHECK(idle.at_end());
    CHECK_THROWS(Wire(port));
    CHECK(end.wait_for(milliseconds(30)) == std::future_status::timeout);
    kept->answer(200, {}, "bye");
    kept.reset();
    const std::string response = busy.all();
    CHECK(response.find("Connection: close\r\n") != std::string::npos);
    CHECK(body_of(response) == "bye");
    busy.close();
    CHECK(end.wait_for(patience) == std::future_status::ready);
}

TEST_CASE("after its grace a server ends whatever goes on, and says so to what goes on") {
    std::atomic<bool> gone = false;
    std::shared_ptr<HttpReply> kept;
    std::atomic<bool> there = false;
    Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        reply->begin(200, {});
        kept = std::move(reply);
        there = true;
        return std::make_shared<Exchange>([&] { gone = true; });
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    REQUIRE(eventually([&] { return there.load(); }));
    rig.server.stop(milliseconds(50));
    CHECK(gone);
    CHECK(wire.all().find("\r\n0\r\n") == std::string::npos);
    kept->end();
    kept.reset();
}

TEST_CASE("an HttpServer is stopped once, by whoever is first, and says so to who waits") {
    mcp::Server mcp_server{{.name = "test", .version = "1"}};
    mcp::HttpServerOptions options;
    options.listen = {"127.0.0.1:0"};
    options.use_systemd = false;
    mcp::HttpServer http(mcp_server, options);
    http.start();
    CHECK(http.addresses() ==
          std::vector{"http://127.0.0.1:" + std::to_string(http.port()) + "/mcp"});
    auto waits = std::async(std::launch::async, [&] { http.wait(); });
    CHECK(waits.wait_for(milliseconds(20)) == std::future_status::timeout);
    http.stop(milliseconds(100));
    CHECK(waits.wait_for(patience) == std::future_status::ready);
    http.stop();  // and again by its destructor
    CHECK(http.connection_count() == 0);
}

TEST_CASE("a server that was never asked ends at once, one that was never started too") {
    const auto begin = Clock::now();
    {
        const Rig rig;
        mcp::run::Crew crew;
        const mcp::web::WebServer never(crew, &echo, {});
    }
    CHECK(Clock::now() - begin < std::chrono::seconds(2));
}
