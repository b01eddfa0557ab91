// Guarded fetches: against a fetcher that is a script, and where addresses are looked at.
#include "auth/fetch.hpp"

#include "asio/client/http_fetcher.hpp"
#include "fake_fetcher.hpp"

#include <array>
#include <optional>
#include <string>

#include "catch.hpp"

namespace mcp::auth::test {
namespace {

struct Outcome {
    std::optional<Result<WebReply>> result{};
    std::string failure() const { return result && !*result ? result->error().message : ""; }
};

std::shared_ptr<GuardedFetch> get(const std::shared_ptr<FakeFetcher>& fetcher, Outcome& outcome,
                                  const FetchGuard& guard = {}, WebRequest request = {}) {
    if (request.url.empty()) request.url = "https://a.example/doc";
    return GuardedFetch::start(fetcher, std::move(request), guard, [&](Result<WebReply> result) {
        REQUIRE_FALSE(outcome.result);
        outcome.result = std::move(result);
    });
}

bool may(http::Reach reach, std::initializer_list<int> address) {
    std::array<std::uint8_t, 16> bytes{};
    std::size_t size = 0;
    for (const int each : address) bytes[size++] = static_cast<std::uint8_t>(each);
    return http::may_reach(reach, std::span(bytes).first(size));
}

TEST_CASE("ACL-27 R420 ranges that are not public are not reached") {
    using http::Reach;
    for (const auto& address : std::initializer_list<std::initializer_list<int>>{
             {10, 0, 0, 1},
             {172, 16, 0, 1},
             {172, 31, 255, 255},
             {192, 168, 1, 1},
             {169, 254, 169, 254},
             {100, 64, 0, 1},
             {0, 0, 0, 0},
             {224, 0, 0, 1},
             {255, 255, 255, 255},
             {198, 18, 0, 1},
             {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
             {0xfc, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
             {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
             {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 169, 254, 169, 254},
             {0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1},
             {0x20, 0x02, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
             {0x20, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
        CHECK_FALSE(may(Reach::public_only, address));
        CHECK_FALSE(may(Reach::public_or_loopback, address));
        CHECK_FALSE(may(Reach::loopback_only, address));
        CHECK(may(Reach::anywhere, address));
    }
    for (const auto& address : std::initializer_list<std::initializer_list<int>>{
             {93, 184, 216, 34},
             {172, 32, 0, 1},
             {0x2a, 0, 0x14, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
        CHECK(may(Reach::public_only, address));
        CHECK_FALSE(may(Reach::loopback_only, address));
    }
    for (const auto& address : std::initializer_list<std::initializer_list<int>>{
             {127, 0, 0, 1},
             {127, 255, 0, 1},
             {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1},
             {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
        CHECK_FALSE(may(Reach::public_only, address));
        CHECK(may(Reach::public_or_loopback, address));
        CHECK(may(Reach::loopback_only, address));
    }
    CHECK_FALSE(may(Reach::public_only, {1, 2, 3}));
}

TEST_CASE("R420 numbers that resolvers take for addresses are seen through") {
    for (const std::string_view host : {"2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1",
                                        "1.2.3.4.5", "1.2.3", "0x", "1.2.3.04", "1.2.3.4444"}) {
        INFO(host);
        CHECK(http::is_odd_number(host));
    }
    for (const std::string_view host : {"127.0.0.1", "93.184.216.34", "example.com", "a.1b", "::1",
                                        "1.example", "0x7f.example"}) {
        INFO(host);
        CHECK_FALSE(http::is_odd_number(host));
    }
}

TEST_CASE("ACL-24 without TLS only this machine is reached, and by its address") {
    const auto fetcher = std::make_shared<FakeFetcher>();
    Outcome outcome;
    FetchGuard guard;
    guard.allow_loopback = guard.allow_private = true;
    SECTION("a name") {
        const auto fetch = get(fetcher, outcome, guard, {.url = "http://a.example/"});
        CHECK(outcome.failure() == "http://a.example/ is not fetched: it has no TLS");
        CHECK(fetcher->requests.empty());
    }
    SECTION("this machine") {
        const auto fetch = get(fetcher, outcome, guard, {.url = "http://localhost:1/"});
        CHECK(fetcher->requests.at(0).reach == http::Reach::loopback_only);
        fetch->cancel();
    }
    SECTION("with TLS") {
        const auto fetch = get(fetcher, outcome, guard);
        CHECK(fetcher->requests.at(0).reach == http::Reach::anywhere);
        const auto public_one = get(fetcher, outcome);
        CHECK(fetcher->requests.at(1).reach == http::Reach::public_only);
        fetch->cancel();
        public_one->cancel();
    }
}

TEST_CASE("ACL-27 R420 SSRF by redirect: every hop is looked at") {
    for (const std::string to : {"http://a.example/", "https://127.0.0.1/", "https://localhost/",
                                 "http://169.254.169.254/", "https://0x7f.1/", "file:///etc/passwd",
                                 "http+unix://%2Fs/x"}) {
        INFO(to);
        const auto fetcher = std::make_shared<FakeFetcher>();
        Outcome outcome;
        const auto fetch = get(fetcher, outcome);
        CHECK_FALSE(fetcher->requests.at(0).follow_redirects);
        fetcher->reply(0, 302, {}, {{"Location", to}});
        REQUIRE(outcome.result);
        CHECK_FALSE(*outcome.result);
        CHECK(fetcher->requests.size() == 1);
    }
}

TEST_CASE("redirects: within limits, with their own address check, without secrets") {
    const auto fetcher = std::make_shared<FakeFetcher>();
    Outcome outcome;
    const auto fetch =
        get(fetcher, outcome, {},
            {.url = "https://a.example/doc", .secret_headers = {{"Authorization", "secret"}}});
    CHECK(fetcher->requests[0].secret_headers.size() == 1);
    fetcher->reply(0, 302, {}, {{"Location", "/other"}});
    CHECK(fetcher->requests.at(1).url.text() == "https://a.example/other");
    CHECK(fetcher->requests[1].secret_headers.size() == 1);
    fetcher->reply(1, 301, {}, {{"Location", "https://b.example/x"}});
    CHECK(fetcher->requests.at(2).secret_headers.empty());
    CHECK(fetcher->requests[2].reach == http::Reach::public_only);
    fetcher->reply(2, 307, {}, {{"Location", "https://c.example/"}});
    SECTION("it ends") {
        fetcher->reply(3, 200, "done");
        REQUIRE(outcome.result);
        CHECK((*outcome.result)->body == "done");
    }
    SECTION("it does not end") {
        fetcher->reply(3, 302, {}, {{"Location", "https://d.example/"}});
        CHECK(outcome.failure() == "https://c.example/ redirects too often");
    }
}

TEST_CASE("what is posted is not sent on") {
    const auto fetcher = std::make_shared<FakeFetcher>();
    Outcome outcome;
    const auto fetch = get(fetcher, outcome, {},
                           {.method = "POST", .url = "https://a.example/token", .body = "code"});
    fetcher->reply(0, 307, {}, {{"Location", "https://a.example/other"}});
    CHECK(outcome.failure() == "https://a.example/token redirects; such a request is not sent on");
    CHECK(fetcher->requests.size() == 1);
}

TEST_CASE("oversized and endless metadata is cut off") {
    const auto fetcher = std::make_shared<FakeFetcher>();
    Outcome outcome;
    SECTION("size") {
        const auto fetch = get(fetcher, outcome, {.max_bytes = 10});
        fetcher->head(0, 200);
        fetcher->data(0, "12345");
        CHECK_FALSE(outcome.result);
        fetcher->data(0, "678901");
        CHECK(outcome.failure() == "https://a.example/doc sent more than 10 bytes");
        CHECK(fetcher->given_up(0));
    }
    SECTION("time") {
        const auto fetch = get(fetcher, outcome, {.timeout = std::chrono::milliseconds(1)});
        CHECK(fetcher->requests[0].reply_timeout == std::chrono::milliseconds(1));
        fetcher->head(0, 200);
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        fetcher->data(0, "1");
        CHECK(outcome.failure() == "https://a.example/doc did not end in time");
        CHECK(fetcher->given_up(0));
    }
}

TEST_CASE("a wait for a fetch ends when it is stopped") {
    const auto fetcher = std::make_shared<FakeFetcher>();
    std::stop_source stop;
    stop.request_stop();
    const auto reply =
        waiting_web(fetcher)->fetch({.url = "https://a.example/"}, {}, stop.get_token());
    REQUIRE_FALSE(reply);
    CHECK(fetcher->given_up(0));
}

TEST_CASE("ACL-27 R420 DNS rebinding: the address that a name has become is looked at") {
    // `localhost` is a name like any other to whoever connects.
    const auto fetcher = asio::http_fetcher({});
    const auto why = [&](http::Reach reach) {
        struct Sink final : http::FetchSink {
            void head(http::FetchHead) override {}
            void data(std::string_view) override {}
            void end(std::optional<std::string> failure) override {
                ended.set_value(failure.value_or(""));
            }
            std::promise<std::string> ended{};
        };
        const auto sink = std::make_shared<Sink>();
        http::FetchRequest request;
        request.url = http::parse_url("http://localhost:1/").value();
        request.reach = reach;
        const auto fetch = fetcher->start(std::move(request), sink);
        return sink->ended.get_future().get();
    };
    const std::string refused = "it is not allowed to connect to the address of localhost";
    CHECK(why(http::Reach::public_only) == refused);
    CHECK(why(http::Reach::loopback_only) != refused);
    CHECK(why(http::Reach::loopback_only).find("cannot connect") == 0);
}

}  // namespace
}  // namespace mcp::auth::test
