// A host: many servers behind one catalogue. Starts them, keeps them running and apart, routes
// calls by name, and asks for consent before anything leaves. What it asks of its user, and how, is
// the business of <mcp/host_consent.hpp>; what a model does with tools, of <mcp/host_model.hpp>.
#pragma once

#include <mcp/async.hpp>
#include <mcp/host_catalogue.hpp>
#include <mcp/host_config.hpp>
#include <mcp/host_options.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

namespace host {
class Core;  // src/host
class HostAccess;
class HostWatch;
}  // namespace host

/// Changes of a resource are told while this lives, also by a server that was started again.
class [[nodiscard]] HostSubscription {
public:
    HostSubscription() = default;
    explicit HostSubscription(std::shared_ptr<host::HostWatch> watch) : watch_(std::move(watch)) {}

private:
    std::shared_ptr<host::HostWatch> watch_{};
};

/// Thread-safe. Functions that give an Answer wait for it: do not call them in a `Done` or in one
/// of the callbacks that must not wait. Servers are started when they are first needed.
///
/// Each server has a thread and a client of its own. What one does, or fails to do, is never
/// waited for by another.
class Host {
public:
    explicit Host(Implementation info, HostOptions options = {});
    /// Ends all servers.
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    // ---- Servers ----

    /// Fails for a name that is taken or empty, and when there are too many.
    Result<void> add(HostServer server);
    Result<void> add(ServerConfig server);
    /// All servers of a file, and its inputs. Gives what was wrong.
    std::vector<Error> add(const HostConfig& config);
    /// Ends the server, and forgets it. False when there is none of this name.
    bool remove(std::string_view server);

    /// Starts the servers that are eager, and does not wait.
    void start();
    /// Starts a server, also one that waits for its next start, and waits until it is ready.
    Answer<void> start(std::string_view server);
    /// Ends a server until it is started again.
    Answer<void> stop(std::string_view server);
    /// Ends all servers, forgets them, and waits for it: what is called or waited for then fails.
    void stop();

    std::vector<ServerStatus> servers() const;
    std::optional<ServerStatus> server(std::string_view name) const;

    // ---- The catalogue ----

    /// What is known at this moment. Lists that may be out of date are fetched again meanwhile.
    std::shared_ptr<const Catalogue> catalogue() const;
    /// Starts what is not running, fetches what is out of date, and waits for it, for so long. What
    /// has not come by then is left out, and comes with `HostOptions::catalogue_changed`.
    std::shared_ptr<const Catalogue> fetch_catalogue(
        std::chrono::milliseconds wait = std::chrono::seconds(10));

    // ---- Calls, by the names of the catalogue ----

    Answer<CallToolResult> call_tool(std::string name, JsonObject arguments = {});
    Answer<CallToolResult> call_tool(std::string name, JsonObject arguments, CallOptions options);
    /// `done` runs on any thread, also on this one; after the host's end where its user is still
    /// being asked. So does the question for consent: on the thread
    /// of the server where that had to be started first.
    void call_tool_async(std::string name, JsonObject arguments, CallOptions options,
                         Done<CallToolResult> done);

    Answer<GetPromptResult> prompt(std::string name, Map<std::string> arguments = {});
    Answer<GetPromptResult> prompt(std::string name, Map<std::string> arguments,
                                   CallOptions options);
    Answer<ReadResourceResult> read_resource(std::string uri);
    Answer<ReadResourceResult> read_resource(std::string uri, CallOptions options);
    /// The content of a resource that is to be given to a server: asks, where it is not its own.
    Answer<ReadResourceResult> read_resource_for(std::string_view server, std::string uri);
    /// Ways to finish an argument. The name or template in `params` is one of the catalogue.
    Answer<Completion> complete(CompleteRequestParams params);
    Answer<Completion> complete(CompleteRequestParams params, CallOptions options);

    /// Tells of changes of a resource, by its address in the catalogue.
    Answer<HostSubscription> subscribe(std::string uri,
                                       std::function<void(const std::string& uri)> changed);
    /// The least level of log messages; of every server, also of those that start later.
    void set_log_level(LoggingLevel level);
    /// HostOptions::roots gives something else from now on.
    void roots_changed();
    Answer<void> ping(std::string_view server);

private:
    friend class host::HostAccess;  // src/host
    std::shared_ptr<host::Core> core_;
};

}  // namespace mcp
