// A web server with a handler of the test's own, and clients that send any bytes. No test cases.
#pragma once

#include "asio/web_server.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace asio_test {

using mcp::HttpExchange;
using mcp::HttpHeader;
using mcp::HttpReply;
using mcp::HttpRequest;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Long for a test.
constexpr milliseconds patience{20'000};

inline bool eventually(const std::function<bool()>& holds) {
    const auto end = Clock::now() + patience;
    while (!holds()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(milliseconds(1));
    }
    return true;
}

/// A connection on which nothing is understood.
class Wire {
public:
    explicit Wire(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        open(AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    explicit Wire(const std::string& path) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        open(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    ~Wire() { close(); }
    Wire(Wire&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)), read_(std::move(other.read_)) {}
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    int fd() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }
    /// False when the server has closed.
    bool send(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t size = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
            if (size <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(size));
        }
        return true;
    }
    /// One more piece; false at the end, or when nothing comes in time.
    bool more(milliseconds time = patience) {
        pollfd waits{fd_, POLLIN, 0};
        if (::poll(&waits, 1, static_cast<int>(time.count())) <= 0) return false;
        char buffer[65536];
        const ssize_t size = ::recv(fd_, buffer, sizeof buffer, 0);
        if (size <= 0) {
            at_end_ = true;
            broken_ = size < 0;
            return false;
        }
        read_.append(buffer, static_cast<std::size_t>(size));
        return true;
    }
    /// Everything up to and with `end`; all there is when that never comes.
    std::string until(std::string_view end) {
        std::size_t at = 0;
        while ((at = read_.find(end)) == std::string::npos) {
            if (!more()) return std::exchange(read_, {});
        }
        std::string text = read_.substr(0, at + end.size());
        read_.erase(0, at + end.size());
        return text;
    }
    /// A response with a length, or one without a body.
    std::string response() {
        std::string text = until("\r\n\r\n");
        const std::size_t at = text.find("Content-Length: ");
        if (at == std::string::npos) return text;
        const auto size = static_cast<std::size_t>(std::stoul(text.substr(at + 16)));
        while (read_.size() < size && more()) {}
        text += read_.substr(0, size);
        read_.erase(0, size);
        return text;
    }
    std::string all() {
        while (more()) {}
        return std::exchange(read_, {});
    }
    /// After `more` has said no: the server has closed, or broken the connection.
    bool at_end() const { return at_end_; }
    bool broken() const { return broken_; }

private:
    void open(int family, const sockaddr* address, socklen_t size) {
        fd_ = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(fd_, address, size) != 0) {
            close();
            throw std::runtime_error("the server does not listen");
        }
    }

    int fd_ = -1;
    std::string read_{};
    bool at_end_ = false;
    bool broken_ = false;
};

/// Called when the peer is gone.
class Exchange : public HttpExchange {
public:
    explicit Exchange(std::function<void()> told) : told_(std::move(told)) {}
    void disconnected() override { told_(); }

private:
    std::function<void()> told_;
};

/// Says what it has got: method, target, body.
inline std::shared_ptr<HttpExchange> echo(const HttpRequest& request,
                                          const std::shared_ptr<HttpReply>& reply) {
    const HttpHeader type{"Content-Type", "text/plain"};
    reply->answer(200, {&type, 1},
                  std::string(request.method) + ' ' + std::string(request.target) + ' ' +
                      std::string(request.body));
    return nullptr;
}

struct Rig {
    explicit Rig(mcp::web::Handler handler = &echo, mcp::HttpServerOptions given = {},
                 mcp::run::CrewLimits threads = {})
        : options(std::move(given)), crew(threads), server(crew, std::move(handler), with_port()) {
        server.start();
    }
    Wire connect() const { return Wire(server.port()); }

    mcp::HttpServerOptions options;
    mcp::run::Crew crew;
    mcp::web::WebServer server;

private:
    const mcp::HttpServerOptions& with_port() {
        if (options.listen == mcp::HttpServerOptions{}.listen) options.listen = {"127.0.0.1:0"};
        options.use_systemd = false;
        return options;
    }
};

inline std::string get(std::string_view path) {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}
inline std::string post(std::string_view body, std::string_view fields = {}) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + std::string(fields) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}
inline std::string body_of(const std::string& response) {
    const std::size_t at = response.find("\r\n\r\n");
    return at == std::string::npos ? "(no head)" : response.substr(at + 4);
}
inline int status_of(const std::string& response) {
    return response.starts_with("HTTP/1.1 ") ? std::stoi(response.substr(9, 3)) : 0;
}

}  // namespace asio_test
