// Which rule decides.
#include "host/policy/rules.hpp"
#include "host/policy/suspicions.hpp"

#include <mcp/display.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mcp {

namespace host {

bool matches(std::string_view pattern, std::string_view name) {
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string_view::npos;  // the last one, and how far it reaches
    std::size_t reach = 0;
    while (in < name.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            reach = in;
        } else if (at < pattern.size() && pattern[at] == name[in]) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in = ++reach;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') ++at;
    return at == pattern.size();
}

namespace {

bool is_what_runs(const PolicyServer& known, const ServerIdentity& server) {
    return known.command == server.command && known.url == server.url &&
           known.directory == server.directory &&
           std::none_of(server.environment.begin(), server.environment.end(),
                        [](const auto& variable) { return loads_code(variable.first); });
}

/// An action as rules look at it.
struct Looked {
    const HostAction& action;
    const PolicyServer* known;  ///< what the policy says of the server's name; may be null
    bool is_it = false;         ///< and that is what runs behind it
    ToolHints hints{};
};

const ToolCallAction* call_of(const HostAction& action) {
    return std::get_if<ToolCallAction>(&action.what);
}

Looked look(const HostPolicy::Rules& rules, const HostAction& action) {
    const auto found = rules.servers.find(action.server.name);
    Looked looked{action, found == rules.servers.end() ? nullptr : &found->second};
    if (looked.known) {
        looked.is_it = is_what_runs(*looked.known, action.server);
    }
    const ToolCallAction* const call = call_of(action);
    // What a server says of itself counts only when it is trusted.
    if (call && call->definition && looked.is_it && looked.known->trusted) {
        looked.hints = tool_hints(call->definition->tool());
    }
    return looked;
}

bool fits(const NamePattern& pattern, std::string_view name, bool exactly) {
    return matches(pattern.text, name) ||
           (!exactly && matches(pattern.skeleton, name_skeleton(name)));
}

/// Why a rule does not match; nothing when it does.
std::optional<std::string> obstacle(const PolicyRule& rule, const Looked& looked) {
    const HostAction& action = looked.action;
    const bool allows = rule.effect == PolicyEffect::allow;
    if (!rule.actions[static_cast<std::size_t>(action.kind())]) return "it is for other actions";
    if (allows && action.kind() == ActionKind::page) return "no rule can allow a page";
    if (rule.server) {
        if (!fits(*rule.server, action.server.name, allows)) return "the server is another one";
        if (allows && rule.server->text != "*" && !looked.is_it) {
            return looked.known ? "what runs behind the server's name is not what `servers` says"
                                : "it allows by a server's name, but `servers` does not say what "
                                  "runs behind it";
        }
    }
    const ToolCallAction* const call = call_of(action);
    if (!call || !call->definition) return std::nullopt;
    if (rule.tool && !fits(*rule.tool, call->definition->tool().name, allows) &&
        (allows || !fits(*rule.tool, call->exposed_name, false))) {
        return "the tool is another one";
    }
    const bool believed = looked.is_it && looked.known->trusted;
    const auto differs = [&](const std::optional<bool>& wanted, bool is) {
        return wanted && *wanted != is;
    };
    const std::string why =
        believed ? "" : "; the server is not trusted, so its own word does not count";
    if (differs(rule.read_only, looked.hints.read_only)) {
        return "the tool " + std::string(looked.hints.read_only ? "only reads" : "may write") + why;
    }
    if (differs(rule.destructive, looked.hints.destructive)) {
        return "the tool may" + std::string(looked.hints.destructive ? "" : " not") + " destroy" +
               why;
    }
    if (differs(rule.open_world, looked.hints.open_world)) {
        return "the tool may" + std::string(looked.hints.open_world ? "" : " not") +
               " reach the outside" + why;
    }
    return std::nullopt;
}

PolicyExplanation explain_all(const HostPolicy::Rules& rules, const HostAction& action,
                              bool with_steps) {
    PolicyExplanation result;
    const Looked looked = look(rules, action);
    for (const PolicyRule& rule : rules.rules) {
        auto why = obstacle(rule, looked);
        if (with_steps) {
            result.steps.push_back({rule.pointer, !why, why ? *why : "it matches"});
        }
        if (why) continue;
        result.effect = rule.effect;
        result.rule = rule.pointer;
        result.reason = "The rule " + rule.pointer + " says " +
                        std::string(to_string(rule.effect)) +
                        (rule.because.empty() ? "." : ": " + visible_text(rule.because));
        return result;
    }
    result.effect = rules.otherwise;
    result.rule = "/otherwise";
    result.reason =
        "No rule matches; then the policy says " + std::string(to_string(rules.otherwise)) + '.';
    if (action.kind() == ActionKind::page && rules.otherwise == PolicyEffect::allow) {
        result.effect = PolicyEffect::ask_each_time;
        result.reason = "A page is opened only when the user agrees.";
    }
    return result;
}

}  // namespace

}  // namespace host

HostPolicy::HostPolicy() : rules_(std::make_shared<const Rules>()) {}
HostPolicy::HostPolicy(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

Result<HostPolicy> HostPolicy::parse(std::string_view json) {
    const auto document = Json::parse(json, {.max_bytes = std::size_t{1024} * 1024});
    if (!document) return Unexpected(Error{"the policy: " + document.error().message()});
    auto rules = host::read_policy(*document);
    if (!rules) return Unexpected(rules.error());
    return HostPolicy(std::make_shared<const Rules>(*std::move(rules)));
}

HostPolicy HostPolicy::allow_everything() {
    auto rules = std::make_shared<Rules>();
    rules->everything = true;
    rules->otherwise = PolicyEffect::allow;
    return HostPolicy(std::move(rules));
}

bool HostPolicy::allows_everything() const { return rules_->everything; }

PolicyExplanation HostPolicy::explain(const HostAction& action) const {
    return host::explain_all(*rules_, action, true);
}
PolicyExplanation HostPolicy::decide(const HostAction& action) const {
    return host::explain_all(*rules_, action, false);
}

std::optional<std::string> HostPolicy::impostor(const ServerIdentity& server) const {
    if (rules_->servers.empty()) return std::nullopt;
    const std::string skeleton = name_skeleton(server.name);
    for (const auto& [name, known] : rules_->servers) {
        if (known.skeleton != skeleton) continue;
        if (name != server.name) {
            return "The server's name looks like `" + visible_text(name) +
                   "`, which the policy knows as another one.";
        }
        if (!host::is_what_runs(known, server)) {
            return "The policy knows `" + visible_text(name) + "` as another program or address.";
        }
    }
    return std::nullopt;
}

}  // namespace mcp
