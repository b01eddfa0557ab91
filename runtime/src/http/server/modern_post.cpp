// Serving one modern request over HTTP.
#include "http/server/modern_post.hpp"

#include "http/server/message_kind.hpp"
#include "http/server/modern_headers.hpp"
#include "http/sse.hpp"
#include "rpc/meta_keys.hpp"
#include "session/call.hpp"

#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace mcp::http {

using session::Channel;

// ---- listeners ----

bool Listeners::add(const std::shared_ptr<ModernPost>& post) {
    const std::lock_guard lock(mutex_);
    return posts_.size() < most_ && posts_.insert(post).second;
}

void Listeners::remove(const std::shared_ptr<ModernPost>& post) {
    const std::lock_guard lock(mutex_);
    posts_.erase(post);
}

std::vector<std::shared_ptr<ModernPost>> Listeners::all() const {
    const std::lock_guard lock(mutex_);
    return {posts_.begin(), posts_.end()};
}

std::size_t Listeners::size() const {
    const std::lock_guard lock(mutex_);
    return posts_.size();
}

// ---- admission ----

/// The steps that look at headers.
class ModernPost::Admission final : public session::Gate {
public:
    Admission(ModernPost& post, const rpc::Envelope& message, const Headers& headers,
              std::string_view principal)
        : post_(post), message_(message), headers_(headers), principal_(principal) {}

    std::optional<RpcError> revision(std::string_view version) override {
        return wrong_header(message_, version, headers_);
    }
    std::optional<RpcError> params(const rpc::Envelope& message) override {
        return wrong_params(message, principal_, headers_, post_.common_->core);
    }
    void admitted() override {
        post_.admitted_ = true;
        if (!post_.way_.stream_only) return;
        const Channel::Lock held = post_.channel_.lock();
        post_.writer_.open();
    }

private:
    ModernPost& post_;
    const rpc::Envelope& message_;
    const Headers& headers_;
    std::string_view principal_;
};

ModernPost::ModernPost(std::shared_ptr<Common> common, std::shared_ptr<Listeners> listeners,
                       Writer writer, MessageId id, Way way)
    : common_(std::move(common)),
      listeners_(std::move(listeners)),
      id_(std::move(id)),
      way_(way),
      writer_(std::move(writer)),
      // Not owned: the channel is a part of this.
      channel_(common_->core, std::shared_ptr<Outbox>(std::shared_ptr<void>(), this),
               common_->clock) {
    ++common_->in_flight;
}

ModernPost::~ModernPost() {
    if (counted_) --common_->in_flight;
}

std::shared_ptr<HttpExchange> ModernPost::serve(const std::shared_ptr<ModernPost>& post,
                                                const rpc::Envelope& message, std::string_view text,
                                                const Headers& headers,
                                                const session::Sender& sender, Time now) {
    // What calls hold is the post: the channel alone would be of no use.
    const std::shared_ptr<Channel> channel(post, &post->channel_);
    std::string filtered;
    const std::string_view before = text;
    if (!channel->admit(text, filtered)) {
        post->writer_.answer(400);
        return nullptr;
    }
    std::optional<rpc::EnvelopeReader> reader;
    std::optional<rpc::Envelope> changed;
    if (text.data() != before.data()) {
        reader.emplace(channel->settings.json);
        if (auto read = reader->read(text)) changed = *std::move(read);
    }
    const rpc::Envelope& request = changed ? *changed : message;

    // A client of an older era that meets a server without it has none of these headers.
    const bool handshake =
        request.method == Initialize::name && !request.meta(meta_keys::protocol_version);
    const auto missing = handshake ? std::optional<RpcError>() : missing_header(request, headers);
    if (missing) {
        channel->send(rpc::error_text(request.id, *missing), request.id);
        return nullptr;
    }
    Admission admission(*post, request, headers, sender.principal);
    if (request.method == SubscriptionsListen::name) {
        post->listen(channel, request, sender, admission);
    } else {
        post->writer_.serving(post);
        session::ModernServer server(channel);
        server.request(request, find_method(request.method), sender, true, &admission);
    }
    Time due = Time::max();
    {
        const Channel::Lock held = channel->lock();
        if (post->writer_.ended()) return nullptr;
        const auto wait = post->common_->options.keep_alive;
        if (wait.count() > 0) post->comment_at_ = now + wait;
        if (!post->way_.json_only) due = post->comment_at_;
    }
    post->common_->timers.arm(*post, due);
    return post;
}

