// Two ends in one process: each writes into the other's inbox.
#include <mcp/transport.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

namespace mcp {
namespace {

constexpr std::size_t kept_beginning = 1024;

/// What both ends share. One lock for both directions: they take turns anyway.
struct Link {
    struct Inbox {
        std::deque<std::string> messages{};
        std::size_t bytes = 0;
        bool woken = false;
        std::condition_variable changed{};
    };
    std::mutex mutex{};
    Inbox inboxes[2]{};
    bool closed = false;
    bool gone[2] = {false, false};  ///< the end was closed, and reads nothing any more
};

class MemoryTransport final : public Transport {
public:
    MemoryTransport(std::shared_ptr<Link> link, int side, LineLimits limits)
        : link_(std::move(link)), mine_(side), theirs_(1 - side), limits_(limits) {}
    ~MemoryTransport() override { MemoryTransport::close(); }

    Incoming read(Time deadline) override {
        std::unique_lock lock(link_->mutex);
        Link::Inbox& inbox = link_->inboxes[mine_];
        const Link::Inbox& sent = link_->inboxes[theirs_];
        for (;;) {
            if (link_->gone[mine_]) return {};
            if (inbox.woken) {
                inbox.woken = false;
                return {Event::timeout};
            }
            // When both ends are full one has to go on.
            const bool held = sent.bytes > limits_.max_queued &&
                              inbox.bytes <= limits_.max_queued && !link_->closed;
            if (!inbox.messages.empty() && !held) return take(inbox);
            if (inbox.messages.empty() && link_->closed) return {};
            if (deadline == Time::max()) {
                inbox.changed.wait(lock);
            } else if (inbox.changed.wait_until(lock, deadline) == std::cv_status::timeout) {
                return {Event::timeout};
            }
        }
    }

    std::size_t write(std::string_view message) override {
        const std::lock_guard lock(link_->mutex);
        Link::Inbox& inbox = link_->inboxes[theirs_];
        if (link_->closed) return 0;
        inbox.messages.emplace_back(message);
        inbox.bytes += message.size();
        if (inbox.messages.size() == 1) inbox.changed.notify_one();
        return inbox.bytes;
    }

    void wake() override {
        const std::lock_guard lock(link_->mutex);
        link_->inboxes[mine_].woken = true;
        link_->inboxes[mine_].changed.notify_one();
    }

    // The other end may still take what was written.
    void close() override {
        const std::lock_guard lock(link_->mutex);
        link_->closed = true;
        link_->gone[mine_] = true;
        for (Link::Inbox& inbox : link_->inboxes) inbox.changed.notify_one();
    }

private:
    Incoming take(Link::Inbox& inbox) {
        current_ = std::move(inbox.messages.front());
        inbox.messages.pop_front();
        const bool was_full = inbox.bytes > limits_.max_queued;
        inbox.bytes -= current_.size();
        if (was_full && inbox.bytes <= limits_.max_queued) {
            link_->inboxes[theirs_].changed.notify_one();
        }
        const bool more = !inbox.messages.empty();
        if (current_.size() <= limits_.max_message) return {Event::message, current_, more};
        const std::size_t skipped = current_.size();
        current_.resize(kept_beginning);
        current_.shrink_to_fit();
        return {Event::oversize, current_, more, nullptr, skipped};
    }

    std::shared_ptr<Link> link_;
    int mine_;
    int theirs_;
    LineLimits limits_;
    std::string current_{};
};

}  // namespace

std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> memory_transports(
    LineLimits limits) {
    auto link = std::make_shared<Link>();
    return {std::make_unique<MemoryTransport>(link, 0, limits),
            std::make_unique<MemoryTransport>(link, 1, limits)};
}

}  // namespace mcp
