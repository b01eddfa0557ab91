// See compare_methods.hpp.
#include <generator/diff/compare_methods.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace mcpgen {
namespace {

using namespace breaks;

void add(std::vector<Change>& out, const char* kind, std::string name, std::string before,
         std::string after, Breaks breaks, std::string note = {}) {
    out.push_back(
        {kind, std::move(name), std::move(before), std::move(after), breaks, {}, std::move(note)});
}

std::string senders(const Method& method) {
    const bool client = !method.from_client.empty();
    const bool server = !method.from_server.empty();
    return client && server ? "both" : client ? "client" : "server";
}

/// `request from the client, CallToolRequestParams -> CallToolResult`
std::string signature(const Method& method) {
    std::string out = method.notification ? "notification" : "request";
    const std::string from = senders(method);
    out += from == "both" ? " from both sides" : " from the " + from;
    if (method.params) out += ", " + to_text(*method.params);
    if (method.result) out += " -> " + to_text(*method.result);
    return out;
}

std::string shape(const std::optional<Type>& type) { return type ? shape_text(*type) : "none"; }

class MethodComparison {
public:
    MethodComparison(const Judge& judge, std::vector<Change>& out) : judge_(judge), out_(out) {}

    void run() {
        std::map<std::string, std::pair<const Method*, const Method*>> pairs;
        for (const Method& method : judge_.older().methods) pairs[method.wire].first = &method;
        for (const Method& method : judge_.newer().methods) pairs[method.wire].second = &method;
        for (const auto& [wire, pair] : pairs) {
            if (pair.first == nullptr)
                added(*pair.second, pairs);
            else if (pair.second == nullptr)
                removed(*pair.first, pairs);
            else
                compare(*pair.first, *pair.second);
        }
    }

private:
    using Pairs = std::map<std::string, std::pair<const Method*, const Method*>>;

    /// A message that keeps its definition and gets another method name.
    static const Method* moved(const Method& from, const Pairs& pairs, bool to_new) {
        for (const auto& [wire, pair] : pairs) {
            const Method* other = to_new ? pair.second : pair.first;
            const bool unpaired = pair.first == nullptr || pair.second == nullptr;
            if (unpaired && other != nullptr && other->definition == from.definition) return other;
        }
        return nullptr;
    }

    void added(const Method& method, const Pairs& pairs) {
        if (const Method* before = moved(method, pairs, false); before != nullptr) {
            add(out_, "method.renamed", method.wire, before->wire, method.wire, wire_only,
                "still " + method.definition);
            return compare(*before, method);
        }
        add(out_, "method.added", method.wire, "", signature(method), nothing);
    }

    void removed(const Method& method, const Pairs& pairs) {
        if (moved(method, pairs, true) != nullptr) return;
        add(out_, "method.removed", method.wire, signature(method), "", both);
    }

    void compare(const Method& older, const Method& newer) {
        const std::string& wire = newer.wire;
        if (older.definition != newer.definition)
            add(out_, "method.definition", wire, older.definition, newer.definition, source_only);
        if (older.notification != newer.notification) {
            const auto kind = [](const Method& m) {
                return m.notification ? "notification" : "request";
            };
            add(out_, "method.kind", wire, kind(older), kind(newer), both);
        }
        if (senders(older) != senders(newer)) {
            const bool lost = (!older.from_client.empty() && newer.from_client.empty()) ||
                              (!older.from_server.empty() && newer.from_server.empty());
            add(out_, "method.direction", wire, senders(older), senders(newer),
                lost ? both : nothing);
        }
        params(older, newer);
        carried("method.result", wire, older.result, newer.result);
        if (older.input_required.empty() != newer.input_required.empty()) {
            const bool gained = older.input_required.empty();
            add(out_, "method.input", wire, gained ? "answered at once" : "may ask for input first",
                gained ? "may ask for input first" : "answered at once", nothing);
        }
        if (older.deprecated != newer.deprecated) {
            add(out_, "method.deprecated", wire, "", "", nothing,
                newer.deprecated ? "now deprecated" : "no longer deprecated");
        }
    }

