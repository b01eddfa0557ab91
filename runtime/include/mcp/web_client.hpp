// One request over HTTP, and its reply: for programs that need one besides MCP, such as hosts that
// ask a language model. Link Mcpgen::asio. For addresses that the program or its user has chosen,
// not for those that a server or a document names. MCP itself is in <mcp/http_client.hpp>.
//
//   mcp::WebClient web;
//   const auto reply = web.send({.method = "POST", .url = url, .body = text});
#pragma once

#include <mcp/http_settings.hpp>
#include <mcp/result.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

struct WebRequest {
    std::string method{"GET"};
    std::string url{};
    std::vector<std::pair<std::string, std::string>> headers{};
    /// Credentials: sent to the origin of `url` alone, wherever redirects lead.
    std::vector<std::pair<std::string, std::string>> secret_headers{};
    std::string body{};
};

struct WebReply {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
    std::string header(std::string_view name) const;  ///< the first; empty when there is none
    bool ok() const { return status >= 200 && status < 300; }
};

struct WebClientOptions {
    HttpTlsOptions tls{};  ///< certificates and their names are always checked
    HttpProxyOptions proxy{};
    /// Addresses without TLS on other machines. Those of this machine may always be without.
    bool allow_plain = false;
    std::size_t max_bytes = std::size_t{4} * 1024 * 1024;  ///< of a reply
    std::chrono::milliseconds timeout{60'000};             ///< for a request and its reply
    /// Of GET; others are not followed. Whoever answers may send it on to machines of this network.
    unsigned max_redirects = 0;
};

/// Keeps connections for the next request. Thread-safe.
class WebClient {
public:
    explicit WebClient(const WebClientOptions& options = {});
    ~WebClient();
    WebClient(const WebClient&) = delete;
    WebClient& operator=(const WebClient&) = delete;

    /// Sends, and waits for the whole reply, whatever its status is. The error is a sentence
    /// without secrets: no connection, a certificate not believed, too long, too late, `stop`.
    Result<WebReply> send(WebRequest request, std::stop_token stop = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace mcp
