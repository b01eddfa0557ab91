// Text of servers is untrusted: what could command the terminal, hide, or turn around what is read
// becomes visible text. Also how wide text is, and names whose letters only look like others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcpctl {

/// One code point, and how many bytes it takes; `valid` is false for a byte that begins none.
struct CodePoint {
    std::uint32_t value = 0;
    std::size_t bytes = 1;
    bool valid = false;
};
/// The first code point of a text that is not empty.
CodePoint first_code_point(std::string_view text);

/// Whether a terminal can be shown it: no control character but newline and tab, nothing that is
/// not seen, nothing that changes the direction of text.
bool is_harmless(std::uint32_t code_point);

/// Every code point that is not harmless, and every byte that is no UTF-8, as `\u{1b}` or `\xff`.
/// Line ends of any kind become newlines.
std::string safe_text(std::string_view text);
/// The same on one line: blanks, tabs and newlines in a row become one blank.
std::string safe_line(std::string_view text);

/// The columns that a line takes on a terminal: wide characters take two, accents none.
std::size_t display_width(std::string_view text);
/// The longest beginning that is no wider than `columns`; what is cut off is marked with `…`.
std::string fit(std::string_view text, std::size_t columns);
/// With blanks at the end, to be at least so wide.
std::string padded(std::string text, std::size_t columns);

/// Whether a name mixes letters of alphabets that look alike, as Latin and Cyrillic ones.
bool mixes_alphabets(std::string_view name);

}  // namespace mcpctl
