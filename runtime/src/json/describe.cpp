// Words for messages: kinds, tokens, pieces of untrusted text. Only reached when something is
// wrong.
#include "json/raw.hpp"

namespace mcp::detail {
namespace {
constexpr std::size_t longest_quote = 60;
}

std::string shorten(std::string_view text) {
    if (text.size() <= longest_quote) return std::string(text);
    std::size_t size = longest_quote;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
    return std::string(text.substr(0, size)) + "...";
}

std::string kinds_text(std::uint8_t kinds) {
    if ((kinds & kind_any) == kind_any) return "any value";
    if (kinds & kind_number) kinds = static_cast<std::uint8_t>(kinds & ~unsigned{kind_integer});
    constexpr struct {
        std::uint8_t kind;
        std::string_view name;
    } names[] = {{kind_string, "string"},   {kind_integer, "integer"}, {kind_number, "number"},
                 {kind_boolean, "boolean"}, {kind_object, "object"},   {kind_array, "array"},
                 {kind_null, "null"}};
    std::string text;
    for (const auto& each : names) {
        if ((kinds & each.kind) == 0) continue;
        if (!text.empty()) text += " or ";
        text += each.name;
    }
    return text;
}

std::string describe_token(const Cursor& cursor, std::uint32_t i) {
    if (i >= cursor.count()) return "the end of the document";
    const std::string_view token = cursor.token(i);
    switch (token.front()) {
        case '{': return "object";
        case '[': return "array";
        case '"': return "string";
        default: break;
    }
    if (token == "true" || token == "false") return "boolean";
    if (token == "null") return "null";
    if (is_number(token)) return "number";
    if (token.starts_with("\xEF\xBB\xBF")) return "a byte order mark";
    // Control characters would make the message hard to read.
    std::string text = "`";
    for (const char c : shorten(token)) text += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    return text + "`";
}

std::string quote_token(const Cursor& cursor, std::uint32_t i) {
    if (i >= cursor.count()) return "the end of the document";
    const std::string_view token = cursor.token(i);
    if (token.front() == '"') {
        std::string text(1, '"');
        text += shorten(token.substr(1, token.size() < 2 ? 0 : token.size() - 2));
        text += '"';
        return text;
    }
    if (is_number(token) || token == "true" || token == "false") return shorten(token);
    return describe_token(cursor, i);
}

}  // namespace mcp::detail
