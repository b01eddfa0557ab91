// The streams of one session, as one mechanism: a message is appended, gets an event id, and goes
// to the reply that the stream has at the moment, if it has one.
//
//   POST with requests --> a stream of its own, until each request is answered
//   GET                --> the general stream, for what belongs to no request
//   GET, Last-Event-ID --> what a stream has sent since, and the stream itself if it goes on
//
// HTTP+SSE has the general stream alone.
#pragma once

#include "http/server/event_id.hpp"
#include "http/server/timers.hpp"
#include "http/server/writer.hpp"
#include "session/clock.hpp"
#include "session/outbox.hpp"
#include "util/few_map.hpp"

#include <mcp/http_options.hpp>
#include <mcp/result.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::http {

/// What streams share.
struct StreamSettings {
    const HttpEndpointOptions* options = nullptr;
    HttpEventStore* events = nullptr;
    const session::Clock* clock = nullptr;
    bool single = false;     ///< HTTP+SSE: one stream for everything, without ids
    bool resumable = false;  ///< events have ids and are kept
    std::atomic<std::size_t>* in_flight = nullptr;  ///< counts requests
};

/// Where a reply hangs, for when its peer goes away.
struct Attachment {
    std::uint64_t stream = 0;
    std::uint64_t serial = 0;  ///< 0: the reply has ended already
};

/// How one POST may be answered.
struct PostReply {
    bool json_only = false;
    bool stream_only = false;
    bool batch = false;
    bool initialize = false;
    bool alone = false;  ///< of a session that is for this POST alone: its owner hears of the end
};

class Streams final : public session::Outbox {
public:
    Streams(StreamSettings settings, std::string principal, std::string session);
    ~Streams() override;

    /// Whom `wake` wakes. Before the first message.
    void set_owner(Timers& timers, const std::shared_ptr<Timed>& owner);
    /// What `initialize` has agreed on; decides about the rules of 2025-11-25.
    std::optional<Revision> revision() const;
    void set_revision(Revision revision) { revision_ = static_cast<int>(revision); }
    /// Numbers of streams begin here. For a session that was there before.
    void number_from(std::uint64_t first) { last_stream_ = general_.last.stream = first; }

    // ---- session::Outbox; called under the session's lock ----
    void send(std::string_view message, const MessageId& related_to) override;
    void ended(const MessageId& request) override;
    void wake() override;

    // ---- replies ----

    enum class Refusal : std::uint8_t { id_in_use, too_many };
    /// A stream for these requests.
    Result<Attachment, Refusal> open_post(std::vector<MessageId> requests, Writer& writer,
                                          PostReply how);
    /// The message was dropped: its requests get no answer, and their ids are free.
    void end_unanswered(const Attachment& asked);
    /// The message has been taken in. Where its reply hangs when it has not ended; from now on time
    /// counts for it.
    Attachment await(const Attachment& asked);
    /// The newest reply gets what comes; those before it stay open, and idle.
    Attachment open_general(Writer writer, std::string_view first_event = {});
    /// Goes on where this event was. Nothing, with the writer untouched, when that is not possible.
    std::optional<Attachment> resume(Writer& writer, std::string_view last_event_id);
    /// The peer is gone.
    void detach(const Attachment& attachment);
    /// Ends all replies, and what comes later.
    void close();

    // ---- time ----
    Time next_deadline() const;
    void deadline(Time now);

    std::size_t open_streams() const;
    /// Whether a reply is open: then the session is in use.
    bool in_use() const;

private:
    struct Live {
        Writer writer{};
        std::uint64_t serial = 0;
        Time comment_at = Time::max();
        Time close_at = Time::max();
    };
    struct Stream {
        EventId last{};  ///< its number, and that of its last event
        std::vector<MessageId> pending{};
        std::size_t requests = 0;
        std::vector<std::string> answers{};  ///< while it may still be JSON
        PostReply how{};
        bool known = false;    ///< the client has got an event id
        bool awaited = false;  ///< `await` has been called
        Live live{};
    };

    // All of these with the lock held:
    std::size_t open_streams_locked() const;
    void append(Stream& stream, std::string_view message, bool is_answer);
    void append_general(std::string_view message);
    void agreed(Writer& writer, std::string_view message);
    void write_event(Stream& stream, std::string_view message);
    /// What these have to say is appended to `text`, and not written.
    void add_event(Stream& stream, std::string_view message, Time time, std::string& text);
    void start(Stream& stream, Time time, std::string& text);
    void start(Stream& stream);
    void begin(Live& live, Writer writer);
    void set_times(Stream& stream, Time time);
    void end_unanswered(Stream& stream);
    void answer_json(Stream& stream);
    void finish(Stream& stream);
    void poll(Stream& stream);
    void flush_general();
    Stream* find(std::uint64_t id);
    Stream* stream_of(const MessageId& request);
    bool polls() const { return settings_.resumable && revision() >= r2025_11_25; }
    HttpStreamKey key_of(std::uint64_t stream) const { return {principal_, session_, stream}; }
    Time now() const { return settings_.clock->now(); }

    const StreamSettings settings_;
    const HttpEndpointOptions& options_;
    const std::string principal_;
    const std::string session_;
    Timers* timers_ = nullptr;
    std::weak_ptr<Timed> owner_{};
    std::atomic<int> revision_ = -1;

    mutable std::mutex mutex_{};
    std::uint64_t last_stream_ = 0;
    std::uint64_t last_serial_ = 0;
    detail::FewMap<MessageId, std::uint64_t> by_request_{};
    detail::FewMap<std::uint64_t, Stream> posts_{};
    Stream general_{};
    std::vector<Live> idle_general_{};  ///< older GETs
    std::deque<std::string> queue_{};   ///< for the general stream, while nobody listens
    std::size_t queued_bytes_ = 0;
    bool closed_ = false;
};

}  // namespace mcp::http
