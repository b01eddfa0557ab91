// A fetcher that keeps what is asked of it, and replies when the test says so.
#pragma once

#include "http/client/fetcher.hpp"

#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace mcp::auth::test {

class FakeFetcher final : public http::Fetcher {
public:
    std::vector<http::FetchRequest> requests{};

    std::unique_ptr<http::Fetch> start(http::FetchRequest request,
                                       std::shared_ptr<http::FetchSink> sink) override {
        const std::lock_guard lock(mutex_);
        requests.push_back(std::move(request));
        sinks_.push_back(std::move(sink));
        const auto alive = std::make_shared<int>();
        alive_.push_back(alive);
        changed_.notify_all();
        return std::make_unique<Handle>(alive);
    }

    /// Waits until so many requests were made; false when they do not come.
    bool wait(std::size_t count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(10),
                                 [&] { return requests.size() >= count; });
    }
    http::FetchRequest request(std::size_t at) {
        const std::lock_guard lock(mutex_);
        return requests.at(at);
    }
    void head(std::size_t at, int status, http::Fields headers = {}, std::string_view from = {}) {
        const http::Url url = from.empty() ? request(at).url : http::parse_url(from).value();
        sink(at)->head({status, std::move(headers), url});
    }
    void data(std::size_t at, std::string_view bytes) { sink(at)->data(bytes); }
    void end(std::size_t at, std::optional<std::string> failure = {}) {
        sink(at)->end(std::move(failure));
    }
    void reply(std::size_t at, int status, std::string_view body = {}, http::Fields headers = {}) {
        head(at, status, std::move(headers));
        if (!body.empty()) data(at, body);
        end(at);
    }
    bool given_up(std::size_t at) {
        const std::lock_guard lock(mutex_);
        return alive_.at(at).expired();
    }

private:
    class Handle final : public http::Fetch {
    public:
        explicit Handle(std::shared_ptr<int> alive) : alive_(std::move(alive)) {}

    private:
        std::shared_ptr<int> alive_;
    };
    std::shared_ptr<http::FetchSink> sink(std::size_t at) {
        const std::lock_guard lock(mutex_);
        return sinks_.at(at);
    }

    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::vector<std::shared_ptr<http::FetchSink>> sinks_{};
    std::vector<std::weak_ptr<int>> alive_{};
};

}  // namespace mcp::auth::test
