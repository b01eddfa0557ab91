// What servers say and ask, and what is asked before anything goes to them.
#include "gateway/hosts.hpp"

#include "gateway/filter_chain.hpp"
#include "gateway/log_filter.hpp"
#include "host/access.hpp"
#include "host/rename.hpp"
#include "run/crew.hpp"

#include <mcp/tasks/methods.hpp>

#include <utility>
#include <variant>

namespace mcp::gateway {

namespace {

RpcError not_known() {
    return {error_code::internal_error, "no call of a client is known that this belongs to"};
}

/// Yes or no, with all that the user should see.
ElicitRequestFormParams consent_form(const ConsentQuestion& question) {
    ElicitRequestFormParams form;
    form.message = question.summary;
    for (const ConsentDetail& detail : question.details) {
        form.message += '\n' + detail.name + ": " + detail.text;
    }
    for (const Suspicion& suspicion : question.suspicions) form.message += "\n! " + suspicion.text;
    for (const DefinitionChange& change : question.changes) {
        form.message += "\nchanged since it was allowed: " + change.part + ": " + change.before +
                        " -> " + change.now;
    }
    BooleanSchema allow;
    allow.title = "Allow";
    form.requestedSchema.properties["allow"] = std::move(allow);
    form.requestedSchema.required.emplace().push_back("allow");
    return form;
}

bool says_yes(const InputResponse& response) {
    const auto* result = std::get_if<ElicitResult>(&response);
    if (!result || result->action != ElicitActionTag::accept || !result->content) return false;
    const auto* allow = result->content->find("allow");
    const auto* value = allow ? std::get_if<bool>(allow) : nullptr;
    return value && *value;
}

}  // namespace

HostPlace::HostPlace(HostPlaceEvents events, bool plain, std::string client,
                     std::shared_ptr<Turns> turns)
    : events_(std::move(events)),
      plain_(plain),
      client_(std::move(client)),
      turns_(std::move(turns)) {}

bool HostPlace::start(const Gateway::MakeHost& make, const ClientCapabilities& declared) {
    std::call_once(start_, [&] {
        make_host(make, declared);
        started_ = true;
    });
    return started_;
}

void HostPlace::stop() {
    std::call_once(start_, [] {});  // it is not made any more
    if (started_) host_->stop();
}

void HostPlace::make_host(const Gateway::MakeHost& make, const ClientCapabilities& declared) {
    HostOptions options;
    options.client.sampling_rate =
        options.client.elicitation_rate = {.per_second = 1000, .burst = 1000};
    options.client.turns = turns_;
    const std::weak_ptr<HostPlace> weak = weak_from_this();
    const auto gone = [] { return Unexpected(not_known()); };
    if (declared.sampling) {
        options.sampling_support = {.tools = declared.sampling->tools.has_value(),
                                    .context = declared.sampling->context.has_value()};
        options.sampling = [weak, gone](const std::string& server,
                                        const CreateMessageRequestParams& params,
                                        CallContext& context) -> Answer<CreateMessageResult> {
            const auto self = weak.lock();
            if (!self) return gone();
            CreateMessageRequest request;
            request.params = params;
            return self->put<CreateMessageResult>(server, std::move(request), context);
        };
    }
    const auto elicit = [weak, gone](const std::string& server, const auto& params,
                                     CallContext& context) -> Answer<ElicitResult> {
        const auto self = weak.lock();
        if (!self) return gone();
        ElicitRequest request;
        request.params = params;
        return self->put<ElicitResult>(server, std::move(request), context);
    };
    const auto& modes = declared.elicitation;
    if (modes && (modes->form || !modes->url)) options.form = elicit;
    if (modes && modes->url) options.page = elicit;
    if (declared.roots) {
        options.roots_when_asked = [weak, gone](const std::string& server,
                                                CallContext& context) -> Answer<ListRootsResult> {
            const auto self = weak.lock();
            if (!self) return gone();
            return self->put<ListRootsResult>(server, ListRootsRequest{}, context);
        };
    }
    options.filter = [weak](const std::string& server) {
        auto logs = std::make_shared<LogFilter>(
            [weak, server](const LoggingMessageNotificationParams& message) {
                const auto self = weak.lock();
                const FrontPointer call = self ? self->owner(server) : nullptr;
                if (!call) return;
                const std::string inner = message.logger.value_or("");
                call->log(message.level, message.data,
                          self->plain_ ? inner : server + (inner.empty() ? "" : '/' + inner));
            });
        auto tasks = std::make_shared<NoticeFilter>(tasks::TaskStatusNotification::name,
                                                    [weak, server](JsonView params) {
                                                        if (const auto self = weak.lock())
                                                            self->tasks().heard(server, params);
                                                    });
        return std::make_shared<FilterChain>(
            std::vector<std::shared_ptr<MessageFilter>>{std::move(logs), std::move(tasks)});
    };
    options.catalogue_changed = [events = events_](const CatalogueChange& change) {
        events.changed(change);
    };
    options.page_completed = [events = events_](const std::string&, const std::string& id) {
        events.page_completed(id);
    };
    host_ = make(std::move(options), [weak](const ConsentQuestion& question, ConsentReply reply) {
        if (const auto self = weak.lock()) self->ask_consent(question, reply);
    });
    tasks_ = std::make_unique<HostTasks>(*host_);
    host_->set_log_level(LoggingLevelTag::info);
    host_->start();
}

std::shared_ptr<const Names> HostPlace::names() { return names_for(host_->catalogue()); }

std::shared_ptr<const Names> HostPlace::names_for(std::shared_ptr<const Catalogue> catalogue) {
    const std::lock_guard lock(mutex_);
    if (!names_ || names_->catalogue() != catalogue) {
        names_ = std::make_shared<const Names>(std::move(catalogue), plain_);
    }
    return names_;
}

std::shared_ptr<const Names> HostPlace::first_names(std::chrono::milliseconds wait) {
    bool look = false;
    {
        const std::lock_guard lock(mutex_);
        look = !std::exchange(looked_, true);
    }
    if (look) {
        (void)host_->fetch_catalogue(wait);
        first_look_over_ = true;
    }
    return names();
}

std::shared_ptr<const Names> HostPlace::names_if_looked() {
    if (!first_look_over_) return nullptr;
    return names_for(host::HostAccess::core(*host_)->catalogue());
}

std::string HostPlace::instructions() {
    std::string all;
    for (const ServerStatus& server : host_->servers()) {
        if (!server.connected || !server.connected->instructions) continue;
        if (!all.empty()) all += "\n\n";
        if (!plain_) all += server.key + ": ";
        all += *server.connected->instructions;
    }
    return all;
}

std::string HostPlace::key_of(const std::string& server) const {
    const auto status = host_->server(server);
    return status ? status->key : std::string();
}

void HostPlace::offer_tasks(std::vector<Tool>& tools) {
    const auto names = this->names();
    for (Tool& tool : tools) {
        const auto known = names->catalogue()->tool(names->tool(tool.name));
        if (known && tasks_->era(known->server) == Era::modern) offer_task(tool);
    }
}

void HostPlace::call_tool(const CatalogueTool& tool, JsonObject arguments, CallOptions options,
                          const FrontPointer& call, Done<ToolAnswer> done) {
    auto send = [typed = tool.tool.outputSchema.has_value(),
                 done = std::move(done)](Answer<host::AllowedToolCall> allowed) mutable {
        if (!allowed) return done(Unexpected(std::move(allowed).error()));
        auto came = [key = allowed->server->key(), use = std::move(allowed->use),
                     done = std::move(done)](Answer<ToolAnswer> answer) mutable {
            auto* const result = answer ? std::get_if<CallToolResult>(&*answer) : nullptr;
            if (result) host::rename(*result, key);
            done(std::move(answer));
        };
        TextCalls::call_tool(allowed->server->client(), std::move(allowed->name),
                             std::move(allowed->arguments), std::move(allowed->options), typed,
                             std::move(came));
    };
    host::HostAccess::core(*host_)->allow_tool_call(
        tool.name, std::move(arguments), std::move(options), std::move(send), call->caller());
}

void HostPlace::enter(const std::string& server, const FrontPointer& call) {
    const std::lock_guard lock(mutex_);
    calls_[server].push_back(call);
}

void HostPlace::leave(const std::string& server, const FrontPointer& call) {
    const std::lock_guard lock(mutex_);
    std::erase(calls_[server], call);
}

void HostPlace::stop_calls() {
    std::vector<FrontPointer> all;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [server, calls] : calls_)
            all.insert(all.end(), calls.begin(), calls.end());
    }
    for (const FrontPointer& call : all) call->stop();
}

