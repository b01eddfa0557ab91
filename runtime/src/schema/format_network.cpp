// Host names (RFC 1123), addresses (RFC 5321, RFC 4291). Says nothing about whether they exist.
#include "schema/formats.hpp"

#include "util/ascii.hpp"
#include "util/uri_template.hpp"

#include <cstddef>

namespace mcp::schema {
namespace {

using detail::is_digit;
using detail::is_letter;

/// Takes off what is before `separator`, and the separator.
std::string_view take_until(std::string_view& rest, char separator, bool& last) {
    const std::size_t end = rest.find(separator);
    last = end == std::string_view::npos;
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(last ? rest.size() : end + 1);
    return part;
}

bool is_label(std::string_view label) {
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-')
        return false;
    // "--" in the third place is kept for encodings, of which there is one (RFC 5891).
    if (label.size() >= 4 && label.substr(2, 2) == "--" && !label.starts_with("xn")) return false;
    for (const char c : label) {
        if (!is_letter(c) && !is_digit(c) && c != '-') return false;
    }
    return true;
}

bool is_quoted_local(std::string_view local) {
    if (local.size() < 2 || local.back() != '"') return false;
    for (std::size_t i = 1; i + 1 < local.size(); ++i) {
        const auto c = static_cast<unsigned char>(local[i]);
        if (c == '\\' && i + 2 < local.size()) {
            ++i;
        } else if (c == '"' || c == '\\' || c < 0x20 || c == 0x7f) {
            return false;
        }
    }
    return true;
}

bool is_dotted_local(std::string_view local, bool international) {
    bool last = false;
    while (!last) {
        const std::string_view atom = take_until(local, '.', last);
        if (atom.empty()) return false;
        for (const char c : atom) {
            const bool good =
                is_letter(c) || is_digit(c) ||
                std::string_view("!#$%&'*+-/=?^_`{|}~").find(c) != std::string_view::npos ||
                (international && static_cast<unsigned char>(c) >= 0x80);
            if (!good) return false;
        }
    }
    return true;
}

bool is_address_literal(std::string_view domain) {
    if (domain.size() < 2 || domain.front() != '[' || domain.back() != ']') return false;
    domain = domain.substr(1, domain.size() - 2);
    if (domain.starts_with("IPv6:")) return is_ipv6(domain.substr(5));
    return is_ipv4(domain);
}

bool is_international_domain(std::string_view domain) {
    bool last = false;
    while (!last) {
        const std::string_view label = take_until(domain, '.', last);
        if (label.empty() || label.front() == '-' || label.back() == '-') return false;
        for (const char c : label) {
            const bool good =
                is_letter(c) || is_digit(c) || c == '-' || static_cast<unsigned char>(c) >= 0x80;
            if (!good) return false;
        }
    }
    return true;
}

bool is_mailbox(std::string_view text, bool international) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos) return false;
    const std::string_view local = text.substr(0, at);
    const std::string_view domain = text.substr(at + 1);
    const bool good_local =
        local.starts_with('"') ? is_quoted_local(local) : is_dotted_local(local, international);
    if (!good_local) return false;
    if (domain.starts_with('[')) return is_address_literal(domain);
    return is_hostname(domain) || (international && is_international_domain(domain));
}

}  // namespace

bool is_hostname(std::string_view text) {
    if (text.empty() || text.size() > 253) return false;
    bool last = false;
    while (!last) {
        if (!is_label(take_until(text, '.', last))) return false;
    }
    return true;
}

bool is_email(std::string_view text) { return is_mailbox(text, false); }
bool is_idn_email(std::string_view text) { return is_mailbox(text, true); }

bool is_ipv4(std::string_view text) {
    bool last = false;
    std::size_t count = 0;
    for (; !last; ++count) {
        const std::string_view part = take_until(text, '.', last);
        if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
        int value = 0;
        for (const char c : part) {
            if (!is_digit(c)) return false;
            value = value * 10 + (c - '0');
        }
        if (value > 255) return false;
    }
    return count == 4;
}

bool is_ipv6(std::string_view text) {
    std::size_t groups = 0;
    bool gap = false;
    if (text.starts_with("::")) {
        gap = true;
        text.remove_prefix(2);
        if (text.empty()) return true;
    }
    while (true) {
        const std::size_t end = text.find(':');
        const std::string_view part = text.substr(0, end);
        if (end == std::string_view::npos && part.find('.') != std::string_view::npos) {
            if (!is_ipv4(part)) return false;
            groups += 2;
            break;
        }
        if (part.empty() || part.size() > 4) return false;
        for (const char c : part) {
            if (!detail::is_hex_digit(c)) return false;
        }
        ++groups;
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
        if (text.starts_with(':')) {
            if (gap) return false;
            gap = true;
            text.remove_prefix(1);
            if (text.empty()) break;
        }
    }
    return gap ? groups < 8 : groups == 8;
}

}  // namespace mcp::schema
