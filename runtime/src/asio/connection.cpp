// Reading: bytes become requests. What comes while a request is being served is kept up to a bound,
// because only reading tells that the peer has gone.
#include "asio/connection.hpp"

#include "asio/shared.hpp"

#include <exception>
#include <utility>

namespace mcp::web {
namespace {

/// Bytes that are read while a request is being served. Above it the peer has to wait.
constexpr std::size_t most_ahead = std::size_t{64} * 1024;
/// Reads of one connection before others have their turn.
constexpr int reads_in_a_row = 8;

}  // namespace

Connection::Connection(std::shared_ptr<Shared> shared, std::shared_ptr<Loop> loop, int fd, Ssl ssl,
                       std::string peer)
    : shared_(std::move(shared)),
      loop_(std::move(loop)),
      peer_(std::move(peer)),
      deadline_(Time::max().time_since_epoch().count()),
      socket_(fd),
      stream_(fd, std::move(ssl)) {}

Connection::~Connection() {
    if (closed_) return;
    shared_->leave(peer_);
    loop_->poller().forget(socket_.get());
}

void Connection::set_deadline(std::chrono::milliseconds from_now) {
    deadline_.store((Loop::Clock::now() + from_now).time_since_epoch().count(),
                    std::memory_order_relaxed);
}

void Connection::start() {
    const Lock lock(mutex_);
    set_deadline(shared_->limits.header_time);
    loop_->poller().add(socket_.get(), *this, true, false, Tell::once);
    reading_ = true;
}

void Connection::watch(bool reading, bool writing) {
    if (closed_ || (reading == reading_ && writing == writing_)) return;
    loop_->poller().change(socket_.get(), *this, reading, writing, Tell::once);
    reading_ = reading;
    writing_ = writing;
}

void Connection::ready(Readiness what) {
    const auto self = shared_from_this();  // this may be the end of it
    try {
        Lock lock(mutex_);
        peer_ended_ = peer_ended_ || what.ended;
        if (what.broken && !reading_ && !closed_) return gone(lock);
        if (what.write && writing_ && !closed_) writable(lock);
        if ((what.read || what.broken) && reading_ && !closed_) read_on(lock);
        if (!closed_ && has_unsent() && !writing_) flush();  // it was TLS that wanted to read
    } catch (const std::exception& error) {                  // no memory for this one
        shared_->log(std::string("a connection was closed: ") + error.what());
        close_now();
    }
}

void Connection::post_reading() {
    loop_->post([self = shared_from_this()] {
        Lock lock(self->mutex_);
        if (!self->closed_) self->read_on(lock);
    });
}

void Connection::read_on(Lock& lock) {
    if (!is_busy() && !closing_ && !ahead_.empty()) {
        const std::string arrived = std::exchange(ahead_, {});
        take(lock, arrived);
    }
    Desk& desk = *Loop::desk();
    for (int i = 0; i < reads_in_a_row; ++i) {
        if (closed_) return;
        if (ahead_.size() > most_ahead) return watch(false, writing_);  // goes on after the reply
        const Stream::Moved moved = stream_.read(desk.buffer);
        if (moved.outcome == Stream::Outcome::closed) return gone(lock);
        if (moved.outcome == Stream::Outcome::again) {
            const bool wants_room = stream_.waits_for_other();
            return watch(!wants_room, wants_room || writing_);
        }
        const std::string_view arrived(desk.buffer.data(), moved.size);
        if (lingering_) {
            lingered_ += arrived.size();
            if (lingered_ > shared_->limits.body) return close();
        } else if (is_busy() || closing_ || !ahead_.empty()) {
            ahead_ += arrived;
        } else {
            take(lock, arrived);
            if (closed_) return;
        }
        // There may be more only when the buffer was full, or inside of TLS. The end behind it is
        // not told again; the reply to what was read goes first.
        if (moved.size < desk.buffer.size() && !stream_.is_secure()) {
            return peer_ended_ ? post_reading() : watch(true, writing_);
        }
    }
    post_reading();
}

void Connection::take(Lock& lock, std::string_view arrived) {
    taking_ = true;
    while (!arrived.empty()) {
        const Reader::State state = reader_.take(arrived, Loop::desk()->parser, shared_->wire);
        if (state == Reader::State::refused) {
            refuse(reader_.refusal().status, reader_.refusal().reason);
            break;
        }
        if (!keep(reader_.kept_bytes()) && state != Reader::State::whole) {
            refuse(503, "too many requests are not whole");
            reader_.clear();
            keep(0);
            break;
        }
        if (state != Reader::State::whole) {
            wait_for_rest();
            break;
        }
        serve(lock);
        // The next one does not begin before this reply has left; nor is it for a thread that has
        // handed its loop over.
        if (closed_ || serving_ || closing_ || has_unsent() || !Loop::is_waiting_thread()) break;
    }
    taking_ = false;
    if (closed_) return;
    if (!closing_) ahead_.insert(0, arrived);
    if (!serving_ && !has_unsent()) between_requests();
}

bool Connection::keep(std::size_t bytes) {
    const std::size_t before = std::exchange(kept_, bytes);
    if (bytes == before) return true;
    const std::size_t all = shared_->unfinished.fetch_add(bytes - before) + bytes - before;
    return bytes < before || all <= shared_->limits.unfinished;
}

void Connection::wait_for_rest() {
    const Phase phase = reader_.state() == Reader::State::head ? Phase::head : Phase::body;
    // The time is for all of it: more bytes do not make it longer.
    if (phase != std::exchange(phase_, phase)) {
        set_deadline(phase == Phase::head ? shared_->limits.header_time
                                          : shared_->limits.body_time);
    }
    if (phase == Phase::head || !reader_.head().expects_continue) return;
    if (std::exchange(told_to_continue_, true)) return;
    out() += "HTTP/1.1 100 Continue\r\n\r\n";
    flush();
}

void Connection::too_late(Time now) {
    Lock lock(mutex_);
    if (closed_ || deadline() > now) return;
    if (!lingering_ && !is_busy() && !closing_ && reader_.state() != Reader::State::idle) {
        const bool in_head = reader_.state() == Reader::State::head;
        refuse(408, in_head ? "the head took too long" : "the body took too long");
        if (!has_unsent()) between_requests();
        return;
    }
    if (!taking_) gone(lock);
}

void Connection::drain() {
    const Lock lock(mutex_);
    drains_ = true;
    if (closed_) return;
    if (serving_) closing_ = true;
    if (is_busy() || reader_.state() != Reader::State::idle || !ahead_.empty()) return;
    stream_.end_writing();
    close();
}

void Connection::close_now() {
    Lock lock(mutex_);
    if (!closed_) gone(lock);
}

}  // namespace mcp::web
