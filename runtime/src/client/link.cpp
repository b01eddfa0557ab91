// Locking, sending, calling back.
#include "client/link.hpp"

#include <exception>
#include <utility>

namespace mcp::detail {

ClientLink::ClientLink(std::shared_ptr<client::Profile> profile, std::shared_ptr<run::Crew> crew)
    : profile_(std::move(profile)),
      crew_(std::move(crew)),
      events_(std::make_shared<client::Strand>(crew_, client::Strand::Bounds(),
                                               profile_->options.report)),
      output_check_(profile_->options.report),
      session_(std::make_unique<client::Session>(profile_, std::weak_ptr<client::Replies>(),
                                                 Done<Connected>())) {
    session_->shut(clock());
}

void ClientLink::open(std::unique_ptr<Transport> transport,
                      const std::optional<ServerVerdict>& known, Done<Connected> opened) {
    std::unique_ptr<run::Connection> last;
    {
        const Lock lock(mutex_);
        last = std::move(connection_);
    }
    last.reset();  // waits: nothing calls in here from now on
    auto session = std::make_unique<client::Session>(profile_, weak_from_this(), std::move(opened));
    Lock lock(mutex_);
    session_.swap(session);
    const bool accounts_for_requests = transport->accounts_for_requests();
    const auto wall = std::chrono::system_clock::now();
    if (profile_->options.report) transport->report_to(profile_->options.report);
    if (known && wall < known->expires) transport->recall(known->transport);
    connection_ = std::make_unique<run::Connection>(std::move(transport), *crew_);
    // The session begins first: an end that comes at once is an end of what it has begun.
    session_->start(known, clock(), wall, accounts_for_requests);
    connection_->start(shared_from_this());
    perform(std::move(lock), false);
}

void ClientLink::shut() {
    Lock lock(mutex_);
    session_->shut(clock());
    if (connection_) connection_->close();
    perform(std::move(lock), false);
    std::unique_ptr<run::Connection> last;
    {
        const Lock again(mutex_);
        last = std::move(connection_);
    }
    // Outside of the lock, its end waits for who is in the session.
    last.reset();
    events_->finish();
}

bool ClientLink::passes(std::string& message,
                        MessageFilter::Verdict (MessageFilter::*look)(std::string&)) const {
    for (const auto& filter : profile_->desk.handlers().filters) {
        if (((*filter).*look)(message) == MessageFilter::Verdict::drop) return false;
    }
    return true;
}

void ClientLink::perform(Lock lock, bool reading, std::size_t bytes) {
    client::Actions actions = session_->take_actions();
    if (connection_) {
        for (std::string& message : actions.send) {
            if (passes(message, &MessageFilter::outgoing)) connection_->send(message);
        }
        if (actions.close) connection_->close();
        connection_->wake(session_->next_deadline());
    }
    lock.unlock();

    if (!actions.tell.empty()) {
        std::optional<run::Crew::UserCode> user_code;
        if (reading) user_code.emplace(*crew_);
        for (auto& tell : actions.tell) client::run_user_code(tell, profile_->options.report);
    }
    if (const std::size_t dropped = events_->post(std::move(actions.events), bytes);
        dropped != 0 && profile_->options.report) {
        profile_->options.report("dropped " + std::to_string(dropped) +
                                 " notifications: the handlers are too slow");
    }
    for (client::Work& work : actions.work) {
        if (!crew_->post(std::move(work.run))) work.refused();
    }
}

std::uint64_t ClientLink::submit(ClientCall call) {
    const session::MiddlewareList& middleware = profile_->desk.middleware();
    if (!middleware) return send(std::move(call));
    const Revision revision =
        with_session([](const client::Session& session) { return session.revision(); });
    const auto weak = weak_from_this();
    try {
        return passing_.pass(
            middleware, std::move(call), revision,
            [weak](ClientCall passed) {
                const auto link = weak.lock();
                return link ? link->send(std::move(passed)) : std::uint64_t{0};
            },
            [weak](std::uint64_t ticket) { cancel_call(weak, ticket); });
    } catch (const std::exception& error) {
        if (profile_->options.report) profile_->options.report(error.what());
        return 0;
    }
}

std::uint64_t ClientLink::send(ClientCall call) {
    const std::stop_token stop = call.options.stop;
    if (stop.stop_requested()) {
        call.done(Unexpected(RpcError(Failure::cancelled, "not wanted any more")));
        return 0;
    }
    Lock lock(mutex_);
    const client::CallPtr active = session_->call(std::move(call), clock());
    const std::uint64_t ticket = active->ticket;
    perform(std::move(lock), false);
    if (stop.stop_possible()) {
        active->watch.emplace(stop, [weak = weak_from_this(), ticket] {
            if (const auto link = weak.lock()) link->cancel(ticket);
        });
    }
    return ticket;
}

void ClientLink::cancel(std::uint64_t ticket) {
    ticket = passing_.cancel(ticket);
    if (ticket == 0) return;
    Lock lock(mutex_);
    session_->cancel(ticket, "not wanted any more", clock());
    perform(std::move(lock), false);
}

std::uint64_t ClientLink::listen(SubscriptionFilter filter, SubscriptionEvents events,
                                 const CallOptions& options, Done<SubscriptionFilter> opened) {
    Lock lock(mutex_);
    const std::uint64_t ticket =
        session_->listen(std::move(filter), std::move(events), options, std::move(opened), clock());
    perform(std::move(lock), false);
    return ticket;
}

void ClientLink::end_subscription(std::uint64_t ticket) {
    Lock lock(mutex_);
    session_->end_subscription(ticket, clock());
    perform(std::move(lock), false);
}

void ClientLink::received(std::string_view text, bool oversize, const run::Moment& now) {
    std::string changed;
    if (!profile_->desk.handlers().filters.empty() && !oversize) {
        changed = text;
        if (!passes(changed, &MessageFilter::incoming)) return;
        text = changed;
    }
    Lock lock(mutex_);
    session_->received(text, oversize, now);
    perform(std::move(lock), true, text.size());
}

void ClientLink::undelivered(std::string_view id, const RpcError& why, const run::Moment& now) {
    Lock lock(mutex_);
    session_->undelivered(id, why, now);
    perform(std::move(lock), true);
}

std::optional<ServerVerdict> ClientLink::verdict() {
    const Lock lock(mutex_);
    std::optional<ServerVerdict> verdict = session_->verdict();
    if (verdict && connection_) verdict->transport = connection_->transport().findings();
    return verdict;
}

run::Protocol::Time ClientLink::next_deadline() {
    const Lock lock(mutex_);
    return session_->next_deadline();
}

void ClientLink::deadline(Time now) {
    Lock lock(mutex_);
    session_->deadline(now);
    perform(std::move(lock), true);
}

void ClientLink::closed(const std::string& why) {
    Lock lock(mutex_);
    session_->closed(why, clock());
    perform(std::move(lock), true);
}

void ClientLink::answer(const MessageId& id, Answer<std::string> result) {
    Lock lock(mutex_);
    session_->answer(id, std::move(result), clock());
    perform(std::move(lock), false);
}

void ClientLink::input(std::uint64_t ticket, std::size_t round, const std::string& key,
                       Answer<std::string> result) {
    Lock lock(mutex_);
    session_->input(ticket, round, key, std::move(result), clock());
    perform(std::move(lock), false);
}

void ClientLink::progress(std::string params) {
    Lock lock(mutex_);
    session_->notify("notifications/progress", params);
    perform(std::move(lock), false);
}

void cancel_call(const std::weak_ptr<ClientLink>& weak, std::uint64_t ticket) {
    if (const auto link = weak.lock()) link->cancel(ticket);
}

void wait_outside(const std::weak_ptr<ClientLink>& weak, const std::function<void()>& wait) {
    const auto link = weak.lock();
    std::optional<run::Crew::Blocking> blocking;
    if (link) blocking.emplace(link->crew());
    wait();
}

void end_subscription(const std::weak_ptr<ClientLink>& weak, std::uint64_t ticket) {
    if (const auto link = weak.lock()) link->end_subscription(ticket);
}

}  // namespace mcp::detail
