// A server on the loopback interface whose connections a function serves, each on a thread of its
// own: it reads requests and writes bytes, right ones or wrong ones.
#pragma once

#include <tests/asio/certificate.hpp>

#include <openssl/ssl.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mcp::http::test {

using asio_test::Certificate;
using asio_test::TemporaryFile;

struct Received {
    std::string method{};
    std::string target{};
    std::map<std::string, std::string> headers{};  ///< names in small letters
    std::string body{};
    bool whole = false;
};

class Peer {
public:
    Peer(int fd, SSL* tls) : fd_(fd), tls_(tls) {}
    /// The next request; not whole when the client has closed.
    Received receive();
    bool write(std::string_view bytes);
    /// `200 OK` with a length.
    void reply(std::string_view body, std::string_view type = "application/json",
               std::string_view status = "200 OK", std::string_view more = {});
    void close();
    /// Goes on with TLS, after a tunnel has been made.
    void start_tls(SSL_CTX* context);
    bool has_client_certificate() const;
    int number = 0;  ///< of the connection, from 1

private:
    std::size_t read(char* to, std::size_t size);
    int fd_;
    SSL* tls_;
    std::unique_ptr<SSL, decltype(&SSL_free)> tunnelled_{nullptr, &SSL_free};
    std::string buffer_{};
};

class Server {
public:
    using Serve = std::function<void(Peer&)>;
    /// `unix_path`: a Unix socket instead of a port.
    explicit Server(Serve serve, SSL_CTX* tls = nullptr, const std::string& unix_path = {});
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int port() const { return port_; }
    std::string url(std::string_view host = "127.0.0.1") const;
    int connections() const { return connections_; }

private:
    void accept_all();
    Serve serve_;
    SSL_CTX* tls_;
    int listener_ = -1;
    int port_ = 0;
    std::atomic<int> connections_ = 0;
    std::mutex mutex_{};
    std::vector<int> open_{};
    std::vector<std::thread> threads_{};
    std::thread accepting_{};
};

}  // namespace mcp::http::test
