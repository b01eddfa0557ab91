// A client's session against a peer that is a script: no threads, no clock, no transport. What the
// session sends is taken from a queue, handlers run when the script says so.
#pragma once

#include "client/session.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace mcp::client::test {

using namespace std::chrono_literals;

/// The same JSON, in whatever order the members are.
bool same(JsonView a, JsonView b);
Json json(std::string_view text);

template <class T>
using Settled = std::shared_ptr<std::optional<Answer<T>>>;

class Script : public Replies {
public:
    ClientOptions options{};
    detail::ClientHandlers handlers{};
    std::optional<std::vector<Root>> roots{};

    // ---- What the peer and the clock do ----
    void start(const std::optional<ServerVerdict>& known = {});
    void receive(std::string_view text);
    void receive_oversize(std::string_view beginning);
    void close(const std::string& why = {});
    void advance(std::chrono::milliseconds by);
    /// Answers the request that was sent last.
    void reply(std::string_view result);
    void reply_error(std::int64_t code, std::string_view message = "no",
                     std::string_view data = {});
    void reply_to(const Json& request, std::string_view result);

    // ---- What the session did ----
    /// The next message that was sent; fails the test when there is none.
    Json sent();
    /// The same, with its method checked.
    Json sent(std::string_view method);
    void expect_send(std::string_view text);
    bool nothing_sent();
    std::size_t count_sent() const { return sent_.size(); }
    std::optional<std::string> closed_because{};
    std::vector<std::string> reports{};
    std::optional<Answer<Connected>> opened{};

    // ---- User code ----
    /// Runs what waits for a worker, until nothing does. Says how much it was.
    std::size_t work();
    std::size_t waiting_work() const { return work_.size(); }
    /// Refuses what waits for a worker.
    void refuse_work();
    void events();

    template <class M>
    Settled<typename M::Result> call(typename M::Params params = {}, CallOptions how = {},
                                     std::uint64_t* ticket = nullptr, bool as_task = false) {
        static constexpr MethodRow row = method_row<M>();
        auto outcome = std::make_shared<std::optional<Answer<typename M::Result>>>();
        detail::ClientCall call{.row = &row, .options = std::move(how)};
        call.as_task = as_task;
        call.params = [params = std::move(params)](Revision at) mutable {
            if constexpr (requires { params.meta.emplace(); }) {
                if (!params.meta && modern_revisions.contains(at)) params.meta.emplace();
            }
            return encode(params, at);
        };
        call.done = [this, outcome](Answer<std::string> text) {
            if (!text) {
                outcome->emplace(Unexpected(std::move(text).error()));
                return;
            }
            auto result = decode<typename M::Result>(*text, session->revision());
            if (result) {
                outcome->emplace(std::move(*result));
            } else {
                outcome->emplace(
                    Unexpected(RpcError(Failure::invalid_response, result.error().message())));
            }
        };
        const CallPtr active = session->call(std::move(call), now);
        if (ticket) *ticket = active->ticket;
        pump();
        return outcome;
    }
    Settled<std::string> call_raw(detail::ClientCall call);
    void cancel(std::uint64_t ticket);
    std::uint64_t listen(SubscriptionFilter filter, SubscriptionEvents events,
                         Settled<SubscriptionFilter> outcome, const CallOptions& options = {});
    /// Carries out what the session wants done.
    void pump();

    // ---- Connections that are open ----
    /// `capabilities` of the server, as JSON.
    void open_legacy(Revision revision, std::string_view capabilities = "{}");
    void open_modern(std::string_view capabilities = "{}", std::string_view more = {});

    std::shared_ptr<Profile> profile{};
    std::unique_ptr<Session> session{};
    Time now = Time{} + 1000s;
    WallTime wall = WallTime{} + std::chrono::hours(24 * 20000);

    void answer(const MessageId& id, Answer<std::string> result) override;
    void input(std::uint64_t ticket, std::size_t round, const std::string& key,
               Answer<std::string> result) override;
    void progress(std::string params) override;

private:
    std::deque<std::string> sent_;
    std::deque<Work> work_;
    std::deque<std::function<void()>> events_;
    std::shared_ptr<Replies> me_;
    Json last_request_;
};

/// Every capability that a server may declare.
inline constexpr std::string_view everything =
    R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},)"
    R"("prompts":{"listChanged":true},"completions":{},"logging":{}})";

template <class T>
bool failed(const Settled<T>& outcome, Failure failure) {
    return outcome->has_value() && !**outcome && (*outcome)->error().failure == failure;
}

/// A handler for what a server wants from a model, an answer of a model, and the request for it.
inline void sample(
    Script& script,
    std::function<CreateMessageResult(const CreateMessageRequestParams&, CallContext&)> f) {
    script.handlers.sampling =
        detail::ask_handler<CreateMessageRequestParams, CreateMessageResult>(std::move(f));
}

inline CreateMessageResult said(const std::string& text) {
    CreateMessageResult result;
    result.model = "fake-1";
    result.content = SamplingMessageContentBlock(TextContent{.text = text});
    return result;
}

inline const std::string sampling_request =
    R"({"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"maxTokens":5,)"
    R"("messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}})";

inline std::int64_t error_code_of(const Json& message) {
    return message["error"]["code"].as_int64().value_or(0);
}

}  // namespace mcp::client::test
