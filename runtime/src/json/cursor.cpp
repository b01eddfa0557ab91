// Looking ahead in scanned text.
#include "json/cursor.hpp"

namespace mcp::detail {

std::uint32_t Cursor::skip(std::uint32_t i) const {
    std::uint32_t depth = 0;
    for (; i < count_; ++i) {
        const char c = text_[positions_[i]];
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth <= 1) return i + 1;
            --depth;
        } else if (depth == 0) {
            return i + 1;
        }
    }
    return count_;
}

std::uint32_t Cursor::find(std::uint32_t i, std::string_view name) const {
    if (first(i) != '{') return count_;
    ++i;
    while (first(i) == '"' && first(i + 1) == ':') {
        const std::string_view key = content(i);
        const bool same = std::memchr(key.data(), '\\', key.size()) ? unescapes_to(key, name)
                                                                    : same_text(key, name);
        if (same) return i + 2 < count_ ? i + 2 : count_;
        i = skip(i + 2);
        if (first(i) != ',') break;
        ++i;
    }
    return count_;
}

}  // namespace mcp::detail
