// An MCP server: tools, resources, prompts and more, offered to any number of clients at every
// revision. What is registered here is served by sessions on transports; see <mcp/serve.hpp> for a
// whole program and <mcp/tool.hpp> for tools whose arguments are C++ structs.
#pragma once

#include <mcp/context.hpp>
#include <mcp/handler.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/middleware.hpp>
#include <mcp/server_options.hpp>
#include <mcp/transport.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mcp {

namespace detail {
class ServerAccess;  // src/server
}  // namespace detail

/// Everything may be called at any time, from any thread, also by handlers. Clients are told of
/// changes by themselves. What cannot be registered throws std::invalid_argument with the reason:
/// a name that is taken, a schema or an address that is none.
class Server {
public:
    explicit Server(Implementation info, ServerOptions options = {});
    /// Ends all sessions and waits for their handlers.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // ---- tools ----

    /// A tool with its JSON Schema. The handler takes the arguments, already checked, as a
    /// `const JsonObject&`, and a `Context&`, or one of them, or nothing. It gives text, content,
    /// JSON, a described struct, a CallToolResult, an Answer or an Async of these.
    template <class F>
    void tool(Tool declaration, F&& handler) {
        add_tool(std::move(declaration), detail::tool_handler<JsonObject>(std::forward<F>(handler),
                                                                          detail::json_arguments));
    }
    /// A tool without arguments.
    template <class F>
    void tool(std::string name, std::string description, F&& handler) {
        Tool declaration;
        declaration.name = std::move(name);
        declaration.description = std::move(description);
        tool(std::move(declaration), std::forward<F>(handler));
    }
    /// Tools whose arguments are a described struct: include <mcp/tool.hpp>.
    template <class Args, class F>
    void tool(std::string name, std::string description, F&& handler);
    template <class Args, class F>
    void tool(Tool declaration, F&& handler);
    /// Says whether there was one.
    bool remove_tool(std::string_view name);
    /// Calls of this tool become tasks not at once, but when the handler calls
    /// `Context::continue_as_task`: until then it asks as any other tool does. For tools whose
    /// `execution.taskSupport` allows tasks; has no effect in 2025-11-25.
    void begin_task_later(std::string tool);

    // ---- resources ----

    /// A resource with a reader: takes a `const ResourceQuery&` and a `Context&`, one of them, or
    /// nothing, and gives text, a Blob, contents, or a ReadResourceResult. It throws
    /// `resource_not_found(uri)` when there is nothing any more.
    template <class F>
    void resource(Resource declaration, F&& reader) {
        if constexpr (std::is_same_v<std::remove_cvref_t<F>, Blob> || detail::Text<F>) {
            add_resource(std::move(declaration), detail::ResourceHandler(fixed(reader)));
        } else {
            add_resource(std::move(declaration), detail::ResourceHandler(std::forward<F>(reader)));
        }
    }
    bool remove_resource(std::string_view uri);
    /// All resources that fit an RFC 6570 template. Templates are tried in order, after the
    /// resources with a fixed address.
    template <class F>
    void resource_template(ResourceTemplate declaration, F&& reader) {
        add_template(std::move(declaration), detail::ResourceHandler(std::forward<F>(reader)));
    }
    bool remove_resource_template(std::string_view uri_template);
    /// Tells the clients that have subscribed to it.
    void resource_updated(std::string_view uri);

    // ---- web pages that users were sent to (2025-11-25) ----

    /// Tells the client that its user has finished there. Give the question an `elicitationId` of
    /// your own, `random_token()` of <mcp/seal.hpp>, to know it here; what no session has asked is
    /// ignored. Later revisions have no such message: there the client comes back by itself.
    void elicitation_completed(std::string_view elicitation_id);
    /// Whether this principal was sent to a page with this id, and has not finished: for the page,
    /// which has to know that its visitor is who was asked.
    bool elicitation_belongs(std::string_view elicitation_id, std::string_view principal) const;

