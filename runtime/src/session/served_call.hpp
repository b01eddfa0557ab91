// One request under way on the side that serves it: what a Context shows of it, and what it asks of
// the session. Each kind of session has its own.
#pragma once

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mcp::detail {

/// Who is at the other end. Shared by the requests of a legacy session.
struct PeerInfo {
    std::optional<Implementation> implementation{};
    ClientCapabilities client_capabilities{};
    bool lasting = false;  ///< shared by all requests of a session, as long as that lives
};

/// What leaves a handler when an answer is not there yet (modern). No std::exception, so that
/// handlers do not take it for an error of theirs. The session knows what was asked for even when a
/// handler swallows it.
struct InputNeeded {};

/// A std::stop_source that is made when somebody asks for its token: most handlers do not.
class StopSwitch {
public:
    bool stop_requested() const noexcept { return requested_.load(std::memory_order_acquire); }
    /// What watches the token runs here.
    void request_stop() {
        const std::stop_source source = [this] {
            const std::lock_guard held(mutex_);
            requested_.store(true, std::memory_order_release);
            return source_;
        }();
        source.request_stop();
    }
    std::stop_token get_token() {
        const std::lock_guard held(mutex_);
        if (!source_.stop_possible()) {
            source_ = std::stop_source();
            if (stop_requested()) source_.request_stop();  // nobody watches it yet
        }
        return source_.get_token();
    }

private:
    std::mutex mutex_{};
    std::atomic<bool> requested_ = false;
    std::stop_source source_{std::nostopstate};
};

class ServedCall {
public:
    virtual ~ServedCall() = default;

    Context& context() { return context_; }
    /// The call behind what a handler sees of it.
    static ServedCall& of(CallContext& context) { return *context.call_; }

    std::string method{};
    MessageId id{};
    Revision revision{};
    RequestMetaObject meta{};
    std::shared_ptr<const PeerInfo> peer{};
    std::string principal{};
    std::shared_ptr<const Grant> grant{};
    StopSwitch stop{};
    /// What ServerCore::quick has found for this call, so that `serve` need not look again; the
    /// core's own business.
    std::shared_ptr<const void> found{};
    /// What goes into `_meta` of the result as the server's name; null for nothing. The core writes
    /// it, since it writes the result.
    const Implementation* server_info = nullptr;
    /// The same, written at the revision of the call; empty where nobody has written it yet.
    std::string_view server_info_text{};
    /// The handler was left because the client has to answer something first: whatever it gives now
    /// is not sent.
    std::atomic<bool> left_for_input = false;

    virtual void progress(double done, std::optional<double> total, std::string_view message) = 0;
    virtual void log(LoggingLevel level, Json data, std::string_view logger) = 0;
    /// The answers, or throws RpcError or InputNeeded.
    virtual InputResponses ask(InputRequests questions) = 0;
    /// `done` may be called at once, and on any thread.
    virtual void ask_later(InputRequests questions, Done<InputResponses> done) = 0;
    /// The key of the next question that has none.
    std::string next_key() { return "input_" + std::to_string(++questions_); }
    virtual std::optional<Json> kept() const = 0;
    virtual void keep(Json state) = 0;
    /// Throws.
    virtual void try_again() = 0;
    /// Makes the call a task, if that can be; says whether it is one.
    virtual bool continue_as_task() { return false; }

protected:
    ServedCall() : context_(*this) {}

private:
    Context context_;
    unsigned questions_ = 0;
};

}  // namespace mcp::detail
