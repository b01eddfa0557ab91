// How a server behaves beyond what is registered with it: what it says of itself, its bounds, and
// where its log goes. Everything has a default that suits a server on standard input and output.
#pragma once

#include <mcp/json.hpp>
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

namespace mcp {

class TaskStore;
class Turns;
struct StoredTask;

/// What somebody wants to use.
struct AccessRequest {
    enum class Kind : std::uint8_t { tool, prompt, resource, resource_template };
    Kind kind = Kind::tool;
    std::string_view name{};       ///< of the tool or prompt; the resource's address or template
    std::string_view principal{};  ///< who, as the transport knows; empty for nobody in particular
};

/// For how long clients may keep an answer, and whether others may see it.
struct CacheHint {
    std::int64_t ttl_ms = 0;
    CacheScope scope = CacheScopeTag::private_;
};

struct ServerLimits {
    std::size_t page_size = 1000;                 ///< entries of a list in one answer
    std::size_t max_uri = std::size_t{8} * 1024;  ///< bytes of an address that is asked for
    std::size_t max_completion_value = 4096;      ///< bytes typed so far
    std::size_t workers = 4;                      ///< handlers that run at once, waiting ones aside
    std::size_t max_queued = 1024;                ///< requests that wait for a worker
    std::size_t max_in_flight = 1024;             ///< requests of one connection
    std::size_t max_subscriptions = 1024;         ///< resources, of one connection
    std::size_t max_listen_streams = 64;          ///< of one connection
    std::size_t max_log_per_second = 1000;        ///< messages to one client
    std::size_t max_progress_per_second = 1000;
    JsonLimits json{};
    /// Requests under way may still end when the client has closed its side.
    std::chrono::milliseconds drain{500};
    /// The same when the program is told to end: `serve` of <mcp/serve.hpp>.
    std::chrono::milliseconds signal_drain{2000};
    std::chrono::milliseconds ask_timeout{10 * 60'000};     ///< for an answer of the user
    std::chrono::milliseconds state_lifetime{10 * 60'000};  ///< of what a client keeps for us
};

/// Tools that are called as tasks (docs/tasks.md).
struct TaskLimits {
    std::size_t max_tasks = 1000;  ///< in the store, the ended ones too
    /// That run at once, of one principal; clients without one share this.
    std::size_t max_per_owner = 100;
    std::size_t max_bytes = std::size_t{4} * 1024 * 1024;  ///< of params, answers, result: each
    std::chrono::milliseconds default_ttl{10 * 60'000};    ///< kept, from the call on
    std::chrono::milliseconds max_ttl{60 * 60'000};        ///< longer ones become this
    std::chrono::milliseconds poll_interval{1000};         ///< what clients are asked for
};

struct ServerOptions {
    /// For the model: how to use this server.
    std::optional<std::string> instructions{};
    Revisions revisions = all_revisions;

    /// Features follow from what is registered. Set these for what will be registered only later,
    /// since clients may ask once and for all.
    bool offer_tools = false;
    bool offer_prompts = false;
    bool offer_resources = false;
    bool offer_completions = false;
    bool subscriptions = true;  ///< to single resources
    bool list_changes = true;   ///< clients are told of changed lists
    bool logging = true;
    Map<JSONObject> extensions{};  ///< names and settings of extensions to declare
    Map<JSONObject> experimental{};

    CacheHint lists{};             ///< of all lists, and of what the server says of itself
    CacheHint resources{};         ///< of contents, unless a reader says otherwise
    bool send_server_info = true;  ///< with every result, since 2026-07-28
    LoggingLevel log_level =
        LoggingLevelTag::info;  ///< before a client has chosen, until 2025-11-25

    ServerLimits limits{};
    TaskLimits tasks{};
    /// Where tasks are kept. None: in memory. See <mcp/task_store.hpp>.
    std::shared_ptr<TaskStore> task_store{};
    /// Whether a task that an earlier process has left unfinished is to run again, from the start
    /// of its handler; otherwise it has failed. Asked for each one, before the first message. None:
    /// none of them runs again.
    std::function<bool(const StoredTask&)> resume_task{};
    /// For what clients keep for the server, newest first: 32 bytes or more each. Several processes
    /// that serve the same clients share them. None: made up by this process.
    std::vector<std::string> keys{};
    /// What a client keeps for the server comes back once: a second time it is refused. For tools
    /// whose answers must not be given twice. Only this process remembers, so clients must come
    /// back to it.
    bool single_use_state = false;
    /// Handlers' failures, and what looks like a mistake in the server. Standard error by default.
    /// Called by many threads at once.
    std::function<void(std::string_view)> log{};
    std::shared_ptr<Tracer> tracer{};
    /// Of connections with others: <mcp/turns.hpp>. Not those of HTTP.
    std::shared_ptr<Turns> turns{};
};

}  // namespace mcp
