// Queueing and sending.
#include "transport/output.hpp"

#include "util/give_back.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace mcp::transport {
namespace {
constexpr std::size_t kept_capacity = std::size_t{256} * 1024;
}

[[gnu::hot]] std::size_t Output::add(std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (!fd_ || failed_) return 0;
    waiting_.append(line).append(1, '\n');
    const std::size_t queued = waiting_.size() - sent_;
    queued_.store(queued, std::memory_order_relaxed);
    return queued;
}

[[gnu::hot]] bool Output::send() {
    while (sent_ < waiting_.size()) {
        const long count = write_some(fd_.get(), mode_, std::string_view(waiting_).substr(sent_));
        if (count < 0) {
            failure_ = errno == EPIPE ? "the other side has closed the connection"
                                      : "cannot send: " + error_words(errno);
            failed_.store(true, std::memory_order_release);
            break;
        }
        if (count == 0) break;
        sent_ += static_cast<std::size_t>(count);
    }
    const bool done = failed_ || sent_ == waiting_.size();
    if (done) {
        waiting_.clear();
        sent_ = 0;
        if (waiting_.capacity() > kept_capacity) detail::give_back(waiting_);
    } else if (sent_ > waiting_.size() / 2) {
        waiting_.erase(0, sent_);
        sent_ = 0;
    }
    queued_.store(waiting_.size() - sent_, std::memory_order_relaxed);
    return done;
}

[[gnu::hot]] bool Output::flush() {
    const std::lock_guard lock(mutex_);
    if (!fd_ || failed_ || sent_ == waiting_.size()) return false;
    const bool done = send();
    if (failed_) return true;
    return !std::exchange(watched_, !done) && !done;
}

void Output::drain(Time deadline) {
    for (;;) {
        pollfd ready{-1, POLLOUT, 0};
        {
            const std::lock_guard lock(mutex_);
            if (!fd_ || failed_ || send() || failed_) return;
            ready.fd = fd_.get();
        }
        const int timeout = poll_timeout(deadline);
        if (timeout == 0) return;
        if (poll(&ready, 1, timeout) < 0 && errno != EINTR) return;
    }
}

void Output::close() {
    const std::lock_guard lock(mutex_);
    if (fd_ && mode_ == WriteMode::socket) ::shutdown(fd_.get(), SHUT_WR);
    fd_.reset();
    detail::give_back(waiting_);
    sent_ = 0;
    queued_ = 0;
}

std::string Output::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

int Output::watch() {
    if (queued() == 0) return -1;
    const std::lock_guard lock(mutex_);
    watched_ = fd_ && !failed_ && sent_ < waiting_.size();
    return watched_ ? fd_.get() : -1;
}

}  // namespace mcp::transport
