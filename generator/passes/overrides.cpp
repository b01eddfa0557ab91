// See overrides.hpp. This file reads; what each kind does is in the pass that applies it.
#include <generator/passes/overrides.hpp>

#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// The kinds of entries, and the keys each must have besides `why`.
struct KindRule {
    std::string_view kind;
    std::vector<std::string_view> required;
};

const std::vector<KindRule>& rules() {
    static const std::vector<KindRule> table = {
        {"rename", {"from", "to"}},
        {"types", {"at", "type"}},
        {"raw", {"at"}},
        {"names", {"at", "name"}},
        {"members", {"at", "member", "type"}},
        {"enums", {"at", "values"}},
        {"unions", {"union"}},
        {"fallbacks", {"union", "alternative", "pieces"}},
        {"defaults", {"at", "value"}},
        {"results", {"request", "result"}},
        {"directions", {"message", "from"}},
        {"envelopes", {"definition"}},
        {"identifiers", {"at", "name"}},
        {"errors", {"name", "code"}},
    };
    return table;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& revisions,
                                    std::string_view name) {
    const auto found = std::find(revisions.begin(), revisions.end(), name);
    if (found == revisions.end()) return std::nullopt;
    return static_cast<std::size_t>(found - revisions.begin());
}

/// `2025-03-26`, `..2025-03-26`, `2025-03-26..` or `2024-11-05..2025-03-26`. Dates compare as text,
/// so a range needs no revision of exactly its ends. Nothing when an end is no date.
std::optional<Revisions> range(std::string_view text, const std::vector<std::string>& revisions) {
    const std::size_t dots = text.find("..");
    const std::string_view from = dots == std::string_view::npos ? text : text.substr(0, dots);
    const std::string_view to = dots == std::string_view::npos ? text : text.substr(dots + 2);
    const auto fine = [&](std::string_view end) {
        return is_revision(end) || (end.empty() && dots != std::string_view::npos);
    };
    if (!fine(from) || !fine(to)) return std::nullopt;
    Revisions set;
    for (std::size_t i = 0; i < revisions.size(); ++i) {
        if ((from.empty() || revisions[i] >= from) && (to.empty() || revisions[i] <= to))
            set |= Revisions::one(i);
    }
    return set;
}

}  // namespace

std::string_view Override::text(std::string_view key) const {
    const Node* node = node_->find(key);
    return node != nullptr && node->is(Node::Kind::string) ? node->text.view() : std::string_view();
}

bool Overrides::matches(std::string_view pattern, std::string_view text) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == text;
    const std::string_view head = pattern.substr(0, star);
    const std::string_view tail = pattern.substr(star + 1);
    if (!text.starts_with(head)) return false;
    text.remove_prefix(head.size());
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (matches(tail, text.substr(i))) return true;
    }
    return false;
}

Overrides Overrides::read(const Document& document, const std::vector<std::string>& revisions,
                          std::string_view space, Diagnostics& diagnostics) {
    Overrides out;
    const Place root(document);
    if (!root->is(Node::Kind::object)) {
        diagnostics.error(root.location(), messages::wrong_kind("an object"));
        return out;
    }
    if (const Node* known = root->find("revisions"); known != nullptr) {
        out.complete_ = std::all_of(
            known->items.begin(), known->items.end(),
            [&](const Node& node) { return index_of(revisions, node.text).has_value(); });
    }
    if (const Node* names = root->find("member_order"); names != nullptr) {
        for (const Node& name : names->items) out.member_order_.push_back(name.text.str());
    }
    if (space.empty()) {
        out.read_section(root, revisions, diagnostics);
    } else if (const Node* extensions = root->find("extensions"); extensions != nullptr) {
        const Place all(root, "extensions", *extensions);
        if (const Node* own = extensions->find(space); own != nullptr)
            out.read_section(Place(all, space, *own), revisions, diagnostics);
    }
    return out;
}

void Overrides::read_section(const Place& section, const std::vector<std::string>& revisions,
                             Diagnostics& diagnostics) {
    for (const KeyValue& member : section->members) {
        const Place list(section, member.key, member.value);
        const bool of_the_file = member.key == "why" || member.key == "revisions" ||
                                 member.key == "member_order" || member.key == "extensions";
        if (of_the_file && section.pointer() == "#") continue;
        if (member.key == "identifier" && section.pointer() != "#") {
            extension_ = member.value.text.str();
            continue;
        }
        const auto rule = std::find_if(rules().begin(), rules().end(),
                                       [&](const KindRule& r) { return r.kind == member.key; });
        if (rule == rules().end()) {
            diagnostics.error(list.location(), messages::override_unknown_kind(member.key));
            continue;
        }
        if (!list->is(Node::Kind::array)) {
            diagnostics.error(list.location(), messages::wrong_kind("an array of entries"));
            continue;
        }
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            read_entry(std::string(rule->kind), rule->required, Place(list, i, list->items[i]),
                       revisions, diagnostics);
        }
    }
}

void Overrides::read_entry(const std::string& kind, const std::vector<std::string_view>& required,
                           const Place& entry, const std::vector<std::string>& revisions,
                           Diagnostics& diagnostics) {
    // Passes rely on the required keys, so an entry that lacks one is not given to them.
    bool whole = true;
    for (const std::string_view key : required) {
        if (entry->find(key) != nullptr) continue;
        diagnostics.error(entry.location(), messages::override_missing(key));
        whole = false;
    }
    const Node* why = entry->find("why");
    if (why == nullptr || why->text.empty())
        diagnostics.error(entry.location(), messages::override_without_why());
    const Node* in = entry->find("in");
    const std::string_view wanted = in == nullptr ? ".." : in->text.view();
    const auto set = range(wanted, revisions);
    if (!set) diagnostics.error(entry.location(), messages::override_bad_revision(wanted));
    if (!whole || !set) return;
    of_kind_[kind].push_back(entries_.size());
    entries_.emplace_back(kind, entry.node(), entry.location(), *set);
}

void Overrides::each(std::string_view kind, Revisions in,
                     const std::function<bool(Override&)>& apply) {
    const auto found = of_kind_.find(kind);
    if (found == of_kind_.end()) return;
    for (const std::size_t index : found->second) {
        Override& entry = entries_[index];
        if (!(entry.in() & in).empty() && apply(entry)) entry.mark_used();
    }
}

void Overrides::report_unused(Diagnostics& diagnostics) const {
    if (!complete_) return;
    for (const Override& entry : entries_) {
        if (entry.used()) continue;
        std::string what = entry.kind();
        for (const std::string_view key :
             {"from", "at", "union", "request", "definition", "message", "name", "alternative"}) {
            if (!entry.text(key).empty()) what.append(" ").append(entry.text(key));
        }
        diagnostics.error(entry.where(), messages::override_unused(what));
    }
}

}  // namespace mcpgen
