// The machine of the revisions without a handshake, on the server's side: every request stands
// alone and says itself what its client can do. Also keeps the listen streams, the only thing here
// that outlasts a request.
#pragma once

#include "rpc/envelope.hpp"
#include "session/admission.hpp"
#include "session/channel.hpp"
#include "session/sender.hpp"
#include "session/task_manager.hpp"

#include <mcp/dispatch_row.hpp>
#include <mcp/types.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::session {

class ModernCall;

/// The id as a member of `_meta`.
RequestId request_id(const MessageId& id);

class ModernServer : public std::enable_shared_from_this<ModernServer> {
public:
    explicit ModernServer(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

    /// `row` is the method's, or null.
    void request(const rpc::Envelope& message, const MethodRow* row, const Sender& sender,
                 bool alone, Gate* gate = nullptr);
    /// Ends a listen stream that its client gave up; says whether there was one.
    bool cancel_stream_locked(const MessageId& id);

    void list_changed(ListKind kind, std::string_view place);
    void resource_updated(std::string_view uri, std::string_view place);
    /// Ends all listen streams with their results.
    void end_streams();

    Time next_deadline_locked() const { return flush_at_; }
    void deadline(Time now);
    void closed();
    std::size_t streams_locked() const { return streams_.size(); }
    bool has_stream_locked(const MessageId& id) const {
        return !streams_.empty() && streams_.count(id) != 0;
    }

private:
    /// Behind the checks of the request itself.
    void open(const rpc::Envelope& message, Admitted admitted, const Sender& sender, bool alone);
    struct Stream {
        Revision revision{};
        SubscriptionFilter filter{};                      ///< what was granted
        std::string place{};                              ///< see `hears`
        std::vector<std::shared_ptr<void>> subscribed{};  ///< kept while it listens
        std::array<bool, 3> changed{};                    ///< lists, not told yet
        std::vector<std::uint64_t> watches{};             ///< of tasks
        std::shared_ptr<void> elsewhere{};                ///< the same, of those that are elsewhere
    };
    void discover(const rpc::Envelope& message, Revision revision);
    void listen(const rpc::Envelope& message, std::string_view principal, const Admitted& admitted);
    /// Makes a call a task that is to be one, or refuses it: then true.
    bool begin_task(const std::shared_ptr<ModernCall>& call);
    /// Watches the tasks that exist; gives their ids.
    std::vector<std::string> watch_tasks(const JsonView& ids, const std::string& owner,
                                         const MessageId& stream,
                                         std::vector<std::uint64_t>& watches);
    void task_changed(const StoredTask& task, const MessageId& stream);
    /// The same for tasks that are elsewhere.
    TaskNews watch_elsewhere(const JsonView& ids, const Admitted& admitted,
                             std::string_view principal, const MessageId& stream);
    void changed_elsewhere(JsonView params, const MessageId& stream);
    void unwatch(const std::vector<std::uint64_t>& watches);
    /// What of it is granted; what is subscribed to is kept in the stream.
    SubscriptionFilter granted(SubscriptionFilter asked,
                               const std::shared_ptr<const detail::PeerInfo>& peer,
                               std::string_view principal, Stream& stream);
    [[gnu::cold]] void refuse(const MessageId& id, const RpcError& error);

    std::shared_ptr<Channel> channel_;
    // Under the channel's lock:
    std::unordered_map<MessageId, Stream> streams_{};
    Time flush_at_ = Time::max();
};

}  // namespace mcp::session
