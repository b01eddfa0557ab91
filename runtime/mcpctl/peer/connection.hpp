// One server, connected: what every command that talks to one begins with.
#pragma once

#include "cli/options.hpp"
#include "output/terminal.hpp"
#include "peer/target.hpp"

#include <mcp/client.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcpctl {

class Connection {
public:
    /// `terminal` and `invocation` outlive it.
    Connection(const Invocation& invocation, Terminal& terminal);
    /// Ends the connection; with `--verbose` prints what the server wrote to its standard error.
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// For handlers, before `connect`.
    mcp::Client& client() { return *client_; }
    const Target& target() const { return target_; }

    Outcome<mcp::Connected> connect();
    /// The same over a transport of the caller's choice; `target` is for messages.
    Outcome<mcp::Connected> connect(Target target, const mcp::Client::TransportMaker& make);

    /// Why a call failed, and what to do about it. `doing`: `tools/call`, or what else it was. When
    /// the connection is over the client is gone afterwards.
    Problem problem(std::string_view doing, const mcp::RpcError& error);

private:
    const Invocation& invocation_;
    Terminal& terminal_;
    Target target_{};
    std::shared_ptr<ServerWords> words_ = std::make_shared<ServerWords>();
    std::unique_ptr<mcp::Client> client_;
};

/// What the options of a connection say.
mcp::ClientOptions client_options(const Invocation& invocation, Terminal& terminal);
/// The time that `--timeout` gives.
std::chrono::milliseconds timeout_of(const Invocation& invocation);

/// The value as JSON, as the newest revision writes it.
template <class T>
mcp::Json json_of(const T& value) {
    const auto text = mcp::encode(value, mcp::latest_revision);
    const auto json = text ? mcp::Json::parse(*text) : mcp::Json();
    return json ? *json : mcp::Json();
}

}  // namespace mcpctl
