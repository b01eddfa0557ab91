// Tasks left over: run again on a channel that leads nowhere, or ended.
#include "session/taken_up_tasks.hpp"

#include "session/channel.hpp"
#include "session/modern_call.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::session {

namespace {

/// Who made the call has gone.
class NoOutbox final : public Outbox {
public:
    void send(std::string_view, const MessageId&) override {}
};

void run_again(ServerCore& core, StoredTask task) {
    const auto channel =
        std::make_shared<Channel>(core, std::make_shared<NoOutbox>(), Clock::real());
    const auto call = std::make_shared<ModernCall>(channel);
    call->method = task.method;
    call->id = MessageId(task.id);
    call->principal = task.owner;
    call->revision = task.revision;
    const auto peer = std::make_shared<detail::PeerInfo>();
    if (auto client = decode<ClientCapabilities>(task.client, task.revision)) {
        peer->client_capabilities = *std::move(client);
    }
    call->set_peer(peer);
    if (const auto params = Json::parse(task.params)) call->set_params(*params);
    call->take_up(std::move(task), call);
    channel->serve_detached(call);
}

}  // namespace

void take_up_tasks(ServerCore& core, TaskManager& manager,
                   const std::function<bool(const StoredTask&)>& resume) {
    std::size_t again = 0;
    std::size_t ended = 0;
    for (StoredTask& task : manager.take_left_over()) {
        if (resume && resume(task)) {
            run_again(core, std::move(task));
            ++again;
            continue;
        }
        const RpcError error(error_code::internal_error,
                             "the server ended while the task was running");
        manager.move(task.owner, task.id, TaskStatusTag::failed, error.message, Unexpected(error),
                     Clock::real().wall());
        ++ended;
    }
    if (again + ended == 0) return;
    core.report("tasks that an earlier process left unfinished: " + std::to_string(again) +
                " run again, " + std::to_string(ended) + " have failed");
}

}  // namespace mcp::session
