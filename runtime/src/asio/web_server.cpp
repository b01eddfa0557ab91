// Accepting, sharing connections out among the loops, refusing when there are too many, and the
// end: first no new connections, then time for those at work.
#include "asio/web_server.hpp"

#include "asio/connection.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace mcp::web {
namespace {

constexpr std::string_view too_many =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";
/// Accepted at a time, before connections have their turn.
constexpr int accepts_in_a_row = 64;
constexpr std::chrono::milliseconds pause_without_descriptors{100};

http::wire::Limits wire_limits(const HttpServerLimits& given) {
    http::wire::Limits limits;
    limits.line = given.line;
    limits.header_bytes = given.header_bytes;
    limits.headers = given.headers;
    limits.body = given.body;
    return limits;
}

std::function<void(std::string_view)> log_of(const HttpServerOptions& options) {
    if (options.log) return options.log;
    return [](std::string_view what) {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(what.size()), what.data());
    };
}

std::chrono::milliseconds look_every(const HttpServerLimits& limits) {
    const auto shortest =
        std::min({limits.idle, limits.header_time, limits.body_time, limits.write_time});
    return std::clamp(shortest / 8, std::chrono::milliseconds(10), std::chrono::milliseconds(1000));
}

/// The other end's address without its port; empty for a Unix socket.
std::string peer_of(const sockaddr_storage& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto& in = reinterpret_cast<const sockaddr_in&>(address);
        ::inet_ntop(AF_INET, &in.sin_addr, text.data(), text.size());
    } else if (address.ss_family == AF_INET6) {
        const auto& in = reinterpret_cast<const sockaddr_in6&>(address);
        ::inet_ntop(AF_INET6, &in.sin6_addr, text.data(), text.size());
    }
    return text.data();
}

}  // namespace

Shared::Shared(run::Crew& threads, Handler handler, Screen before, const HttpServerOptions& given)
    : crew(threads),
      handle(std::move(handler)),
      screen(std::move(before)),
      authenticate(given.authenticate),
      authenticate_later(given.authenticate_later),
      open(given.open),
      limits(given.limits),
      wire(wire_limits(given.limits)),
      log(log_of(given)) {}

bool Shared::enter(const std::string& address) {
    const std::lock_guard lock(mutex_);
    if (connections >= limits.connections) return false;
    if (!address.empty()) {
        std::size_t& count = per_address_[address];
        if (count >= limits.connections_per_address) return false;
        ++count;
    }
    ++connections;
    return true;
}

void Shared::leave(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --connections;
    const auto found = per_address_.find(address);
    if (found != per_address_.end() && --found->second == 0) per_address_.erase(found);
}

/// A socket that listens, in the first loop.
class WebServer::Acceptor : public Watcher, public std::enable_shared_from_this<Acceptor> {
public:
    Acceptor(WebServer& server, std::shared_ptr<Loop> loop, Listening listening)
        : server_(&server),
          loop_(std::move(loop)),
          is_unix_(listening.is_unix),
          text_(std::move(listening.text)),
          port_(listening.port),
          socket_(std::move(listening.fd)) {}

    void start() { loop_->poller().add(socket_.get(), *this, true, false, Tell::always); }
    void stop() {
        const std::lock_guard lock(mutex_);
        if (!std::exchange(server_, nullptr)) return;
        loop_->poller().forget(socket_.get());
        socket_.reset();
    }
    const std::string& text() const { return text_; }
    std::uint16_t port() const { return port_; }
    bool is_unix() const { return is_unix_; }

