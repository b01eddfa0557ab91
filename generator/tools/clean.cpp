// Other people's prose, made fit for a comment of C++; see shapes.hpp. A description is text of a
// server that nobody has to trust: it can neither end the comment, nor continue it on a line of
// code, nor look like something else than it is.
#include <generator/tools/shapes.hpp>

#include <generator/support/utf8.hpp>

#include <cstdint>

namespace mcpgen {
namespace {

std::uint32_t code_point(std::string_view sequence) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(sequence[i]));
    };
    switch (sequence.size()) {
        case 1: return byte(0);
        case 2: return ((byte(0) & 0x1fU) << 6U) | (byte(1) & 0x3fU);
        case 3: return ((byte(0) & 0x0fU) << 12U) | ((byte(1) & 0x3fU) << 6U) | (byte(2) & 0x3fU);
        default: return 0x10000U;
    }
}

/// Turns the direction of writing, breaks the line in some editors, or cannot be seen at all.
bool is_treacherous(std::uint32_t c) {
    return (c >= 0x80 && c < 0xa0) || c == 0x200b || c == 0x200e || c == 0x200f || c == 0x2028 ||
           c == 0x2029 || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069) ||
           c == 0xfeff;
}

}  // namespace

std::string clean(std::string_view text) {
    const std::string valid = valid_utf8(text);
    std::string out;
    for (std::size_t at = 0; at < valid.size();) {
        const std::size_t length = utf8_length(std::string_view(valid).substr(at));
        const std::string_view sequence(valid.data() + at, length == 0 ? 1 : length);
        at += sequence.size();
        const std::uint32_t c = code_point(sequence);
        if (c == '\n')
            out += '\n';
        else if (c < 0x20 || c == 0x7f)
            out += ' ';
        else if (!is_treacherous(c))
            out += sequence;
        // At the end of a line a backslash would continue the comment on the next one.
        const bool word_ends = at >= valid.size() || valid[at] == ' ' || valid[at] == '\n' ||
                               static_cast<unsigned char>(valid[at]) < 0x20;
        if (c == '\\' && word_ends) out.back() = '/';
    }
    return out;
}

}  // namespace mcpgen
