// Replies come to streams, and go: opening, resuming, breaking, polling, keeping alive.
#include "http/server/streams.hpp"
#include "http/sse.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

Result<Attachment, Streams::Refusal> Streams::open_post(std::vector<MessageId> requests,
                                                        Writer& writer, PostReply how) {
    const std::lock_guard lock(mutex_);
    if (open_streams_locked() >= options_.max_streams) return Unexpected(Refusal::too_many);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        std::uint64_t* const place = by_request_.add(requests[i]);
        if (!place) {
            while (i-- > 0) by_request_.erase(requests[i]);
            return Unexpected(Refusal::id_in_use);
        }
        *place = last_stream_ + 1;
    }
    const std::uint64_t id = ++last_stream_;
    Stream& stream = *posts_.add(id);
    stream.last.stream = id;
    stream.how = how;
    stream.requests = requests.size();
    stream.pending = std::move(requests);
    *settings_.in_flight += stream.requests;
    begin(stream.live, std::move(writer));
    return Attachment{id, stream.live.serial};
}

void Streams::end_unanswered(const Attachment& asked) {
    const std::lock_guard lock(mutex_);
    Stream* const stream = posts_.find(asked.stream);
    if (!stream) return;
    for (const MessageId& request : std::exchange(stream->pending, {})) by_request_.erase(request);
    end_unanswered(*stream);
}

Attachment Streams::await(const Attachment& asked) {
    const std::lock_guard lock(mutex_);
    Stream* const found = posts_.find(asked.stream);
    if (!found) return {};
    Stream& stream = *found;
    stream.awaited = true;
    if (stream.live.writer.fresh() && stream.how.stream_only) start(stream);
    if (stream.live.comment_at == Time::max()) set_times(stream, now());
    if (stream.live.writer.ended()) return {};
    return asked;
}

Attachment Streams::open_general(Writer writer, std::string_view first_event) {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        writer.answer(404);
        return {};
    }
    if (!general_.live.writer.ended()) idle_general_.push_back(std::move(general_.live));
    begin(general_.live, std::move(writer));
    const std::uint64_t serial = general_.live.serial;
    start(general_);
    // A head alone might wait in a proxy, or in a client's library, for the first byte after it.
    general_.live.writer.write(first_event.empty() ? keep_alive_comment : first_event);
    flush_general();
    if (general_.live.writer.ended()) return {};
    return {general_.last.stream, serial};
}

std::optional<Attachment> Streams::resume(Writer& writer, std::string_view last_event_id) {
    const auto after = read_event_id(last_event_id);
    if (!after) return std::nullopt;
    const std::lock_guard lock(mutex_);
    if (closed_) return std::nullopt;
    Stream* const stream = find(after->stream);
    if (stream && (!stream->known || after->sequence > stream->last.sequence)) return std::nullopt;

    std::string missed;
    const auto add = [&](std::uint64_t sequence, std::string_view message) {
        append_event(missed, EventIdText({after->stream, sequence}), message);
    };
    const bool nothing_missed = stream && after->sequence == stream->last.sequence;
    if (!nothing_missed &&
        !settings_.events->replay(key_of(after->stream), after->sequence, add, now())) {
        return std::nullopt;
    }
    if (!stream) {
        writer.open();
        writer.write(missed.empty() ? keep_alive_comment : std::string_view(missed));
        writer.end();
        return Attachment{};
    }
    // One reply for one stream: the old one is dead, or about to be.
    stream->live.writer.end();
    begin(stream->live, std::move(writer));
    const std::uint64_t serial = stream->live.serial;
    stream->live.writer.open();
    set_times(*stream, now());
    stream->live.writer.write(missed.empty() ? keep_alive_comment : std::string_view(missed));
    if (stream == &general_) flush_general();
    if (stream->live.writer.ended()) return Attachment{};
    return Attachment{stream->last.stream, serial};
}

void Streams::detach(const Attachment& attachment) {
    const std::lock_guard lock(mutex_);
    Stream* const stream = find(attachment.stream);
    if (!stream) return;
    if (stream->live.serial == attachment.serial) {
        stream->live.writer.drop();
        if (stream == &general_ && !idle_general_.empty()) {
            stream->live = std::move(idle_general_.back());
            idle_general_.pop_back();
            set_times(*stream, now());
            flush_general();
        }
        return;
    }
    if (stream != &general_) return;
    std::erase_if(idle_general_,
                  [&](const Live& live) { return live.serial == attachment.serial; });
}

void Streams::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    posts_.each([this](Stream& stream) {
        // The session is gone, and with it the answer.
        if (stream.live.writer.fresh()) stream.live.writer.answer(404);
        stream.live.writer.end();
        *settings_.in_flight -= stream.requests;
    });
    posts_.clear();
    by_request_.clear();
    if (polls() && !general_.live.writer.ended()) poll(general_);
    general_.live.writer.end();
    for (Live& live : idle_general_) live.writer.end();
    idle_general_.clear();
    queue_.clear();
    queued_bytes_ = 0;
}

// ---- time ----

Time Streams::next_deadline() const {
    const std::lock_guard lock(mutex_);
    const auto of = [](const Live& live) {
        return live.writer.ended() ? Time::max() : std::min(live.comment_at, live.close_at);
    };
    Time next = of(general_.live);
    posts_.each([&](const Stream& stream) { next = std::min(next, of(stream.live)); });
    for (const Live& live : idle_general_) next = std::min(next, of(live));
    return next;
}

void Streams::poll(Stream& stream) {
    std::string text;
    append_retry(text, options_.retry);
    stream.live.writer.write(text);
    stream.live.writer.end();
}

void Streams::deadline(Time time) {
    const std::lock_guard lock(mutex_);
    const auto look = [&](Stream& stream) {
        Live& live = stream.live;
        if (live.writer.ended()) return;
        if (live.comment_at > time && live.close_at > time) return;
        const bool close = live.close_at <= time;
        if (live.writer.fresh()) {
            if (stream.how.json_only) {
                live.comment_at = live.close_at = Time::max();
                return;
            }
            start(stream);
        }
        if (close) return poll(stream);
        live.writer.write(keep_alive_comment);
        live.comment_at = time + options_.keep_alive;
    };
    look(general_);
    posts_.each(look);
    for (Live& live : idle_general_) {
        if (live.comment_at > time) continue;
        live.writer.write(keep_alive_comment);
        live.comment_at = time + options_.keep_alive;
    }
    std::erase_if(idle_general_, [](const Live& live) { return live.writer.ended(); });
}

std::size_t Streams::open_streams() const {
    const std::lock_guard lock(mutex_);
    return open_streams_locked();
}

std::size_t Streams::open_streams_locked() const {
    const std::size_t general = general_.live.writer.ended() ? 0 : 1;
    return posts_.size() + idle_general_.size() + general;
}

bool Streams::in_use() const { return open_streams() != 0; }

}  // namespace mcp::http
