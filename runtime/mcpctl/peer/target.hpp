// Which server a command talks to: an address, a program to start, or a name from a configuration.
#pragma once

#include "cli/options.hpp"
#include "problem.hpp"

#include <mcp/transport.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mcp {
class TokenSource;
}

namespace mcpctl {

struct Target {
    std::string shown{};   ///< for messages: an address, a name, or a program; no secrets in it
    bool on_line = false;  ///< a program that stands on the command line, after `--`
    std::string url{};     ///< empty: `process` is started
    std::vector<std::pair<std::string, std::string>> headers{};  ///< may hold secrets
    mcp::ProcessOptions process{};  ///< its `grace` holds for the end of a session over HTTP, too
    bool has_authorization() const;
};

/// A command line for hints: `mcpctl list files tools`. Of a program it has no arguments, which may
/// be secrets.
std::string line_for(const Target& target, const std::string& command, const std::string& rest);

/// Fails when the configuration cannot be read, lacks the name, or wants a value that there is not.
Outcome<Target> find_target(const Invocation& invocation, Terminal& terminal);

/// Keeps what a started server wrote to its standard error, after its transport is gone.
struct ServerWords {
    std::string text{};
};

/// A new connection; nothing is sent. `tokens` may be null. Fails when the program cannot be
/// started, or when this build has no HTTP.
mcp::Result<std::unique_ptr<mcp::Transport>> open_transport(
    const Target& target, const std::shared_ptr<mcp::TokenSource>& tokens,
    const std::shared_ptr<ServerWords>& words);

/// `mcpctl/tokens` in the user's configuration folder, or what `--tokens` says; empty when there is
/// no such folder.
std::string tokens_file(const Invocation& invocation);

}  // namespace mcpctl
