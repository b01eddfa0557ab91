// A transport made of a link and a fetcher: the lock, and the queue of messages that have come.
#pragma once

#include "http/client/fetcher.hpp"

#include <mcp/http_client.hpp>
#include <mcp/transport.hpp>

#include <memory>

namespace mcp::http {

std::unique_ptr<Transport> link_transport(HttpClientOptions options,
                                          std::shared_ptr<Fetcher> fetcher);

}  // namespace mcp::http
