// From the spelling of ECMA-262 to the one of Boost's Perl syntax. The two differ in what `^`, `$`,
// `.` and the classes match, in a few escapes, and in what Perl adds, which is refused here.
#include "schema/pattern.hpp"

#include <cstdio>
#include <optional>

namespace mcp::schema {
namespace {

// The inside of a class: digits, word characters, white space and line ends of ECMA-262.
constexpr std::wstring_view digits = L"0-9";
constexpr std::wstring_view not_digits = L"\\x{0}-\\x{2F}\\x{3A}-\\x{10FFFF}";
constexpr std::wstring_view word_characters = L"0-9A-Za-z_";
constexpr std::wstring_view not_words =
    L"\\x{0}-\\x{2F}\\x{3A}-\\x{40}\\x{5B}-\\x{5E}\\x{60}\\x{7B}-\\x{10FFFF}";
constexpr std::wstring_view spaces =
    L"\\x{9}-\\x{D}\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}"
    L"\\x{3000}\\x{FEFF}";
constexpr std::wstring_view not_spaces =
    L"\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}"
    L"\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}"
    L"\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}";

constexpr bool is_digit(wchar_t c) { return c >= L'0' && c <= L'9'; }
constexpr bool is_letter(wchar_t c) { return (c >= L'a' && c <= L'z') || (c >= L'A' && c <= L'Z'); }

void append_point(std::wstring& out, std::uint32_t point) {
    char text[16];
    std::snprintf(text, sizeof text, "\\x{%X}", static_cast<unsigned>(point));
    for (const char* p = text; *p; ++p) out += static_cast<wchar_t>(*p);
}

/// A problem inside of the functions below; does not leave this file.
struct Wrong {
    std::string message;
};

class Rewriter {
public:
    explicit Rewriter(std::wstring_view in) : in_(in) {}

    std::wstring rewrite() {
        while (i_ < in_.size()) item();
        return std::move(out_);
    }

private:
    wchar_t peek(std::size_t ahead = 0) const {
        return i_ + ahead < in_.size() ? in_[i_ + ahead] : L'\0';
    }
    bool take(std::wstring_view text) {
        if (!in_.substr(i_).starts_with(text)) return false;
        i_ += text.size();
        return true;
    }

    void item() {
        switch (const wchar_t c = in_[i_++]) {
            case L'^': out_ += L"\\A"; break;
            case L'$': out_ += L"\\z"; break;
            case L'.': out_ += L"[^\\x{A}\\x{D}\\x{2028}\\x{2029}]"; break;
            case L'[': character_class(); break;
            case L'\\': escape(false); break;
            case L'(': group(); break;
            case L'{': brace(); break;
            case L'}':
            case L']': out_.append(1, L'\\').append(1, c); break;
            case L'*':
            case L'+':
            case L'?': repeat(c); break;
            case L'|':
            case L')': out_ += c; break;
            default: literal(static_cast<std::uint32_t>(c));
        }
    }

    void literal(std::uint32_t point) {
        if (point < 0x80 &&
            (is_letter(static_cast<wchar_t>(point)) || is_digit(static_cast<wchar_t>(point)))) {
            out_ += static_cast<wchar_t>(point);
        } else {
            append_point(out_, point);
        }
    }

    void group() {
        out_ += L'(';
        if (peek() != L'?') return;
        for (const std::wstring_view kind : {L"?:", L"?=", L"?!", L"?<=", L"?<!"}) {
            if (take(kind)) {
                out_ += kind;
                return;
            }
        }
        if (take(L"?<") && (is_letter(peek()) || peek() == L'_' || peek() == L'$')) {
            out_ += L"?<";
            while (!take(L">")) {
                if (i_ >= in_.size()) throw Wrong{"a group's name has no end"};
                out_ += in_[i_++];
            }
            out_ += L'>';
            return;
        }
        throw Wrong{"`(?` is followed by something that ECMA-262 does not have"};
    }

    /// A quantifier, or a brace that stands for itself.
    void brace() {
        std::size_t end = i_;
        while (end < in_.size() && (is_digit(in_[end]) || in_[end] == L',')) ++end;
        const std::wstring_view inside = in_.substr(i_, end - i_);
        const std::size_t comma = inside.find(L',');
        const bool quantifies = end < in_.size() && in_[end] == L'}' && !inside.empty() &&
                                is_digit(inside.front()) &&
                                (comma == std::wstring_view::npos ||
                                 inside.find(L',', comma + 1) == std::wstring_view::npos);
        if (!quantifies) {
            out_ += L"\\{";
            return;
        }
        if (inside.size() > 11) throw Wrong{"a count that is too large"};
        out_.append(1, L'{').append(inside).append(1, L'}');
        i_ = end + 1;
        lazy();
    }

    void repeat(wchar_t c) {
        out_ += c;
        lazy();
    }
    /// Perl has possessive quantifiers, `a++`; ECMA-262 has not.
    void lazy() {
        if (peek() == L'?') out_ += in_[i_++];
        if (peek() == L'+' || peek() == L'*') throw Wrong{"a quantifier after a quantifier"};
    }

