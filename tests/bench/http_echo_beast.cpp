// The same with Boost.Beast, as its users write it: one thread, requests read and replies written
// with callbacks.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <cstdio>
#include <memory>
#include <utility>

namespace http = boost::beast::http;
using boost::asio::ip::tcp;

namespace {

class Session : public std::enable_shared_from_this<Session> {
public:
    explicit Session(tcp::socket socket) : socket_(std::move(socket)) {}
    void read() {
        request_ = {};
        http::async_read(socket_, buffer_, request_,
                         [self = shared_from_this()](const auto& error, std::size_t) {
                             if (!error) self->answer();
                         });
    }

private:
    void answer() {
        response_ = {http::status::ok, request_.version()};
        response_.set(http::field::content_type, "application/json");
        response_.keep_alive(request_.keep_alive());
        response_.body() = std::move(request_.body());
        response_.prepare_payload();
        http::async_write(socket_, response_,
                          [self = shared_from_this()](const auto& error, std::size_t) {
                              if (!error) self->read();
                          });
    }

    tcp::socket socket_;
    boost::beast::flat_buffer buffer_{};
    http::request<http::string_body> request_{};
    http::response<http::string_body> response_{};
};

void accept(tcp::acceptor& acceptor) {
    acceptor.async_accept([&acceptor](const auto& error, tcp::socket socket) {
        if (!error) {
            socket.set_option(tcp::no_delay(true));
            std::make_shared<Session>(std::move(socket))->read();
        }
        accept(acceptor);
    });
}

}  // namespace

int main() {
    boost::asio::io_context io(1);
    tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    std::fprintf(stderr, "listening on http://127.0.0.1:%d/mcp\n",
                 acceptor.local_endpoint().port());
    accept(acceptor);
    io.run();
}
