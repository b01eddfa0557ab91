// What `serve` needs of the web server, if there is one in the program: this library has no
// sockets.
#pragma once

#include <mcp/server.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mcp::server {

struct HttpArguments {
    bool wanted = false;                      ///< --http or --unix
    std::optional<std::string> address{};     ///< --http
    std::optional<std::string> unix_path{};   ///< --unix
    std::optional<std::string> path{};        ///< --path
    std::string certificate{};                ///< --cert
    std::string private_key{};                ///< --key
    std::vector<std::string> cors_origins{};  ///< --cors
};

/// Serves over HTTP, and gives what main returns. Throws std::invalid_argument for values that do
/// not fit, and others when it cannot serve.
using HttpProgram = std::function<int(Server& server, const HttpArguments& arguments)>;

/// Null without Mcpgen::asio, which sets it before main.
extern int (*http_program)(Server& server, const HttpArguments& arguments);

/// mcp::serve, with this for HTTP.
int run_program(Server& server, int argc, char** argv, const HttpProgram& http);

}  // namespace mcp::server
