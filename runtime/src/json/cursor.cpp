// Looking ahead in scanned text.
#include "json/cursor.hpp"

namespace mcp::detail {

std::uint32_t Cursor::find(std::uint32_t i, std::string_view name) const {
    if (first(i) != '{') return count_;
    ++i;
    while (first(i) == '"' && first(i + 1) == ':') {
        if (stands_for(content(i), name)) return i + 2 < count_ ? i + 2 : count_;
        i = skip(i + 2);
        if (first(i) != ',') break;
        ++i;
    }
    return count_;
}

}  // namespace mcp::detail
