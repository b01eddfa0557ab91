// The only file that includes Boost.Regex.
#include "schema/pattern.hpp"

// How many states one search may visit: about a tenth of a second. Holds for searches with the
// iterator below, which no other file has.
#define BOOST_REGEX_MAX_STATE_COUNT 2'000'000
#include <boost/regex.hpp>

#include <iterator>
#include <locale>

namespace mcp::schema {
namespace {

constexpr std::size_t longest_expression = 8'192;
constexpr std::size_t longest_subject = 65'536;

/// Boost bounds the work of bidirectional iterators by the number above alone; for others the bound
/// grows with the square of the expression.
class Place {
public:
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = wchar_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const wchar_t*;
    using reference = const wchar_t&;

    Place() = default;
    explicit Place(const wchar_t* at) : at_(at) {}
    reference operator*() const { return *at_; }
    Place& operator++() { return ++at_, *this; }
    Place operator++(int) { return Place(at_++); }
    Place& operator--() { return --at_, *this; }
    Place operator--(int) { return Place(at_--); }
    friend bool operator==(Place a, Place b) = default;

private:
    const wchar_t* at_ = nullptr;
};

using Expression = boost::basic_regex<wchar_t, boost::regex_traits<wchar_t>>;

}  // namespace

struct Pattern::Compiled {
    Expression expression{};
};

Result<Pattern> Pattern::compile(std::string_view expression) {
    if (expression.size() > longest_expression)
        return Unexpected(Error{"an expression of more than 8192 bytes"});
    auto text = to_perl_syntax(expression);
    if (!text) return Unexpected(std::move(text).error());
    auto compiled = std::make_shared<Compiled>();
    try {
        // Not what the program's locale says about letters and digits.
        compiled->expression.imbue(std::locale::classic());
        compiled->expression.assign(*text, boost::regex_constants::perl);
    } catch (const std::runtime_error& error) {
        std::string message = error.what();
        // Boost adds where it happened in the rewritten text, which nobody else has seen.
        message.resize(std::min(message.size(), message.find("  The error occurred")));
        return Unexpected(Error{std::move(message)});
    }
    return Pattern(std::move(compiled));
}

Found Pattern::search(std::string_view text) const {
    if (text.size() > longest_subject * 4) return Found::too_complex;
    const std::wstring subject = code_points(text);
    if (subject.size() > longest_subject) return Found::too_complex;
    try {
        const bool found =
            boost::regex_search(Place(subject.data()), Place(subject.data() + subject.size()),
                                compiled_->expression, boost::regex_constants::match_any);
        return found ? Found::yes : Found::no;
    } catch (const std::runtime_error&) {
        return Found::too_complex;
    }
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0;
    return count;
}

std::wstring code_points(std::string_view text) {
    std::wstring points;
    points.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i++]);
        std::uint32_t point = first;
        std::size_t more = 0;
        if (first >= 0xf0) {
            point = first & 0x07U;
            more = 3;
        } else if (first >= 0xe0) {
            point = first & 0x0fU;
            more = 2;
        } else if (first >= 0xc0) {
            point = first & 0x1fU;
            more = 1;
        }
        for (; more > 0 && i < text.size(); --more)
            point = point << 6U | (static_cast<unsigned char>(text[i++]) & 0x3fU);
        points += static_cast<wchar_t>(point);
    }
    return points;
}

}  // namespace mcp::schema
