// Servers by their names: in which configuration file one is looked up, and whether it may be used
// from there. What a server is started with is made in target.cpp.
#pragma once

#include "cli/options.hpp"
#include "output/terminal.hpp"
#include "problem.hpp"

#include <mcp/host_config.hpp>

#include <filesystem>
#include <string>

namespace mcpctl {

/// `$XDG_CONFIG_HOME/mcpctl` or `~/.config/mcpctl`; empty when neither is known.
std::filesystem::path configuration_folder();

struct ConfiguredServer {
    mcp::HostConfig config{};  ///< the whole file
    mcp::ServerConfig server{};
};

/// The server that `invocation.target` names: of the file that `--config` names, or else of the
/// user's own file, or else of a file of the working folder. That one may be anybody's, so it is
/// used only when the user says yes on the terminal, to what it starts or connects to. Fails
/// without that, and when no file has the name.
Outcome<ConfiguredServer> configured_server(const Invocation& invocation, Terminal& terminal);

/// The file that `--config` names, or the user's own; empty when there is none.
std::string own_configuration(const Invocation& invocation);

Problem config_problem(const mcp::ConfigProblem& problem);

}  // namespace mcpctl
