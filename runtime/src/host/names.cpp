// Making names, and taking them apart.
#include "host/names.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <cstdint>

namespace mcp::host {

namespace {

constexpr std::string_view between = "__";

/// FNV-1a. Whoever makes two names of one server collide harms that server alone.
std::string hash_of(std::string_view text, std::size_t digits) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211U;
    }
    std::string result;
    for (std::size_t i = 0; i < digits; ++i, hash >>= 4U) {
        result += "0123456789abcdef"[hash & 15U];
    }
    return result;
}

bool plain(char c) { return detail::is_letter(c) || detail::is_digit(c); }

std::string in_key_characters(std::string_view server) {
    std::string key;
    for (const char c : server) {
        if (plain(c)) {
            key += c;
        } else if (!key.empty() && key.back() != '-') {
            key += '-';
        }
    }
    while (key.ends_with('-')) key.pop_back();
    if (key.empty()) return "server";
    return detail::is_letter(key.front()) ? key : "s" + key;
}

std::string with_hash(std::string key, std::string_view server, std::size_t digits) {
    key.resize(std::min(key.size(), max_key - digits - 1));
    return key + '-' + hash_of(server, digits);
}

}  // namespace

std::string server_key(std::string_view server,
                       const std::function<bool(std::string_view key)>& taken) {
    const std::string key = in_key_characters(server);
    if (key.size() <= max_key && !taken(key)) return key;
    std::string unique = with_hash(key, server, 4);
    for (std::size_t more = 0; taken(unique); ++more) {
        unique = with_hash(key, std::string(server) + '#' + std::to_string(more), 8);
    }
    return unique;
}

std::string joined_name(std::string_view key, std::string_view name) {
    std::string result(key);
    result += between;
    for (const char c : name) result += plain(c) || c == '_' || c == '-' ? c : '_';
    return result.size() <= max_name ? result : hashed_name(key, name);
}

std::string hashed_name(std::string_view key, std::string_view name) {
    constexpr std::size_t digits = 8;
    std::string result(key);
    result += between;
    for (const char c : name.substr(0, max_name)) {
        result += plain(c) || c == '_' || c == '-' ? c : '_';
    }
    result.resize(std::min(result.size(), max_name - digits - 1));
    return result + '_' + hash_of(name, digits);
}

std::string_view key_of_name(std::string_view name) {
    const std::size_t end = name.find(between);
    return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}

std::string joined_uri(std::string_view key, std::string_view uri) {
    return detail::lower(key) + '+' + std::string(uri);
}

std::string_view key_of_uri(std::string_view uri) {
    const std::size_t end = uri.find('+');
    if (end == std::string_view::npos || uri.substr(0, end).find(':') != std::string_view::npos) {
        return {};
    }
    return uri.substr(0, end);
}

std::string_view uri_at_server(std::string_view uri) { return uri.substr(uri.find('+') + 1); }

}  // namespace mcp::host
