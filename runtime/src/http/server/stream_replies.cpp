// Replies come to streams, and go: opening, resuming, breaking, polling, keeping alive.
#include "http/server/streams.hpp"
#include "http/sse.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcp::http {

namespace {

struct EventId {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0;
};

/// `<stream>:<sequence>`
std::optional<EventId> read_event_id(std::string_view text) {
    EventId id;
    const char* const end = text.data() + text.size();
    const auto stream = std::from_chars(text.data(), end, id.stream);
    if (stream.ec != std::errc() || stream.ptr == end || *stream.ptr != ':') return std::nullopt;
    const auto sequence = std::from_chars(stream.ptr + 1, end, id.sequence);
    if (sequence.ec != std::errc() || sequence.ptr != end) return std::nullopt;
    return id;
}

}  // namespace

std::optional<Attachment> Streams::open_post(const std::vector<MessageId>& requests, Writer& writer,
                                             PostReply how) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!by_request_.try_emplace(requests[i], last_stream_ + 1).second) {
            while (i-- > 0) by_request_.erase(requests[i]);
            return std::nullopt;
        }
    }
    const std::uint64_t id = ++last_stream_;
    Stream& stream = posts_[id];
    stream.id = id;
    stream.pending = requests;
    stream.how = how;
    stream.requests = requests.size();
    *settings_.in_flight += requests.size();
    begin(stream.live, std::move(writer));
    return Attachment{id, stream.live.serial};
}

Attachment Streams::await(const Attachment& asked) {
    const std::lock_guard lock(mutex_);
    const auto found = posts_.find(asked.stream);
    if (found == posts_.end()) return {};
    Stream& stream = found->second;
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
    return {general_.id, serial};
}

std::optional<Attachment> Streams::resume(Writer& writer, std::string_view last_event_id) {
    const auto after = read_event_id(last_event_id);
    if (!after) return std::nullopt;
    const std::lock_guard lock(mutex_);
    if (closed_) return std::nullopt;
    Stream* const stream = find(after->stream);
    if (stream && (!stream->known || after->sequence > stream->sequence)) return std::nullopt;

    std::string missed;
    const auto add = [&](std::uint64_t sequence, std::string_view message) {
        append_event(missed, std::to_string(after->stream) + ':' + std::to_string(sequence),
                     message);
    };
    const bool nothing_missed = stream && after->sequence == stream->sequence;
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
    return Attachment{stream->id, serial};
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
    for (auto& [id, stream] : posts_) {
        // The session is gone, and with it the answer.
        if (stream.live.writer.fresh()) stream.live.writer.answer(404);
        stream.live.writer.end();
        *settings_.in_flight -= stream.requests;
    }
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
    for (const auto& [id, stream] : posts_) next = std::min(next, of(stream.live));
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
    for (auto& [id, stream] : posts_) look(stream);
    for (Live& live : idle_general_) {
        if (live.comment_at > time) continue;
        live.writer.write(keep_alive_comment);
        live.comment_at = time + options_.keep_alive;
    }
    std::erase_if(idle_general_, [](const Live& live) { return live.writer.ended(); });
}

std::size_t Streams::open_streams() const {
    const std::lock_guard lock(mutex_);
    const std::size_t general = general_.live.writer.ended() ? 0 : 1;
    return posts_.size() + idle_general_.size() + general;
}

bool Streams::in_use() const { return open_streams() != 0; }

}  // namespace mcp::http
