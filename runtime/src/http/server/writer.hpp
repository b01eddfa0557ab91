// One reply as it is written: JSON as a whole, or a stream of events. Knows HttpReply and the
// headers that every reply has, but no message.
//
//   fresh --answer--> ended
//   fresh --open--> streaming --end, abort--> ended
#pragma once

#include <mcp/http.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::http {

/// Used by one thread at a time.
class Writer {
public:
    Writer() = default;  ///< nobody
    Writer(std::shared_ptr<HttpReply> reply, std::size_t max_queued)
        : reply_(std::move(reply)), max_queued_(max_queued) {}

    /// The page whose script may read the reply; `vary` says that it depends on the page.
    void set_cors(std::string origin, bool vary) {
        origin_ = std::move(origin);
        vary_ = vary;
    }
    /// For the reply that tells the client its session.
    void set_session(std::string id) { session_ = std::move(id); }

    /// A whole reply. Without a body when `body` is empty.
    void answer(int status, std::string_view body = {}, std::string_view type = "application/json");
    /// The same with one more header.
    void answer_with(int status, HttpHeader more, std::string_view body = {});
    /// The answer to a preflight request.
    void preflight(std::string_view methods, std::string_view headers);

    /// The head of a stream of events. Does nothing the second time.
    void open();
    /// Writes to the stream. False when the peer does not take it: the stream has been cut.
    bool write(std::string_view bytes);
    void end();
    void abort();
    /// Whom to tell when the peer goes.
    void serving(std::shared_ptr<HttpExchange> exchange) {
        if (reply_) reply_->serving(std::move(exchange));
    }
    /// The peer is gone.
    void drop() { reply_.reset(); }

    bool fresh() const { return reply_ && !streaming_; }
    bool streaming() const { return reply_ && streaming_; }
    bool ended() const { return !reply_; }
    const HttpReply* reply() const { return reply_.get(); }

private:
    std::size_t fill(HttpHeader* headers, std::string_view type) const;

    std::shared_ptr<HttpReply> reply_{};
    std::size_t max_queued_ = 0;
    std::string origin_{};
    std::string session_{};
    bool vary_ = false;
    bool streaming_ = false;
};

}  // namespace mcp::http