FrontPointer HostPlace::owner(const std::string& server) const {
    std::unique_lock lock(mutex_);
    const auto found = calls_.find(server);
    const auto calls = found == calls_.end() ? std::vector<FrontPointer>() : found->second;
    lock.unlock();
    return FrontCall::meant(calls);
}

FrontPointer HostPlace::owner(const std::string& server, const detail::ServedCall& asked) const {
    if (!asked.question_round) return owner(server);
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(server);
    if (found == calls_.end()) return nullptr;
    for (const FrontPointer& call : found->second) {
        if (call->stop_token() == asked.of_call) return call;
    }
    return nullptr;
}

FrontPointer HostPlace::owner(const HostAction& action) const {
    if (action.caller == 0) return owner(action.server.name);
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(action.server.name);
    if (found == calls_.end()) return nullptr;
    for (const FrontPointer& call : found->second) {
        if (call->caller() == action.caller) return call;
    }
    return nullptr;
}

template <class Result, class Request>
Answer<Result> HostPlace::put(const std::string& server, Request request, CallContext& context) {
    auto& asked = detail::ServedCall::of(context);
    const FrontPointer call = owner(server, asked);
    if (!call) return Unexpected(not_known());
    const auto slot = std::make_shared<detail::Slot<InputResponse>>();
    if (asked.question_round) {
        ask_together(call, asked, std::move(request), slot);
    } else {
        Batch one;
        const std::string name = "input_" + std::to_string(++questions_);
        one.questions[name] = std::move(request);
        one.slots[name] = slot;
        ask_all(call, std::move(one), FrontCall::Behind::runs);
    }
    const std::stop_callback taken_back(context.stop_token(), [slot] {
        slot->put(Unexpected(RpcError(Failure::cancelled, "the server has taken it back")));
    });
    const run::Crew::Blocking waiting;  // a client may take its time, or never come back
    auto answer = slot->wait();
    if (!answer) return Unexpected(std::move(answer).error());
    auto* const result = std::get_if<Result>(&*answer);
    if (!result) return Unexpected(not_known());
    return std::move(*result);
}

