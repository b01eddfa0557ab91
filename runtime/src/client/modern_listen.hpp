// Subscriptions since 2026-07-28: a request whose answer comes when the subscription ends, and
// notifications that name it.
#pragma once

#include "client/listeners.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

namespace mcp::client {

class ModernListen {
public:
    ModernListen(Engine& engine, Listeners& listeners) : engine_(engine), listeners_(listeners) {}

    /// Sends the request. `meta`: what every request says.
    void open(const ListenerPtr& listener, std::string_view meta, Revision revision,
              const CallOptions& options, Time now);
    void end(const ListenerPtr& listener);
    /// A notification that may belong to a subscription; false when it does not.
    bool notification(const rpc::Envelope& notification, Revision revision);

private:
    ListenerPtr named_by(const rpc::Envelope& notification) const;

    Engine& engine_;
    Listeners& listeners_;
    std::unordered_map<MessageId, ListenerPtr> by_id_;
};

}  // namespace mcp::client
