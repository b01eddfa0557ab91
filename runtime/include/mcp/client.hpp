// A client of one server: connects, negotiates, calls, and answers what the server asks. It speaks
// every revision of the protocol, with the same calls and the same handlers. Many servers at once,
// and what a user may be shown of them, is a host's business.
#pragma once

#include <mcp/client_call.hpp>
#include <mcp/client_handlers.hpp>
#include <mcp/client_options.hpp>
#include <mcp/codec.hpp>
#include <mcp/deprecated.hpp>
#include <mcp/methods.hpp>
#include <mcp/rpc.hpp>
#include <mcp/subscription.hpp>
#include <mcp/transport.hpp>
#include <mcp/types.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp::gateway {
class TaskCalls;
class TextCalls;
}  // namespace mcp::gateway

namespace mcp {

/// The answer to one round of a call: the result, or what the server wants to know first.
template <class M>
using Round = std::variant<typename M::Result, InputRequiredResult>;

/// Whether an error says that there is no such resource: -32002 of older servers, whatever the
/// revision, or invalid params that name an address.
bool resource_missing(const RpcError& error);

/// Threads: every function may be called on every thread, but the handlers are set before
/// `connect`. Functions that give an Answer wait for it; inside of handlers and callbacks this is
/// allowed, too. Do not destroy the client there.
class Client {
public:
    explicit Client(Implementation info, ClientOptions options = {});
    /// Closes the connection and waits for the handlers that run.
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // ---- What the server may ask. Without a handler the capability is not declared. ----

    /// `CreateMessageResult f(const CreateMessageRequestParams&, CallContext&)`; throw
    /// RpcError(error_code::rejected_by_user, …) to refuse.
    template <class F>
    MCP_DEPRECATED_FEATURE("servers ask language models themselves")
    void on_sampling(F f, SamplingSupport support = {}) {
        handlers().sampling =
            detail::ask_handler<CreateMessageRequestParams, CreateMessageResult>(std::move(f));
        handlers().sampling_support = support;
    }
    /// `ElicitResult f(const ElicitRequestFormParams&, CallContext&)` for forms, with
    /// ElicitRequestURLParams for web pages, with ElicitRequestParams for both. Fields that are
    /// left out get the defaults of the form, and what does not fit it is not sent. For web pages
    /// see <mcp/url_check.hpp>; nothing is fetched here.
    template <class F>
    void on_elicitation(F f) {
        if constexpr (std::is_invocable_v<F&, const ElicitRequestParams&, CallContext&>) {
            const auto both = std::make_shared<F>(std::move(f));
            const auto ask = [both](const auto& params, CallContext& context) {
                return (*both)(ElicitRequestParams(params), context);
            };
            handlers().form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(ask);
            handlers().url = detail::ask_handler<ElicitRequestURLParams, ElicitResult>(ask);
        } else if constexpr (std::is_invocable_v<F&, const ElicitRequestFormParams&,
                                                 CallContext&>) {
            handlers().form =
                detail::ask_handler<ElicitRequestFormParams, ElicitResult>(std::move(f));
        } else {
            handlers().url =
                detail::ask_handler<ElicitRequestURLParams, ElicitResult>(std::move(f));
        }
    }
    /// The folders the server may work in: file:// addresses. May be set again at any time, then an
    /// older server is told. Fails with the address that is none; `..` in it is refused, too.
    MCP_DEPRECATED_FEATURE("servers take folders as arguments")
    Result<void> set_roots(std::vector<Root> roots);
    /// A request that the protocol does not know: `Json f(const Json& params, CallContext&)`.
    template <class F>
    void on_request(std::string method, F f) {
        handlers().requests[std::move(method)] = detail::ask_handler<Json, Json>(std::move(f));
    }

    // ---- What the server may tell. In order, one after the other. ----

    MCP_DEPRECATED_FEATURE("servers use OpenTelemetry, or standard error")
    void on_log(std::function<void(const LoggingMessageNotificationParams&)> f);
    /// Changes that the server tells of without being asked, and those of all subscriptions.
    void on_change(SubscriptionEvents events);
    void on_elicitation_complete(std::function<void(const std::string& id)> f);
    void on_task_status(std::function<void(const TaskStatusNotificationParams&)> f);
    void on_notification(std::string method, std::function<void(const Json& params)> f);
    /// The connection has ended without `close`. All calls have failed by then.
    void on_closed(std::function<void(const RpcError& why)> f);

    // ---- Around calls and messages, as on a server. Before `connect`. ----

    /// Called around every call of this client (CallInfo::context is null there), and around what
    /// the server asks of it; the first one is the outermost. Middleware may be called by many
    /// threads at once.
    void use(Middleware middleware);
    /// Sees every message.
    void filter(std::shared_ptr<MessageFilter> filter);

