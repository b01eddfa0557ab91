// What a server asks, on its way to the user or the model and back. Each way passes the gate twice
// where something goes out twice: the server's words to the user, the user's words to the server.
#include "host/managed_server.hpp"

#include <mcp/codec.hpp>

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

Answer<Json> roots_answer(const std::vector<Root>& roots, Revision revision) {
    const auto text = encode(ListRootsResult{.roots = roots}, revision);
    if (text) {
        if (auto json = Json::parse(*text)) return std::move(*json);
    }
    return Unexpected(RpcError(error_code::internal_error, "internal error"));
}

}  // namespace

/// A handler may outlive this object by the moment between its answer and its end, so each keeps
/// what it uses.
void ManagedServer::begin() {
    const HostOptions& options = around_->options;
    const std::weak_ptr<ManagedServer> weak = weak_from_this();
    if (options.sampling) {
        client_.on_sampling(
            [weak](const CreateMessageRequestParams& params,
                   CallContext& context) -> Answer<CreateMessageResult> {
                const auto self = weak.lock();
                if (!self) return Unexpected(refused());
                return self->sample(params, context);
            },
            options.sampling_support);
    }
    if (options.form) {
        client_.on_elicitation([weak](const ElicitRequestFormParams& form,
                                      CallContext& context) -> Answer<ElicitResult> {
            const auto self = weak.lock();
            if (!self) return Unexpected(refused());
            return self->fill_in(form, context);
        });
    }
    if (options.page) {
        client_.on_elicitation([weak](const ElicitRequestURLParams& page,
                                      CallContext& context) -> Answer<ElicitResult> {
            const auto self = weak.lock();
            if (!self) return Unexpected(refused());
            return self->visit(page, context);
        });
    }
    if (options.filter) {
        if (auto filter = options.filter(name())) client_.filter(std::move(filter));
    }
    if (options.roots_when_asked) (void)client_.set_roots({});
    if (options.roots || options.roots_when_asked) {
        client_.use([weak](CallInfo& call, Next next) {
            if (const auto self = weak.lock()) self->gate_roots(call, std::move(next));
        });
    }
    hear();
}

/// What the server tells without being asked.
void ManagedServer::hear() {
    const std::weak_ptr<ManagedServer> weak = weak_from_this();
    if (around_->options.log) {
        client_.on_log(
            [around = around_, who = name()](const LoggingMessageNotificationParams& message) {
                around->options.log(who, message);
            });
    }
    if (around_->options.page_completed) {
        client_.on_elicitation_complete([around = around_, who = name()](const std::string& id) {
            around->options.page_completed(who, id);
        });
    }
    const auto changed = [weak] {
        if (const auto self = weak.lock()) self->need_look();
    };
    SubscriptionEvents events;
    events.on_tools_changed = changed;
    events.on_prompts_changed = changed;
    events.on_resources_changed = changed;
    client_.on_change(std::move(events));
    client_.on_closed([weak](const RpcError& why) {
        const auto self = weak.lock();
        if (!self) return;
        const Lock lock(self->mutex_);
        self->closed_ = why;
        self->changed_.notify_all();
    });
}

Answer<CreateMessageResult> ManagedServer::sample(const CreateMessageRequestParams& params,
                                                  CallContext& context) {
    const auto prompt = around_->passes->ask({.server = identity(), .what = SamplingAction{params}},
                                             context.stop_token());
    if (!prompt) return Unexpected(refused());
    const auto& allowed = std::get<SamplingAction>((*prompt)->what).prompt;
    auto answer = checked(around_->options.sampling(name(), allowed, context));
    if (!answer) return answer;
    const auto result = around_->passes->ask(
        {.server = identity(), .what = SamplingResultAction{allowed, std::move(*answer)}},
        context.stop_token());
    if (!result) return Unexpected(refused());
    return std::get<SamplingResultAction>((*result)->what).result;
}

Answer<ElicitResult> ManagedServer::fill_in(const ElicitRequestFormParams& form,
                                            CallContext& context) {
    const ElicitResult declined{.action = ElicitActionTag::decline};
    const auto shown = around_->passes->ask(
        {.server = identity(), .what = FormAction{.form = form}}, context.stop_token());
    if (!shown) return declined;
    auto answer =
        checked(around_->options.form(name(), std::get<FormAction>((*shown)->what).form, context));
    if (!answer || answer->action != ElicitActionTag::accept) return answer;
    FormAction entered{.form = form, .entered = answer->content};
    if (!entered.entered) entered.entered.emplace();
    const auto sent = around_->passes->ask({.server = identity(), .what = std::move(entered)},
                                           context.stop_token());
    if (!sent) return declined;
    answer->content = std::get<FormAction>((*sent)->what).entered;
    return answer;
}

Answer<ElicitResult> ManagedServer::visit(const ElicitRequestURLParams& page,
                                          CallContext& context) {
    const auto verdict = around_->passes->ask({.server = identity(), .what = PageAction{page}},
                                              context.stop_token());
    if (!verdict) return ElicitResult{.action = ElicitActionTag::decline};
    return checked(
        around_->options.page(name(), std::get<PageAction>((*verdict)->what).page, context));
}

/// What was agreed to is the answer, whatever the client has for roots by then.
void ManagedServer::gate_roots(CallInfo& call, Next next) {
    if (call.context == nullptr || call.method != "roots/list") return next();
    RootsAction action;
    if (around_->options.roots_when_asked) {
        auto roots = checked(around_->options.roots_when_asked(name(), *call.context));
        if (!roots) return next.answer(Unexpected(std::move(roots).error()));
        action.roots = std::move(roots->roots);
    } else {
        const std::lock_guard lock(roots_mutex_);
        action.roots = roots_;
    }
    const auto rest = std::make_shared<Next>(std::move(next));
    around_->passes->ask(
        {.server = identity(), .what = std::move(action)}, call.context->stop_token(),
        [rest, revision = call.context->revision()](const Passes::Verdict& verdict) {
            if (!verdict) return rest->answer(Unexpected(refused()));
            rest->answer(roots_answer(std::get<RootsAction>((*verdict)->what).roots, revision));
        });
}

}  // namespace mcp::host
