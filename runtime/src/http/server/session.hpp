// One session over HTTP: the session itself, its streams, and when it ends. And all of them.
#pragma once

#include "http/server/common.hpp"
#include "http/server/streams.hpp"
#include "http/server/timers.hpp"
#include "session/server_session.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::http {

class HttpSession final : public Timed {
public:
    enum class Kind : std::uint8_t { streamable, http_sse, one_post };

    HttpSession(std::shared_ptr<Common> common, Kind session_kind, std::string session_id,
                std::string session_principal, std::function<void(HttpSession&)> on_idle);
    ~HttpSession() override;

    const Kind kind;
    const std::string id;
    const std::string principal;
    /// Outlives the session's calls, so it does not know the session.
    const std::shared_ptr<Streams> streams;
    const std::shared_ptr<session::ServerSession> server;

    /// Something came from the client.
    void touch(Time now) { used_ = now.time_since_epoch().count(); }
    bool idle_since(Time before) const {
        return used_ <= before.time_since_epoch().count() && !streams->in_use();
    }
    /// Looks when it wants to be called next.
    void arm();
    /// For one POST: stays alive by itself until that is answered.
    void hold_itself();
    void let_go();
    /// Ends everything; the second time nothing happens.
    void close(const std::string& why);

    void due(Time now) override;
    void stop() override;

    std::list<HttpSession*>::iterator place{};  ///< the table's

private:
    /// When it ends for want of traffic; Time::max() for never.
    Time idle_at() const;

    const std::shared_ptr<Common> common_;
    const std::function<void(HttpSession&)> on_idle_;
    std::atomic<Time::rep> used_{0};
    std::atomic<bool> closed_ = false;
    std::mutex mutex_{};
    std::shared_ptr<Timed> itself_{};
};

/// All sessions with an id, by it; the least recently used one makes room.
class SessionTable {
public:
    explicit SessionTable(std::size_t max_sessions) : max_sessions_(max_sessions) {}

    /// Adds it. `evicted` is what had to go for it. False when all are in use.
    bool add(const std::shared_ptr<HttpSession>& session, Time now,
             std::shared_ptr<HttpSession>& evicted);
    /// Null for one that is not there, or another's.
    std::shared_ptr<HttpSession> find(std::string_view id, std::string_view principal);
    /// Null when it has been taken already.
    std::shared_ptr<HttpSession> take(const std::string& id);
    std::vector<std::shared_ptr<HttpSession>> all() const;
    std::size_t size() const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    const std::size_t max_sessions_;
    mutable std::mutex mutex_{};
    std::unordered_map<std::string, std::shared_ptr<HttpSession>, Hash, std::equal_to<>> by_id_{};
    std::list<HttpSession*> order_{};  ///< the longest unused first
};

}  // namespace mcp::http
