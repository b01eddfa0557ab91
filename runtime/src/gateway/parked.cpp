// Keeping them, coming back to them, and the end of waiting.
#include "gateway/parked.hpp"

#include <mcp/seal.hpp>

#include <iterator>
#include <utility>

namespace mcp::gateway {

std::optional<Json> ParkedCalls::keep(const FrontPointer& call) {
    if (call->is_legacy()) return Json();
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [token, one] : calls_) {
            if (one == call) return Json::object({{"call", token}});
        }
        std::erase_if(calls_, [](const auto& one) { return one.second->over(); });
        if (calls_.size() < most_) {
            std::string token = random_token();
            calls_.emplace(token, call);
            return Json::object({{"call", std::move(token)}});
        }
    }
    call->fail({error_code::internal_error,
                "too many calls wait for answers of their clients; try later"});
    crew_.post([call] { call->stop(); });
    return std::nullopt;
}

void ParkedCalls::resume(const std::string& token, Context& context, Done<std::string> done) {
    FrontPointer call;
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = calls_.find(token); found != calls_.end()) call = found->second;
    }
    if (!call || call->over()) {
        return done(Unexpected(RpcError::invalid_params(
            "params.requestState: the call that asked is over; make it anew")));
    }
    // When another try is under way this one is answered with an error: `done` is dropped.
    (void)call->attach(context, std::move(done));
}

void ParkedCalls::sweep(std::chrono::milliseconds longest) {
    const auto now = FrontCall::Clock::now();
    const std::lock_guard lock(mutex_);
    for (auto call = calls_.begin(); call != calls_.end();) {
        const auto since = call->second->parked();
        const bool over = call->second->over() || (since && now - *since > longest);
        if (over) crew_.post([front = call->second] { front->stop(); });
        call = over ? calls_.erase(call) : std::next(call);
    }
}

void ParkedCalls::clear() {
    std::map<std::string, FrontPointer> calls;
    const std::lock_guard lock(mutex_);
    calls.swap(calls_);
}

}  // namespace mcp::gateway
