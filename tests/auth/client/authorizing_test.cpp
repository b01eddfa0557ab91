// Credentials on the requests of a connection.
#include "auth/client/authorizing_fetcher.hpp"

#include "fake_fetcher.hpp"

#include <atomic>
#include <functional>

#include "catch.hpp"

namespace mcp::auth::test {
namespace {

const std::string address = "https://mcp.example/mcp";

/// A source whose answers the test decides.
class ScriptedSource final : public TokenSource {
public:
    std::function<std::optional<HttpFields>()> give = [] {
        return HttpFields{{"Authorization", "Bearer first-token"}};
    };
    std::function<Result<bool, AuthError>(const TokenRefusal&, std::stop_token)> judge =
        [](const TokenRefusal&, std::stop_token) { return false; };
    std::vector<TokenRequest> asked{};
    std::vector<TokenRefusal> refusals{};
    std::string nonce{};

    std::optional<HttpFields> at_hand(const TokenRequest& request) override {
        asked.push_back(request);
        return give();
    }
    Result<HttpFields, AuthError> obtain(const TokenRequest&, std::stop_token) override {
        return HttpFields{{"Authorization", "Bearer obtained"}};
    }
    Result<bool, AuthError> refused(const TokenRequest&, const TokenRefusal& refusal,
                                    std::stop_token stop) override {
        refusals.push_back(refusal);
        return judge(refusal, std::move(stop));
    }
    void replied(const TokenRequest&, const HttpFields& headers) override {
        if (const auto* value = http::find_field(headers, "DPoP-Nonce")) nonce = *value;
    }
};

class Collected final : public http::FetchSink {
public:
    void head(http::FetchHead head) override { status = head.status; }
    void data(std::string_view bytes) override { body += bytes; }
    void end(std::optional<std::string> why) override {
        failure = std::move(why);
        promise_.set_value();
    }
    bool wait() {
        return promise_.get_future().wait_for(std::chrono::seconds(10)) ==
               std::future_status::ready;
    }
    int status = 0;
    std::string body{};
    std::optional<std::string> failure{};

private:
    std::promise<void> promise_{};
};

struct Connection {
    std::shared_ptr<FakeFetcher> inner = std::make_shared<FakeFetcher>();
    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<http::Fetcher> outer = authorizing_fetcher(inner, source, address);
    std::shared_ptr<Collected> sink = std::make_shared<Collected>();

