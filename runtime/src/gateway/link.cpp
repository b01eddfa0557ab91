// Connecting, and what the server behind says and asks.
#include "gateway/link.hpp"

#include "gateway/log_filter.hpp"
#include "host/granted.hpp"
#include "session/task_names.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>
#include <mcp/tasks/methods.hpp>

#include <optional>
#include <utility>
#include <variant>

namespace mcp::gateway {

namespace {

RpcError nobody() {
    return {error_code::internal_error, "no call of a client is known that this belongs to"};
}

/// What goes to the server behind in place of a failure on this side.
RpcError for_behind(RpcError error) {
    if (error.failure == Failure::peer) return error;
    return {error_code::internal_error, "the client could not be asked: " + error.message};
}

template <class Request, class Params>
std::optional<InputRequest> question_of(const Json& params, Revision at) {
    auto read = decode<Params>(params.is_null() ? "{}" : params.text(), at);
    if (!read) return std::nullopt;
    Request request;
    request.params = *std::move(read);
    return request;
}

std::optional<InputRequest> read_question(std::string_view method, const Json& params,
                                          Revision at) {
    if (method == CreateMessageRequest::method) {
        return question_of<CreateMessageRequest, CreateMessageRequestParams>(params, at);
    }
    if (method == ElicitRequest::method) {
        return question_of<ElicitRequest, ElicitRequestParams>(params, at);
    }
    return ListRootsRequest{};
}

Answer<Json> written(const InputResponse& response, Revision at) {
    auto text = std::visit([&](const auto& one) { return encode(one, at); },
                           static_cast<const InputResponse::variant&>(response));
    if (!text) return Unexpected(RpcError(error_code::internal_error, text.error().message()));
    return detail::JsonAccess::json(*std::move(text));
}

bool is_question(std::string_view method) {
    return method == CreateMessageRequest::method || method == ElicitRequest::method ||
           method == ListRootsRequest::method;
}

}  // namespace

Link::Link(Implementation info, ClientOptions options, const ClientCapabilities& declared,
           LinkEvents events, const std::shared_ptr<MessageFilter>& filter)
    : events_(std::move(events)), client_(std::move(info), std::move(options)) {
    if (filter) client_.filter(filter);
    set_handlers(declared);
}

void Link::set_handlers(const ClientCapabilities& declared) {
    // What they give is never used: the questions are taken before, in `question`.
    if (declared.sampling) {
        client_.on_sampling(
            [](const CreateMessageRequestParams&, CallContext&) { return CreateMessageResult(); },
            {.tools = declared.sampling->tools.has_value(),
             .context = declared.sampling->context.has_value()});
    }
    const auto accept = [](const auto&, CallContext&) {
        ElicitResult result;
        result.action = ElicitActionTag::accept;
        return result;
    };
    const auto& modes = declared.elicitation;
    if (modes && (modes->form || !modes->url)) {
        client_.on_elicitation([accept](const ElicitRequestFormParams& form, CallContext& context) {
            return accept(form, context);
        });
    }
    if (modes && modes->url) {
        client_.on_elicitation([accept](const ElicitRequestURLParams& page, CallContext& context) {
            return accept(page, context);
        });
    }
    declares_roots_ = declared.roots.has_value();
    if (declares_roots_) (void)client_.set_roots({});
    client_.use([this](CallInfo& call, Next next) {
        if (call.context == nullptr || !is_question(call.method)) return next();
        question(call, std::move(next));
    });
    client_.filter(std::make_shared<LogFilter>(
        [this](const LoggingMessageNotificationParams& message) { heard_log(message); }));
    client_.filter(
        std::make_shared<NoticeFilter>(tasks::TaskStatusNotification::name,
                                       [this](JsonView params) { task_watches_.heard(params); }));
    client_.on_elicitation_complete([this](const std::string& id) { events_.page_completed(id); });
    SubscriptionEvents changes;
    changes.on_tools_changed = [this] { events_.list_changed(session::ListKind::tools); };
    changes.on_prompts_changed = [this] { events_.list_changed(session::ListKind::prompts); };
    changes.on_resources_changed = [this] { events_.list_changed(session::ListKind::resources); };
    client_.on_change(std::move(changes));
    client_.on_closed([this](const RpcError&) { closed_ = true; });
}

Answer<Connected> Link::connect(const Client::TransportMaker& make) {
    auto connected = client_.connect(make);
    if (!connected) return connected;
    facts_ = std::move(*connected);
    if (modern() && !facts_.capabilities) {
        auto found = client_.call<Discover>(RequestParams());
        if (!found) return Unexpected(std::move(found).error());
        facts_.capabilities = std::move(found->capabilities);
        facts_.instructions = std::move(found->instructions);
        if (found->meta) facts_.server = std::move(found->meta->serverInfo);
    }
    has_tasks_ = facts_.capabilities && session::speaks_tasks(*facts_.capabilities);
    if (!modern() || !facts_.capabilities) return facts_;
    const ServerCapabilities& offers = *facts_.capabilities;
    const auto told = [](const auto& one) { return one && one->listChanged.value_or(false); };
    SubscriptionFilter filter;
    if (told(offers.tools)) filter.toolsListChanged = true;
    if (told(offers.prompts)) filter.promptsListChanged = true;
    if (told(offers.resources)) filter.resourcesListChanged = true;
    if (filter == SubscriptionFilter()) return facts_;
    // Without it changes are not heard; calls work all the same.
    auto lists = client_.listen(filter, {});
    if (lists) lists_.push_back(std::move(*lists));
    return facts_;
}

bool Link::reserve() {
    const std::lock_guard lock(mutex_);
    if (reserved_ || closed_ || !calls_.empty()) return false;
    reserved_ = true;
    return true;
}

void Link::enter(const FrontPointer& call) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(call);
}

