// The loop of a connection:
//
//   read -> received -> (flush when nothing more is there) -> read ...
//
// is run by one thread until the connection ends, or until the reading is taken from it while it is
// inside the session (crew_state.hpp). Then another thread runs the loop, and the first one leaves
// it when the session returns.
//
// Where connections take turns, and the transport can be waited for together with others, the loop
// is left instead of waiting, and entered again by a thread of the lookout.
#include "run/connection.hpp"

#include "run/crew_state.hpp"
#include "run/lookout.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace mcp::run {
namespace {

using Time = Transport::Time;
using Event = Transport::Event;

/// Answers are kept back for those that may follow at once, so that one write takes many; but not
/// for longer than this, so that the peer has something to do while the rest is being made.
constexpr std::chrono::microseconds longest_gathering{40};
/// Who takes turns lets others have one after so long, however much has arrived. What it passes on
/// is kept back as long: its peers are not waited for, and each batch costs them and it less.
constexpr std::chrono::microseconds longest_turn{200};
constexpr std::size_t largest_gathering = std::size_t{64} * 1024;
/// What a thread keeps of the memory for a message.
constexpr std::size_t kept_message = std::size_t{64} * 1024;

/// The connections that this thread is inside of, innermost first.
struct Inside {
    const void* connection;
    const Inside* outer;
};
thread_local const Inside* innermost = nullptr;

}  // namespace

struct Connection::State final : Lookout::Member, std::enable_shared_from_this<State> {
    State(std::unique_ptr<Transport> way, std::shared_ptr<CrewState> threads)
        : transport(std::move(way)), crew(std::move(threads)) {
        if (!crew->limits().turns) return;
        watched = dynamic_cast<transport::Watchable*>(transport.get());
        if (watched && !watched->wait_outside(Tenure::before_waiting)) watched = nullptr;
    }

    const std::unique_ptr<Transport> transport;
    const std::shared_ptr<CrewState> crew;
    transport::Watchable* watched = nullptr;  ///< the transport; null: has threads of its own
    Gathering gathering{};
    std::atomic<bool> closing = false;
    /// The time at which the thread that waits will look at the deadlines, as a count; the largest
    /// number while it makes up its mind.
    std::atomic<Time::rep> looks_at = Time::max().time_since_epoch().count();

    std::mutex mutex{};
    std::condition_variable changed{};
    std::shared_ptr<Protocol> protocol{};
    bool started = false;
    bool ending = false;
    bool ended = false;
    std::size_t inside = 0;  ///< threads in the loop, or in the session

    bool is_mine(const Tenure* tenure) const { return tenure && tenure->owner() == this; }

    /// Reads from now on: in the loop, or by way of the lookout.
    void read_from_now_on();
    /// The loop. Returns when the connection has ended, another thread is in the loop, or the
    /// lookout is to wait; then it says until when.
    std::optional<Time> read_on() noexcept override;
    std::optional<Time> loop(Protocol& session);
    transport::Watchable& watchable() override { return *watched; }
    void end(Protocol& session, const std::string& why);
    Time look_at_deadlines(Protocol& session);
    void wait_for_end();
    bool thread_is_inside() const;
};

void Connection::State::read_from_now_on() {
    if (watched) {
        crew->limits().turns->lookout().add(shared_from_this());
    } else {
        read_on();
    }
}

std::optional<Time> Connection::State::read_on() noexcept {
    std::shared_ptr<Protocol> session;
    std::optional<Time> again;
    {
        const std::lock_guard lock(mutex);
        if (ending) return {};
        session = protocol;
        ++inside;
    }
    const Inside here{this, innermost};
    innermost = &here;
    transport->flush();  // what the thread before may have left
    gathering.flush();
    try {
        again = loop(*session);
    } catch (const std::exception& error) {
        end(*session, std::string("internal failure: ") + error.what());
    } catch (...) {
        end(*session, "internal failure");
    }
    gathering.flush();
    innermost = here.outer;
    session.reset();
    const std::lock_guard lock(mutex);
    --inside;
    if (ended) changed.notify_all();  // before, who waits has nothing to wake up for
    return again;
}

Time Connection::State::look_at_deadlines(Protocol& session) {
    // Who brings a deadline forward looks at `looks_at` afterwards: it sees that it was too late
    // for this look, or it sees what came of the look.
    const Time::rep before = looks_at.exchange(Time::max().time_since_epoch().count());
    const Time::rep next = session.next_deadline().time_since_epoch().count();
    // One that was to be looked at earlier stays: looking in vain once is cheaper than every caller
    // having to wake this thread.
    const bool keep = before < next && before > Time::clock::now().time_since_epoch().count();
    const Time::rep time = keep ? before : next;
    looks_at.store(time);
    return Time(Time::duration(time));
}

