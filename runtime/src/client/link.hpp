// A client's session at work: its lock, its connection, its threads. Carries out what the session
// wants done; decides nothing about the protocol.
#pragma once

#include "client/output_check.hpp"
#include "client/passing_calls.hpp"
#include "client/session.hpp"
#include "client/strand.hpp"
#include "run/connection.hpp"
#include "run/crew.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::detail {

class ClientLink final : public run::Protocol,
                         public client::Replies,
                         public std::enable_shared_from_this<ClientLink> {
public:
    using Time = client::Time;
    ClientLink(std::shared_ptr<client::Profile> profile, std::shared_ptr<run::Crew> crew);

    /// Starts a connection in place of the last one, which has ended.
    void open(std::unique_ptr<Transport> transport, const std::optional<ServerVerdict>& known,
              Done<Connected> opened);
    /// Ends the connection; waits for its end, and until callbacks have heard what was told before,
    /// but for inside of callbacks.
    void shut();

    /// Sends a call on its way, through the middleware if there is any. Gives its ticket.
    std::uint64_t submit(ClientCall call);
    void cancel(std::uint64_t ticket);
    std::uint64_t listen(SubscriptionFilter filter, SubscriptionEvents events,
                         const CallOptions& options, Done<SubscriptionFilter> opened);
    void end_subscription(std::uint64_t ticket);

    std::optional<ServerVerdict> verdict();

    /// Anything else that is done to the session, locked.
    template <class F>
    auto with_session(F f) {
        std::unique_lock lock(mutex_);
        auto outcome = f(*session_);
        perform(std::move(lock), false);
        return outcome;
    }
    run::Crew& crew() { return *crew_; }
    client::OutputCheck& output_check() { return output_check_; }
    const client::Profile& profile() const { return *profile_; }

    // run::Protocol
    void received(std::string_view text, bool oversize, const run::Moment& now) override;
    void undelivered(std::string_view id, const RpcError& why, const run::Moment& now) override;
    Time next_deadline() override;
    void deadline(Time now) override;
    void closed(const std::string& why) override;

    // client::Replies
    void answer(const MessageId& id, Answer<std::string> result) override;
    void input(std::uint64_t ticket, std::size_t round, const std::string& key,
               Answer<std::string> result) override;
    void progress(std::string params) override;

private:
    std::uint64_t send(ClientCall call);
    using Lock = std::unique_lock<std::mutex>;
    bool passes(std::string& message,
                MessageFilter::Verdict (MessageFilter::*look)(std::string&)) const;
    static Time clock() { return std::chrono::steady_clock::now(); }
    /// Sends inside of the lock, so that messages keep their order; does the rest outside of it.
    /// `bytes`: of the message that it comes from.
    void perform(Lock lock, bool reading, std::size_t bytes = 0);

    std::shared_ptr<client::Profile> profile_;
    std::shared_ptr<run::Crew> crew_;
    std::shared_ptr<client::Strand> events_;
    client::OutputCheck output_check_;
    client::PassingCalls passing_;

    std::mutex mutex_;
    std::unique_ptr<client::Session> session_;  // never null
    std::unique_ptr<run::Connection> connection_;
};

}  // namespace mcp::detail
