#include "server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "catch.hpp"

namespace mcp::http::test {

std::size_t Peer::read(char* to, std::size_t size) {
    const auto got = tls_ ? SSL_read(tls_, to, static_cast<int>(size)) : ::recv(fd_, to, size, 0);
    return got > 0 ? static_cast<std::size_t>(got) : 0;
}

Received Peer::receive() {
    Received request;
    const auto more = [&] {
        char piece[4096];
        const std::size_t size = read(piece, sizeof piece);
        buffer_.append(piece, size);
        return size > 0;
    };
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
        if (!more()) return request;
    }
    const std::string head = buffer_.substr(0, end + 2);
    buffer_.erase(0, end + 4);
    std::size_t at = head.find("\r\n");
    const std::string first = head.substr(0, at);
    request.method = first.substr(0, first.find(' '));
    request.target =
        first.substr(request.method.size() + 1, first.rfind(' ') - request.method.size() - 1);
    for (at += 2; at < head.size();) {
        const std::size_t line = head.find("\r\n", at);
        const std::size_t colon = head.find(':', at);
        std::string name = head.substr(at, colon - at);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        request.headers[name] = head.substr(colon + 2, line - colon - 2);
        at = line + 2;
    }
    const std::size_t length =
        request.headers.contains("content-length")
            ? std::strtoul(request.headers["content-length"].c_str(), nullptr, 10)
            : 0;
    while (buffer_.size() < length) {
        if (!more()) return request;
    }
    request.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    request.whole = true;
    return request;
}

bool Peer::write(std::string_view bytes) {
    if (tls_) return SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())) > 0;
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
}

void Peer::reply(std::string_view body, std::string_view type, std::string_view status,
                 std::string_view more) {
    std::string text = "HTTP/1.1 " + std::string(status) + "\r\n";
    if (!type.empty()) text += "Content-Type: " + std::string(type) + "\r\n";
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n" + std::string(more) + "\r\n";
    write(text + std::string(body));
}

void Peer::close() {
    if (tls_) SSL_shutdown(tls_);
    ::shutdown(fd_, SHUT_RDWR);
}

void Peer::start_tls(SSL_CTX* context) {
    tunnelled_.reset(SSL_new(context));
    tls_ = tunnelled_.get();
    SSL_set_fd(tls_, fd_);
    if (SSL_accept(tls_) != 1) ::shutdown(fd_, SHUT_RDWR);
}

bool Peer::has_client_certificate() const {
    X509* const certificate = SSL_get1_peer_certificate(tls_);
    X509_free(certificate);
    return certificate != nullptr;
}

Server::Server(Serve serve, SSL_CTX* tls, const std::string& unix_path)
    : serve_(std::move(serve)), tls_(tls) {
    std::signal(SIGPIPE, SIG_IGN);  // SSL_write into a closed connection
    if (unix_path.empty()) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) == 0);
        REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port_ = ntohs(address.sin_port);
    } else {
        listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        unix_path.copy(address.sun_path, sizeof address.sun_path - 1);
        REQUIRE(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
    }
    REQUIRE(::listen(listener_, 64) == 0);
    accepting_ = std::thread([this] { accept_all(); });
}

Server::~Server() {
    ::shutdown(listener_, SHUT_RDWR);
    accepting_.join();
    ::close(listener_);
    {
        const std::lock_guard lock(mutex_);
        for (const int fd : open_) ::shutdown(fd, SHUT_RDWR);
    }
    for (std::thread& each : threads_) each.join();
    for (const int fd : open_) ::close(fd);
    SSL_CTX_free(tls_);
}

void Server::accept_all() {
    for (int fd = 0; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
        const std::lock_guard lock(mutex_);
        open_.push_back(fd);
        const int number = ++connections_;
        threads_.emplace_back([this, fd, number] {
            SSL* tls = nullptr;
            if (tls_) {
                tls = SSL_new(tls_);
                SSL_set_fd(tls, fd);
            }
            if (!tls || SSL_accept(tls) == 1) {
                Peer peer(fd, tls);
                peer.number = number;
                serve_(peer);
            }
            ::shutdown(fd, SHUT_RDWR);
            SSL_free(tls);
        });
    }
}

std::string Server::url(std::string_view host) const {
    return (tls_ ? "https://" : "http://") + std::string(host) + ":" + std::to_string(port_) +
           "/mcp";
}

}  // namespace mcp::http::test
