// Parsing URI templates, and expanding them by the table of RFC 6570, appendix A.
#include <mcp/uri_template.hpp>

#include "util/ascii.hpp"
#include "util/uri_template.hpp"

#include <algorithm>
#include <array>

namespace mcp {
namespace detail {

const UriOperator& uri_operator(char op) {
    static constexpr std::array<UriOperator, 8> operators = {{
        {'\0', "", ',', false, "", false},
        {'+', "", ',', false, "", true},
        {'#', "#", ',', false, "", true},
        {'.', ".", '.', false, "", false},
        {'/', "/", '/', false, "", false},
        {';', ";", ';', true, "", false},
        {'?', "?", '&', true, "=", false},
        {'&', "&", '&', true, "=", false},
    }};
    for (const UriOperator& each : operators) {
        if (each.op == op) return each;
    }
    return operators.front();
}

}  // namespace detail

namespace {

using detail::is_escape_at;
using detail::UriOperator;

constexpr std::size_t most_variables = 100;

using detail::is_digit;
using detail::is_letter;
constexpr bool is_unreserved(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}
constexpr bool is_reserved(char c) {
    return std::string_view(":/?#[]@!$&'()*+,;=").find(c) != std::string_view::npos;
}

/// Escapes what may not stand in a URI; with `reserved`, reserved characters and escapes stay.
void append_escaped(std::string& out, std::string_view text, bool reserved) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_unreserved(c) || (reserved && (is_reserved(c) || is_escape_at(text, i)))) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        }
    }
}

