// A server as a child process: its pipes carry lines, its end is the end of the connection.
#include "transport/child.hpp"
#include "transport/line.hpp"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <mutex>
#include <string>
#include <thread>

namespace mcp {
namespace transport {
namespace {

/// A server that has closed its output is given so long to end, so that it can be said how.
constexpr std::chrono::milliseconds time_to_end{200};

LineLimits always_reading(LineLimits limits) {
    limits.max_queued = std::numeric_limits<std::size_t>::max();
    return limits;
}

/// Takes what the child writes to standard error, for as long as anybody holds it open, so that
/// nobody is held up there. A thread of its own, because the one that reads messages may be busy.
class StderrKeeper {
public:
    StderrKeeper(Fd from, std::size_t max_kept)
        : from_(std::move(from)), max_kept_(max_kept), thread_([this] { run(); }) {}
    ~StderrKeeper() { finish(); }
    StderrKeeper(const StderrKeeper&) = delete;
    StderrKeeper& operator=(const StderrKeeper&) = delete;

    /// Takes what is there, and no more. Called by one thread at a time.
    void finish() {
        if (!thread_.joinable()) return;
        stop_.set();
        thread_.join();
    }
    std::string text() const {
        const std::lock_guard lock(mutex_);
        return kept_.size() > max_kept_ ? kept_.substr(kept_.size() - max_kept_) : kept_;
    }

private:
    void run() {
        block_sigpipe_in_this_thread();
        char chunk[16 * 1024];
        for (;;) {
            pollfd fds[2] = {{from_.get(), POLLIN, 0}, {stop_.fd(), POLLIN, 0}};
            if (poll(fds, 2, -1) < 0 && errno != EINTR) return;
            // What is there already is taken before the end.
            if (fds[0].revents == 0 && fds[1].revents != 0) return;
            if (fds[0].revents == 0) continue;
            const ssize_t count = ::read(from_.get(), chunk, sizeof chunk);
            if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return;
            if (count > 0) keep({chunk, static_cast<std::size_t>(count)});
        }
    }
    void keep(std::string_view text) {
        const std::lock_guard lock(mutex_);
        kept_ += text;
        if (kept_.size() > 2 * max_kept_) kept_.erase(0, kept_.size() - max_kept_);
    }

    Fd from_;
    Wakeup stop_{};
    std::size_t max_kept_;
    mutable std::mutex mutex_{};
    std::string kept_{};
    std::thread thread_;
};

class Process final : public ProcessTransport, public Watchable {
public:
    Process(Child child, Child::Pipes pipes, const ProcessOptions& options)
        : grace_(options.grace),
          child_(std::move(child)),
          mode_(own_for_writing(pipes.out.get())),
          lines_(std::move(pipes.in), std::move(pipes.out), mode_, always_reading(options.limits)) {
        lines_.watch_peer(child_.end_fd());
        if (pipes.log) {
            stderr_ = std::make_unique<StderrKeeper>(std::move(pipes.log), options.max_captured);
        }
    }
    ~Process() override { Process::close(); }

    Incoming read(Time deadline) override {
        Incoming incoming = lines_.read(deadline);
        if (incoming.event != Event::closed || closing_) return incoming;
        if (reason_.empty()) find_reason(incoming.text);
        return {Event::closed, reason_};
    }
    std::size_t write(std::string_view message) override { return lines_.write(message); }
    void flush() override { lines_.flush(); }
    void wake() override { lines_.wake(); }

    void close() override {
        if (closing_.exchange(true)) return;
        lines_.close_within(grace_);
        const std::lock_guard lock(child_mutex_);
        child_.end(grace_);
        if (stderr_) stderr_->finish();
    }

    bool wait_outside(void (*before_waiting)()) override {
        before_waiting_ = before_waiting;
        return lines_.wait_outside(before_waiting);
    }
    Wants wants() override { return lines_.wants(); }
    Time again_at() const override { return lines_.again_at(); }
    void seen(const Seen& happened) override { lines_.seen(happened); }
    bool would_wait() const override { return lines_.would_wait(); }
    void hold(bool on) override { lines_.hold(on); }

    int pid() const override { return static_cast<int>(child_.pid()); }
    std::string captured_stderr() const override { return stderr_ ? stderr_->text() : ""; }

private:
    void find_reason(std::string_view of_lines) {
        if (before_waiting_) before_waiting_();
        const std::lock_guard lock(child_mutex_);
        child_.ended_by(Time::clock::now() + time_to_end);
        reason_ = child_.how_it_ended();
        if (reason_.empty()) reason_ = of_lines;
        if (reason_.empty()) reason_ = "the server has closed its output";
    }

    std::chrono::milliseconds grace_;
    std::mutex child_mutex_{};
    Child child_;
    WriteMode mode_;
    LineTransport lines_;
    std::unique_ptr<StderrKeeper> stderr_{};
    void (*before_waiting_)() = nullptr;
    std::atomic<bool> closing_ = false;
    std::string reason_{};
};

}  // namespace
}  // namespace transport

Result<std::unique_ptr<ProcessTransport>> process_transport(const ProcessOptions& options) {
    using namespace transport;
    Child::Pipes pipes;
    auto child = Child::start(options, pipes);
    if (!child) return Unexpected(std::move(child).error());
    return std::make_unique<Process>(*std::move(child), std::move(pipes), options);
}

}  // namespace mcp
