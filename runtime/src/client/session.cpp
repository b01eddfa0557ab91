// Opening a connection, and handing on what arrives. Calls and subscriptions are in
// session_calls.cpp.
#include "client/session.hpp"

#include "client/notices.hpp"
#include "client/params.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::client {

Session::Session(std::shared_ptr<Profile> profile, std::weak_ptr<Replies> replies,
                 Done<Connected> opened)
    : engine_(std::move(profile), std::move(replies)),
      listeners_(engine_),
      reader_(engine_.options().json),
      allowed_(engine_.options().versions.allowed(engine_.options().revisions)),
      opened_(std::move(opened)) {}

Session::~Session() { end(RpcError(Failure::closed, "the client is gone")); }

void Session::start(const std::optional<ServerVerdict>& known, Time now, WallTime wall,
                    bool accounts_for_requests) {
    engine_.now = now;
    silence_is_failure_ = accounts_for_requests;
    wall_ = wall;
    if (state_ == State::ended) return;  // before it began
    if (allowed_.empty()) {
        failed(RpcError(Failure::invalid_argument, "the options leave no revision to speak"));
    } else if (known && wall < known->expires && allowed_.contains(known->revision)) {
        verdict_ = known;
        if (known->era == Era::modern) {
            open_modern(known->revision, known->discovered, now);
        } else {
            open_legacy(now);
        }
    } else if (const auto modern = newest(allowed_ & modern_revisions)) {
        probe(*modern, now);
    } else {
        open_legacy(now);
    }
}

void Session::probe(Revision revision, Time now) {
    state_ = State::probing;
    const std::string params =
        compose_params({}, {.meta = modern_meta(*engine_.profile, revision)});
    CallOptions options;
    options.timeout = options.max_total =
        silence_is_failure_ ? engine_.options().connect_timeout : engine_.options().probe_timeout;
    // An old server is not to be bothered with a cancellation of what it did not understand.
    engine_.wire.request(
        {.id = engine_.wire.next_id(),
         .method = Discover::name,
         .params = params,
         .options = options,
         .cancellable = false},
        now, [this, revision](const Answer<std::string>& answer) {
            if (state_ != State::probing) return;
            if (silence_is_failure_ && !answer && answer.error().failure == Failure::timeout) {
                failed(answer.error());
                return;
            }
            follow(Probe(allowed_).answered(revision, answer), engine_.now);
        });
}

void Session::follow(ProbeVerdict verdict, Time now) {
    using Next = ProbeVerdict::Next;
    switch (verdict.next) {
        case Next::modern: open_modern(verdict.revision, std::move(verdict.discovered), now); break;
        case Next::ask_again:
            if (std::exchange(asked_again_, true)) {
                failed(RpcError(Failure::invalid_response,
                                "the server refuses the revision that it names"));
            } else {
                probe(verdict.revision, now);
            }
            break;
        case Next::legacy: open_legacy(now); break;
        case Next::restart:
            wants_restart_ = true;
            failed(RpcError(Failure::closed,
                            "the server ended when it was asked for its revisions; connect with "
                            "VersionPolicy::legacy(), or so that it can be started again"));
            break;
        case Next::incompatible: failed(verdict.why); break;
    }
}

void Session::open_legacy(Time now) {
    if ((allowed_ & legacy_revisions).empty()) {
        failed(RpcError(Failure::not_negotiated, "only an old revision would do"));
        return;
    }
    state_ = State::initializing;
    auto legacy = std::make_unique<LegacyClient>(
        engine_, listeners_, allowed_, [this](Answer<Connected> answer, Time then) {
            if (state_ != State::initializing) return;
            if (answer) {
                opened(*answer, then);
            } else if (auto verdict = Probe(allowed_).initialize_refused(answer.error());
                       verdict && !asked_again_) {
                refused_ = std::move(lifecycle_);
                legacy_ = nullptr;
                follow(std::move(*verdict), then);
            } else {
                failed(answer.error());
            }
        });
    legacy_ = legacy.get();
    lifecycle_ = std::move(legacy);
    legacy_->start(now);
}

void Session::open_modern(Revision revision, std::optional<DiscoverResult> discovered, Time now) {
    auto modern = std::make_unique<ModernClient>(engine_, listeners_, allowed_, revision,
                                                 std::move(discovered));
    modern_ = modern.get();
    lifecycle_ = std::move(modern);
    opened(lifecycle_->connected(), now);
}

void Session::opened(const Connected& connected, Time now) {
    state_ = State::open;
    if (!verdict_ || verdict_->era != connected.era || verdict_->revision != connected.revision) {
        verdict_ = ServerVerdict{.era = connected.era,
                                 .revision = connected.revision,
                                 .discovered = modern_ ? modern_->discovered() : std::nullopt,
                                 .expires = wall_ + engine_.options().verdict_lifetime};
    }
    engine_.wire.actions().tell.push_back(
        once([done = std::move(opened_), connected]() mutable { done(connected); }));
    for (const CallPtr& call : std::exchange(waiting_, {})) begin(call, now);
}

