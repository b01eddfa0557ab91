// Questions and answers by repeated requests, and log messages that a request asked for.
#include "session/modern_call.hpp"

#include "session/errors.hpp"
#include "session/questions.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::session {

namespace {

/// Adds what `more` names to `all`.
void add_required(ClientCapabilities& all, const ClientCapabilities& more) {
    if (more.roots) all.roots.emplace();
    if (more.sampling) {
        if (!all.sampling) all.sampling.emplace();
        if (more.sampling->tools) all.sampling->tools.emplace();
    }
    if (more.elicitation) {
        if (!all.elicitation) all.elicitation.emplace();
        if (more.elicitation->form) all.elicitation->form.emplace();
        if (more.elicitation->url) all.elicitation->url.emplace();
    }
}

}  // namespace

[[gnu::hot]] std::optional<RpcError> ModernCall::take_input(const rpc::Envelope& request) {
    may_ask_ = true;
    if (const auto responses = request.param("inputResponses");
        responses && !responses->is_null()) {
        if (!responses->is_object()) {
            return RpcError::invalid_params("params.inputResponses: expected object");
        }
        for (const JsonMember& member : responses->members()) {
            given_.emplace(member.name(), Json(member.value));
        }
    }
    const auto sealed = request.param("requestState");
    if (!sealed || sealed->is_null()) return std::nullopt;
    const auto text = sealed->as_string();
    if (!text) return RpcError::invalid_params("params.requestState: expected string");
    auto state = open_state(channel().core, state_binding(principal, method, *request.params),
                            *text, channel().clock.wall());
    if (!state) return std::move(state).error();
    state_ = *std::move(state);
    next_.kept = state_.kept;
    return std::nullopt;
}

void ModernCall::log(LoggingLevel level, Json data, std::string_view logger) {
    if (is_task()) return;  // a task has no stream for it
    if (!meta.logLevel || !level.tag() || *level.tag() < *meta.logLevel->tag()) return;
    {
        const std::lock_guard held(input_mutex_);
        if (!std::exchange(logs_known_, true)) {
            logs_ = channel().core.capabilities().logging.has_value();
        }
        if (!logs_) return;
    }
    send_log(std::move(level), std::move(data), logger);
}

void ModernCall::leave() {
    left_for_input = true;
    throw detail::InputNeeded{};
}

void ModernCall::check(InputRequests& questions) {
    if (!may_ask_) {
        throw RpcError(error_code::internal_error, "this request cannot ask its client");
    }
    ClientCapabilities required;
    bool refused = false;
    for (auto& question : questions) {
        const auto missing = missing_for(question.value, peer()->client_capabilities, revision);
        if (missing) {
            add_required(required, *missing);
            refused = true;
        }
        complete_question(question.value, peer()->client_capabilities, revision);
        if (const auto problem = problem_in(question.value, revision)) {
            throw RpcError(Failure::invalid_argument, question.name + ": " + *problem);
        }
        if (const auto* elicit = std::get_if<ElicitRequest>(&question.value)) {
            if (const auto note = elicitation_note(elicit->params)) {
                channel().report(method + ": " + *note);
            }
        }
    }
    if (refused) throw missing_capability(required);
}

InputResponses ModernCall::ask(InputRequests questions) {
    check(questions);
    if (is_task()) return ask_in_task(std::move(questions));
    InputResponses answers;
    const std::lock_guard held(input_mutex_);
    bool complete = true;
    for (auto& question : questions) {
        const std::string& key = question.name;
        const auto earlier = state_.answers.find(key);
        const auto given = given_.find(key);
        if (earlier == state_.answers.end() && given == given_.end()) {
            needed_[key] = std::move(question.value);
            complete = false;
            continue;
        }
        const Json& raw = earlier != state_.answers.end() ? earlier->second : given->second;
        auto response = read_response(question.value, raw.text(), revision);
        if (!response) {
            throw RpcError::invalid_params("params.inputResponses." + key + ": " +
                                           response.error().message);
        }
        next_.answers[key] = raw;
        answers[key] = *std::move(response);
    }
    if (!complete) leave();
    return answers;
}

