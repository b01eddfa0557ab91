// Answering once, progress that grows, log messages that are not too many.
#include "session/call.hpp"

#include "rpc/envelope.hpp"
#include "rpc/meta_keys.hpp"
#include "session/task_manager.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <cmath>
#include <exception>
#include <utility>

namespace mcp::session {

namespace {

void name_task(std::optional<NotificationMetaObject>& meta, const std::string& task_id) {
    if (!task_id.empty()) meta.emplace().extras.set(meta_keys::related_task, related_task(task_id));
}

/// What this thread is inside of serving.
constinit thread_local const Call* served_here = nullptr;

}  // namespace

Call::Serving::Serving(const Call& call) : outer_(std::exchange(served_here, &call)) {}
Call::Serving::~Serving() { served_here = outer_; }

[[gnu::hot]] void Call::set_params(const rpc::Envelope& message) {
    if (!message.params) return;
    set_params(*message.params);  // forgets the members of others
    if (message.param_list) param_list.copy(*message.param_list, params_.view().data());
}

[[gnu::hot]] std::optional<JsonView> Call::params() const {
    if (params_.view().empty()) return std::nullopt;
    return detail::JsonAccess::view(params_.view());
}

[[gnu::hot]] Done<std::string> Call::reply(std::shared_ptr<Call> self) {
    reply_.kept = std::move(self);
    reply_.exceptions = std::uncaught_exceptions();
    return Done<std::string>(reply_);
}

[[gnu::hot]] void Call::Reply::call(Answer<std::string>&& answer) {
    // When serving throws, the `Done` that it was given reports a lost answer on its way out. What
    // was thrown says more.
    if (!answer && served_here == &call_ && std::uncaught_exceptions() > exceptions) return;
    kept->finish(std::move(answer));
}

[[gnu::hot]] void Call::started() {
    Tracer* tracer = channel_->core.tracer();
    if (!tracer) return;
    started_ = channel_->clock.now();
    tracer->started({method, id.text(), revision, principal, &meta});
}

[[gnu::hot]] void Call::finish(Answer<std::string>&& answer) {
    if (answered_.load(std::memory_order_acquire)) return;
    RequestEnd end;
    // Made outside of the lock: it may ask the core.
    std::string message = given_up() ? std::string() : message_for(std::move(answer), end);
    {
        const Channel::Lock held = channel_->lock();
        if (!take_answer_locked()) return;
        // A request that was cancelled is no longer in the table: nothing is sent then.
        const bool waited_for = channel_->remove_locked(*this);
        if (waited_for && !given_up() && !channel_->closed_locked()) {
            channel_->send_locked(std::move(message), id);
        } else {
            end.outcome = Outcome::cancelled;
        }
    }
    ended(end);
}

bool Call::end_once() {
    const Channel::Lock held = channel_->lock();
    return take_answer_locked();
}

[[gnu::hot]] bool Call::take_answer_locked() {
    if (answered_.load(std::memory_order_relaxed)) return false;
    answered_.store(true, std::memory_order_release);
    return true;
}

bool Call::answer_early(std::string message) {
    const Channel::Lock held = channel_->lock();
    if (!open_locked()) return false;
    take_answer_locked();
    channel_->remove_locked(*this);
    channel_->send_locked(std::move(message), id);
    return true;
}

[[gnu::hot]] void Call::ended(RequestEnd end) {
    Tracer* tracer = channel_->core.tracer();
    if (!tracer) return;
    end.duration = channel_->clock.now() - started_;
    tracer->ended({method, id.text(), revision, principal, &meta}, end);
}

void Call::progress(double done, std::optional<double> total, std::string_view message) {
    if (!meta.progressToken || !std::isfinite(done)) return;
    if (total && !std::isfinite(*total)) total.reset();
    const Channel::Lock held = channel_->lock();
    if (!open_locked() || (has_progress_ && done <= progress_)) return;
    if (!channel_->progress_rate.allow(channel_->clock.now())) return;
    ProgressNotificationParams params;
    params.progress = done;
    params.progressToken = *meta.progressToken;
    params.total = total;
    if (!message.empty()) params.message = std::string(message);
    name_task(params.meta, task_id);
    const auto text = encode(params, revision);
    if (!text) return;
    has_progress_ = true;
    progress_ = done;
    channel_->send_locked(rpc::notification_text(ProgressNotification::name, *text), stream());
}

void Call::send_log(LoggingLevel level, Json data, std::string_view logger) {
    LoggingMessageNotificationParams params;
    params.level = std::move(level);
    params.data = std::move(data);
    if (!logger.empty()) params.logger = std::string(logger);
    name_task(params.meta, task_id);
    const auto text = encode(params, revision);
    if (!text) return;
    const Channel::Lock held = channel_->lock();
    if (!open_locked() || !channel_->log_rate.allow(channel_->clock.now())) return;
    channel_->send_locked(rpc::notification_text(LoggingMessageNotification::name, *text),
                          stream());
}

}  // namespace mcp::session
