// The sessions that a server has at work, each on its connection. What is said in them is
// src/session.
#pragma once

#include "run/connection.hpp"
#include "server/core.hpp"
#include "session/server_session.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::server {

class Sessions final : public Audience {
public:
    explicit Sessions(Core& core);
    /// Ends all of them, and waits.
    ~Sessions() override;
    Sessions(const Sessions&) = delete;
    Sessions& operator=(const Sessions&) = delete;

    /// Starts a session; it is dropped when its connection has ended.
    void start(std::unique_ptr<Transport> transport);
    /// Runs one on this thread.
    void run(std::unique_ptr<Transport> transport);
    /// Ends all, and those that are started later. First waits, for so long at most, until no
    /// request is under way.
    void shut_down(std::chrono::milliseconds grace) override;
    std::size_t session_count() override;

    /// The session that has sent the elicitation is told; others do not know it.
    void elicitation_completed(std::string_view elicitation_id, std::string_view place) override;
    bool elicitation_belongs(std::string_view elicitation_id, std::string_view principal) override;

    void list_changed(session::ListKind kind, std::string_view place) override;
    void resource_updated(std::string_view uri, std::string_view place) override;

private:
    struct Live;
    class Ending;
    using Pointer = std::shared_ptr<Live>;

    /// Null when no more sessions are wanted.
    Pointer add(std::unique_ptr<Transport> transport);
    void ended(const Live& live);
    /// The client has said all that it will: what it asked for may still be answered.
    void drain(session::ServerSession& session);
    void reap();
    std::vector<Pointer> all() const;

    Core& core_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Pointer> live_;
    std::list<Pointer> dead_;  // ended, but perhaps still on their way out
    bool closing_ = false;
};

}  // namespace mcp::server
