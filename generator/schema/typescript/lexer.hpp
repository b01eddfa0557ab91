// Text -> tokens, one at a time. Comments are skipped; a doc comment goes with the token after it.
// Knows no keywords: what a word means depends on where it stands, and that is the parser's
// business.
#pragma once

#include <generator/schema/typescript/reporter.hpp>
#include <generator/support/utf8.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mcpgen::typescript {

struct Token {
    enum class Kind : std::uint8_t { word, string, number, template_text, punctuation, end };

    Kind kind = Kind::end;
    LineColumn at;
    bool after_newline = false;
    std::uint32_t depth = 0;  ///< of `{`, before this token
    std::string_view text;    ///< as written; empty at the end
    std::string value;        ///< of a string or a number; a number as JSON writes it
    std::string_view doc;     ///< the last `/** … */` before it, whole; empty when there is none
    LineColumn doc_at;

    bool is(std::string_view wanted) const {
        return (kind == Kind::word || kind == Kind::punctuation) && text == wanted;
    }
};

class Lexer {
public:
    /// `text` must outlive the tokens.
    Lexer(std::string_view text, Reporter& reporter);

    /// The next token. What is no token is reported and skipped; at the end, `end` for ever.
    Token next();

private:
    bool at_end() const { return offset_ >= text_.size(); }
    char peek(std::size_t ahead = 0) const {
        return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
    }
    LineColumn here() { return lines_.at(offset_); }

    void skip_space(Token& token);
    void skip_comment(Token& token);
    bool read(Token& token);
    void read_string(Token& token);
    void read_escape(Token& token);
    void read_code_point(std::size_t begin, std::size_t digits, Token& token);
    void read_number(Token& token);
    void read_template(Token& token);
    void read_punctuation(Token& token);

    std::string_view text_;
    std::size_t offset_ = 0;
    std::uint32_t depth_ = 0;
    LineCounter lines_;
    Reporter& reporter_;
};

}  // namespace mcpgen::typescript
