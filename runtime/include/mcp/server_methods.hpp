// Server::on<Method> and on_notification<Notification>: typed handlers for methods of extensions
// and of your own. A part of <mcp/server.hpp>; the codec of the method's types is included by
// whoever registers a handler.
#pragma once

#include <mcp/codec_api.hpp>
#include <mcp/server.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace mcp {

namespace detail {

/// Absent params are an empty object; what is missing in it is named.
template <class Params>
Params typed_params(const Json& params, Revision revision) {
    auto value = decode<Params>(params.is_null() ? "{}" : params.text(), revision);
    if (!value) throw RpcError::invalid_params(value.error());
    return *std::move(value);
}

template <class Result>
Answer<Json> typed_result(const Answer<Result>& answer, Revision revision) {
    if (!answer) return Unexpected(answer.error());
    auto text = encode(*answer, revision);
    if (!text) throw std::runtime_error("the result cannot be written: " + text.error().message());
    return JsonAccess::json(*std::move(text));
}

// See <mcp/handler.hpp>.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
template <class Params, class Result>
Async<Answer<Json>> serve_typed_later(Handler<Params, Result> handler, Params params,
                                      Context& context) {
    Made<Result> made = handler(params, context);
    Async<Answer<Result>> work = std::get<1>(std::move(made));
    const Answer<Result> answer = co_await std::move(work);
    Answer<Json> json = typed_result(answer, context.revision());
    co_return json;
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// A typed handler as one of JSON.
template <class Method, class F>
JsonHandler json_handler(F&& function) {
    using Params = typename Method::Params;
    using Result = typename Method::Result;
    Handler<Params, Result> handler(std::forward<F>(function));
    if constexpr (is_async<Returned<std::decay_t<F>, Params>>) {
        return JsonHandler([handler](const Json& params, Context& context) {
            Params typed = typed_params<Params>(params, context.revision());
            return serve_typed_later<Params, Result>(handler, std::move(typed), context);
        });
    } else {
        return JsonHandler([handler](const Json& params, Context& context) -> Answer<Json> {
            const Params typed = typed_params<Params>(params, context.revision());
            const Made<Result> made = handler(typed, context);
            return typed_result(std::get<0>(made), context.revision());
        });
    }
}

/// The newest revision that has the notification: their params have only grown.
constexpr Revision newest_of(Revisions revisions) {
    unsigned newest = 0;
    for (unsigned i = 0; i < 32; ++i) {
        if (revisions.contains(static_cast<Revision>(i))) newest = i;
    }
    return static_cast<Revision>(newest);
}

}  // namespace detail

template <class Method, class F>
void Server::on(F&& handler) {
    static_assert(!Method::is_notification, "a notification: use on_notification");
    add_method(std::string(Method::name), Method::revisions,
               detail::json_handler<Method>(std::forward<F>(handler)));
}

template <class Notification, class F>
void Server::on_notification(F&& handler) {
    static_assert(Notification::is_notification, "a request: use on");
    using Params = typename Notification::Params;
    on_notification(std::string(Notification::name), [function = std::forward<F>(handler)](
                                                         const Json& params) mutable {
        function(detail::typed_params<Params>(params, detail::newest_of(Notification::revisions)));
    });
}

}  // namespace mcp
