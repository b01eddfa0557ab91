// An mcp::HttpEndpoint behind Boost.Beast: a connection, which is also the reply to its present
// request. It lives on its socket's thread; replies come from any thread and are posted there.
#pragma once

#include <mcp/http.hpp>

#include <boost/asio.hpp>
#include <boost/beast/http.hpp>

namespace http = boost::beast::http;
using boost::asio::ip::tcp;
using Headers = std::span<const mcp::HttpHeader>;
struct Connection final : mcp::HttpReply, std::enable_shared_from_this<Connection> {
    Connection(tcp::socket s, mcp::HttpEndpoint& e) : socket(std::move(s)), endpoint(e) {}
    void read() {
        http::async_read(socket, buffer, request = {}, [self = shared_from_this()](auto e, auto) {
            if (!e) self->serve();
        });
    }
    void serve() {
        std::vector<mcp::HttpHeader> headers;
        for (const auto& field : request) headers.push_back({field.name_string(), field.value()});
        const std::string_view method = request.method_string(), target = request.target();
        exchange = endpoint.handle({method, target, headers, request.body()}, shared_from_this());
        // What comes now is the next request, which has to wait, or the news that the peer is gone.
        socket.async_wait(tcp::socket::wait_read, [self = shared_from_this()](auto error) {
            if (error || self->socket.available(error) != 0 || !self->exchange) return;
            std::exchange(self->exchange, nullptr)->disconnected();
        });
    }
    void answer(int status, Headers headers, std::string_view body) override {
        send(head(status, headers, body.size()) + std::string(body), true);
    }
    void begin(int status, Headers headers) override { send(head(status, headers, {}), false); }
    std::size_t write(std::string_view bytes) override {
        std::ostringstream chunk;
        chunk << std::hex << bytes.size() << "\r\n" << bytes << "\r\n";
        return send(chunk.str(), false);
    }
    void end() override { send("0\r\n\r\n", true); }
    void abort() override {
        post(socket.get_executor(), [self = shared_from_this()] { self->socket.close(); });
    }
    static std::string head(int status, Headers headers, std::optional<std::size_t> size) {
        http::response<http::empty_body> response(http::int_to_status(unsigned(status)), 11);
        for (const auto& [name, value] : headers) response.insert(name, value);
        status == 204 ? void() : size ? response.content_length(*size) : response.chunked(true);
        return (std::ostringstream() << response.base()).str();
    }
    std::size_t send(const std::string& text, bool last) {
        const std::size_t waits = queued += text.size();
        post(socket.get_executor(), [self = shared_from_this(), text, last] {
            if ((self->over = last)) self->exchange = nullptr;
            self->waiting += text;
            if (self->sending.empty()) self->flush();
        });
        return waits;
    }
    void flush() {
        sending.swap(waiting);
        const auto sent = [self = shared_from_this()](auto error, auto) {
            self->queued -= std::exchange(self->sending, {}).size();
            if (error) return self->socket.close();
            if (!self->waiting.empty()) return self->flush();
            if (!std::exchange(self->over, false)) return;
            self->socket.cancel();  // the wait for the peer
            if (self->request.keep_alive()) self->read();
        };
        async_write(socket, boost::asio::buffer(sending), sent);
    }
    tcp::socket socket;
    mcp::HttpEndpoint& endpoint;
    boost::asio::streambuf buffer{};
    http::request<http::string_body> request{};
    std::shared_ptr<mcp::HttpExchange> exchange{};
    std::string waiting{}, sending{};
    std::atomic<std::size_t> queued = 0;
    bool over = false;
};
