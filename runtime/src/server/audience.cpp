// Who hears of changes, and telling them.
#include "server/core.hpp"

#include <algorithm>
#include <functional>
#include <mutex>

namespace mcp::server {

void Core::join(Audience& audience) {
    const std::lock_guard lock(audience_mutex_);
    audiences_.push_back({&audience});
}

void Core::leave(Audience& audience) {
    std::unique_lock lock(audience_mutex_);
    const auto found =
        std::find_if(audiences_.begin(), audiences_.end(),
                     [&](const Listening& each) { return each.audience == &audience; });
    if (found == audiences_.end()) return;
    audience_left_.wait(lock, [&] { return found->inside == 0; });
    audiences_.erase(found);
}

void Core::each_audience(const std::function<void(Audience&)>& call) const {
    std::unique_lock lock(audience_mutex_);
    for (const Listening& each : audiences_) {
        ++each.inside;  // it stays in the list meanwhile
        lock.unlock();
        call(*each.audience);
        lock.lock();
        --each.inside;
        audience_left_.notify_all();
    }
}

void Core::changed(session::ListKind kind, std::string_view place) {
    if (!options_.list_changes) return;
    each_audience([&](Audience& audience) { audience.list_changed(kind, place); });
}

void Core::resource_updated(std::string_view uri, std::string_view place) {
    each_audience([&](Audience& audience) { audience.resource_updated(uri, place); });
}

void Core::elicitation_completed(std::string_view id, std::string_view place) {
    each_audience([&](Audience& audience) { audience.elicitation_completed(id, place); });
}

}  // namespace mcp::server
