// The servers of a host as one: lists from its catalogue, calls to whoever has the name. Which
// clients share a host is decided as for connections in relay.hpp.
#pragma once

#include "gateway/apart.hpp"
#include "gateway/hosts.hpp"
#include "gateway/listeners.hpp"
#include "gateway/parked.hpp"
#include "gateway/sweeper.hpp"
#include "server/core.hpp"
#include "server/substitute.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::gateway {

class Merged final : public server::Substitute, public std::enable_shared_from_this<Merged> {
public:
    Merged(Gateway::MakeHost make, MergeOptions options, server::Core& core);
    void close();

    // server::Substitute
    std::optional<std::string> instructions() const override;
    ServerCapabilities capabilities() const override;
    std::optional<RpcError> opening(const Peer& peer, std::string_view principal,
                                    detail::StopSwitch& gone) override;
    /// Says yes when the server has not answered in time.
    Answer<std::shared_ptr<void>> subscribing(const Peer& peer, std::string_view uri,
                                              std::string_view principal,
                                              detail::StopSwitch& gone) override;
    std::string place_of(const Peer& peer, std::string_view principal) const override;
    void level_chosen(const Peer& peer, const LoggingLevel& level) override;
    bool quick(std::string_view method) const override;
    void serve(std::string_view method, std::optional<JsonView> params, Context& context,
               Done<std::string> done) override;
    void roots_changed(const Peer& peer) override;
    std::shared_ptr<const server::ToolEntry> tool(std::string_view name) const override;
    // Said of all, as which servers have them shows later.
    bool has_tasks() const override { return true; }
    bool passes_tasks() const override { return true; }
    session::TaskNews watch_tasks(const Peer& peer, std::string_view principal,
                                  const std::vector<std::string>& ids,
                                  session::TaskTold told) override;

private:
    using HostPointer = std::shared_ptr<HostPlace>;
    using Params = std::optional<JsonView>;
    using Clock = std::chrono::steady_clock;
    struct Place {
        HostPointer host{};
        std::weak_ptr<const detail::PeerInfo> session{};
        bool of_session = false;
        Clock::time_point used{};  ///< last, where it is of no session

        bool is_of(const Peer& peer) const {
            return of_session && !session.owner_before(peer) && !peer.owner_before(session);
        }
    };
    using Places = std::map<std::string, Place>;

    static std::string key_of(const Peer& peer, std::string_view principal);
    Answer<HostPointer> host_for(const Peer& peer, std::string_view principal);
    HostPointer known_place(const Peer& peer, std::string_view principal);
    Answer<HostPointer> place_for(const Peer& peer, const std::string& key,
                                  std::string_view principal);
    /// Whether nobody uses it, and others may have its room.
    bool idle_locked(const Place& place) const;
    /// For one more host; false when there is none.
    bool make_room_locked();
    Places::iterator drop_locked(Places::iterator place);
    void sweep_locked();
    /// `place`: whose host tells.
    HostPlaceEvents events(const std::string& place);

    struct Begun {
        HostPointer host{};
        FrontPointer front{};
    };
    /// Nothing when `done` has its answer, or a call that was parked has got this try.
    std::optional<Begun> begin(Context& context, Done<std::string> done);
    using Work = std::function<void(const HostPointer&, const FrontPointer&)>;
    /// Runs `work` where it may wait.
    void later(const Begun& call, Work work);
    void later(Context& context, Done<std::string> done, Work work);
    template <class M, class Item>
    void list(Params params, Context& context, Done<std::string> done,
              std::vector<Item> M::Result::*items, std::vector<Item> (Names::*all)() const);
    void call_tool(Params params, Context& context, Done<std::string> done);
    void call_known(const Begun& call, const std::shared_ptr<const Names>& names,
                    const CatalogueTool& tool, JsonObject arguments, bool progress);
    void read(Params params, Context& context, Done<std::string> done);
    void prompt(Params params, Context& context, Done<std::string> done);
    void complete(Params params, Context& context, Done<std::string> done);
    // ---- tasks: merged_tasks.cpp ----
    bool may_become_task(const Begun& call, const CatalogueTool& tool) const;
    void call_as_task(const Begun& call, const std::shared_ptr<const Names>& names,
                      const CatalogueTool& tool, JsonObject arguments, CallOptions options,
                      Done<CallToolResult> done);
    void about_task(std::string_view method, Params params, Context& context,
                    Done<std::string> done);

    CallOptions options_for(const FrontPointer& front, bool progress) const;
    void learn(const std::vector<Tool>& tools) const;

    const Gateway::MakeHost make_;
    const MergeOptions options_;
    server::Core& core_;
    mutable std::mutex mutex_;
    Places places_{};
    ParkedCalls parked_;
    mutable std::map<std::string, std::shared_ptr<const server::ToolEntry>, std::less<>> tools_{};
    HostPointer any_{};  // for what is the same for all
    Peer last_peer_{};   // of the last request without a session
    std::string last_principal_{};
    mutable Listeners listeners_;
    bool closing_ = false;
    Apart apart_{};
    Sweeper sweeper_;  // last: it uses the others
};

}  // namespace mcp::gateway
