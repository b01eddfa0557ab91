// A connection to a server or a proxy: TCP or a Unix socket, with or without TLS. All on the I/O
// thread.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mcp::asio {

class Socket {
public:
    using Plain = boost::asio::generic::stream_protocol::socket;
    using Tls = boost::asio::ssl::stream<Plain&>;
    explicit Socket(boost::asio::io_context& context) : plain_(context) {}

    Plain& plain() { return plain_; }
    Tls& add_tls(boost::asio::ssl::context& context) { return tls_.emplace(plain_, context); }
    Tls& tls() { return *tls_; }

    template <class Handler>
    void read_some(boost::asio::mutable_buffer buffer, Handler&& handler) {
        if (tls_) {
            tls_->async_read_some(buffer, std::forward<Handler>(handler));
        } else {
            plain_.async_read_some(buffer, std::forward<Handler>(handler));
        }
    }
    template <class Handler>
    void write(boost::asio::const_buffer buffer, Handler&& handler) {
        if (tls_) {
            boost::asio::async_write(*tls_, buffer, std::forward<Handler>(handler));
        } else {
            boost::asio::async_write(plain_, buffer, std::forward<Handler>(handler));
        }
    }
    /// What waits fails.
    void close() {
        boost::system::error_code ignored;
        plain_.close(ignored);
    }

    std::string key{};  ///< of connections that serve the same requests
    bool used = false;  ///< for a request, to its end
    std::chrono::steady_clock::time_point idle_since{};
    std::chrono::steady_clock::time_point expires{};

private:
    Plain plain_;
    std::optional<Tls> tls_{};
};

}  // namespace mcp::asio
