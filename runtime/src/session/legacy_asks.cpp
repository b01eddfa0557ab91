// Our own requests to a legacy client: several questions, one outcome; deadlines; answers; taking
// them back.
#include "session/errors.hpp"
#include "session/legacy_call.hpp"
#include "session/legacy_server.hpp"
#include "session/questions.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace mcp::session {
namespace {

/// The page that a question is about; null for other questions.
const ElicitRequestURLParams* page_of(const InputRequest& question) {
    const auto* elicit = std::get_if<ElicitRequest>(&question);
    return elicit ? std::get_if<ElicitRequestURLParams>(&elicit->params) : nullptr;
}

bool is_accepted(const Answer<InputResponse>& response) {
    const auto* result = response ? std::get_if<ElicitResult>(&*response) : nullptr;
    return result && result->action == ElicitActionTag::accept;
}

}  // namespace

/// The questions of one `ask`. The first failure is the outcome, and the others are taken back.
struct LegacyServer::Asking {
    std::weak_ptr<LegacyServer> server{};
    Revision revision{};
    InputRequests questions{};
    std::vector<MessageId> ids{};
    std::weak_ptr<LegacyCall> call{};

    std::mutex mutex{};
    InputResponses answers{};
    std::size_t left = 0;
    Done<InputResponses> done{};

    void answered(const std::string& key, const Answer<std::string>& result) {
        const InputRequest& question = questions.at(key);
        Answer<InputResponse> response = result ? read_response(question, *result, revision)
                                                : Answer<InputResponse>(Unexpected(result.error()));
        const auto* visit = page_of(question);
        if (const auto owner = visit && !is_accepted(response) ? server.lock() : nullptr) {
            const Channel::Lock held = owner->channel_->lock();
            owner->elicitations_.take(visit->elicitationId);
        }
        std::optional<RpcError> failure;
        if (!response) failure = response.error();
        Done<InputResponses> finished;
        InputResponses all;
        {
            const std::lock_guard held(mutex);
            if (!done) return;
            if (!failure) {
                answers[key] = *std::move(response);
                if (--left > 0) return;
                all = std::move(answers);
            }
            finished = std::exchange(done, {});
        }
        if (const auto asker = call.lock()) asker->waits_for_input(false);
        if (!failure) return finished(std::move(all));
        std::vector<std::optional<rpc::PendingCall>> others;  // ends after the lock
        if (const auto owner = server.lock()) {
            const Channel::Lock held = owner->channel_->lock();
            std::size_t index = 0;
            for (const auto& other : questions) {
                others.push_back(owner->withdraw_locked(ids[index++], "not needed any more"));
                const auto* page = page_of(other.value);
                if (page && others.back()) owner->elicitations_.take(page->elicitationId);
            }
        }
        finished(Unexpected(*std::move(failure)));
    }
};

void LegacyServer::tell_cancelled_locked(const rpc::PendingCall& call, std::string_view why) {
    CancelledNotificationParams params;
    if (const auto number = call.id.json().as_int64()) params.requestId = RequestId(*number);
    params.reason = std::string(why);
    if (const auto text = encode(params, negotiated_.revision)) {
        channel_->send_locked(rpc::notification_text(CancelledNotification::name, *text),
                              call.stream);
    }
}

std::optional<rpc::PendingCall> LegacyServer::withdraw_locked(const MessageId& id,
                                                              std::string_view why) {
    auto call = pending_.take(id);
    if (!call) return call;
    const auto held = std::find_if(held_.begin(), held_.end(),
                                   [&](const Held& message) { return message.id == id; });
    if (held == held_.end()) {
        tell_cancelled_locked(*call, why);
    } else {
        held_.erase(held);  // it has not been sent
    }
    return call;
}

Answer<std::vector<std::string>> LegacyServer::written_params(const LegacyCall& call,
                                                              InputRequests& questions) const {
    const ClientCapabilities& declared = call.peer()->client_capabilities;
    std::vector<std::string> params;
    for (auto& question : questions) {
        if (missing_for(question.value, declared, call.revision)) {
            return Unexpected(
                RpcError(Failure::not_negotiated, "the client cannot be asked for " +
                                                      std::string(method_of(question.value)) +
                                                      " of this kind"));
        }
        complete_question(question.value, declared, call.revision);
        if (const auto problem = problem_in(question.value, call.revision)) {
            return Unexpected(RpcError(Failure::invalid_argument, question.name + ": " + *problem));
        }
        auto text = params_of(question.value, call.revision, call.task_id);
        if (!text) return Unexpected(std::move(text).error());
        params.push_back(*std::move(text));
        const auto* elicit = std::get_if<ElicitRequest>(&question.value);
        if (const auto note = elicit ? elicitation_note(elicit->params) : std::nullopt) {
            channel_->report(call.method + ": " + *note);
        }
    }
    return params;
}

void LegacyServer::ask_one_locked(LegacyCall& call, const std::shared_ptr<Asking>& asking,
                                  const InputRequests::value_type& question,
                                  const std::string& params) {
    rpc::PendingCall pending;
    pending.id = pending_.next_id();
    pending.stream = call.asks_on();
    pending.method = method_of(question.value);
    pending.options.timeout = channel_->settings.ask_timeout;
    pending.options.max_total = channel_->settings.ask_timeout;
    pending.done = [asking, key = question.name](Answer<std::string>&& result) {
        asking->answered(key, result);
    };
    const MessageId id = pending.id;
    asking->ids.push_back(id);
    call.asked.push_back(id);
    pending_.add(std::move(pending), channel_->clock.now());
    if (const auto* visit = page_of(question.value)) {
        elicitations_.put(visit->elicitationId, call.principal);
    }
    std::string text = rpc::request_text(id, method_of(question.value), params);
    if (phase_ == Phase::ready) {
        channel_->send_locked(std::move(text), call.asks_on());
    } else {
        held_.push_back({id, std::move(text), call.asks_on()});
    }
}

