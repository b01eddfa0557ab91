// A decision as a line of JSON, without secrets and not too long.
#include "host/policy/definition.hpp"
#include "host/policy/time_now.hpp"
#include "util/ascii.hpp"
#include "util/sha256.hpp"

#include <mcp/host_audit.hpp>
#include <mcp/secret_words.hpp>
#include <mcp/url_check.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace mcp {

namespace {

constexpr std::string_view taken_out = "(secret)";
constexpr std::size_t most_suspicions_written = 16;

/// What tokens and keys of widely used services begin with.
bool is_secret_value(std::string_view text) {
    if (text.find("PRIVATE KEY-----") != std::string_view::npos) return true;
    if (detail::lower(text.substr(0, 7)) == "bearer ") return true;
    for (const char* start : {"sk-", "sk_live_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-",
                              "xoxp-", "AKIA", "AIza"}) {
        if (text.starts_with(start)) return true;
    }
    return text.starts_with("eyJ") && std::count(text.begin(), text.end(), '.') >= 2;
}

Json without_secrets(JsonView value) {
    if (value.is_object()) {
        std::vector<JsonPair> members;
        for (const JsonMember& member : value.members()) {
            std::string name = member.name();
            Json shown = sounds_secret(name) ? Json(taken_out) : without_secrets(member.value);
            members.push_back({std::move(name), std::move(shown)});
        }
        return Json::object(members);
    }
    if (value.is_array()) {
        std::vector<Json> elements;
        for (const JsonView each : value.elements()) elements.push_back(without_secrets(each));
        return Json::array(elements);
    }
    const auto text = value.as_string();
    return text && is_secret_value(*text) ? Json(taken_out) : Json(value);
}

/// The same, and without what the tool's schema marks: `format: password`, `writeOnly`.
Json arguments_without_secrets(const ToolCallAction& call) {
    JsonObject arguments = call.arguments;
    if (call.definition) {
        const JsonView properties = call.definition->tool().inputSchema["properties"];
        for (const JsonMember& member : properties.members()) {
            const bool marked = member.value["format"].as_string() == "password" ||
                                member.value["writeOnly"].as_bool() == true;
            const std::string name = member.name();
            if (marked && arguments.contains(name)) arguments.set(name, Json(taken_out));
        }
    }
    return without_secrets(arguments);
}

/// Cut between characters.
std::string cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return std::string(text.substr(0, most)) + "...";
}

void add_what(std::vector<JsonPair>& line, const HostAction& action, const AuditOptions& options,
              std::size_t longest) {
    if (const auto* call = std::get_if<ToolCallAction>(&action.what)) {
        if (call->definition) {
            line.push_back({"tool", cut(call->definition->tool().name, longest)});
            line.push_back({"definition", call->definition->fingerprint()});
        }
        line.push_back({"exposed", cut(call->exposed_name, longest)});
        const Json arguments = arguments_without_secrets(*call);
        const bool full = options.arguments == AuditArguments::full &&
                          arguments.text().size() * 2 < options.max_line;
        line.push_back(
            {"arguments",
             full ? arguments : Json("sha256:" + util::sha256_hex(host::canonical(arguments)))});
    } else if (const auto* page = std::get_if<PageAction>(&action.what)) {
        const UrlCheck check = check_url(page->page.url);  // the path may be a secret
        line.push_back({"page", cut(check.scheme + "://" + check.host, longest)});
    } else if (const auto* resource = std::get_if<ResourceAction>(&action.what)) {
        line.push_back(
            {"resource", cut(resource->uri.substr(0, resource->uri.find_first_of("?#")), longest)});
        line.push_back({"from", cut(resource->from, longest)});
        line.push_back({"bytes", resource->bytes});
    } else if (const auto* roots = std::get_if<RootsAction>(&action.what)) {
        line.push_back({"roots", roots->roots.size()});
    }
}

std::string line_with(const AuditRecord& record, const AuditOptions& options, std::size_t longest) {
    const HostAction& action = *record.action;
    std::vector<JsonPair> line;
    line.push_back({"time", host::rfc3339(record.time)});
    line.push_back({"decision", record.allowed ? "allow" : "refuse"});
    line.push_back({"action", to_string(action.kind())});
    line.push_back({"server", cut(action.server.name, longest)});
    line.push_back({"server_fingerprint", action.server.fingerprint()});
    add_what(line, action, options, longest);
    line.push_back({"by", record.by});
    if (!record.rule.empty()) line.push_back({"rule", record.rule});
    if (!record.scope.empty()) line.push_back({"scope", record.scope});
    line.push_back({"reason", cut(record.reason, longest)});
    if (record.suspicions && !record.suspicions->empty()) {
        std::vector<Json> codes;
        for (const Suspicion& each : *record.suspicions) {
            if (codes.size() < most_suspicions_written) codes.emplace_back(each.code);
        }
        line.push_back({"suspicions", Json::array(codes)});
    }
    return Json::object(line).dump();
}

}  // namespace

std::string audit_line(const AuditRecord& record, const AuditOptions& options) {
    const std::size_t most = std::max(options.max_line, std::size_t{1024});
    std::string line = line_with(record, options, 512);
    if (line.size() <= most) return line;
    AuditOptions shorter = options;
    shorter.arguments = AuditArguments::digest;
    // Escapes make a character six times as long at most.
    std::size_t longest = 512;
    while (line.size() > most && longest > 1) line = line_with(record, shorter, longest /= 2);
    return line;
}

}  // namespace mcp
