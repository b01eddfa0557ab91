// The host that users see: servers and the catalogue. Calls of tools are in tool_calls.cpp, other
// calls in host_calls.cpp.
#include <mcp/host.hpp>

#include "host/core.hpp"
#include "host/names.hpp"

#include <mcp/client_call.hpp>

#include <condition_variable>
#include <mutex>
#include <utility>

namespace mcp {

std::string_view to_string(ServerState state) {
    switch (state) {
        case ServerState::idle: return "idle";
        case ServerState::starting: return "starting";
        case ServerState::ready: return "ready";
        case ServerState::waiting: return "waiting";
        case ServerState::refused: return "refused";
        case ServerState::stopped: return "stopped";
    }
    return "unknown";
}

Host::Host(Implementation info, HostOptions options)
    : core_(std::make_shared<host::Core>(std::move(info), std::move(options))) {
    core_->begin();
}

Host::~Host() { core_->end(); }

Result<void> Host::add(HostServer server) { return core_->add(std::move(server)); }

Result<void> Host::add(ServerConfig server) {
    return core_->add(HostServer{.config = std::move(server)});
}

std::vector<Error> Host::add(const HostConfig& config) {
    std::vector<Error> wrong;
    for (const ConfigProblem& problem : config.problems) wrong.push_back({problem.message()});
    for (const ServerConfig& server : config.servers) {
        const auto added = core_->add(HostServer{.config = server, .inputs = config.inputs});
        if (!added)
            wrong.push_back({server.file + ": " + server.pointer + ": " + added.error().message});
    }
    return wrong;
}

bool Host::remove(std::string_view server) { return core_->remove(server); }

void Host::start() {
    for (const host::ServerPtr& server : core_->servers()) {
        if (server->server().eager) server->when_ready([](const std::optional<RpcError>&) {});
    }
}

namespace {
RpcError no_such_server(std::string_view name) {
    return {Failure::invalid_argument, "there is no server " + std::string(name)};
}
}  // namespace

Answer<void> Host::start(std::string_view name) {
    const host::ServerPtr server = core_->by_name(name);
    if (!server) return Unexpected(no_such_server(name));
    return server->wait_until_ready({}, true);
}

Answer<void> Host::stop(std::string_view name) {
    const host::ServerPtr server = core_->by_name(name);
    if (!server) return Unexpected(no_such_server(name));
    server->end();
    return {};
}

void Host::stop() { core_->end(); }

std::vector<ServerStatus> Host::servers() const {
    std::vector<ServerStatus> all;
    for (const host::ServerPtr& server : core_->servers()) all.push_back(server->status());
    return all;
}

std::optional<ServerStatus> Host::server(std::string_view name) const {
    const host::ServerPtr server = core_->by_name(name);
    return server ? std::optional(server->status()) : std::nullopt;
}

std::shared_ptr<const Catalogue> Host::catalogue() const {
    for (const host::ServerPtr& server : core_->servers()) server->refresh_if_running();
    return core_->catalogue();
}

std::shared_ptr<const Catalogue> Host::fetch_catalogue(std::chrono::milliseconds wait) {
    struct Count {
        std::mutex mutex;
        std::condition_variable none;
        std::size_t missing = 0;
    };
    const auto deadline = std::chrono::steady_clock::now() + wait;
    const std::vector<host::ServerPtr> servers = core_->servers();
    const auto count = std::make_shared<Count>();
    count->missing = servers.size();
    for (const host::ServerPtr& server : servers) {
        server->refresh([count](const std::optional<RpcError>&) {
            const std::lock_guard lock(count->mutex);
            if (--count->missing == 0) count->none.notify_all();
        });
    }
    std::unique_lock lock(count->mutex);
    count->none.wait_until(lock, deadline, [&] { return count->missing == 0; });
    lock.unlock();
    return core_->catalogue();
}

Answer<CallToolResult> Host::call_tool(std::string name, JsonObject arguments) {
    return call_tool(std::move(name), std::move(arguments), core_->options().calls);
}

Answer<CallToolResult> Host::call_tool(std::string name, JsonObject arguments,
                                       CallOptions options) {
    // Here and not on the thread of the server, which has its lists to look after while a user is
    // asked.
    if (const auto server = core_->by_key(host::key_of_name(name))) {
        (void)server->wait_until_ready(options.stop);
    }
    const auto slot = std::make_shared<detail::Slot<CallToolResult>>();
    call_tool_async(std::move(name), std::move(arguments), std::move(options),
                    [slot](Answer<CallToolResult> answer) { slot->put(std::move(answer)); });
    return slot->wait();
}

void Host::call_tool_async(std::string name, JsonObject arguments, CallOptions options,
                           Done<CallToolResult> done) {
    core_->call_tool(std::move(name), std::move(arguments), std::move(options), std::move(done));
}

void Host::set_log_level(LoggingLevel level) {
    for (const host::ServerPtr& server : core_->servers()) server->set_log_level(level);
}

void Host::roots_changed() {
    for (const host::ServerPtr& server : core_->servers()) server->roots_changed();
}

}  // namespace mcp
