// Handlers that take long, and peers that go.
#include "support.hpp"

#include <catch.hpp>

#include <atomic>
#include <vector>

using namespace asio_test;

namespace {

/// `/slow` runs user code until it is let go, the rest is answered at once.
struct Slow {
    std::atomic<bool> runs = false;
    std::atomic<bool> let_go = false;
    std::atomic<mcp::run::Crew*> crew = nullptr;
    bool waits = false;  ///< it waits for the peer

    std::shared_ptr<HttpExchange> operator()(const HttpRequest& request,
                                             const std::shared_ptr<HttpReply>& reply) {
        if (request.target != "/slow") return echo(request, reply);
        const mcp::run::Crew::UserCode mark(*crew);
        reply->begin(200, {});
        reply->write("begun");
        runs = true;
        const auto wait = [&] {
            while (!let_go) std::this_thread::sleep_for(milliseconds(1));
        };
        if (waits) {
            const mcp::run::Crew::Blocking blocking(*crew);
            wait();
        } else {
            wait();
        }
        reply->write(request.target);  // still valid
        reply->end();
        return nullptr;
    }
};

}  // namespace

TEST_CASE("SMP-16: a handler that takes long, or waits for the peer, does not hold up others") {
    Slow slow;
    slow.waits = GENERATE(false, true);
    Rig rig([&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
        return slow(request, reply);
    });
    slow.crew = &rig.crew;
    Wire wire = rig.connect();
    Wire other = rig.connect();
    REQUIRE(wire.send(get("/slow") + get("/after")));
    // What it has written is sent although it has not returned.
    CHECK(wire.until("begun\r\n").find("chunked") != std::string::npos);
    for (int i = 0; i < 3; ++i) {
        REQUIRE(other.send(get("/quick")));
        CHECK(body_of(other.response()) == "GET /quick ");
    }
    CHECK(slow.runs);
    slow.let_go = true;
    CHECK(wire.until("0\r\n\r\n") == "5\r\n/slow\r\n0\r\n\r\n");
    CHECK(body_of(wire.response()) == "GET /after ");
}

TEST_CASE("SMP-16: of requests that are there together one takes long, and the others are served") {
    Slow slow;
    std::atomic<bool> holds = false;
    std::atomic<bool> go_on = false;
    Rig rig([&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
        if (request.target != "/hold") return slow(request, reply);
        holds = true;  // the only thread of the loop: what arrives meanwhile is told at once
        while (!go_on) std::this_thread::sleep_for(milliseconds(1));
        return echo(request, reply);
    });
    slow.crew = &rig.crew;
    Wire holding = rig.connect();
    std::vector<Wire> wires;
    for (int i = 0; i < 40; ++i) {
        wires.push_back(rig.connect());
        REQUIRE(wires.back().send(get("/first")));
        CHECK(body_of(wires.back().response()) == "GET /first ");
    }
    REQUIRE(holding.send(get("/hold")));
    while (!holds) std::this_thread::sleep_for(milliseconds(1));
    for (std::size_t i = 0; i < wires.size(); ++i) {
        REQUIRE(wires[i].send(get(i == 1 ? "/slow" : "/quick")));
    }
    go_on = true;
    for (std::size_t i = 0; i < wires.size(); ++i) {
        if (i != 1) CHECK(body_of(wires[i].response()) == "GET /quick ");
    }
    CHECK(slow.runs);
    slow.let_go = true;
    CHECK(wires[1].until("0\r\n\r\n").find("/slow") != std::string::npos);
    CHECK(body_of(holding.response()) == "GET /hold ");
}

TEST_CASE("R126: who waits for a reply and goes is noticed, once") {
    std::atomic<int> gone = 0;
    std::shared_ptr<HttpReply> kept;
    std::atomic<bool> there = false;
    const bool begun = GENERATE(true, false);
    const Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        if (begun) reply->begin(200, {});
        kept = std::move(reply);
        there = true;
        return std::make_shared<Exchange>([&] { ++gone; });
    });
    {
        const Wire wire = rig.connect();
        REQUIRE(wire.send(get("/") + get("/pipelined")));
        REQUIRE(eventually([&] { return there.load(); }));
        CHECK(gone == 0);
    }
    CHECK(eventually([&] { return gone == 1; }));
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
    CHECK(kept->write("x") == 0);
    kept->end();
    kept.reset();
    CHECK(gone == 1);
}

