// Who wants to hear of changes, and telling them. How a server is asked to tell, is each
// lifecycle's business.
#pragma once

#include "client/engine.hpp"

#include <mcp/client_handlers.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::client {

struct Listener {
    std::uint64_t ticket = 0;
    SubscriptionFilter asked{};
    SubscriptionFilter honoured{};
    SubscriptionEvents events{};
    MessageId id{};  ///< of the request that listens, since 2026-07-28
    bool open = false;
    bool over = false;  ///< the server has ended it
    Done<SubscriptionFilter> opened{};
    std::atomic<bool> ended{false};  ///< read by events that are on their way
};
using ListenerPtr = std::shared_ptr<Listener>;

class Listeners {
public:
    explicit Listeners(Engine& engine) : engine_(engine) {}

    void add(const ListenerPtr& listener) { all_[listener->ticket] = listener; }
    ListenerPtr find(std::uint64_t ticket) const;
    const std::map<std::uint64_t, ListenerPtr>& all() const { return all_; }
    void remove(const ListenerPtr& listener);
    /// Tells that the subscription stands, or why not.
    void opened(const ListenerPtr& listener, Answer<SubscriptionFilter> outcome);
    /// The server, or the connection, has ended it.
    void closed(const ListenerPtr& listener, const std::optional<RpcError>& why);

    /// A change, for one listener, or for all whose filter has it. Makes kept answers stale, too.
    /// False when the notification is no change.
    bool changed(const rpc::Envelope& notification, const ListenerPtr& only);

private:
    void tell(std::function<void()> SubscriptionEvents::*event,
              std::optional<bool> SubscriptionFilter::*wanted, const ListenerPtr& only);
    void tell_updated(const std::string& uri, const ListenerPtr& only);

    Engine& engine_;
    std::map<std::uint64_t, ListenerPtr> all_{};
};

}  // namespace mcp::client
