// What a server's handlers may look like: any callable on the params, the context, both or neither,
// that gives the result or something that becomes one, at once or as a coroutine. Nothing here
// knows JSON-RPC, and nothing runs a handler: src/server does.
#pragma once

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {

/// Thrown by a tool's handler: the call's result is `isError` with this text, for the model to
/// read. Other exceptions are told to the program's log alone, and the model gets a general text.
class ToolError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The error that a reader throws for a resource that does not exist (any more).
RpcError resource_not_found(std::string_view uri);

/// Bytes that a reader gives: sent as base64.
struct Blob {
    std::string bytes{};
};

/// What a resource's reader is asked for.
struct ResourceQuery {
    std::string uri{};
    Map<std::string> variables{};  ///< of a template, unescaped; check them before they name a file
};

/// <mcp/json_describe.hpp> has it; only needed by handlers that return structs.
template <class T>
Json to_json(const T& value);

namespace detail {

/// Arguments that could not be read as the tool's C++ type. Answered like a schema violation.
struct BadArguments {
    CodecError error{};
};

template <class T>
inline constexpr bool is_answer = false;
template <class T>
inline constexpr bool is_answer<Answer<T>> = true;

template <class T>
concept Text = std::is_convertible_v<const T&, std::string_view>;

/// `T` becomes a content block.
template <class T>
concept Block = std::is_convertible_v<T, ContentBlock> && !Text<T>;

inline ContentBlock text_block(std::string text) { return TextContent{.text = std::move(text)}; }

// ---- a handler's value becomes the result of its method ----

/// `fill` is given a fresh result: where it is made, it stays.
template <class Result>
struct Make {
    template <class V>
    static void fill(Result& result, V&& value) {
        static_assert(std::is_convertible_v<V, Result>,
                      "the handler's return type does not become the result of its method");
        result = std::forward<V>(value);
    }
};

template <>
struct Make<CallToolResult> {
    template <class V>
    static void fill(CallToolResult& result, V&& value) {
        using T = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<T, CallToolResult>) {
            result = std::forward<V>(value);
        } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, JsonObject>) {
            result.structuredContent.emplace(std::forward<V>(value));
        } else if constexpr (std::is_same_v<V, std::string>) {
            result.content.emplace_back(TextContent{.text = std::forward<V>(value)});
        } else if constexpr (Text<T>) {
            result.content.push_back(text_block(std::string(std::string_view(value))));
        } else if constexpr (Block<T>) {
            result.content.push_back(std::forward<V>(value));
        } else if constexpr (std::is_same_v<T, std::vector<ContentBlock>>) {
            result.content = std::forward<V>(value);
        } else if constexpr (std::is_arithmetic_v<T>) {
            result.content.push_back(text_block(Json(value).dump()));
        } else {
            result.structuredContent.emplace(to_json(value));
        }
    }
};

template <>
struct Make<GetPromptResult> {
    template <class V>
    static void fill(GetPromptResult& result, V&& value) {
        using T = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<T, GetPromptResult>) {
            result = std::forward<V>(value);
        } else if constexpr (std::is_same_v<T, std::vector<PromptMessage>>) {
            result.messages = std::forward<V>(value);
        } else if constexpr (std::is_same_v<T, PromptMessage>) {
            result.messages.push_back(std::forward<V>(value));
        } else {
            PromptMessage message;
            message.role = RoleTag::user;
            if constexpr (Text<T>) {
                message.content = text_block(std::string(std::string_view(value)));
            } else {
                static_assert(Block<T>, "a prompt gives text, content, messages or a result");
                message.content = std::forward<V>(value);
            }
            result.messages.push_back(std::move(message));
        }
    }
};

AnyResourceContents blob_contents(std::string_view bytes);

/// Contents without an address get the one that was asked for.
template <>
struct Make<ReadResourceResult> {
    template <class V>
    static void fill(ReadResourceResult& result, V&& value) {
        using T = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<T, ReadResourceResult>) {
            result = std::forward<V>(value);
        } else if constexpr (std::is_same_v<T, std::vector<AnyResourceContents>>) {
            result.contents = std::forward<V>(value);
        } else if constexpr (Text<T>) {
            TextResourceContents contents;
            contents.text = std::string(std::string_view(value));
            result.contents.push_back(std::move(contents));
        } else if constexpr (std::is_same_v<T, Blob>) {
            result.contents.push_back(blob_contents(value.bytes));
        } else {
            static_assert(std::is_convertible_v<V, AnyResourceContents>,
                          "a reader gives text, a Blob, contents or a result");
            result.contents.push_back(std::forward<V>(value));
        }
    }
};

template <>
struct Make<CompleteResult> {
    template <class V>
    static void fill(CompleteResult& result, V&& value) {
        using T = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<T, CompleteResult>) {
            result = std::forward<V>(value);
        } else if constexpr (std::is_same_v<T, Completion>) {
            result.completion = std::forward<V>(value);
        } else {
            static_assert(std::is_convertible_v<V, std::vector<std::string>>,
                          "a completion gives strings, a Completion or a CompleteResult");
            result.completion.values = std::forward<V>(value);
        }
    }
};

