// One server, offered to clients of any revision: calls go to it as they are, on connections that
// no two clients share where the server could mix them up.
//
//   client in front     server behind keeps a session        stateless (since 2026-07-28)
//   with a session      a connection of its own              a connection of its own
//   stateless           one for each call at a time          shared, by those who declare the same
#pragma once

#include "gateway/apart.hpp"
#include "gateway/link.hpp"
#include "gateway/listeners.hpp"
#include "gateway/parked.hpp"
#include "gateway/sweeper.hpp"
#include "gateway/task_calls.hpp"
#include "server/core.hpp"
#include "server/substitute.hpp"

#include <mcp/gateway.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::gateway {

/// Questions of a round, and by which names the server behind knows them.
struct Round {
    InputRequiredResult asked{};
    Map<std::string> names{};  ///< in front -> behind
};

RpcError too_many();
RpcError ended();

/// What comes to the slot, or an error when the client goes first.
template <class T>
Answer<T> wait_for(run::Crew& crew, const std::shared_ptr<detail::Slot<T>>& slot,
                   detail::StopSwitch& gone) {
    const std::stop_callback given_up(gone.get_token(), [slot] { slot->put(Unexpected(ended())); });
    const run::Crew::Blocking waiting(crew);
    return slot->wait();
}

class Relay final : public server::Substitute, public std::enable_shared_from_this<Relay> {
public:
    Relay(Client::TransportMaker make, GatewayOptions options, server::Core& core);
    /// Connects, to find out what is offered. Waits.
    Answer<Connected> open();
    /// Ends all connections. Before the core ends.
    void close();

    // server::Substitute
    const Implementation* info() const override;
    std::optional<std::string> instructions() const override;
    ServerCapabilities capabilities() const override;
    bool opening_waits(const Peer& peer) const override;
    std::optional<RpcError> opening(const Peer& peer, std::string_view principal,
                                    detail::StopSwitch& gone) override;
    Answer<std::shared_ptr<void>> subscribing(const Peer& peer, std::string_view uri,
                                              std::string_view principal,
                                              detail::StopSwitch& gone) override;
    std::string place_of(const Peer& peer, std::string_view principal) const override;
    void level_chosen(const Peer& peer, const LoggingLevel& level) override;
    bool quick(std::string_view /*method*/) const override { return true; }
    void serve(std::string_view method, std::optional<JsonView> params, Context& context,
               Done<std::string> done) override;
    void roots_changed(const Peer& peer) override;
    std::shared_ptr<const server::ToolEntry> tool(std::string_view name) const override;
    bool has_tasks() const override;
    bool passes_tasks() const override;
    session::TaskNews watch_tasks(const Peer& peer, std::string_view principal,
                                  const std::vector<std::string>& ids,
                                  session::TaskTold told) override;

private:
    using LinkPointer = std::shared_ptr<Link>;
    using Params = std::optional<JsonView>;
    using Clock = std::chrono::steady_clock;
    /// A connection, or one that is being made: who waits for it is told.
    struct Place {
        LinkPointer link{};
        LinkPointer coming{};  ///< while it connects
        bool connecting = false;
        std::weak_ptr<const detail::PeerInfo> session{};  ///< whose it is alone
        bool of_session = false;
        Clock::time_point used{};  ///< last
        std::string group{};       ///< of those who could share it, if the server kept no session
        std::vector<std::function<void(const Answer<LinkPointer>&)>> waiting{};
    };
    /// A resource that one client watches, on the connections of its group.
    struct Watched {
        Answer<void> begin(const LinkPointer& link);

        std::string uri{};
        std::mutex mutex{};
        std::map<LinkPointer, std::shared_ptr<void>> at{};
    };
    using Ready = std::function<void(const Answer<LinkPointer>&)>;

