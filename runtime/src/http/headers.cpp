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

/// As the specification wants it.
constexpr std::string_view what_clients_send = "application/json, text/event-stream";

/// `0`, `0.`, `0.000`
bool is_zero(std::string_view quality) noexcept {
    return !quality.empty() && quality.find_first_not_of("0.") == std::string_view::npos;
}

/// Whether a range of an `Accept`, such as `text/*`, has this type in it.
bool covers(std::string_view range, std::string_view type) noexcept {
    if (same_name(range, type)) return true;
    if (range.size() < 3 || !range.ends_with("/*")) return false;
    range.remove_suffix(1);
    return range == "*/" || starts_with_name(type, range);
}

/// Calls `take` with each range that is not refused by `q=0`.
template <class Take>
void each_range(std::string_view accept, Take take) noexcept {
    while (!accept.empty()) {
        std::string_view parameters = take_part(accept, ',');
        const std::string_view range = take_part(parameters, ';');
        bool refused = false;
        while (!parameters.empty()) {
            const std::string_view parameter = take_part(parameters, ';');
            refused =
                refused || (starts_with_name(parameter, "q=") && is_zero(parameter.substr(2)));
        }
        if (!refused) take(range);
    }
}

/// The one that this may be, as far as its size and its first letter say.
const header::Frequent* frequent(std::string_view name) noexcept {
    switch (name.size()) {
        case 4: return &header::host;
        case 6: return detail::lower(name.front()) == 'a' ? &header::accept : &header::origin;
        case 8: return &header::mcp_name;
        case 10: return &header::mcp_method;
        case 12: return &header::content_type;
        case 14: return &header::session_id;
        case 20: return &header::protocol_version;
        default: return nullptr;
    }
}

}  // namespace

Headers::Headers(std::span<const HttpHeader> all) noexcept : all_(all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        const header::Frequent* const field = frequent(all[i].name);
        if (!field || !same_name(all[i].name, *field)) continue;
        Seen& seen = seen_[field->place];
        if (seen.count++ == 0) seen.first = static_cast<std::uint32_t>(i);
    }
}

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
    bool accepted = false;
    each_range(accept, [&](std::string_view range) { accepted = accepted || covers(range, type); });
    return accepted;
}

AcceptedTypes accepted_types(std::string_view accept) noexcept {
    if (trimmed(accept).empty() || accept == what_clients_send) return {true, true};
    AcceptedTypes accepted;
    each_range(accept, [&](std::string_view range) {
        accepted.json = accepted.json || covers(range, json_type);
        accepted.stream = accepted.stream || covers(range, event_stream_type);
    });
    return accepted;
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
