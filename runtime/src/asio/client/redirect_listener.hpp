// Waits on this machine for a browser to come back from a login.
#pragma once

#include "auth/client/redirect.hpp"

namespace mcp::asio {

/// Listens on 127.0.0.1 until the address has been asked for once. Requests for anything else, and
/// under another host's name, are refused, and do not end it.
Result<std::unique_ptr<auth::RedirectListener>, AuthError> listen_for_redirect(std::uint16_t port);

}  // namespace mcp::asio
