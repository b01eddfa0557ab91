// A client's connection to a server over HTTP: Streamable HTTP of every revision, and HTTP+SSE of
// 2024-11-05. Link Mcpgen::asio. What is sent when is found out by itself.
#pragma once

#include <mcp/client.hpp>
#include <mcp/http_settings.hpp>
#include <mcp/transport.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp {

class TokenSource;  // <mcp/oauth.hpp>

struct HttpClientOptions {
    /// `https://example.com/mcp`; `http+unix://%2Frun%2Fmcp.sock/mcp` for a Unix socket.
    std::string url{};
    /// Sent with every request, to this origin only: `{"Authorization", "Bearer …"}`.
    std::vector<std::pair<std::string, std::string>> headers{};
    /// Where tokens come from, for servers that want one. May serve several clients.
    std::shared_ptr<TokenSource> token_source{};
    HttpTlsOptions tls{};
    HttpProxyOptions proxy{};

    /// Opens a stream for what an older server says without being asked.
    bool open_stream = true;
    /// So often in a row a broken stream is tried again, until something useful comes.
    unsigned max_attempts = 5;
    std::chrono::milliseconds first_pause{500};  ///< before the first try; twice as long each time
    std::chrono::milliseconds longest_pause{30'000};

    std::chrono::milliseconds resolve_timeout{10'000};
    std::chrono::milliseconds connect_timeout{10'000};  ///< and the same for TLS and for a proxy
    /// Until a reply to a request begins; calls have their own limits. 0: none.
    std::chrono::milliseconds reply_timeout{10 * 60'000};
    /// Until a reply begins where the server has nothing to work on: notifications, streams.
    std::chrono::milliseconds prompt_timeout{30'000};
    /// Silence on a stream of events, in which servers may send comments. 0: for ever.
    std::chrono::milliseconds stream_idle_timeout{0};
    /// So long `close` waits for the session to be ended.
    std::chrono::milliseconds close_within{2000};

    /// Bytes of messages that have come and wait to be taken. Above it nothing more is read, so
    /// that the server has to wait.
    std::size_t max_waiting = std::size_t{4} * 1024 * 1024;
    std::size_t max_message = std::size_t{16} * 1024 * 1024;
    std::size_t max_headers = std::size_t{32} * 1024;  ///< bytes of the header fields of a reply
    std::size_t max_connections = 64;  ///< that are kept open, though nothing uses them
    unsigned max_redirects = 5;
};

/// A transport for `Client::connect`. Nothing is sent before the first message; an address that is
/// none makes every request fail with the reason.
std::unique_ptr<Transport> http_transport(HttpClientOptions options);

/// Connects to the server at an address:
/// `mcp::connect(client, {.url = "https://example.com/mcp"})`.
inline Answer<Connected> connect(Client& client, HttpClientOptions options) {
    return client.connect(http_transport(std::move(options)));
}

}  // namespace mcp
