// URI templates (RFC 6570): `file:///{path}`. Expanding them is complete up to level 4; matching a
// URI against one is for those whose variables can be told apart. Linear in the length of the URI.
#pragma once

#include <mcp/result.hpp>
#include <mcp/vocabulary.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcp {

/// A string, a list, or named values.
using UriVariable = std::variant<std::string, std::vector<std::string>, Map<std::string>>;

class UriTemplate {
public:
    /// Fails with the place of what is no template, and for more than 100 variables.
    static Result<UriTemplate> parse(std::string_view text);

    const std::string& text() const { return text_; }
    std::vector<std::string> variables() const;  ///< in order, each once

    /// Undefined variables are left out, as RFC 6570 says; so are empty lists. A prefix
    /// (`{name:3}`) has no effect on lists.
    std::string expand(const Map<UriVariable>& values) const;

    /// The variables of a URI that this template expands to, unescaped; nothing when it does not
    /// fit. A simple `{name}` takes no `/`, `?` and `#`, `{+name}` takes everything; both take at
    /// least one character, and as many as they can. Variables behind one of `#./;?&` may be
    /// missing, and then have no value. An exploded variable (`{/path*}`) gives everything from
    /// its first value to its last, separators included. Escaped characters are part of the value:
    /// `%2F` in a simple `{name}` becomes a `/`, so check a value before it names a file.
    std::optional<Map<std::string>> match(std::string_view uri) const;

    struct Variable {
        std::string name{};
        std::size_t prefix = 0;  ///< characters; 0: all
        bool explode = false;
    };
    /// A piece of text, or an expression with its variables.
    struct Part {
        std::string literal{};  ///< escaped where needed; when there are no variables
        char op = '\0';         ///< one of `+#./;?&`, or NUL
        std::vector<Variable> variables{};
    };

private:
    std::string text_;
    std::vector<Part> parts_;
};

}  // namespace mcp
