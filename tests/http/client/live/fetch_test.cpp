// Fetches over sockets: connections that are kept, redirects, times, bounds.
#include "web.hpp"

#include <unistd.h>

#include <map>
#include <thread>

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;
using namespace std::chrono_literals;

TEST_CASE("a connection is kept for the next request") {
    Server server(echo);
    Web web;
    for (int i = 0; i < 20; ++i) {
        const Reply reply = web.post(server.url());
        CHECK(reply.status == 200);
        CHECK(reply.body == "POST /mcp hello");
    }
    CHECK(server.connections() == 1);
}

TEST_CASE("a reply may have chunks, or end with the connection") {
    const std::string reply =
        GENERATE("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
                 "Connection: close\r\n\r\nabcde", "Content-Length: 5\r\n\r\nabcde");
    Server server([&](Peer& peer) {
        (void)peer.receive();
        for (const char c : "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + reply) {
            peer.write({&c, 1});
        }
    });
    const Reply got = Web().get(server.url());
    CHECK(got.body == "abcde");
    CHECK_FALSE(got.failure);
}

TEST_CASE("a kept connection that was closed is replaced, when sending twice does no harm") {
    const bool repeatable = GENERATE(true, false);
    std::atomic<int> calls = 0;
    Server server([&](Peer& peer) {
        (void)peer.receive();
        peer.reply("first");
        if (peer.number == 1) {
            (void)peer.receive();  // the second request is read, and never answered
            ++calls;
            return;
        }
        echo(peer);
    });
    Web web;
    CHECK(web.post(server.url(), repeatable).body == "first");
    const Reply second = web.post(server.url(), repeatable);
    CHECK(calls == 1);
    if (repeatable) {
        CHECK(second.body == "first");
        CHECK(server.connections() == 2);
    } else {
        says(second, "closed the connection");
        CHECK(server.connections() == 1);
    }
}

TEST_CASE("a connection that the server has closed meanwhile is not used") {
    Server server([](Peer& peer) {
        (void)peer.receive();
        peer.reply("once");  // and closes
    });
    Web web;
    for (int i = 0; i < 5; ++i) {
        CHECK(web.post(server.url()).body == "once");
        std::this_thread::sleep_for(20ms);
    }
    CHECK(server.connections() == 5);
}

TEST_CASE("HC-15 redirects keep method and body, and stay at the origin") {
    Server other(echo);
    std::string to;
    std::string status = "307 Temporary Redirect";
    std::string seen_authorization;
    Server server([&](Peer& peer) {
        for (Received request; (request = peer.receive()).whole;) {
            if (request.target == "/mcp") {
                peer.reply("", "", status, "Location: " + to + "\r\n");
            } else {
                seen_authorization = request.headers["authorization"];
                peer.reply(request.method + " " + request.target + " " + request.body);
            }
        }
    });
    Web web;
    SECTION("307 and 308 within the origin") {
        to = "/mcp/?a=b";
        status = GENERATE("307 Temporary Redirect", "308 Permanent Redirect");
        const Reply reply = web.post(server.url());
        CHECK(reply.body == "POST /mcp/?a=b hello");
        CHECK(reply.url == server.url() + "/?a=b");
        CHECK(seen_authorization == "Bearer s3cret");
    }
    SECTION("to another origin what was posted does not go") {
        to = other.url() + "/x";
        says(web.post(server.url()), "another origin");
        CHECK(other.connections() == 0);
    }
    SECTION("a POST does not become a GET") {
        to = "/x";
        status = GENERATE("301 Moved Permanently", "302 Found", "303 See Other");
        CHECK(web.post(server.url()).status == std::stoi(status));
    }
    SECTION("in a circle") {
        to = "/mcp";
        says(web.post(server.url()), "too often");
    }
    SECTION("to what is no address") {
        to = "http://[";
        says(web.post(server.url()), "redirects to");
    }
}

