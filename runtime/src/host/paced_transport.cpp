// Letting a server wait.
#include "host/paced_transport.hpp"

#include <algorithm>

namespace mcp::host {

namespace {

/// Whether what this side writes is a request: it has an `id`, and then a `method`. For the order
/// in which rpc/write.cpp has the members; anything else is none.
bool is_request(std::string_view message) {
    constexpr std::string_view opening = R"({"jsonrpc":"2.0","id":)";
    if (!message.starts_with(opening)) return false;
    message.remove_prefix(opening.size());
    std::size_t end = 0;
    if (message.starts_with('"')) {
        for (end = 1; end < message.size() && message[end] != '"'; ++end) {
            if (message[end] == '\\') ++end;
        }
        ++end;
    } else {
        end = message.find(',');
    }
    return end < message.size() && message.substr(end).starts_with(R"(,"method":)");
}

}  // namespace

int ProcessView::pid() const {
    const std::lock_guard lock(mutex_);
    return pid_;
}

std::string ProcessView::stderr_text() const {
    const std::lock_guard lock(mutex_);
    return process_ ? process_->captured_stderr() : last_;
}

void ProcessView::begins(const ProcessTransport* process) {
    const std::lock_guard lock(mutex_);
    process_ = process;
    pid_ = process ? process->pid() : 0;
}

void ProcessView::ends(const ProcessTransport* process) {
    const std::lock_guard lock(mutex_);
    if (process_ != process) return;
    if (process_) last_ = process_->captured_stderr();
    process_ = nullptr;
    pid_ = 0;
}

/// False when `read` is to return.
bool PacedTransport::wait_for_allowance(Time deadline) {
    std::unique_lock lock(mutex_);
    while (!closed_) {
        const Time now = std::chrono::steady_clock::now();
        const Time free = allowance_.free_at(now);
        if (free <= now) {
            woken_ = false;  // the transport below has been woken, too
            return true;
        }
        if (woken_ || now >= deadline) {
            woken_ = false;
            return false;
        }
        changed_.wait_until(lock, std::min(free, deadline));
    }
    return true;
}

bool PacedTransport::wait_outside(void (*before_waiting)()) {
    watched_ = dynamic_cast<Watchable*>(inner_.get());
    if (watched_ && !watched_->wait_outside(before_waiting)) watched_ = nullptr;
    return watched_ != nullptr;
}

/// Under the mutex.
void PacedTransport::hold_until_allowed(Time now) {
    const Time free = allowance_.free_at(now);
    free_at_ = free > now ? free : Time::max();
    watched_->hold(free > now);
}

Transport::Incoming PacedTransport::read(Time deadline) {
    if (!watched_ && !wait_for_allowance(deadline)) return {.event = Event::timeout};
    if (free_at_ != Time::max()) {
        const std::lock_guard lock(mutex_);
        hold_until_allowed(Time::clock::now());
    }
    Incoming incoming = inner_->read(deadline);
    const std::lock_guard lock(mutex_);
    if (incoming.event == Event::message || incoming.event == Event::oversize ||
        incoming.skipped != 0) {
        const Time now = std::chrono::steady_clock::now();
        allowance_.take(std::max(incoming.text.size(), incoming.skipped), now);
        // The next `read` waits, and what is written until then must not.
        if (watched_) hold_until_allowed(now);
        if (watched_ ? free_at_ != Time::max() : allowance_.free_at(now) > now) {
            incoming.more = false;
        }
    }
    return incoming;
}

std::size_t PacedTransport::write(std::string_view message) {
    if (is_request(message)) {
        const std::lock_guard lock(mutex_);
        allowance_.grant();
    }
    return inner_->write(message);
}

void PacedTransport::wake() {
    {
        const std::lock_guard lock(mutex_);
        woken_ = true;
    }
    changed_.notify_all();
    inner_->wake();
}

void PacedTransport::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
    inner_->close();
}

}  // namespace mcp::host