    std::unique_ptr<http::Fetch> send(const std::string& url = address,
                                      const std::string& method = "POST") {
        http::FetchRequest request;
        request.method = method;
        request.url = http::parse_url(url).value();
        request.body = "message";
        return outer->start(std::move(request), sink);
    }
    std::string sent(std::size_t at) {
        const auto request = inner->request(at);
        const auto* value = http::find_field(request.secret_headers, "Authorization");
        return value ? *value : "";
    }
};

TEST_CASE("ACL-20 R415 every request has the token, in a header that stays at its origin") {
    Connection connection;
    for (const std::string method : {"POST", "GET", "DELETE"}) {
        connection.sink = std::make_shared<Collected>();
        const auto fetch = connection.send(address + "?session=1", method);
        const std::size_t at = connection.inner->requests.size() - 1;
        CHECK(connection.sent(at) == "Bearer first-token");
        CHECK(connection.inner->request(at).headers.empty());
        CHECK(connection.inner->request(at).url.text().find("token") == std::string::npos);
        CHECK(connection.source->asked.back().url == address);
        CHECK(connection.source->asked.back().method == method);
    }
}

TEST_CASE("ACL-21 R416 no token goes to another origin") {
    Connection connection;
    for (const std::string url :
         {"https://other.example/mcp", "http://mcp.example/mcp", "https://mcp.example:444/mcp"}) {
        connection.sink = std::make_shared<Collected>();
        const auto fetch = connection.send(url);
        CHECK(connection.sent(connection.inner->requests.size() - 1).empty());
    }
    CHECK(connection.source->asked.empty());
}

TEST_CASE("ACL-21 a challenge from where a redirect led is not answered") {
    Connection connection;
    const auto fetch = connection.send(address, "GET");
    connection.inner->head(0, 401, {{"WWW-Authenticate", "Bearer"}}, "https://evil.example/");
    connection.inner->end(0);
    REQUIRE(connection.sink->wait());
    CHECK(connection.sink->status == 401);
    CHECK(connection.source->refusals.empty());
}

TEST_CASE("ACL-01 a refused request is made again with what the source has then") {
    Connection connection;
    std::string token = "Bearer first-token";
    connection.source->give = [&] { return HttpFields{{"Authorization", token}}; };
    connection.source->judge = [&](const TokenRefusal&, std::stop_token) {
        token = "Bearer second-token";
        return true;
    };
    const auto fetch = connection.send();
    connection.inner->reply(0, 401, "no",
                            {{"WWW-Authenticate", "Basic"}, {"www-authenticate", "Bearer"}});
    REQUIRE(connection.inner->wait(2));
    CHECK(connection.sent(1) == "Bearer second-token");
    CHECK(connection.inner->request(1).body == "message");
    CHECK(connection.sink->status == 0);
    connection.inner->reply(1, 200, "yes", {{"DPoP-Nonce", "n"}});
    REQUIRE(connection.sink->wait());
    CHECK(connection.sink->status == 200);
    CHECK(connection.sink->body == "yes");
    CHECK(connection.source->nonce == "n");
    REQUIRE(connection.source->refusals.size() == 1);
    CHECK(connection.source->refusals[0].challenges == std::vector<std::string>{"Basic", "Bearer"});
    CHECK(connection.source->refusals[0].sent[0].second == "Bearer first-token");
}

TEST_CASE("a token that has to be waited for is waited for elsewhere") {
    Connection connection;
    connection.source->give = [] { return std::nullopt; };
    const auto fetch = connection.send();
    REQUIRE(connection.inner->wait(1));
    CHECK(connection.sent(0) == "Bearer obtained");
}

TEST_CASE("ACL-23 a source that always wants another try does not get one for ever") {
    Connection connection;
    connection.source->judge = [](const TokenRefusal&, std::stop_token) { return true; };
    const auto fetch = connection.send();
    std::size_t at = 0;
    for (; at < 50 && connection.sink->status == 0; ++at) {
        REQUIRE(connection.inner->wait(at + 1));
        connection.inner->reply(at, 403, "no");
    }
    CHECK(at == 7);
    CHECK(connection.sink->status == 403);
}

TEST_CASE("secrets in logs: what a refusal says back is without the token") {
    Connection connection;
    const auto fetch = connection.send();
    connection.inner->head(0, 401);
    connection.inner->data(0, "bad token first-");
    connection.inner->data(0, "token, go away");
    connection.inner->end(0);
    REQUIRE(connection.sink->wait());
    CHECK(connection.sink->status == 401);
    CHECK(connection.sink->body == "bad token ***, go away");
}

TEST_CASE("secrets in logs: why there was no login is told, without the token") {
    Connection connection;
    connection.source->judge = [](const TokenRefusal&, std::stop_token) -> Result<bool, AuthError> {
        return Unexpected(AuthError{AuthFailure::refused, "no use for first-token", {}});
    };
    const auto fetch = connection.send();
    connection.inner->reply(0, 401);
    REQUIRE(connection.sink->wait());
    CHECK(connection.sink->failure == "authorization: no use for ***");
}

TEST_CASE("what a source throws is a failure of the request") {
    Connection connection;
    SECTION("where it must not wait") {
        connection.source->give = []() -> std::optional<HttpFields> {
            throw std::runtime_error("the file is gone");
        };
        const auto fetch = connection.send();
        REQUIRE(connection.sink->wait());
        CHECK(connection.sink->failure == "authorization: the file is gone");
    }
    SECTION("where it may") {
        connection.source->judge = [](const TokenRefusal&,
                                      std::stop_token) -> Result<bool, AuthError> {
            throw std::runtime_error("the file is gone");
        };
        const auto fetch = connection.send();
        connection.inner->reply(0, 403);
        REQUIRE(connection.sink->wait());
        CHECK(connection.sink->failure == "authorization: the file is gone");
    }
}

TEST_CASE("the end of a connection stops the login that it waits for") {
    Connection connection;
    std::promise<void> begun;
    std::atomic<bool> stopped = false;
    connection.source->judge = [&](const TokenRefusal&, std::stop_token stop) {
        begun.set_value();
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stopped = true;
        return false;
    };
    auto fetch = connection.send();
    connection.inner->reply(0, 401);
    begun.get_future().wait();
    fetch.reset();
    connection.outer.reset();
    CHECK(stopped);
    CHECK(connection.sink->status == 0);
}

}  // namespace
}  // namespace mcp::auth::test
