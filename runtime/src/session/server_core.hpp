// What a server's sessions need of the server: who it is, what it offers, and how a request is
// served. The sessions know the protocol, the core knows the features; they meet here.
#pragma once

#include "run/crew.hpp"

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/rpc.hpp>
#include <mcp/seal.hpp>
#include <mcp/trace.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::detail {
struct PeerInfo;  // session/served_call.hpp
class ServedCall;
class StopSwitch;
}  // namespace mcp::detail

namespace mcp::session {

enum class ListKind : std::uint8_t { tools, prompts, resources };

/// Whether a listener hears of a change: both have the same place, or one of them has none. Behind
/// a gateway clients have places, so that what one of them does is not told to others.
inline bool hears(std::string_view listener, std::string_view change) {
    return listener.empty() || change.empty() || listener == change;
}

struct SessionSettings {
    JsonLimits json{};
    std::size_t max_in_flight = 1024;        ///< requests of one connection being served
    std::size_t max_calls = 1024;            ///< our own requests waiting for answers
    std::size_t max_subscriptions = 1024;    ///< resources, of one legacy session
    std::size_t max_listen_streams = 64;     ///< of one connection
    std::chrono::milliseconds coalesce{10};  ///< changes of lists within this time are one message
    std::size_t max_log_per_second = 1000;   ///< messages; more are dropped and counted
    std::size_t max_progress_per_second = 1000;
    std::chrono::milliseconds ask_timeout{10 * 60'000};     ///< for the user's answer, legacy
    std::chrono::milliseconds state_lifetime{10 * 60'000};  ///< of a sealed requestState
    std::size_t max_state = std::size_t{64} * 1024;         ///< bytes of a requestState
    bool send_server_info = true;                           ///< in `_meta` of every modern result
    LoggingLevel log_level = LoggingLevelTag::info;         ///< legacy, before the client set one
};

class TaskManager;
class UsedTokens;

/// Gets the params of notifications/tasks. Any thread.
using TaskTold = std::function<void(JsonView params)>;
/// Somebody hears of tasks: of these, until it is destroyed.
struct TaskNews {
    std::vector<std::string> known{};
    std::shared_ptr<void> watch{};
};

class ServerCore {
public:
    virtual ~ServerCore() = default;

    virtual const Implementation& info() const = 0;
    /// The same as JSON at this revision, where that is at hand; else empty.
    virtual std::string_view info_text(Revision) const { return {}; }
    virtual std::optional<std::string> instructions() const = 0;
    virtual Revisions revisions() const = 0;
    /// Made of what is registered; members that a revision lacks are left out by the codec.
    virtual ServerCapabilities capabilities() const = 0;
    virtual const SessionSettings& settings() const = 0;
    virtual run::Crew& crew() = 0;
    virtual const Sealer& sealer() const = 0;
    /// For the answer to `server/discover`.
    virtual std::int64_t ttl_ms() const = 0;
    virtual CacheScope cache_scope() const = 0;

    /// Whether a request with this name is a feature that the server offers: lists, calls, reads,
    /// completion, and the user's own methods. What is the session's own business (initialize,
    /// ping, logging/setLevel, resources/subscribe, server/discover, subscriptions/listen) is not
    /// asked.
    virtual bool offers(std::string_view method) const = 0;
    /// Whether serving it took no time worth mentioning so far: then it is served on the thread
    /// that reads, otherwise by a worker. With `tries` that is said of what was never served, too,
    /// for one call at a time. Asked once for each call, before it is served; may leave in
    /// `call.found` what `serve` can use when that follows at once.
    virtual bool quick(detail::ServedCall& call, std::optional<JsonView> params,
                       bool tries) const = 0;
    /// Serves it: `done` gets the result, encoded at `context.revision()`. Reads the params at that
    /// revision; refuses wrong ones with the path. Lets InputNeeded pass.
    virtual void serve(std::string_view method, std::optional<JsonView> params, Context& context,
                       Done<std::string> done) = 0;
    /// A notification that is not the session's own business.
    virtual void notified(std::string_view method, std::optional<JsonView> params) = 0;
    /// Whether the client may subscribe to this resource: an error for an unknown one.
    virtual std::optional<RpcError> refuse_subscription(std::string_view uri,
                                                        std::string_view principal) = 0;
    /// A client introduces itself: once in a legacy session, with every modern request. Before
    /// anything that is offered is told or used. An error refuses it. May take its time where
    /// `opening_waits` says so; another thread may read on meanwhile. `gone`: the client is.
    virtual std::optional<RpcError> opening(const std::shared_ptr<const detail::PeerInfo>& /*peer*/,
                                            std::string_view /*principal*/,
                                            detail::StopSwitch& /*gone*/) {
        return std::nullopt;
    }
    virtual bool opening_waits(const std::shared_ptr<const detail::PeerInfo>& /*peer*/) const {
        return false;
    }
    /// This client subscribes, for as long as the result is kept: see `refuse_subscription`.
    virtual Answer<std::shared_ptr<void>> subscribing(
        const std::shared_ptr<const detail::PeerInfo>& /*peer*/, std::string_view uri,
        std::string_view principal, detail::StopSwitch& /*gone*/) {
        auto refused = refuse_subscription(uri, principal);
        if (refused) return Unexpected(*std::move(refused));
        return std::shared_ptr<void>();
    }
    /// Whose changes this client hears of: see `hears`.
    virtual std::string place_of(const std::shared_ptr<const detail::PeerInfo>& /*peer*/,
                                 std::string_view /*principal*/) const {
        return {};
    }
    /// The folders of a legacy client have changed.
    virtual void roots_changed(const std::shared_ptr<const detail::PeerInfo>& /*peer*/) {}
    /// A legacy client has chosen the least level of log messages.
    virtual void level_chosen(const std::shared_ptr<const detail::PeerInfo>& /*peer*/,
                              const LoggingLevel& /*level*/) {}
    /// The tasks; null: there are none, and nothing of them is declared.
    virtual TaskManager* tasks() { return nullptr; }
    /// Clients since 2026-07-28 have their tasks elsewhere: `tasks` is not for them, and requests
    /// about tasks are served as others are.
    virtual bool passes_tasks() const { return false; }
    /// `tasks`, for those clients.
    TaskManager* modern_tasks() { return passes_tasks() ? nullptr : tasks(); }
    /// Tells of changes of tasks that are elsewhere, as long as the result is kept. Waits.
    virtual TaskNews watch_tasks(const std::shared_ptr<const detail::PeerInfo>& /*peer*/,
                                 std::string_view /*principal*/,
                                 const std::vector<std::string>& /*ids*/, TaskTold /*told*/) {
        return {};
    }
    /// Whether calls of this tool may be tasks.
    virtual ToolExecutionTaskSupportTag task_support(std::string_view /*tool*/) const {
        return ToolExecutionTaskSupportTag::forbidden;
    }
    /// Whether calls of this tool become tasks only when their handler says so.
    virtual bool task_begins_later(std::string_view /*tool*/) const { return false; }
    /// Remembers which states have come back, where each may do so once; null: as often as wanted.
    virtual UsedTokens* used_states() { return nullptr; }
    /// Hears of every request and message; null for nobody.
    virtual Tracer* tracer() { return nullptr; }
    /// See every message. Read once by each session, when it begins.
    virtual std::vector<std::shared_ptr<MessageFilter>> filters() { return {}; }
    /// For the program's own log, not for the client: what went wrong where. Never secrets.
    virtual void report(std::string_view what) const = 0;
};

}  // namespace mcp::session
