// What both lifecycles of a client use: the calls of the user from start to end, the requests on
// their way, the handlers, the kept answers. Without I/O; locked by whoever calls.
#pragma once

#include "client/desk.hpp"
#include "client/wire.hpp"

#include <mcp/client_call.hpp>
#include <mcp/client_options.hpp>
#include <mcp/response_cache.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mcp::client {

/// Where handlers bring their answers: the session, locked. Called on workers.
class Replies {
public:
    virtual ~Replies() = default;
    /// To a request of the server.
    virtual void answer(const MessageId& id, Answer<std::string> result) = 0;
    /// To a question that stands in the way of a call.
    virtual void input(std::uint64_t ticket, std::size_t round, const std::string& key,
                       Answer<std::string> result) = 0;
    virtual void progress(std::string params) = 0;
};

/// A call of the user, until `done` is told.
struct ActiveCall {
    std::uint64_t ticket = 0;
    detail::ClientCall call{};
    std::string params{};    ///< as the user gave them, at the revision in use
    MessageId id{};          ///< of the request on its way; empty between two
    std::size_t rounds = 0;  ///< questions that were answered
    std::size_t version_retries = 0;
    std::uint64_t cache_age = 0;                         ///< Engine::cache_age when it was sent
    std::vector<std::shared_ptr<Question>> questions{};  ///< being answered
    Map<std::string> answers{};
    std::string request_state{};  ///< to go with the answers; a JSON string
    std::string looked_at{};      ///< the state of a task that asks
    std::optional<std::stop_callback<std::function<void()>>> watch{};  ///< of the user's stop_token

    std::string_view method() const { return call.row ? call.row->name : call.custom; }
};
using CallPtr = std::shared_ptr<ActiveCall>;

/// Who this client is. Does not change while it is connected.
struct Profile {
    Profile(Implementation implementation, ClientOptions settings, detail::ClientHandlers handlers)
        : info(std::move(implementation)),
          options(std::move(settings)),
          desk(std::move(handlers), options),
          cache(options.cache ? options.cache : std::make_shared<ResponseCache>()) {}

    Implementation info;
    ClientOptions options;
    Desk desk;
    std::shared_ptr<ResponseCache> cache;
};

struct Engine {
    Engine(std::shared_ptr<Profile> who, std::weak_ptr<Replies> where)
        : profile(std::move(who)), replies(std::move(where)), wire(profile->options.report) {}

    std::shared_ptr<Profile> profile;
    std::weak_ptr<Replies> replies;
    Wire wire;
    std::unordered_map<std::uint64_t, CallPtr> active{};
    Time now{};                   ///< of what the session is doing
    std::uint64_t cache_age = 0;  ///< grows when something kept has become stale

    const ClientOptions& options() const { return profile->options; }
    Desk& desk() const { return profile->desk; }

    /// Tells the outcome of a call, once.
    void finish(const CallPtr& call, Answer<std::string> outcome);
    /// Writes the params at this revision; finishes the call when that fails.
    bool write_params(const CallPtr& call, Revision revision);
    /// Puts a question to a handler; `then` runs on the worker.
    void ask(const std::shared_ptr<Question>& question,
             std::function<void(Replies&, Answer<std::string>)> then);
    /// Kept answers to this method are stale.
    void forget(std::string_view method, std::string_view params_hold = {});
};

/// What differs between the eras once a connection is open.
class Lifecycle {
public:
    virtual ~Lifecycle() = default;
    virtual Revision revision() const = 0;
    virtual Connected connected() const = 0;
    /// Why a call is not even sent.
    virtual std::optional<RpcError> refuse(const ActiveCall& call) const = 0;
    /// Sends a call whose params are written.
    virtual void begin(const CallPtr& call, Time now) = 0;
    virtual void request(const rpc::Envelope& request, Time now) = 0;
    virtual void notification(const rpc::Envelope& notification, Time now) = 0;
    /// Several messages at once.
    virtual void batch(JsonView elements, Time now) = 0;
    /// A request that cannot be understood.
    virtual void bad_request(const rpc::BadMessage& bad) = 0;
    virtual void answer(const MessageId& id, Answer<std::string> result) = 0;
    virtual void input(const CallPtr& call, std::size_t round, const std::string& key,
                       Answer<std::string> result, Time now) = 0;
    virtual void roots_changed() = 0;
    virtual std::optional<RpcError> set_log_level(LoggingLevel level) = 0;
    /// The connection has ended.
    virtual void ended() = 0;
};

/// Why a method may not be called: the revision lacks it, or the server's capabilities do (null
/// when they are not known).
std::optional<RpcError> gate(const ActiveCall& call, Revision revision,
                             const ServerCapabilities* capabilities);

}  // namespace mcp::client
