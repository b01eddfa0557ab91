// See lexer.hpp.
#include <generator/schema/typescript/lexer.hpp>

#include <generator/schema/typescript/messages.hpp>

#include <generator/support/words.hpp>

#include <charconv>
#include <optional>

namespace mcpgen::typescript {
namespace {

bool is_word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool is_word_part(char c) { return is_word_start(c) || is_digit(c); }

/// The UTF-8 form of a code point; surrogates and values past the last one give nothing.
std::string encode(std::uint32_t code) {
    std::string out;
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0U | (code >> 6U));
        add(0x80U | (code & 0x3FU));
    } else if (code < 0x10000 && (code < 0xD800 || code > 0xDFFF)) {
        add(0xE0U | (code >> 12U));
        add(0x80U | ((code >> 6U) & 0x3FU));
        add(0x80U | (code & 0x3FU));
    } else if (code >= 0x10000 && code < 0x110000) {
        add(0xF0U | (code >> 18U));
        add(0x80U | ((code >> 12U) & 0x3FU));
        add(0x80U | ((code >> 6U) & 0x3FU));
        add(0x80U | (code & 0x3FU));
    }
    return out;
}

/// `text` (digits, `_`, `.`, exponent, or 0x…) as JSON writes it.
std::optional<std::string> json_number(std::string_view text) {
    std::string digits(text.starts_with('.') ? 1 : 0, '0');
    for (const char c : text) {
        if (c != '_') digits += c;
    }
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        std::uint64_t value = 0;
        const char* end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data() + 2, end, value, 16);
        if (error != std::errc() || stop != end) return std::nullopt;
        return std::to_string(value);
    }

    std::size_t i = 0;
    const auto skip_digits = [&] {
        const std::size_t begin = i;
        while (i < digits.size() && is_digit(digits[i])) ++i;
        return i - begin;
    };
    const std::size_t whole = skip_digits();
    if (whole == 0 || (whole > 1 && digits[0] == '0')) return std::nullopt;
    if (i < digits.size() && digits[i] == '.') {
        ++i;
        if (skip_digits() == 0) return std::nullopt;
    }
    if (i < digits.size() && (digits[i] == 'e' || digits[i] == 'E')) {
        ++i;
        if (i < digits.size() && (digits[i] == '+' || digits[i] == '-')) ++i;
        if (skip_digits() == 0) return std::nullopt;
    }
    if (i != digits.size()) return std::nullopt;
    return digits;
}

}  // namespace

Lexer::Lexer(std::string_view text, Reporter& reporter)
    : text_(text), lines_(text), reporter_(reporter) {}

Token Lexer::next() {
    Token token;
    do {
        skip_space(token);
        token.at = here();
        token.depth = depth_;
        if (at_end()) {
            token.kind = Token::Kind::end;
            token.text = {};
            return token;
        }
    } while (!read(token));
    return token;
}

void Lexer::skip_space(Token& token) {
    while (!at_end()) {
        const char c = peek();
        if (c == '\n') token.after_newline = true;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            ++offset_;
        } else if (c == '/' && peek(1) == '/') {
            while (!at_end() && peek() != '\n') ++offset_;
        } else if (c == '/' && peek(1) == '*') {
            skip_comment(token);
        } else {
            return;
        }
    }
}

void Lexer::skip_comment(Token& token) {
    const LineColumn begin = here();
    const std::size_t end = text_.find("*/", offset_ + 2);
    if (end == std::string_view::npos) {
        reporter_.error(begin, messages::ts_unterminated("comment"));
        offset_ = text_.size();
        return;
    }
    const std::string_view comment = text_.substr(offset_, end + 2 - offset_);
    if (comment.size() > 4 && comment[2] == '*' && comment[3] != '*') {
        token.doc = comment;
        token.doc_at = begin;
    }
    if (comment.find('\n') != std::string_view::npos) token.after_newline = true;
    offset_ = end + 2;
}

