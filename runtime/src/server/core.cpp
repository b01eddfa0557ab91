// The core's constants, hooks and the way of a request to its feature.
#include "server/core.hpp"

#include "json/string_text.hpp"
#include "server/params.hpp"
#include "session/taken_up_tasks.hpp"
#include "session/task_names.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

namespace mcp::server {

namespace {

session::SessionSettings settings_from(const ServerOptions& options) {
    const ServerLimits& limits = options.limits;
    session::SessionSettings settings;
    settings.json = limits.json;
    settings.max_in_flight = limits.max_in_flight;
    settings.max_subscriptions = limits.max_subscriptions;
    settings.max_listen_streams = limits.max_listen_streams;
    settings.max_log_per_second = limits.max_log_per_second;
    settings.max_progress_per_second = limits.max_progress_per_second;
    settings.ask_timeout = limits.ask_timeout;
    settings.state_lifetime = limits.state_lifetime;
    settings.send_server_info = options.send_server_info;
    settings.log_level = options.log_level;
    return settings;
}

run::CrewLimits crew_limits(const ServerOptions& options) {
    run::CrewLimits crew;
    crew.workers = options.limits.workers;
    crew.max_queued = options.limits.max_queued;
    crew.turns = options.turns;
    return crew;
}

}  // namespace

Core::Core(Implementation info, ServerOptions options)
    : info_(std::move(info)),
      info_text_(encode(info_, latest_revision).value_or("")),
      options_(std::move(options)),
      settings_(settings_from(options_)),
      sealer_(options_.keys.empty() ? Sealer() : Sealer(options_.keys, info_.name)),
      tasks_(std::make_unique<session::TaskManager>(
          options_.task_store ? options_.task_store : memory_task_store(), options_.tasks,
          [this](std::string_view what) { report(what); })),
      crew_(crew_limits(options_)) {}

Core::~Core() { tasks_->stop_all(); }

// ---- hooks ----

void Core::use(Middleware middleware) {
    const std::lock_guard lock(mutex_);
    auto all = middleware_ ? std::make_shared<std::vector<Middleware>>(*middleware_)
                           : std::make_shared<std::vector<Middleware>>();
    all->push_back(std::move(middleware));
    middleware_ = std::move(all);
    has_middleware_ = true;
}

void Core::permit(std::function<bool(const AccessRequest&)> permission) {
    const std::lock_guard lock(mutex_);
    permission_ = std::move(permission);
    has_permission_ = static_cast<bool>(permission_);
}

[[gnu::hot]] bool Core::permitted(AccessRequest::Kind kind, std::string_view name,
                                  std::string_view principal) const {
    if (!has_permission_) return true;
    try {
        return permission_({kind, name, principal});
    } catch (const std::exception& error) {
        report("the permission for " + std::string(name) + ": " + error.what());
    } catch (...) {
        report("the permission for " + std::string(name) +
               ": an exception that is no std::exception");
    }
    return false;
}

void Core::filter(std::shared_ptr<MessageFilter> filter) {
    const std::lock_guard lock(mutex_);
    filters_.push_back(std::move(filter));
    has_filters_ = true;
}

std::vector<std::shared_ptr<MessageFilter>> Core::filters() {
    if (!has_filters_) return {};
    const std::lock_guard lock(mutex_);
    return filters_;
}

void Core::take_up_tasks() {
    std::call_once(tasks_taken_up_, [this] {
        try {
            session::take_up_tasks(*this, *tasks_, options_.resume_task);
        } catch (const std::exception& error) {
            report("tasks of an earlier process: " + std::string(error.what()));
        }
    });
}

std::shared_ptr<const ToolEntry> Core::tool(std::string_view name,
                                            std::string_view principal) const {
    if (substitute_) return substitute_->tool(name);
    auto entry = tools_.find(name);
    if (entry && !permitted(AccessRequest::Kind::tool, name, principal)) entry = nullptr;
    return entry;
}

void Core::report(std::string_view what) const {
    if (options_.log) {
        options_.log(what);
    } else {
        // One call, so that lines of several threads do not mix.
        const std::string line = info_.name + ": " + std::string(what) + '\n';
        std::fwrite(line.data(), 1, line.size(), stderr);
    }
}

RpcError Core::error_of(std::exception_ptr failure, std::string_view what) {
    try {
        std::rethrow_exception(std::move(failure));
    } catch (const RpcError& error) {
        return error;
    } catch (const std::exception& error) {
        report(std::string(what) + ": " + error.what());
    } catch (...) {
        report(std::string(what) + ": an exception that is no std::exception");
    }
    return {error_code::internal_error, "internal error"};
}

// ---- what is offered ----

void Core::substitute(std::shared_ptr<Substitute> substitute) {
    substitute_ = std::move(substitute);
}

[[gnu::hot]] const Implementation& Core::info() const {
    const Implementation* other = substitute_ ? substitute_->info() : nullptr;
    return other ? *other : info_;
}

[[gnu::hot]] std::string_view Core::info_text(Revision revision) const {
    const bool own = revision == latest_revision && &info() == &info_;
    return own ? std::string_view(info_text_) : std::string_view();
}

std::optional<std::string> Core::instructions() const {
    return substitute_ ? substitute_->instructions() : options_.instructions;
}

[[gnu::hot]] bool Core::opening_waits(const std::shared_ptr<const detail::PeerInfo>& peer) const {
    return substitute_ && substitute_->opening_waits(peer);
}

[[gnu::hot]] std::optional<RpcError> Core::opening(
    const std::shared_ptr<const detail::PeerInfo>& peer, std::string_view principal,
    detail::StopSwitch& gone) {
    return substitute_ ? substitute_->opening(peer, principal, gone) : std::nullopt;
}

Answer<std::shared_ptr<void>> Core::subscribing(const std::shared_ptr<const detail::PeerInfo>& peer,
                                                std::string_view uri, std::string_view principal,
                                                detail::StopSwitch& gone) {
    if (substitute_) return substitute_->subscribing(peer, uri, principal, gone);
    return ServerCore::subscribing(peer, uri, principal, gone);
}

std::string Core::place_of(const std::shared_ptr<const detail::PeerInfo>& peer,
                           std::string_view principal) const {
    return substitute_ ? substitute_->place_of(peer, principal) : std::string();
}

void Core::roots_changed(const std::shared_ptr<const detail::PeerInfo>& peer) {
    if (substitute_) substitute_->roots_changed(peer);
}

void Core::level_chosen(const std::shared_ptr<const detail::PeerInfo>& peer,
                        const LoggingLevel& level) {
    if (substitute_) substitute_->level_chosen(peer, level);
}

[[gnu::hot]] bool Core::offers_tools() const { return options_.offer_tools || tools_.used(); }
bool Core::offers_prompts() const { return options_.offer_prompts || prompts_.used(); }
bool Core::offers_resources() const {
    return options_.offer_resources || resources_.used() || templates_.used();
}
bool Core::offers_completions() const { return options_.offer_completions || completions_.used(); }

ServerCapabilities Core::capabilities() const {
    if (substitute_) {
        ServerCapabilities all = substitute_->capabilities();
        if (substitute_->has_tasks()) {
            if (!all.extensions) all.extensions.emplace();
            (*all.extensions)[session::tasks_extension];
        }
        return all;
    }
    ServerCapabilities all;
    const auto if_told = options_.list_changes ? std::optional(true) : std::nullopt;
    if (offers_tools()) all.tools.emplace().listChanged = if_told;
    if (offers_prompts()) all.prompts.emplace().listChanged = if_told;
    if (offers_resources()) {
        all.resources.emplace().listChanged = if_told;
        if (options_.subscriptions) all.resources->subscribe = true;
    }
    if (offers_completions()) all.completions.emplace();
    if (options_.logging) all.logging.emplace();
    if (!options_.extensions.empty()) all.extensions = options_.extensions;
    if (has_task_tools_) {
        if (!all.extensions) all.extensions.emplace();
        (*all.extensions)[session::tasks_extension];
    }
    if (!options_.experimental.empty()) all.experimental = options_.experimental;
    return all;
}

[[gnu::hot]] session::TaskManager* Core::tasks() {
    const bool has = substitute_ ? substitute_->has_tasks() : has_task_tools_.load();
    return has ? tasks_.get() : nullptr;
}

[[gnu::hot]] bool Core::passes_tasks() const { return substitute_ && substitute_->passes_tasks(); }

session::TaskNews Core::watch_tasks(const std::shared_ptr<const detail::PeerInfo>& peer,
                                    std::string_view principal, const std::vector<std::string>& ids,
                                    session::TaskTold told) {
    if (!substitute_) return {};
    return substitute_->watch_tasks(peer, principal, ids, std::move(told));
}

ToolExecutionTaskSupportTag Core::task_support(std::string_view name) const {
    const auto tool = substitute_ ? substitute_->tool(name) : tools_.find(name);
    if (!tool || !tool->declaration.execution || !tool->declaration.execution->taskSupport) {
        return ToolExecutionTaskSupportTag::forbidden;
    }
    return tool->declaration.execution->taskSupport->tag().value_or(
        ToolExecutionTaskSupportTag::forbidden);
}

bool Core::task_begins_later(std::string_view tool) const {
    const std::lock_guard lock(mutex_);
    return late_tasks_.count(tool) != 0;
}

void Core::begin_tasks_later(std::string tool) {
    const std::lock_guard lock(mutex_);
    late_tasks_.insert(std::move(tool));
}

CacheScope Core::cache_scope() const {
    // What one principal sees is not for others.
    return has_permission_ ? CacheScope(CacheScopeTag::private_) : options_.lists.scope;
}

[[gnu::hot]] bool Core::offers(std::string_view method) const {
    if (substitute_) return true;  // it says itself what there is not
    if (method == CallTool::name || method == ListTools::name) return offers_tools();
    if (method == ReadResource::name || method == ListResources::name ||
        method == ListResourceTemplates::name) {
        return offers_resources();
    }
    if (method == GetPrompt::name || method == ListPrompts::name) return offers_prompts();
    if (method == Complete::name) return offers_completions();
    return methods_.find(method) != nullptr;
}

[[gnu::hot]] Pace* Core::pace_of(detail::ServedCall& call, Params params) const {
    const auto keep = [&](auto entry) -> Pace* {
        if (!entry) return nullptr;
        Pace& pace = entry->pace;
        call.found = std::move(entry);
        return &pace;
    };
    const auto named = [&](const auto& catalogue, std::string_view member) -> Pace* {
        const detail::StringText name(params ? call.param_list.find(*params, member)
                                             : std::nullopt);
        return name ? keep(catalogue.find(*name)) : nullptr;
    };
    const std::string_view method = call.method;
    if (method == CallTool::name) return named(tools_, "name");
    if (method == GetPrompt::name) return named(prompts_, "name");
    if (method == ReadResource::name) {
        const auto uri = string_param(params, "uri");
        if (!uri) return nullptr;
        const Found match = match_resource(*uri);
        return match.fixed ? keep(match.fixed) : keep(match.by_template);
    }
    if (method == Complete::name) return &completion_pace_;
    if (Pace* pace = keep(methods_.find(method))) return pace;
    return &list_pace_;
}

[[gnu::hot]] bool Core::quick(detail::ServedCall& call, Params params, bool tries) const {
    if (substitute_) return !has_middleware_ && substitute_->quick(call.method);
    const auto may = [&](Pace& pace) { return tries ? pace.may_run_here() : pace.quick(); };
    if (has_middleware_ && !may(middleware_pace_)) return false;
    // What does not exist is refused at once. An entry that is removed meanwhile lives on in
    // `found`.
    Pace* pace = pace_of(call, params);
    return pace == nullptr || may(*pace);
}

// ---- serving ----

[[gnu::hot]] void Core::serve(std::string_view method, std::optional<JsonView> params,
                              Context& context, Done<std::string> done) {
    if (has_middleware_) {
        through_middleware(method, params, context, std::move(done));
    } else {
        dispatch(method, params, context, std::move(done));
    }
}

void Core::through_middleware(std::string_view method, Params params, Context& context,
                              Reply done) {
    const Pace::Run run(middleware_pace_);
    detail::ServedCall::of(context).found.reset();  // what is called may change on the way
    session::MiddlewareList all;
    {
        const std::lock_guard lock(mutex_);
        all = middleware_;
    }
    session::run_chain(
        std::move(all), method, params, &context,
        [this, method = std::string(method), &context](Params passed, Reply answered) {
            dispatch(method, passed, context, std::move(answered));
        },
        std::move(done));
}

[[gnu::hot]] void Core::dispatch(std::string_view method, Params params, Context& context,
                                 Reply done) {
    if (substitute_) return substitute_->serve(method, params, context, std::move(done));
    const auto listed = [&](Answer<std::string> (Core::*list)(Params, Context&)) {
        const Pace::Run run(list_pace_);
        done((this->*list)(params, context));
    };
    if (method == CallTool::name) return call_tool(params, context, std::move(done));
    if (method == ReadResource::name) return read_resource(params, context, std::move(done));
    if (method == GetPrompt::name) return get_prompt(params, context, std::move(done));
    if (method == ListTools::name) return listed(&Core::list_tools);
    if (method == ListResources::name) return listed(&Core::list_resources);
    if (method == ListResourceTemplates::name) return listed(&Core::list_templates);
    if (method == ListPrompts::name) return listed(&Core::list_prompts);
    if (method == Complete::name) return complete(params, context, std::move(done));
    if (const auto entry = methods_.find(method);
        entry && entry->revisions.contains(context.revision())) {
        return call_method(entry, params, context, std::move(done));
    }
    done(Unexpected(RpcError::method_not_found(method)));
}

}  // namespace mcp::server
