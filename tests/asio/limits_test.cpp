// SEC-06: bounds of the web server, and times.
#include "support.hpp"

#include <catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <vector>

using namespace asio_test;

namespace {

double seconds(const std::function<void()>& run) {
    const auto begin = Clock::now();
    run();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

TEST_CASE("HS-24: a body above the bound is 413, announced or not, and the reason arrives") {
    mcp::HttpServerOptions options;
    options.limits.body = 1000;
    const Rig rig(&echo, options);
    for (const std::string& text :
         {post(std::string(1001, 'x')), post(std::string(900'000, 'x')),
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" +
              std::string(1001, 'x') + "\r\n0\r\n\r\n"}) {
        Wire wire = rig.connect();
        wire.send(text);
        CHECK(status_of(wire.all()) == 413);
    }
    Wire wire = rig.connect();
    REQUIRE(wire.send(post(std::string(1000, 'x'))));
    CHECK(status_of(wire.response()) == 200);
}

TEST_CASE("SEC-06: connections that are quiet, or slow, are closed in time") {
    mcp::HttpServerOptions options;
    options.limits.header_time = milliseconds(150);
    options.limits.body_time = milliseconds(300);
    options.limits.idle = milliseconds(450);
    const Rig rig(&echo, options);
    const auto drip = [&](std::string text) {
        Wire wire = rig.connect();
        std::string reply;
        for (const char c : text + std::string(1000, 'x')) {
            if (!wire.send(std::string(1, c)) || wire.more(milliseconds(5))) break;
        }
        return status_of(wire.all());
    };
    CHECK(seconds([&] { CHECK(rig.connect().all().empty()); }) < 0.4);
    const double head = seconds([&] { CHECK(drip("GET / HTTP/1.1\r\nX: ") == 408); });
    CHECK(head > 0.14);
    CHECK(head < 2);
    const double body = seconds([&] {
        Wire wire = rig.connect();
        wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc");
        CHECK(status_of(wire.all()) == 408);
    });
    CHECK(body > 0.29);
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    CHECK(status_of(wire.response()) == 200);
    CHECK(seconds([&] { CHECK(wire.all().empty()); }) > 0.4);
}

TEST_CASE("SEC-06: a reply that takes long has no time limit of the web server") {
    mcp::HttpServerOptions options;
    options.limits.header_time = options.limits.body_time = options.limits.idle = milliseconds(80);
    Rig* reach = nullptr;
    Rig rig(
        [&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
            reach->crew.post([reply = std::move(reply)] {
                std::this_thread::sleep_for(milliseconds(400));
                reply->answer(200, {}, "late");
            });
            return std::make_shared<Exchange>([] {});
        },
        options);
    reach = &rig;
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    CHECK(body_of(wire.response()) == "late");
}

TEST_CASE(
    "SEC-06: what has arrived of requests that are not whole is bounded over all connections") {
    mcp::HttpServerOptions options;
    options.limits.unfinished = std::size_t{4} << 20;
    const Rig rig(&echo, options);
    const std::string piece(std::size_t{1} << 20, 'x');
    const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1200000\r\n\r\n";
    std::vector<Wire> waiting;
    std::size_t refused = 0;
    for (int i = 0; i < 20; ++i) {
        waiting.push_back(rig.connect());
        REQUIRE(waiting.back().send(get("/")));  // all of it is seen to arrive in turn
        CHECK(status_of(waiting.back().response()) == 200);
        waiting.back().send(head + piece);
        if (!waiting.back().more(milliseconds(50))) continue;
        CHECK(status_of(waiting.back().all()) == 503);
        waiting.pop_back();
        ++refused;
    }
    // Memory grows by doubling, so that fewer fit than there would be room for.
    CHECK(waiting.size() >= 2);
    CHECK(waiting.size() <= 4);
    std::printf("4 MiB for requests that are not whole: %zu of 1.2 MB wait, %zu are refused\n",
                waiting.size(), refused);
    // Others are served, and those that wait when they are whole.
    Wire other = rig.connect();
    REQUIRE(other.send(post("hello")));
    CHECK(status_of(other.response()) == 200);
    for (Wire& wire : waiting) {
        REQUIRE(wire.send(std::string(1'200'000 - piece.size(), 'x')));
        CHECK(status_of(wire.response()) == 200);
    }
    // And then there is room again, also after those who leave.
    for (int i = 0; i < 10; ++i) {
        Wire wire = rig.connect();
        REQUIRE(wire.send(head + piece));
        if (i % 2 == 0) continue;
        REQUIRE(wire.send(std::string(1'200'000 - piece.size(), 'x')));
        CHECK(status_of(wire.response()) == 200);
        REQUIRE(eventually([&] { return rig.server.connection_count() <= waiting.size() + 2; }));
    }
}

TEST_CASE("SEC-06: connections are bounded, in all and for each address") {
    mcp::HttpServerOptions options;
    const bool in_all = GENERATE(true, false);
    (in_all ? options.limits.connections : options.limits.connections_per_address) = 3;
    const Rig rig(&echo, options);
    std::vector<Wire> wires;
    for (int i = 0; i < 3; ++i) wires.push_back(rig.connect());
    REQUIRE(eventually([&] { return rig.server.connection_count() == 3; }));
    CHECK(status_of(rig.connect().all()) == 503);
    wires.pop_back();
    REQUIRE(eventually([&] { return rig.server.connection_count() == 2; }));
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    CHECK(status_of(wire.response()) == 200);
}

TEST_CASE("SEC-06: requests without a reply are bounded; streams that have begun do not count") {
    mcp::HttpServerOptions options;
    options.limits.in_flight = 2;
    std::mutex mutex;
    std::vector<std::shared_ptr<HttpReply>> kept;
    const Rig rig(
        [&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
            if (request.target == "/stream") reply->begin(200, {});
            const std::lock_guard lock(mutex);
            kept.push_back(std::move(reply));
            return std::make_shared<Exchange>([] {});
        },
        options);
    std::vector<Wire> wires;
    for (const char* target : {"/stream", "/stream", "/stream", "/", "/"}) {
        wires.push_back(rig.connect());
        REQUIRE(wires.back().send(get(target)));
        REQUIRE(eventually([&] {
            const std::lock_guard lock(mutex);
            return kept.size() == wires.size();
        }));
    }
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    const std::string refused = wire.response();
    CHECK(status_of(refused) == 503);
    CHECK(refused.find("Retry-After: 1\r\n") != std::string::npos);
    kept.back()->answer(200, {}, {});
    REQUIRE(wire.send(get("/stream")));
    CHECK(status_of(wire.until("\r\n\r\n")) == 200);
    const std::lock_guard lock(mutex);
    kept.clear();
}

TEST_CASE("SEC-06: a peer that does not read is closed when too much waits for it") {
    mcp::HttpServerOptions options;
    options.limits.write_queue = 100'000;
    std::shared_ptr<HttpReply> kept;
    std::atomic<bool> there = false;
    std::atomic<bool> gone = false;
    const Rig rig(
        [&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
            reply->begin(200, {});
            kept = std::move(reply);
            there = true;
            return std::make_shared<Exchange>([&] { gone = true; });
        },
        options);
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    REQUIRE(eventually([&] { return there.load(); }));
    const std::string piece(10'000, 'x');
    std::size_t most = 0;
    for (int i = 0; i < 100'000 && !gone; ++i) {
        const std::size_t queued = kept->write(piece);
        if (queued != 0 && queued < most) break;
        most = std::max(most, queued);
        if (queued > 50'000) std::this_thread::sleep_for(milliseconds(1));
    }
    CHECK(eventually([&] { return gone.load(); }));
    CHECK(most > 80'000);
    CHECK(most < 130'000);
    kept.reset();
    CHECK(rig.server.connection_count() == 0);
}

TEST_CASE("SEC-06: a peer that stops reading a reply is closed in time") {
    mcp::HttpServerOptions options;
    options.limits.write_time = milliseconds(200);
    const Rig rig(
        [](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
            reply->answer(200, {}, std::string(std::size_t{32} << 20, 'x'));
            return nullptr;
        },
        options);
    const Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    REQUIRE(eventually([&] { return rig.server.connection_count() == 1; }));
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
}

TEST_CASE("a peer that reads slowly gets all of a large reply") {
    const std::string large(std::size_t{20} << 20, 'y');
    const Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        reply->answer(200, {}, large);
        return nullptr;
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/") + get("/")));
    CHECK(body_of(wire.response()).size() == large.size());
    CHECK(body_of(wire.response()) == large);
}
