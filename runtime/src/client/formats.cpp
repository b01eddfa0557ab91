// Checks of text formats, by hand: std::regex is slow and has no bound.
#include "client/formats.hpp"

#include "util/ascii.hpp"

#include <algorithm>

namespace mcp::client {

namespace {

using detail::is_digit;
using detail::is_letter;

/// Two digits at `at`; -1 for anything else.
int two_digits(std::string_view text, std::size_t at) {
    if (at + 2 > text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
    return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool is_label(std::string_view label) {
    return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
           std::all_of(label.begin(), label.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '-' ||
                      (static_cast<unsigned char>(c) >= 0x80);
           });
}

bool is_domain(std::string_view text) {
    while (true) {
        const std::size_t dot = text.find('.');
        if (!is_label(text.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        text.remove_prefix(dot + 1);
    }
}

bool is_offset(std::string_view text) {
    if (text == "Z" || text == "z") return true;
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return false;
    const int hours = two_digits(text, 1);
    const int minutes = two_digits(text, 4);
    return hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60;
}

}  // namespace

std::size_t code_points(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

bool is_email(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || at == 0 || at > 64 || text.size() > 254) return false;
    const std::string_view local = text.substr(0, at);
    if (local.front() == '.' || local.back() == '.' || local.find("..") != std::string_view::npos) {
        return false;
    }
    const bool quoted = local.size() >= 2 && local.front() == '"' && local.back() == '"';
    const bool plain = std::all_of(local.begin(), local.end(), [](char c) {
        return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view("!#$%&'*+/=?^_`{|}~.-").find(c) != std::string_view::npos;
    });
    return (quoted || plain) && is_domain(text.substr(at + 1));
}

bool is_uri(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return false;
    const std::string_view scheme = text.substr(0, colon);
    if (!std::all_of(scheme.begin(), scheme.end(), [](char c) {
            return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
        })) {
        return false;
    }
    const std::string_view rest = text.substr(colon + 1);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const char c = rest[i];
        if (c == '%') {
            const auto hex = [&](std::size_t k) {
                return k < rest.size() &&
                       (is_digit(rest[k]) || (rest[k] >= 'a' && rest[k] <= 'f') ||
                        (rest[k] >= 'A' && rest[k] <= 'F'));
            };
            if (!hex(i + 1) || !hex(i + 2)) return false;
        } else if (!is_letter(c) && !is_digit(c) &&
                   std::string_view("-._~:/?#[]@!$&'()*+,;=").find(c) == std::string_view::npos) {
            return false;
        }
    }
    return !rest.empty();
}

bool is_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const int century = two_digits(text, 0);
    const int short_year = two_digits(text, 2);
    const int month = two_digits(text, 5);
    const int day = two_digits(text, 8);
    if (century < 0 || short_year < 0 || month < 1 || month > 12 || day < 1) return false;
    const int year = century * 100 + short_year;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return day <= (month == 2 && leap ? 29 : days[month - 1]);
}

bool is_date_time(std::string_view text) {
    if (text.size() < 20 || !is_date(text.substr(0, 10)) || (text[10] != 'T' && text[10] != 't') ||
        text[13] != ':' || text[16] != ':') {
        return false;
    }
    const int hours = two_digits(text, 11);
    const int minutes = two_digits(text, 14);
    const int seconds = two_digits(text, 17);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 60) {
        return false;
    }
    std::size_t end = 19;
    if (text[end] == '.') {
        const std::size_t first = ++end;
        while (end < text.size() && is_digit(text[end])) ++end;
        if (end == first) return false;
    }
    return is_offset(text.substr(end));
}

}  // namespace mcp::client
