// The web server: listens, accepts, and gives each connection to a loop. What requests mean is the
// handler's business.
#pragma once

#include "asio/listen.hpp"
#include "asio/loop.hpp"
#include "asio/shared.hpp"
#include "asio/tls.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mcp::web {

class WebServer {
public:
    /// Throws std::invalid_argument for options that do not fit together.
    WebServer(run::Crew& crew, Handler handler, const HttpServerOptions& options,
              Screen screen = {});
    ~WebServer();
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;

    /// As HttpServer::start.
    void start();
    std::uint16_t port() const;
    /// "http://127.0.0.1:8080", "unix:/run/mcp.sock".
    std::vector<std::string> addresses() const;
    void reload_certificate();
    std::size_t connection_count() const { return shared_->connections; }

    /// Accepts nothing more, and closes connections that are idle.
    void stop_accepting();
    /// Waits for replies under way, for so long, and ends.
    void stop(std::chrono::milliseconds grace);

private:
    class Acceptor;

    void accepted(int fd, const std::string& peer);
    void refuse_if_reachable(const Listening& listening) const;

    const std::shared_ptr<Shared> shared_;
    const HttpServerOptions options_;
    std::unique_ptr<Certificate> certificate_{};
    std::vector<std::shared_ptr<Loop>> loops_{};
    std::atomic<std::size_t> next_loop_ = 0;
    std::vector<std::shared_ptr<Acceptor>> acceptors_{};
    std::vector<std::string> files_{};  ///< of Unix sockets, to be removed
    bool stopped_ = false;
};

}  // namespace mcp::web
