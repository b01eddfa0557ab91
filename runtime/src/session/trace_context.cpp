// The W3C trace context in `_meta`: only what is well-formed goes on.
#include <mcp/trace.hpp>

#include "util/ascii.hpp"

#include <algorithm>

namespace mcp {

namespace {

using detail::is_token;
using detail::trimmed;

bool is_hex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}
bool is_zero(std::string_view text) {
    return text.find_first_not_of('0') == std::string_view::npos;
}
bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7e; });
}
/// Calls `check` with each part between commas.
template <class Check>
bool all_parts(std::string_view text, Check check) {
    while (true) {
        const std::size_t comma = text.find(',');
        if (!check(trimmed(text.substr(0, comma)))) return false;
        if (comma == std::string_view::npos) return true;
        text.remove_prefix(comma + 1);
    }
}

bool is_state_key(std::string_view key) {
    if (key.empty() || key.size() > 256) return false;
    const bool starts =
        (key.front() >= 'a' && key.front() <= 'z') || (key.front() >= '0' && key.front() <= '9');
    return starts && std::all_of(key.begin(), key.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                      std::string_view("_-*/@").find(c) != std::string_view::npos;
           });
}

std::string text_of(const RequestMetaObject& meta, std::string_view name) {
    const Json* value = meta.extras.find(name);
    return value ? value->as_string().value_or("") : std::string();
}

void put(RequestMetaObject& meta, std::string_view name, const std::string& text) {
    if (!text.empty()) {
        meta.extras.set(name, Json(text));
    } else if (!meta.extras.empty()) {
        meta.extras.erase(name);
    }
}

}  // namespace

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::result: return "result";
        case Outcome::error: return "error";
        case Outcome::input: return "input";
        case Outcome::cancelled: return "cancelled";
    }
    return "";
}

bool is_traceparent(std::string_view text) {
    if (text.size() < 55 || text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
    const std::string_view version = text.substr(0, 2);
    if (!is_hex(version) || version == "ff") return false;
    // Later versions may add to it, after a dash.
    if (text.size() > 55 && (version == "00" || text[55] != '-')) return false;
    const std::string_view trace = text.substr(3, 32);
    const std::string_view parent = text.substr(36, 16);
    return is_hex(trace) && !is_zero(trace) && is_hex(parent) && !is_zero(parent) &&
           is_hex(text.substr(53, 2));
}

bool is_tracestate(std::string_view text) {
    if (text.empty() || text.size() > 8192 || !is_printable(text)) return false;
    std::size_t members = 0;
    return all_parts(text, [&](std::string_view part) {
        if (part.empty()) return true;
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || ++members > 32) return false;
        const std::string_view value = part.substr(equals + 1);
        return is_state_key(part.substr(0, equals)) && !value.empty() && value.size() <= 256 &&
               value.find('=') == std::string_view::npos;
    });
}

bool is_baggage(std::string_view text) {
    if (text.empty() || text.size() > 8192 || !is_printable(text)) return false;
    return all_parts(text, [](std::string_view part) {
        const std::string_view pair = trimmed(part.substr(0, part.find(';')));
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos || !is_token(trimmed(pair.substr(0, equals)))) {
            return false;
        }
        const std::string_view value = trimmed(pair.substr(equals + 1));
        return value.find_first_of(" \",\\") == std::string_view::npos;
    });
}

TraceContext trace_context(const RequestMetaObject& meta) {
    TraceContext context;
    if (meta.extras.empty()) return context;
    std::string parent = text_of(meta, "traceparent");
    std::string state = text_of(meta, "tracestate");
    std::string baggage = text_of(meta, "baggage");
    if (is_traceparent(parent)) {
        context.traceparent = std::move(parent);
        if (is_tracestate(state))
            context.tracestate = std::move(state);  // nothing without the first
    }
    if (is_baggage(baggage)) context.baggage = std::move(baggage);
    return context;
}

void set_trace_context(RequestMetaObject& meta, const TraceContext& context) {
    put(meta, "traceparent", context.traceparent);
    put(meta, "tracestate", context.tracestate);
    put(meta, "baggage", context.baggage);
}

}  // namespace mcp
