// Matching a URI against a template, without going back: from the end of the URI to its start it is
// found out from which places the rest of the template fits, then one walk forward takes the
// longest values that keep the rest fitting.
//
//   {a}/x{?b,c}     take a -> "/x" -> split -> "?b=" -> take b -> split -> "&c=" -> take c -> end
//                                         \-> split -> "?c=" -> take c -> end
#include <mcp/uri_template.hpp>

#include "json/structure.hpp"
#include "util/uri_template.hpp"

#include <algorithm>

namespace mcp {
namespace {

using detail::is_escape_at;
using detail::UriOperator;

constexpr std::size_t longest_uri = 65'536;
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// A step of the match. Steps only lead to steps with a smaller index; step 0 is the end.
struct Step {
    std::string literal{};                            ///< must come first
    const UriTemplate::Variable* variable = nullptr;  ///< then as much of this, when set
    std::string_view excluded{};  ///< characters that the variable does not take
    std::size_t least = 0;        ///< characters that it takes
    std::size_t next = nowhere;
    std::size_t otherwise = nowhere;  ///< where else the match can go on, taking nothing here
    bool always_empty = false;        ///< the variable takes nothing
};

/// Turns a template into steps, from its end to its start.
class Compiler {
public:
    Compiler() { steps.push_back({}); }

    void add(const UriTemplate::Part& part) {
        if (part.variables.empty()) {
            append({part.literal, nullptr, {}, 0, last(), nowhere});
        } else if (part.op == '\0' || part.op == '+') {
            add_required(part);
        } else {
            add_optional(part);
        }
    }

    std::vector<Step> steps{};

private:
    std::size_t last() const { return steps.size() - 1; }
    std::size_t append(Step step) {
        steps.push_back(std::move(step));
        return last();
    }

    static std::string_view excluded_by(const UriTemplate::Part& part,
                                        const UriTemplate::Variable& variable) {
        switch (part.op) {
            case '+':
            case '#': return {};
            case '.': return variable.explode ? "/?#" : ".,/?#";
            case '/': return variable.explode ? "?#" : "/?#";
            case ';': return variable.explode ? "/?#" : ";/?#";
            case '?':
            case '&': return variable.explode ? "#" : "&#";
            default: return part.variables.size() > 1 && !variable.explode ? ",/?#" : "/?#";
        }
    }

    void add_required(const UriTemplate::Part& part) {
        for (std::size_t i = part.variables.size(); i-- > 0;) {
            const UriTemplate::Variable& variable = part.variables[i];
            append({i == 0 ? "" : ",", &variable, excluded_by(part, variable), 1, last(), nowhere});
        }
    }

    void add_optional(const UriTemplate::Part& part) {
        const UriOperator& op = detail::uri_operator(part.op);
        // Two rows of steps: with and without a variable before this one.
        std::size_t after_some = last();
        std::size_t after_none = last();
        for (std::size_t i = part.variables.size(); i-- > 0;) {
            const UriTemplate::Variable& variable = part.variables[i];
            const std::size_t next = after_some;
            after_some = take(part, variable, std::string(1, op.separator), next, next);
            after_none = take(part, variable, std::string(op.first), next, after_none);
        }
    }

    /// `prefix`, the variable, then `next`; or else `skip`.
    std::size_t take(const UriTemplate::Part& part, const UriTemplate::Variable& variable,
                     std::string prefix, std::size_t next, std::size_t skip) {
        const UriOperator& op = detail::uri_operator(part.op);
        const std::string_view excluded = excluded_by(part, variable);
        if (!op.named || variable.explode)
            return append({std::move(prefix), &variable, excluded, 0, next, skip});
        prefix += variable.name;
        std::string with_value = prefix + '=';
        if (part.op == ';') {
            // An empty value has no `=`. It is written before the other form, which is tried first.
            skip = append({std::move(prefix), &variable, {}, 0, next, skip, true});
        }
        return append({std::move(with_value), &variable, excluded, 0, next, skip});
    }
};

class Matcher {
public:
    Matcher(const std::vector<Step>& steps, std::string_view uri)
        : steps_(steps), uri_(uri), width_(uri.size() + 1), fits_(steps.size() * width_) {
        mark_inner_places();
        for (std::size_t i = 0; i < steps.size(); ++i) find_places(i);
    }

