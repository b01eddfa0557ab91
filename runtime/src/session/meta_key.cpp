// Names in `_meta`, label by label.
#include "session/meta_key.hpp"

#include "util/ascii.hpp"

#include <vector>

namespace mcp::session {

namespace {

using detail::is_letter;
bool is_alnum(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

bool is_label(std::string_view label) {
    if (label.empty() || !is_letter(label.front()) || !is_alnum(label.back())) return false;
    for (const char c : label) {
        if (!is_alnum(c) && c != '-') return false;
    }
    return true;
}

bool is_name(std::string_view name) {
    if (name.empty()) return true;
    if (!is_alnum(name.front()) || !is_alnum(name.back())) return false;
    for (const char c : name) {
        if (!is_alnum(c) && c != '-' && c != '_' && c != '.') return false;
    }
    return true;
}

std::vector<std::string_view> labels_of(std::string_view prefix) {
    std::vector<std::string_view> labels;
    while (true) {
        const std::size_t dot = prefix.find('.');
        labels.push_back(prefix.substr(0, dot));
        if (dot == std::string_view::npos) return labels;
        prefix.remove_prefix(dot + 1);
    }
}

bool is_word(std::string_view label) { return label == "modelcontextprotocol" || label == "mcp"; }

}  // namespace

bool is_meta_key(std::string_view key) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return is_name(key);
    for (const std::string_view label : labels_of(key.substr(0, slash))) {
        if (!is_label(label)) return false;
    }
    return is_name(key.substr(slash + 1));
}

bool is_reserved_key(std::string_view key, Revision revision) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return false;
    const auto labels = labels_of(key.substr(0, slash));
    if (revision >= r2025_11_25) return labels.size() >= 2 && is_word(labels[1]);
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
        if (is_word(labels[i])) return true;
    }
    return false;
}

bool is_extension_id(std::string_view id) {
    const std::size_t slash = id.find('/');
    return slash != std::string_view::npos && slash + 1 < id.size() && is_meta_key(id);
}

}  // namespace mcp::session
