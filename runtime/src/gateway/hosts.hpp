// A host behind a gateway, with the calls of clients in front that are on their way to its servers:
// what a server says or asks meanwhile is theirs.
#pragma once

#include "gateway/front_call.hpp"
#include "gateway/host_tasks.hpp"
#include "gateway/names.hpp"
#include "gateway/shared_watches.hpp"
#include "gateway/text_calls.hpp"

#include <mcp/client_call.hpp>
#include <mcp/gateway.hpp>
#include <mcp/host.hpp>
#include <mcp/host_consent.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::gateway {

struct HostPlaceEvents {
    std::function<void(const CatalogueChange&)> changed{};
    std::function<void(const std::string& uri)> resource_updated{};
    std::function<void(const std::string& id)> page_completed{};
    /// A question waits for this call's client. Gives what the client's next try is known by;
    /// nothing when the call has failed.
    std::function<std::optional<Json>(const FrontPointer& call)> asked{};
};

class HostPlace : public std::enable_shared_from_this<HostPlace> {
public:
    /// `client`: who has it, in words that no other client has. `turns`: of the connections behind.
    HostPlace(HostPlaceEvents events, bool plain, std::string client, std::shared_ptr<Turns> turns);
    /// Once, whoever comes first; others wait. False when `stop` came before. `declared`: what the
    /// client in front can be asked.
    bool start(const Gateway::MakeHost& make, const ClientCapabilities& declared);
    /// Waits for the ends of the servers.
    void stop();
    bool started() const { return started_; }

    Host& host() { return *host_; }
    HostTasks& tasks() { return *tasks_; }
    const std::string& client() const { return client_; }
    /// What addresses of this server begin with; empty for one that there is not.
    std::string key_of(const std::string& server) const;
    /// Calls of which of these tools may be tasks, where the tools themselves do not say it.
    void offer_tasks(std::vector<Tool>& tools);
    std::shared_ptr<const Names> names();
    /// The same, once the servers have had so long to come up. Waits the first time.
    std::shared_ptr<const Names> first_names(std::chrono::milliseconds wait);
    /// Null before the first of these has returned. No server is asked whether its lists are still
    /// good: there may be many.
    std::shared_ptr<const Names> names_if_looked();
    std::string instructions();

    /// Calls a tool of the catalogue for the client of `call`, which the gate asks; the result has
    /// the catalogue's addresses.
    void call_tool(const CatalogueTool& tool, JsonObject arguments, CallOptions options,
                   const FrontPointer& call, Done<ToolAnswer> done);
    void enter(const std::string& server, const FrontPointer& call);
    void leave(const std::string& server, const FrontPointer& call);
    /// Gives up all calls on their way.
    void stop_calls();
    /// Tells of changes of this resource, as long as the result is kept. Waits.
    Answer<std::shared_ptr<void>> watch(const std::string& shown, const std::string& uri);
    /// Empty for one that no server has.
    std::string server_of_uri(std::string_view uri) const;

private:
    using AnswerSlot = std::shared_ptr<detail::Slot<InputResponse>>;
    /// Questions of one result, which are put to the client together.
    struct Batch {
        InputRequests questions{};
        std::map<std::string, AnswerSlot> slots{};
    };
    /// The call that a server's question belongs to; null when that cannot be told.
    FrontPointer owner(const std::string& server) const;
    FrontPointer owner(const std::string& server, const detail::ServedCall& asked) const;
    FrontPointer owner(const HostAction& action) const;
    void ask_together(const FrontPointer& call, detail::ServedCall& asked, InputRequest question,
                      const AnswerSlot& slot);
    void ask_all(const FrontPointer& call, Batch batch, FrontCall::Behind behind);
    template <class Result, class Request>
    Answer<Result> put(const std::string& server, Request request, CallContext& context);
    void ask_consent(const ConsentQuestion& question, const ConsentReply& reply);

    std::shared_ptr<const Names> names_for(std::shared_ptr<const Catalogue> catalogue);
    void make_host(const Gateway::MakeHost& make, const ClientCapabilities& declared);

    HostPlaceEvents events_;
    const bool plain_;
    const std::string client_;
    const std::shared_ptr<Turns> turns_;
    std::once_flag start_{};
    std::atomic<bool> started_ = false;
    std::unique_ptr<Host> host_;
    std::unique_ptr<HostTasks> tasks_;
    mutable std::mutex mutex_;
    std::map<std::string, std::vector<FrontPointer>> calls_{};  // by server
    std::map<const detail::QuestionRound*, Batch> batches_{};
    SharedWatches<HostSubscription> watches_{};
    std::shared_ptr<const Names> names_{};
    bool looked_ = false;
    std::atomic<bool> first_look_over_ = false;
    std::atomic<unsigned> questions_ = 0;
};

}  // namespace mcp::gateway
