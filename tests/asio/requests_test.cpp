// Requests and replies on a connection.
#include "support.hpp"

#include <catch.hpp>

#include <atomic>
#include <mutex>
#include <vector>

using namespace asio_test;

TEST_CASE("requests on one connection are answered in order, however many are sent at once") {
    const Rig rig;
    Wire wire = rig.connect();
    std::string all;
    for (int i = 0; i < 300; ++i) all += post("body " + std::to_string(i));
    REQUIRE(wire.send(all));
    for (int i = 0; i < 300; ++i) {
        const std::string response = wire.response();
        CHECK(status_of(response) == 200);
        CHECK(body_of(response) == "POST /mcp body " + std::to_string(i));
    }
}

TEST_CASE("a POST that is cut at any byte is answered all the same") {
    const Rig rig;
    const std::string text = post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    for (std::size_t at = 1; at < text.size(); ++at) {
        Wire wire = rig.connect();
        REQUIRE(wire.send(text.substr(0, at)));
        if (at % 16 == 0) std::this_thread::sleep_for(milliseconds(1));
        REQUIRE(wire.send(text.substr(at)));
        CHECK(body_of(wire.response()) == R"(POST /mcp {"jsonrpc":"2.0","id":1,"method":"ping"})");
    }
}

TEST_CASE("a connection that ends at any byte of a POST serves nothing and harms nobody") {
    std::atomic<int> served = 0;
    const Rig rig([&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
        ++served;
        return echo(request, reply);
    });
    const std::string text = post("0123456789");
    for (std::size_t at = 0; at < text.size(); ++at) {
        const Wire wire = rig.connect();
        REQUIRE(wire.send(text.substr(0, at)));
    }
    Wire wire = rig.connect();
    REQUIRE(wire.send(text));
    CHECK(status_of(wire.response()) == 200);
    CHECK(served == 1);
    CHECK(eventually([&] { return rig.server.connection_count() == 1; }));
}

TEST_CASE("the next request waits until the reply to the one before has ended") {
    std::mutex mutex;
    std::vector<std::shared_ptr<HttpReply>> replies;
    const auto count = [&] {
        const std::lock_guard lock(mutex);
        return replies.size();
    };
    const Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        const std::lock_guard lock(mutex);
        replies.push_back(std::move(reply));
        return std::make_shared<Exchange>([] {});
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/1") + get("/2") + post(std::string(100'000, 'x'))));
    REQUIRE(eventually([&] { return count() == 1; }));
    std::this_thread::sleep_for(milliseconds(30));
    REQUIRE(count() == 1);
    replies[0]->begin(200, {});
    replies[0]->write("a");
    std::this_thread::sleep_for(milliseconds(10));
    REQUIRE(count() == 1);
    replies[0]->end();
    REQUIRE(eventually([&] { return count() == 2; }));
    replies[1]->answer(202, {}, {});
    REQUIRE(eventually([&] { return count() == 3; }));
    replies[2]->answer(200, {}, "last");
    CHECK(wire.until("0\r\n\r\n").ends_with("\r\n\r\n1\r\na\r\n0\r\n\r\n"));
    CHECK(status_of(wire.response()) == 202);
    CHECK(body_of(wire.response()) == "last");
}

TEST_CASE("a peer that ends its side with its request gets the reply, and is forgotten") {
    const Rig rig(echo);
    const int peers = GENERATE(1, 40);
    std::vector<Wire> wires;
    for (int i = 0; i < peers; ++i) wires.push_back(rig.connect());
    for (const Wire& wire : wires) {
        REQUIRE(wire.send(get("/1") + get("/2")));
        REQUIRE(::shutdown(wire.fd(), SHUT_WR) == 0);
    }
    for (Wire& wire : wires) {
        CHECK(body_of(wire.response()) == "GET /1 ");
        CHECK(wire.all().find("GET /2 ") != std::string::npos);
        CHECK(wire.at_end());
    }
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
}