    void ready(Readiness) override {
        for (int i = 0; i < accepts_in_a_row; ++i) {
            const std::lock_guard lock(mutex_);
            if (!server_) return;
            sockaddr_storage peer{};
            socklen_t size = sizeof peer;
            const int fd = ::accept4(socket_.get(), reinterpret_cast<sockaddr*>(&peer), &size,
                                     SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (fd >= 0) {
                server_->accepted(fd, peer_of(peer));
                continue;
            }
            const int why = errno;
            if (why == ECONNABORTED || why == EINTR) continue;
            if (why == EMFILE || why == ENFILE || why == ENOBUFS || why == ENOMEM) pause();
            return;
        }
    }

private:
    void pause() {
        loop_->poller().change(socket_.get(), *this, false, false, Tell::always);
        loop_->post_at(Loop::Clock::now() + pause_without_descriptors, [self = shared_from_this()] {
            const std::lock_guard lock(self->mutex_);
            if (self->server_)
                self->loop_->poller().change(self->socket_.get(), *self, true, false, Tell::always);
        });
    }

    std::mutex mutex_{};
    WebServer* server_;  // null when stopped
    const std::shared_ptr<Loop> loop_;
    const bool is_unix_;
    const std::string text_;
    const std::uint16_t port_;
    transport::Fd socket_;
};

WebServer::WebServer(run::Crew& crew, Handler handler, const HttpServerOptions& options,
                     Screen screen)
    : shared_(std::make_shared<Shared>(crew, std::move(handler), std::move(screen), options)),
      options_(options) {
    if (options_.certificate.empty() != options_.private_key.empty()) {
        throw std::invalid_argument("a certificate and its private key belong together");
    }
    if (options_.threads == 0) throw std::invalid_argument("a web server without a thread");
}

WebServer::~WebServer() { stop({}); }

void WebServer::refuse_if_reachable(const Listening& listening) const {
    if (listening.is_loopback || options_.allow_unauthenticated) return;
    if (options_.authenticate || options_.authenticate_later) return;
    throw std::invalid_argument("others can reach " + listening.text +
                                ": set `authenticate`, or `allow_unauthenticated` if they may");
}

void WebServer::start() {
    if (!options_.certificate.empty()) {
        certificate_ = std::make_unique<Certificate>(options_.certificate, options_.private_key);
        transport::ignore_sigpipe();
    }
    std::vector<Listening> all;
    if (options_.use_systemd) all = passed_sockets();
    if (all.empty()) {
        for (const std::string& address : options_.listen) {
            for (Listening& each : listen_on(address)) all.push_back(std::move(each));
        }
    }
    for (const Listening& each : all) {
        if (each.is_unix && each.is_ours) files_.push_back(each.text);
        refuse_if_reachable(each);
    }
    for (std::size_t i = 0; i < options_.threads; ++i) {
        loops_.push_back(std::make_shared<Loop>(shared_->crew, look_every(shared_->limits)));
        loops_.back()->start();
    }
    for (Listening& each : all) {
        acceptors_.push_back(std::make_shared<Acceptor>(*this, loops_.front(), std::move(each)));
        acceptors_.back()->start();
    }
}

void WebServer::accepted(int fd, const std::string& peer) {
    transport::Fd owner(fd);
    const bool is_tls = certificate_ && !peer.empty();
    if (!shared_->enter(peer)) {
        if (!is_tls) ::send(fd, too_many.data(), too_many.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        return;
    }
    Ssl ssl = is_tls ? certificate_->make(fd) : nullptr;
    if (is_tls && !ssl) return shared_->leave(peer);
    const auto& loop = loops_[next_loop_++ % loops_.size()];
    std::shared_ptr<Connection> connection;
    try {
        connection = std::make_shared<Connection>(shared_, loop, fd, std::move(ssl), peer);
    } catch (const std::exception& error) {
        shared_->leave(peer);
        return shared_->log(std::string("a connection was not taken: ") + error.what());
    }
    static_cast<void>(owner.release());
    loop->add(connection);
    connection->start();
}

std::uint16_t WebServer::port() const {
    for (const auto& acceptor : acceptors_) {
        if (!acceptor->is_unix()) return acceptor->port();
    }
    return 0;
}

std::vector<std::string> WebServer::addresses() const {
    std::vector<std::string> all;
    for (const auto& acceptor : acceptors_) {
        const char* const scheme = certificate_ ? "https://" : "http://";
        all.push_back((acceptor->is_unix() ? "unix:" : scheme) + acceptor->text());
    }
    return all;
}

void WebServer::reload_certificate() {
    if (certificate_) certificate_->reload();
}

void WebServer::stop_accepting() {
    for (const auto& acceptor : acceptors_) acceptor->stop();
    for (const std::string& file : std::exchange(files_, {})) ::unlink(file.c_str());
    for (const auto& loop : loops_) {
        for (const auto& connection : loop->connections()) connection->drain();
    }
}

void WebServer::stop(std::chrono::milliseconds grace) {
    if (std::exchange(stopped_, true)) return;
    stop_accepting();
    const auto end = Loop::Clock::now() + grace;
    while (shared_->connections != 0 && Loop::Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    for (const auto& loop : loops_) {
        for (const auto& connection : loop->connections()) connection->close_now();
    }
    for (const auto& loop : loops_) loop->stop();
}

}  // namespace mcp::web
