// mcp::Server: the public face of the core and its sessions.
#include <mcp/server.hpp>

#include "server/access.hpp"
#include "server/core.hpp"
#include "server/sessions.hpp"

#include <algorithm>
#include <utility>

namespace mcp {

struct Server::State {
    State(Implementation info, ServerOptions options)
        : core(std::move(info), std::move(options)), sessions(core) {}
    server::Core core;
    server::Sessions sessions;  // ends before what it serves
};

server::Core& detail::ServerAccess::core(Server& server) { return server.state_->core; }

Server::Server(Implementation info, ServerOptions options)
    : state_(std::make_unique<State>(std::move(info), std::move(options))) {}
Server::~Server() = default;

const Implementation& Server::info() const { return state_->core.info(); }

void Server::add_tool(Tool declaration, detail::ToolHandler handler, bool reads_all) {
    state_->core.add_tool(std::move(declaration), std::move(handler), reads_all);
}
void Server::add_resource(Resource declaration, detail::ResourceHandler reader) {
    state_->core.add_resource(std::move(declaration), std::move(reader));
}
void Server::add_template(ResourceTemplate declaration, detail::ResourceHandler reader) {
    state_->core.add_template(std::move(declaration), std::move(reader));
}
void Server::add_prompt(Prompt declaration, detail::PromptHandler handler,
                        PromptValidator validate) {
    state_->core.add_prompt(std::move(declaration), std::move(handler), std::move(validate));
}
void Server::add_completion(CompletionReference of, std::string argument,
                            detail::CompletionHandler handler) {
    state_->core.add_completion(of, argument, std::move(handler));
}
void Server::add_method(std::string method, Revisions revisions, detail::JsonHandler handler) {
    state_->core.add_method(std::move(method), revisions, std::move(handler));
}
void Server::on_notification(std::string method, std::function<void(const Json& params)> handler) {
    state_->core.add_notification(std::move(method), std::move(handler));
}

bool Server::remove_tool(std::string_view name) { return state_->core.remove_tool(name); }
void Server::begin_task_later(std::string tool) { state_->core.begin_tasks_later(std::move(tool)); }
bool Server::remove_resource(std::string_view uri) { return state_->core.remove_resource(uri); }
bool Server::remove_resource_template(std::string_view uri_template) {
    return state_->core.remove_template(uri_template);
}
bool Server::remove_prompt(std::string_view name) { return state_->core.remove_prompt(name); }
bool Server::remove_method(std::string_view method) { return state_->core.remove_method(method); }

void Server::resource_updated(std::string_view uri) { state_->core.resource_updated(uri); }
void Server::elicitation_completed(std::string_view elicitation_id) {
    state_->core.elicitation_completed(elicitation_id);
}
bool Server::elicitation_belongs(std::string_view elicitation_id,
                                 std::string_view principal) const {
    bool belongs = false;
    state_->core.each_audience([&](server::Audience& audience) {
        belongs = belongs || audience.elicitation_belongs(elicitation_id, principal);
    });
    return belongs;
}
void Server::use(Middleware middleware) { state_->core.use(std::move(middleware)); }
void Server::permit(std::function<bool(const AccessRequest&)> permission) {
    state_->core.permit(std::move(permission));
}
void Server::filter(std::shared_ptr<MessageFilter> filter) {
    state_->core.filter(std::move(filter));
}

void Server::connect(std::unique_ptr<Transport> transport) {
    state_->sessions.start(std::move(transport));
}
void Server::serve(std::unique_ptr<Transport> transport) {
    state_->sessions.run(std::move(transport));
}
void Server::shutdown(std::chrono::milliseconds grace) {
    const auto end = std::chrono::steady_clock::now() + grace;
    state_->core.each_audience([&](server::Audience& audience) {
        const auto left = end - std::chrono::steady_clock::now();
        audience.shut_down(std::chrono::ceil<std::chrono::milliseconds>(
            std::max(left, std::chrono::steady_clock::duration::zero())));
    });
}
std::size_t Server::session_count() const {
    std::size_t count = 0;
    state_->core.each_audience(
        [&](server::Audience& audience) { count += audience.session_count(); });
    return count;
}

std::function<std::string()> Server::fixed(std::string_view text) {
    return [text = std::string(text)] { return text; };
}
std::function<Blob()> Server::fixed(Blob blob) {
    return [blob = std::move(blob)] { return blob; };
}

std::function<std::vector<std::string>(const CompleteRequestParams&)> Server::choices(
    std::vector<std::string> values) {
    return [values = std::move(values)](const CompleteRequestParams& params) {
        std::vector<std::string> fitting;
        for (const std::string& value : values) {
            if (value.rfind(params.argument.value, 0) == 0) fitting.push_back(value);
        }
        return fitting;
    };
}

}  // namespace mcp
