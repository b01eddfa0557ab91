// A request of a legacy client being served: what its handler asks the client goes out as requests
// of our own.
#pragma once

#include "session/call.hpp"
#include "session/legacy_server.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace mcp::session {

class LegacyCall : public Call {
public:
    /// Keeps the server.
    explicit LegacyCall(LegacyServer& server) : Call(server.kept_channel()), server_(server) {}

    void log(LoggingLevel level, Json data, std::string_view logger) override;
    InputResponses ask(InputRequests questions) override;
    void ask_later(InputRequests questions, Done<InputResponses> done) override;
    std::optional<Json> kept() const override;
    void keep(Json state) override;
    void try_again() override;
    bool continue_as_task() override { return !task_id.empty(); }

    /// The client has been asked something, or has answered.
    virtual void waits_for_input(bool /*waits*/) {}
    /// Where what is asked for this call is sent.
    const MessageId& asks_on() const { return stream(); }
    /// Whether an answer would still be sent. Lock held.
    bool wanted_locked() const { return open_locked(); }
    /// What was asked for this call and may wait for an answer. Under the channel's lock.
    std::vector<MessageId> asked{};

private:
    std::string message_for(Answer<std::string>&& answer, RequestEnd& end) override;

    LegacyServer& server_;
    std::optional<Json> kept_{};
};

}  // namespace mcp::session
