// MCP over HTTP without sockets: requests in, replies out. <mcp/serve_http.hpp> has a web server
// around it; use this header to mount a server in a web server of your own.
#pragma once

#include <mcp/http_options.hpp>
#include <mcp/server.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mcp {

struct Grant;

struct HttpHeader {
    std::string_view name{};
    std::string_view value{};
};

/// A request whose body has arrived as a whole. Everything is valid until `HttpEndpoint::handle`
/// returns.
struct HttpRequest {
    std::string_view method{};              ///< as sent: methods are case-sensitive
    std::string_view target{};              ///< path and query: `/mcp?x=1`
    std::span<const HttpHeader> headers{};  ///< in the order of the wire, doubled ones included
    std::string_view body{};
    std::string_view peer{};               ///< the address at the other end, for logs and bounds
    std::string_view principal{};          ///< who it is, as an authenticator has found; else empty
    std::shared_ptr<const Grant> grant{};  ///< what they may do; null where no token was needed
};

class HttpExchange;

/// Where the reply to one request goes; implemented by the web server. Either `answer` once, or
/// `begin`, then `write` any number of times, then `end`. Called by any thread, by one at a time.
/// None of them waits for the peer, throws, or calls back. After the peer is gone all of them do
/// nothing.
class HttpReply {
public:
    virtual ~HttpReply() = default;
    /// A whole reply; the length and the date are the web server's to add. What is passed is valid
    /// until this returns.
    virtual void answer(int status, std::span<const HttpHeader> headers, std::string_view body) = 0;
    /// A reply whose end is not known yet, to be sent piece by piece as it comes, without
    /// buffering.
    virtual void begin(int status, std::span<const HttpHeader> headers) = 0;
    /// Never of no bytes. Says how many are queued by now because the peer does not take them.
    virtual std::size_t write(std::string_view bytes) = 0;
    virtual void end() = 0;
    /// Ends a reply that cannot be completed, so that the peer sees that it is not whole.
    virtual void abort() = 0;
    /// Before a handler that may run inside of `handle`: whom to tell if the peer goes before
    /// `handle` has returned. For web servers that can notice it then.
    virtual void serving(std::shared_ptr<HttpExchange> exchange) { static_cast<void>(exchange); }
};

/// A request that is being served.
class HttpExchange {
public:
    virtual ~HttpExchange() = default;
    /// The peer has closed the connection, or it broke. Modern requests are cancelled by that,
    /// legacy ones go on. Call it before the reply is destroyed, once, unless the reply has ended.
    virtual void disconnected() = 0;
};

/// A server behind HTTP: the stateless protocol, Streamable HTTP with sessions, and HTTP+SSE, all
/// at once. Handlers run on the thread that calls `handle` while they have been quick so far,
/// otherwise on the server's workers.
class HttpEndpoint {
public:
    /// The server outlives the endpoint. Throws std::invalid_argument for paths that are none.
    explicit HttpEndpoint(Server& server, HttpEndpointOptions options = {});
    /// As `shutdown`, without grace. The web server must not call `handle` any more.
    ~HttpEndpoint();
    HttpEndpoint(const HttpEndpoint&) = delete;
    HttpEndpoint& operator=(const HttpEndpoint&) = delete;

    /// Serves a request. Null when the reply has ended already; otherwise it ends later, and
    /// whoever called tells what they get when the peer is gone before. Any thread, any number at a
    /// time.
    std::shared_ptr<HttpExchange> handle(const HttpRequest& request,
                                         std::shared_ptr<HttpReply> reply);
    /// For web servers that find out who sends a request: to be asked before that. Refuses what
    /// pages of others make a browser send (`hosts`, `origins`, `permit`), and says whether it did.
    bool refuse_foreign(const HttpRequest& request, std::shared_ptr<HttpReply> reply) const;

    /// Refuses what is new, lets requests under way end within `grace`, and ends all streams and
    /// sessions. Server::shutdown does the same.
    void shutdown(std::chrono::milliseconds grace = {});

    /// Whether this endpoint serves that path, for web servers with other content.
    bool serves(std::string_view target) const;
    std::size_t session_count() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mcp
