// One buffer, from which whole lines are given out in place. It grows with a long line, and
// shrinks when that line is done.
#include "transport/line_splitter.hpp"

#include <algorithm>
#include <cstring>

namespace mcp::transport {

[[gnu::hot]] void LineSplitter::find_end() {
    if (found_ || scanned_ == end_) return;
    const auto* newline =
        static_cast<const char*>(std::memchr(buffer_.get() + scanned_, '\n', end_ - scanned_));
    found_ = newline != nullptr;
    scanned_ = newline ? static_cast<std::size_t>(newline - buffer_.get()) : end_;
}

[[gnu::hot]] bool LineSplitter::has_next() {
    for (;;) {
        find_end();
        if (!found_) return ended_ && (skipping_ || begin_ != end_);
        // An empty line would make somebody flush, or wait, for nothing.
        const bool empty = !skipping_ && (scanned_ == begin_ ||
                                          (scanned_ == begin_ + 1 && buffer_[begin_] == '\r'));
        if (!empty) return true;
        begin_ = ++scanned_;
        found_ = false;
    }
}

[[gnu::hot]] std::optional<LineSplitter::Line> LineSplitter::next() {
    if (!has_next()) return std::nullopt;
    std::string_view text(buffer_.get() + begin_, scanned_ - begin_);
    begin_ = scanned_ = found_ ? scanned_ + 1 : end_;
    found_ = false;
    if (skipping_) {
        skipping_ = false;
        shown_ = std::move(beginning_);
        beginning_.clear();
        return Line{shown_, true};
    }
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > max_line_) {
        skipped_ += text.size();
        return Line{text.substr(0, kept_beginning), true};
    }
    if (text.empty()) return next();
    return Line{text};
}

[[gnu::hot]] LineSplitter::Room LineSplitter::room() {
    make_room();
    return {buffer_.get() + end_, capacity_ - end_};
}

[[gnu::hot]] void LineSplitter::make_room() {
    const std::size_t left = end_ - begin_;
    const bool shrink = capacity_ > chunk && left < chunk / 2;
    if (left == 0 && !shrink && capacity_ != 0) {
        begin_ = end_ = scanned_ = 0;
        return;
    }
    if (!shrink && capacity_ - end_ >= chunk / 4) return;
    if (!shrink && capacity_ != 0 && left <= capacity_ / 2) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, left);
    } else {
        // Twice what there is, so that a long line is not copied at every turn.
        const std::size_t wanted = std::max(chunk, left * 2);
        std::unique_ptr<char[]> other(new char[wanted]);
        if (left != 0) std::memcpy(other.get(), buffer_.get() + begin_, left);
        buffer_ = std::move(other);
        capacity_ = wanted;
    }
    scanned_ -= begin_;
    end_ = left;
    begin_ = 0;
}

[[gnu::hot]] void LineSplitter::added(std::size_t count) {
    end_ += count;
    find_end();
    if (skipping_) skipped_ += count;
    if (found_) return;
    if (!skipping_ && end_ - begin_ > max_line_ + 1) {  // a carriage return may be its last
        skipping_ = true;
        skipped_ += end_ - begin_;
        beginning_.assign(buffer_.get() + begin_, std::min(end_ - begin_, kept_beginning));
        if (beginning_.starts_with("\xEF\xBB\xBF")) beginning_.erase(0, 3);
    }
    if (skipping_) begin_ = scanned_ = end_;
}

void LineSplitter::end() { ended_ = true; }

}  // namespace mcp::transport
