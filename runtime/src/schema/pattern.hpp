// Regular expressions of `pattern` and `patternProperties`: ECMA-262 as written, matched by
// Boost.Regex over code points, with a bound on the work. pattern_text.cpp turns the one spelling
// into the other.
#pragma once

#include <mcp/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mcp::schema {

enum class Found : std::uint8_t { no, yes, too_complex };

class Pattern {
public:
    /// Fails for what is no expression of ECMA-262 with the `u` flag, as far as it is used in
    /// schemas. Escapes that stand for themselves are taken leniently.
    static Result<Pattern> compile(std::string_view expression);

    /// Whether the expression is found anywhere in `text`, which is UTF-8.
    Found search(std::string_view text) const;

private:
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
    std::shared_ptr<const Compiled> compiled_;
};

/// The same expression for Boost's Perl syntax, over code points.
Result<std::wstring> to_perl_syntax(std::string_view expression);

/// Code points of UTF-8 text.
std::wstring code_points(std::string_view text);
std::size_t count_code_points(std::string_view text);

/// Appends the ranges of a Unicode general category (`L`, `Letter`, `Nd`, ...) as they are written
/// inside of brackets; false when there is no such category.
bool append_category(std::wstring& out, std::wstring_view name, bool negated);

}  // namespace mcp::schema