    void character_class() {
        const bool negated = take(L"^");
        if (take(L"]")) {  // everything, nothing
            out_ += negated ? L"[\\x{0}-\\x{10FFFF}]" : L"(?!)";
            return;
        }
        out_ += negated ? L"[^" : L"[";
        bool may_start_range = false;
        bool in_range = false;
        while (!take(L"]")) {
            if (i_ >= in_.size()) throw Wrong{"`[` without `]`"};
            const wchar_t c = in_[i_++];
            // Between two characters a range, elsewhere itself.
            if (c == L'-' && may_start_range && peek() != L']' && !set_follows()) {
                out_ += L'-';
                in_range = true;
                may_start_range = false;
                continue;
            }
            was_set_ = false;
            if (c == L'\\') {
                escape(true);
            } else {
                append_point(out_, static_cast<std::uint32_t>(c));
            }
            may_start_range = !in_range && !was_set_;
            in_range = false;
        }
        out_ += L']';
    }
    bool set_follows() const {
        return peek() == L'\\' &&
               std::wstring_view(L"dDwWsSpP").find(peek(1)) != std::wstring_view::npos;
    }

    void set(std::wstring_view inside, bool in_class) {
        if (in_class) {
            out_ += inside;
            was_set_ = true;
        } else {
            out_.append(1, L'[').append(inside).append(1, L']');
        }
    }

    void escape(bool in_class) {
        if (i_ >= in_.size()) throw Wrong{"a backslash at the end"};
        switch (const wchar_t c = in_[i_++]) {
            case L'd': return set(digits, in_class);
            case L'D': return set(not_digits, in_class);
            case L'w': return set(word_characters, in_class);
            case L'W': return set(not_words, in_class);
            case L's': return set(spaces, in_class);
            case L'S': return set(not_spaces, in_class);
            case L'p':
            case L'P': return category(c == L'P', in_class);
            case L'b':
                if (in_class) return append_point(out_, 8);
                out_ += L"\\b";
                return;
            case L'B':
                if (in_class) throw Wrong{"`\\B` inside of brackets"};
                out_ += L"\\B";
                return;
            case L't': return append_point(out_, 9);
            case L'n': return append_point(out_, 10);
            case L'v': return append_point(out_, 11);
            case L'f': return append_point(out_, 12);
            case L'r': return append_point(out_, 13);
            case L'c':
                if (!is_letter(peek())) throw Wrong{"`\\c` without a letter"};
                return append_point(out_, static_cast<std::uint32_t>(in_[i_++]) & 31U);
            case L'x': return append_point(out_, hexadecimal(2));
            case L'u': return append_point(out_, unicode());
            case L'k': return named_reference(in_class);
            case L'0':
                if (is_digit(peek())) throw Wrong{"an octal escape"};
                return append_point(out_, 0);
            default:
                if (is_digit(c)) return reference(c, in_class);
                if (is_letter(c))
                    throw Wrong{std::string("an escape that does not exist: `\\") +
                                static_cast<char>(c) + "`"};
                append_point(out_, static_cast<std::uint32_t>(c));
        }
    }

    void reference(wchar_t first, bool in_class) {
        if (in_class) throw Wrong{"a reference to a group inside of brackets"};
        std::wstring number(1, first);
        while (is_digit(peek()) && number.size() < 3) number += in_[i_++];
        out_ += L"(?:\\g{" + number + L"})";
    }

    void named_reference(bool in_class) {
        const std::size_t end = in_.find(L'>', i_);
        if (in_class || !take(L"<") || end == std::wstring_view::npos)
            throw Wrong{"`\\k` without a group's name"};
        out_.append(L"(?:\\k<").append(in_.substr(i_, end - i_)).append(L">)");
        i_ = end + 1;
    }

    std::uint32_t hexadecimal(std::size_t count) {
        std::uint32_t value = 0;
        for (std::size_t k = 0; k < count; ++k) value = value * 16 + hexadecimal_digit();
        return value;
    }
    std::uint32_t hexadecimal_digit() {
        const wchar_t c = peek();
        ++i_;
        if (is_digit(c)) return static_cast<std::uint32_t>(c - L'0');
        const wchar_t lower = static_cast<wchar_t>(c | 0x20);
        if (lower < L'a' || lower > L'f') throw Wrong{"expected a hexadecimal digit"};
        return static_cast<std::uint32_t>(lower - L'a') + 10;
    }
    std::uint32_t unicode() {
        if (take(L"{")) {
            std::uint32_t value = 0;
            do {
                value = value * 16 + hexadecimal_digit();
                if (value > 0x10ffff) throw Wrong{"a code point that does not exist"};
            } while (!take(L"}"));
            return value;
        }
        const std::uint32_t high = hexadecimal(4);
        if (high < 0xd800 || high > 0xdbff || peek() != L'\\' || peek(1) != L'u') return high;
        const std::size_t back = i_;
        i_ += 2;
        const std::uint32_t low = hexadecimal(4);
        if (low >= 0xdc00 && low <= 0xdfff)
            return 0x10000 + ((high - 0xd800) << 10U) + (low - 0xdc00);
        i_ = back;
        return high;
    }

    void category(bool negated, bool in_class) {
        const std::size_t end = in_.find(L'}', i_);
        if (!take(L"{") || end == std::wstring_view::npos)
            throw Wrong{"`\\p` without a property in braces"};
        std::wstring_view name = in_.substr(i_, end - i_);
        i_ = end + 1;
        for (const std::wstring_view prefix : {L"General_Category=", L"gc="}) {
            if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
        }
        std::wstring ranges;
        if (!append_category(ranges, name, negated))
            throw Wrong{"a Unicode property that is not supported"};
        set(ranges, in_class);
    }

    std::wstring_view in_;
    std::wstring out_{};
    std::size_t i_ = 0;
    bool was_set_ = false;  // inside of brackets: what came last can not start a range
};

}  // namespace

Result<std::wstring> to_perl_syntax(std::string_view expression) {
    const std::wstring points = code_points(expression);
    try {
        return Rewriter(points).rewrite();
    } catch (Wrong& wrong) {
        return Unexpected(Error{std::move(wrong.message)});
    }
}

}  // namespace mcp::schema
