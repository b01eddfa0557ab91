// An mcp::HttpEndpoint behind cpp-httplib. That has a thread for each request, which waits here for
// what the server says: so it needs as many threads as there may be open streams.
#pragma once

#include <mcp/http.hpp>

#include <httplib.h>

#include <condition_variable>
#include <mutex>

/// A reply on its way from the server's threads to the one of its request.
class Reply final : public mcp::HttpReply, public std::enable_shared_from_this<Reply> {
public:
    using Headers = std::span<const mcp::HttpHeader>;
    void answer(int status, Headers headers, std::string_view body) override {
        change([&] { set_head(status, headers), text_ = body, over_ = true; });
    }
    void begin(int status, Headers headers) override {
        change([&] { set_head(status, headers), streams_ = true; });
    }
    std::size_t write(std::string_view bytes) override {
        return change([&] { text_ += bytes; });
    }
    void end() override {
        change([&] { over_ = true; });
    }
    void abort() override {
        change([&] { over_ = broken_ = true; });
    }

    /// Waits for a whole answer, or for the head of a stream.
    void send(httplib::Response& response, std::shared_ptr<mcp::HttpExchange> exchange) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return streams_ || over_; });
        if (!streams_) response.body = std::move(text_);
        if (streams_) {
            response.set_chunked_content_provider(
                {},
                [self = shared_from_this()](auto, auto& sink) { return self->send_piece(sink); },
                [exchange](bool sent) {
                    if (!sent && exchange) exchange->disconnected();
                });
        }
        response.status = status_;
        response.headers = headers_;
    }

private:
    /// False when the connection is of no use any more.
    bool send_piece(httplib::DataSink& sink) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(100),
                          [this] { return over_ || !text_.empty(); });
        const std::string text = std::exchange(text_, {});
        const bool last = over_, broken = broken_;
        lock.unlock();
        if (broken || !sink.is_writable()) return false;
        if (!text.empty() && !sink.write(text.data(), text.size())) return false;
        if (last) sink.done();
        return true;
    }
    void set_head(int status, Headers headers) {
        status_ = status;
        for (const auto& [name, value] : headers) headers_.emplace(name, value);
    }
    std::size_t change(const auto& how) {
        const std::lock_guard lock(mutex_);
        how();
        changed_.notify_all();
        return text_.size();
    }
    std::mutex mutex_{};
    std::condition_variable changed_{};
    int status_ = 500;
    httplib::Headers headers_{};
    std::string text_{};
    bool streams_ = false, over_ = false, broken_ = false;
};
