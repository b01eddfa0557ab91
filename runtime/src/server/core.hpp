// The features of a server behind its sessions: what is registered, and how each request is served
// from it. Knows no message and no connection. One file per feature: tools.cpp, resources.cpp, …
#pragma once

#include "run/crew.hpp"
#include "server/catalogue.hpp"
#include "server/entries.hpp"
#include "server/substitute.hpp"
#include "session/middleware_chain.hpp"
#include "session/served_call.hpp"
#include "session/server_core.hpp"
#include "session/task_manager.hpp"
#include "session/used_tokens.hpp"

#include <mcp/middleware.hpp>
#include <mcp/server_options.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::server {

/// Who hears of changes: the live sessions of one kind of transport.
class Audience {
public:
    virtual ~Audience() = default;
    /// Only those hear of it whose place it is: session::hears.
    virtual void list_changed(session::ListKind kind, std::string_view place) = 0;
    virtual void resource_updated(std::string_view uri, std::string_view place) = 0;
    virtual void elicitation_completed(std::string_view /*id*/, std::string_view /*place*/) {}
    virtual bool elicitation_belongs(std::string_view /*id*/, std::string_view /*principal*/) {
        return false;
    }
    virtual std::size_t session_count() { return 0; }
    /// Ends all sessions, and those that are to come.
    virtual void shut_down(std::chrono::milliseconds /*grace*/) {}
};

class Core final : public session::ServerCore {
public:
    Core(Implementation info, ServerOptions options);
    ~Core() override;

    // ---- registering; throws std::invalid_argument with the reason (register.cpp) ----
    void add_tool(Tool declaration, detail::ToolHandler handler, bool reads_all);
    void add_resource(Resource declaration, detail::ResourceHandler reader);
    void add_template(ResourceTemplate declaration, detail::ResourceHandler reader);
    void add_prompt(Prompt declaration, detail::PromptHandler handler,
                    std::function<std::optional<std::string>(const Map<std::string>&)> validate);
    void add_completion(const CompletionReference& of, std::string_view argument,
                        detail::CompletionHandler handler);
    void add_method(std::string method, Revisions revisions, detail::JsonHandler handler);
    void add_notification(std::string method, std::function<void(const Json&)> handler);
    bool remove_tool(std::string_view name);
    bool remove_resource(std::string_view uri);
    bool remove_template(std::string_view uri_template);
    bool remove_prompt(std::string_view name);
    bool remove_method(std::string_view method) { return methods_.remove(method); }

    void use(Middleware middleware);
    void permit(std::function<bool(const AccessRequest&)> permission);
    void filter(std::shared_ptr<MessageFilter> filter);
    /// It outlives its use here: take it away first, which waits for calls under way.
    void join(Audience& audience);
    void leave(Audience& audience);
    /// Calls this with everyone who listens, in the order in which they have joined.
    void each_audience(const std::function<void(Audience&)>& call) const;
    /// The tool, if there is one that this principal may use.
    std::shared_ptr<const ToolEntry> tool(std::string_view name, std::string_view principal) const;
    void resource_updated(std::string_view uri, std::string_view place = {});

    /// From now on everything is offered by this one. Before the first session.
    void substitute(std::shared_ptr<Substitute> substitute);
    void list_changed(session::ListKind kind, std::string_view place) { changed(kind, place); }
    void elicitation_completed(std::string_view id, std::string_view place = {});

    // ---- session::ServerCore ----
    const Implementation& info() const override;
    std::string_view info_text(Revision revision) const override;
    std::optional<std::string> instructions() const override;
    bool opening_waits(const std::shared_ptr<const detail::PeerInfo>& peer) const override;
    std::optional<RpcError> opening(const std::shared_ptr<const detail::PeerInfo>& peer,
                                    std::string_view principal, detail::StopSwitch& gone) override;
    Answer<std::shared_ptr<void>> subscribing(const std::shared_ptr<const detail::PeerInfo>& peer,
                                              std::string_view uri, std::string_view principal,
                                              detail::StopSwitch& gone) override;
    std::string place_of(const std::shared_ptr<const detail::PeerInfo>& peer,
                         std::string_view principal) const override;
    void roots_changed(const std::shared_ptr<const detail::PeerInfo>& peer) override;
    void level_chosen(const std::shared_ptr<const detail::PeerInfo>& peer,
                      const LoggingLevel& level) override;
    [[gnu::hot]] Revisions revisions() const override { return options_.revisions; }
    ServerCapabilities capabilities() const override;
    const session::SessionSettings& settings() const override { return settings_; }
    [[gnu::hot]] run::Crew& crew() override { return crew_; }
    const Sealer& sealer() const override { return sealer_; }
    std::chrono::milliseconds drain_time() const { return options_.limits.drain; }
    std::chrono::milliseconds signal_drain_time() const { return options_.limits.signal_drain; }
    std::int64_t ttl_ms() const override { return options_.lists.ttl_ms; }
    CacheScope cache_scope() const override;
    bool offers(std::string_view method) const override;
    bool quick(detail::ServedCall& call, std::optional<JsonView> params, bool tries) const override;
    void serve(std::string_view method, std::optional<JsonView> params, Context& context,
               Done<std::string> done) override;
    void notified(std::string_view method, std::optional<JsonView> params) override;
    std::optional<RpcError> refuse_subscription(std::string_view uri,
                                                std::string_view principal) override;
    session::TaskManager* tasks() override;
    bool passes_tasks() const override;
    session::TaskNews watch_tasks(const std::shared_ptr<const detail::PeerInfo>& peer,
                                  std::string_view principal, const std::vector<std::string>& ids,
                                  session::TaskTold told) override;
    ToolExecutionTaskSupportTag task_support(std::string_view tool) const override;
    bool task_begins_later(std::string_view tool) const override;
    void begin_tasks_later(std::string tool);
    /// Sees to the tasks that an earlier process has left. Once, before the first message.
    void take_up_tasks();
    session::UsedTokens* used_states() override {
        return options_.single_use_state ? &used_states_ : nullptr;
    }
    [[gnu::hot]] Tracer* tracer() override { return options_.tracer.get(); }
    std::vector<std::shared_ptr<MessageFilter>> filters() override;
    [[gnu::cold]] void report(std::string_view what) const override;

private:
    using Params = std::optional<JsonView>;
    using Reply = Done<std::string>;