    // ---- The connection ----

    /// Connects and negotiates. On failure the connection is closed.
    Answer<Connected> connect(std::unique_ptr<Transport> transport);
    /// The same with a server that can be started again, should it not survive the question which
    /// era it speaks.
    using TransportMaker = std::function<Result<std::unique_ptr<Transport>>()>;
    Answer<Connected> connect(const TransportMaker& make_transport);
    /// Ends the connection, and waits for its end, and until what the server told has been heard,
    /// for two seconds at most. Calls in flight fail.
    void close();
    /// Nothing when there is no connection.
    std::optional<Connected> connected() const;
    /// What was found out about the server, for ClientOptions::known.
    std::optional<ServerVerdict> verdict() const;

    // ---- Calls of any method: `client.call<CallTool>({.name = "forecast"})` ----

    template <class M>
    Answer<typename M::Result> call(typename M::Params params) {
        return call<M>(std::move(params), default_options());
    }
    template <class M>
    Answer<typename M::Result> call(typename M::Params params, CallOptions options) {
        return start<M>(std::move(params), std::move(options)).get();
    }
    /// `done` runs on the thread that reads, or on this one when the call cannot be made. Gives a
    /// ticket for `cancel`.
    template <class M>
    std::uint64_t call_async(typename M::Params params, CallOptions options,
                             Done<typename M::Result> done) {
        return submit(typed_call<M>(std::move(params), std::move(options), std::move(done)));
    }
    template <class M>
    Started<typename M::Result> start(typename M::Params params) {
        return start<M>(std::move(params), default_options());
    }
    template <class M>
    Started<typename M::Result> start(typename M::Params params, CallOptions options) {
        auto slot = std::make_shared<detail::Slot<typename M::Result>>();
        Started<typename M::Result> started(link(), slot);
        started.set_ticket(call_async<M>(
            std::move(params), std::move(options),
            [slot](Answer<typename M::Result> answer) { slot->put(std::move(answer)); }));
        return started;
    }
    /// For coroutines, in two steps; see Operation.
    template <class M>
    Operation<typename M::Result> operation(typename M::Params params) {
        return operation<M>(std::move(params), default_options());
    }
    template <class M>
    Operation<typename M::Result> operation(typename M::Params params, CallOptions options) {
        return {link(), [this, params = std::move(params),
                         options = std::move(options)](Done<typename M::Result> done) mutable {
                    return call_async<M>(std::move(params), std::move(options), std::move(done));
                }};
    }
    /// One round only: what the server wants to know is the answer, and the handlers are not asked.
    /// Call again with `inputResponses` and the unchanged `requestState` in the params.
    template <class M>
    Answer<Round<M>> call_round(typename M::Params params, CallOptions options) {
        const auto slot = std::make_shared<detail::Slot<std::string>>();
        detail::ClientCall call = untyped_call<M>(std::move(params), std::move(options));
        call.one_round = true;
        call.done = [slot](Answer<std::string> text) { slot->put(std::move(text)); };
        submit(std::move(call));
        Answer<std::string> text = wait(*slot);
        if (!text) return Unexpected(std::move(text).error());
        return read_round<M>(*text, revision());
    }
    /// The same by callback, as `call_async`.
    template <class M>
    std::uint64_t call_round_async(typename M::Params params, CallOptions options,
                                   Done<Round<M>> done) {
        detail::ClientCall call = untyped_call<M>(std::move(params), std::move(options));
        call.one_round = true;
        call.done = [weak = link(), done = std::move(done)](Answer<std::string> text) mutable {
            const auto link = weak.lock();
            if (!text) return done(Unexpected(std::move(text).error()));
            if (!link) return done(Unexpected(RpcError(Failure::closed, "the client is gone")));
            done(read_round<M>(*text, revision(*link)));
        };
        return submit(std::move(call));
    }
    /// A request that the protocol does not know.
    Answer<Json> call_custom(std::string method, JsonObject params);
    Answer<Json> call_custom(std::string method, JsonObject params, CallOptions options);
    /// A notification that the protocol does not know.
    Answer<void> notify_custom(std::string method, JsonObject params);
    void cancel(std::uint64_t ticket) { detail::cancel_call(link(), ticket); }

    // ---- Calls in plain words. Lists are fetched page by page. ----

