// One server of a host: its client, and the thread that starts it, fetches its lists, and starts it
// again when it has failed. Knows nothing of other servers.
#pragma once

#include "host/backoff.hpp"
#include "host/paced_transport.hpp"
#include "host/passes.hpp"
#include "host/server_part.hpp"
#include "host/usage.hpp"

#include <mcp/client.hpp>
#include <mcp/host_options.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace mcp::host {

/// A wish to hear of a resource: outlives connections.
class HostWatch {
public:
    HostWatch(std::string address, std::function<void(const std::string&)> callback)
        : uri(std::move(address)), changed(std::move(callback)) {}
    const std::string uri;  ///< as the server has it
    const std::function<void(const std::string&)> changed;
};

/// What all servers of a host have in common.
struct Surroundings {
    HostOptions options{};
    Implementation info{};
    std::shared_ptr<Passes> passes{};
    /// A server's part of the catalogue is another one now.
    std::function<void(const CatalogueChange&)> part_changed{};
};

class ManagedServer : public std::enable_shared_from_this<ManagedServer> {
public:
    using Ready = std::function<void(const std::optional<RpcError>& why_not)>;

    ManagedServer(std::shared_ptr<const Surroundings> around, HostServer server, std::string key);
    ~ManagedServer();
    /// Once, when somebody owns it.
    void begin();
    ManagedServer(const ManagedServer&) = delete;
    ManagedServer& operator=(const ManagedServer&) = delete;

    const std::string& name() const { return server_.config.name; }
    const std::string& key() const { return key_; }
    const HostServer& server() const { return server_; }
    /// What was started last, or is being started. Before the first start the name alone: what is
    /// asked for a server needs that it is ready.
    ServerIdentity identity() const;

    /// Calls `ready` when the server can be called, on any thread: at once when it can be already,
    /// or when it is not to be started at the moment. `now`: a pause or a refusal does not count.
    void when_ready(Ready ready, bool now = false);
    /// The same for who may wait.
    Answer<void> wait_until_ready(const std::stop_token& stop = {}, bool now = false);
    /// Ends the server, and waits for it.
    void end();
    /// Lists that may be out of date are fetched again; `done` is called when they are there.
    void refresh(Ready done);
    /// The same where nobody waits, and the server is not started for it.
    void refresh_if_running();

    /// For those who are about to call it: begun before they ask whether it is ready, and kept
    /// until the answer is there.
    std::shared_ptr<void> use() const { return usage_->begin(); }
    Client& client() { return client_; }
    /// Of which kind the tasks are that its tools may become; nothing for none.
    std::optional<Era> task_era() const {
        const TaskKind kind = tasks_;
        if (kind == TaskKind::none) return std::nullopt;
        return kind == TaskKind::modern ? Era::modern : Era::legacy;
    }
    /// Is ready: it has not ended, nor is it being started again.
    bool is_ready() const;
    ServerStatus status() const;
    std::shared_ptr<const ServerPart> part() const;
    /// A tool as it was listed last; null when it is not there any more.
    std::shared_ptr<const ToolDefinition> definition(const CatalogueTool& tool);

    /// On its thread, soon.
    void set_log_level(LoggingLevel level);
    void roots_changed();
    Answer<std::shared_ptr<HostWatch>> watch(std::string uri,
                                             std::function<void(const std::string&)> changed);

private:
    enum class TaskKind : std::uint8_t { none, legacy, modern };
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;

    // server_life.cpp: on the thread of this server
    void run();
    std::optional<RpcError> start_once();
    std::optional<RpcError> prepare();
    std::optional<RpcError> connect();
    void set_up();
    void set_level();
    std::optional<RpcError> may_start();
    void learn_tasks(const Connected& connected);
    void listen();
    std::optional<RpcError> fetch();
    /// False when it is ended because nobody uses it.
    bool tend();
    std::optional<Clock::time_point> end_of_use(const Lock& lock) const;
    void sleep();
    void rest(const RpcError& why, Backoff& backoff, Clock::duration lived);

    // server_questions.cpp
    void hear();
    Answer<CreateMessageResult> sample(const CreateMessageRequestParams& params,
                                       CallContext& context);
    Answer<ElicitResult> fill_in(const ElicitRequestFormParams& form, CallContext& context);
    Answer<ElicitResult> visit(const ElicitRequestURLParams& page, CallContext& context);
    void gate_roots(CallInfo& call, Next next);

    RpcError not_there(const Lock& lock) const;
    void start_thread(const Lock& lock);
    void set_state(Lock& lock, ServerState state, std::string error = {});
    void fail_waiting(Lock& lock, const RpcError& why);
    void tell(const std::vector<Ready>& all, const std::optional<RpcError>& why_not) const;
    bool stale() const;
    void need_look();
    Answer<Subscription> subscribe(const std::shared_ptr<HostWatch>& watch);
    /// Ends what nobody watches any more.
    void drop_watches();
    /// What a callback throws is reported.
    void guard(const std::function<void()>& callback) const;
    void report(std::string_view what) const;

    const std::shared_ptr<const Surroundings> around_;
    const HostServer server_;
    const std::string key_;
    ServerLaunch launch_{};  ///< of its thread alone
    const std::shared_ptr<Usage> usage_ = std::make_shared<Usage>();
    const std::shared_ptr<ProcessView> process_ = std::make_shared<ProcessView>();
    std::atomic<TaskKind> tasks_ = TaskKind::none;  ///< as the last connection had them

    mutable std::mutex mutex_{};
    std::condition_variable changed_{};
    ServerIdentity identity_;
    ServerState state_ = ServerState::idle;
    std::string error_{};
    std::size_t starts_ = 0;
    std::size_t failures_ = 0;
    Clock::time_point next_start_{};
    std::vector<Ready> waiting_{};  ///< for the server to be ready
    std::vector<Ready> looking_{};  ///< for its lists
    bool start_now_ = false;
    bool ending_ = false;
    bool running_ = false;  ///< the thread is there, and has not come to its end
    bool refused_ = false;
    bool asleep_ = false;               ///< was ended because nobody used it; its part is kept
    std::optional<RpcError> closed_{};  ///< the connection has ended
    bool look_ = false;                 ///< the lists may have changed
    bool listen_ = false;               ///< what was listened to has ended
    bool set_level_ = false;            ///< the log's level is to be set
    bool told_ = false;                 ///< the server tells of changes
    Clock::time_point last_look_{};
    std::optional<std::chrono::milliseconds> good_for_{};
    std::stop_source stop_{};
    std::shared_ptr<const ServerPart> part_{};
    /// By address. That is safe because each new part clears this: a tool that comes here after its
    /// part has gone is kept by its call, so it is not where a tool of the new part is.
    std::map<const CatalogueTool*, std::shared_ptr<const ToolDefinition>> definitions_{};
    std::optional<LoggingLevel> log_level_{};
    struct Watched {
        std::weak_ptr<HostWatch> watch{};
        std::optional<Subscription> subscription{};
    };
    std::vector<Watched> watched_{};
    std::optional<Subscription> lists_{};

    /// Held while the client is told, which may call back; never with `mutex_` taken before.
    std::recursive_mutex roots_mutex_{};
    std::vector<Root> roots_{};  ///< what the client has, and the server may be told

    std::mutex end_mutex_{};  ///< one thread ends it
    std::thread thread_{};
    Client client_;  ///< last: its handlers use what is above
};

}  // namespace mcp::host
