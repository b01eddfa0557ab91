// Writing, as far as the peer takes it, and closing.
#include "asio/connection.hpp"
#include "asio/shared.hpp"
#include "util/give_back.hpp"

#include <utility>
#include <vector>

namespace mcp::web {
namespace {

/// Memory that a thread keeps for the replies of its connections: so many buffers, and so much in
/// one of them.
constexpr std::size_t most_spares = 16;
constexpr std::size_t most_spare = std::size_t{16} * 1024;
thread_local std::vector<std::string> spares_of_thread;

/// So long the rest of a refused request is thrown away, so that the peer can read why.
constexpr std::chrono::milliseconds linger_time{2000};

}  // namespace

std::string& Connection::out() {
    auto& spares = spares_of_thread;
    if (out_.empty()) {
        if (!spares.empty()) {
            out_ = std::move(spares.back());
            spares.pop_back();
        }
    } else if (written_ > most_spare && written_ > out_.size() / 2) {
        out_.erase(0, written_);
        written_ = 0;
    }
    return out_;
}

void Connection::flush() {
    if (corked_ || writing_ || closed_) return;
    if (broken_) written_ = out_.size();
    if (out_.empty()) return;
    while (has_unsent()) {
        const Stream::Moved moved = stream_.write(std::string_view(out_).substr(written_));
        if (moved.outcome == Stream::Outcome::done) {
            written_ += moved.size;
            continue;
        }
        if (moved.outcome == Stream::Outcome::again) {
            set_deadline(shared_->limits.write_time);
            const bool wants_bytes = stream_.waits_for_other();
            return watch(wants_bytes || reading_, !wants_bytes);
        }
        give_up();
        break;
    }
    written_ = 0;
    out_.clear();
    auto& spares = spares_of_thread;
    if (out_.capacity() <= most_spare && spares.size() < most_spares) {
        spares.push_back(std::move(out_));
    }
    detail::give_back(out_);
    if (serving_) no_deadline();
}

void Connection::give_up() {
    if (std::exchange(broken_, true)) return;
    // From the loop, because this may be a call from inside of who is to be told.
    loop_->post([self = shared_from_this()] { self->close_now(); });
}

void Connection::writable(Lock& lock) {
    watch(reading_, false);
    const bool had_unsent = has_unsent();
    flush();
    if (!had_unsent) return read_on(lock);  // it was TLS that wanted to write
    if (!has_unsent() && !serving_ && !taking_) between_requests();
}

void Connection::uncork() {
    const Lock lock(mutex_);
    corked_ = false;
    flush();
    if (!closed_ && !has_unsent() && !serving_ && !taking_) between_requests();
}

void Connection::between_requests() {
    if (closing_) return linger();
    if (drains_ && ahead_.empty() && reader_.state() == Reader::State::idle) {
        stream_.end_writing();
        return close();
    }
    if (phase_ == Phase::idle) set_deadline(shared_->limits.idle);
    if (!ahead_.empty() || !reading_) post_reading();
}

void Connection::linger() {
    if (std::exchange(lingering_, true)) return;
    detail::give_back(ahead_);
    stream_.end_writing();
    set_deadline(linger_time);
    post_reading();
}

void Connection::close() {
    if (std::exchange(closed_, true)) return;
    loop_->poller().forget(socket_.get());
    socket_.reset();
    detail::give_back(ahead_);
    detail::give_back(out_);
    written_ = 0;
    keep(0);
    no_deadline();
    shared_->leave(peer_);
    loop_->remove(*this);
}

void Connection::gone(Lock& lock) {
    close();
    if (!serving_ || !exchange_) return;
    serving_ = false;
    auto exchange = std::exchange(exchange_, nullptr);
    lock.unlock();
    exchange->disconnected();
    exchange.reset();  // it may own the reply, whose end takes the lock
    lock.lock();
}

}  // namespace mcp::web
