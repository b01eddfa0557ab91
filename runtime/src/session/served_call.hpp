// One request under way on the side that serves it: what a Context shows of it, and what it asks of
// the session. Each kind of session has its own.
#pragma once

#include "rpc/member_list.hpp"

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

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

/// The questions of one result, which a handler may want to pass on together. Thread-safe.
class QuestionRound {
public:
    explicit QuestionRound(std::size_t questions) : left_(questions) {}
    /// One of them will be answered together with others; `all_there` runs when no other one is to
    /// be waited for, on the thread that comes last.
    void join(std::function<void()> all_there) { leave(std::move(all_there)); }
    /// One of them was answered by itself.
    void pass() { leave(nullptr); }

private:
    void leave(std::function<void()> all_there) {
        std::function<void()> last;
        {
            const std::lock_guard lock(mutex_);
            if (all_there) all_there_ = std::move(all_there);
            if (left_ > 0 && --left_ == 0) last = std::move(all_there_);
        }
        if (last) last();
    }
    std::mutex mutex_{};
    std::size_t left_;
    std::function<void()> all_there_{};
};

class ServedCall {
public:
    [[gnu::hot]] virtual ~ServedCall() = default;

    Context& context() { return context_; }
    /// The call behind what a handler sees of it.
    static ServedCall& of(CallContext& context) { return *context.call_; }

    std::string method{};
    MessageId id{};
    Revision revision{};
    RequestMetaObject meta{};
    rpc::MemberList param_list;  ///< of the params that the request came with
    const std::shared_ptr<const PeerInfo>& peer() const { return *peer_; }
    void set_peer(std::shared_ptr<const PeerInfo> own) {
        own_peer_ = std::move(own);
        peer_ = &own_peer_;
    }
    /// One that is there for as long as the call, at the same place.
    void use_peer(const std::shared_ptr<const PeerInfo>* lasting) { peer_ = lasting; }
    std::string principal{};
    std::shared_ptr<const Grant> grant{};
    StopSwitch stop{};
    /// Of a question in a result: its key there, the others, and what stops the call that has this
    /// result. Null for a request.
    std::string question_key{};
    std::shared_ptr<QuestionRound> question_round{};
    std::stop_token of_call{};
    std::atomic<bool> joined = false;  ///< it has joined the round
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
    std::shared_ptr<const PeerInfo> own_peer_{};
    const std::shared_ptr<const PeerInfo>* peer_ = &own_peer_;
    unsigned questions_ = 0;
};

}  // namespace mcp::detail
