// Somebody who offers things in place of what is registered with a server: a gateway, whose tools
// and resources are those of servers behind it. Sessions, revisions and transports stay the
// server's.
#pragma once

#include "server/entries.hpp"
#include "session/server_core.hpp"

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::detail {
struct PeerInfo;  // session/served_call.hpp
class StopSwitch;
}  // namespace mcp::detail

namespace mcp::server {

/// The functions are those of session::ServerCore; any thread calls them, never under a lock.
class Substitute {
public:
    using Peer = std::shared_ptr<const detail::PeerInfo>;
    virtual ~Substitute() = default;

    /// Null: the server's own. What it points at never changes, and lives as long as the server.
    virtual const Implementation* info() const { return nullptr; }
    virtual std::optional<std::string> instructions() const = 0;
    virtual ServerCapabilities capabilities() const = 0;
    virtual bool opening_waits(const Peer& /*peer*/) const { return false; }
    virtual std::optional<RpcError> opening(const Peer& peer, std::string_view principal,
                                            detail::StopSwitch& gone) = 0;
    virtual Answer<std::shared_ptr<void>> subscribing(const Peer& peer, std::string_view uri,
                                                      std::string_view principal,
                                                      detail::StopSwitch& gone) = 0;
    virtual std::string place_of(const Peer& /*peer*/, std::string_view /*principal*/) const {
        return {};
    }
    virtual void level_chosen(const Peer& peer, const LoggingLevel& level) = 0;
    /// Whether serving it never waits for anything.
    virtual bool quick(std::string_view method) const = 0;
    virtual void serve(std::string_view method, std::optional<JsonView> params, Context& context,
                       Done<std::string> done) = 0;
    virtual void roots_changed(const Peer& peer) = 0;
    /// What is known of a tool; null when it was not seen yet. Its handler is not used.
    virtual std::shared_ptr<const ToolEntry> tool(std::string_view name) const = 0;
    /// Whether calls of tools that allow it may be tasks; the server keeps those.
    virtual bool has_tasks() const { return false; }
    /// See session::ServerCore.
    virtual bool passes_tasks() const { return false; }
    virtual session::TaskNews watch_tasks(const Peer& /*peer*/, std::string_view /*principal*/,
                                          const std::vector<std::string>& /*ids*/,
                                          session::TaskTold /*told*/) {
        return {};
    }
};

}  // namespace mcp::server
