// What a request over HTTP is for, and who serves it: the stateless protocol, sessions, HTTP+SSE.
// Without threads: time comes in, and whoever owns this calls `deadline` when `timers` say so.
#pragma once

#include "http/headers.hpp"
#include "http/server/common.hpp"
#include "http/server/modern_post.hpp"
#include "http/server/session.hpp"
#include "http/server/writer.hpp"
#include "rpc/envelope.hpp"
#include "server/core.hpp"

#include <mcp/http.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::http {

class Endpoint final : public server::Audience {
public:
    Endpoint(
        server::Core& core, HttpEndpointOptions options,
        const session::Clock& clock = session::Clock::real(), std::function<void()> woken = [] {});
    ~Endpoint() override;
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    std::shared_ptr<HttpExchange> handle(const HttpRequest& request,
                                         std::shared_ptr<HttpReply> reply, Time now);
    bool refuse_foreign(const HttpRequest& request, std::shared_ptr<HttpReply> reply) const;
    bool serves(std::string_view target) const;

    Time next_deadline() const { return common_->timers.next(); }
    void deadline(Time now) { common_->timers.run(now); }

    // server::Audience
    void list_changed(session::ListKind kind, std::string_view place) override;
    void resource_updated(std::string_view uri, std::string_view place) override;
    void elicitation_completed(std::string_view id, std::string_view place) override;
    bool elicitation_belongs(std::string_view id, std::string_view principal) override;
    std::size_t session_count() override { return sessions_.size() + sse_sessions_.size(); }
    void shut_down(std::chrono::milliseconds grace) override;

    std::size_t listener_count() const { return listeners_->size(); }

private:
    enum class Path { none, main, sse, messages };
    /// A request on its way through here.
    struct Arrival;
    using Exchange = std::shared_ptr<HttpExchange>;
    using SessionPtr = std::shared_ptr<HttpSession>;

    // endpoint.cpp
    Path path_of(std::string_view target) const;
    bool refuse_foreign(const Headers& headers, const HttpRequest& request, Writer& writer) const;
    Exchange route(Path path, Arrival& arrival);
    std::string_view methods_of(Path path) const;
    void options(Path path, Arrival& arrival);
    bool check_body(Arrival& arrival);
    Exchange post(Arrival& arrival);
    Exchange modern(Arrival& arrival, const rpc::Envelope& message, bool has_meta);
    void refuse(Arrival& arrival, int status, const RpcError& error, const MessageId& id = {});
    bool busy(Arrival& arrival, std::size_t requests);

    // sessions.cpp
    Exchange legacy_post(Arrival& arrival, const rpc::Envelope& message);
    Exchange initialize(Arrival& arrival, const rpc::Envelope& message);
    Exchange deliver(Arrival& arrival, const SessionPtr& session, const rpc::Envelope& message);
    Exchange refuse_stream(Arrival& arrival);
    Exchange one_post(Arrival& arrival, const rpc::Envelope& message);
    Exchange get(Arrival& arrival);
    Exchange remove(Arrival& arrival);
    /// The session that the request names. Null when it has been refused.
    SessionPtr session_of(Arrival& arrival);
    SessionPtr restore(std::string_view id, std::string_view principal);
    SessionPtr make_session(HttpSession::Kind kind, std::string id, std::string_view principal);
    bool check_version(Arrival& arrival, const HttpSession& session);
    Exchange attach(const SessionPtr& session, const Attachment& attachment);
    void end(const SessionPtr& session, const std::string& why, bool for_good);
    void expire(HttpSession& session);

    // http_sse.cpp
    Exchange sse_stream(Arrival& arrival);
    Exchange sse_message(Arrival& arrival);

    const std::shared_ptr<Common> common_;
    const std::shared_ptr<Listeners> listeners_;
    SessionTable sessions_;
    SessionTable sse_sessions_;
    std::mutex restore_mutex_{};
    std::atomic<bool> closing_ = false;
};

struct Endpoint::Arrival {
    const HttpRequest& request;
    Headers headers;
    Writer writer;
    std::string_view query{};
    Time now{};
    ModernPost::Way way{};
    MessageId id{};  ///< for errors, when it is known
};

/// A peer that leaves, told to the session's streams.
class StreamExchange final : public HttpExchange {
public:
    StreamExchange(const std::shared_ptr<HttpSession>& session, Attachment attachment,
                   std::function<void(HttpSession&)> on_end)
        : session_(session), attachment_(attachment), on_end_(std::move(on_end)) {}
    void disconnected() override;

private:
    std::weak_ptr<HttpSession> session_;
    Attachment attachment_;
    std::function<void(HttpSession&)> on_end_;
};

}  // namespace mcp::http
