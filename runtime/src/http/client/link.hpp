// A client's messages as HTTP requests, and replies and streams of events as messages, without
// sockets, threads or a clock: messages, replies and times in, actions out.
//
//   message --> which era? --modern--> POST, alone, with headers that repeat what it says
//                   |
//                   '------legacy--> initialize --2xx--> session --> POST, GET, DELETE
//                                        '------4xx--> GET: first event `endpoint` --> HTTP+SSE
//
// The era is decided by who writes the messages (client/session.hpp); failures that are no sign of
// an era are told as such. Files: link.cpp takes messages, replies.cpp takes replies, modern.cpp,
// legacy.cpp, streams.cpp and old_pair.cpp do what their names say.
#pragma once

#include "http/client/event_parser.hpp"
#include "http/client/fetcher.hpp"
#include "http/mirrored_params.hpp"
#include "rpc/envelope.hpp"

#include <mcp/http_client.hpp>
#include <mcp/rpc.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::http {

using Time = Transport::Time;

struct LinkActions {
    struct Start {
        std::uint64_t exchange = 0;
        FetchRequest request{};
    };
    struct Delivery {
        std::string text{};               ///< a message; with an error the id of a request
        std::optional<RpcError> error{};  ///< why that request comes to nothing
    };
    std::vector<Start> start{};
    std::vector<std::uint64_t> stop{};
    std::vector<Delivery> deliver{};
    std::vector<std::string> reports{};
    std::optional<std::string> closed{};  ///< the connection is over, and why
};

class Link {
public:
    explicit Link(HttpClientOptions options);

    /// A message of the client, one line.
    void send(std::string_view text, Time now);
    void head(std::uint64_t exchange, FetchHead head, Time now);
    void data(std::uint64_t exchange, std::string_view bytes, Time now);
    void end(std::uint64_t exchange, const std::optional<std::string>& failure, Time now);
    Time next_deadline() const;
    void deadline(Time now);
    /// This side is done: ends the session, and stops all but what must still go out.
    void shut();
    /// After `shut`: nothing is to be waited for.
    bool quiet() const;
    LinkActions take_actions() { return std::exchange(actions_, {}); }

    /// For Transport::findings.
    std::string findings() const;
    void recall(std::string_view findings);

private:
    /// A request of the client that waits for its answer.
    struct Call {
        MessageId id{};
        std::string method{};
        std::string text{};
        std::uint64_t exchange = 0;  ///< 0: between two
        bool retried = false;
        bool given_up = false;
        // Modern ones:
        std::string version{};
        MessageId wire_id{};    ///< under which it was sent last
        Fields mirrored{};      ///< the headers made of arguments
        std::string refusal{};  ///< of its headers, while tools are listed again
        std::size_t pages = 0;  ///< of that list
        // Legacy ones:
        std::uint64_t session = 0;  ///< in which it was sent
        std::optional<std::string> last_event{};
        std::optional<std::chrono::milliseconds> retry{};
        unsigned attempts = 0;
    };
    using CallPtr = std::shared_ptr<Call>;

    enum class For : std::uint8_t {
        modern_call,
        modern_note,
        tools,        ///< tools/list, to make a call's headers again
        handshake,    ///< initialize
        initialized,  ///< notifications/initialized
        call,
        note,       ///< a notification, or an answer to the server
        stream,     ///< GET: what the server says without being asked
        resume,     ///< GET: the rest of a call's stream
        old_probe,  ///< GET: whether there is an `endpoint`
        old_events,
        goodbye,  ///< DELETE
    };
    struct Exchange {
        std::uint64_t number = 0;
        For what = For::note;
        CallPtr call{};
        std::uint64_t session = 0;
        bool over = false;
        bool had_session = false;  ///< a session id was sent
        bool post_only = false;    ///< HTTP+SSE: the answer comes on the other stream
        // The reply:
        int status = 0;
        bool events = false;
        std::string type{};
        std::optional<std::string> session_id{};
        Url url{};
        std::string body{};
        std::unique_ptr<EventParser> parser{};
        bool useful = false;  ///< something has come
        bool ok() const { return status >= 200 && status < 300; }
    };
    using ExchangePtr = std::shared_ptr<Exchange>;

    // ---- link.cpp
    void route(const rpc::Envelope& message, std::string_view text, Time now);
    ExchangePtr start(For what, CallPtr call, FetchRequest request);
    FetchRequest post(const Url& url, std::string_view body) const;
    void stop(const ExchangePtr& exchange);
    void stop(std::uint64_t number);
    void deliver(std::string text);
    void answer(const CallPtr& call, std::string text);
    void fail(const CallPtr& call, RpcError why);
    void finish(const CallPtr& call);
    void report(std::string_view what);
    void at(Time when, std::function<void(Time)> what);
    CallPtr find(const MessageId& id) const;
    /// Without session ids and the values of the user's headers.
    std::string clean(std::string_view text) const;

