// What a handler knows of the request it serves, and what it can do meanwhile: report progress,
// log, notice that nobody waits any more, ask the user or the model of the client for something.
#pragma once

#include <mcp/async.hpp>
#include <mcp/deprecated.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mcp {

struct Grant;

namespace detail {
class ServedCall;  // src/session
}

/// The request that a handler serves. Valid until the handler has returned, for a coroutine until
/// it has ended; may be used from other threads until then.
class CallContext {
public:
    std::string_view method() const;
    const MessageId& id() const;
    /// The revision that was negotiated (legacy) or named by the request (modern).
    Revision revision() const;
    /// `_meta` of the request.
    const RequestMetaObject& meta() const;
    /// Name and version of the other side, as it says. For display and logs, not for decisions.
    const std::optional<Implementation>& peer() const;
    /// Who sends the request, as established by the transport's authorization; empty for nobody in
    /// particular.
    std::string_view principal() const;
    /// What their token allows, and what it says of them (<mcp/grant.hpp>); null where none was
    /// needed.
    const Grant* grant() const;

    /// Requested when the other side cancelled the request, or is gone. No answer is sent then.
    std::stop_token stop_token() const;
    bool cancelled() const { return stop_token().stop_requested(); }

    /// Says how far the request has come, if the other side asked for it. Values that do not grow
    /// are dropped, and so is what comes too often.
    void progress(double done, std::optional<double> total = {}, std::string_view message = {});

protected:
    explicit CallContext(detail::ServedCall& call) : call_(&call) {}
    CallContext(const CallContext&) = delete;
    CallContext& operator=(const CallContext&) = delete;
    ~CallContext() = default;

    detail::ServedCall* call_;
    friend class detail::ServedCall;
};

/// The request that a server's handler serves.
class Context : public CallContext {
public:
    const ClientCapabilities& client_capabilities() const;

    /// A log message for the client; dropped below the level that it asked for.
    MCP_DEPRECATED_FEATURE("use OpenTelemetry, or standard error")
    void log(LoggingLevel level, Json data, std::string_view logger = {});

    /// Asks the client's user. The same code serves every revision: older clients get a request and
    /// the thread waits; since 2026-07-28 the handler is left with an exception here, the client
    /// gets the question as the answer, and when it comes back the handler runs again from its
    /// start, with the answer at hand. So whatever comes before must be harmless to repeat.
    ///
    /// `key` names the question; two questions of one handler need two names. Numbered when empty.
    /// Throws RpcError when the client lacks the feature, refuses, or fails. Do not hold locks
    /// here, and let exceptions that are no std::exception pass.
    ElicitResult elicit(ElicitRequestParams params, std::string_view key = {});
    /// Asks the client's language model. Otherwise as `elicit`.
    MCP_DEPRECATED_FEATURE("ask a language model yourself")
    CreateMessageResult sample(CreateMessageRequestParams params, std::string_view key = {});
    /// Asks for the folders that the client works on. Otherwise as `elicit`.
    MCP_DEPRECATED_FEATURE("take folders as arguments, or from the configuration")
    ListRootsResult list_roots(std::string_view key = {});
    /// Several questions at once. The answers have their keys.
    InputResponses ask(InputRequests questions);

    /// The same for coroutines: `auto answer = ctx.elicit_later(...); co_await std::move(answer)`.
    Async<ElicitResult> elicit_later(ElicitRequestParams params, std::string key = {});
    MCP_DEPRECATED_FEATURE("ask a language model yourself")
    Async<CreateMessageResult> sample_later(CreateMessageRequestParams params,
                                            std::string key = {});
    MCP_DEPRECATED_FEATURE("take folders as arguments, or from the configuration")
    Async<ListRootsResult> list_roots_later(std::string key = {});
    Async<InputResponses> ask_later(InputRequests questions);

    /// What an earlier run of this handler kept for the next one; nothing on the first. Travels
    /// through the client, sealed: it can neither be read nor changed there.
    std::optional<Json> kept() const;
    /// Keeps a value for the run after the next question. Older clients keep the handler waiting
    /// instead, so there `kept` gives it at once.
    void keep(Json state);
    /// Ends this run without a question: the client tries again at once, with what was kept.
    /// Legacy revisions have no such answer: there it throws RpcError, internal error.
    [[noreturn]] void try_again();

    /// Answers the call with a task and goes on as that, where client and tool speak tasks; says
    /// whether the call is a task now. For tools named to `Server::begin_task_later`, which ask
    /// first. Throws when the task cannot be kept.
    bool continue_as_task();

private:
    using CallContext::CallContext;
    friend class detail::ServedCall;
};

}  // namespace mcp
