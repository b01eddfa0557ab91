// One connection to a server behind, with the calls of clients in front that are on their way
// there: what the server says or asks meanwhile is theirs. Which clients share a connection is
// decided elsewhere (relay.hpp).
#pragma once

#include "gateway/front_call.hpp"
#include "gateway/shared_watches.hpp"
#include "gateway/task_watches.hpp"
#include "session/server_core.hpp"

#include <mcp/client.hpp>
#include <mcp/message_filter.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::gateway {

/// What a connection tells its owner. Any thread.
struct LinkEvents {
    std::function<void(session::ListKind)> list_changed{};
    std::function<void(const std::string& uri)> resource_updated{};
    std::function<void(const std::string& id)> page_completed{};
    /// A question waits for this call's client. Gives what the client's next try is known by;
    /// nothing when the call has failed.
    std::function<std::optional<Json>(const FrontPointer& call)> asked{};
};

class Link : public std::enable_shared_from_this<Link> {
public:
    /// `declared`: what the client in front can be asked; the server behind is told the same.
    /// `filter` sees every message, also those that are taken out here; null for none.
    Link(Implementation info, ClientOptions options, const ClientCapabilities& declared,
         LinkEvents events, const std::shared_ptr<MessageFilter>& filter);
    /// Not in a callback of its client.
    ~Link() { client_.close(); }
    /// Waits.
    Answer<Connected> connect(const Client::TransportMaker& make);

    Client& client() { return client_; }
    const Connected& facts() const { return facts_; }
    bool modern() const { return facts_.era == Era::modern; }
    /// Whether calls of tools may come to tasks, those since 2026-07-28.
    bool has_tasks() const { return modern() && has_tasks_; }
    /// Of which kind its tasks are; nothing for none.
    std::optional<Era> task_era() const {
        if (has_tasks()) return Era::modern;
        return facts_.revision == r2025_11_25 ? std::optional(Era::legacy) : std::nullopt;
    }
    TaskWatches& task_watches() { return task_watches_; }
    bool closed() const { return closed_; }
    bool declares_roots() const { return declares_roots_; }
    /// Takes the connection for one call alone; false when it is taken, or in use.
    bool reserve();

    void enter(const FrontPointer& call);
    void leave(const FrontPointer& call);
    /// Tells of changes of this resource, as long as the result is kept. Waits.
    Answer<std::shared_ptr<void>> watch(const std::string& uri);

private:
    void set_handlers(const ClientCapabilities& declared);
    void question(CallInfo& call, Next next);
    void heard_log(const LoggingMessageNotificationParams& message);
    /// The call that a question belongs to; null when that cannot be told.
    FrontPointer owner() const;

    LinkEvents events_;
    Client client_;
    Connected facts_{};
    std::atomic<bool> closed_ = false;
    bool declares_roots_ = false;
    bool has_tasks_ = false;
    mutable std::mutex mutex_;
    std::vector<FrontPointer> calls_{};  // the youngest is the last
    bool reserved_ = false;
    SharedWatches<Subscription> watches_{};
    TaskWatches task_watches_{};
    std::vector<Subscription> lists_{};
    std::atomic<unsigned> questions_ = 0;
};

}  // namespace mcp::gateway
