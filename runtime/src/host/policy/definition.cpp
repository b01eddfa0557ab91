// What consent is bound to: a tool's whole definition, and what runs behind a server's name.
#include "host/policy/definition.hpp"

#include "host/policy/suspicions.hpp"
#include "session/canonical.hpp"
#include "util/sha256.hpp"

#include <mcp/codec.hpp>

#include <memory>
#include <mutex>
#include <set>
#include <utility>

namespace mcp {

namespace host {

namespace {
constexpr std::size_t longest_part = 2048;  // kept as text, to show what it was
}  // namespace

std::string canonical(JsonView value) {
    std::string text;
    session::append_canonical(text, value);
    return text;
}

std::string part_text(std::string text) {
    return text.size() <= longest_part ? text : "sha256:" + util::sha256_hex(text);
}

std::vector<DefinitionChange> changes_between(const Parts& before, const Parts& now) {
    std::set<std::string> names;
    for (const auto& [name, text] : before) names.insert(name);
    for (const auto& [name, text] : now) names.insert(name);
    const auto part_of = [](const Parts& parts, const std::string& name) {
        const auto found = parts.find(name);
        return found == parts.end() ? std::string() : found->second;
    };
    std::vector<DefinitionChange> changes;
    for (const std::string& name : names) {
        std::string old = part_of(before, name);
        std::string fresh = part_of(now, name);
        if (old != fresh) changes.push_back({name, std::move(old), std::move(fresh)});
    }
    return changes;
}

}  // namespace host

std::string ServerIdentity::fingerprint() const {
    JsonObject all;
    if (!url.empty()) all.set("url", url);
    if (!command.empty()) {
        std::vector<Json> words(command.begin(), command.end());
        all.set("command", Json::array(words));
    }
    JsonObject variables;
    for (const auto& [key, value] : environment) variables.set(key, value);
    if (!variables.empty()) all.set("environment", std::move(variables));
    if (!directory.empty()) all.set("directory", directory);
    JsonObject fields;
    for (const auto& [key, value] : headers) fields.set(key, value);
    if (!fields.empty()) all.set("headers", std::move(fields));
    return util::sha256_hex(host::canonical(all));
}

struct ToolDefinition::Look {
    std::string fingerprint{};
    std::map<std::string, std::string> parts{};
    std::vector<Suspicion> suspicions{};
};

namespace host {

namespace {

/// All that was said of the tool. What the newest revision has no member for belongs to it, too.
Result<JsonObject, CodecError> whole(const Tool& tool) {
    const auto text = encode(tool, latest_revision);
    if (!text) return Unexpected(text.error());
    auto all = JsonObject::parse(*text);
    const auto older = encode(tool, r2025_11_25);
    if (!all || !older) return all;
    if (const auto old = JsonObject::parse(*older)) {
        for (const JsonMember& member : old->members()) {
            if (!all->contains(member.name())) all->set(member.name(), Json(member.value));
        }
    }
    return all;
}

}  // namespace

}  // namespace host

ToolDefinition::ToolDefinition(Tool tool) : tool_(std::move(tool)) {}
ToolDefinition::~ToolDefinition() = default;

const ToolDefinition::Look& ToolDefinition::look() const {
    std::call_once(looked_, [this] {
        auto look = std::make_unique<Look>();
        host::look_at_name(look->suspicions, tool_.name, "The tool's name");
        if (const auto all = host::whole(tool_)) {
            look->fingerprint = util::sha256_hex(host::canonical(*all));
            for (const JsonMember& member : all->members()) {
                const std::string name = member.name();
                look->parts[name] = host::part_text(host::canonical(member.value));
                if (name != "name") host::look_at_json(look->suspicions, member.value, name);
            }
        } else {
            look->fingerprint = util::sha256_hex("unreadable\n" + tool_.name);
            host::add(
                look->suspicions,
                {"unreadable-definition",
                 "The definition is not valid: " + visible_text(all.error().message()), true});
        }
        look_ = std::move(look);
    });
    return *look_;
}

const std::string& ToolDefinition::fingerprint() const { return look().fingerprint; }
const std::map<std::string, std::string>& ToolDefinition::parts() const { return look().parts; }
const std::vector<Suspicion>& ToolDefinition::suspicions() const { return look().suspicions; }

}  // namespace mcp
