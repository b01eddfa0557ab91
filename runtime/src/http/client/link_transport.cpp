// Locking and waiting around a link.
#include "http/client/link_transport.hpp"

#include "http/client/link.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace mcp::http {

namespace {

using Clock = std::chrono::steady_clock;

class LinkTransport final : public Transport {
public:
    LinkTransport(HttpClientOptions options, std::shared_ptr<Fetcher> fetcher)
        : close_within_(options.close_within),
          state_(std::make_shared<State>(std::move(options), std::move(fetcher))) {}
    ~LinkTransport() override { LinkTransport::close(); }

    Incoming read(Time deadline) override {
        Lock lock(state_->mutex);
        for (;;) {
            if (state_->closed) return {};
            if (std::exchange(state_->woken, false)) return {Event::timeout};
            if (!state_->inbox.empty()) return take();
            if (state_->failed) return {Event::closed, *state_->failed};
            const Time now = Clock::now();
            const Time next = state_->link.next_deadline();
            if (next <= now) {
                state_->link.deadline(now);
                state_->perform(lock);
                lock.lock();
                continue;
            }
            if (deadline <= now) return {Event::timeout};
            const Time until = std::min(next, deadline);
            if (until == Time::max()) {
                state_->changed.wait(lock);
            } else {
                state_->changed.wait_until(lock, until);
            }
        }
    }

    std::size_t write(std::string_view message) override {
        Lock lock(state_->mutex);
        if (state_->closed || state_->failed) return 0;
        state_->link.send(message, Clock::now());
        state_->perform(lock);
        return 0;
    }

    void wake() override {
        const Lock lock(state_->mutex);
        state_->woken = true;
        state_->changed.notify_all();
    }

    void close() override {
        Lock lock(state_->mutex);
        if (state_->closed) return;
        state_->link.shut();
        state_->inbox.clear();
        state_->waiting = 0;
        state_->pause(false);
        state_->perform(lock);
        lock.lock();
        const Time until = Clock::now() + close_within_;
        while (!state_->link.quiet()) {
            if (state_->changed.wait_until(lock, until) == std::cv_status::timeout) break;
        }
        state_->closed = true;
        state_->changed.notify_all();
        const auto fetches = std::exchange(state_->fetches, {});
        lock.unlock();
    }

    bool accounts_for_requests() const override { return true; }
    std::string findings() const override {
        const Lock lock(state_->mutex);
        return state_->link.findings();
    }
    void recall(std::string_view findings) override {
        const Lock lock(state_->mutex);
        state_->link.recall(findings);
    }
    void report_to(const std::function<void(std::string_view)>& report) override {
        const Lock lock(state_->mutex);
        state_->report = report;
    }

private:
    using Lock = std::unique_lock<std::mutex>;

    struct State : std::enable_shared_from_this<State> {
        State(HttpClientOptions options, std::shared_ptr<Fetcher> how)
            : max_waiting(options.max_waiting), link(std::move(options)), fetcher(std::move(how)) {}

        std::mutex mutex{};
        std::condition_variable changed{};
        const std::size_t max_waiting;
        Link link;
        const std::shared_ptr<Fetcher> fetcher;
        std::unordered_map<std::uint64_t, std::unique_ptr<Fetch>> fetches{};
        std::deque<LinkActions::Delivery> inbox{};
        std::size_t waiting = 0;  ///< bytes in it
        bool paused = false;
        std::function<void(std::string_view)> report{};
        std::optional<std::string> failed{};
        bool woken = false;
        bool closed = false;

        /// Does what the link wants; the lock is gone afterwards.
        void perform(Lock& lock);
        void pause(bool pauses);
    };

    class Sink final : public FetchSink {
    public:
        Sink(std::weak_ptr<State> state, std::uint64_t number)
            : state_(std::move(state)), number_(number) {}
        void head(FetchHead head) override {
            with([&](State& state) { state.link.head(number_, std::move(head), Clock::now()); });
        }
        void data(std::string_view bytes) override {
            with([&](State& state) { state.link.data(number_, bytes, Clock::now()); });
        }
        void end(std::optional<std::string> failure) override {
            std::unique_ptr<Fetch> ended;  // destroyed outside of the lock
            with([&](State& state) {
                state.link.end(number_, failure, Clock::now());
                if (const auto found = state.fetches.find(number_); found != state.fetches.end()) {
                    ended = std::move(found->second);
                    state.fetches.erase(found);
                }
            });
        }

    private:
        template <class F>
        void with(F f) {
            const auto state = state_.lock();
            if (!state) return;
            Lock lock(state->mutex);
            if (state->closed) return;
            f(*state);
            state->perform(lock);
        }
        std::weak_ptr<State> state_;
        std::uint64_t number_;
    };

    Incoming take() {
        current_ = std::move(state_->inbox.front());
        state_->inbox.pop_front();
        state_->waiting -= current_.text.size();
        if (state_->waiting <= state_->max_waiting / 2) state_->pause(false);
        const bool more = !state_->inbox.empty();
        if (current_.error) {
            return {Event::undelivered, current_.text, more, &*current_.error};
        }
        return {Event::message, current_.text, more};
    }

    std::chrono::milliseconds close_within_;
    std::shared_ptr<State> state_;
    LinkActions::Delivery current_{};
};

void LinkTransport::State::perform(Lock& lock) {
    LinkActions actions = link.take_actions();
    std::vector<std::unique_ptr<Fetch>> stopped;
    for (const std::uint64_t number : actions.stop) {
        if (const auto found = fetches.find(number); found != fetches.end()) {
            stopped.push_back(std::move(found->second));
            fetches.erase(found);
        }
        std::erase_if(actions.start, [&](const auto& each) { return each.exchange == number; });
    }
    for (LinkActions::Start& each : actions.start) {
        fetches[each.exchange] = fetcher->start(
            std::move(each.request), std::make_shared<Sink>(weak_from_this(), each.exchange));
        if (paused) fetches[each.exchange]->pause(true);
    }
    for (LinkActions::Delivery& each : actions.deliver) {
        waiting += each.text.size();
        inbox.push_back(std::move(each));
    }
    if (waiting > max_waiting) pause(true);
    if (actions.closed && !failed) failed = std::move(actions.closed);
    changed.notify_all();
    const auto tell = report;
    lock.unlock();
    if (!tell) return;
    for (const std::string& what : actions.reports) tell(what);
}

void LinkTransport::State::pause(bool pauses) {
    if (std::exchange(paused, pauses) == pauses) return;
    for (const auto& [number, fetch] : fetches) fetch->pause(pauses);
}

}  // namespace

std::unique_ptr<Transport> link_transport(HttpClientOptions options,
                                          std::shared_ptr<Fetcher> fetcher) {
    return std::make_unique<LinkTransport>(std::move(options), std::move(fetcher));
}

}  // namespace mcp::http
