// See the header; the table of valid sequences is table 3-7 of the Unicode standard.
#include <generator/support/utf8.hpp>

#include <algorithm>

namespace mcpgen {

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto within = [&](std::size_t i, unsigned low, unsigned high) {
        return i < text.size() && at(i) >= low && at(i) <= high;
    };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return within(1, 0x80, 0xbf) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned low = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = first == 0xed ? 0x9f : 0xbf;
        return within(1, low, high) && within(2, 0x80, 0xbf) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned low = first == 0xf0 ? 0x90 : 0x80;
        const unsigned high = first == 0xf4 ? 0x8f : 0xbf;
        return within(1, low, high) && within(2, 0x80, 0xbf) && within(3, 0x80, 0xbf) ? 4 : 0;
    }
    return 0;
}

std::string valid_utf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        out += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

LineColumn LineCounter::at(std::size_t offset) {
    const std::size_t end = std::min(offset, text_.size());
    for (; offset_ < end; ++offset_) {
        const auto byte = static_cast<unsigned char>(text_[offset_]);
        if (byte == '\n') {
            ++place_.line;
            place_.column = 1;
        } else if ((byte & 0xc0U) != 0x80) {  // not the middle of a character
            ++place_.column;
        }
    }
    return place_;
}

}  // namespace mcpgen