/// The same for what may be an error; `answer` is a fresh one.
template <class Result, class V>
void fill_answer(Answer<Result>& answer, V&& value) {
    using T = std::remove_cvref_t<V>;
    if constexpr (is_answer<T>) {
        if (!value) {
            answer = Unexpected(std::forward<V>(value).error());
        } else if constexpr (!std::is_void_v<typename T::value_type>) {
            Make<Result>::fill(*answer, *std::forward<V>(value));
        }
    } else if constexpr (std::is_same_v<T, RpcError>) {
        answer = Unexpected(std::forward<V>(value));
    } else {
        Make<Result>::fill(*answer, std::forward<V>(value));
    }
}

// ---- calling whatever there is ----

template <class F, class Params>
decltype(auto) call_handler(F& function, const Params& params, Context& context) {
    if constexpr (std::is_invocable_v<F&, const Params&, Context&>) {
        return function(params, context);
    } else if constexpr (std::is_invocable_v<F&, const Params&>) {
        return function(params);
    } else if constexpr (std::is_invocable_v<F&, Context&>) {
        return function(context);
    } else {
        static_assert(std::is_invocable_v<F&>,
                      "a handler takes its params and an mcp::Context&, one of them, or nothing");
        return function();
    }
}

template <class F, class Params>
using Returned = std::remove_cvref_t<decltype(call_handler(
    std::declval<F&>(), std::declval<const Params&>(), std::declval<Context&>()))>;

/// What a handler has made: the answer, or the coroutine that makes it. A handler that wraps
/// another one may give it as it is.
template <class Result>
using Made = std::variant<Answer<Result>, Async<Answer<Result>>>;

// g++ 12 takes the frame of a coroutine for a type of this header, and warns when what the user's
// handler gives is of an unnamed namespace.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
template <class Result, class V>
Async<Answer<Result>> converted(Async<V> work) {
    Answer<Result> answer;
    if constexpr (std::is_void_v<V>) {
        co_await std::move(work);
    } else {
        V value = co_await std::move(work);
        fill_answer(answer, std::move(value));
    }
    co_return answer;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// A handler without its type. Copies share the callable; it is called by many threads at once.
template <class Params, class Result>
class Handler {
public:
    Handler() = default;
    template <class F>
        requires(!std::is_same_v<std::decay_t<F>, Handler>)
    explicit Handler(F&& function)
        : target_(std::make_shared<Target<std::decay_t<F>>>(std::forward<F>(function))) {}

    explicit operator bool() const noexcept { return target_ != nullptr; }
    /// Whether it gives a coroutine. Its params and itself must then live until its end.
    bool later() const noexcept { return target_->later; }
    Made<Result> operator()(const Params& params, Context& context) const {
        return target_->call(params, context);
    }

private:
    struct Base {
        explicit Base(bool is_later) : later(is_later) {}
        virtual ~Base() = default;
        virtual Made<Result> call(const Params& params, Context& context) = 0;
        bool later;
    };
    template <class F>
    struct Target final : Base {
        using R = Returned<F, Params>;
        static_assert(std::is_default_constructible_v<Result>,
                      "the result of a method begins empty: give it a default constructor");
        template <class G>
        explicit Target(G&& f) : Base(is_async<R>), function(std::forward<G>(f)) {}
        [[gnu::hot]] Made<Result> call(const Params& params, Context& context) override {
            if constexpr (std::is_same_v<R, Made<Result>>) {
                return call_handler(function, params, context);
            } else if constexpr (is_async<R>) {
                return converted<Result>(call_handler(function, params, context));
            } else {
                Made<Result> made;
                if constexpr (std::is_void_v<R>) {
                    call_handler(function, params, context);
                } else {
                    fill_answer(std::get<0>(made), call_handler(function, params, context));
                }
                return made;
            }
        }
        F function;
    };
    std::shared_ptr<Base> target_{};
};

/// Takes the arguments where they are; they need not stay there.
using ToolHandler = Handler<JsonView, CallToolResult>;
using PromptHandler = Handler<Map<std::string>, GetPromptResult>;
using ResourceHandler = Handler<ResourceQuery, ReadResourceResult>;
using CompletionHandler = Handler<CompleteRequestParams, CompleteResult>;
using JsonHandler = Handler<Json, Json>;

// ---- tools: what a handler takes is made of the arguments ----

// As above.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
template <class Args>
Async<Answer<CallToolResult>> call_tool_later(Handler<Args, CallToolResult> handler, Args args,
                                              Context& context) {
    Made<CallToolResult> made = handler(args, context);
    Async<Answer<CallToolResult>> work = std::get<1>(std::move(made));
    Answer<CallToolResult> answer = co_await std::move(work);
    co_return answer;
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// `read` throws BadArguments.
template <class Args, class F>
ToolHandler tool_handler(F&& function, Args (*read)(JsonView)) {
    const Handler<Args, CallToolResult> handler(std::forward<F>(function));
    if constexpr (is_async<Returned<std::decay_t<F>, Args>>) {
        return ToolHandler([handler, read](const JsonView& arguments, Context& context) {
            return call_tool_later<Args>(handler, read(arguments), context);
        });
    } else {
        return ToolHandler([handler, read](const JsonView& arguments, Context& context) {
            const Args args = read(arguments);
            return handler(args, context);
        });
    }
}

/// The arguments, which are known to be an object, for handlers that take JSON.
JsonObject json_arguments(JsonView arguments);

}  // namespace detail
}  // namespace mcp
