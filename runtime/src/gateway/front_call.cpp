// Tries, questions, the outcome.
//
//   attach -> (under way) --question--> asked --answer--> (under way) --finish--> answered
//                                        | since 2026-07-28: the try ends
//                                        v
//                                      parked --attach--> asked again, the answer is there
#include "gateway/front_call.hpp"

#include "session/task_names.hpp"

#include <utility>

namespace mcp::gateway {

bool FrontCall::attach(Context& context, Done<std::string> done) {
    auto& call = detail::ServedCall::of(context);
    {
        const std::lock_guard lock(mutex_);
        if (context_ || over_) return false;
        context_ = &context;
        done_ = std::move(done);
        if (!peer_) {  // of the first try: what is read without the lock never changes
            peer_ = call.peer();
            principal_ = call.principal;
            legacy_ = call.revision < r2026_07_28;
            takes_tasks_ = !legacy_ && session::speaks_tasks(call.peer()->client_capabilities);
        }
        parked_.reset();
        busy_ = true;
    }
    // Outside of the lock: it runs at once when the call is given up already.
    on_stop_.emplace(call.stop.get_token(), [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->stop();
    });
    std::unique_lock lock(mutex_);
    busy_ = false;
    go_on(std::move(lock));
    return true;
}

bool FrontCall::same_client(const FrontCall& other) const {
    return this == &other || (only_client && other.only_client) || peer_ == other.peer_;
}

std::shared_ptr<FrontCall> FrontCall::meant(const std::vector<std::shared_ptr<FrontCall>>& calls) {
    std::shared_ptr<FrontCall> youngest;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
        if ((*call)->rests()) continue;
        if (!youngest) youngest = *call;
        if (!(*call)->same_client(*youngest)) return nullptr;
    }
    return youngest;
}

void FrontCall::ask(InputRequests questions, Json keep, Done<InputResponses> answered,
                    Behind behind) {
    std::unique_lock lock(mutex_);
    for (const auto& one : questions) names_.insert(one.name);
    waiting_.push_back({std::move(questions), std::move(keep), std::move(answered), behind});
    go_on(std::move(lock));
}

bool FrontCall::has_asked(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    return names_.contains(name);
}

void FrontCall::finish(Write write) {
    std::unique_lock lock(mutex_);
    if (result_ || over_) return;
    result_ = std::move(write);
    go_on(std::move(lock));
}

void FrontCall::fail(RpcError error) {
    finish(
        [error = std::move(error)](Context&) -> Answer<std::string> { return Unexpected(error); });
}

void FrontCall::progress(double done, const std::optional<double>& total,
                         std::string_view message) {
    const std::lock_guard lock(mutex_);
    if (context_) context_->progress(done, total, message);
}

void FrontCall::log(const LoggingLevel& level, const Json& data, std::string_view logger) {
    const std::lock_guard lock(mutex_);
    if (context_) detail::ServedCall::of(*context_).log(level, data, logger);
}

std::optional<FrontCall::Clock::time_point> FrontCall::parked() const {
    const std::lock_guard lock(mutex_);
    return parked_;
}

bool FrontCall::rests() const {
    const std::lock_guard lock(mutex_);
    return !waiting_.empty() && waiting_.front().behind == Behind::rests;
}

bool FrontCall::over() const {
    const std::lock_guard lock(mutex_);
    return over_;
}

void FrontCall::go_on(std::unique_lock<std::mutex> held) {
    const auto self = shared_from_this();
    std::unique_lock lock = std::move(held);  // let go of before `self`
    while (true) {
        if (!context_ && (result_ || over_)) {  // nobody needs the answers any more
            const auto unanswered = std::exchange(waiting_, {});
            lock.unlock();
            return;
        }
        if (!context_ || busy_) return;
        if (result_) {
            Context& context = *std::exchange(context_, nullptr);
            Done<std::string> done = std::move(done_);
            const Write write = std::move(result_);
            over_ = true;
            const auto unanswered = std::exchange(waiting_, {});  // fail with the call
            lock.unlock();
            on_stop_.reset();
            return done(write(context));
        }
        if (asking_ || waiting_.empty()) return;
        asking_ = true;
        busy_ = true;
        Context& context = *context_;
        const InputRequests questions = waiting_.front().questions;
        const Json keep = waiting_.front().keep;
        lock.unlock();
        const bool left = put(context, questions, keep);
        if (left) on_stop_.reset();
        lock.lock();
        busy_ = false;
        if (!left) continue;
        asking_ = false;  // asked again by the next try
        context_ = nullptr;
        parked_ = Clock::now();
        Done<std::string> done = std::move(done_);
        // What is not known by a name to come back to is asked anew by the next try.
        const bool comes_back = keep.contains("call");
        auto forgotten = comes_back ? decltype(waiting_)() : std::exchange(waiting_, {});
        lock.unlock();
        // First: what the server says once the client has heard of this is no longer of this call.
        forgotten.clear();
        return done(Unexpected(RpcError(error_code::internal_error, "input is needed")));
    }
}

bool FrontCall::put(Context& context, const InputRequests& questions, const Json& keep) {
    auto& call = detail::ServedCall::of(context);
    call.keep(keep);
    if (questions.empty()) {
        try {
            call.try_again();
        } catch (const detail::InputNeeded&) {
            return true;
        } catch (const RpcError&) {  // of older revisions: it is tried again at once
        }
        answered(InputResponses());
        return false;
    }
    call.ask_later(questions, [weak = weak_from_this(), &call](Answer<InputResponses> answer) {
        const auto self = weak.lock();
        if (!self) return;
        {
            const std::lock_guard lock(self->mutex_);
            if (!self->context_ || (!self->legacy_ && call.left_for_input)) return;
        }
        self->answered(std::move(answer));
        self->go_on(std::unique_lock(self->mutex_));
    });
    return !legacy_ && call.left_for_input;
}

void FrontCall::answered(Answer<InputResponses> answer) {
    Done<InputResponses> done;
    {
        const std::lock_guard lock(mutex_);
        if (!asking_ || waiting_.empty()) return;
        done = std::move(waiting_.front().answered);
        waiting_.pop_front();
        asking_ = false;
    }
    done(std::move(answer));
}

}  // namespace mcp::gateway
