// How a client behaves: which revisions it speaks, how long it waits, what it bounds. Its handlers
// are set on the client itself.
#pragma once

#include <mcp/call_options.hpp>
#include <mcp/json.hpp>
#include <mcp/response_cache.hpp>
#include <mcp/rpc.hpp>
#include <mcp/server_verdict.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

class Turns;

/// At most `burst` at once, and `per_second` in the long run.
struct RateLimit {
    double per_second = 5;
    double burst = 20;
};

struct ClientOptions {
    Revisions revisions = all_revisions;
    VersionPolicy versions = VersionPolicy::auto_();
    /// Found out earlier: no probe. Not used once it has expired.
    std::optional<ServerVerdict> known{};
    std::chrono::milliseconds verdict_lifetime{std::chrono::hours(24)};

    std::chrono::milliseconds probe_timeout{5'000};     ///< silence for so long: an old server
    std::chrono::milliseconds connect_timeout{30'000};  ///< for the answer to `initialize`
    /// Pings a legacy server so often; no answer in time ends the connection. 0: never.
    std::chrono::milliseconds ping_interval{0};
    CallOptions calls{};  ///< for calls that are made without options of their own

    std::size_t max_in_flight = 1024;  ///< calls; more are refused with Failure::busy
    std::size_t max_serving = 64;      ///< requests of the server that handlers work on
    std::size_t max_pages = 1000;      ///< of one list
    JsonLimits json{};

    std::size_t input_rounds = 10;  ///< questions in a row that a server may answer a call with
    std::chrono::milliseconds retry_pause{250};  ///< before a retry that nothing was asked for
    RateLimit sampling_rate{};
    RateLimit elicitation_rate{};

    bool send_client_info = true;    ///< in every modern request
    bool check_tool_results = true;  ///< structuredContent against the tool's outputSchema
    /// Extensions that are spoken, by identifier, each with its settings. None by default.
    Map<JSONObject> extensions{};
    /// Who uses this client: private answers are kept for them alone.
    std::string principal{};
    std::shared_ptr<ResponseCache> cache{};  ///< one of its own when null
    std::string server_key{};                ///< which server this is, where a cache is shared

    std::shared_ptr<Turns> turns{};  ///< with other connections: <mcp/turns.hpp>

    /// Receives what goes wrong without a caller to tell: messages that are dropped, handlers that
    /// fail. Any thread.
    std::function<void(std::string_view)> report{};
};

/// Who answered, and what was agreed.
struct Connected {
    Era era = Era::legacy;
    Revision revision = r2025_11_25;
    /// As the server says. Not known of a modern server that was not asked.
    std::optional<Implementation> server{};
    /// Nothing is refused for a capability while they are not known.
    std::optional<ServerCapabilities> capabilities{};
    std::optional<std::string> instructions{};
};

}  // namespace mcp
