// Fetches over sockets: see http/client/fetcher.hpp.
#pragma once

#include "http/client/fetcher.hpp"

#include <mcp/http_client.hpp>

#include <memory>

namespace mcp::asio {

/// Uses what the options say of TLS, proxies, redirects, bounds and times; not their address and
/// headers. Connections are kept for the fetcher's requests.
std::shared_ptr<http::Fetcher> http_fetcher(const HttpClientOptions& options);

}  // namespace mcp::asio
