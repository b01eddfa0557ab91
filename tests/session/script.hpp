// Conversations with a server's session as scripts: what the client sends, what it must get, what
// time it is, and where the connection breaks. No I/O, no threads, no waiting.
#pragma once

#include "session/served_call.hpp"
#include "session/server_session.hpp"
#include "session/task_manager.hpp"
#include "session/used_tokens.hpp"

#include <mcp/context.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace script {

using namespace mcp;
using mcp::session::ListKind;

class FakeClock final : public session::Clock {
public:
    session::Time now() const override { return now_; }
    Sealer::Time wall() const override { return wall_; }
    void advance(std::chrono::milliseconds time) {
        now_ += time;
        wall_ += time;
    }

private:
    session::Time now_{std::chrono::hours(1)};
    Sealer::Time wall_ = Sealer::Time(std::chrono::hours(24 * 365 * 56));
};

struct Sent {
    std::string text;
    MessageId related_to;
};

class FakeOutbox final : public session::Outbox {
public:
    void send(std::string_view message, const MessageId& related_to) override {
        const std::lock_guard held(mutex);
        sent.push_back({std::string(message), related_to});
        came.notify_all();
    }
    void ended(const MessageId& request) override { ended_requests.push_back(request); }
    void wake() override { ++wakes; }

    bool empty() const {
        const std::lock_guard held(mutex);
        return sent.empty();
    }
    /// Under the lock while workers send.
    std::deque<Sent> sent{};
    mutable std::mutex mutex{};
    std::condition_variable came{};
    std::vector<MessageId> ended_requests{};
    int wakes = 0;
};

/// A server with a few features, each of them a function.
class FakeCore final : public session::ServerCore {
public:
    using Handler = std::function<void(std::optional<JsonView>, Context&, Done<std::string>)>;
    FakeCore();

    const Implementation& info() const override { return info_; }
    std::optional<std::string> instructions() const override { return instructions_; }
    Revisions revisions() const override { return served; }
    ServerCapabilities capabilities() const override { return offers_; }
    const session::SessionSettings& settings() const override { return limits; }
    run::Crew& crew() override { return *crew_; }
    const Sealer& sealer() const override { return sealer_; }
    std::int64_t ttl_ms() const override { return 600'000; }
    CacheScope cache_scope() const override { return CacheScopeTag::public_; }
    bool offers(std::string_view method) const override { return handlers.count(method) != 0; }
    bool quick(detail::ServedCall&, std::optional<JsonView>, bool) const override {
        return inline_calls;
    }
    void serve(std::string_view method, std::optional<JsonView> params, Context& context,
               Done<std::string> done) override;
    void notified(std::string_view method, std::optional<JsonView> params) override;
    std::optional<RpcError> refuse_subscription(std::string_view uri,
                                                std::string_view principal) override;
    session::TaskManager* tasks() override { return task_manager.get(); }
    bool task_begins_later(std::string_view tool) const override {
        return late_tasks.count(tool) != 0;
    }
    ToolExecutionTaskSupportTag task_support(std::string_view tool) const override;
    session::UsedTokens* used_states() override { return used.get(); }
    Tracer* tracer() override { return tracer_; }
    std::vector<std::shared_ptr<MessageFilter>> filters() override { return filters_; }
    void report(std::string_view what) const override { reports.emplace_back(what); }

    /// `tools/call` of this name.
    void tool(std::string name, Handler handler) { tools[std::move(name)] = std::move(handler); }
    bool reported(std::string_view part) const;

    Implementation info_{};
    std::optional<std::string> instructions_{};
    ServerCapabilities offers_{};
    session::SessionSettings limits{};
    Revisions served = all_revisions;
    bool inline_calls = true;
    Tracer* tracer_ = nullptr;
    std::vector<std::shared_ptr<MessageFilter>> filters_{};
    std::map<std::string, Handler, std::less<>> handlers{};
    std::map<std::string, Handler, std::less<>> tools{};
    mutable std::vector<std::string> reports{};
    std::vector<std::pair<std::string, std::string>> notes{};
    std::set<std::string, std::less<>> unknown_uris{};
    std::atomic<int> served_calls = 0;
    std::unique_ptr<session::UsedTokens> used{};
    std::shared_ptr<session::TaskManager> task_manager{};
    std::set<std::string, std::less<>> late_tasks{};
    std::map<std::string, ToolExecutionTaskSupportTag, std::less<>> task_tools{};

private:
    Sealer sealer_{};
    std::unique_ptr<run::Crew> crew_;
};

/// What a tool gives: one text block.
std::string text_result(std::string_view text);
/// Asks for the user's input and reads it, all without a thread: calls back with the outcome.
void ask_later(Context& context, InputRequests questions, Done<InputResponses> done);
InputRequests form_question(std::string_view key, std::string_view field = "name");

/// What ends a script at the step where the connection breaks.
struct Broken {};

class Script {
public:
    explicit Script(std::string principal = {});
    ~Script();

    FakeCore core{};
    FakeClock clock{};

    /// The client sends this. `$name` in it stands for what an `expect_send` has caught.
    Script& receive(std::string text);
    Script& receive_oversize(std::string_view beginning);
    /// The next message must be this one. Strings in the pattern: `$any` fits everything, `$name`
    /// catches the value. A member `"...": true` allows members that are not listed.
    Script& expect_send(std::string_view pattern);
    /// Nothing (more) has been sent.
    Script& expect_nothing();
    /// As `expect_send`, for what a worker sends: waits until it is there.
    Script& await_send(std::string_view pattern);
    /// Time goes by, and deadlines come.
    Script& advance(std::chrono::milliseconds time);
    /// The connection ends.
    Script& fail_here(std::string why = "broken pipe");

    /// The usual beginning: initialize and initialized, at that revision.
    Script& legacy(std::string_view revision, std::string_view capabilities = "{}");
    /// Params with the `_meta` of a modern request: `members` are more members of params.
    static std::string modern(std::string_view id, std::string_view method,
                              std::string_view members = "", std::string_view capabilities = "{}",
                              std::string_view meta = "");
    static std::string call(std::string_view id, std::string_view tool, std::string_view more = "");

    session::ServerSession& session();
    FakeOutbox& outbox() { return *outbox_; }
    const Json& caught(const std::string& name) { return caught_[name]; }
    /// What the last matched message belongs to.
    MessageId last_related{};

    int steps = 0;
    int break_at = -1;  ///< the step before which the connection ends

private:
    void step();
    bool matches(JsonView pattern, JsonView value);
    std::shared_ptr<FakeOutbox> outbox_ = std::make_shared<FakeOutbox>();
    std::shared_ptr<session::ServerSession> session_{};
    std::string principal_;
    std::map<std::string, Json> caught_{};
};

/// Runs the conversation as it is, and then once for each of its steps with the connection broken
/// there: nothing may be left, hang, or be sent after the end.
void with_every_failure(const std::function<void(Script&)>& conversation);

}  // namespace script
