// What the two machines of a connection share: its lock, its output, and the requests that are
// being served. Knows messages, but no method.
#pragma once

#include "session/clock.hpp"
#include "session/outbox.hpp"
#include "session/rate.hpp"
#include "session/served_call.hpp"
#include "session/server_core.hpp"
#include "util/few_map.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::session {

class Call;

/// What is called `…_locked` wants the lock to be held. The core and the handlers are never called
/// under it: they may call back.
class Channel {
public:
    Channel(ServerCore& server, std::shared_ptr<Outbox> out, const Clock& time);

    ServerCore& core;
    const SessionSettings& settings;
    const Clock& clock;

    using Lock = std::unique_lock<std::mutex>;
    Lock lock() const { return Lock(mutex_); }

    // ---- output ----

    /// Messages after the end are dropped.
    void send_locked(std::string message, const MessageId& related_to);
    void send(std::string message, const MessageId& related_to);
    /// Under the lock, since the outbox may be gone after the end.
    void wake() {
        const Lock held = lock();
        if (!closed_) outbox_->wake();
    }

    // ---- input ----

    /// The text through the filters; false when one of them drops it. `copy` holds what they made
    /// of it.
    bool admit(std::string_view& text, std::string& copy);

    // ---- requests being served ----

    /// Serves the call: on this thread when the core calls it quick and `alone` says that no other
    /// message of a batch waits behind it, otherwise by a worker. Refuses it when too many are in
    /// flight, or when its id is in use.
    void serve(std::shared_ptr<Call> call, bool alone);
    /// Gives a call to a worker whose request has been answered: it is not in the table of those
    /// that can be cancelled by their id, but it is stopped at the end.
    void serve_later(const std::shared_ptr<Call>& call);
    /// Gives a call to a worker that goes on whatever becomes of the connection.
    void serve_detached(const std::shared_ptr<Call>& call);
    /// Takes the call out; says whether it still was there.
    bool remove_locked(const Call& call);
    /// Stops the call; no answer is sent any more. Null when there is none with this id.
    std::shared_ptr<Call> cancel_locked(const MessageId& id);
    /// The request's own stream, if it has one, ends here.
    void ended_locked(const MessageId& id) { outbox_->ended(id); }
    bool in_use_locked(const MessageId& id) const;
    std::size_t in_flight_locked() const { return calls_.size(); }

    bool closed_locked() const { return closed_; }
    /// The same without the lock: it may be over any time.
    bool closed() const { return closed_; }
    /// Ids of requests may be in use that are in no table here: of listen streams, and of requests
    /// that wait for a task.
    bool others_hold_ids() const { return others_hold_ids_; }
    void now_others_hold_ids_locked() { others_hold_ids_ = true; }
    /// For what waits for something else than calls; stopped at the end.
    detail::StopSwitch gone;
    /// Nothing is sent from now on. Gives what was being served.
    std::vector<std::shared_ptr<Call>> close();

    RateLimit log_rate;
    RateLimit progress_rate;

    /// For the program's log; never more than a few a second.
    [[gnu::cold]] void report(std::string_view what);

private:
    void run(const std::shared_ptr<Call>& call);

    mutable std::mutex mutex_;
    const bool tries_handlers_;
    std::shared_ptr<Outbox> outbox_;
    std::vector<std::shared_ptr<MessageFilter>> filters_;
    detail::FewMap<MessageId, std::shared_ptr<Call>> calls_;
    std::vector<std::weak_ptr<Call>> background_{};
    RateLimit report_rate_{20};
    std::atomic<bool> closed_ = false;           ///< written under the lock
    std::atomic<bool> others_hold_ids_ = false;  ///< as long as the connection lives
};

}  // namespace mcp::session
