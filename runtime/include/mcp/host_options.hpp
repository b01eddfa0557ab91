// How a host behaves: how servers are reached, who answers what they ask, how long everything may
// take and how large it may become.
#pragma once

#include <mcp/call_options.hpp>
#include <mcp/client_handlers.hpp>
#include <mcp/client_options.hpp>
#include <mcp/context.hpp>
#include <mcp/host_config.hpp>
#include <mcp/result.hpp>
#include <mcp/rpc.hpp>
#include <mcp/transport.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

class ConsentGate;  // <mcp/host_consent.hpp>

/// One server of a host.
struct HostServer {
    ServerConfig config{};              ///< its `name` at least
    std::vector<ConfigInput> inputs{};  ///< of the file that it comes from
    /// Makes the connection in place of what the configuration says, each time the server is
    /// started. For servers inside of this process, and transports of your own.
    std::function<Result<std::unique_ptr<Transport>>()> connect{};
    /// Started by `Host::start`, and not only when it is needed.
    bool eager = false;
    VersionPolicy versions = VersionPolicy::auto_();
};

enum class ServerState : std::uint8_t {
    idle,      ///< nobody has needed it yet, or for long
    starting,  ///< is connected to, or its lists are fetched
    ready,
    waiting,  ///< has failed, and is started again after a pause
    refused,  ///< nobody allowed it to be started; `Host::start` asks again
    stopped,  ///< by `Host::stop`, or disabled in the configuration
};
std::string_view to_string(ServerState state);

struct ServerStatus {
    std::string name{};
    std::string key{};  ///< what its names in the catalogue begin with
    ServerState state = ServerState::idle;
    std::string error{};  ///< why it is waiting or refused, without secrets
    std::size_t starts = 0;
    std::size_t failures = 0;                 ///< in a row
    std::chrono::milliseconds next_start{0};  ///< from now, while it waits
    int pid = 0;                              ///< of its process
    std::string stderr_text{};                ///< the end of what it wrote there
    std::optional<Connected> connected{};
};

/// Pauses between starts: twice as long each time, and never two servers at the same moment.
struct RestartOptions {
    std::chrono::milliseconds first{500};
    std::chrono::milliseconds longest{5 * 60'000};
    double jitter = 0.5;  ///< a pause is shorter by up to this part of it
    /// A server that has lived so long begins with `first` again.
    std::chrono::milliseconds stable_after{60'000};
};

/// What one server may take up. What is above is left out, and noted in the catalogue.
struct CatalogueLimits {
    std::size_t max_items = 2000;  ///< of each kind
    std::size_t max_pages = 200;
    std::size_t max_item = std::size_t{256} * 1024;        ///< bytes of one definition
    std::size_t max_bytes = std::size_t{8} * 1024 * 1024;  ///< of one list
    std::chrono::milliseconds page_timeout{15'000};        ///< for one page
    std::chrono::milliseconds list_timeout{30'000};        ///< for all lists of a server
    std::chrono::milliseconds least_pause{1000};           ///< between two looks at a server
};

/// What a server may send without being asked, so that its noise takes no processor from others.
struct TrafficLimits {
    double messages_per_second = 1000;  ///< beyond one for each request to it
    double burst = 5000;
    double bytes_per_second = 32.0 * 1024 * 1024;
    double byte_burst = 64.0 * 1024 * 1024;
};

/// Which lists have changed.
struct CatalogueChange {
    bool tools = false;
    bool prompts = false;
    bool resources = false;
    friend bool operator==(const CatalogueChange&, const CatalogueChange&) = default;
};

struct HostOptions {
    /// Asked before anything leaves the host. Without one everything that has to be asked is
    /// refused, even the start of a server.
    std::shared_ptr<ConsentGate> consent{};
    /// Nothing is asked. Only where that is the user's explicit choice.
    bool without_consent = false;

    /// Connects to servers over HTTP: `http_servers()` of <mcp/host_http.hpp>, which needs
    /// Mcpgen::asio. Without it such servers fail.
    std::function<Result<std::unique_ptr<Transport>>(const ServerLaunch& launch)> http{};
    /// Where the values of `${...}` in configurations come from.
    ExpandOptions expand{};
    /// Standard error of programs: kept by default, see ServerStatus::stderr_text.
    ProcessOptions::Stderr stderr_mode = ProcessOptions::Stderr::capture;
    std::chrono::milliseconds process_grace{2000};  ///< see ProcessOptions::grace

    // ---- What servers may ask. Each is told which server asks; what is not set is not offered.
    // Called on threads of that server alone, which may wait there. ----

    std::function<Answer<CreateMessageResult>(const std::string& server,
                                              const CreateMessageRequestParams&, CallContext&)>
        sampling{};
    SamplingSupport sampling_support{};
    std::function<Answer<ElicitResult>(const std::string& server, const ElicitRequestFormParams&,
                                       CallContext&)>
        form{};
    /// Show the address, and open it where the user agrees; nothing else opens it.
    std::function<Answer<ElicitResult>(const std::string& server, const ElicitRequestURLParams&,
                                       CallContext&)>
        page{};
    /// The folders that a server may work in.
    std::function<std::vector<Root>(const std::string& server)> roots{};
    /// The same for hosts that do not know before they are asked; comes before `roots`. Called on
    /// threads of that server alone.
    std::function<Answer<ListRootsResult>(const std::string& server, CallContext&)>
        roots_when_asked{};

    /// Sees every message of a server, on threads of that server alone. May give null.
    std::function<std::shared_ptr<MessageFilter>(const std::string& server)> filter{};

    // ---- What happens. Any thread; must not wait for the host. ----

    std::function<void(const std::string& server, const LoggingMessageNotificationParams&)> log{};
    std::function<void(const CatalogueChange&)> catalogue_changed{};
    std::function<void(const std::string& server, ServerState state)> state_changed{};
    std::function<void(const std::string& server, const std::string& id)> page_completed{};
    /// What goes wrong without a caller to tell.
    std::function<void(const std::string& server, std::string_view what)> report{};

    // ---- Limits ----

    /// For calls without options of their own.
    CallOptions calls{};
    /// For every client: revisions, timeouts, bounds. Its `calls`, `versions`, `cache`,
    /// `server_key` and `report` are set by the host.
    ClientOptions client{};
    RestartOptions restart{};
    CatalogueLimits catalogue{};
    TrafficLimits traffic{};
    LineLimits lines{};
    /// A server that nobody has used for so long is ended, until it is needed again; what it offers
    /// stays in the catalogue. Not while a resource of it is watched. 0: never. For servers that
    /// keep nothing in memory that is to last.
    std::chrono::milliseconds idle_after{0};
    std::size_t max_servers = 1000;
    std::size_t max_waiting_calls = 1000;  ///< for a server that is being started
};

}  // namespace mcp
