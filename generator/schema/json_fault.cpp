// A reader of JSON that builds nothing: it only knows what may come next; see the header.
#include <generator/schema/json_fault.hpp>

#include <generator/support/messages.hpp>
#include <generator/support/utf8.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mcpgen {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::optional<JsonFault> run() {
        skip_space();
        if (at_end()) return JsonFault{0, messages::empty_document()};
        // ( value | key ':' value ) then ',' or the closing bracket; `open_` holds what is open.
        bool ok = value();
        while (ok && !open_.empty()) ok = next();
        if (ok) {
            skip_space();
            if (!at_end()) fail(messages::text_after_document());
        }
        return std::move(fault_);
    }

private:
    struct Open {
        char bracket;
        std::size_t offset;
        bool empty = true;
    };

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return text_[at_]; }
    void skip_space() {
        while (!at_end() && is_space(peek())) ++at_;
    }

    bool fail_at(std::size_t offset, Message message) {
        if (!fault_) fault_ = JsonFault{offset, std::move(message)};
        return false;
    }
    bool fail(Message message) { return fail_at(at_, std::move(message)); }

    std::uint32_t line_of(std::size_t offset) const { return LineCounter(text_).at(offset).line; }

    bool truncated() {
        if (open_.empty()) return fail_at(text_.size(), messages::truncated({}, 0));
        const Open& inner = open_.back();
        return fail_at(text_.size(), messages::truncated(inner.bracket == '{' ? "object" : "array",
                                                         line_of(inner.offset)));
    }

    /// What stands here, for a message: a word, a character, or a byte.
    std::string found() const {
        const std::string_view rest = text_.substr(at_);
        if (is_letter(rest.front()) || is_digit(rest.front())) {
            const auto end = std::find_if_not(rest.begin(), rest.begin() + shown(rest),
                                              [](char c) { return is_letter(c) || is_digit(c); });
            return '`' + std::string(rest.begin(), end) + '`';
        }
        if (rest.front() == '"') return "a string";
        return '`' + std::string(rest.substr(0, utf8_length(rest))) + '`';
    }
    static std::ptrdiff_t shown(std::string_view rest) {
        return static_cast<std::ptrdiff_t>(std::min<std::size_t>(rest.size(), 24));
    }

    bool unexpected(std::string_view expected) {
        if (at_end()) return truncated();
        if (utf8_length(text_.substr(at_)) == 0) return fail(messages::invalid_utf8());
        if (text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*") {
            return fail(messages::comment_in_json());
        }
        return fail(messages::not_json(expected, found()));
    }

    /// One member or element of the innermost open value, or its end.
    bool next() {
        Open& inner = open_.back();
        const bool object = inner.bracket == '{';
        const char close = object ? '}' : ']';
        skip_space();
        if (at_end()) return truncated();
        if (peek() == close) {
            ++at_;
            open_.pop_back();
            return true;
        }
        if (!std::exchange(inner.empty, false)) {
            if (peek() != ',') return unexpected(object ? "`,` or `}`" : "`,` or `]`");
            const std::size_t comma = at_++;
            skip_space();
            if (!at_end() && peek() == close) return fail_at(comma, messages::trailing_comma());
        }
        if (!object) return value();
        skip_space();
        if (at_end() || peek() != '"') return unexpected("a key in double quotes");
        if (!string()) return false;
        skip_space();
        if (at_end() || peek() != ':') return unexpected("`:`");
        ++at_;
        return value();
    }

    bool value() {
        skip_space();
        if (at_end()) return truncated();
        const char c = peek();
        if (c == '{' || c == '[') {
            open_.push_back({c, at_++});
            return true;
        }
        if (c == '"') return string();
        if (c == '-' || c == '+' || c == '.' || is_digit(c)) return number();
        for (const std::string_view word : {"true", "false", "null"}) {
            if (text_.substr(at_, word.size()) != word) continue;
            const std::size_t end = at_ + word.size();
            if (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) break;
            at_ = end;
            return true;
        }
        return unexpected("a value");
    }

    bool number() {
        std::size_t end = at_;
        while (end < text_.size() &&
               (is_digit(text_[end]) || is_letter(text_[end]) || text_[end] == '.' ||
                text_[end] == '+' || text_[end] == '-')) {
            ++end;
        }
        const std::string_view token = text_.substr(at_, end - at_);
        if (!is_json_number(token)) {
            // Cut off within a number: the missing rest is the problem.
            if (end == text_.size() && !open_.empty()) return truncated();
            return fail(messages::invalid_number(token.substr(0, 40)));
        }
        at_ = end;
        return true;
    }

    bool string() {
        const std::size_t begin = at_++;
        while (true) {
            if (at_end()) {
                return fail_at(text_.size(), messages::truncated("string", line_of(begin)));
            }
            const auto byte = static_cast<unsigned char>(peek());
            if (byte == '"') return ++at_, true;
            if (byte < 0x20) return fail(messages::control_character_in_string());
            if (byte == '\\') {
                if (!escape(begin)) return false;
                continue;
            }
            const std::size_t length = byte < 0x80 ? 1 : utf8_length(text_.substr(at_));
            if (length == 0) return fail(messages::invalid_utf8());
            at_ += length;
        }
    }

    bool escape(std::size_t string_begin) {
        if (at_ + 1 >= text_.size()) {
            return fail_at(text_.size(), messages::truncated("string", line_of(string_begin)));
        }
        const char c = text_[at_ + 1];
        if (c != 'u') {
            if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
                return fail(messages::invalid_escape());
            }
            at_ += 2;
            return true;
        }
        const auto high = unit(at_);
        if (!high) return fail(messages::invalid_escape());
        if (*high >= 0xdc00 && *high <= 0xdfff) return fail(messages::lone_surrogate());
        if (*high >= 0xd800 && *high <= 0xdbff) {
            const auto low = unit(at_ + 6);
            if (!low || *low < 0xdc00 || *low > 0xdfff) return fail(messages::lone_surrogate());
            at_ += 6;
        }
        at_ += 6;
        return true;
    }

    /// The number in `\uXXXX` at `offset`.
    std::optional<unsigned> unit(std::size_t offset) const {
        const std::string_view digits = text_.substr(std::min(offset, text_.size()), 6);
        if (digits.size() < 6 || digits[0] != '\\' || digits[1] != 'u') return std::nullopt;
        if (!std::all_of(digits.begin() + 2, digits.end(), is_hex)) return std::nullopt;
        return static_cast<unsigned>(std::stoul(std::string(digits.substr(2)), nullptr, 16));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Open> open_;
    std::optional<JsonFault> fault_;
};

}  // namespace

std::optional<JsonFault> find_json_fault(std::string_view text) { return Scanner(text).run(); }

bool is_json_number(std::string_view text) {
    std::size_t at = 0;
    const auto here = [&] { return at < text.size() ? text[at] : '\0'; };
    const auto digits = [&] {
        const std::size_t first = at;
        while (is_digit(here())) ++at;
        return at > first;
    };
    if (here() == '-') ++at;
    const bool zero = here() == '0';
    const std::size_t first = at;
    if (!digits() || (zero && at - first > 1)) return false;
    if (here() == '.') {
        ++at;
        if (!digits()) return false;
    }
    if (here() == 'e' || here() == 'E') {
        ++at;
        if (here() == '+' || here() == '-') ++at;
        if (!digits()) return false;
    }
    return at == text.size();
}

}  // namespace mcpgen
