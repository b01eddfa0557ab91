// Blanks in place of what JSON does not have.
#include "host/jsonc.hpp"

#include <cstddef>

namespace mcp::host {

namespace {

/// Where the string that begins at `at` ends: behind its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

/// Where the comment that begins at `at` ends; `at` when none does. One that is not closed is no
/// comment.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
        const std::size_t end = text.find('\n', at);
        return end == std::string_view::npos ? text.size() : end;
    }
    if (rest.starts_with("/*")) {
        const std::size_t end = text.find("*/", at + 2);
        return end == std::string_view::npos ? at : end + 2;
    }
    return at;
}

void blank(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
    }
}

}  // namespace

std::string without_comments(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    std::string result(text);
    constexpr std::size_t none = std::string::npos;
    std::size_t comma = none;  // the last thing that was not blank
    bool after_item = false;   // a comma that follows no item is a mistake, and stays
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (const std::size_t end = end_of_comment(text, at); end != at) {
            blank(result, at, end);
            at = end;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++at;
        } else if (c == ',') {
            comma = after_item ? at : none;
            after_item = false;
            ++at;
        } else {
            if ((c == '}' || c == ']') && comma != none) blank(result, comma, comma + 1);
            comma = none;
            after_item = c != '{' && c != '[' && c != ':';
            at = c == '"' ? end_of_string(text, at) : at + 1;
        }
    }
    return result;
}

}  // namespace mcp::host
