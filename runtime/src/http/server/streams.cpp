// Appending, and which reply a message goes to.
#include "http/server/streams.hpp"

#include "http/server/message_kind.hpp"
#include "http/sse.hpp"

#include <mcp/json.hpp>

#include <algorithm>
#include <utility>

namespace mcp::http {

namespace {

/// What comes with an event on a stream that begins with it, roughly.
constexpr std::size_t most_around_event = 128;

}  // namespace

Streams::Streams(StreamSettings settings, std::string principal, std::string session)
    : settings_(settings),
      options_(*settings.options),
      principal_(std::move(principal)),
      session_(std::move(session)) {}

Streams::~Streams() = default;

void Streams::set_owner(Timers& timers, const std::shared_ptr<Timed>& owner) {
    timers_ = &timers;
    owner_ = owner;
}

void Streams::wake() {
    // The session's lock is held: it is asked later when it wants to be called.
    if (const auto owner = owner_.lock()) timers_->arm(*owner, Time::min());
}

Streams::Stream* Streams::find(std::uint64_t id) {
    if (id == general_.last.stream) return &general_;
    return posts_.find(id);
}

Streams::Stream* Streams::stream_of(const MessageId& request) {
    const std::uint64_t* const id = by_request_.find(request);
    return id ? posts_.find(*id) : nullptr;
}

void Streams::set_times(Stream& stream, Time time) {
    Live& live = stream.live;
    if (options_.keep_alive.count() > 0) live.comment_at = time + options_.keep_alive;
    const bool may_close = polls() && options_.poll_after.count() > 0 && &stream != &general_;
    if (may_close && live.close_at == Time::max()) live.close_at = time + options_.poll_after;
}

void Streams::begin(Live& live, Writer writer) {
    live = Live();
    live.writer = std::move(writer);
    live.serial = ++last_serial_;
}

// ---- appending ----

void Streams::send(std::string_view message, const MessageId& related_to) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    if (settings_.single || related_to.empty()) return append_general(message);
    const bool is_answer = kind_of(message) != MessageKind::other;
    Stream* const asked = stream_of(related_to);
    if (!asked) {
        // An answer that nobody waits for, or a word of a request whose stream has ended.
        if (!is_answer) append_general(message);
        return;
    }
    Stream& stream = *asked;
    if (!is_answer && stream.how.json_only) return append_general(message);
    if (is_answer) {
        by_request_.erase(related_to);
        std::erase(stream.pending, related_to);
    }
    append(stream, message, is_answer);
}

void Streams::ended(const MessageId& request) {
    const std::lock_guard lock(mutex_);
    Stream* const stream = stream_of(request);
    if (!stream) return;
    by_request_.erase(request);
    std::erase(stream->pending, request);
    if (stream->pending.empty()) end_unanswered(*stream);
}

void Streams::end_unanswered(Stream& stream) {
    if (stream.live.writer.fresh() && stream.how.json_only) return answer_json(stream);
    // A stream without an answer: the request was cancelled.
    if (stream.live.writer.fresh()) start(stream);
    finish(stream);
}

std::optional<Revision> Streams::revision() const {
    const int revision = revision_;
    if (revision < 0) return std::nullopt;
    return static_cast<Revision>(revision);
}

void Streams::agreed(Writer& writer, std::string_view message) {
    // Before the answer goes out: the next request may come on another thread right after it.
    const auto answer = Json::parse(message);
    const auto version = answer ? (*answer)["result"]["protocolVersion"].as_string() : std::nullopt;
    const auto revision = version ? revision_from(*version) : std::nullopt;
    if (!revision) return;
    set_revision(*revision);
    if (!session_.empty()) writer.set_session(session_);
}

void Streams::append(Stream& stream, std::string_view message, bool is_answer) {
    Writer& writer = stream.live.writer;
    const bool last = stream.pending.empty();
    if (is_answer && stream.how.initialize) agreed(writer, message);
    if (stream.how.json_only || (writer.fresh() && is_answer && !stream.how.stream_only)) {
        if (!stream.how.batch && last) {  // nearly all of them
            writer.answer(200, message);
            return finish(stream);
        }
        stream.answers.emplace_back(message);
        if (last) answer_json(stream);
        return;
    }
    std::string text;
    text.reserve(message.size() + most_around_event);
    const Time time = now();
    if (writer.fresh()) start(stream, time, text);
    add_event(stream, message, time, text);
    writer.write(text);
    if (last) finish(stream);
}

void Streams::write_event(Stream& stream, std::string_view message) {
    std::string text;
    add_event(stream, message, now(), text);
    stream.live.writer.write(text);
}

void Streams::add_event(Stream& stream, std::string_view message, Time time, std::string& text) {
    Writer& writer = stream.live.writer;
    if (writer.ended() && !stream.known) return;  // nobody can ever ask for it
    ++stream.last.sequence;
    if (settings_.resumable) {
        settings_.events->append(key_of(stream.last.stream), stream.last.sequence, message, time);
    }
    if (writer.ended()) return;
    if (settings_.resumable) {
        append_event(text, EventIdText(stream.last), message);
        stream.known = true;
    } else {
        append_event(text, {}, message);
    }
    set_times(stream, time);
}

void Streams::start(Stream& stream, Time time, std::string& text) {
    stream.live.writer.open();
    set_times(stream, time);
    if (polls()) {
        if (options_.poll_after.count() > 0) {
            text.append("retry: ").append(std::to_string(options_.retry.count())) += '\n';
        }
        append_position(text, EventIdText(stream.last));
        stream.known = true;
    }
    for (const std::string& answer : std::exchange(stream.answers, {})) {
        add_event(stream, answer, time, text);
    }
}

void Streams::start(Stream& stream) {
    std::string text;
    start(stream, now(), text);
    stream.live.writer.write(text);
}

void Streams::answer_json(Stream& stream) {
    if (stream.answers.empty()) {
        stream.live.writer.answer(202);
    } else if (!stream.how.batch) {
        stream.live.writer.answer(200, stream.answers.front());
    } else {
        std::string all = "[";
        for (const std::string& answer : stream.answers) {
            if (all.size() > 1) all += ',';
            all += answer;
        }
        stream.live.writer.answer(200, all += ']');
    }
    finish(stream);
}

void Streams::finish(Stream& stream) {
    stream.live.writer.end();
    *settings_.in_flight -= stream.requests;
    const bool tell = stream.awaited && stream.how.alone;
    posts_.erase(stream.last.stream);
    if (tell) wake();
}

void Streams::append_general(std::string_view message) {
    if (queue_.empty() && !general_.live.writer.ended()) {
        write_event(general_, message);
        return;
    }
    queue_.emplace_back(message);
    queued_bytes_ += message.size();
    while (queued_bytes_ > options_.max_queued && !queue_.empty()) {
        queued_bytes_ -= queue_.front().size();
        queue_.pop_front();
    }
}

void Streams::flush_general() {
    while (!queue_.empty() && !general_.live.writer.ended()) {
        const std::string message = std::move(queue_.front());
        queue_.pop_front();
        queued_bytes_ -= message.size();
        write_event(general_, message);
    }
}

}  // namespace mcp::http
