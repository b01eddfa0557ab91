// The redirect's address.
#include "asio/client/redirect_listener.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace mcp::asio {

namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;
using Code = boost::system::error_code;

constexpr std::string_view callback_path = "/callback";
constexpr std::size_t max_visitors = 16;
constexpr std::size_t max_request = std::size_t{16} * 1024;
constexpr std::string_view page =
    "<!doctype html><meta charset=utf-8><title>Login</title>"
    "<p>The login is complete. You can close this page.</p>";

std::string page_reply(std::string_view status, std::string_view body) {
    std::string text = "HTTP/1.1 " + std::string(status) +
                       "\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
                       "Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
                       "Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n"
                       "Content-Length: ";
    text.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
    return text;
}

/// The value of the only Host field of a request; empty when there is none, or more.
std::string_view only_host(std::string_view head) {
    std::string_view found;
    for (std::size_t at = head.find("\r\n"); at != std::string_view::npos;
         at = head.find("\r\n", at)) {
        at += 2;
        constexpr std::size_t length = 5;
        const std::string_view name = head.substr(at, length);
        if (name.size() < length || (name[0] | 0x20) != 'h' || (name[1] | 0x20) != 'o' ||
            (name[2] | 0x20) != 's' || (name[3] | 0x20) != 't' || name[4] != ':') {
            continue;
        }
        if (!found.empty()) return {};
        found = head.substr(at + length, head.find("\r\n", at) - at - length);
        while (found.starts_with(' ') || found.starts_with('\t')) found.remove_prefix(1);
        while (found.ends_with(' ') || found.ends_with('\t')) found.remove_suffix(1);
    }
    return found;
}

class AsioRedirectListener final : public auth::RedirectListener {
public:
    /// Fails with an exception of Asio.
    explicit AsioRedirectListener(std::uint16_t port)
        : acceptor_(context_, tcp::endpoint(net::ip::address_v4::loopback(), port), false),
          timer_(context_),
          host_("127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port())) {}

    std::string address() const override { return "http://" + host_ + std::string(callback_path); }

    Result<std::string, AuthError> wait(std::chrono::milliseconds within,
                                        std::stop_token stop) override {
        const std::stop_callback on_stop(stop, [this] { context_.stop(); });
        timer_.expires_after(within);
        timer_.async_wait([this](const Code& error) {
            if (!error) context_.stop();
        });
        accept();
        context_.run();
        Code ignored;
        acceptor_.close(ignored);
        if (query_) return std::move(*query_);
        return Unexpected(
            AuthError{AuthFailure::stopped,
                      stop.stop_requested() ? "the login was given up" : "nobody logged in in time",
                      {}});
    }

private:
    struct Visitor {
        explicit Visitor(tcp::socket connection) : socket(std::move(connection)) {}
        tcp::socket socket;
        std::array<char, 4096> in{};
        std::string head{};
        std::string out{};
    };
    using VisitorPtr = std::shared_ptr<Visitor>;

    void accept() {
        acceptor_.async_accept([this](const Code& error, tcp::socket socket) {
            if (error) return;
            if (visitors_ < max_visitors) {
                ++visitors_;
                read(std::make_shared<Visitor>(std::move(socket)));
            }
            accept();
        });
    }

    void read(const VisitorPtr& visitor) {
        visitor->socket.async_read_some(
            net::buffer(visitor->in), [this, visitor](const Code& error, std::size_t size) {
                if (error || visitor->head.size() + size > max_request) {
                    --visitors_;
                    return;
                }
                visitor->head.append(visitor->in.data(), size);
                if (visitor->head.find("\r\n\r\n") == std::string::npos) {
                    read(visitor);
                } else {
                    answer(visitor);
                }
            });
    }

    void answer(const VisitorPtr& visitor) {
        const std::string_view head = visitor->head;
        const std::string_view line = head.substr(0, head.find("\r\n"));
        const bool get = line.starts_with("GET ") && line.ends_with(" HTTP/1.1");
        std::string_view target = get ? line.substr(4, line.size() - 13) : std::string_view();
        const std::string_view query = target.find('?') == std::string_view::npos
                                           ? std::string_view()
                                           : target.substr(target.find('?') + 1);
        target = target.substr(0, target.find('?'));
        const bool right = target == callback_path && only_host(head) == host_ && !query_;
        if (right) query_ = std::string(query);
        visitor->out = right ? page_reply("200 OK", page) : page_reply("404 Not Found", {});
        net::async_write(visitor->socket, net::buffer(visitor->out),
                         [this, visitor, right](const Code&, std::size_t) {
                             Code ignored;
                             visitor->socket.shutdown(tcp::socket::shutdown_both, ignored);
                             --visitors_;
                             if (right) context_.stop();
                         });
    }

    net::io_context context_{1};
    tcp::acceptor acceptor_;
    net::steady_timer timer_;
    const std::string host_;
    std::size_t visitors_ = 0;
    std::optional<std::string> query_{};
};

}  // namespace

Result<std::unique_ptr<auth::RedirectListener>, AuthError> listen_for_redirect(std::uint16_t port) {
    try {
        return std::unique_ptr<auth::RedirectListener>(
            std::make_unique<AsioRedirectListener>(port));
    } catch (const boost::system::system_error& error) {
        return Unexpected(
            AuthError{AuthFailure::stopped,
                      "no address for the browser to come back to: " + error.code().message(),
                      {}});
    }
}

}  // namespace mcp::asio
