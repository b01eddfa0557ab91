// Letting a server wait.
#include "host/paced_transport.hpp"

#include <algorithm>

namespace mcp::host {

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
        if (free <= now) return true;
        if (woken_ || now >= deadline) {
            woken_ = false;
            return false;
        }
        changed_.wait_until(lock, std::min(free, deadline));
    }
    return true;
}

Transport::Incoming PacedTransport::read(Time deadline) {
    if (!wait_for_allowance(deadline)) return {.event = Event::timeout};
    const Incoming incoming = inner_->read(deadline);
    const std::lock_guard lock(mutex_);
    // What woke this `read` has been seen by the transport below.
    woken_ = false;
    if (incoming.event == Event::message || incoming.event == Event::oversize) {
        allowance_.take(incoming.text.size(), std::chrono::steady_clock::now());
    }
    return incoming;
}

std::size_t PacedTransport::write(std::string_view message) {
    {
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