void ModernPost::listen(const std::shared_ptr<Channel>& channel, const rpc::Envelope& request,
                        const session::Sender& sender, Admission& admission) {
    const auto self = std::static_pointer_cast<ModernPost>(shared_from_this());
    if (!listeners_->add(self)) {
        const RpcError error(error_code::internal_error, "too many listen streams");
        return channel->send(rpc::error_text(request.id, error), request.id);
    }
    const auto listener = std::make_shared<session::ModernServer>(channel);
    way_.json_only = false;
    {
        const Channel::Lock held = channel->lock();
        listener_ = listener;
    }
    listener->request(request, find_method(request.method), sender, true, &admission);
    bool open = false;
    {
        const Channel::Lock held = channel->lock();
        open = writer_.streaming();
    }
    if (!open) forget();
}

// ---- what the request sends ----

int ModernPost::status_of(std::string_view message) const {
    const std::int64_t code = error_code_of(message);
    if (code == error_code::method_not_found) return 404;
    if (code == error_code::missing_client_capability) return 400;
    if (admitted_) return 200;  // a handler's
    return code == error_code::internal_error ? 503 : 400;
}

void ModernPost::send(std::string_view message, const MessageId&) {
    if (writer_.ended()) return;
    const MessageKind kind = kind_of(message);
    if (kind != MessageKind::other && writer_.fresh()) {
        writer_.answer(kind == MessageKind::error ? status_of(message) : 200, message);
        return answered();
    }
    if (kind == MessageKind::other && way_.json_only && !listener_) return;
    std::string event;
    append_event(event, {}, message);
    writer_.open();
    if (!writer_.write(event)) {
        cut_ = true;  // what follows from that cannot be done under the lock
        return common_->timers.arm(*this, Time::min());
    }
    if (kind == MessageKind::other) {
        comment_at_ = std::max(comment_at_, common_->clock.now() + common_->options.keep_alive);
        return;
    }
    writer_.end();
    answered();
}

void ModernPost::answered() {
    if (std::exchange(counted_, false)) --common_->in_flight;
    common_->timers.disarm(*this);
}

void ModernPost::ended(const MessageId&) { writer_.end(); }

void ModernPost::wake() { common_->timers.arm(*this, Time::min()); }

// ---- the peer goes ----

void ModernPost::disconnected() {
    {
        const Channel::Lock held = channel_.lock();
        writer_.drop();
    }
    common_->timers.disarm(*this);
    cancel();
}

void ModernPost::cancel() {
    std::shared_ptr<session::Call> call;
    {
        const Channel::Lock held = channel_.lock();
        call = channel_.cancel_locked(id_);
        if (listener_) listener_->cancel_stream_locked(id_);
    }
    if (call) {
        // What watches the stop token is the user's.
        const run::Crew::UserCode user_code(common_->core.crew());
        call->stop.request_stop();
    }
    forget();
}

void ModernPost::forget() {
    listeners_->remove(std::static_pointer_cast<ModernPost>(shared_from_this()));
    std::shared_ptr<session::ModernServer> last;  // goes outside of the lock
    const Channel::Lock held = channel_.lock();
    last.swap(listener_);
}

// ---- time ----

void ModernPost::due(Time now) {
    const auto listener = this->listener();
    bool cut = false;
    Time flush = Time::max();
    {
        const Channel::Lock held = channel_.lock();
        cut = cut_;
        if (!cut && writer_.ended()) return;
        if (listener) flush = listener->next_deadline_locked();
        if (!cut && comment_at_ <= now && !way_.json_only) {
            writer_.open();
            cut = cut_ = !writer_.write(keep_alive_comment);
            comment_at_ = now + common_->options.keep_alive;
        }
    }
    if (cut) return cancel();
    if (flush <= now) {
        listener->deadline(now);
        flush = Time::max();
    }
    const Channel::Lock held = channel_.lock();
    if (writer_.ended() && !cut_) return;
    if (listener) flush = std::min(flush, listener->next_deadline_locked());
    if (cut_) flush = Time::min();
    common_->timers.arm(*this, way_.json_only ? flush : std::min(flush, comment_at_));
}

void ModernPost::stop() {
    end_stream();
    {
        const Channel::Lock held = channel_.lock();
        if (writer_.fresh()) {
            writer_.answer(503);
        } else {
            writer_.abort();
        }
    }
    cancel();
}

// ---- listen streams ----

std::shared_ptr<session::ModernServer> ModernPost::listener() const {
    const Channel::Lock held = channel_.lock();
    return listener_;
}

void ModernPost::list_changed(session::ListKind kind, std::string_view place) {
    if (const auto listener = this->listener()) listener->list_changed(kind, place);
}

void ModernPost::resource_updated(std::string_view uri, std::string_view place) {
    if (const auto listener = this->listener()) listener->resource_updated(uri, place);
}

void ModernPost::end_stream() {
    const auto listener = this->listener();
    if (!listener) return;
    listener->end_streams();
    forget();
}

}  // namespace mcp::http