void Session::failed(const RpcError& why) {
    engine_.wire.actions().close = why.message;
    if (opened_) {
        engine_.wire.actions().tell.push_back(
            once([done = std::move(opened_), reason = RpcError(why)]() mutable {
                done(Unexpected(std::move(reason)));
            }));
    }
    end(why);
}

void Session::end(const RpcError& why) {
    if (state_ == State::ended) return;
    state_ = State::ended;
    engine_.wire.end(why);
    for (const CallPtr& call : std::exchange(waiting_, {})) engine_.finish(call, Unexpected(why));
    // Those that were between two requests.
    const auto active = engine_.active;
    for (const auto& [ticket, call] : active) engine_.finish(call, Unexpected(why));
    const auto listeners = listeners_.all();
    for (const auto& [ticket, listener] : listeners) listeners_.closed(listener, why);
    if (lifecycle_) lifecycle_->ended();
}

void Session::closed(const std::string& why, Time now) {
    engine_.now = now;
    if (state_ == State::ended) return;
    const RpcError error(Failure::closed,
                         why.empty() ? std::string("the server closed the connection") : why);
    if (state_ == State::probing) {
        follow(Probe(allowed_).exited(error.message), now);
        return;
    }
    const bool was_open = state_ == State::open;
    if (!was_open) {
        failed(error);
        return;
    }
    end(error);
    if (const auto& tell = engine_.desk().handlers().closed) {
        engine_.wire.actions().events.emplace_back([tell, error] { tell(error); });
    }
}

void Session::shut(Time now) {
    engine_.now = now;
    if (state_ == State::ended) return;
    const RpcError why(Failure::closed, "the client was closed");
    if (opened_) {
        failed(why);
    } else {
        end(why);
    }
}

void Session::deadline(Time now) {
    engine_.now = now;
    engine_.wire.deadline(now);
}

void Session::received(std::string_view text, bool oversize, Time now) {
    engine_.now = now;
    if (state_ == State::ended) return;
    if (oversize) {
        const rpc::BadMessage bad = rpc::too_large(text);
        if (bad.id.empty()) {
            engine_.wire.report("dropped a message that is too large");
        } else {
            bad_message(bad);
        }
        return;
    }
    const auto message = reader_.read(text);
    if (message) {
        dispatch(*message, now);
        return;
    }
    bad_message(message.error());
}

void Session::undelivered(std::string_view id, const RpcError& why, Time now) {
    engine_.now = now;
    if (state_ == State::ended) return;
    if (const auto request = MessageId::from(detail::JsonAccess::view(id))) {
        engine_.wire.undelivered(*request, why);
    }
}

void Session::bad_message(const rpc::BadMessage& bad) {
    if (bad.is_answer || (bad.may_be_answer && engine_.wire.on_its_way(bad.id))) {
        engine_.wire.answered_badly(bad.id, bad.error);
        return;
    }
    engine_.wire.report("dropped what is no message: " + bad.error.message);
    if (!bad.is_notification && state_ == State::open) lifecycle_->bad_request(bad);
}

void Session::dispatch(const rpc::Envelope& message, Time now) {
    using Kind = rpc::Envelope::Kind;
    switch (message.kind) {
        case Kind::result:
        case Kind::error:
            if (message.id.empty()) {
                const auto error = rpc::read_error(message.payload);
                engine_.wire.report("the server reports an error without saying of what: " +
                                    (error ? error->message : std::string()));
            } else {
                engine_.wire.answered(message);
            }
            break;
        case Kind::request:
            if (lifecycle_) {
                lifecycle_->request(message, now);
            } else {
                engine_.wire.report("dropped a request before anything was agreed");
            }
            break;
        case Kind::notification: notification(message, now); break;
        case Kind::batch:
            if (state_ == State::open) lifecycle_->batch(message.payload, now);
            break;
    }
}

void Session::notification(const rpc::Envelope& message, Time now) {
    if (message.method == ProgressNotification::name) {
        engine_.wire.progressed(message, now);
    } else if (!lifecycle_) {
        engine_.wire.report("ignored notification " + std::string(message.method));
    } else if (!tell_notice(engine_, message, lifecycle_->revision())) {
        lifecycle_->notification(message, now);
    }
}

std::optional<Connected> Session::connected() const {
    if (state_ != State::open) return {};
    return lifecycle_->connected();
}

void Session::roots_changed() {
    if (state_ == State::open) lifecycle_->roots_changed();
}

std::optional<RpcError> Session::set_log_level(LoggingLevel level) {
    if (state_ != State::open) return RpcError(Failure::closed, "there is no connection");
    return lifecycle_->set_log_level(std::move(level));
}

}  // namespace mcp::client