void ModernCall::ask_later(InputRequests questions, Done<InputResponses> done) {
    std::optional<Answer<InputResponses>> answer;
    try {
        if (is_task()) {
            check(questions);
            return tasks().ask(principal, task_id, std::move(questions), wall(), std::move(done));
        }
        answer.emplace(ask(std::move(questions)));
    } catch (const RpcError& error) {
        answer.emplace(Unexpected(error));
    } catch (const detail::InputNeeded&) {
        // Who waits looks at `left_for_input`.
        answer.emplace(Unexpected(RpcError(error_code::internal_error, "input is needed")));
    }
    done(*std::move(answer));
}

std::optional<Json> ModernCall::kept() const {
    const std::lock_guard held(input_mutex_);
    return is_task() ? next_.kept : state_.kept;
}

void ModernCall::keep(Json state) {
    const std::lock_guard held(input_mutex_);
    next_.kept = std::move(state);
}

void ModernCall::try_again() {
    if (!may_ask_ || is_task()) {
        throw RpcError(error_code::internal_error, "this request cannot be tried again");
    }
    leave();
}

bool ModernCall::ask_for_pages(const RpcError& error) {
    if (!may_ask_ || !error.data) return false;
    InputRequests pages;
    const JsonView elicitations = (*error.data)["elicitations"];
    for (const JsonView page : elicitations.elements()) {
        auto params = decode<ElicitRequestURLParams>(page.text(), revision);
        if (!params || url_problem(params->url)) return false;
        ElicitRequest request;
        request.params = *std::move(params);
        const std::string key = "elicitation_" + std::to_string(pages.size() + 1);
        if (given_.count(key) != 0) return false;  // it was there: asking again leads nowhere
        pages[key] = std::move(request);
    }
    if (pages.empty()) return false;
    needed_ = std::move(pages);
    return true;
}

std::string ModernCall::error_text(RpcError error, RequestEnd& end) {
    bool changed = false;
    error = error_for(std::move(error), revision, &changed);
    if (changed) channel().report(method + ": an error code that this revision lacks");
    end.outcome = Outcome::error;
    end.code = error.code;
    return rpc::error_text(id, error);
}

std::string ModernCall::questions_text(RequestEnd& end) {
    const std::lock_guard held(input_mutex_);
    end.outcome = Outcome::input;
    InputRequiredResult result;
    if (!needed_.empty()) result.inputRequests = std::move(needed_);
    if (!result.inputRequests || next_.kept || !next_.answers.empty()) {
        const std::string binding = state_binding(principal, method, params().value_or(JsonView()));
        auto sealed = seal_state(channel().core, binding, next_, channel().clock.wall());
        if (!sealed) return error_text(std::move(sealed).error(), end);
        result.requestState = *std::move(sealed);
    }
    if (server_info) result.meta.emplace().serverInfo = *server_info;
    auto text = encode(result, revision);
    if (text) return rpc::result_text(id, *std::move(text));
    channel().report(method + ": " + text.error().message());
    return error_text(RpcError(error_code::internal_error, "internal error"), end);
}

[[gnu::hot]] std::string ModernCall::message_for(Answer<std::string>&& answer, RequestEnd& end) {
    if (left_for_input) return questions_text(end);
    if (answer) return rpc::result_text(id, *std::move(answer));
    RpcError error = std::move(answer).error();
    if (error.code == error_code::url_elicitation_required) {
        const auto& declared = peer()->client_capabilities.elicitation;
        if (!declared || !declared->url) {
            ClientCapabilities required;
            required.elicitation.emplace().url.emplace();
            return error_text(missing_capability(required), end);
        }
        if (ask_for_pages(error)) return questions_text(end);
    }
    return error_text(std::move(error), end);
}

}  // namespace mcp::session
