// Requests of a program to a web server: what comes back, whom it believes, and its bounds.
#include "certificate.hpp"
#include "support.hpp"

#include <mcp/web_client.hpp>

#include <catch.hpp>

#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace asio_test;

namespace {

std::string address(const Rig& rig, const std::string& path = "/") {
    return "http://127.0.0.1:" + std::to_string(rig.server.port()) + path;
}

/// The error of a request; empty when there is none.
std::string failure(mcp::WebRequest request, const mcp::WebClientOptions& options = {}) {
    mcp::WebClient web(options);
    const auto reply = web.send(std::move(request));
    return reply ? std::string() : reply.error().message;
}

bool has(const std::string& text, std::string_view part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

/// Replies that have no end: silence on /silent, elsewhere a piece every few milliseconds.
class Endless {
public:
    std::shared_ptr<HttpExchange> serve(const HttpRequest& request,
                                        const std::shared_ptr<HttpReply>& reply) {
        if (!request.target.starts_with("/silent")) reply->begin(200, {});
        const std::lock_guard lock(mutex_);
        replies_.emplace_back(reply, !request.target.starts_with("/silent"));
        return std::make_shared<Exchange>([] {});
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return replies_.size();
    }

private:
    void write() {
        const std::lock_guard lock(mutex_);
        for (const auto& [reply, begun] : replies_) {
            if (begun) reply->write("x");
        }
    }

    std::mutex mutex_{};
    std::vector<std::pair<std::shared_ptr<HttpReply>, bool>> replies_{};
    std::jthread pieces_{[this](const std::stop_token& stop) {
        for (; !stop.stop_requested(); std::this_thread::sleep_for(milliseconds(5))) write();
    }};
};

}  // namespace

TEST_CASE("a web client gives the whole reply, whatever its status is") {
    const Rig rig([](const HttpRequest& request, const std::shared_ptr<HttpReply>& reply) {
        const HttpHeader later{"Retry-After", "7"};
        if (request.target == "/busy") {
            reply->answer(429, {&later, 1}, "slowly");
            return std::shared_ptr<HttpExchange>();
        }
        return echo(request, reply);
    });
    mcp::WebClient web;
    const auto posted =
        web.send({.method = "POST", .url = address(rig, "/x?y=1"), .body = "hello"});
    REQUIRE(posted);
    CHECK(posted->ok());
    CHECK(posted->body == "POST /x?y=1 hello");
    CHECK(posted->header("content-type") == "text/plain");

    const auto busy = web.send({.url = address(rig, "/busy")});
    REQUIRE(busy);
    CHECK(busy->status == 429);
    CHECK_FALSE(busy->ok());
    CHECK(busy->header("Retry-After") == "7");
    CHECK(busy->body == "slowly");
}

TEST_CASE("a web client believes whose certificate is signed, and goes nowhere else without TLS") {
    const Certificate authority("authority");
    const Certificate own("localhost", &authority);
    const TemporaryFile trusted(authority.certificate_pem());
    const TemporaryFile certificate(own.certificate_pem());
    const TemporaryFile key(own.key_pem());
    mcp::HttpServerOptions https;
    https.certificate = certificate.path();
    https.private_key = key.path();
    const Rig rig(&echo, https);
    const std::string url = "https://localhost:" + std::to_string(rig.server.port()) + "/";

    mcp::WebClientOptions options;
    options.tls.ca_file = trusted.path();
    CHECK(failure({.url = url}, options).empty());
    CHECK(has(failure({.url = url}), "certificate"));
    CHECK(has(
        failure({.url = "https://127.0.0.1:" + std::to_string(rig.server.port()) + "/"}, options),
        "verify failed"));

    CHECK(has(failure({.url = "http://192.0.2.1/"}), "it has no TLS"));
    options.allow_plain = true;
    options.proxy.from_environment = false;
    options.timeout = milliseconds(50);
    const std::string tried = failure({.url = "http://192.0.2.1/"}, options);
    CHECK_FALSE(tried.empty());
    CHECK_FALSE(has(tried, "TLS"));
    CHECK_FALSE(failure({.url = "no address"}).empty());
}

TEST_CASE("R112: a web client asks no name server for the names of this machine") {
    const Rig rig(&echo);
    const std::string port = std::to_string(rig.server.port());
    for (const char* name : {"localhost", "LocalHost", "mcp.localhost"}) {
        CHECK(failure({.url = std::string("http://") + name + ":" + port + "/"}).empty());
    }
}

TEST_CASE("a web client takes no reply that is too long, and waits for none for ever") {
    Endless endless;
    const Rig rig([&](const HttpRequest& request, const std::shared_ptr<HttpReply>& reply) {
        if (request.target.find("?key") != std::string::npos) return endless.serve(request, reply);
        if (request.target == "/away") {
            const HttpHeader to{"Location", "/elsewhere"};
            reply->answer(307, {&to, 1}, "");
        } else {
            reply->answer(200, {}, std::string(100'000, 'x'));
        }
        return std::shared_ptr<HttpExchange>();
    });
    mcp::WebClientOptions options;
    options.max_bytes = 99'999;
    CHECK(has(failure({.url = address(rig)}, options), "sent more than 99999 bytes"));
    options.max_bytes = 100'000;
    CHECK(failure({.url = address(rig)}, options).empty());

    options.timeout = milliseconds(50);
    const auto begun = Clock::now();
    for (const char* path : {"/silent", "/slow"}) {
        const std::string why =
            failure({.url = address(rig, path + std::string("?key=1"))}, options);
        CHECK(has(why, address(rig, path)));
        CHECK_FALSE(has(why, "key"));
    }
    CHECK(Clock::now() - begun < patience);

    // What a POST has in it is for the one it was sent to.
    CHECK(has(failure({.method = "POST", .url = address(rig, "/away"), .body = "private"}),
              "redirects"));
}

TEST_CASE("a web client gives up when it is told to") {
    Endless endless;
    const Rig rig([&](const HttpRequest& request, const std::shared_ptr<HttpReply>& reply) {
        return endless.serve(request, reply);
    });
    mcp::WebClient web;
    std::jthread waiting([&](std::stop_token stop) {
        const auto reply = web.send({.url = address(rig)}, std::move(stop));
        REQUIRE_FALSE(reply);
        CHECK(has(reply.error().message, "given up"));
    });
    CHECK(eventually([&] { return endless.count() == 1; }));
    waiting.request_stop();
}
