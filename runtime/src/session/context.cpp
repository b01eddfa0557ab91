// Context and CallContext: what they say is the session's to know.
#include "session/served_call.hpp"

#include <exception>
#include <utility>

namespace mcp {

std::string_view CallContext::method() const { return call_->method; }
const MessageId& CallContext::id() const { return call_->id; }
[[gnu::hot]] Revision CallContext::revision() const { return call_->revision; }
const RequestMetaObject& CallContext::meta() const { return call_->meta; }
const std::optional<Implementation>& CallContext::peer() const {
    return call_->peer()->implementation;
}
[[gnu::hot]] std::string_view CallContext::principal() const { return call_->principal; }
const Grant* CallContext::grant() const { return call_->grant.get(); }
std::stop_token CallContext::stop_token() const { return call_->stop.get_token(); }
void CallContext::progress(double done, std::optional<double> total, std::string_view message) {
    call_->progress(done, total, message);
}

const ClientCapabilities& Context::client_capabilities() const {
    return call_->peer()->client_capabilities;
}
void Context::log(LoggingLevel level, Json data, std::string_view logger) {
    call_->log(std::move(level), std::move(data), logger);
}
InputResponses Context::ask(InputRequests questions) { return call_->ask(std::move(questions)); }
std::optional<Json> Context::kept() const { return call_->kept(); }
void Context::keep(Json state) { call_->keep(std::move(state)); }
void Context::try_again() {
    call_->try_again();
    std::terminate();  // it has thrown
}

bool Context::continue_as_task() { return call_->continue_as_task(); }

namespace {

template <class Request>
InputRequests one_question(std::string_view key, Request request) {
    InputRequests questions;
    questions[key] = std::move(request);
    return questions;
}

template <class Response>
Response only_answer(InputResponses answers) {
    if (answers.size() == 1) {
        if (auto* answer = std::get_if<Response>(&answers.begin()->value)) {
            return std::move(*answer);
        }
    }
    throw RpcError(Failure::invalid_response, "the answer does not fit the question");
}

std::string key_or_next(std::string_view key, detail::ServedCall& call) {
    return key.empty() ? call.next_key() : std::string(key);
}

/// Waits for an answer that comes by callback.
class AskAwaiter {
public:
    AskAwaiter(detail::ServedCall& call, InputRequests questions)
        : call_(call), questions_(std::move(questions)) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        // The coroutine may go on, and destroy this object, before ask_later has returned.
        call_.ask_later(std::move(questions_), [this, waiting](Answer<InputResponses> answer) {
            answer_.emplace(std::move(answer));
            waiting.resume();
        });
    }
    InputResponses await_resume() {
        if (call_.left_for_input) throw detail::InputNeeded{};
        if (!answer_->has_value()) throw std::move(*answer_).error();
        return *std::move(*answer_);
    }

private:
    detail::ServedCall& call_;
    InputRequests questions_;
    std::optional<Answer<InputResponses>> answer_{};
};

template <class Response>
Async<Response> answer_later(detail::ServedCall& call, InputRequests questions) {
    AskAwaiter awaiter(call, std::move(questions));
    InputResponses answers = co_await awaiter;
    co_return only_answer<Response>(std::move(answers));
}

}  // namespace

ElicitResult Context::elicit(ElicitRequestParams params, std::string_view key) {
    return only_answer<ElicitResult>(
        ask(one_question(key_or_next(key, *call_), ElicitRequest{.params = std::move(params)})));
}
CreateMessageResult Context::sample(CreateMessageRequestParams params, std::string_view key) {
    return only_answer<CreateMessageResult>(ask(
        one_question(key_or_next(key, *call_), CreateMessageRequest{.params = std::move(params)})));
}
ListRootsResult Context::list_roots(std::string_view key) {
    return only_answer<ListRootsResult>(
        ask(one_question(key_or_next(key, *call_), ListRootsRequest{})));
}

Async<ElicitResult> Context::elicit_later(ElicitRequestParams params, std::string key) {
    return answer_later<ElicitResult>(
        *call_, one_question(key_or_next(key, *call_), ElicitRequest{.params = std::move(params)}));
}
Async<CreateMessageResult> Context::sample_later(CreateMessageRequestParams params,
                                                 std::string key) {
    return answer_later<CreateMessageResult>(
        *call_,
        one_question(key_or_next(key, *call_), CreateMessageRequest{.params = std::move(params)}));
}
Async<ListRootsResult> Context::list_roots_later(std::string key) {
    return answer_later<ListRootsResult>(
        *call_, one_question(key_or_next(key, *call_), ListRootsRequest{}));
}
Async<InputResponses> Context::ask_later(InputRequests questions) {
    AskAwaiter awaiter(*call_, std::move(questions));
    InputResponses answers = co_await awaiter;
    co_return answers;
}

}  // namespace mcp
