// Waiting for the client's user on a thread, or by callback.
#include "session/legacy_call.hpp"

#include "rpc/envelope.hpp"
#include "session/errors.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace mcp::session {

namespace {

struct Waiter {
    std::mutex mutex{};
    std::condition_variable came{};
    std::optional<Answer<InputResponses>> answer{};
};

}  // namespace

void LegacyCall::log(LoggingLevel level, Json data, std::string_view logger) {
    if (server_->wants_log(level)) send_log(std::move(level), std::move(data), logger);
}

InputResponses LegacyCall::ask(InputRequests questions) {
    const auto waiter = std::make_shared<Waiter>();
    const auto self = std::static_pointer_cast<LegacyCall>(shared_from_this());
    server_->ask(self, std::move(questions), [waiter](Answer<InputResponses>&& answer) {
        const std::lock_guard held(waiter->mutex);
        waiter->answer.emplace(std::move(answer));
        waiter->came.notify_all();
    });
    std::unique_lock held(waiter->mutex);
    if (!waiter->answer) {
        held.unlock();
        const run::Crew::Blocking blocking(channel().core.crew());
        held.lock();
        waiter->came.wait(held, [&] { return waiter->answer.has_value(); });
    }
    if (!*waiter->answer) throw std::move(*waiter->answer).error();
    return **std::move(waiter->answer);
}

void LegacyCall::ask_later(InputRequests questions, Done<InputResponses> done) {
    server_->ask(std::static_pointer_cast<LegacyCall>(shared_from_this()), std::move(questions),
                 std::move(done));
}

std::optional<Json> LegacyCall::kept() const { return kept_; }
void LegacyCall::keep(Json state) { kept_ = std::move(state); }

void LegacyCall::try_again() {
    throw RpcError(error_code::internal_error, "the client cannot be told to try again");
}

std::string LegacyCall::message_for(Answer<std::string> answer, RequestEnd& end) {
    if (answer) return rpc::result_text(id, *answer);
    bool changed = false;
    const RpcError error = error_for(std::move(answer).error(), revision, &changed);
    if (changed) channel().report(method + ": an error code that this revision lacks");
    server_->remember_elicitations(error, principal);
    end.outcome = Outcome::error;
    end.code = error.code;
    return rpc::error_text(id, error);
}

}  // namespace mcp::session
