// Output in order, and the table of the requests being served.
#include "session/channel.hpp"

#include "rpc/envelope.hpp"
#include "session/call.hpp"
#include "util/spare_text.hpp"

#include <exception>
#include <utility>

namespace mcp::session {

const Clock& Clock::real() {
    static const Clock clock;
    return clock;
}

Channel::Channel(ServerCore& server, std::shared_ptr<Outbox> out, const Clock& time)
    : core(server),
      settings(server.settings()),
      clock(time),
      log_rate(settings.max_log_per_second),
      progress_rate(settings.max_progress_per_second),
      tries_handlers_(out->tries_handlers()),
      outbox_(std::move(out)),
      filters_(server.filters()) {}

[[gnu::hot]] void Channel::send_locked(std::string message, const MessageId& related_to) {
    if (closed_) return;
    for (const auto& filter : filters_) {
        if (filter->outgoing(message) == MessageFilter::Verdict::drop) return;
    }
    if (Tracer* tracer = core.tracer()) tracer->message_out(message.size());
    outbox_->send(message, related_to);
    detail::SpareText::keep(std::move(message));
}

void Channel::send(std::string message, const MessageId& related_to) {
    const Lock held = lock();
    send_locked(std::move(message), related_to);
}

[[gnu::hot]] bool Channel::admit(std::string_view& text, std::string& copy) {
    if (Tracer* tracer = core.tracer()) tracer->message_in(text.size());
    if (filters_.empty()) return true;
    copy = text;
    for (const auto& filter : filters_) {
        if (filter->incoming(copy) == MessageFilter::Verdict::drop) return false;
    }
    text = copy;
    return true;
}

[[gnu::hot]] void Channel::serve(std::shared_ptr<Call> call, bool alone) {
    const auto refuse = [&](const RpcError& error) {
        send(rpc::error_text(call->id, error), call->id);
    };
    {
        Lock held = lock();
        if (closed_) return;
        if (calls_.size() >= settings.max_in_flight) {
            held.unlock();
            return refuse({error_code::internal_error, "busy: too many requests are in flight"});
        }
        std::shared_ptr<Call>* const place = calls_.add(call->id);
        if (!place) {
            held.unlock();
            return refuse({error_code::invalid_request, "the id is in use"});
        }
        *place = call;
    }
    call->started();
    if (alone && core.quick(*call, call->params(), tries_handlers_)) {
        const run::Crew::UserCode user_code(core.crew());
        return run(call);
    }
    call->found.reset();  // what there is when a worker comes to it counts
    if (!core.crew().post([this, call] { run(call); })) {
        call->finish(Unexpected(RpcError(error_code::internal_error, "busy")));
    }
}

void Channel::serve_later(const std::shared_ptr<Call>& call) {
    {
        const Lock held = lock();
        const auto over = [](const std::weak_ptr<Call>& one) { return one.expired(); };
        std::erase_if(background_, over);
        background_.push_back(call);
    }
    serve_detached(call);
}

void Channel::serve_detached(const std::shared_ptr<Call>& call) {
    call->started();
    if (!core.crew().post([this, call] { run(call); })) {
        call->finish(Unexpected(RpcError(error_code::internal_error, "busy")));
    }
}

[[gnu::hot]] void Channel::run(const std::shared_ptr<Call>& call) {
    // The call holds the channel.
    const auto fail = [&] {
        call->finish(Unexpected(RpcError(error_code::internal_error, "internal error")));
    };
    if (call->given_up()) return fail();
    const Call::Serving serving(*call);
    try {
        core.serve(call->method, call->params(), call->context(), call->reply(call));
    } catch (const detail::InputNeeded&) {
        fail();
    } catch (const RpcError& error) {
        call->finish(Unexpected(error));
    } catch (const std::exception& error) {
        report(call->method + ": " + error.what());
        fail();
    } catch (...) {
        report(call->method + ": an exception that is no std::exception");
        fail();
    }
}

[[gnu::hot]] bool Channel::remove_locked(const Call& call) {
    const std::shared_ptr<Call>* const found = calls_.find(call.id);
    if (!found || found->get() != &call) return false;
    calls_.erase(call.id);
    return true;
}

std::shared_ptr<Call> Channel::cancel_locked(const MessageId& id) {
    std::shared_ptr<Call>* const found = calls_.find(id);
    if (!found) return nullptr;
    std::shared_ptr<Call> call = std::move(*found);
    calls_.erase(id);
    outbox_->ended(id);
    return call;
}

bool Channel::in_use_locked(const MessageId& id) const { return calls_.contains(id); }

std::vector<std::shared_ptr<Call>> Channel::close() {
    std::vector<std::shared_ptr<Call>> calls;
    {
        const Lock held = lock();
        closed_ = true;
        calls.reserve(calls_.size());
        calls_.each([&](std::shared_ptr<Call>& call) { calls.push_back(std::move(call)); });
        calls_.clear();
        for (const auto& weak : background_) {
            if (auto call = weak.lock()) calls.push_back(std::move(call));
        }
        background_.clear();
    }
    gone.request_stop();
    return calls;
}

void Channel::report(std::string_view what) {
    {
        const Lock held = lock();
        if (!report_rate_.allow(clock.now())) return;
    }
    core.report(what);
}

}  // namespace mcp::session
