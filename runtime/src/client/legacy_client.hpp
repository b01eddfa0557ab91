// The client's side of revisions until 2025-11-25, without I/O: a handshake, then a session in
// which both sides send requests.
//
//   start --> initialize --> [answer] --> notifications/initialized --> open
//                 |              revision that is not spoken, error, silence --> failed
//                 `-- -32022: the server is a newer one; whoever asked decides
#pragma once

#include "client/engine.hpp"
#include "client/legacy_subscriptions.hpp"
#include "client/listeners.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace mcp::client {

class LegacyClient final : public Lifecycle {
public:
    /// `opened` is called once: what was agreed, or why nothing was.
    using Opened = std::function<void(Answer<Connected>, Time now)>;
    LegacyClient(Engine& engine, Listeners& listeners, Revisions allowed, Opened opened);

    void start(Time now);
    LegacySubscriptions& subscriptions() { return subscriptions_; }

    Revision revision() const override { return revision_; }
    Connected connected() const override;
    std::optional<RpcError> refuse(const ActiveCall& call) const override;
    void begin(const CallPtr& call, Time now) override;
    void request(const rpc::Envelope& request, Time now) override;
    void notification(const rpc::Envelope& notification, Time now) override;
    void batch(JsonView elements, Time now) override;
    void bad_request(const rpc::BadMessage& bad) override;
    void answer(const MessageId& id, Answer<std::string> result) override;
    void input(const CallPtr&, std::size_t, const std::string&, Answer<std::string>,
               Time) override {}
    void roots_changed() override;
    std::optional<RpcError> set_log_level(LoggingLevel) override { return {}; }
    void ended() override;

private:
    void initialized(const Answer<std::string>& answer, Time now);
    void cancelled(const rpc::Envelope& notification);
    void keep_progress(const ActiveCall& call, std::string_view result);
    void ping_later(Time now);
    void ping(Time now);
    void send_error(const MessageId& id, const RpcError& error);

    Engine& engine_;
    Listeners& listeners_;
    LegacySubscriptions subscriptions_;
    Revisions allowed_;
    Opened opened_;
    Revision revision_;
    bool open_ = false;
    bool declared_roots_ = false;
    std::optional<InitializeResult> server_{};
    std::shared_ptr<detail::PeerInfo> peer_ = std::make_shared<detail::PeerInfo>();
    std::unordered_map<MessageId, std::shared_ptr<Question>> serving_;
};

}  // namespace mcp::client
