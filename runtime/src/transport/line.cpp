// One loop around `poll`. Reading, watching for room to send, waking up and the deadline are all in
// it, so that a connection needs no second thread. Where there is nothing to wait for but input,
// `read` waits by itself.
#include "transport/line.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace mcp::transport {

namespace {
/// So much of a long line may come until whoever reads is told.
constexpr std::size_t tell_of_skipped = std::size_t{1024} * 1024;
}  // namespace

LineTransport::LineTransport(Fd in, Fd out, WriteMode mode, LineLimits limits)
    : limits_(limits),
      in_(std::move(in)),
      output_(std::move(out), mode),
      lines_(limits.max_message),
      waits_inside_(Interruptible::possible()) {
    if (in_) return;
    reason_ = "cannot receive: " + error_words(EBADF);
    at_end_ = true;
}

LineTransport::~LineTransport() { LineTransport::close_within(limits_.close_within); }

Transport::Incoming LineTransport::ended() const {
    if (closed_) return {};
    return {Event::closed, reason_};
}

[[gnu::hot]] Transport::Incoming LineTransport::read(Time deadline) {
    would_wait_ = false;
    for (;;) {
        if (closed_.load(std::memory_order_relaxed)) return {};
        if (woken_.load(std::memory_order_relaxed) && woken_.exchange(false)) {
            return {Event::timeout};
        }
        if (!held()) {
            if (const auto line = lines_.next()) {
                const bool more = lines_.has_next();
                return with_skipped(
                    {line->oversize ? Event::oversize : Event::message, line->text, more});
            }
            if (lines_.skipped() >= tell_of_skipped) return with_skipped({Event::timeout});
            if (at_end_) return ended();
        }
        if (wait(deadline) == Waited::timeout) return {Event::timeout};
    }
}

[[gnu::hot]] Transport::Incoming LineTransport::with_skipped(Incoming incoming) {
    incoming.skipped = lines_.skipped();
    lines_.forget_skipped();
    return incoming;
}

LineTransport::Wants LineTransport::wants() {
    const auto watch = [](int fd, short events) { return Want{fd, events}; };
    return {watch(held() ? -1 : in_.get(), POLLIN), watch(wakeup_.fd(), POLLIN),
            watch(output_.watch(), POLLOUT), watch(last_look_ ? -1 : peer_, POLLIN)};
}

Transport::Time LineTransport::again_at() const {
    return last_look_ && !on_hold_ ? Time::min() : Time::max();
}

[[gnu::hot]] LineTransport::Waited LineTransport::wait(Time deadline) {
    if (output_.failed()) last_look_ = true;
    if (waits_outside_ && (!last_look_ || on_hold_)) return take_up_seen();
    if (deadline == Time::max() && only_input_matters()) {
        const auto something_else = [&] {
            return closed_ || woken_ || output_.queued() != 0 || output_.failed();
        };
        inside_.wait(something_else, [&] { fill(); });
        return Waited::again;
    }
    const Wants all = wants();
    std::array<pollfd, all.size()> fds;
    for (std::size_t i = 0; i < fds.size(); ++i) fds[i] = {all[i].fd, all[i].events, 0};

    const int timeout = last_look_ ? 0 : poll_timeout(deadline);
    const int ready = poll(fds.data(), fds.size(), timeout);
    if (ready < 0) {
        if (errno == EINTR) return Waited::again;
        reason_ = "cannot wait: " + error_words(errno);
        at_end_ = true;
        lines_.end();
        return Waited::again;
    }
    if (ready == 0) {
        if (last_look_) {
            at_end_ = true;
            lines_.end();
            if (output_.failed()) reason_ = output_.failure();
            return Waited::again;
        }
        return deadline <= Time::clock::now() ? Waited::timeout : Waited::again;
    }
    Seen happened{};
    for (std::size_t i = 0; i < fds.size(); ++i) happened[i] = fds[i].revents != 0;
    take_up(happened);
    return Waited::again;
}

[[gnu::hot]] bool LineTransport::only_input_matters() const {
    return waits_inside_ && peer_ < 0 && !last_look_ && !on_hold_ && output_.queued() == 0;
}

LineTransport::Waited LineTransport::take_up_seen() {
    const Seen happened = std::exchange(seen_, {});
    would_wait_ = happened == Seen{};
    if (would_wait_) return Waited::timeout;
    take_up(happened);
    return Waited::again;
}

void LineTransport::take_up(const Seen& happened) {
    if (happened[wakeup]) wakeup_.clear();
    if (happened[output]) output_.flush();
    if (happened[input]) fill();
    if (happened[peer]) last_look_ = true;
}

[[gnu::hot]] void LineTransport::fill() {
    const LineSplitter::Room room = lines_.room();
    const long count = read_some(in_.get(), room.data, room.size);
    if (count > 0) {
        lines_.added(static_cast<std::size_t>(count));
        return;
    }
    if (count < 0 && errno == EAGAIN) waits_inside_ = false;  // it never does
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    // A terminal or a socket whose other end is gone says so with an error.
    if (count < 0 && errno != EIO && errno != ECONNRESET) {
        reason_ = "cannot receive: " + error_words(errno);
    } else if (count < 0 && errno == ECONNRESET) {
        reason_ = "the other side has broken off the connection";
    }
    at_end_ = true;
    lines_.end();
}

[[gnu::hot]] void LineTransport::flush() {
    if (output_.flush()) rouse();
}

void LineTransport::wake() {
    if (!woken_.exchange(true)) rouse();
}

void LineTransport::rouse() {
    wakeup_.set();
    inside_.interrupt();
}

void LineTransport::close_within(std::chrono::milliseconds time) {
    if (closed_.exchange(true)) return;
    rouse();
    output_.drain(Time::clock::now() + time);
    output_.close();
}

}  // namespace mcp::transport

namespace mcp {

std::unique_ptr<Transport> line_transport(int read_fd, int write_fd, LineLimits limits) {
    using namespace transport;
    for (const int fd : {read_fd, write_fd}) fcntl(fd, F_SETFD, FD_CLOEXEC);
    Fd in(read_fd);
    Fd out(read_fd == write_fd ? fcntl(write_fd, F_DUPFD_CLOEXEC, 0) : write_fd);
    const WriteMode mode = own_for_writing(out.get());
    return std::make_unique<LineTransport>(std::move(in), std::move(out), mode, limits);
}

}  // namespace mcp
