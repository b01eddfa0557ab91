// The life of sessions: idle ones end, the last one to be used stays longest.
#include "http/server/session.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

namespace {

StreamSettings settings_for(Common& common, HttpSession::Kind kind) {
    StreamSettings settings;
    settings.options = &common.options;
    settings.events = common.events.get();
    settings.clock = &common.clock;
    settings.in_flight = &common.in_flight;
    settings.single = kind == HttpSession::Kind::http_sse;
    settings.resumable = kind == HttpSession::Kind::streamable && common.options.resumable;
    return settings;
}

}  // namespace

HttpSession::HttpSession(std::shared_ptr<Common> common, Kind session_kind, std::string session_id,
                         std::string session_principal, std::function<void(HttpSession&)> on_idle)
    : kind(session_kind),
      id(std::move(session_id)),
      principal(std::move(session_principal)),
      streams(std::make_shared<Streams>(settings_for(*common, kind), principal, id)),
      server(std::make_shared<session::ServerSession>(common->core, streams, principal,
                                                      common->clock)),
      common_(std::move(common)),
      on_idle_(std::move(on_idle)) {}

HttpSession::~HttpSession() { close("the session was destroyed"); }

void HttpSession::close(const std::string& why) {
    if (closed_.exchange(true)) return;
    server->closed(why);
    streams->close();
}

Time HttpSession::idle_at() const {
    const auto idle = common_->options.session_idle;
    if (kind != Kind::streamable || idle.count() <= 0) return Time::max();
    return Time(Time::duration(used_.load())) + idle;
}

void HttpSession::arm() {
    const Time next = std::min(streams->next_deadline(), server->next_deadline());
    common_->timers.arm(*this, std::min(next, idle_at()));
}

void HttpSession::hold_itself() {
    const std::lock_guard lock(mutex_);
    itself_ = shared_from_this();
}

void HttpSession::let_go() {
    std::shared_ptr<Timed> last;
    const std::lock_guard lock(mutex_);
    last = std::move(itself_);
}

void HttpSession::due(Time now) {
    if (closed_) return;
    streams->deadline(now);
    if (server->next_deadline() <= now) server->deadline(now);
    if (kind == Kind::one_post && !streams->in_use()) return let_go();
    if (idle_at() <= now) {
        if (!streams->in_use() && server->counters().in_flight == 0) return on_idle_(*this);
        touch(now);
    }
    arm();
}

void HttpSession::stop() {
    close("the server is shutting down");
    let_go();
}

// ---- all of them ----

bool SessionTable::add(const std::shared_ptr<HttpSession>& session, Time now,
                       std::shared_ptr<HttpSession>& evicted) {
    constexpr int looks = 32;
    const std::lock_guard lock(mutex_);
    if (by_id_.size() >= max_sessions_) {
        int left = looks;
        for (auto it = order_.begin(); it != order_.end() && left-- > 0; ++it) {
            if (!(*it)->idle_since(now)) continue;
            const auto found = by_id_.find((*it)->id);
            evicted = std::move(found->second);
            by_id_.erase(found);
            order_.erase(it);
            break;
        }
        if (!evicted) return false;
    }
    if (!by_id_.emplace(session->id, session).second) return false;
    session->place = order_.insert(order_.end(), session.get());
    return true;
}

std::shared_ptr<HttpSession> SessionTable::find(std::string_view id, std::string_view principal) {
    const std::lock_guard lock(mutex_);
    const auto found = by_id_.find(id);
    // Somebody else's is as if it were not there.
    if (found == by_id_.end() || found->second->principal != principal) return nullptr;
    order_.splice(order_.end(), order_, found->second->place);
    return found->second;
}

std::shared_ptr<HttpSession> SessionTable::take(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) return nullptr;
    auto session = std::move(found->second);
    by_id_.erase(found);
    order_.erase(session->place);
    return session;
}

std::vector<std::shared_ptr<HttpSession>> SessionTable::all() const {
    std::vector<std::shared_ptr<HttpSession>> all;
    const std::lock_guard lock(mutex_);
    all.reserve(by_id_.size());
    for (const auto& [id, session] : by_id_) all.push_back(session);
    return all;
}

std::size_t SessionTable::size() const {
    const std::lock_guard lock(mutex_);
    return by_id_.size();
}

}  // namespace mcp::http