    // ---- prompts ----

    using PromptValidator =
        std::function<std::optional<std::string>(const Map<std::string>& arguments)>;
    /// A prompt. The handler takes the arguments as a `const Map<std::string>&`; required ones are
    /// there. It gives text (a message of the user), content, messages or a GetPromptResult.
    /// `validate` says what is wrong with the arguments, or nothing.
    template <class F>
    void prompt(Prompt declaration, F&& handler, PromptValidator validate = {}) {
        add_prompt(std::move(declaration), detail::PromptHandler(std::forward<F>(handler)),
                   std::move(validate));
    }
    bool remove_prompt(std::string_view name);

    // ---- completion ----

    /// Proposes values for an argument of a prompt or a variable of a template, best first. The
    /// handler takes a `const CompleteRequestParams&` and gives strings or a Completion; a list of
    /// strings is filtered by what was typed. At most 100 are sent.
    template <class F>
    void completion(CompletionReference of, std::string argument, F&& handler) {
        using Values = std::vector<std::string>;
        if constexpr (std::is_convertible_v<F, Values>) {
            add_completion(std::move(of), std::move(argument),
                           detail::CompletionHandler(choices(std::forward<F>(handler))));
        } else {
            add_completion(std::move(of), std::move(argument),
                           detail::CompletionHandler(std::forward<F>(handler)));
        }
    }

    // ---- other methods ----

    /// A method of an extension, or of your own: a type with `name`, `Params` and `Result`, as in
    /// <mcp/methods.hpp>. Its codec header must be included.
    template <class Method, class F>
    void on(F&& handler);
    /// The same by name, with `const Json&` params, null when there are none, and a Json result.
    template <class F>
    void on(std::string method, F&& handler) {
        add_method(std::move(method), all_revisions, detail::JsonHandler(std::forward<F>(handler)));
    }
    bool remove_method(std::string_view method);
    /// A notification of the client.
    template <class Notification, class F>
    void on_notification(F&& handler);
    void on_notification(std::string method, std::function<void(const Json& params)> handler);

    // ---- around calls ----

    /// Called around every call from now on; the first one is the outermost.
    void use(Middleware middleware);
    /// Says whether a principal may use something. What it may not use is as if it were not there:
    /// hidden from lists, unknown when called. Set before the first session.
    void permit(std::function<bool(const AccessRequest&)> permission);
    /// Sees every message of sessions that begin from now on.
    void filter(std::shared_ptr<MessageFilter> filter);

    // ---- sessions ----

    /// Starts a session; it is kept until the connection ends. Returns at once.
    void connect(std::unique_ptr<Transport> transport);
    /// Runs a session on this thread until the connection ends, or `shutdown` is called.
    void serve(std::unique_ptr<Transport> transport);
    /// Ends all sessions, and those that are to come. Requests under way have so long to end;
    /// without grace their handlers are told to stop at once.
    void shutdown(std::chrono::milliseconds grace = {});
    std::size_t session_count() const;

    const Implementation& info() const;

private:
    friend class detail::ServerAccess;
    /// `reads_all`: what the schema refuses the handler refuses too, with BadArguments.
    void add_tool(Tool declaration, detail::ToolHandler handler, bool reads_all = false);
    void add_resource(Resource declaration, detail::ResourceHandler reader);
    void add_template(ResourceTemplate declaration, detail::ResourceHandler reader);
    void add_prompt(Prompt declaration, detail::PromptHandler handler, PromptValidator validate);
    void add_completion(CompletionReference of, std::string argument,
                        detail::CompletionHandler handler);
    void add_method(std::string method, Revisions revisions, detail::JsonHandler handler);

    static std::function<std::string()> fixed(std::string_view text);
    static std::function<Blob()> fixed(Blob blob);
    static std::function<std::vector<std::string>(const CompleteRequestParams&)> choices(
        std::vector<std::string> values);

    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mcp

#include <mcp/server_methods.hpp>