/// False when what stands here is no token; it was reported and skipped. A token with a mistake
/// inside is reported too, and still given, so that the parser does not report what follows from
/// it.
bool Lexer::read(Token& token) {
    const std::size_t begin = offset_;
    const char c = peek();
    if (is_word_start(c)) {
        token.kind = Token::Kind::word;
        while (is_word_part(peek())) ++offset_;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        read_number(token);
    } else if (c == '"' || c == '\'') {
        read_string(token);
    } else if (c == '`') {
        read_template(token);
    } else if (c > ' ' && c < '\x7f') {
        read_punctuation(token);
    } else {
        static constexpr char hex[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        const std::string shown{'\\', 'x', hex[byte >> 4U], hex[byte & 15U]};
        reporter_.error(token.at, messages::ts_unexpected_character(shown));
        ++offset_;
        return false;
    }
    token.text = text_.substr(begin, offset_ - begin);
    return true;
}

void Lexer::read_string(Token& token) {
    token.kind = Token::Kind::string;
    const char quote = peek();
    ++offset_;
    while (peek() != quote) {
        if (at_end() || peek() == '\n') {
            reporter_.error(token.at, messages::ts_unterminated("string"));
            return;
        }
        if (peek() == '\\') {
            read_escape(token);
        } else {
            token.value += peek();
            ++offset_;
        }
    }
    ++offset_;
}

void Lexer::read_escape(Token& token) {
    static constexpr std::string_view letters = "nrtbfv0\\'\"`/";
    static constexpr std::string_view values{"\n\r\t\b\f\v\0\\'\"`/", 12};
    const std::size_t begin = offset_;
    ++offset_;
    const char c = peek();
    if (at_end() || c == '\n') return;  // the open string is reported
    ++offset_;
    if (const std::size_t i = letters.find(c); i != std::string_view::npos) {
        token.value += values[i];
        return;
    }
    if (c == 'x') return read_code_point(begin, 2, token);
    if (c == 'u' && peek() != '{') return read_code_point(begin, 4, token);
    if (c == 'u') {
        ++offset_;
        const std::size_t close = text_.find('}', offset_);
        if (close != std::string_view::npos && close - offset_ <= 6) {
            read_code_point(begin, close - offset_, token);
            offset_ = close + 1;
            return;
        }
    }
    reporter_.error(lines_.at(begin),
                    messages::ts_bad_escape(valid_utf8(text_.substr(begin, offset_ - begin))));
}

/// Reads `digits` hexadecimal digits of the escape that began at `begin`.
void Lexer::read_code_point(std::size_t begin, std::size_t digits, Token& token) {
    const std::string_view hex = text_.substr(offset_, digits);
    std::uint32_t code = 0;
    const char* end = hex.data() + hex.size();
    const auto [stop, error] = std::from_chars(hex.data(), end, code, 16);
    const std::string encoded = encode(code);
    if (hex.empty() || hex.size() != digits || error != std::errc() || stop != end ||
        encoded.empty()) {
        reporter_.error(lines_.at(begin),
                        messages::ts_bad_escape(text_.substr(begin, offset_ - begin)));
        return;
    }
    token.value += encoded;
    offset_ += digits;
}

void Lexer::read_number(Token& token) {
    token.kind = Token::Kind::number;
    const std::size_t begin = offset_;
    while (is_word_part(peek()) || peek() == '.' ||
           ((peek() == '+' || peek() == '-') && (text_[offset_ - 1] | 0x20) == 'e' &&
            text_.substr(begin, 2) != "0x")) {
        ++offset_;
    }
    const std::string_view text = text_.substr(begin, offset_ - begin);
    auto value = json_number(text);
    if (!value) reporter_.error(token.at, messages::ts_bad_number(text));
    token.value = std::move(value).value_or("0");
}

/// A template text is one token, so that the parser can name it; what is inside does not matter.
void Lexer::read_template(Token& token) {
    token.kind = Token::Kind::template_text;
    ++offset_;
    while (!at_end() && peek() != '`') offset_ += peek() == '\\' ? 2 : 1;
    if (at_end()) {
        offset_ = text_.size();
        reporter_.error(token.at, messages::ts_unterminated("template text"));
        return;
    }
    ++offset_;
}

void Lexer::read_punctuation(Token& token) {
    token.kind = Token::Kind::punctuation;
    const char c = peek();
    if (c == '{') ++depth_;
    if (c == '}' && depth_ > 0) --depth_;
    if (c == '=' && peek(1) == '>') {
        offset_ += 2;
    } else {
        offset_ += text_.substr(offset_, 3) == "..." ? 3 : 1;
    }
}

}  // namespace mcpgen::typescript
