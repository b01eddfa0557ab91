// From head to body to the next response; interim heads (1xx) are passed over, as many as are
// usual.
#include "http/wire/response_reader.hpp"

namespace mcp::http::wire {
namespace {

constexpr int most_interim_heads = 16;

}  // namespace

void ResponseReader::start(bool to_head) {
    parser_.clear(to_head);
    unfinished_.clear();
    data_ = {};
    refusal_ = {};
    heads_ = 0;
    state_ = State::head;
    to_head_ = to_head;
    forget_head_ = false;
}

ResponseReader::Event ResponseReader::refuse(const Refusal& refusal) {
    refusal_ = refusal;
    state_ = State::ended;
    return Event::refused;
}

ResponseReader::Event ResponseReader::next(std::string_view& arrived, const Limits& limits) {
    if (forget_head_) {
        unfinished_.clear();
        forget_head_ = false;
    }
    if (state_ == State::ended) return refusal_ ? Event::refused : Event::end;
    if (state_ == State::head) return take_head(arrived, limits);
    for (;;) {
        const BodyReader::Piece piece = reader_.read(arrived, limits);
        arrived.remove_prefix(piece.used);
        if (piece.progress == Progress::refused) return refuse(reader_.refusal());
        if (piece.progress == Progress::done) state_ = State::ended;
        if (!piece.data.empty()) {
            data_ = piece.data;
            return Event::data;
        }
        if (state_ == State::ended) return Event::end;
        if (arrived.empty()) return Event::more;
    }
}

ResponseReader::Event ResponseReader::take_head(std::string_view& arrived, const Limits& limits) {
    while (!arrived.empty()) {
        const std::size_t kept = unfinished_.size();
        if (kept != 0) unfinished_ += arrived;
        const std::string_view bytes = kept == 0 ? arrived : std::string_view(unfinished_);
        const Progress progress = parser_.parse(bytes, limits);
        if (progress == Progress::refused) return refuse(parser_.refusal());
        if (progress == Progress::more) {
            if (kept == 0) unfinished_ = arrived;
            arrived = {};
            break;
        }
        const ResponseHead& head = parser_.head();
        arrived.remove_prefix(head.size - kept);
        if (head.is_interim()) {
            if (++heads_ > most_interim_heads) return refuse({400, "too many interim responses"});
            unfinished_.clear();
            parser_.clear(to_head_);
            continue;
        }
        ++heads_;
        forget_head_ = true;
        reader_.start(head.framing, head.length);
        state_ = State::body;
        return Event::head;
    }
    return Event::more;
}

ResponseReader::Event ResponseReader::end_of_input() {
    if (refusal_) return Event::refused;
    if (state_ == State::ended || (state_ == State::body && reader_.end_of_input())) {
        state_ = State::ended;
        return Event::end;
    }
    return refuse({400, state_ == State::head ? "the connection was closed before a reply"
                                              : "the connection was closed within a reply"});
}

}  // namespace mcp::http::wire
