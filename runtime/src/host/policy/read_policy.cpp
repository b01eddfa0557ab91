// A policy from JSON. Strict: a word that is not known would be a rule that does not do what its
// author meant.
#include "host/config_place.hpp"
#include "host/policy/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace mcp::host {

namespace {

constexpr std::size_t most_rules = 1000;
constexpr std::size_t longest_pattern = 256;

/// Thrown inside of this file.
struct Refused {
    std::string message;
};

[[noreturn]] void refuse(const std::string& pointer, const std::string& what) {
    throw Refused{(pointer.empty() ? "the policy" : pointer) + ": " + what};
}

std::string take_text(JsonView value, const std::string& pointer) {
    auto text = value.as_string();
    if (!text) refuse(pointer, "expected text, found " + kind_words(value));
    return *std::move(text);
}

bool take_bool(JsonView value, const std::string& pointer) {
    const auto flag = value.as_bool();
    if (!flag) refuse(pointer, "expected true or false, found " + kind_words(value));
    return *flag;
}

std::vector<std::string> take_words(JsonView value, const std::string& pointer) {
    if (!value.is_array()) refuse(pointer, "expected a list of text, found " + kind_words(value));
    std::vector<std::string> words;
    for (const JsonView each : value.elements()) {
        words.push_back(take_text(each, child(pointer, std::to_string(words.size()))));
    }
    return words;
}

void must_be_object(JsonView value, const std::string& pointer,
                    std::initializer_list<std::string_view> members) {
    if (!value.is_object()) refuse(pointer, "expected an object, found " + kind_words(value));
    for (const JsonMember& member : value.members()) {
        const std::string name = member.name();
        if (std::find(members.begin(), members.end(), name) != members.end()) continue;
        std::string known;
        for (const std::string_view each : members) {
            known += (known.empty() ? "" : ", ") + std::string(each);
        }
        refuse(child(pointer, name), "is not known here; there is: " + known);
    }
}

/// One of the words that `to_string` has for an enumeration.
template <class Enum, std::size_t N>
Enum take_word(JsonView value, const std::string& pointer, const std::array<Enum, N>& all) {
    const std::string text = take_text(value, pointer);
    std::string known;
    for (const Enum each : all) {
        if (to_string(each) == text) return each;
        known += (known.empty() ? "" : ", ") + std::string(to_string(each));
    }
    refuse(pointer, "expected one of " + known + ", found \"" + visible_text(text) + '"');
}

constexpr std::array effects = {PolicyEffect::allow, PolicyEffect::ask, PolicyEffect::ask_each_time,
                                PolicyEffect::refuse};
constexpr std::array kinds = {
    ActionKind::tool_call, ActionKind::sampling, ActionKind::sampling_result, ActionKind::form,
    ActionKind::page,      ActionKind::roots,    ActionKind::resource,        ActionKind::start};

std::size_t place(ActionKind kind) { return static_cast<std::size_t>(kind); }

NamePattern take_pattern(JsonView value, const std::string& pointer) {
    std::string text = take_text(value, pointer);
    if (text.empty() || text.size() > longest_pattern) {
        refuse(pointer, "expected 1 to 256 bytes: a name, `*` stands for any text");
    }
    std::string skeleton = name_skeleton(text);
    return {std::move(text), std::move(skeleton)};
}

void read_actions(PolicyRule& rule, JsonView value, const std::string& pointer) {
    if (!value.is_array()) {
        rule.actions.set(place(take_word(value, pointer, kinds)));
        return;
    }
    std::size_t at = 0;
    for (const JsonView each : value.elements()) {
        rule.actions.set(place(take_word(each, child(pointer, std::to_string(at++)), kinds)));
    }
    if (rule.actions.none()) refuse(pointer, "the list is empty: the rule would never match");
}

PolicyRule read_rule(JsonView value, std::string pointer) {
    must_be_object(value, pointer,
                   {"effect", "server", "tool", "action", "read_only", "destructive", "open_world",
                    "because"});
    PolicyRule rule;
    const auto effect = value.find("effect");
    if (!effect) refuse(pointer, "`effect` is missing: allow, ask, ask_each_time or refuse");
    rule.effect = take_word(*effect, pointer + "/effect", effects);
    if (const auto text = value.find("because")) {
        rule.because = take_text(*text, pointer + "/because");
    }
    if (const auto name = value.find("server"))
        rule.server = take_pattern(*name, pointer + "/server");
    if (const auto name = value.find("tool")) rule.tool = take_pattern(*name, pointer + "/tool");
    const auto hint = [&](const char* name, std::optional<bool>& out) {
        if (const auto flag = value.find(name)) out = take_bool(*flag, child(pointer, name));
    };
    hint("read_only", rule.read_only);
    hint("destructive", rule.destructive);
    hint("open_world", rule.open_world);

    const bool of_tools = rule.tool || rule.read_only || rule.destructive || rule.open_world;
    if (const auto action = value.find("action")) {
        read_actions(rule, *action, pointer + "/action");
        if (of_tools && rule.actions != std::bitset<8>(1U << place(ActionKind::tool_call))) {
            refuse(pointer + "/action", "a rule about tools can only be for tool_call");
        }
        if (rule.effect == PolicyEffect::allow && rule.actions[place(ActionKind::page)]) {
            refuse(pointer + "/action",
                   "a page is opened only when the user agrees: no rule can allow it");
        }
    } else if (of_tools) {
        rule.actions.set(place(ActionKind::tool_call));
    } else {
        rule.actions.set();
    }
    rule.pointer = std::move(pointer);
    return rule;
}

PolicyServer read_server(JsonView value, const std::string& pointer) {
    must_be_object(value, pointer, {"command", "directory", "url", "trusted"});
    PolicyServer server;
    if (const auto words = value.find("command")) {
        server.command = take_words(*words, pointer + "/command");
        if (server.command.empty()) refuse(pointer + "/command", "the command is empty");
    }
    if (const auto folder = value.find("directory")) {
        server.directory = take_text(*folder, pointer + "/directory");
    }
    if (const auto url = value.find("url")) server.url = take_text(*url, pointer + "/url");
    if (server.command.empty() == server.url.empty()) {
        refuse(pointer,
               "expected either `command`, a list of words, or `url`: a name alone proves "
               "nothing");
    }
    if (const auto flag = value.find("trusted")) {
        server.trusted = take_bool(*flag, pointer + "/trusted");
    }
    return server;
}

HostPolicy::Rules read_all(JsonView document) {
    must_be_object(document, "", {"servers", "rules", "otherwise"});
    HostPolicy::Rules rules;
    if (const auto servers = document.find("servers")) {
        if (!servers->is_object()) {
            refuse("/servers",
                   "expected an object of servers by name, found " + kind_words(*servers));
        }
        for (const JsonMember& member : servers->members()) {
            std::string name = member.name();
            const std::string pointer = child("/servers", name);
            PolicyServer server = read_server(member.value, pointer);
            server.skeleton = name_skeleton(name);
            rules.servers.emplace(std::move(name), std::move(server));
        }
    }
    if (const auto list = document.find("rules")) {
        if (!list->is_array()) {
            refuse("/rules", "expected a list of rules, found " + kind_words(*list));
        }
        for (const JsonView each : list->elements()) {
            if (rules.rules.size() == most_rules) refuse("/rules", "more than 1000 rules");
            rules.rules.push_back(read_rule(each, "/rules/" + std::to_string(rules.rules.size())));
        }
    }
    if (const auto effect = document.find("otherwise")) {
        rules.otherwise = take_word(*effect, "/otherwise", effects);
    }
    return rules;
}

}  // namespace

Result<HostPolicy::Rules> read_policy(JsonView document) {
    try {
        return read_all(document);
    } catch (const Refused& refused) {
        return Unexpected(Error{refused.message});
    }
}

}  // namespace mcp::host