    // ---- replies.cpp
    void take_event(const ExchangePtr& exchange, const EventParser::Event& event, Time now);
    void take_message(const ExchangePtr& exchange, std::string_view text);
    void take_answer(const ExchangePtr& exchange, const rpc::Envelope& message,
                     std::string_view text);
    void ended(const ExchangePtr& exchange, const std::optional<std::string>& failure, Time now);
    void call_ended(const ExchangePtr& exchange, const std::optional<std::string>& failure,
                    Time now);
    void take_body(const ExchangePtr& exchange);
    void refused(const ExchangePtr& exchange, Time now);
    /// The error of JSON-RPC in a refusal, if there is one.
    std::optional<RpcError> error_in(const Exchange& exchange);
    RpcError refusal(const Exchange& exchange);
    RpcError failure(const std::string& why) const;
    bool is_era_evidence(int status) const;

    // ---- modern.cpp
    void send_modern(const rpc::Envelope& message, std::string_view text);
    void post_modern(const CallPtr& call, const rpc::Envelope& message);
    bool mirror(const CallPtr& call, JsonView params);
    void modern_answered(const CallPtr& call, const rpc::Envelope& message, std::string_view text);
    void error_answered(const CallPtr& call, const RpcError& error);
    void modern_refused(const ExchangePtr& exchange);
    std::string learn_tools(JsonView result);
    void list_tools(const CallPtr& call, const std::string& cursor);
    void tools_listed(const CallPtr& call, const rpc::Envelope* message);

    // ---- legacy.cpp
    void send_legacy(const rpc::Envelope& message, std::string_view text, Time now);
    void shake_hands(const CallPtr& call);
    void post_legacy(For what, const CallPtr& call, std::string_view text);
    void add_session(FetchRequest& request) const;
    void cancel(const MessageId& id, std::string_view text);
    void handshake_answered(const ExchangePtr& exchange, const rpc::Envelope& message,
                            std::string_view text);
    void handshake_refused(const ExchangePtr& exchange, Time now);
    void release(Time now);
    void session_lost(const CallPtr& call, Time now);
    void revive();
    void give_up_session(const std::string& why);

    // ---- streams.cpp
    void open_stream(Time now);
    void stream_ended(const ExchangePtr& exchange, const std::optional<std::string>& failure,
                      Time now);
    void resume(const CallPtr& call, const ExchangePtr& exchange, const std::string& why, Time now);
    FetchRequest get(const std::optional<std::string>& last_event) const;
    std::chrono::milliseconds pause(unsigned attempts,
                                    std::optional<std::chrono::milliseconds> retry) const;

    // ---- old_pair.cpp
    void look_for_old_pair(const CallPtr& handshake, Time now);
    void old_probe_failed(const CallPtr& handshake, const std::string& why);
    void old_endpoint(const ExchangePtr& exchange, std::string_view data);

    HttpClientOptions options_;
    Url url_{};
    std::string url_error_{};
    rpc::EnvelopeReader reader_;
    LinkActions actions_{};
    bool shut_ = false;
    std::uint64_t last_exchange_ = 0;
    std::uint64_t last_own_id_ = 0;
    std::map<std::uint64_t, ExchangePtr> exchanges_{};
    std::unordered_map<MessageId, CallPtr> calls_{};
    std::multimap<Time, std::function<void(Time)>> timers_{};
    std::deque<std::pair<Time, std::uint64_t>> lingering_{};  // answered, and not ended yet
    std::deque<std::uint64_t> answered_{};                    // of these no time is known yet

    std::string modern_version_{};  // of the last modern request
    std::unordered_map<std::string, std::vector<MirroredParam>> tools_{};

    bool legacy_ = false;
    bool open_ = false;     // initialized
    bool holding_ = false;  // messages wait for the handshake to be complete
    bool reviving_ = false;
    std::string session_id_{};
    std::uint64_t session_ = 0;  // counts them
    std::string revision_{};
    std::string initialize_{};
    std::deque<std::string> held_{};
    std::vector<CallPtr> held_calls_{};
    std::set<std::string> secrets_{};  // session ids that there have been

    struct Standing {
        bool off = false;
        bool worked = false;
        std::uint64_t exchange = 0;
        std::optional<std::string> last_event{};
        std::optional<std::chrono::milliseconds> retry{};
        unsigned attempts = 0;
    };
    Standing standing_{};

    bool old_recalled_ = false;
    std::optional<Url> old_endpoint_{};
    std::optional<LinkActions::Delivery> first_refusal_{};
};

}  // namespace mcp::http
