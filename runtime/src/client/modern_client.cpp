// Calls that carry everything, rounds of questions, kept answers.
#include "client/modern_client.hpp"

#include "client/params.hpp"
#include "client/probe.hpp"
#include "client/result_text.hpp"
#include "rpc/meta_keys.hpp"
#include "session/task_names.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mcp::client {

namespace {

constexpr std::array<std::string_view, 6> cacheable_methods = {Discover::name,
                                                               ListTools::name,
                                                               ListPrompts::name,
                                                               ListResources::name,
                                                               ListResourceTemplates::name,
                                                               ReadResource::name};

bool is_cacheable(const ActiveCall& call) {
    return call.call.row != nullptr && !call.call.one_round &&
           std::find(cacheable_methods.begin(), cacheable_methods.end(), call.method()) !=
               cacheable_methods.end();
}

bool holds_retry(JsonView params) {
    return params.contains("inputResponses") || params.contains("requestState");
}

}  // namespace

std::string answers_text(const ActiveCall& call) {
    std::string text = "{";
    for (const auto& [name, answer] : call.answers) {
        if (text.size() > 1) text += ',';
        text.append(Json(name).text()).append(":").append(answer);
    }
    return text + "}";
}

std::string modern_meta(const Profile& profile, Revision revision, bool tasks) {
    std::string text;
    const auto add = [&](std::string_view key, std::string_view value) {
        text += text.empty() ? "\"" : ",\"";
        text.append(key).append("\":").append(value);
    };
    add(meta_keys::protocol_version, Json(to_string(revision)).text());
    ClientCapabilities declared = profile.desk.capabilities(revision);
    if (tasks) {
        if (!declared.extensions) declared.extensions.emplace();
        (*declared.extensions)[session::tasks_extension];
    }
    const auto capabilities = encode(declared, revision);
    add(meta_keys::client_capabilities, capabilities ? *capabilities : "{}");
    if (profile.options.send_client_info) {
        if (const auto info = encode(profile.info, revision)) {
            add(meta_keys::client_info, *info);
        }
    }
    return text;
}

ModernClient::ModernClient(Engine& engine, Listeners& listeners, Revisions allowed,
                           Revision revision, std::optional<DiscoverResult> discovered)
    : engine_(engine),
      listen_(engine, listeners),
      allowed_(allowed & modern_revisions),
      revision_(revision),
      discovered_(std::move(discovered)),
      meta_(modern_meta(*engine.profile, revision)),
      task_meta_(modern_meta(*engine.profile, revision, true)) {
    if (discovered_ && discovered_->meta) peer_->implementation = discovered_->meta->serverInfo;
}

Connected ModernClient::connected() const {
    Connected connected{.era = Era::modern, .revision = revision_};
    if (discovered_) {
        connected.server = peer_->implementation;
        connected.capabilities = discovered_->capabilities;
        connected.instructions = discovered_->instructions;
    }
    return connected;
}

std::optional<RpcError> ModernClient::refuse(const ActiveCall& call) const {
    return gate(call, revision_, discovered_ ? &discovered_->capabilities : nullptr);
}

ResponseCache::Key ModernClient::key(const CallPtr& call, std::string_view params) const {
    return {.server = engine_.options().server_key,
            .revision = to_string(revision_),
            .method = call->method(),
            .params = params,
            .principal = engine_.options().principal};
}

void ModernClient::begin(const CallPtr& call, Time now) {
    if (is_cacheable(*call) && !holds_retry(detail::JsonAccess::view(call->params))) {
        const std::string params = params_without_meta(call->params);
        if (auto kept = engine_.profile->cache->find(key(call, params), now)) {
            engine_.finish(call, std::move(*kept));
            return;
        }
    }
    send(call, {}, now);
}

void ModernClient::send(const CallPtr& call, Retry retry, Time now) {
    call->id = engine_.wire.next_id();
    call->cache_age = engine_.cache_age;
    Additions additions{.meta = call->call.as_task ? task_meta_ : meta_,
                        .log_level = log_level_,
                        .input_responses = retry.input_responses,
                        .request_state = retry.request_state,
                        .replaces_input = retry.is_one};
    if (call->call.options.on_progress) additions.progress_token = call->id.text();
    const std::string params = compose_params(call->params, additions);
    engine_.wire.request(
        {.id = call->id, .method = call->method(), .params = params, .options = call->call.options},
        now, [this, call, retry = std::move(retry)](Answer<std::string> answer) {
            call->id = {};
            answered(call, retry, std::move(answer));
        });
}

