// How an HttpEndpoint behaves: where it is, who may come, how it answers, its bounds, and what
// keeps its events and sessions. Every default is safe on the machine of a user.
#pragma once

#include <mcp/revision.hpp>

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

struct HttpRequest;

/// Which stream an event belongs to. Streams of two users or two sessions are never the same.
struct HttpStreamKey {
    std::string_view principal{};
    std::string_view session{};
    std::uint64_t stream = 0;
};

struct HttpEventLimits {
    std::size_t max_events = 1000;                   ///< of one session
    std::size_t max_bytes = std::size_t{1} << 20;    ///< of one session
    std::chrono::milliseconds max_age{5 * 60'000};   ///< older ones are dropped
    std::size_t max_total = std::size_t{256} << 20;  ///< bytes of all sessions
};

/// Keeps what was sent on streams, for clients that come back. Called by many threads, one at a
/// time for each session; never waits for long. `now` never runs backwards, and means nothing in
/// another process.
class HttpEventStore {
public:
    using Time = std::chrono::steady_clock::time_point;
    virtual ~HttpEventStore() = default;
    /// Sequence numbers of a stream begin with 1 and have no gaps.
    virtual void append(const HttpStreamKey& stream, std::uint64_t sequence,
                        std::string_view message, Time now) = 0;
    /// Gives every event after this one, in order. False, with nothing given, when one of them is
    /// not there any more, or the stream is not known.
    virtual bool replay(
        const HttpStreamKey& stream, std::uint64_t after,
        const std::function<void(std::uint64_t sequence, std::string_view message)>& give,
        Time now) = 0;
    /// The session has ended.
    virtual void erase(std::string_view principal, std::string_view session) = 0;
};

/// In memory. The oldest events of a session go first.
std::shared_ptr<HttpEventStore> memory_event_store(HttpEventLimits limits = {});

/// What is needed to go on with a session in another process, or after a restart.
struct HttpStoredSession {
    std::string principal{};
    std::string initialize{};  ///< the client's message
};

/// Keeps sessions beyond the life of a process. What a session has done since `initialize`
/// (subscriptions, level of logging, events) is not in here.
class HttpSessionStore {
public:
    using Time = std::chrono::system_clock::time_point;
    virtual ~HttpSessionStore() = default;
    virtual void put(std::string_view id, const HttpStoredSession& session, Time now) = 0;
    virtual std::optional<HttpStoredSession> find(std::string_view id, Time now) = 0;
    virtual void erase(std::string_view id) = 0;
};

/// In memory, for several endpoints of one process. The oldest sessions go first.
std::shared_ptr<HttpSessionStore> memory_session_store(
    std::size_t max_sessions = 10'000, std::chrono::milliseconds max_age = std::chrono::hours(24));

/// How requests are answered that could be answered either way.
enum class HttpReplies : std::uint8_t {
    automatic,  ///< JSON, and a stream as soon as something comes before the answer
    json,       ///< always JSON: progress and log messages go to the GET stream, or are dropped
    stream,     ///< always a stream
};

struct HttpEndpointOptions {
    // ---- where ----

    std::string path = "/mcp";
    std::string sse_path = "/sse";            ///< HTTP+SSE of 2024-11-05
    std::string messages_path = "/messages";  ///< where clients of `sse_path` post to
    bool serve_sse = true;
    /// Sessions of Streamable HTTP, 2025-03-26 to 2025-11-25.
    bool serve_sessions = true;
    /// Clients of these revisions get no session id: each request stands alone. The server can ask
    /// them nothing and sends nothing by itself.
    bool stateless = false;
    /// What a proxy has taken away from the front of all paths: "/tools" for "/tools/mcp".
    std::string public_base{};
    /// `X-Forwarded-Host` and `X-Forwarded-Prefix` are believed. Only behind a proxy that sets
    /// them.
    bool trust_forwarded = false;

    // ---- who ----

    /// Names in `Host`: "name" for any port, "name:port", "*" for all. These and those of
    /// `origins`, because web pages of others can make a browser send requests here.
    std::vector<std::string> hosts{"localhost", "127.0.0.1", "[::1]"};
    /// Origins of browsers' pages: "https://name", "http://name:8080", "http://name:*". Requests
    /// without an origin do not come from a page.
    std::vector<std::string> origins{"http://localhost:*",  "http://127.0.0.1:*",
                                     "http://[::1]:*",      "https://localhost:*",
                                     "https://127.0.0.1:*", "https://[::1]:*"};
    /// Decides in place of both lists.
    std::function<bool(const HttpRequest&)> permit{};
    /// Pages with these origins may read answers (CORS), and are allowed as those in `origins` are.
    /// None by default.
    std::vector<std::string> cors_origins{};

    // ---- how ----

    HttpReplies replies = HttpReplies::automatic;
    std::chrono::milliseconds keep_alive{15'000};  ///< a comment on quiet streams; 0: none
    /// Events have ids, and broken streams can be resumed (2025-03-26 to 2025-11-25).
    bool resumable = true;
    /// The streams of calls are closed after this time and the client comes back for the rest
    /// (2025-11-25); 0: never.
    std::chrono::milliseconds poll_after{0};
    std::chrono::milliseconds retry{1000};                ///< for so long it stays away then
    std::chrono::milliseconds session_idle{30 * 60'000};  ///< sessions without traffic end

    // ---- bounds ----

    std::size_t max_body = std::size_t{4} << 20;    ///< bytes of a message
    std::size_t max_depth = 64;                     ///< of the JSON in it
    std::size_t max_sessions = 10'000;              ///< the longest idle one makes room
    std::size_t max_streams = 256;                  ///< open ones of a session
    std::size_t max_listeners = 10'000;             ///< open `subscriptions/listen`
    std::size_t max_queued = std::size_t{1} << 20;  ///< bytes; above, the stream is cut
    std::size_t max_in_flight = 4096;               ///< requests being served
    std::size_t max_param_headers = std::size_t{16}
                                    << 10;  ///< bytes of `Mcp-…` headers of a request

    /// Null: in memory, bounded by `events`.
    std::shared_ptr<HttpEventStore> event_store{};
    HttpEventLimits events{};
    /// Null: sessions end with the process.
    std::shared_ptr<HttpSessionStore> session_store{};
};

}  // namespace mcp
