// Names that collide.
#include "host/policy/name_index.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mcp::host {

namespace {

constexpr std::size_t shortest_mention = 6;

/// A word that is no word of a language: it must be a name.
bool is_name_like(std::string_view word) {
    return word.size() >= shortest_mention && word.find_first_of("_-./") != std::string_view::npos;
}

template <class F>
void for_each_name(std::string_view text, F f) {
    constexpr detail::Characters inside = detail::Characters::alphanumeric_and("_-./");
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && inside.has(text[end])) ++end;
        std::string_view word = text.substr(at, end - at);
        while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.remove_suffix(1);
        if (is_name_like(word)) f(word);
        at = end + 1;
    }
}

}  // namespace

void NameIndex::set(std::vector<KnownTool> tools) {
    const std::lock_guard lock(mutex_);
    by_skeleton_.clear();
    tools_ = std::move(tools);
    built_ = false;
}

void NameIndex::build() {
    if (std::exchange(built_, true)) return;
    for (const KnownTool& tool : tools_) by_skeleton_[name_skeleton(tool.name)].push_back(&tool);
}

void NameIndex::look(Suspicions& out, const ServerIdentity& server, const ToolDefinition& tool) {
    const std::lock_guard lock(mutex_);
    build();
    if (by_skeleton_.empty()) return;
    const std::string& name = tool.tool().name;
    if (const auto found = by_skeleton_.find(name_skeleton(name)); found != by_skeleton_.end()) {
        for (const KnownTool* each : found->second) {
            const bool same_name = each->name == name;
            if (same_name && each->server == server.name) continue;
            add(out, {same_name ? "same-name" : "look-alike-name",
                      "The server `" + visible_text(each->server) + "` has a tool " +
                          (same_name ? std::string("of the same name, too.")
                                     : "that looks like it: `" + visible_text(each->name) + "`.")});
        }
    }
    const auto mention = [&](std::string_view word) {
        const auto found = by_skeleton_.find(name_skeleton(word));
        if (found == by_skeleton_.end()) return;
        const auto own = [&](const KnownTool* each) { return each->server == server.name; };
        if (std::any_of(found->second.begin(), found->second.end(), own)) return;
        add(out, {"speaks-of-another-tool",
                  "Its description speaks of `" + visible_text(word) + "`, a tool of the server `" +
                      visible_text(found->second.front()->server) + "`."});
    };
    for_each_name(tool.tool().description.value_or(""), mention);
}

}  // namespace mcp::host