    Answer<std::vector<Tool>> tools();
    Answer<std::vector<Prompt>> prompts();
    Answer<std::vector<Resource>> resources();
    Answer<std::vector<ResourceTemplate>> resource_templates();
    Answer<CallToolResult> call_tool(std::string name, JsonObject arguments = {});
    Answer<CallToolResult> call_tool(std::string name, JsonObject arguments, CallOptions options);
    Answer<std::vector<AnyResourceContents>> read_resource(std::string uri);
    Answer<GetPromptResult> prompt(std::string name, Map<std::string> arguments = {});
    /// Ways to finish `value` of an argument. `known`: the arguments entered so far.
    Answer<Completion> complete(CompletionReference of, std::string argument, std::string value,
                                Map<std::string> known = {});
    /// Whether the server is there: `ping`, or `server/discover` since 2026-07-28.
    Answer<void> ping();
    /// The least level of log messages to be sent. Nothing at all is sent by newer servers before.
    MCP_DEPRECATED_FEATURE("servers use OpenTelemetry, or standard error")
    Answer<void> set_log_level(LoggingLevel level);

    /// Asks to be told of changes.
    Answer<Subscription> listen(SubscriptionFilter filter, SubscriptionEvents events);
    /// Changes of one resource.
    Answer<Subscription> subscribe(std::string uri, std::function<void(const std::string&)> f);

    /// The options for calls without options of their own.
    const CallOptions& default_options() const;
    /// Forgets kept answers: what is fetched next comes from the server.
    void forget_answers();

private:
    friend class ClientTasks;  // <mcp/client_tasks.hpp>
    friend class ToolTask;
    friend class gateway::TaskCalls;  // src/gateway
    friend class gateway::TextCalls;
    struct Impl;

    detail::ClientHandlers& handlers();
    std::weak_ptr<detail::ClientLink> link() const;
    std::uint64_t submit(detail::ClientCall call);
    Answer<std::string> wait(detail::Slot<std::string>& slot);
    Revision revision() const;
    void forget_list(std::string_view method);
    std::size_t max_pages() const;
    /// Keeps the output schemas of tools, and checks results against them.
    static void learn(detail::ClientLink& link, const ListToolsResult& page);
    static std::optional<RpcError> check(detail::ClientLink& link, const std::string& tool,
                                         const CallToolResult& result);
    static Revision revision(detail::ClientLink& link);
    static RpcError bad_result(std::string_view method, const CodecError& error);
    template <class M, class Item>
    Answer<std::vector<Item>> pages(std::vector<Item> M::Result::*items);

    template <class M>
    detail::ClientCall untyped_call(typename M::Params params, CallOptions options) {
        static constexpr MethodRow row = method_row<M>();
        detail::ClientCall call{.row = &row, .options = std::move(options)};
        call.params = [params = std::move(params)](Revision at) mutable {
            if constexpr (requires { params.meta.emplace(); }) {
                if (!params.meta && modern_revisions.contains(at)) params.meta.emplace();
            }
            return encode(params, at);
        };
        return call;
    }
    template <class M>
    detail::ClientCall typed_call(typename M::Params params, CallOptions options,
                                  Done<typename M::Result> done) {
        std::string tool;
        if constexpr (std::is_same_v<M, CallTool>) tool = params.name;
        detail::ClientCall call = untyped_call<M>(std::move(params), std::move(options));
        call.done = [weak = link(), done = std::move(done),
                     tool = std::move(tool)](Answer<std::string> text) mutable {
            done(read_result<M>(weak, std::move(text), tool));
        };
        return call;
    }
    template <class M>
    static Answer<typename M::Result> read_result(const std::weak_ptr<detail::ClientLink>& weak,
                                                  Answer<std::string> text,
                                                  const std::string& tool) {
        if (!text) return Unexpected(std::move(text).error());
        const auto link = weak.lock();
        if (!link) return Unexpected(RpcError(Failure::closed, "the client is gone"));
        auto result = decode<typename M::Result>(*text, revision(*link));
        if (!result) return Unexpected(bad_result(M::name, result.error()));
        if constexpr (std::is_same_v<M, ListTools>) learn(*link, *result);
        if constexpr (std::is_same_v<M, CallTool>) {
            if (auto error = check(*link, tool, *result)) return Unexpected(std::move(*error));
        }
        return std::move(*result);
    }
    template <class M>
    static Answer<Round<M>> read_round(std::string_view text, Revision at) {
        const auto kind = decode<BaseResult>(text, at);
        if (kind && kind->resultType == ResultTypeTag::input_required) {
            auto questions = decode<InputRequiredResult>(text, at);
            if (!questions) return Unexpected(bad_result(M::name, questions.error()));
            return Round<M>(std::move(*questions));
        }
        auto result = decode<typename M::Result>(text, at);
        if (!result) return Unexpected(bad_result(M::name, result.error()));
        return Round<M>(std::move(*result));
    }

    std::unique_ptr<Impl> impl_;
};

}  // namespace mcp
