// An ordered set of times.
#include "http/server/timers.hpp"

namespace mcp::http {

Timed::~Timed() {
    if (!table_) return;
    const std::lock_guard lock(table_->mutex);
    table_->waiting.erase({at_, this});
}

void Timers::arm(Timed& one, Time at) {
    {
        const std::lock_guard lock(table_->mutex);
        const bool known = table_->waiting.count({one.at_, &one}) != 0;
        if (known && one.at_ <= at) return;
        if (known) table_->waiting.erase({one.at_, &one});
        one.table_ = table_;
        one.was_armed_ = true;
        one.at_ = at;
        const auto place = table_->waiting.emplace(at, &one).first;
        if (place != table_->waiting.begin() || at == Time::max()) return;
    }
    woken_();
}

void Timers::disarm(Timed& one) {
    if (!one.was_armed_) return;
    const std::lock_guard lock(table_->mutex);
    table_->waiting.erase({one.at_, &one});
}

Time Timers::next() const {
    const std::lock_guard lock(table_->mutex);
    return table_->waiting.empty() ? Time::max() : table_->waiting.begin()->first;
}

void Timers::run(Time now) {
    // Only those that are there now: who arms itself for the past is called the next time.
    std::vector<std::shared_ptr<Timed>> due;
    {
        const std::lock_guard lock(table_->mutex);
        while (!table_->waiting.empty() && table_->waiting.begin()->first <= now) {
            // One that is being destroyed waits for the lock, to take itself out.
            if (auto one = table_->waiting.begin()->second->weak_from_this().lock()) {
                due.push_back(std::move(one));
            }
            table_->waiting.erase(table_->waiting.begin());
        }
    }
    for (const auto& one : due) one->due(now);
}

std::vector<std::shared_ptr<Timed>> Timers::all() const {
    std::vector<std::shared_ptr<Timed>> all;
    const std::lock_guard lock(table_->mutex);
    for (const auto& [at, one] : table_->waiting) {
        if (auto alive = one->weak_from_this().lock()) all.push_back(std::move(alive));
    }
    return all;
}

}  // namespace mcp::http