void ModernClient::answered(const CallPtr& call, const Retry& retry, Answer<std::string> answer) {
    if (!answer) {
        if (!at_other_revision(call, retry, answer.error())) {
            engine_.finish(call, std::move(answer));
        }
        return;
    }
    const ResultNotes notes(detail::JsonAccess::view(*answer));
    const auto kind = notes.type;
    const auto word = kind ? kind->as_string() : std::string("complete");
    if (word == "complete" || (word == "input_required" && call->call.one_round)) {
        if (call->call.answered_keys && task_asks(call, *answer)) return;
        if (word == "complete") {
            const bool cacheable = is_cacheable(*call);
            if (!is_complete(notes, cacheable)) {
                *answer = complete_result(std::move(*answer), cacheable);
            }
            keep(call, *answer);
        }
        engine_.finish(call, std::move(answer));
    } else if (word == "input_required" && call->call.row &&
               call->call.row->input_required.contains(revision_)) {
        input_required(call, *answer);
    } else if (word == "task" && call->call.as_task && call->method() == CallTool::name) {
        engine_.finish(call, std::move(answer));
    } else {
        engine_.finish(call,
                       Unexpected(RpcError(Failure::invalid_response,
                                           "a result of type " + std::string(kind->text()) +
                                               " is no answer to " + std::string(call->method()))));
    }
}

bool ModernClient::at_other_revision(const CallPtr& call, const Retry& retry,
                                     const RpcError& error) {
    // Some servers name the revision that they have just refused: so retries are counted.
    constexpr std::size_t max_retries = 2;
    if (error.failure != Failure::peer || error.code != error_code::unsupported_version ||
        call->version_retries >= max_retries) {
        return false;
    }
    Revisions shared;
    for (const std::string& date : supported_versions(error)) {
        if (const auto each = revision_from(date)) shared = shared | (allowed_ & *each);
    }
    const auto other = newest(shared);
    if (!other) return false;
    ++call->version_retries;
    if (*other != revision_) {
        revision_ = *other;
        roots_changed();  // and so has what every request says
    }
    if (engine_.write_params(call, revision_)) send(call, retry, engine_.now);
    return true;
}

void ModernClient::keep(const CallPtr& call, std::string_view result) {
    if (!is_cacheable(*call) || call->rounds != 0 || call->cache_age != engine_.cache_age ||
        holds_retry(detail::JsonAccess::view(call->params))) {
        return;
    }
    const std::int64_t ttl = detail::JsonAccess::view(result)["ttlMs"].as_int64().value_or(0);
    if (ttl <= 0) return;
    const bool is_public = detail::JsonAccess::view(result)["cacheScope"].as_string() == "public";
    const std::string params = params_without_meta(call->params);
    engine_.profile->cache->keep(key(call, params), std::string(result),
                                 std::chrono::milliseconds(ttl), is_public, engine_.now);
}

void ModernClient::input_required(const CallPtr& call, std::string_view result) {
    const auto invalid = [&](std::string why) {
        engine_.finish(call, Unexpected(RpcError(Failure::invalid_response, std::move(why))));
    };
    const JsonView questions = detail::JsonAccess::view(result)["inputRequests"];
    const JsonView state = detail::JsonAccess::view(result)["requestState"];
    if (++call->rounds > engine_.options().input_rounds) {
        invalid("the server asked more than " + std::to_string(engine_.options().input_rounds) +
                " times");
    } else if (!(state.is_null() || state.is_string()) ||
               !(questions.is_null() || questions.is_object())) {
        invalid("inputRequests or requestState are malformed");
    } else if (questions.is_null() && state.is_null()) {
        invalid("the server wants input, but does not say which");
    } else if (questions.size() == 0) {
        // Nothing to ask: the server wants to be asked again. Not at once, or both would spin.
        Retry retry{.request_state = state.is_null() ? std::string() : std::string(state.text()),
                    .is_one = true};
        engine_.wire.at(engine_.now + engine_.options().retry_pause,
                        [this, weak = std::weak_ptr(call), retry = std::move(retry)](Time now) {
                            const CallPtr paused = weak.lock();
                            if (paused && engine_.active.contains(paused->ticket)) {
                                send(paused, retry, now);
                            }
                        });
    } else {
        call->request_state = state.is_null() ? std::string() : std::string(state.text());
        ask(call, questions);
    }
}

