// Fetching over sockets, waiting for the reply.
#pragma once

#include "asio/client/http_fetcher.hpp"
#include "server.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "catch.hpp"

namespace mcp::http::test {

struct Reply {
    int status = 0;
    std::string body{};
    std::string url{};
    std::optional<std::string> failure{};
};

class Collector final : public FetchSink {
public:
    void head(FetchHead head) override {
        reply_.status = head.status;
        reply_.url = head.url.text();
    }
    void data(std::string_view bytes) override { reply_.body += bytes; }
    void end(std::optional<std::string> failure) override {
        reply_.failure = std::move(failure);
        promise_.set_value(reply_);
    }
    std::future<Reply> reply() { return promise_.get_future(); }

private:
    Reply reply_{};
    std::promise<Reply> promise_{};
};

class Web {
public:
    explicit Web(HttpClientOptions options = {}) : fetcher_(asio::http_fetcher(options)) {}

    Reply fetch(FetchRequest request) {
        const auto sink = std::make_shared<Collector>();
        auto reply = sink->reply();
        const auto fetch = fetcher_->start(std::move(request), sink);
        REQUIRE(reply.wait_for(std::chrono::seconds(20)) == std::future_status::ready);
        return reply.get();
    }
    Reply get(const std::string& url) {
        FetchRequest request;
        request.url = parse_url(url).value();
        request.repeatable = true;
        request.secret_headers = {{"Authorization", "Bearer s3cret"}};
        return fetch(std::move(request));
    }
    Reply post(const std::string& url, bool repeatable = false, std::string body = "hello") {
        FetchRequest request;
        request.method = "POST";
        request.url = parse_url(url).value();
        request.repeatable = repeatable;
        request.secret_headers = {{"Authorization", "Bearer s3cret"}};
        request.body = std::move(body);
        return fetch(std::move(request));
    }

private:
    std::shared_ptr<Fetcher> fetcher_;
};

/// Serves requests until the client goes.
inline void echo(Peer& peer) {
    for (Received request; (request = peer.receive()).whole;) {
        peer.reply(request.method + " " + request.target + " " + request.body, "text/plain");
    }
}

inline bool says(const Reply& reply, std::string_view what) {
    INFO(reply.failure.value_or("no failure"));
    const bool found = reply.failure && reply.failure->find(what) != std::string::npos;
    CHECK(found);
    return found;
}

}  // namespace mcp::http::test
