// Running a handler: on the spot, or as a coroutine that is kept until its end.
#pragma once

#include "server/pace.hpp"
#include "session/served_call.hpp"

#include <mcp/async.hpp>
#include <mcp/handler.hpp>

#include <exception>
#include <optional>
#include <utility>
#include <variant>

namespace mcp::server {

namespace parts {

/// By value what has to live as long as the handler's coroutine.
template <class P, class R, class Fail, class Finish>
detail::Detached drive(detail::Handler<P, R> handler, P params, Context& context, Fail fail,
                       Finish finish) {
    std::optional<Answer<R>> answer;
    std::exception_ptr failure;
    try {
        detail::Made<R> made = handler(params, context);
        Async<Answer<R>> work = std::get<1>(std::move(made));
        Answer<R> value = co_await std::move(work);
        answer.emplace(std::move(value));
    } catch (const detail::InputNeeded&) {
        // The session knows what was asked for, and sends that.
        answer.emplace(Unexpected(RpcError(error_code::internal_error, "input is needed first")));
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure) answer.emplace(fail(failure));
    finish(*std::move(answer));
}

}  // namespace parts

/// Calls the handler, and `finish` with its answer: now or when the coroutine has ended. An
/// exception becomes what `fail` makes of it. InputNeeded passes.
template <class P, class R, class Fail, class Finish>
void run_handler(const detail::Handler<P, R>& handler, P params, Context& context, Pace& pace,
                 Fail fail, Finish finish) {
    if (handler.later()) {
        const Pace::Run run(pace);
        parts::drive(handler, std::move(params), context, std::move(fail), std::move(finish));
        return;
    }
    detail::Made<R> made = [&]() -> detail::Made<R> {
        const Pace::Run run(pace);
        try {
            return handler(params, context);
        } catch (const detail::InputNeeded&) {
            throw;
        } catch (...) {
            return fail(std::current_exception());
        }
    }();
    finish(std::get<0>(std::move(made)));
}

}  // namespace mcp::server
