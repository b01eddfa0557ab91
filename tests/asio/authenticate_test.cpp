// Who sends a request may be found out later, by any thread, or never. And what is open to all.
#include "support.hpp"

#include <catch.hpp>

#include <mutex>
#include <optional>

using namespace asio_test;
using mcp::Done;
using mcp::HttpIdentity;
using mcp::HttpServerOptions;

namespace {

/// Keeps what it is asked until a test answers.
class Clerk {
public:
    HttpServerOptions options() {
        HttpServerOptions all;
        all.authenticate_later = [this](const HttpRequest&, Done<HttpIdentity> done) {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(done));
        };
        return all;
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return waiting_.size();
    }
    Done<HttpIdentity> next() {
        const bool there = eventually([this] { return count() != 0; });
        REQUIRE(there);
        const std::lock_guard lock(mutex_);
        auto done = std::move(waiting_.front());
        waiting_.erase(waiting_.begin());
        return done;
    }

private:
    std::mutex mutex_{};
    std::vector<Done<HttpIdentity>> waiting_{};
};

HttpIdentity named(const char* principal) {
    HttpIdentity identity;
    identity.principal = principal;
    return identity;
}

/// Says who it is, and all that is in the request.
std::shared_ptr<HttpExchange> describe(const HttpRequest& request,
                                       const std::shared_ptr<HttpReply>& reply) {
    std::string text(request.principal);
    for (const std::string_view part : {request.method, request.target, request.body, request.peer})
        text.append(" ").append(part);
    for (const HttpHeader& each : request.headers) text.append(" ").append(each.name);
    reply->answer(200, {}, text);
    return nullptr;
}

}  // namespace

TEST_CASE("a request waits for its sender to be known, and is whole then") {
    Clerk clerk;
    Rig rig(&describe, clerk.options());
    Wire wire = rig.connect();
    Wire other = rig.connect();
    const std::string body(100'000, 'b');
    REQUIRE(wire.send(post(body, "Authorization: Bearer x\r\nDPoP: y\r\nX-Z: 1\r\n")));
    auto first = clerk.next();
    // Others go on meanwhile, on the only thread.
    REQUIRE(other.send(get("/other")));
    clerk.next()(named("bob"));
    CHECK(body_of(other.response()) == "bob GET /other  127.0.0.1 Host");
    std::thread([&] { first(named("alice")); }).join();
    CHECK(body_of(wire.response()) ==
          "alice POST /mcp " + body + " 127.0.0.1 Host X-Z Content-Length");
    // The connection goes on, too, and so does one whose requests were sent ahead.
    REQUIRE(wire.send(get("/1") + get("/2")));
    clerk.next()(named("carol"));
    CHECK(body_of(wire.response()).starts_with("carol GET /1"));
    clerk.next()(named("dave"));
    CHECK(body_of(wire.response()).starts_with("dave GET /2"));
}

TEST_CASE("a refusal that comes later has its status and its headers") {
    Clerk clerk;
    Rig rig(&describe, clerk.options());
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    HttpIdentity refused;
    refused.status = 401;
    refused.headers = {{"WWW-Authenticate", "Bearer"}};
    clerk.next()(refused);
    const std::string response = wire.response();
    CHECK(status_of(response) == 401);
    CHECK(response.find("WWW-Authenticate: Bearer\r\n") != std::string::npos);
}

TEST_CASE("an authenticator that gives no answer refuses") {
    Clerk clerk;
    Rig rig(&describe, clerk.options());
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    { const auto dropped = clerk.next(); }
    CHECK(status_of(wire.response()) == 500);

    HttpServerOptions throwing;
    throwing.authenticate_later = [](const HttpRequest&, Done<HttpIdentity>) {
        throw std::runtime_error("no");
    };
    throwing.log = [](std::string_view) {};
    Rig broken(&describe, throwing);
    Wire to_broken = broken.connect();
    REQUIRE(to_broken.send(get("/")));
    CHECK(status_of(to_broken.response()) == 500);
}

TEST_CASE("a peer that goes while its request waits is never served") {
    Clerk clerk;
    std::atomic<int> served = 0;
    std::optional<Done<HttpIdentity>> late;
    {
        Rig rig(
            [&](const HttpRequest&, const std::shared_ptr<HttpReply>& reply) {
                ++served;
                reply->answer(200, {}, {});
                return nullptr;
            },
            clerk.options());
        {
            Wire wire = rig.connect();
            REQUIRE(wire.send(get("/")));
            auto done = clerk.next();
            wire.close();
            CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
            done(named("alice"));
        }
        Wire wire = rig.connect();
        REQUIRE(wire.send(get("/")));
        late.emplace(clerk.next());
    }
    // The server has gone.
    (*late)(named("alice"));
    CHECK(served == 0);
}

TEST_CASE("what is open is given to anybody, and the rest is not") {
    Clerk clerk;
    HttpServerOptions options = clerk.options();
    options.open = [](const HttpRequest& request, HttpReply& reply) {
        if (request.target != "/open") return false;
        reply.answer(200, {}, "for all");
        return true;
    };
    Rig rig(&describe, options);
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/open")));
    CHECK(body_of(wire.response()) == "for all");
    CHECK(clerk.count() == 0);
    REQUIRE(wire.send(get("/closed")));
    clerk.next()(named("alice"));
    CHECK(body_of(wire.response()).starts_with("alice GET /closed"));
}

TEST_CASE("requests that wait are bounded") {
    Clerk clerk;
    HttpServerOptions options = clerk.options();
    options.limits.in_flight = 2;
    Rig rig(&describe, options);
    std::vector<Wire> wires;
    for (int i = 0; i < 2; ++i) {
        wires.push_back(rig.connect());
        REQUIRE(wires.back().send(get("/")));
    }
    REQUIRE(eventually([&] { return clerk.count() == 2; }));
    Wire third = rig.connect();
    REQUIRE(third.send(get("/")));
    CHECK(status_of(third.response()) == 503);
    for (Wire& wire : wires) {
        clerk.next()(named("alice"));
        CHECK(status_of(wire.response()) == 200);
    }
}
