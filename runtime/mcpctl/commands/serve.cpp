// `mcpctl serve`: all servers of a configuration as one.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "output/terminal.hpp"
#include "peer/configuration.hpp"
#include "peer/front.hpp"
#include "peer/target.hpp"
#include "peer/tokens.hpp"

#include <mcp/gateway.hpp>
#include <mcp/host.hpp>
#ifdef MCPCTL_HTTP
#include <mcp/host_http.hpp>
#endif

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace mcpctl {
namespace {

Outcome<mcp::HostConfig> read_servers(const Invocation& invocation, Terminal& terminal) {
    const std::string file = own_configuration(invocation);
    if (file.empty()) {
        return Unexpected(
            wrong_usage("there is no configuration with servers", "name a file with --config"));
    }
    mcp::HostConfig config = mcp::read_host_config(file);
    for (const mcp::ConfigProblem& problem : config.problems) {
        terminal.note("mcpctl: " + safe_line(problem.message()));
    }
    if (!config.servers.empty()) return config;
    return Unexpected(wrong_usage(safe_line(file) + ": it has no server that can be used",
                                  "docs/host.md shows what such a file looks like"));
}

Outcome<std::optional<mcp::HostPolicy>> read_policy(const Invocation& invocation) {
    std::optional<mcp::HostPolicy> none;
    if (!invocation.has("policy")) return none;
    if (invocation.has("allow-all")) {
        return Unexpected(
            wrong_usage("--policy and --allow-all contradict each other", "leave one of them out"));
    }
    const std::string name = invocation.text("policy");
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
        return Unexpected(wrong_usage("--policy: " + safe_line(name) + " cannot be read",
                                      "name a file that is there"));
    }
    auto policy = mcp::HostPolicy::parse(text.str());
    if (policy) return std::optional(*std::move(policy));
    return Unexpected(wrong_usage(safe_line(name) + ": " + safe_line(policy.error().message),
                                  "docs/consent.md has the format"));
}

/// What the client's user is asked: whether a tool may be called, and what a server may see of
/// others. Forms, pages, prompts and folders pass to the client, which asks its user anyway; and
/// the servers of the configuration are what the command is given for.
bool is_for_the_client(mcp::ActionKind kind) {
    return kind == mcp::ActionKind::tool_call || kind == mcp::ActionKind::resource;
}

#ifdef MCPCTL_HTTP
mcp::Result<std::unique_ptr<mcp::Transport>> reach_over_http(const mcp::ServerLaunch& launch,
                                                             KeptTokens& tokens) {
    mcp::HttpClientOptions http;
    http.close_within = grace_behind;
    Target target{.url = launch.url};
    for (const auto& [name, value] : launch.headers) target.headers.emplace_back(name, "");
    if (!target.has_authorization()) {
        auto source = tokens.of(launch.url);
        if (!source) return mcp::Unexpected(mcp::Error{source.error().what});
        http.token_source = std::move(*source);
    }
    return mcp::http_servers(std::move(http))(launch);
}
#endif

}  // namespace

Outcome<int> run_serve(const Invocation& invocation, Terminal& terminal) {
    const auto config = read_servers(invocation, terminal);
    if (!config) return Unexpected(config.error());
    const auto policy = read_policy(invocation);
    if (!policy) return Unexpected(policy.error());
    const bool allow_all = invocation.has("allow-all");
#ifdef MCPCTL_HTTP
    const auto tokens = std::make_shared<KeptTokens>(invocation);
    if (const auto opened = tokens->open(); !opened) return Unexpected(opened.error());
#endif
    const auto make = [&](mcp::HostOptions options, mcp::Gateway::AskClient ask) {
        options.without_consent = allow_all;
        options.process_grace = grace_behind;
        if (!allow_all) {
            mcp::ConsentOptions consent;
            if (*policy) consent.policy = **policy;
            consent.ask = [ask = std::move(ask)](const mcp::ConsentQuestion& question,
                                                 const mcp::ConsentReply& reply) {
                if (is_for_the_client(question.action->kind())) return ask(question, reply);
                reply({.allow = true, .scope = mcp::ConsentScope::session});
            };
            options.consent = std::make_shared<mcp::ConsentGate>(std::move(consent));
        }
#ifdef MCPCTL_HTTP
        options.http = [tokens](const mcp::ServerLaunch& launch) {
            return reach_over_http(launch, *tokens);
        };
#endif
        auto host = std::make_unique<mcp::Host>(
            mcp::Implementation{.name = "mcpctl", .version = MCPCTL_VERSION}, std::move(options));
        for (const mcp::Error& error : host->add(*config)) {
            terminal.note("mcpctl: " + safe_line(error.message));
        }
        return host;
    };
    mcp::MergeOptions options;
    options.gateway.server = front_options();
    options.gateway.one_client = !invocation.has("http");
    const double usual = std::chrono::duration<double>(options.first_wait).count();
    const auto wait = std::chrono::duration<double>(invocation.number("wait", usual));
    options.first_wait = std::chrono::ceil<std::chrono::milliseconds>(wait);
    if (invocation.text("names") == "plain") options.names = mcp::GatewayNames::plain;
    mcp::Gateway gateway({.name = "mcpctl", .version = MCPCTL_VERSION}, make, options);
    return serve_in_front(gateway.server(), invocation);
}

}  // namespace mcpctl
