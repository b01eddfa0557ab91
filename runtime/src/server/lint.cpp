// Notes on names, and the forms that annotations must have.
#include "server/lint.hpp"

#include "util/ascii.hpp"

#include <algorithm>

namespace mcp::server {

namespace {

using detail::is_digit;

/// `2025-01-12` or `2025-01-12T15:00:58Z`, with a fraction and an offset where there is a time.
bool is_iso_time(std::string_view text) {
    const auto take = [&text](std::string_view form) {
        if (text.size() < form.size()) return false;
        for (std::size_t i = 0; i < form.size(); ++i) {
            if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i]) return false;
        }
        text.remove_prefix(form.size());
        return true;
    };
    if (!take("0000-00-00")) return false;
    if (text.empty()) return true;
    if (!take("T00:00")) return false;
    if (take(":00") && take(".0")) {
        while (take("0")) {}
    }
    return text.empty() || ((take("Z") || take("+00:00") || take("-00:00")) && text.empty());
}

}  // namespace

std::string tool_name_note(std::string_view name) {
    if (name.size() > 128) return "names above 128 characters are refused by clients";
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
               c == '-' || c == '.';
    });
    return plain ? "" : "names should be made of letters, digits and _ - . only";
}

std::string annotations_problem(const std::optional<Annotations>& annotations) {
    if (!annotations) return {};
    if (annotations->priority && !(*annotations->priority >= 0 && *annotations->priority <= 1)) {
        return "annotations.priority must be from 0 to 1";
    }
    if (annotations->lastModified && !is_iso_time(*annotations->lastModified)) {
        return "annotations.lastModified must be a time as in 2025-01-12T15:00:58Z";
    }
    return {};
}

}  // namespace mcp::server