TEST_CASE("HC-15 SEC-07 credentials do not follow a GET to another origin") {
    std::map<std::string, std::string> seen;
    Server other([&](Peer& peer) {
        seen = peer.receive().headers;
        peer.reply("there");
    });
    Server server([&](Peer& peer) {
        (void)peer.receive();
        peer.reply("", "", "302 Found", "Location: " + other.url() + "\r\n");
    });
    CHECK(Web().get(server.url()).body == "there");
    CHECK(seen.contains("host"));
    CHECK_FALSE(seen.contains("authorization"));
}

TEST_CASE("a Unix socket takes the place of a host") {
    const std::string path = "/tmp/mcpgen-test-" + std::to_string(::getpid()) + ".sock";
    ::unlink(path.c_str());
    std::string escaped;
    for (const char c : path) escaped += c == '/' ? std::string("%2F") : std::string(1, c);
    Server server(echo, nullptr, path);
    CHECK(Web().get("http+unix://" + escaped + "/mcp?x").body == "GET /mcp?x ");
    ::unlink(path.c_str());
    says(Web().get("http+unix://%2Fnowhere/mcp"), "/nowhere");
}

TEST_CASE("every step has its time, and says which one it was") {
    Server silent([](Peer& peer) {
        while (peer.receive().whole) {}
    });
    FetchRequest request;
    request.url = parse_url(silent.url()).value();
    request.reply_timeout = 50ms;
    SECTION("the reply") { says(Web().fetch(request), "no reply came in time"); }
    SECTION("TLS") {
        request.url.tls = true;
        HttpClientOptions options;
        options.connect_timeout = 50ms;
        request.reply_timeout = 0ms;
        says(Web(options).fetch(request), "takes too long");
    }
    SECTION("a stream") {
        Server begun([](Peer& peer) {
            (void)peer.receive();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            (void)peer.receive();
        });
        request.url = parse_url(begun.url()).value();
        request.idle_timeout = 50ms;
        const Reply reply = Web().fetch(request);
        CHECK(reply.body == "abc");
        says(reply, "nothing came");
    }
    SECTION("a connection") {
        int port = 0;
        {
            Server gone(echo);
            port = gone.port();
        }
        says(Web().get("http://127.0.0.1:" + std::to_string(port)), "refused");
    }
    SECTION("a name") { says(Web().get("http://nowhere.invalid/"), "nowhere.invalid"); }
}

TEST_CASE("what is no HTTP, or too much of it, is refused") {
    const std::string reply =
        GENERATE(std::string("HTTP/1.1 200 OK\r\nA: ") + std::string(40'000, 'x') + "\r\n\r\n",
                 std::string("SSH-2.0-OpenSSH\r\n\r\n"),
                 std::string("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
                 std::string("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"));
    Server server([&](Peer& peer) {
        (void)peer.receive();
        peer.write(reply);
    });
    CHECK(Web().get(server.url()).failure);
}

TEST_CASE("a header cannot become two") {
    Server server(echo);
    FetchRequest request;
    request.url = parse_url(server.url()).value();
    const std::string value =
        GENERATE(std::string("a\r\nY: b"), std::string("a\nb"), std::string("a\0b", 3));
    request.headers = {{"X", value}};
    says(Web().fetch(request), "header");
}

TEST_CASE("a fetch that is given up closes its connection") {
    std::promise<void> received;
    std::promise<bool> closed;
    Server server([&](Peer& peer) {
        (void)peer.receive();
        received.set_value();
        closed.set_value(!peer.receive().whole);
    });
    const auto fetcher = asio::http_fetcher({});
    FetchRequest request;
    request.url = parse_url(server.url()).value();
    auto fetch = fetcher->start(request, std::make_shared<Collector>());
    REQUIRE(received.get_future().wait_for(5s) == std::future_status::ready);
    fetch.reset();
    auto seen = closed.get_future();
    REQUIRE(seen.wait_for(5s) == std::future_status::ready);
    CHECK(seen.get());
}
