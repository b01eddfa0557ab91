// A modern call that has become a task: it is answered, goes on, and ends in the task's end.
#include "session/modern_call.hpp"
#include "session/modern_tasks.hpp"

#include "rpc/envelope.hpp"
#include "session/errors.hpp"
#include "session/wait_for_answers.hpp"

#include <mcp/codec.hpp>

#include <cmath>
#include <utility>

namespace mcp::session {

namespace {

/// `3` or `0.5`, as people write numbers.
std::string number_text(double number) { return Json(number).dump(); }

}  // namespace

std::function<void()> ModernCall::stopper() {
    return [weak = self_] {
        if (const auto self = weak.lock()) self->stop.request_stop();
    };
}

bool ModernCall::continue_as_task() {
    const std::lock_guard held(input_mutex_);
    if (is_task()) return true;
    if (!may_be_task_ || given_up()) return false;
    TaskOrder order;
    order.owner = principal;
    order.revision = revision;
    order.method = method;
    order.params = std::string(params().value_or(JsonView()).text());
    if (auto client = encode(peer()->client_capabilities, revision)) {
        order.client = *std::move(client);
    }
    std::optional<StoredTask> task;
    try {
        auto created = tasks().create(std::move(order), wall(), stopper());
        if (!created) throw std::move(created).error();
        task = *std::move(created);
    } catch (const RpcError&) {
        throw;
    } catch (const std::exception& error) {
        channel().report("tasks: " + std::string(error.what()));
        throw RpcError(error_code::internal_error, "the task could not be kept");
    }
    task_id = task->id;
    if (!answer_early(rpc::result_text(id, created_text(*task, tasks(), revision, server_info)))) {
        // Nobody will ever ask for it.
        tasks().move(principal, task_id, TaskStatusTag::cancelled, "nobody waited", {}, wall());
        task_id.clear();
        return false;
    }
    next_.kept = state_.kept;
    is_task_ = true;
    return true;
}

void ModernCall::take_up(StoredTask task, std::weak_ptr<Call> self) {
    may_ask_ = true;
    allow_task(std::move(self));
    task_id = task.id;
    is_task_ = true;
    answer_early({});  // whoever waited for an answer is gone
    tasks().take_up(std::move(task), wall(), stopper());
}

void ModernCall::progress(double done, std::optional<double> total, std::string_view message) {
    if (!is_task()) return Call::progress(done, total, message);
    if (!std::isfinite(done)) return;
    std::string text(message);
    if (text.empty()) {
        text = number_text(done);
        if (total && std::isfinite(*total)) text += " of " + number_text(*total);
    }
    tasks().note(task_id, std::move(text));
}

InputResponses ModernCall::ask_in_task(InputRequests questions) {
    return wait_for_answers(channel().core.crew(), [&](Done<InputResponses> done) {
        tasks().ask(principal, task_id, std::move(questions), wall(), std::move(done));
    });
}

[[gnu::hot]] void ModernCall::finish(Answer<std::string>&& answer) {
    if (!is_task()) return Call::finish(std::move(answer));
    if (task_ended_.exchange(true)) return;
    RequestEnd end;
    TaskStatusTag status = TaskStatusTag::completed;
    std::string why;
    if (!answer) {
        status = TaskStatusTag::failed;
        why = answer.error().message;
        end.outcome = Outcome::error;
        end.code = answer.error().code;
    }
    if (given_up()) end.outcome = Outcome::cancelled;
    try {
        tasks().move(principal, task_id, status, why, std::move(answer), wall());
    } catch (const std::exception& error) {
        channel().report("tasks: " + std::string(error.what()));
    }
    ended(end);
}

}  // namespace mcp::session
