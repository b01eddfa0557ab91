// The requests that this side has sent and that wait for an answer. A table with deadlines, without
// a clock, a thread or a lock of its own: whoever owns it has those.
#pragma once

#include <mcp/async.hpp>
#include <mcp/call_options.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mcp::rpc {

using Time = std::chrono::steady_clock::time_point;

/// `from` and so much later; no end of time is passed.
Time after(Time from, std::chrono::milliseconds wait);

/// A request that waits. `done` gets the text of the result, to be decoded by who knows its type.
struct PendingCall {
    MessageId id{};
    MessageId stream{};         ///< the one it was sent on, where a connection has several
    std::string_view method{};  ///< of a generated method, or kept alive by the caller
    bool cancellable = true;    ///< false for `initialize`: nobody is told when it expires
    CallOptions options{};
    Time sent{};
    Time deadline{};
    Done<std::string> done{};
};

class PendingCalls {
public:
    /// A new id for every call of a connection: 1, 2, 3…
    MessageId next_id() { return MessageId(++last_id_); }
    std::size_t size() const { return calls_.size(); }
    bool contains(const MessageId& id) const { return calls_.contains(id); }

    /// Waits from `now` on; the deadline is computed here. A call with the same id is replaced, and
    /// fails.
    void add(PendingCall call, Time now);
    /// The call that this answers, taken out; nothing for answers to no call (late, doubled).
    std::optional<PendingCall> take(const MessageId& id);
    /// The call whose progress token this is: the token is the id. Moves its deadline. Null when
    /// there is none. Progress that does not grow is not reported: null.
    const PendingCall* progress(const MessageId& token, double done, Time now);

    /// The earliest deadline; Time::max() when nothing waits.
    Time next_deadline() const;
    /// The calls whose time is up, taken out.
    std::vector<PendingCall> take_expired(Time now);
    /// All, taken out: the connection has ended.
    std::vector<PendingCall> take_all();

private:
    struct Entry {
        PendingCall call;
        double progress = 0;
        bool has_progress = false;
    };
    void forget_deadline(const Entry& entry);

    std::int64_t last_id_ = 0;
    std::unordered_map<MessageId, Entry> calls_;
    std::multimap<Time, MessageId> deadlines_;
};

}  // namespace mcp::rpc
