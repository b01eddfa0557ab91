// A server as a program: command line, signals, standard input and output or HTTP.
#pragma once

#include <mcp/server.hpp>

namespace mcp {

/// Serves until the client is gone, or SIGTERM or SIGINT comes; requests under way may end then.
/// Gives what main returns: 0, 1 when it cannot serve, or 2 for arguments that it does not know
/// or whose values do not fit.
/// Arguments:
///
///     --stdio             standard input and output (this is the default)
///     --http [HOST:PORT]  HTTP, on 127.0.0.1:8080; port 0 is any that is free
///     --unix PATH         HTTP on a Unix socket
///     --path PATH         of the endpoint, in place of /mcp
///     --cert FILE         HTTPS: the certificate with its chain, in PEM
///     --key FILE          and its private key
///     --cors ORIGIN       web pages of this origin may use the server; may be repeated
///     --help              says so
///     --version           name and version of the server
///
/// HTTP needs Mcpgen::asio to be linked. Where it listens is said on standard error.
int serve(Server& server, int argc, char** argv);

}  // namespace mcp
