// Making the connection to a server, as its configuration says.
#pragma once

#include "host/paced_transport.hpp"

#include <mcp/host_options.hpp>
#include <mcp/host_policy.hpp>

#include <memory>

namespace mcp::host {

/// What the server is to be started with, once for each start: what the user agrees to is what is
/// started. The error says all that has no value.
Result<ServerLaunch> prepare(const HostServer& server, const HostOptions& options);

/// Starts the process, or makes ready to connect to the address.
Result<std::unique_ptr<Transport>> launch(const HostServer& server, const ServerLaunch& prepared,
                                          const HostOptions& options,
                                          const std::shared_ptr<ProcessView>& view);

/// Who the server is to the one who is asked for consent: what is started. Of variables and headers
/// it has the text of the configuration, so that a new secret is not another server.
ServerIdentity identity_of(const ServerConfig& config, const ServerLaunch& prepared);

}  // namespace mcp::host
