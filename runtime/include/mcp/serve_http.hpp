// A web server with an MCP server in it: sockets, TLS, bounds and shutting down. Link Mcpgen::asio.
// What requests mean is in <mcp/http.hpp>.
#pragma once

#include <mcp/async.hpp>
#include <mcp/grant.hpp>
#include <mcp/http.hpp>
#include <mcp/server.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

/// What an authenticator has found out about a request.
struct HttpIdentity {
    std::string principal{};  ///< who it is; handlers see it, and sessions are bound to it
    std::shared_ptr<const Grant> grant{};  ///< what they may do; handlers see it
    int status = 0;                        ///< 0: let in. Else the request is refused: 401, 403
    /// With a refusal, such as `WWW-Authenticate`.
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// Above a bound a request is refused, or its connection closed.
struct HttpServerLimits {
    std::size_t line = std::size_t{8} * 1024;           ///< the request's line (414), a field (431)
    std::size_t header_bytes = std::size_t{32} * 1024;  ///< all header fields (431)
    std::size_t headers = 100;                          ///< header fields (431)
    std::size_t body = std::size_t{16} * 1024 * 1024;  ///< bytes (413); the endpoint may allow less
    std::size_t connections = 20'000;                  ///< further ones get 503 and are closed
    std::size_t connections_per_address = 10'000;      ///< Unix sockets have no address
    /// Bytes of all requests that have not arrived as a whole (503 for the one that goes above it).
    std::size_t unfinished = std::size_t{256} * 1024 * 1024;
    std::size_t in_flight = 4096;  ///< requests without a reply so far (503)
    /// Bytes that a peer does not take. Above it nothing more is queued: the connection is closed.
    std::size_t write_queue = std::size_t{8} * 1024 * 1024;
    std::chrono::milliseconds idle{75'000};         ///< between two requests
    std::chrono::milliseconds header_time{10'000};  ///< from a head's first byte to its last
    std::chrono::milliseconds body_time{60'000};    ///< the same for a body
    std::chrono::milliseconds write_time{30'000};   ///< in which a peer takes nothing
};

struct HttpServerOptions {
    HttpEndpointOptions endpoint{};

    /// "127.0.0.1:8080", "[::1]:0", "localhost:8080", "unix:/run/mcp.sock". Port 0: any that is
    /// free. Addresses that others can reach are refused unless there is `authenticate` or
    /// `allow_unauthenticated`.
    std::vector<std::string> listen{"127.0.0.1:8080"};
    /// Sockets that systemd passes (LISTEN_FDS) are used in place of `listen`.
    bool use_systemd = true;
    bool allow_unauthenticated = false;

    /// Who sends this request? Called for every one but OPTIONS and those of pages that may not
    /// come (`endpoint.origins`), before anything else looks at it; by a thread that has other
    /// connections to read, so it should be quick. When it throws the request is refused with 500.
    std::function<HttpIdentity(const HttpRequest&)> authenticate{};
    /// The same for what may have to wait: gives its answer at once, or later and from any thread.
    /// A request that waits takes memory and no thread. `authenticate` is not called then. See also
    /// `require_bearer` in <mcp/bearer.hpp>.
    std::function<void(const HttpRequest&, Done<HttpIdentity>)> authenticate_later{};
    /// What anybody may have, whoever they are: gives the reply and says true, or says false.
    /// Before everything else; must not wait.
    std::function<bool(const HttpRequest&, HttpReply&)> open{};

    /// PEM files: a certificate with the chain behind it, and its key. Both: HTTPS on all TCP
    /// sockets.
    std::string certificate{};
    std::string private_key{};

    /// Threads that move bytes. Handlers that take long run on others in any case.
    std::size_t threads = 1;
    HttpServerLimits limits{};
    /// What goes wrong outside of requests. Standard error by default.
    std::function<void(std::string_view)> log{};
};

class HttpServer {
public:
    /// Throws std::invalid_argument for options that do not fit together. `server` outlives it.
    explicit HttpServer(Server& server, const HttpServerOptions& options = {});
    /// Stops at once.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// Listens, and serves on threads of the server. Throws std::system_error when an address
    /// cannot be had or a certificate not be read, std::invalid_argument for one that is not safe.
    /// Once.
    void start();
    /// Of the first TCP socket; 0 when there is none.
    std::uint16_t port() const;
    /// Where the endpoint is: "http://127.0.0.1:8080/mcp", "unix:/run/mcp.sock".
    std::vector<std::string> addresses() const;

    /// Accepts nothing more, lets replies under way end for so long, and ends. Not from a handler.
    void stop(std::chrono::milliseconds grace = {});
    /// Waits until somebody has stopped it.
    void wait();

    /// Reads the certificate's files again, for new connections. Throws std::system_error when that
    /// fails; then the old ones stay.
    void reload_certificate();
    std::size_t connection_count() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Serves until SIGTERM or SIGINT, then lets requests end for two seconds. SIGHUP reads the
/// certificate again. Says on standard error where it listens.
void serve_http(Server& server, const HttpServerOptions& options = {});

/// mcp::serve of <mcp/serve.hpp>, with these options where the arguments ask for HTTP. What the
/// arguments say (address, path, certificate) comes before them.
int serve(Server& server, int argc, char** argv, const HttpServerOptions& options);

}  // namespace mcp