    /// What a connection is for: a call may need it for itself.
    enum class Use { call, other };
    static std::string group_of(const Peer& peer, std::string_view principal);
    std::string key_locked(const Peer& peer, const std::string& group, Use use) const;
    /// `ready` is called at once when the connection is there, later otherwise.
    void with_link(const Peer& peer, std::string_view principal, Use use, const Ready& ready);
    /// Makes the connection of a place; waits.
    void connect(const std::string& key, const std::string& group, const Peer& peer);
    /// On all connections of the group, and on those to come: a server that keeps sessions tells of
    /// changes in the session that makes them. Waits.
    Answer<std::shared_ptr<void>> watch(const LinkPointer& link, const std::string& group,
                                        const std::string& uri);
    /// The same for a connection that has come later. Waits.
    void watch_all(const LinkPointer& link, const std::string& group);
    Answer<LinkPointer> make_link(const std::string& key, const std::string& place,
                                  const ClientCapabilities& declared);
    void connected(const std::string& key, const Answer<LinkPointer>& link);
    void learn_facts(const Connected& connected);
    /// Takes out what is over: connections that have ended, or whose session has, or that nobody
    /// has used for long.
    void sweep_locked();
    /// Whether nobody uses it, and others may have its room.
    bool idle_locked(const Place& place) const;
    /// For one more connection; false when there is none.
    bool make_room_locked();
    void retire_locked(LinkPointer link);
    /// `place`: whose connection tells.
    LinkEvents events(const std::string& place);

    template <class M>
    void forward(Params params, Context& context, Done<std::string> done);
    template <class M>
    void begin(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
               const std::optional<Round>& earlier, bool progress);
    template <class M>
    void plain(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
               bool progress);
    /// With a server that answers with questions: so many more times.
    template <class M>
    void round(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
               bool progress, std::size_t left);
    template <class M>
    void start_round(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                     bool progress, Done<mcp::Round<M>> done);
    template <class M>
    void ask_round(const LinkPointer& link, const FrontPointer& front, typename M::Params params,
                   Round round, bool progress, std::size_t left);
    /// Before another try, longer each time; `wanted`: the client has not given the call up.
    void after_pause(const FrontPointer& front, std::size_t tries,
                     std::function<void(bool wanted)> then);
    /// Whether it may become a task behind.
    bool as_task(const Link& link, const FrontCall& front, CallToolRequestParams& params) const {
        const auto known = tool(params.name);
        return gateway::as_task(link.task_era(), front, known && only_as_task(known->declaration),
                                params);
    }
    void call_tool(const LinkPointer& link, const FrontPointer& front, CallToolRequestParams params,
                   bool progress, Done<mcp::Round<CallTool>> done);
    /// A call has become a task behind: its client gets that, or the gateway waits for the outcome.
    void became_task(const LinkPointer& link, const FrontPointer& front, const TaskText& came,
                     Done<mcp::Round<CallTool>> done);
    void about_task(std::string_view method, Params params, Context& context,
                    Done<std::string> done);
    /// Whether this one may know of a task.
    bool may_know(std::string_view principal, const std::string& task) const;
    void custom(std::string_view method, Params params, Context& context, Done<std::string> done);
    CallOptions options_for(const FrontPointer& front, bool progress) const;
    void learn_tools(const ListToolsResult& page);

    const Client::TransportMaker make_;
    const GatewayOptions options_;
    server::Core& core_;

    mutable std::mutex mutex_;
    std::map<std::string, Place> places_{};
    std::map<std::string, std::vector<std::weak_ptr<Watched>>> watched_{};  // by group
    mutable Listeners listeners_;
    std::optional<Connected> facts_{};
    std::unique_ptr<const Implementation> info_{};  // set once
    std::atomic<const Implementation*> shown_info_ = nullptr;
    ParkedCalls parked_;
    std::map<std::string, std::shared_ptr<const server::ToolEntry>, std::less<>> tools_{};
    std::map<std::string, std::string, std::less<>> task_owners_{};  // of those with principals
    bool closing_ = false;
    Apart apart_{};    // the links
    Sweeper sweeper_;  // last: it uses the others
};

}  // namespace mcp::gateway
