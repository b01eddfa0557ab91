// HttpServer: an endpoint behind a web server, and signals.
#include "asio/web_server.hpp"
#include "server/access.hpp"

#include <mcp/serve_http.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

namespace mcp {
namespace {}  // namespace

struct HttpServer::State {
    State(Server& server, const HttpServerOptions& options)
        : path(options.endpoint.path),
          endpoint(server, options.endpoint),
          web(
              detail::ServerAccess::core(server).crew(),
              [this](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
                  return endpoint.handle(request, std::move(reply));
              },
              options,
              [this](const HttpRequest& request, std::shared_ptr<HttpReply> reply) {
                  return endpoint.refuse_foreign(request, std::move(reply));
              }) {}

    const std::string path;
    HttpEndpoint endpoint;
    web::WebServer web;

    std::mutex mutex{};
    std::condition_variable changed{};
    bool stopping = false;
    bool stopped = false;
};

HttpServer::HttpServer(Server& server, const HttpServerOptions& options)
    : state_(std::make_unique<State>(server, options)) {}

HttpServer::~HttpServer() { stop(); }

void HttpServer::start() { state_->web.start(); }
std::uint16_t HttpServer::port() const { return state_->web.port(); }
std::size_t HttpServer::connection_count() const { return state_->web.connection_count(); }
void HttpServer::reload_certificate() { state_->web.reload_certificate(); }

std::vector<std::string> HttpServer::addresses() const {
    std::vector<std::string> all = state_->web.addresses();
    for (std::string& address : all) {
        if (!address.starts_with("unix:")) address += state_->path;
    }
    return all;
}

void HttpServer::stop(std::chrono::milliseconds grace) {
    std::unique_lock lock(state_->mutex);
    if (std::exchange(state_->stopping, true)) {
        state_->changed.wait(lock, [this] { return state_->stopped; });
        return;
    }
    lock.unlock();
    const auto end = std::chrono::steady_clock::now() + grace;
    state_->web.stop_accepting();
    state_->endpoint.shutdown(grace);
    // What the endpoint has said at the end still has to be taken by the peers.
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    state_->web.stop(std::max(left, std::chrono::milliseconds(0)));
    lock.lock();
    state_->stopped = true;
    state_->changed.notify_all();
}

void HttpServer::wait() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [this] { return state_->stopped; });
}

void serve_http(Server& server, const HttpServerOptions& options) {
    HttpServer http(server, options);
    // Before it listens: a signal in between must not be lost.
    boost::asio::io_context io;
    boost::asio::signal_set ends(io, SIGTERM, SIGINT);
    boost::asio::signal_set reloads(io, SIGHUP);
    std::function<void()> wait_for_reload = [&] {
        reloads.async_wait([&](const boost::system::error_code& error, int) {
            if (error) return;
            try {
                http.reload_certificate();
            } catch (const std::system_error& failure) {
                std::fprintf(stderr, "%s\n", failure.what());
            }
            wait_for_reload();
        });
    };
    wait_for_reload();
    ends.async_wait([&](const boost::system::error_code&, int) { io.stop(); });
    http.start();
    for (const std::string& address : http.addresses()) {
        std::fprintf(stderr, "listening on %s\n", address.c_str());
    }
    io.run();
    // A second signal ends the program as if there were no handler.
    boost::system::error_code ignored;
    ends.clear(ignored);
    http.stop(detail::ServerAccess::core(server).signal_drain_time());
}

}  // namespace mcp
