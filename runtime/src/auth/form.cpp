// Escaping and its reverse.
#include "auth/form.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace mcp::auth {

namespace {

int hex_value(char c) {
    if (detail::is_digit(c)) return c - '0';
    const char small = detail::lower(c);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

std::optional<std::string> form_unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            plain += ' ';
        } else if (text[i] != '%') {
            plain += text[i];
        } else {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            plain += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return plain;
}

}  // namespace

std::string form_escape(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string escaped;
    for (const char c : text) {
        if (detail::is_letter(c) || detail::is_digit(c) ||
            std::string_view("-._~").find(c) != std::string_view::npos) {
            escaped += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            escaped += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return escaped;
}

std::string form_text(const Form& form) {
    std::string text;
    for (const auto& [name, value] : form) {
        if (!text.empty()) text += '&';
        text.append(form_escape(name)).append("=").append(form_escape(value));
    }
    return text;
}

std::string with_query(std::string_view url, const Form& form) {
    std::string text(url.substr(0, url.find('#')));
    const bool has_query = text.find('?') != std::string::npos;
    if (!has_query) {
        text += '?';
    } else if (text.back() != '?' && text.back() != '&') {
        text += '&';
    }
    return text + form_text(form);
}

std::optional<Form> parse_form(std::string_view text) {
    Form form;
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(pair.size() + 1, text.size()));
        if (pair.empty()) continue;
        const std::size_t equals = std::min(pair.find('='), pair.size());
        auto name = form_unescape(pair.substr(0, equals));
        auto value = form_unescape(pair.substr(std::min(equals + 1, pair.size())));
        if (!name || !value || find(form, *name)) return std::nullopt;
        form.emplace_back(std::move(*name), std::move(*value));
    }
    return form;
}

const std::string* find(const Form& form, std::string_view name) {
    const auto found = std::find_if(form.begin(), form.end(),
                                    [&](const auto& each) { return each.first == name; });
    return found == form.end() ? nullptr : &found->second;
}

}  // namespace mcp::auth
