// Header fields: comparing names, looking values up, the two lists that matter here.
#include "http/headers.hpp"

#include <algorithm>

namespace mcp::http {

namespace {

/// Takes what stands before `mark` from `rest`, trimmed.
std::string_view take_part(std::string_view& rest, char mark) noexcept {
    const std::size_t end = std::min(rest.find(mark), rest.size());
    const std::string_view part = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

/// `0`, `0.`, `0.000`
bool is_zero(std::string_view quality) noexcept {
    return !quality.empty() && quality.find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

std::optional<std::string_view> Headers::find(std::string_view name) const noexcept {
    for (const HttpHeader& field : all_) {
        if (same_name(field.name, name)) return trimmed(field.value);
    }
    return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const noexcept {
    return static_cast<std::size_t>(
        std::count_if(all_.begin(), all_.end(),
                      [&](const HttpHeader& field) { return same_name(field.name, name); }));
}

std::string_view media_type(std::string_view content_type) noexcept {
    return take_part(content_type, ';');
}

bool accepts(std::string_view accept, std::string_view type) noexcept {
    if (trimmed(accept).empty()) return true;
    const std::string_view family = type.substr(0, type.find('/') + 1);
    while (!accept.empty()) {
        std::string_view range = take_part(accept, ',');
        const std::string_view name = take_part(range, ';');
        const bool whole_family = name.size() == family.size() + 1 && name.back() == '*' &&
                                  same_name(name.substr(0, family.size()), family);
        if (!same_name(name, type) && !whole_family && name != "*/*") continue;
        bool refused = false;
        while (!range.empty()) {
            const std::string_view parameter = take_part(range, ';');
            refused =
                refused || (starts_with_name(parameter, "q=") && is_zero(parameter.substr(2)));
        }
        if (!refused) return true;
    }
    return false;
}

std::string_view named_by(std::string_view method) noexcept {
    if (method == "tools/call" || method == "prompts/get") return "name";
    if (method == "resources/read") return "uri";
    if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") {
        return "taskId";
    }
    return {};
}

}  // namespace mcp::http
