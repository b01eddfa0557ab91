// Starting, ending and clearing away sessions.
#include "server/sessions.hpp"

#include <algorithm>
#include <utility>

namespace mcp::server {

namespace {
constexpr std::chrono::milliseconds drain_step{2};  // between two looks
}  // namespace

/// In this order: the session outlives its connection, which calls into it.
struct Sessions::Live {
    std::shared_ptr<session::ServerSession> session{};
    std::unique_ptr<run::Connection> connection{};
};

/// The session as the connection sees it, with a word to us at the end.
class Sessions::Ending final : public run::Protocol {
public:
    Ending(Sessions& sessions, const Pointer& live)
        : sessions_(sessions), live_(live.get()), session_(live->session) {}

    [[gnu::hot]] void received(std::string_view text, bool oversize,
                               const run::Moment& now) override {
        session_->received(text, oversize, now);
    }
    Time next_deadline() override { return session_->next_deadline(); }
    void deadline(Time now) override { session_->deadline(now); }
    void closed(const std::string& why) override {
        if (why.empty()) sessions_.drain(*session_);
        session_->closed(why);
        sessions_.ended(*live_);
    }

private:
    Sessions& sessions_;
    const Live* live_;  // lives as long as the connection, which is what calls here
    std::shared_ptr<session::ServerSession> session_;
};

Sessions::Sessions(Core& core) : core_(core) { core_.join(*this); }

Sessions::~Sessions() {
    core_.leave(*this);
    shut_down({});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return live_.empty(); });
    const auto dead = std::move(dead_);
    lock.unlock();
}

Sessions::Pointer Sessions::add(std::unique_ptr<Transport> transport) {
    reap();
    core_.take_up_tasks();
    auto live = std::make_shared<Live>();
    live->connection = std::make_unique<run::Connection>(std::move(transport), core_.crew());
    live->session = std::make_shared<session::ServerSession>(
        core_, std::make_shared<session::ConnectionOutbox>(*live->connection));
    const std::lock_guard lock(mutex_);
    if (closing_) return nullptr;
    live_.push_back(live);
    return live;
}

void Sessions::start(std::unique_ptr<Transport> transport) {
    if (const Pointer live = add(std::move(transport))) {
        live->connection->start(std::make_shared<Ending>(*this, live));
    }
}

void Sessions::run(std::unique_ptr<Transport> transport) {
    if (const Pointer live = add(std::move(transport))) {
        live->connection->run(std::make_shared<Ending>(*this, live));
    }
    reap();
}

void Sessions::ended(const Live& live) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(live_.begin(), live_.end(),
                                    [&](const Pointer& each) { return each.get() == &live; });
    // This thread is still inside of the connection: it cannot be destroyed here.
    if (found != live_.end()) dead_.splice(dead_.end(), live_, found);
    changed_.notify_all();
}

void Sessions::reap() {
    std::list<Pointer> dead;
    {
        const std::lock_guard lock(mutex_);
        dead.swap(dead_);
    }
}

void Sessions::drain(session::ServerSession& session) {
    session.end_streams();
    const auto end = std::chrono::steady_clock::now() + core_.drain_time();
    const run::Crew::Blocking waiting(core_.crew());
    std::unique_lock lock(mutex_);
    while (!closing_ && std::chrono::steady_clock::now() < end) {
        lock.unlock();
        const bool idle = session.counters().in_flight == 0;
        lock.lock();
        if (idle) return;
        changed_.wait_for(lock, drain_step);
    }
}

std::vector<Sessions::Pointer> Sessions::all() const {
    const std::lock_guard lock(mutex_);
    return {live_.begin(), live_.end()};
}

std::size_t Sessions::session_count() {
    const std::lock_guard lock(mutex_);
    return live_.size();
}

void Sessions::shut_down(std::chrono::milliseconds grace) {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    for (const Pointer& live : all()) live->session->end_streams();
    const auto busy = [this] {
        const auto sessions = all();
        return std::any_of(sessions.begin(), sessions.end(), [](const Pointer& live) {
            return live->session->counters().in_flight != 0;
        });
    };
    const auto end = std::chrono::steady_clock::now() + grace;
    while (std::chrono::steady_clock::now() < end && busy()) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, drain_step);
    }
    for (const Pointer& live : all()) live->connection->close();
}

void Sessions::elicitation_completed(std::string_view elicitation_id, std::string_view place) {
    for (const Pointer& live : all()) live->session->elicitation_completed(elicitation_id, place);
}

bool Sessions::elicitation_belongs(std::string_view elicitation_id, std::string_view principal) {
    const auto sessions = all();
    return std::any_of(sessions.begin(), sessions.end(), [&](const Pointer& live) {
        return live->session->elicitation_belongs(elicitation_id, principal);
    });
}

void Sessions::list_changed(session::ListKind kind, std::string_view place) {
    for (const Pointer& live : all()) live->session->list_changed(kind, place);
}

void Sessions::resource_updated(std::string_view uri, std::string_view place) {
    for (const Pointer& live : all()) live->session->resource_updated(uri, place);
}

}  // namespace mcp::server