void LegacyServer::ask(const std::shared_ptr<LegacyCall>& call, InputRequests questions,
                       Done<InputResponses> done) {
    const auto params = written_params(*call, questions);
    if (!params) return done(Unexpected(params.error()));
    if (questions.empty()) return done(InputResponses());

    const auto asking = std::make_shared<Asking>();
    asking->server = weak_from_this();
    asking->revision = call->revision;
    asking->questions = std::move(questions);
    asking->left = asking->questions.size();
    asking->done = std::move(done);
    asking->call = call;
    call->waits_for_input(true);

    std::optional<RpcError> error;
    {
        const Channel::Lock held = channel_->lock();
        if (channel_->closed_locked()) {
            error.emplace(Failure::closed, "the connection has ended");
        } else if (!call->wanted_locked()) {
            error.emplace(Failure::cancelled, "the request was cancelled");
        } else if (pending_.size() + asking->left > channel_->settings.max_calls) {
            error.emplace(Failure::busy, "too many requests wait for the client");
        } else {
            std::size_t index = 0;
            for (const auto& question : asking->questions) {
                ask_one_locked(*call, asking, question, (*params)[index++]);
            }
        }
    }
    if (error) {
        call->waits_for_input(false);
        Done<InputResponses> refused = std::exchange(asking->done, {});
        return refused(Unexpected(*error));
    }
    channel_->wake();
}

void LegacyServer::answer(const rpc::Envelope& message) {
    std::optional<rpc::PendingCall> call;
    {
        const Channel::Lock held = channel_->lock();
        call = pending_.take(message.id);
    }
    if (!call) return;  // late, doubled, or to nothing
    if (message.kind == rpc::Envelope::Kind::result) {
        std::string result(message.payload.text());
        const run::Crew::UserCode user_code(channel_->core.crew());
        return call->done(std::move(result));
    }
    auto error = rpc::read_error(message.payload);
    RpcError said =
        error ? *std::move(error) : RpcError(Failure::invalid_response, error.error().message());
    const run::Crew::UserCode user_code(channel_->core.crew());
    call->done(Unexpected(std::move(said)));
}

bool LegacyServer::spoiled_answer(const MessageId& id, const RpcError& error) {
    std::optional<rpc::PendingCall> call;
    {
        const Channel::Lock held = channel_->lock();
        call = pending_.take(id);
    }
    if (!call) return false;
    const RpcError failure(Failure::invalid_response, error.message);
    const run::Crew::UserCode user_code(channel_->core.crew());
    call->done(Unexpected(failure));
    return true;
}

void LegacyServer::deadline(Time now) {
    std::vector<rpc::PendingCall> expired;
    {
        const Channel::Lock held = channel_->lock();
        expired = pending_.take_expired(now);
        for (const auto& call : expired) tell_cancelled_locked(call, "no answer in time");
        if (phase_ == Phase::ready && flush_at_ <= now) flush_changes_locked();
    }
    for (auto& call : expired) {
        const run::Crew::UserCode user_code(channel_->core.crew());
        call.done(Unexpected(RpcError(Failure::timeout, "the client did not answer in time")));
    }
}

void LegacyServer::cancelled(LegacyCall& call) {
    std::vector<rpc::PendingCall> asked;
    {
        const Channel::Lock held = channel_->lock();
        for (const MessageId& id : std::exchange(call.asked, {})) {
            auto pending = withdraw_locked(id, "the request that needed it was cancelled");
            if (pending) asked.push_back(*std::move(pending));
        }
    }
    for (auto& pending : asked) {
        const run::Crew::UserCode user_code(channel_->core.crew());
        pending.done(Unexpected(RpcError(Failure::cancelled, "the request was cancelled")));
    }
}

void LegacyServer::remember_elicitations(const RpcError& error, const std::string& principal) {
    if (error.code != error_code::url_elicitation_required || !error.data) return;
    const Channel::Lock held = channel_->lock();
    const JsonView elicitations = (*error.data)["elicitations"];
    for (const JsonView elicitation : elicitations.elements()) {
        const auto id = elicitation["elicitationId"].as_string();
        if (id) elicitations_.put(*id, principal);
    }
}

bool LegacyServer::elicitation_belongs(std::string_view id, std::string_view principal) const {
    const Channel::Lock held = channel_->lock();
    const std::string* const owner = elicitations_.find(id);
    return owner && *owner == principal;
}

void LegacyServer::elicitation_completed(std::string_view id, std::string_view place) {
    const Channel::Lock held = channel_->lock();
    if (negotiated_.revision != r2025_11_25 || !hears(place_, place)) return;
    if (!elicitations_.take(id)) return;
    ElicitationCompleteNotificationParams params;
    params.elicitationId = std::string(id);
    if (const auto text = encode(params, negotiated_.revision)) {
        channel_->send_locked(rpc::notification_text(ElicitationCompleteNotification::name, *text),
                              {});
    }
}

}  // namespace mcp::session