TEST_CASE("who goes while a handler runs on the thread that reads is told after it") {
    std::atomic<bool> runs = false;
    std::atomic<bool> let_go = false;
    std::atomic<int> gone = 0;
    std::shared_ptr<HttpReply> kept;
    Rig* reach = nullptr;
    Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        const mcp::run::Crew::UserCode mark(reach->crew);
        kept = std::move(reply);
        runs = true;
        while (!let_go) std::this_thread::sleep_for(milliseconds(1));
        return std::make_shared<Exchange>([&] { ++gone; });
    });
    reach = &rig;
    {
        const Wire wire = rig.connect();
        REQUIRE(wire.send(get("/")));
        REQUIRE(eventually([&] { return runs.load(); }));
    }
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
    let_go = true;
    CHECK(eventually([&] { return gone == 1; }));
    kept.reset();
}

TEST_CASE(
    "R126: who goes while a handler runs inside of `handle` is told at once, if it is known whom") {
    std::atomic<bool> runs = false;
    std::atomic<int> gone = 0;
    std::shared_ptr<HttpReply> kept;
    Rig* reach = nullptr;
    Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        const auto exchange = std::make_shared<Exchange>([&] { ++gone; });
        reply->serving(exchange);
        const mcp::run::Crew::UserCode mark(reach->crew);
        kept = std::move(reply);
        runs = true;
        CHECK(eventually([&] { return gone == 1; }));
        return exchange;
    });
    reach = &rig;
    {
        const Wire wire = rig.connect();
        REQUIRE(wire.send(get("/")));
        REQUIRE(eventually([&] { return runs.load(); }));
    }
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
    kept.reset();
    std::this_thread::sleep_for(milliseconds(20));
    CHECK(gone == 1);  // not once more after `handle`
}

TEST_CASE("replies of many threads, on many connections, and several loops") {
    mcp::HttpServerOptions options;
    options.threads = 2;
    Rig* reach = nullptr;
    Rig rig(
        [&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
            auto body = std::make_shared<std::string>(request.body);
            reach->crew.post([reply = std::move(reply), body] { reply->answer(200, {}, *body); });
            return std::make_shared<Exchange>([] {});
        },
        options);
    reach = &rig;
    std::vector<Wire> wires;
    for (int i = 0; i < 16; ++i) wires.push_back(rig.connect());
    for (int round = 0; round < 50; ++round) {
        for (std::size_t i = 0; i < wires.size(); ++i) {
            REQUIRE(wires[i].send(post(std::to_string(i * 1000) + ' ' + std::to_string(round))));
        }
        for (std::size_t i = 0; i < wires.size(); ++i) {
            REQUIRE(body_of(wires[i].response()) ==
                    std::to_string(i * 1000) + ' ' + std::to_string(round));
        }
    }
}

TEST_CASE("R113: an authenticator lets in or refuses, and says who it is") {
    mcp::HttpServerOptions options;
    options.log = [](std::string_view) {};
    options.authenticate = [](const HttpRequest& request) {
        mcp::HttpIdentity identity;
        for (const HttpHeader& header : request.headers) {
            if (header.name == "Authorization") identity.principal = header.value;
        }
        if (identity.principal == "throw") throw std::runtime_error("broken");
        if (identity.principal.empty()) {
            identity.status = 401;
            identity.headers.emplace_back("WWW-Authenticate", "Bearer");
        }
        return identity;
    };
    const Rig rig(
        [](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
            reply->answer(200, {}, request.principal);
            return nullptr;
        },
        options);
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/") + post("", "Authorization: alice\r\n") +
                      post("", "Authorization: throw\r\n") +
                      "OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n"));
    const std::string refused = wire.response();
    CHECK(status_of(refused) == 401);
    CHECK(refused.find("WWW-Authenticate: Bearer\r\n") != std::string::npos);
    CHECK(body_of(wire.response()) == "alice");
    CHECK(status_of(wire.response()) == 500);
    CHECK(status_of(wire.response()) == 200);
}