void Link::leave(const FrontPointer& call) {
    const std::lock_guard lock(mutex_);
    std::erase(calls_, call);
    if (calls_.empty()) reserved_ = false;
}

FrontPointer Link::owner() const {
    std::unique_lock lock(mutex_);
    const std::vector<FrontPointer> calls = calls_;
    lock.unlock();
    return FrontCall::meant(calls);
}

void Link::question(CallInfo& call, Next next) {
    const Revision at = call.context->revision();
    const FrontPointer front = owner();
    if (!front) return next.answer(Unexpected(nobody()));
    auto asked = read_question(call.method, call.params, at);
    if (!asked) {
        return next.answer(Unexpected(RpcError::invalid_params("the question cannot be read")));
    }
    const auto* elicit = std::get_if<ElicitRequest>(&*asked);
    const bool page = elicit && std::holds_alternative<ElicitRequestURLParams>(elicit->params);
    InputRequests questions;
    questions["input_" + std::to_string(++questions_)] = std::move(*asked);
    const auto rest = std::make_shared<Next>(std::move(next));
    auto keep = events_.asked(front);
    if (!keep) return rest->answer(Unexpected(nobody()));
    front->ask(std::move(questions), *std::move(keep),
               [rest, at, page](Answer<InputResponses> answers) {
                   if (!answers) return rest->answer(Unexpected(for_behind(answers.error())));
                   const InputResponse& first = answers->begin()->value;
                   const auto* result = std::get_if<ElicitResult>(&first);
                   // The client remembers which pages are open, to hear of their end.
                   if (page && result && result->action == ElicitActionTag::accept) {
                       return (*rest)();
                   }
                   rest->answer(written(first, at));
               });
}

void Link::heard_log(const LoggingMessageNotificationParams& message) {
    if (const FrontPointer call = owner()) {
        call->log(message.level, message.data, message.logger.value_or(""));
    }
}

Answer<std::shared_ptr<void>> Link::watch(const std::string& uri) {
    return watches_.watch(uri, [&] {
        const auto told = [this](const std::string& changed) { events_.resource_updated(changed); };
        return host::granted(client_.subscribe(uri, told), uri);
    });
}

}  // namespace mcp::gateway
