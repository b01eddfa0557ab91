// Challenges as text.
#include "auth/challenge.hpp"

#include "http/headers.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace mcp::auth {

namespace {

constexpr std::size_t max_challenges = 32;

/// The parts between commas that are not in quotes.
std::vector<std::string_view> list_elements(std::string_view value) {
    std::vector<std::string_view> parts;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (quoted && value[i] == '\\') {
            ++i;
        } else if (value[i] == '"') {
            quoted = !quoted;
        } else if (value[i] == ',' && !quoted) {
            parts.push_back(http::trimmed(value.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    // An open quote swallows the rest: nobody knows where it was meant to end.
    if (!quoted) parts.push_back(http::trimmed(value.substr(begin)));
    return parts;
}

/// `token` or `"quoted \" text"`, the whole of it.
std::optional<std::string> param_value(std::string_view text) {
    if (!text.starts_with('"')) {
        return http::is_token(text) ? std::optional(std::string(text)) : std::nullopt;
    }
    std::string value;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            return i + 1 == text.size() ? std::optional(value) : std::nullopt;
        }
        if (text[i] == '\\' && ++i == text.size()) break;
        value += text[i];
    }
    return std::nullopt;
}

/// `name = value`, with blanks as they were allowed once.
std::optional<std::pair<std::string, std::string>> as_param(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = http::trimmed(text.substr(0, equals));
    auto value = param_value(http::trimmed(text.substr(equals + 1)));
    if (!http::is_token(name) || !value) return std::nullopt;
    return std::pair(detail::lower(name), std::move(*value));
}

}  // namespace

bool is_token68(std::string_view text) {
    const std::size_t end = std::min(text.find('='), text.size());
    if (end == 0 || text.find_first_not_of('=', end) != std::string_view::npos) return false;
    return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) {
        return detail::is_letter(c) || detail::is_digit(c) ||
               std::string_view("-._~+/").find(c) != std::string_view::npos;
    });
}

const std::string* Challenge::find(std::string_view name) const {
    const auto found = std::find_if(params.begin(), params.end(),
                                    [&](const auto& param) { return param.first == name; });
    return found == params.end() ? nullptr : &found->second;
}

std::string Challenge::get(std::string_view name) const {
    const std::string* const value = find(name);
    return value ? *value : std::string();
}

std::vector<Challenge> parse_challenges(std::string_view value) {
    std::vector<Challenge> found;
    bool known = false;  // who the next parameter belongs to
    const auto add = [&](std::pair<std::string, std::string> param) {
        if (!found.back().find(param.first)) found.back().params.push_back(std::move(param));
    };
    for (const std::string_view element : list_elements(value)) {
        if (element.empty()) continue;
        if (auto param = as_param(element)) {
            if (known) add(std::move(*param));
            continue;
        }
        const std::size_t end = std::min(element.find_first_of(" \t"), element.size());
        const std::string_view scheme = element.substr(0, end);
        known = http::is_token(scheme) && found.size() < max_challenges;
        if (!known) continue;
        found.push_back({detail::lower(scheme), {}, {}});
        const std::string_view rest = http::trimmed(element.substr(end));
        if (auto param = as_param(rest)) {
            add(std::move(*param));
        } else if (is_token68(rest)) {
            found.back().token = rest;
        } else if (!rest.empty()) {
            found.pop_back();
            known = false;
        }
    }
    return found;
}

std::optional<std::string> challenge_text(const Challenge& challenge) {
    if (!http::is_token(challenge.scheme)) return std::nullopt;
    std::string text = challenge.scheme;
    if (!challenge.token.empty()) {
        if (!is_token68(challenge.token) || !challenge.params.empty()) return std::nullopt;
        return text + " " + challenge.token;
    }
    std::string_view separator = " ";
    for (const auto& [name, value] : challenge.params) {
        const bool sayable = std::all_of(value.begin(), value.end(), [](char c) {
            return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
        });
        if (!http::is_token(name) || !sayable) return std::nullopt;
        text.append(separator).append(name).append("=\"");
        for (const char c : value) {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
        text += '"';
        separator = ", ";
    }
    return text;
}

}  // namespace mcp::auth
