// Requests to one server with the credentials of a source: a fetcher around another one. A request
// that is refused is made again when the source says so; whoever asked sees the last reply alone.
#pragma once

#include "http/client/fetcher.hpp"

#include <mcp/oauth.hpp>

#include <memory>
#include <string>

namespace mcp::auth {

/// `server`: its address. Requests to other origins get no credentials.
std::shared_ptr<http::Fetcher> authorizing_fetcher(std::shared_ptr<http::Fetcher> fetcher,
                                                   std::shared_ptr<TokenSource> source,
                                                   const std::string& server);

}  // namespace mcp::auth
