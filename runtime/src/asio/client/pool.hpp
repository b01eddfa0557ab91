// Connections that are open and not in use. Each is watched: one that the server closes leaves at
// once, so that no request is sent into it. On the I/O thread.
#pragma once

#include "asio/client/socket.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <string>

namespace mcp::asio {

class Pool : public std::enable_shared_from_this<Pool> {
public:
    explicit Pool(std::size_t max_idle) : max_idle_(max_idle) {}

    /// The connection used last; null when there is none. `fresh`: only one that was in use a
    /// moment ago, so that the server can hardly be about to close it.
    std::shared_ptr<Socket> take(const std::string& key, bool fresh);
    void give_back(const std::shared_ptr<Socket>& socket);
    void close_all();

private:
    using Clock = std::chrono::steady_clock;
    void watch(const std::shared_ptr<Socket>& socket);

    std::size_t max_idle_;
    std::list<std::shared_ptr<Socket>> idle_{};  // the newest first
    bool closed_ = false;
};

}  // namespace mcp::asio
