// Sockets that wait for connections: by address, or passed by systemd.
#pragma once

#include "transport/fd.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mcp::web {

struct Listening {
    transport::Fd fd{};
    std::string text{};      ///< "127.0.0.1:8080", "[::1]:8080", "/run/mcp.sock"
    std::uint16_t port = 0;  ///< 0: a Unix socket
    bool is_unix = false;
    bool is_loopback = true;  ///< others on the network cannot reach it
    bool is_ours = true;      ///< not passed: a Unix socket's file is removed at the end
};

/// "HOST:PORT", "[HOST]:PORT" or "unix:PATH". One for each address of the host. Throws
/// std::invalid_argument for what is no address, std::system_error when it cannot be had.
std::vector<Listening> listen_on(const std::string& address);

/// What systemd has passed to this process (LISTEN_PID, LISTEN_FDS); none when it has not. The
/// variables are taken from the environment, so that children do not believe them.
std::vector<Listening> passed_sockets();

}  // namespace mcp::web
