// What a server asks, on its way to the user or the model and back. Each way passes the gate twice
// where something goes out twice: the server's words to the user, the user's words to the server.
#include "host/managed_server.hpp"

#include <utility>

namespace mcp::host {

namespace {

/// The answer of a callback. What it throws that is no RpcError is the client's to report.
template <class T>
Answer<T> checked(Answer<T> answer) {
    if (answer) return answer;
    // A failure of this side is told without its reason: it is not the server's business.
    if (answer.error().failure != Failure::peer) {
        return Unexpected(RpcError(error_code::rejected_by_user, "refused"));
    }
    return answer;
}

RpcError refused() { return {error_code::rejected_by_user, "the user has refused"}; }

}  // namespace

void ManagedServer::install_handlers() {
    const HostOptions& options = around_->options;
    if (options.sampling) {
        client_.on_sampling([this](const CreateMessageRequestParams& params,
                                   CallContext& context) { return sample(params, context); },
                            options.sampling_support);
    }
    if (options.form) {
        client_.on_elicitation([this](const ElicitRequestFormParams& form, CallContext& context) {
            return fill_in(form, context);
        });
    }
    if (options.page) {
        client_.on_elicitation([this](const ElicitRequestURLParams& page, CallContext& context) {
            return visit(page, context);
        });
    }
    if (options.roots) {
        client_.use([this](CallInfo& call, Next next) { gate_roots(call, std::move(next)); });
    }
    if (options.log) {
        client_.on_log([this](const LoggingMessageNotificationParams& message) {
            around_->options.log(name(), message);
        });
    }
    if (options.page_completed) {
        client_.on_elicitation_complete(
            [this](const std::string& id) { around_->options.page_completed(name(), id); });
    }
    SubscriptionEvents events;
    events.on_tools_changed = [this] { need_look(); };
    events.on_prompts_changed = [this] { need_look(); };
    events.on_resources_changed = [this] { need_look(); };
    client_.on_change(std::move(events));
    client_.on_closed([this](const RpcError& why) {
        const Lock lock(mutex_);
        closed_ = why;
        changed_.notify_all();
    });
}

Answer<CreateMessageResult> ManagedServer::sample(const CreateMessageRequestParams& params,
                                                  CallContext& context) {
    const auto prompt = around_->passes->ask({.server = identity_, .what = SamplingAction{params}},
                                             context.stop_token());
    if (!prompt) return Unexpected(refused());
    const auto& allowed = std::get<SamplingAction>((*prompt)->what).prompt;
    auto answer = checked(around_->options.sampling(name(), allowed, context));
    if (!answer) return answer;
    const auto result = around_->passes->ask(
        {.server = identity_, .what = SamplingResultAction{allowed, std::move(*answer)}},
        context.stop_token());
    if (!result) return Unexpected(refused());
    return std::get<SamplingResultAction>((*result)->what).result;
}

Answer<ElicitResult> ManagedServer::fill_in(const ElicitRequestFormParams& form,
                                            CallContext& context) {
    const ElicitResult declined{.action = ElicitActionTag::decline};
    const auto shown = around_->passes->ask({.server = identity_, .what = FormAction{.form = form}},
                                            context.stop_token());
    if (!shown) return declined;
    auto answer =
        checked(around_->options.form(name(), std::get<FormAction>((*shown)->what).form, context));
    if (!answer || answer->action != ElicitActionTag::accept) return answer;
    FormAction entered{.form = form, .entered = answer->content};
    if (!entered.entered) entered.entered.emplace();
    const auto sent = around_->passes->ask({.server = identity_, .what = std::move(entered)},
                                           context.stop_token());
    if (!sent) return declined;
    answer->content = std::get<FormAction>((*sent)->what).entered;
    return answer;
}

Answer<ElicitResult> ManagedServer::visit(const ElicitRequestURLParams& page,
                                          CallContext& context) {
    const auto verdict =
        around_->passes->ask({.server = identity_, .what = PageAction{page}}, context.stop_token());
    if (!verdict) return ElicitResult{.action = ElicitActionTag::decline};
    return checked(
        around_->options.page(name(), std::get<PageAction>((*verdict)->what).page, context));
}

/// The list is the client's to answer with; here it is only let through, or not.
void ManagedServer::gate_roots(CallInfo& call, Next next) {
    if (call.context == nullptr || call.method != "roots/list") return next();
    RootsAction action;
    {
        const Lock lock(mutex_);
        action.roots = roots_;
    }
    const auto rest = std::make_shared<Next>(std::move(next));
    around_->passes->ask({.server = identity_, .what = std::move(action)},
                         call.context->stop_token(), [rest](const Passes::Verdict& verdict) {
                             if (verdict) return (*rest)();
                             rest->answer(Unexpected(refused()));
                         });
}

}  // namespace mcp::host
