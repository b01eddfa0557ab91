// Making the connection to a server, as its configuration says.
#pragma once

#include "host/paced_transport.hpp"

#include <mcp/host_options.hpp>
#include <mcp/host_policy.hpp>

#include <memory>

namespace mcp::host {

/// Starts the process, or makes ready to connect to the address. The error has no secrets.
Result<std::unique_ptr<Transport>> launch(const HostServer& server, const HostOptions& options,
                                          const std::shared_ptr<ProcessView>& view);

/// Who the server is to the one who is asked for consent.
ServerIdentity identity_of(const ServerConfig& server);

}  // namespace mcp::host
