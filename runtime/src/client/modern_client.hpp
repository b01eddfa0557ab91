// The client's side of revisions since 2026-07-28, without I/O: every request says everything, and
// only the client sends requests.
//
//   call --> kept answer? ---------------------------------------------> done
//        --> request --> complete -------------------------------------> done
//              ^   |---> input_required --> handlers answer --.
//              |   |---> -32022: another revision --.          |
//              '-------------------------------------+---------'  (bounded)
#pragma once

#include "client/engine.hpp"
#include "client/listeners.hpp"
#include "client/modern_listen.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::client {

class ModernClient final : public Lifecycle {
public:
    ModernClient(Engine& engine, Listeners& listeners, Revisions allowed, Revision revision,
                 std::optional<DiscoverResult> discovered);

    ModernListen& subscriptions() { return listen_; }
    const std::optional<DiscoverResult>& discovered() const { return discovered_; }

    Revision revision() const override { return revision_; }
    Connected connected() const override;
    std::optional<RpcError> refuse(const ActiveCall& call) const override;
    void begin(const CallPtr& call, Time now) override;
    void request(const rpc::Envelope& request, Time now) override;
    void notification(const rpc::Envelope& notification, Time now) override;
    void batch(JsonView elements, Time now) override;
    void bad_request(const rpc::BadMessage& bad) override;
    void answer(const MessageId&, Answer<std::string>) override {}
    void input(const CallPtr& call, std::size_t round, const std::string& key,
               Answer<std::string> result, Time now) override;
    void roots_changed() override;
    std::optional<RpcError> set_log_level(LoggingLevel level) override;
    void ended() override {}

private:
    struct Retry {
        std::string input_responses{};
        std::string request_state{};  ///< a JSON string
        bool is_one = false;
    };
    void send(const CallPtr& call, Retry retry, Time now);
    void answered(const CallPtr& call, const Retry& retry, Answer<std::string> answer);
    bool at_other_revision(const CallPtr& call, const Retry& retry, const RpcError& error);
    void input_required(const CallPtr& call, std::string_view result);
    /// A task that asks: the handlers answer what is new. False: nothing is.
    bool task_asks(const CallPtr& call, const std::string& state);
    void update_task(const CallPtr& call, Time now);
    void ask(const CallPtr& call, JsonView questions);
    ResponseCache::Key key(const CallPtr& call, std::string_view params) const;
    void keep(const CallPtr& call, std::string_view result);

    Engine& engine_;
    ModernListen listen_;
    Revisions allowed_;
    Revision revision_;
    std::optional<DiscoverResult> discovered_;
    std::shared_ptr<detail::PeerInfo> peer_ = std::make_shared<detail::PeerInfo>();
    std::string meta_;       // what every request says
    std::string task_meta_;  // what those that know tasks say
    std::string log_level_;  // a JSON string
};

/// What the handlers have answered, by key, as JSON.
std::string answers_text(const ActiveCall& call);
/// The members of `_meta` that every request has; `tasks`: it declares the tasks extension.
std::string modern_meta(const Profile& profile, Revision revision, bool tasks = false);

}  // namespace mcp::client
