// From head to body to the next request. Bytes are only copied when a request arrives in pieces.
#include "http/wire/request_reader.hpp"

#include <utility>

namespace mcp::http::wire {

RequestReader::State RequestReader::take(std::string_view& arrived, RequestHeadParser& scratch,
                                         const Limits& limits) {
    if (state_ == State::idle || state_ == State::head) {
        if (arrived.empty()) return state_;
        state_ = take_head(arrived, scratch, limits);
    } else if (state_ == State::body) {
        state_ = take_body(arrived, unfinished_->reader, limits);
    }
    return state_;
}

void RequestReader::clear() {
    unfinished_.reset();
    head_ = nullptr;
    body_ = {};
    state_ = State::idle;
}

std::size_t RequestReader::kept_bytes() const {
    if (!unfinished_) return 0;
    return sizeof *unfinished_ + unfinished_->head.capacity() + unfinished_->body.capacity();
}

RequestReader::State RequestReader::refuse(const Refusal& refusal) {
    refusal_ = refusal;
    return State::refused;
}

void RequestReader::keep_head(std::string_view bytes, RequestHeadParser& scratch) {
    if (!unfinished_) unfinished_ = std::make_unique<Unfinished>();
    unfinished_->head = bytes;
    std::swap(unfinished_->parser, scratch);
    unfinished_->parser.forget();  // only `scratch` is asked
}

RequestReader::State RequestReader::take_head(std::string_view& arrived, RequestHeadParser& scratch,
                                              const Limits& limits) {
    const bool first = state_ == State::idle;
    const bool repeated = first && scratch.repeats(arrived);
    std::size_t kept = 0;  // of the bytes before
    if (first) {
        if (!repeated) scratch.clear();
    } else {
        kept = unfinished_->head.size();
        unfinished_->head += arrived;
    }
    RequestHeadParser& parser = first ? scratch : unfinished_->parser;
    const std::string_view bytes = first ? arrived : std::string_view(unfinished_->head);
    const Progress progress = repeated ? Progress::done : parser.parse(bytes, limits);
    if (progress == Progress::refused) return refuse(parser.refusal());
    if (progress == Progress::more) {
        if (first) keep_head(arrived, scratch);
        arrived = {};
        return State::head;
    }

    head_ = &parser.head();
    const std::size_t size = head_->size;
    arrived.remove_prefix(size - kept);
    if (!first) unfinished_->head.resize(size);  // shorter: the bytes stay where they are
    if (head_->framing == Framing::none) return State::whole;

    BodyReader reader;
    reader.start(head_->framing, head_->length);
    const State state = take_body(arrived, reader, limits);
    if (state != State::body) return state;
    if (first) {
        keep_head(bytes.substr(0, size), scratch);
        unfinished_->parser.moved_to(unfinished_->head);
        head_ = &unfinished_->parser.head();
    }
    unfinished_->reader = reader;
    return State::body;
}

RequestReader::State RequestReader::take_body(std::string_view& arrived, BodyReader& reader,
                                              const Limits& limits) {
    // Data in one piece stays where it is; two pieces meet in memory of our own.
    std::string_view only = unfinished_ ? std::string_view(unfinished_->body) : std::string_view();
    const auto keep = [&](std::string_view data) {
        if (!unfinished_) unfinished_ = std::make_unique<Unfinished>();
        unfinished_->body += data;
        only = unfinished_->body;
    };
    bool is_kept = !only.empty();
    for (;;) {
        const BodyReader::Piece piece = reader.read(arrived, limits);
        arrived.remove_prefix(piece.used);
        if (piece.progress == Progress::refused) return refuse(reader.refusal());
        if (!piece.data.empty()) {
            if (!is_kept && !only.empty()) {
                keep(std::exchange(only, {}));
                is_kept = true;
            }
            if (is_kept)
                keep(piece.data);
            else
                only = piece.data;
        }
        if (piece.progress == Progress::done) {
            body_ = only;
            return State::whole;
        }
        if (!arrived.empty()) continue;
        if (!is_kept) keep(only);
        return State::body;
    }
}

}  // namespace mcp::http::wire