    void params(const Method& older, const Method& newer) {
        carried("method.params", newer.wire, older.params, newer.params);
        const bool was = !older.params_required.empty();
        const bool is = !newer.params_required.empty();
        if (was != is) {
            add(out_, "method.params_required", newer.wire, was ? "required" : "optional",
                is ? "required" : "optional", both,
                is ? "old messages may lack params" : "old peers insist on params");
        }
    }

    void carried(const char* kind, const std::string& wire, const std::optional<Type>& older,
                 const std::optional<Type>& newer) {
        if (!older && !newer) return;
        if (older && newer) {
            if (!judge_.equal(*newer, *older))
                out_.push_back(judge_.retyped(kind, wire, *newer, *older));
            return;
        }
        // What a message without params may still bring along is nobody's business.
        add(out_, kind, wire, shape(older), shape(newer), newer ? source_only : both);
    }

    const Judge& judge_;
    std::vector<Change>& out_;
};

/// Some revisions write `jsonrpc` and `id` into every message, others leave them to the envelope.
void drop_envelope(Type& type, const Type& other) {
    const auto has_version = [](const Type& t) {
        return std::any_of(t.members.begin(), t.members.end(),
                           [](const Member& m) { return m.wire == "jsonrpc"; });
    };
    if (other.members.empty() || has_version(other)) return;
    erase_if(type.members, [](const Member& m) { return m.wire == "jsonrpc" || m.wire == "id"; });
}

/// Names of the definitions that are envelopes.
std::set<std::string> envelopes(const Model& model) {
    std::set<std::string> out;
    for (const Published& published : model.published) {
        if (published.as == "envelope") out.insert(published.definition.str());
    }
    return out;
}

}  // namespace

void compare_methods(const Judge& judge, std::vector<Change>& out) {
    MethodComparison(judge, out).run();
}

void compare_errors(const Model& older, const Model& newer, std::vector<Change>& out) {
    std::map<long long, std::pair<const ErrorCode*, const ErrorCode*>> pairs;
    for (const ErrorCode& error : older.errors) pairs[error.code].first = &error;
    for (const ErrorCode& error : newer.errors) pairs[error.code].second = &error;
    for (const auto& [code, pair] : pairs) {
        const std::string number = std::to_string(code);
        if (pair.first == nullptr)
            add(out, "error.added", pair.second->name, "", number, nothing);
        else if (pair.second == nullptr)
            add(out, "error.removed", pair.first->name, number, "", both);
        else if (pair.first->name != pair.second->name)
            add(out, "error.renamed", pair.second->name, pair.first->name, pair.second->name,
                source_only);
    }
}

void compare_framing(const Sides& sides, const Judge& judge, std::vector<Change>& out) {
    const std::set<std::string> before = envelopes(sides.older.model);
    const std::set<std::string> after = envelopes(sides.newer.model);
    std::set<std::string> all = before;
    all.insert(after.begin(), after.end());
    for (const std::string& name : all) {
        if (!before.contains(name)) {
            add(out, "framing.added", name, "", "", nothing);
        } else if (!after.contains(name)) {
            add(out, "framing.removed", name, "", "", wire_only);
        } else {
            const auto* was = std::get_if<Alias>(sides.older.facts.find(name));
            const auto* is = std::get_if<Alias>(sides.newer.facts.find(name));
            if (was == nullptr || is == nullptr) continue;
            Type before_type = was->type;
            Type after_type = is->type;
            drop_envelope(before_type, is->type);
            drop_envelope(after_type, was->type);
            if (judge.equal(after_type, before_type)) continue;
            const Acceptance acceptance(sides.older.facts, sides.newer.facts, judge.renames());
            const bool refused = !acceptance.accepts(after_type, before_type);
            add(out, "framing.changed", name, shape_text(before_type), shape_text(after_type),
                refused ? wire_only : nothing);
        }
    }
}

}  // namespace mcpgen