    std::optional<Map<std::string>> values() const {
        std::size_t step = steps_.size() - 1;
        if (!fits(step, 0)) return std::nullopt;
        Map<std::string> found;
        std::size_t place = 0;
        while (step != 0) {
            const Step& each = steps_[step];
            const std::size_t end = end_of(each, place);
            if (end == nowhere) {
                step = each.otherwise;
                continue;
            }
            if (each.variable) {
                const std::size_t begin = place + each.literal.size();
                if (!store(*each.variable, uri_.substr(begin, end - begin), found))
                    return std::nullopt;
            }
            place = end;
            step = each.next;
        }
        return found;
    }

private:
    bool fits(std::size_t step, std::size_t place) const { return fits_[step * width_ + place]; }

    /// Inside an escape or a character nothing ends.
    void mark_inner_places() {
        inner_.resize(width_);
        for (std::size_t i = 0; i < uri_.size(); ++i) {
            if (is_escape_at(uri_, i)) inner_[i + 1] = inner_[i + 2] = true;
            if ((static_cast<unsigned char>(uri_[i]) & 0xc0U) == 0x80U) inner_[i] = true;
        }
    }

    static bool takes(const Step& step, char c) {
        return !step.always_empty && step.excluded.find(c) == std::string_view::npos;
    }

    /// From which places the template fits from this step on, to the end of the URI.
    void find_places(std::size_t index) {
        const Step& step = steps_[index];
        if (index == 0) {
            fits_[uri_.size()] = true;
            return;
        }
        std::vector<bool> after_literal(width_);
        bool longer = false;  // whether taking one more character from here leads on
        for (std::size_t place = width_; place-- > 0;) {
            if (!step.variable) {
                after_literal[place] = fits(step.next, place);
                continue;
            }
            const bool here = fits(step.next, place);
            const bool more = place < uri_.size() && takes(step, uri_[place]) && longer;
            longer = (here && !inner_[place]) || more;
            after_literal[place] = !inner_[place] && ((here && step.least == 0) || more);
        }
        for (std::size_t place = 0; place < width_; ++place) {
            const bool here = uri_.substr(place).starts_with(step.literal) &&
                              after_literal[place + step.literal.size()];
            const bool elsewhere = step.otherwise != nowhere && fits(step.otherwise, place);
            fits_[index * width_ + place] = here || elsewhere;
        }
    }

    /// Where this step ends when it starts at `place` and takes as much as it can.
    std::size_t end_of(const Step& step, std::size_t place) const {
        if (!uri_.substr(place).starts_with(step.literal)) return nowhere;
        std::size_t end = place + step.literal.size();
        if (!step.variable) return fits(step.next, end) ? end : nowhere;
        if (inner_[end]) return nowhere;
        std::size_t longest = nowhere;
        for (const std::size_t begin = end;; ++end) {
            const bool enough = end - begin >= step.least;
            if (enough && !inner_[end] && fits(step.next, end)) longest = end;
            if (end >= uri_.size() || !takes(step, uri_[end])) return longest;
        }
    }

    /// False when the value is no text, is too long, or differs from an earlier one.
    static bool store(const UriTemplate::Variable& variable, std::string_view escaped,
                      Map<std::string>& found) {
        std::string value;
        std::size_t characters = 0;
        for (std::size_t i = 0; i < escaped.size(); ++i) {
            char c = escaped[i];
            if (c == '%') {
                const auto digit = [&](char d) {
                    if (d <= '9') return static_cast<unsigned>(d - '0');
                    return static_cast<unsigned>((d | 0x20) - 'a' + 10);
                };
                c = static_cast<char>(digit(escaped[i + 1]) << 4U | digit(escaped[i + 2]));
                i += 2;
            }
            if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) ++characters;
            value += c;
        }
        if (!detail::is_utf8(value)) return false;
        if (variable.prefix > 0 && characters > variable.prefix) return false;
        if (const std::string* const earlier = found.find(variable.name)) return *earlier == value;
        found[variable.name] = std::move(value);
        return true;
    }

    const std::vector<Step>& steps_;
    std::string_view uri_;
    std::size_t width_;
    std::vector<bool> fits_;
    std::vector<bool> inner_{};
};

/// Whether every `%` starts an escape.
bool escapes_are_whole(std::string_view uri) {
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] == '%' && !is_escape_at(uri, i)) return false;
    }
    return true;
}

}  // namespace

std::optional<Map<std::string>> UriTemplate::match(std::string_view uri) const {
    if (uri.size() > longest_uri || !escapes_are_whole(uri)) return std::nullopt;
    Compiler compiler;
    for (std::size_t i = parts_.size(); i-- > 0;) compiler.add(parts_[i]);
    return Matcher(compiler.steps, uri).values();
}

}  // namespace mcp
