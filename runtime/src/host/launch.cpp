// From a configuration to a transport.
#include "host/launch.hpp"

#include <map>
#include <utility>

namespace mcp::host {

namespace {

/// A transport, and its process if it has one.
struct Launched {
    std::unique_ptr<Transport> transport{};
    const ProcessTransport* process = nullptr;
};

Result<Launched> start_process(const ServerLaunch& launch, const HostOptions& options) {
    ProcessOptions process;
    process.command.push_back(launch.command);
    process.command.insert(process.command.end(), launch.args.begin(), launch.args.end());
    for (const auto& [name, value] : launch.env) {
        process.environment.emplace_back(name, value.reveal());
    }
    process.working_directory = launch.cwd;
    process.stderr_mode = options.stderr_mode;
    process.grace = options.process_grace;
    process.limits = options.lines;
    auto transport = process_transport(process);
    if (!transport) return Unexpected(std::move(transport).error());
    Launched launched{.process = transport->get()};
    launched.transport = std::move(*transport);
    return launched;
}

Result<Launched> only_transport(Result<std::unique_ptr<Transport>> transport) {
    if (!transport) return Unexpected(std::move(transport).error());
    if (!*transport) return Unexpected(Error{"there is no transport"});
    Launched launched;
    launched.transport = std::move(*transport);
    return launched;
}

Result<Launched> connect(const HostServer& server, const ServerLaunch& launch,
                         const HostOptions& options) {
    if (server.connect) return only_transport(server.connect());
    if (launch.kind == ServerKind::process) return start_process(launch, options);
    if (options.http) return only_transport(options.http(launch));
    return Unexpected(
        Error{"this program does not speak HTTP: set HostOptions::http, see <mcp/host_http.hpp>"});
}

}  // namespace

Result<ServerLaunch> prepare(const HostServer& server, const HostOptions& options) {
    const ServerConfig& config = server.config;
    if (server.connect) {
        return ServerLaunch{.kind = config.kind,
                            .command = config.command,
                            .args = config.args,
                            .cwd = config.cwd,
                            .url = config.url};
    }
    auto launch = expand(config, server.inputs, options.expand);
    if (launch) return std::move(*launch);
    std::string all;
    for (const ConfigProblem& problem : launch.error()) {
        all += (all.empty() ? "" : "; ") + problem.message();
    }
    return Unexpected(Error{std::move(all)});
}

Result<std::unique_ptr<Transport>> launch(const HostServer& server, const ServerLaunch& prepared,
                                          const HostOptions& options,
                                          const std::shared_ptr<ProcessView>& view) {
    auto launched = connect(server, prepared, options);
    if (!launched) return Unexpected(std::move(launched).error());
    return std::make_unique<PacedTransport>(std::move(launched->transport), options.traffic, view,
                                            launched->process);
}

ServerIdentity identity_of(const ServerConfig& config, const ServerLaunch& prepared) {
    const auto values = [](const ServerConfig::Values& from) {
        std::map<std::string, std::string> all;
        for (const auto& [name, value] : from) all[name] = value.reveal();
        return all;
    };
    ServerIdentity identity{.name = config.name};
    if (prepared.kind == ServerKind::http) {
        identity.url = prepared.url;
        identity.headers = values(config.headers);
        return identity;
    }
    if (!prepared.command.empty()) {
        identity.command.push_back(prepared.command);
        identity.command.insert(identity.command.end(), prepared.args.begin(), prepared.args.end());
    }
    identity.environment = values(config.env);
    identity.directory = prepared.cwd;
    return identity;
}

}  // namespace mcp::host
