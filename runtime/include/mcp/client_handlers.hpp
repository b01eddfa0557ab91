// What a client does when the server asks it for something, or tells it something: the handlers and
// how callables become them. A handler is written once and serves requests of older servers and the
// questions of newer ones. Handlers run on the client's own threads, never on the one that reads.
#pragma once

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/middleware.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mcp {

/// What the client's model can do beyond plain answers.
struct SamplingSupport {
    bool tools = false;    ///< requests may carry tools
    bool context = false;  ///< requests may ask for the context of servers
};

/// What a subscription tells, in the order in which it happened.
struct SubscriptionEvents {
    std::function<void()> on_tools_changed{};
    std::function<void()> on_prompts_changed{};
    std::function<void()> on_resources_changed{};
    std::function<void(const std::string& uri)> on_updated{};
    /// Nothing is told any more; to hear on, subscribe again and fetch anew. Without an error when
    /// the server ended it in good order. Not called after `Subscription::end`.
    std::function<void(const std::optional<RpcError>& why)> on_closed{};
};

namespace detail {

using Report = std::function<void(std::string_view)>;

/// A handler with its answer by callback. `params` and the context live until `done` is called.
template <class Params, class Outcome>
using AskHandler =
    std::function<void(const Params&, CallContext&, Done<Outcome>, const Report& report)>;

/// What the peer is told when a handler did not work: nothing. `what` goes to `report`.
RpcError handler_failed(const Report& report, std::string_view what);
/// The same for the exception that is being handled; an RpcError is told as it is.
RpcError handler_threw(const Report& report);

template <class T>
Detached run_detached(Async<T> work, Done<T> done, Report report) {
    std::optional<Answer<T>> answer;
    try {
        answer.emplace(co_await std::move(work));
    } catch (...) {
        answer.emplace(Unexpected(handler_threw(report)));
    }
    done(std::move(*answer));
}

/// Makes a handler of `function(params, context)`, which gives an Outcome, an Answer<Outcome> or an
/// Async<Outcome>, or throws.
template <class Params, class Outcome, class F>
AskHandler<Params, Outcome> ask_handler(F function) {
    return [function = std::move(function)](const Params& params, CallContext& context,
                                            Done<Outcome> done, const Report& report) mutable {
        using Returned = std::remove_cvref_t<decltype(function(params, context))>;
        if constexpr (is_async<Returned>) {
            run_detached<Outcome>(function(params, context), std::move(done), report);
        } else {
            std::optional<Answer<Outcome>> answer;
            try {
                answer.emplace(function(params, context));
            } catch (...) {
                answer.emplace(Unexpected(handler_threw(report)));
            }
            done(std::move(*answer));
        }
    };
}

/// All handlers of a client. Set before it connects.
struct ClientHandlers {
    AskHandler<CreateMessageRequestParams, CreateMessageResult> sampling{};
    SamplingSupport sampling_support{};
    AskHandler<ElicitRequestFormParams, ElicitResult> form{};
    AskHandler<ElicitRequestURLParams, ElicitResult> url{};
    std::map<std::string, AskHandler<Json, Json>, std::less<>> requests{};

    std::function<void(const LoggingMessageNotificationParams&)> log{};
    std::function<void(const std::string& id)> elicitation_complete{};
    std::function<void(const TaskStatusNotificationParams&)> task_status{};
    std::map<std::string, std::function<void(const Json& params)>, std::less<>> notifications{};
    /// Hears what every subscription hears, and what older servers tell without one.
    SubscriptionEvents changes{};
    std::function<void(const RpcError& why)> closed{};

    std::vector<Middleware> middleware{};
    std::vector<std::shared_ptr<MessageFilter>> filters{};
};

}  // namespace detail

}  // namespace mcp
