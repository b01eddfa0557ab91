// The reply to one request of a connection, written by any thread.
#pragma once

#include <mcp/http.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace mcp::web {

class Connection;

class Reply final : public HttpReply {
public:
    Reply(std::shared_ptr<Connection> connection, int minor, bool to_head);
    /// A reply that is let go before its end is one that has failed.
    ~Reply() override;
    Reply(const Reply&) = delete;
    Reply& operator=(const Reply&) = delete;

    /// False when there are too many requests that wait for a reply.
    bool may_begin() const { return may_begin_; }

    void answer(int status, std::span<const HttpHeader> headers, std::string_view body) override;
    void begin(int status, std::span<const HttpHeader> headers) override;
    std::size_t write(std::string_view bytes) override;
    void end() override;
    void abort() override;
    void serving(std::shared_ptr<HttpExchange> exchange) override;

private:
    void waits_no_more();

    const std::shared_ptr<Connection> connection_;
    const int minor_;
    const bool to_head_;
    bool may_begin_;
    bool waits_ = true;
    bool begun_ = false;
    bool ended_ = false;
};

}  // namespace mcp::web