[[gnu::hot]] std::optional<Time> Connection::State::loop(Protocol& session) {
    Tenure tenure(crew, this, [self = shared_from_this()] { self->read_from_now_on(); });
    thread_local std::string text_of_thread;
    std::string text = std::move(text_of_thread);  // a session may run connections inside of this
    Time first_unsent{};
    Time turn_begun{};
    Time deadline = look_at_deadlines(session);
    std::size_t unsent_messages = 0;
    std::optional<Time> again;
    const bool turns = crew->limits().turns != nullptr;
    const auto keeps_back = turns ? longest_turn : longest_gathering;
    const auto flush = [&] {
        tenure.unsent = false;
        unsent_messages = 0;
        transport->flush();
        gathering.flush();
    };

    for (;;) {
        if (closing) {
            end(session, {});
            break;
        }
        const Transport::Incoming incoming = transport->read(deadline);
        if (incoming.event == Event::closed) {
            end(session, closing ? std::string() : std::string(incoming.text));
            break;
        }
        tenure.gathering = incoming.more ? &gathering : nullptr;
        const bool new_turn = tenure.turn.begin();
        const Moment now;
        if (turns && new_turn) turn_begun = now;
        if (incoming.event == Event::undelivered) {
            text.assign(incoming.text);
            const RpcError why = *incoming.error;
            session.undelivered(text, why, now);
        } else if (incoming.event != Event::timeout) {
            text.assign(incoming.text);
            session.received(text, incoming.event == Event::oversize, now);
        }
        const bool due = deadline != Time::max() && Time(now) >= deadline;
        if (due && !tenure.taken() && Time(now) >= session.next_deadline()) session.deadline(now);
        if (tenure.taken()) {
            transport->flush();
            break;
        }
        const bool waits = !incoming.more;  // the next read may
        if (tenure.unsent && !waits && unsent_messages++ == 0) first_unsent = now;
        if (tenure.unsent && (waits || Time(now) - first_unsent >= keeps_back)) flush();
        if (std::exchange(tenure.deadline_came_earlier, false) || due ||
            incoming.event == Event::timeout) {
            deadline = look_at_deadlines(session);
        }
        const bool long_turn = turns && Time(now) - turn_begun >= longest_turn;
        if (waits || (tenure.turn.wanted() && long_turn)) tenure.turn.end();
        if (watched &&
            (waits ? incoming.event == Event::message || watched->would_wait() : long_turn)) {
            if (tenure.unsent) flush();
            again = waits ? deadline : Time::min();
            break;
        }
    }
    if (text.capacity() <= kept_message) text_of_thread = std::move(text);
    return again;
}

void Connection::State::end(Protocol& session, const std::string& why) {
    {
        const std::lock_guard lock(mutex);
        if (std::exchange(ending, true)) return;
    }
    Tenure::before_waiting();  // the end may take its time
    try {
        session.closed(why);
    } catch (...) {  // NOLINT(bugprone-empty-catch): it is over anyway
    }
    transport->close();
    const std::lock_guard lock(mutex);
    protocol.reset();
    ended = true;
    changed.notify_all();
}

bool Connection::State::thread_is_inside() const {
    for (const Inside* each = innermost; each; each = each->outer) {
        if (each->connection == this) return true;
    }
    return false;
}

void Connection::State::wait_for_end() {
    Tenure::before_waiting();
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ended; });
}

Connection::Connection(std::unique_ptr<Transport> transport, Crew& crew)
    : state_(std::make_shared<State>(std::move(transport), crew.state().shared_from_this())) {}

Connection::~Connection() {
    close();
    std::unique_lock lock(state_->mutex);
    if (!state_->started) {
        lock.unlock();
        state_->transport->close();
        return;
    }
    if (state_->thread_is_inside()) return;  // the loop has a share in the state, and ends it
    Tenure::before_waiting();
    state_->changed.wait(lock, [&] { return state_->ended && state_->inside == 0; });
}

void Connection::start(std::shared_ptr<Protocol> protocol) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->protocol = std::move(protocol);
        state_->started = true;
    }
    if (state_->watched) return state_->read_from_now_on();
    state_->crew->start([state = state_] { state->read_from_now_on(); });
}

void Connection::run(std::shared_ptr<Protocol> protocol) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->protocol = std::move(protocol);
        state_->started = true;
    }
    const auto state = state_;
    state->read_from_now_on();
    state->wait_for_end();
}

[[gnu::hot]] void Connection::send(std::string_view message) {
    Tenure* const tenure = Tenure::current();
    const bool mine = state_->is_mine(tenure);
    const std::size_t queued = state_->transport->write(message);
    if (!mine && (!tenure || !tenure->gathering)) return state_->transport->flush();
    if (!mine) tenure->gathering->add({state_, state_->transport.get()});
    tenure->unsent = true;
    // Who takes the reading flushes; asked after the writing, so that one of the two does it.
    if (tenure->taken() || queued > largest_gathering) state_->transport->flush();
}

void Connection::wake() {
    Tenure* const tenure = Tenure::current();
    if (state_->is_mine(tenure) && !tenure->taken()) {
        tenure->deadline_came_earlier = true;
    } else {
        state_->transport->wake();
    }
}

void Connection::wake(Transport::Time deadline) {
    if (state_->looks_at.load() > deadline.time_since_epoch().count()) wake();
}

void Connection::close() {
    state_->closing = true;
    state_->transport->wake();
}

void Connection::wait() { state_->wait_for_end(); }

Transport& Connection::transport() { return *state_->transport; }

}  // namespace mcp::run
