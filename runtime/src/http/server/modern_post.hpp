// A request of the stateless protocol, from its admission to the end of its reply. One object, no
// session: what it needs of the session library it has inside.
//
//   admitted --answer--> JSON
//            --progress, log, keep-alive--> a stream --answer--> its end
//   subscriptions/listen --> a stream until somebody ends it
#pragma once

#include "http/headers.hpp"
#include "http/server/common.hpp"
#include "http/server/writer.hpp"
#include "rpc/envelope.hpp"
#include "session/admission.hpp"
#include "session/channel.hpp"
#include "session/modern_server.hpp"
#include "session/outbox.hpp"

#include <mcp/http.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

namespace mcp::http {

class ModernPost;

/// The open streams of `subscriptions/listen`.
class Listeners {
public:
    explicit Listeners(std::size_t most) : most_(most) {}
    /// False when there are too many.
    bool add(const std::shared_ptr<ModernPost>& post);
    void remove(const std::shared_ptr<ModernPost>& post);
    std::vector<std::shared_ptr<ModernPost>> all() const;
    std::size_t size() const;

private:
    const std::size_t most_;
    mutable std::mutex mutex_{};
    std::set<std::shared_ptr<ModernPost>> posts_{};
};

class ModernPost final : public HttpExchange, public Timed, private session::Outbox {
public:
    struct Way {
        bool json_only = false;
        bool stream_only = false;
    };

    ModernPost(std::shared_ptr<Common> common, std::shared_ptr<Listeners> listeners, Writer writer,
               MessageId id, Way way);
    ~ModernPost() override;

    /// Serves the request. Null when the reply has ended.
    static std::shared_ptr<HttpExchange> serve(const std::shared_ptr<ModernPost>& post,
                                               const rpc::Envelope& message, std::string_view text,
                                               const Headers& headers,
                                               const session::Sender& sender, Time now);

    // HttpExchange
    void disconnected() override;

    // Timed
    void due(Time now) override;
    void stop() override;

    // For listen streams.
    void list_changed(session::ListKind kind, std::string_view place);
    void resource_updated(std::string_view uri, std::string_view place);
    void end_stream();

private:
    class Admission;

    // session::Outbox; under the channel's lock
    void send(std::string_view message, const MessageId& related_to) override;
    void ended(const MessageId& request) override;
    void wake() override;

    std::shared_ptr<session::ModernServer> listener() const;
    void listen(const std::shared_ptr<session::Channel>& channel, const rpc::Envelope& request,
                const session::Sender& sender, Admission& admission);
    void cancel();
    void forget();
    int status_of(std::string_view message) const;
    void answered();

    const std::shared_ptr<Common> common_;
    const std::shared_ptr<Listeners> listeners_;
    const MessageId id_;
    Way way_;
    std::atomic<bool> admitted_ = false;
    // Under the channel's lock:
    Writer writer_;
    bool counted_ = true;  ///< as a request in flight
    bool cut_ = false;     ///< the peer did not take what was written
    Time comment_at_ = Time::max();
    /// For listen streams alone, until they end: it holds the channel, which is in here.
    std::shared_ptr<session::ModernServer> listener_{};
    session::Channel channel_;  // last: it uses the outbox, which this is
};

}  // namespace mcp::http
