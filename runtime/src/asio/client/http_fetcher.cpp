// Handing requests to the I/O thread.
#include "asio/client/http_fetcher.hpp"

#include "asio/client/http_fetch.hpp"
#include "asio/client/io_thread.hpp"
#include "auth/client/authorizing_fetcher.hpp"
#include "http/client/link_transport.hpp"

#include <cstdlib>
#include <utility>

namespace mcp {

namespace asio {

namespace {

class Handle final : public http::Fetch {
public:
    Handle(std::shared_ptr<IoThread> thread, std::shared_ptr<HttpFetch> fetch)
        : thread_(std::move(thread)), fetch_(std::move(fetch)) {}
    ~Handle() override {
        thread_->post([fetch = std::move(fetch_)] { fetch->stop(); });
    }
    void pause(bool paused) override {
        thread_->post([fetch = fetch_, paused] { fetch->pause(paused); });
    }

private:
    std::shared_ptr<IoThread> thread_;
    std::shared_ptr<HttpFetch> fetch_;  // alone while it is paused
};

class HttpFetcher final : public http::Fetcher {
public:
    explicit HttpFetcher(const HttpClientOptions& options) : thread_(IoThread::get()) {
        parts_.settings = std::make_shared<ConnectorSettings>();
        parts_.settings->options = options;
        parts_.pool = std::make_shared<Pool>(options.max_connections);
        parts_.proxies = std::make_shared<http::ProxyRules>(
            options.proxy, [](const char* name) -> const char* { return std::getenv(name); });
    }
    ~HttpFetcher() override {
        thread_->post([pool = parts_.pool] { pool->close_all(); });
    }

    std::unique_ptr<http::Fetch> start(http::FetchRequest request,
                                       std::shared_ptr<http::FetchSink> sink) override {
        auto fetch = std::make_shared<HttpFetch>(thread_->context(), parts_, std::move(request),
                                                 std::move(sink));
        thread_->post([fetch] { fetch->begin(); });
        return std::make_unique<Handle>(thread_, fetch);
    }

private:
    std::shared_ptr<IoThread> thread_;
    FetcherParts parts_{};
};

}  // namespace

std::shared_ptr<http::Fetcher> http_fetcher(const HttpClientOptions& options) {
    return std::make_shared<HttpFetcher>(options);
}

}  // namespace asio

std::unique_ptr<Transport> http_transport(HttpClientOptions options) {
    auto fetcher = asio::http_fetcher(options);
    if (options.token_source) {
        fetcher = auth::authorizing_fetcher(std::move(fetcher), options.token_source, options.url);
    }
    return http::link_transport(std::move(options), std::move(fetcher));
}

}  // namespace mcp
