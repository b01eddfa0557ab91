// Calls by id, and their deadlines in order of time.
#include "rpc/pending_calls.hpp"

#include <algorithm>

namespace mcp::rpc {
namespace {

constexpr auto forever = Time::max();

Time deadline_of(const PendingCall& call, Time now) {
    return std::min(after(now, call.options.timeout), after(call.sent, call.options.max_total));
}

}  // namespace

Time after(Time from, std::chrono::milliseconds wait) {
    if (wait <= std::chrono::milliseconds::zero()) return from;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(forever - from);
    return wait >= left ? forever : from + wait;
}

void PendingCalls::add(PendingCall call, Time now) {
    if (auto old = take(call.id)) {
        old->done(Unexpected(RpcError(Failure::cancelled, "the id was used again")));
    }
    call.sent = now;
    call.deadline = deadline_of(call, now);
    deadlines_.emplace(call.deadline, call.id);
    MessageId id = call.id;
    calls_.emplace(std::move(id), Entry{std::move(call)});
}

std::optional<PendingCall> PendingCalls::take(const MessageId& id) {
    const auto found = calls_.find(id);
    if (found == calls_.end()) return std::nullopt;
    forget_deadline(found->second);
    PendingCall call = std::move(found->second.call);
    calls_.erase(found);
    return call;
}

const PendingCall* PendingCalls::progress(const MessageId& token, double done, Time now) {
    const auto found = calls_.find(token);
    if (found == calls_.end()) return nullptr;
    Entry& entry = found->second;
    if (entry.has_progress && !(done > entry.progress)) return nullptr;
    entry.has_progress = true;
    entry.progress = done;
    if (entry.call.options.progress_resets_timeout) {
        forget_deadline(entry);
        entry.call.deadline = deadline_of(entry.call, now);
        deadlines_.emplace(entry.call.deadline, token);
    }
    return &entry.call;
}

Time PendingCalls::next_deadline() const {
    return deadlines_.empty() ? forever : deadlines_.begin()->first;
}

std::vector<PendingCall> PendingCalls::take_expired(Time now) {
    std::vector<PendingCall> expired;
    while (!deadlines_.empty() && deadlines_.begin()->first <= now &&
           deadlines_.begin()->first != forever) {
        const MessageId id = deadlines_.begin()->second;
        if (auto call = take(id)) expired.push_back(*std::move(call));
    }
    return expired;
}

std::vector<PendingCall> PendingCalls::take_all() {
    std::vector<PendingCall> all;
    all.reserve(calls_.size());
    for (auto& [id, entry] : calls_) all.push_back(std::move(entry.call));
    calls_.clear();
    deadlines_.clear();
    // In the order in which they were sent, for who reads a log.
    std::stable_sort(all.begin(), all.end(),
                     [](const PendingCall& a, const PendingCall& b) { return a.sent < b.sent; });
    return all;
}

void PendingCalls::forget_deadline(const Entry& entry) {
    const auto [begin, end] = deadlines_.equal_range(entry.call.deadline);
    // The last added of one time is the likeliest to go: the search ends soon either way.
    for (auto it = begin; it != end; ++it) {
        if (it->second == entry.call.id) {
            deadlines_.erase(it);
            return;
        }
    }
}

}  // namespace mcp::rpc