TEST_CASE("a reply can be written piece by piece, each sent at once") {
    std::shared_ptr<HttpReply> kept;
    std::atomic<bool> there = false;
    const Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        const HttpHeader type{"Content-Type", "text/event-stream"};
        reply->begin(200, {&type, 1});
        kept = std::move(reply);
        there = true;
        return std::make_shared<Exchange>([] {});
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    const std::string head = wire.until("\r\n\r\n");
    CHECK(head.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
    CHECK(head.find("Content-Length") == std::string::npos);
    REQUIRE(eventually([&] { return there.load(); }));
    CHECK(kept->write("data: 1\n\n") == 0);
    CHECK(wire.until("\n\n\r\n") == "9\r\ndata: 1\n\n\r\n");
    kept->write("");
    kept->end();
    kept->write("too late");
    CHECK(wire.until("\r\n\r\n") == "0\r\n\r\n");
    REQUIRE(wire.send(get("/again")));
    CHECK(status_of(wire.until("\r\n\r\n")) == 200);
    kept.reset();
}

TEST_CASE(
    "HTTP/1.0 gets a stream until the end of the connection, and sees when it is broken off") {
    const bool whole = GENERATE(true, false);
    const Rig rig([&](const HttpRequest&, std::shared_ptr<HttpReply> reply) {
        reply->begin(200, {});
        reply->write("part");
        if (whole)
            reply->end();
        else
            reply->abort();
        return nullptr;
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send("GET / HTTP/1.0\r\n\r\n"));
    const std::string response = wire.all();
    CHECK(wire.at_end());
    CHECK(wire.broken() == !whole);
    if (!whole) return;
    CHECK(response.find("chunked") == std::string::npos);
    CHECK(body_of(response) == "part");
}

TEST_CASE("a reply that is let go is a failure that the peer sees") {
    const Rig rig([](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
        if (request.target == "/begun") {
            reply->begin(200, {});
            reply->write("x");
        }
        return nullptr;
    });
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    CHECK(status_of(wire.response()) == 500);
    REQUIRE(wire.send(get("/begun")));
    const std::string response = wire.all();
    CHECK(response.find("\r\n0\r\n") == std::string::npos);
    CHECK(wire.at_end());
}

TEST_CASE("a handler that throws gives 500, and its words go to the log alone") {
    mcp::HttpServerOptions options;
    std::string logged;
    options.log = [&](std::string_view what) { logged = what; };
    const Rig rig(
        [](const HttpRequest&, std::shared_ptr<HttpReply>) -> std::shared_ptr<HttpExchange> {
            throw std::runtime_error("secret");
        },
        options);
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    const std::string response = wire.response();
    CHECK(status_of(response) == 500);
    CHECK(response.find("secret") == std::string::npos);
    CHECK(logged.find("secret") != std::string::npos);
}

TEST_CASE("HEAD, 204 and a header that is not valid") {
    mcp::HttpServerOptions options;
    options.log = [](std::string_view) {};
    const Rig rig(
        [](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
            const HttpHeader bad{"X", "a\r\nSet-Cookie: b"};
            if (request.target == "/204")
                reply->answer(204, {}, {});
            else if (request.target == "/bad")
                reply->answer(200, {&bad, 1}, "x");
            else if (request.target == "/begin")
                reply->begin(200, {&bad, 1});
            else
                reply->answer(200, {}, "abc");
            return nullptr;
        },
        options);
    Wire wire = rig.connect();
    REQUIRE(wire.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + get("/204") + get("/bad") +
                      get("/begin") + get("/")));
    CHECK(wire.until("\r\n\r\n").find("Content-Length: 3\r\n") != std::string::npos);
    const std::string empty = wire.until("\r\n\r\n");
    CHECK(status_of(empty) == 204);
    CHECK(empty.find("Content-Length") == std::string::npos);
    for (int i = 0; i < 2; ++i) {
        const std::string refused = wire.response();
        CHECK(status_of(refused) == 500);
        CHECK(refused.find("Set-Cookie") == std::string::npos);
    }
    CHECK(body_of(wire.response()) == "abc");
}

TEST_CASE("a body that is announced is asked for, once") {
    const Rig rig;
    Wire wire = rig.connect();
    REQUIRE(wire.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"));
    CHECK(wire.until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    REQUIRE(wire.send("ab"));
    REQUIRE(wire.send("cd"));
    CHECK(body_of(wire.response()) == "POST / abcd");
    REQUIRE(wire.send(post("x", "Expect: 100-continue\r\n")));  // it does not wait
    CHECK(status_of(wire.response()) == 200);
}

TEST_CASE("what is not HTTP/1.1 is refused, and the connection ends") {
    const std::pair<std::string, int> rows[] = {
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: "
         "chunked\r\n\r\n0\r\n\r\n",
         400},
        {"GET / HTTP/1.1\nHost: a\n\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n", 414},
        {"GET / HTTP/1.1\r\nX: " + std::string(9000, 'a') + "\r\n", 431},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
    };
    std::atomic<int> served = 0;
    const Rig rig([&](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
        ++served;
        return echo(request, reply);
    });
    for (const auto& [text, status] : rows) {
        INFO(text);
        Wire wire = rig.connect();
        REQUIRE(wire.send(text + get("/smuggled")));
        const std::string response = wire.all();
        CHECK(status_of(response) == status);
        CHECK(response.find("Connection: close\r\n") != std::string::npos);
        CHECK(response.find("HTTP/1.1", 9) == std::string::npos);
        CHECK(wire.at_end());
    }
    CHECK(served == 0);
}

TEST_CASE("who asks for it is let go after the reply") {
    const Rig rig;
    Wire wire = rig.connect();
    REQUIRE(wire.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get("/2")));
    const std::string response = wire.all();
    CHECK(response.find("Connection: close\r\n") != std::string::npos);
    CHECK(body_of(response) == "GET / ");
    CHECK(wire.at_end());
}
