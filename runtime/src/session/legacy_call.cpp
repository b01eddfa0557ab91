// Waiting for the client's user on a thread, or by callback.
#include "session/legacy_call.hpp"

#include "rpc/envelope.hpp"
#include "session/errors.hpp"
#include "session/wait_for_answers.hpp"

#include <utility>

namespace mcp::session {

void LegacyCall::log(LoggingLevel level, Json data, std::string_view logger) {
    if (server_.wants_log(level)) send_log(std::move(level), std::move(data), logger);
}

InputResponses LegacyCall::ask(InputRequests questions) {
    return wait_for_answers(channel().core.crew(), [&](Done<InputResponses> done) {
        ask_later(std::move(questions), std::move(done));
    });
}

void LegacyCall::ask_later(InputRequests questions, Done<InputResponses> done) {
    const auto kept = std::static_pointer_cast<LegacyCall>(self());
    if (!kept) return done(Unexpected(RpcError(error_code::internal_error, "the call is over")));
    server_.ask(kept, std::move(questions), std::move(done));
}

std::optional<Json> LegacyCall::kept() const { return kept_; }
void LegacyCall::keep(Json state) { kept_ = std::move(state); }

void LegacyCall::try_again() {
    throw RpcError(error_code::internal_error, "the client cannot be told to try again");
}

[[gnu::hot]] std::string LegacyCall::message_for(Answer<std::string>&& answer, RequestEnd& end) {
    if (answer) return rpc::result_text(id, *std::move(answer));
    bool changed = false;
    const RpcError error = error_for(std::move(answer).error(), revision, &changed);
    if (changed) channel().report(method + ": an error code that this revision lacks");
    server_.remember_elicitations(error, principal);
    end.outcome = Outcome::error;
    end.code = error.code;
    return rpc::error_text(id, error);
}

}  // namespace mcp::session