/// The first `count` characters of UTF-8 text.
std::string_view first_characters(std::string_view text, std::size_t count) {
    std::size_t i = 0;
    while (i < text.size()) {
        const bool starts = (static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U;
        if (starts && count-- == 0) break;
        ++i;
    }
    return text.substr(0, i);
}

// ---- parsing

Unexpected<Error> wrong(std::string_view what, std::size_t place) {
    std::string message(what);
    message += " at character ";
    message += std::to_string(place + 1);
    return Unexpected(Error{std::move(message)});
}

/// The name at `i`, which moves behind it; empty when there is none.
std::string_view take_name(std::string_view text, std::size_t& i) {
    const std::size_t begin = i;
    bool after_character = false;
    while (i < text.size()) {
        if (is_letter(text[i]) || is_digit(text[i]) || text[i] == '_') {
            ++i;
        } else if (is_escape_at(text, i)) {
            i += 3;
        } else if (text[i] == '.' && after_character) {
            ++i;
            after_character = false;
            continue;
        } else {
            break;
        }
        after_character = true;
    }
    return after_character ? text.substr(begin, i - begin) : std::string_view();
}

/// The expression whose `{` is before `i`; `i` moves behind its `}`.
Result<UriTemplate::Part> take_expression(std::string_view text, std::size_t& i) {
    UriTemplate::Part part;
    if (i < text.size() && std::string_view("+#./;?&").find(text[i]) != std::string_view::npos)
        part.op = text[i++];
    while (true) {
        UriTemplate::Variable variable;
        variable.name = take_name(text, i);
        if (variable.name.empty()) return wrong("expected the name of a variable", i);
        if (i < text.size() && text[i] == '*') {
            variable.explode = true;
            ++i;
        } else if (i < text.size() && text[i] == ':') {
            const std::size_t begin = ++i;
            while (i < text.size() && is_digit(text[i]) && i - begin < 4)
                variable.prefix = variable.prefix * 10 + static_cast<std::size_t>(text[i++] - '0');
            if (i == begin || text[begin] == '0')
                return wrong("expected a length from 1 to 9999", begin);
        }
        part.variables.push_back(std::move(variable));
        if (i >= text.size()) return wrong("expected `}`", i);
        const char next = text[i++];
        if (next == '}') return part;
        if (next != ',') return wrong("expected `,` or `}`", i - 1);
    }
}

/// The text at `i` up to an expression, escaped; `i` moves behind it.
Result<UriTemplate::Part> take_literal(std::string_view text, std::size_t& i) {
    const std::size_t begin = i;
    for (; i < text.size() && text[i] != '{'; ++i) {
        const char c = text[i];
        const bool forbidden = static_cast<unsigned char>(c) <= 0x20 || c == 0x7f ||
                               std::string_view("\"<>\\^`|}").find(c) != std::string_view::npos ||
                               (c == '%' && !is_escape_at(text, i));
        if (forbidden) return wrong("a character that must be escaped", i);
    }
    UriTemplate::Part part;
    append_escaped(part.literal, text.substr(begin, i - begin), true);
    return part;
}

// ---- expanding

/// One variable, without what separates it from the others.
class Writer {
public:
    Writer(std::string& out, const UriOperator& op, const UriTemplate::Variable& variable)
        : out_(out), op_(op), variable_(variable) {}

    void write(const std::string& text) {
        name(variable_.name, text.empty());
        value(variable_.prefix > 0 ? first_characters(text, variable_.prefix)
                                   : std::string_view(text));
    }
    void write(const std::vector<std::string>& list) {
        if (!variable_.explode) name(variable_.name, false);
        for (const std::string& each : list) {
            if (&each != &list.front()) out_ += between();
            if (variable_.explode) name(variable_.name, each.empty());
            value(each);
        }
    }
    void write(const Map<std::string>& entries) {
        if (!variable_.explode) name(variable_.name, false);
        bool first = true;
        for (const auto& [key, text] : entries) {
            if (!first) out_ += between();
            first = false;
            value(key);
            if (!variable_.explode) {
                out_ += ',';
            } else if (op_.named && text.empty()) {
                out_ += op_.if_empty;
            } else {
                out_ += '=';
            }
            value(text);
        }
    }

private:
    char between() const { return variable_.explode ? op_.separator : ','; }
    void name(std::string_view name, bool empty) {
        if (!op_.named) return;
        out_ += name;
        out_ += empty ? op_.if_empty : std::string_view("=");
    }
    void value(std::string_view text) { append_escaped(out_, text, op_.reserved); }

    std::string& out_;
    const UriOperator& op_;
    const UriTemplate::Variable& variable_;
};

bool is_undefined(const UriVariable* value) {
    if (!value) return true;
    if (const auto* list = std::get_if<std::vector<std::string>>(value)) return list->empty();
    if (const auto* entries = std::get_if<Map<std::string>>(value)) return entries->empty();
    return false;
}

}  // namespace

Result<UriTemplate> UriTemplate::parse(std::string_view text) {
    UriTemplate result;
    result.text_ = text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size();) {
        const bool expression = text[i] == '{';
        if (expression) ++i;
        auto part = expression ? take_expression(text, i) : take_literal(text, i);
        if (!part) return Unexpected(std::move(part).error());
        count += part->variables.size();
        if (count > most_variables) return wrong("more than 100 variables", i);
        result.parts_.push_back(*std::move(part));
    }
    return result;
}

std::vector<std::string> UriTemplate::variables() const {
    std::vector<std::string> names;
    for (const Part& part : parts_) {
        for (const Variable& variable : part.variables) {
            if (std::find(names.begin(), names.end(), variable.name) == names.end())
                names.push_back(variable.name);
        }
    }
    return names;
}

std::string UriTemplate::expand(const Map<UriVariable>& values) const {
    std::string out;
    for (const Part& part : parts_) {
        out += part.literal;
        const UriOperator& op = detail::uri_operator(part.op);
        bool first = true;
        for (const Variable& variable : part.variables) {
            const UriVariable* const value = values.find(variable.name);
            if (is_undefined(value)) continue;
            if (first) {
                out += op.first;
            } else {
                out += op.separator;
            }
            first = false;
            Writer writer(out, op, variable);
            std::visit([&](const auto& each) { writer.write(each); }, *value);
        }
    }
    return out;
}

}  // namespace mcp
