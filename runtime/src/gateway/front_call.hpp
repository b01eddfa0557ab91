// One call of a client in front, and the questions that belong to it: they are asked through its
// context, in either era. Since 2026-07-28 a question ends the handler, and the next try of the
// client brings the answer: meanwhile the call is parked. Knows nothing of servers behind.
#pragma once

#include "session/served_call.hpp"

#include <mcp/async.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::gateway {

class FrontCall : public std::enable_shared_from_this<FrontCall> {
public:
    /// Writes the result for the client; called once, with the context of the last try.
    using Write = std::function<Answer<std::string>(Context&)>;
    using Clock = std::chrono::steady_clock;

    /// A try of the client: the first one, or one that brings answers. `done` answers it. False
    /// when another try is under way.
    bool attach(Context& context, Done<std::string> done);
    /// Whether the server behind goes on with the call while the client is asked, or has ended its
    /// part and is asked again with the answers.
    enum class Behind { runs, rests };
    /// Asks the client, after what is asked already. `keep` is for the next try. `answered` is
    /// called on any thread; with an error when the call has ended before.
    void ask(InputRequests questions, Json keep, Done<InputResponses> answered,
             Behind behind = Behind::runs);
    /// The client is being asked, and nothing that the server behind says is of this call.
    bool rests() const;
    /// Whether this try has asked a question of this name.
    bool has_asked(std::string_view name) const;
    /// The outcome of the call.
    void finish(Write write);
    void fail(RpcError error);

    void progress(double done, const std::optional<double>& total, std::string_view message);
    void log(const LoggingLevel& level, const Json& data, std::string_view logger);

    /// Stopped when the client gives the call up, or does not come back with its answers.
    std::stop_token stop_token() const { return stop_.get_token(); }
    void stop() { stop_.request_stop(); }
    /// Since when nobody waits for it; nothing while somebody does.
    std::optional<Clock::time_point> parked() const;
    /// The client has the outcome.
    bool over() const;
    /// Whether both are of one client for certain: questions that may be another's are not asked.
    bool same_client(const FrontCall& other) const;
    bool is_legacy() const { return legacy_; }
    /// Its client has declared tasks, those since 2026-07-28: its outcome may be one.
    bool takes_tasks() const { return takes_tasks_; }
    const std::string& principal() const { return principal_; }
    /// For HostAction: no two calls that are there have the same.
    std::uint64_t caller() const { return reinterpret_cast<std::uintptr_t>(this); }
    /// The one of these calls, all on their way to one server, that what the server says without
    /// naming a call belongs to: null when that cannot be told.
    static std::shared_ptr<FrontCall> meant(const std::vector<std::shared_ptr<FrontCall>>& calls);
    /// There is one client in front only: all calls are its own.
    bool only_client = false;

private:
    struct Asked {
        InputRequests questions{};
        Json keep{};
        Done<InputResponses> answered{};
        Behind behind = Behind::runs;
    };
    void go_on(std::unique_lock<std::mutex> held);
    void answered(Answer<InputResponses> answer);
    /// Puts the question to the client; says whether the try has ended with it.
    bool put(Context& context, const InputRequests& questions, const Json& keep);

    mutable std::mutex mutex_;
    Context* context_ = nullptr;  // of the try under way
    Done<std::string> done_{};    // of the same
    std::optional<std::stop_callback<std::function<void()>>> on_stop_{};
    std::list<Asked> waiting_{};  // the first one is being asked, if `asking_`
    std::set<std::string, std::less<>> names_{};
    bool asking_ = false;
    bool busy_ = false;  // the context is used outside of the lock
    Write result_{};
    bool over_ = false;
    std::optional<Clock::time_point> parked_{};
    std::stop_source stop_{};
    std::shared_ptr<const detail::PeerInfo> peer_{};
    std::string principal_{};
    bool legacy_ = true;
    bool takes_tasks_ = false;
};

using FrontPointer = std::shared_ptr<FrontCall>;

}  // namespace mcp::gateway