void HostPlace::ask_together(const FrontPointer& call, detail::ServedCall& asked,
                             InputRequest question, const AnswerSlot& slot) {
    const auto* const round = asked.question_round.get();
    {
        const std::lock_guard lock(mutex_);
        Batch& batch = batches_[round];
        batch.questions[asked.question_key] = std::move(question);
        batch.slots[asked.question_key] = slot;
    }
    asked.joined = true;
    asked.question_round->join([weak = weak_from_this(), call, round] {
        const auto self = weak.lock();
        if (!self) return;
        std::unique_lock lock(self->mutex_);
        auto batch = self->batches_.extract(round);
        lock.unlock();
        if (batch.empty()) return;
        self->ask_all(call, std::move(batch.mapped()), FrontCall::Behind::rests);
    });
}

void HostPlace::ask_all(const FrontPointer& call, Batch batch, FrontCall::Behind behind) {
    InputRequests questions;
    std::map<std::string, AnswerSlot> slots;
    for (auto& one : batch.questions) {
        // Answers to the same name that are there already would be taken for these.
        std::string name = one.name;
        while (call->has_asked(name)) name += "_again";
        slots[name] = batch.slots.at(one.name);
        questions[name] = std::move(one.value);
    }
    auto answered = [slots = std::move(slots)](Answer<InputResponses> answers) {
        for (const auto& [name, slot] : slots) {
            if (!answers) {
                slot->put(Unexpected(answers.error()));
            } else if (auto* const answer = answers->find(name)) {
                slot->put(*answer);
            } else {
                slot->put(Unexpected(not_known()));
            }
        }
    };
    auto keep = events_.asked(call);
    if (!keep) return answered(Unexpected(not_known()));
    call->ask(std::move(questions), *std::move(keep), std::move(answered), behind);
}

void HostPlace::ask_consent(const ConsentQuestion& question, const ConsentReply& reply) {
    const FrontPointer call = owner(*question.action);
    if (!call) return reply({.allow = false});
    InputRequests questions;
    ElicitRequest request;
    request.params = consent_form(question);
    questions["consent_" + std::to_string(++questions_)] = std::move(request);
    auto keep = events_.asked(call);
    if (!keep) return reply({.allow = false});
    // A call of a tool has not gone to the server by then; other questions may be of one that runs
    // there.
    const bool rests = question.action->kind() == ActionKind::tool_call;
    call->ask(
        std::move(questions), *std::move(keep),
        [reply](Answer<InputResponses> answers) {
            reply({.allow = answers && says_yes(answers->begin()->value)});
        },
        rests ? FrontCall::Behind::rests : FrontCall::Behind::runs);
}

std::string HostPlace::server_of_uri(std::string_view uri) const {
    const std::string_view key = uri.substr(0, uri.find('+'));
    for (const ServerStatus& server : host_->servers()) {
        if (server.key == key) return server.name;
    }
    return {};
}

Answer<std::shared_ptr<void>> HostPlace::watch(const std::string& shown, const std::string& uri) {
    return watches_.watch(shown, [&] {
        return host_->subscribe(uri, [updated = events_.resource_updated,
                                      shown](const std::string&) { updated(shown); });
    });
}

}  // namespace mcp::gateway