void ModernClient::ask(const CallPtr& call, JsonView questions) {
    call->answers.clear();
    call->questions.clear();
    std::vector<std::pair<std::string, std::shared_ptr<Question>>> asked;
    for (const JsonMember& member : questions.members()) {
        const auto method = member.value["method"].as_string();
        const JsonView params = member.value["params"];
        std::optional<RpcError> refusal;
        if (!method || !(params.is_null() || params.is_object())) {
            refusal = RpcError(Failure::invalid_response, "it is malformed");
        } else if (*method != "elicitation/create" && *method != "sampling/createMessage" &&
                   *method != "roots/list") {
            refusal = RpcError(Failure::invalid_response, "nobody may ask " + *method);
        } else {
            refusal = engine_.desk().refuse(*method, revision_, engine_.now);
        }
        if (refusal) {
            engine_.finish(
                call, Unexpected(RpcError(Failure::invalid_response,
                                          "question " + member.name() + ": " + refusal->message)));
            return;
        }
        auto question = std::make_shared<Question>();
        question->method = *method;
        question->revision = revision_;
        question->set_peer(peer_);
        question->principal = engine_.options().principal;
        question->params = params.is_null() ? Json(JsonObject()) : Json(params);
        asked.emplace_back(member.name(), std::move(question));
    }
    const auto all = std::make_shared<detail::QuestionRound>(asked.size());
    for (auto& [key, question] : asked) {
        call->questions.push_back(question);
        question->question_key = key;
        question->question_round = all;
        question->of_call = call->call.options.stop;
        engine_.ask(question, [ticket = call->ticket, round = call->rounds, key = key,
                               question = question](Replies& replies, Answer<std::string> answer) {
            if (!question->joined) question->question_round->pass();
            replies.input(ticket, round, key, std::move(answer));
        });
    }
}

void ModernClient::input(const CallPtr& call, std::size_t round, const std::string& key,
                         Answer<std::string> result, Time now) {
    if (call->rounds != round || call->answers.contains(key)) return;
    if (!result) {
        // There is no way to tell the server: the call is simply not made again.
        RpcError error = std::move(result).error();
        error.failure = Failure::cancelled;
        error.message = "question " + key + " was not answered: " + error.message;
        engine_.finish(call, Unexpected(std::move(error)));
        return;
    }
    call->answers[key] = std::move(*result);
    if (call->answers.size() < call->questions.size()) return;
    if (call->call.answered_keys) return update_task(call, now);
    Retry retry{.request_state = std::exchange(call->request_state, {}), .is_one = true};
    retry.input_responses = answers_text(*call);
    call->questions.clear();
    call->answers.clear();
    send(call, std::move(retry), now);
}

void ModernClient::request(const rpc::Envelope& request, Time) {
    engine_.wire.report("dropped the request " + std::string(request.method) +
                        ": servers send none in this revision");
}

void ModernClient::notification(const rpc::Envelope& notification, Time) {
    if (!listen_.notification(notification, revision_)) {
        engine_.wire.report("ignored notification " + std::string(notification.method));
    }
}

void ModernClient::batch(JsonView, Time) { engine_.wire.report("dropped several messages in one"); }

void ModernClient::bad_request(const rpc::BadMessage&) {}

void ModernClient::roots_changed() {
    meta_ = modern_meta(*engine_.profile, revision_);
    task_meta_ = modern_meta(*engine_.profile, revision_, true);
}

std::optional<RpcError> ModernClient::set_log_level(LoggingLevel level) {
    log_level_ = Json(level.text()).dump();
    return {};
}

}  // namespace mcp::client