    void dispatch(std::string_view method, Params params, Context& context, Reply done);
    void through_middleware(std::string_view method, Params params, Context& context, Reply done);
    bool permitted(AccessRequest::Kind kind, std::string_view name,
                   std::string_view principal) const;
    bool offers_tools() const;
    bool offers_prompts() const;
    bool offers_resources() const;
    bool offers_completions() const;
    Pace* pace_of(detail::ServedCall& call, Params params) const;
    void changed(session::ListKind kind, std::string_view place = {});

    // lists.cpp
    Answer<std::string> list_tools(Params params, Context& context);
    Answer<std::string> list_prompts(Params params, Context& context);
    Answer<std::string> list_resources(Params params, Context& context);
    Answer<std::string> list_templates(Params params, Context& context);
    template <class Entry, class Visit>
    Answer<std::optional<std::string>> page(const Catalogue<Entry>& catalogue,
                                            AccessRequest::Kind kind, Params params,
                                            Context& context, Visit visit);

    // tools.cpp
    void call_tool(Params params, Context& context, Reply done);
    Answer<CallToolResult> tool_failure(std::exception_ptr failure, const ToolEntry& tool,
                                        JsonView params, Revision revision);
    Answer<std::string> tool_result(Answer<CallToolResult>&& answer, const ToolEntry& tool,
                                    Context& context);

    // resources.cpp
    struct Found {
        std::shared_ptr<const ResourceEntry> fixed{};
        std::shared_ptr<const TemplateEntry> by_template{};
        Map<std::string> variables{};
        explicit operator bool() const { return fixed || by_template; }
    };
    /// What serves an address, whoever asks; nothing for one that is too long.
    Found match_resource(std::string_view uri) const;
    Found find_resource(std::string_view uri, std::string_view principal) const;
    void read_resource(Params params, Context& context, Reply done);
    Answer<std::string> resource_result(Answer<ReadResourceResult> answer, std::string_view uri,
                                        const std::optional<std::string>& mime, Context& context);

    // prompts.cpp, completions.cpp, methods.cpp
    void get_prompt(Params params, Context& context, Reply done);
    Answer<std::string> prompt_result(Answer<GetPromptResult> answer, const PromptEntry& prompt,
                                      Context& context);
    void complete(Params params, Context& context, Reply done);
    std::optional<RpcError> unknown_argument(const CompleteRequestParams& params,
                                             std::string_view principal) const;
    void call_method(const std::shared_ptr<const MethodEntry>& method, Params params,
                     Context& context, Reply done);

    /// An exception of a handler as the error that goes on the wire; its text goes to the log.
    RpcError error_of(std::exception_ptr failure, std::string_view what);

    const Implementation info_;
    const std::string info_text_;  ///< at the newest revision
    const ServerOptions options_;
    session::SessionSettings settings_{};
    Sealer sealer_;

    std::shared_ptr<Substitute> substitute_{};
    Catalogue<ToolEntry> tools_;
    Catalogue<ResourceEntry> resources_;
    Catalogue<TemplateEntry> templates_;
    Catalogue<PromptEntry> prompts_;
    Catalogue<CompletionEntry> completions_;
    Catalogue<MethodEntry> methods_;
    Catalogue<NotificationEntry> notifications_;
    const std::unique_ptr<session::TaskManager> tasks_;
    std::once_flag tasks_taken_up_;
    static constexpr std::size_t max_used_states = 100'000;
    session::UsedTokens used_states_{max_used_states};
    std::atomic<bool> has_task_tools_ = false;
    mutable Pace list_pace_;
    mutable Pace completion_pace_;
    mutable Pace middleware_pace_;

    mutable std::mutex mutex_;  // of what follows
    session::MiddlewareList middleware_{};
    std::vector<std::shared_ptr<MessageFilter>> filters_{};
    std::atomic<bool> has_filters_ = false;
    std::function<bool(const AccessRequest&)> permission_{};
    std::set<std::string, std::less<>> late_tasks_{};
    std::atomic<bool> has_middleware_ = false;
    std::atomic<bool> has_permission_ = false;
    std::atomic<bool> warned_of_embedded_ = false;

    struct Listening {
        Audience* audience = nullptr;
        mutable unsigned inside = 0;  ///< calls under way
    };
    mutable std::mutex audience_mutex_;
    mutable std::condition_variable audience_left_;
    std::list<Listening> audiences_{};

    run::Crew crew_;  // last: its threads use everything above
};

/// `prompt\nname\nargument`
std::string completion_key(bool prompt, std::string_view of, std::string_view argument);

}  // namespace mcp::server
