// Asking.
#include "host/passes.hpp"

#include <mcp/async.hpp>
#include <mcp/client_call.hpp>

#include <mutex>
#include <utility>

namespace mcp::host {

namespace {

RpcError refusal(const std::string& reason) {
    RpcError error(error_code::rejected_by_user, reason.empty() ? "refused" : reason);
    error.failure = Failure::cancelled;
    return error;
}

/// Withdraws a question when a stop is requested, until there is a verdict.
class Watch {
public:
    using Callback = std::stop_callback<std::function<void()>>;

    /// The callback is made outside of the lock: for a stop that was requested already it runs
    /// here, and the verdict comes with it.
    void begin(const std::stop_token& stop, std::function<void()> withdraw) {
        auto callback = std::make_unique<Callback>(stop, std::move(withdraw));
        const std::lock_guard lock(mutex_);
        if (!ended_) callback_.swap(callback);
    }
    void end() {
        std::unique_ptr<Callback> last;  // ends outside of the lock: it may wait
        const std::lock_guard lock(mutex_);
        ended_ = true;
        last.swap(callback_);
    }

private:
    std::mutex mutex_{};
    bool ended_ = false;
    std::unique_ptr<Callback> callback_{};
};

}  // namespace

Passes::Passes(const HostOptions& options) {
    if (options.without_consent) return;
    gate_ = options.consent ? options.consent : std::make_shared<ConsentGate>(ConsentOptions{});
}

void Passes::ask(HostAction action, const std::stop_token& stop, Then then) {
    // This object may end with what `then` ends, so the gate is kept.
    const std::shared_ptr<ConsentGate> gate = gate_;
    if (!gate) return then(std::make_shared<const HostAction>(std::move(action)));
    const auto watch = std::make_shared<Watch>();
    const std::uint64_t check = gate->check(
        std::move(action), [watch, then = std::move(then)](const ConsentVerdict& verdict) {
            watch->end();
            if (!verdict.allowed || !verdict.action) {
                return then(Unexpected(refusal(verdict.reason)));
            }
            then(verdict.action);
        });
    if (stop.stop_possible()) watch->begin(stop, [gate, check] { gate->withdraw(check); });
}

Passes::Verdict Passes::ask(HostAction action, const std::stop_token& stop) {
    const auto slot = std::make_shared<detail::Slot<std::shared_ptr<const HostAction>>>();
    ask(std::move(action), stop, [slot](Verdict verdict) { slot->put(std::move(verdict)); });
    return slot->wait();
}

void Passes::set_catalogue(const std::vector<KnownTool>& tools) {
    if (gate_) gate_->set_catalogue(tools);
}

}  // namespace mcp::host
