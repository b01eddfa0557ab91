// See classify.hpp.
#include <generator/passes/classify.hpp>

#include <generator/passes/join.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <set>

namespace mcpgen {
namespace {

using Op = Condition::Op;

Condition equals(std::string path, std::string text) {
    return {Op::equals, std::move(path), {std::move(text)}, {}};
}
Condition one_of(std::string path, std::vector<std::string> texts) {
    return {Op::one_of, std::move(path), std::move(texts), {}};
}
Condition has(std::string path) { return {Op::has, std::move(path), {}, {}}; }
Condition is_kind(std::string kind) { return {Op::is_kind, "", {}, {std::move(kind)}}; }

class Classifier {
public:
    Classifier(const Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics) {}

    void run(Union& u) {
        const std::set<std::string> kinds = all_kinds(u);
        if (kinds.size() == u.alternatives.size()) return by_kind(u);
        if (kinds.size() == 1 && kinds.contains("object") && (by_tag(u) || by_required_member(u)))
            return;
        if (kinds.size() > 1 && by_kind_then_member(u)) return;
        std::vector<std::string> names;
        for (const Alternative& alternative : u.alternatives) names.push_back(alternative.name);
        diagnostics_.error(u.where, messages::ambiguous_union(u.name, names));
    }

    /// The constant members by which a union is tagged: for messages, and to recognise what is new.
    std::string common_tag(const Union& u) const {
        std::string tag;
        for (const Alternative& alternative : u.alternatives) {
            for (const Condition& condition : alternative.conditions) {
                const bool tagged = condition.op == Op::equals || condition.op == Op::one_of;
                if (tagged && condition.path.find('/') == std::string::npos) tag = condition.path;
            }
        }
        return tag;
    }

private:
    std::set<std::string> all_kinds(const Union& u) const {
        std::set<std::string> kinds;
        for (const Alternative& alternative : u.alternatives) kinds.insert(kind(alternative.type));
        return kinds;
    }

    std::string kind(const Type& type) const {
        using Kind = Type::Kind;
        const Type bare = without_aliases(type, model_);
        switch (bare.kind) {
            case Kind::boolean: return "boolean";
            case Kind::integer: return "integer";
            case Kind::number: return "number";
            case Kind::string: return "string";
            case Kind::array: return "array";
            case Kind::object:
            case Kind::map: return "object";
            case Kind::named: break;
            default: return to_text(bare);
        }
        const Declaration* found = model_.find(bare.text);
        return found != nullptr && std::holds_alternative<Enum>(*found) ? "string" : "object";
    }

    /// Integers are numbers too, so they are looked for first.
    void by_kind(Union& u) const {
        std::stable_sort(u.alternatives.begin(), u.alternatives.end(),
                         [&](const Alternative& a, const Alternative& b) {
                             return kind(a.type) == "integer" && kind(b.type) == "number";
                         });
        for (Alternative& alternative : u.alternatives)
            alternative.conditions = {is_kind(kind(alternative.type))};
    }

    const Record* record(const Type& type) const {
        const Declaration* found = type.is(Type::Kind::named) ? model_.find(type.text) : nullptr;
        return found == nullptr ? nullptr : std::get_if<Record>(found);
    }

    /// The texts that a member of an alternative can have: of a constant, or of an enumeration.
    std::vector<std::string> texts(const Alternative& alternative, const std::string& wire,
                                   bool& required) const {
        const Record* r = record(alternative.type);
        if (r == nullptr) return {};
        for (const Member& member : r->members) {
            if (member.wire != wire) continue;
            required = member.required == member.in && member.in.contains(alternative.in);
            if (member.type.is(Type::Kind::constant)) return {member.type.text};
            const Declaration* found =
                member.type.is(Type::Kind::named) ? model_.find(member.type.text) : nullptr;
            const auto* values = found == nullptr ? nullptr : std::get_if<Enum>(found);
            std::vector<std::string> out;
            for (std::size_t i = 0; values != nullptr && i < values->values.size(); ++i) {
                out.push_back(quote_json(values->values[i].text));
            }
            return out;
        }
        return {};
    }

    /// A member that has another constant in every alternative. One alternative may lack it or leave it out: it is
    /// what remains, and comes last.
    bool by_tag(Union& u) const {
        const Record* first = record(u.alternatives.front().type);
        const Record* last = record(u.alternatives.back().type);
        if (first == nullptr || last == nullptr) return false;
        std::vector<std::string> candidates;
        for (const Record* r : {first, last}) {
            for (const Member& member : r->members) {
                if (member.type.is(Type::Kind::constant)) candidates.push_back(member.wire);
            }
        }
        return std::any_of(candidates.begin(), candidates.end(),
                           [&](const std::string& wire) { return try_tag(u, wire); });
    }

    bool try_tag(Union& u, const std::string& wire) const {
        std::vector<std::vector<std::string>> tags;
        std::size_t rest = u.alternatives.size();
        for (std::size_t i = 0; i < u.alternatives.size(); ++i) {
            bool required = false;
            tags.push_back(texts(u.alternatives[i], wire, required));
            if (required && !tags.back().empty()) continue;
            if (rest != u.alternatives.size()) return false;
            rest = i;
        }
        for (std::size_t i = 0; i < tags.size(); ++i) {
            for (std::size_t j = i + 1; j < tags.size(); ++j) {
                const bool together = !(u.alternatives[i].in & u.alternatives[j].in).empty();
                const bool overlap =
                    std::any_of(tags[i].begin(), tags[i].end(), [&](const std::string& text) {
                        return std::find(tags[j].begin(), tags[j].end(), text) != tags[j].end();
                    });
                if (together && overlap) return false;
            }
        }
        for (std::size_t i = 0; i < tags.size(); ++i) {
            auto& conditions = u.alternatives[i].conditions;
            if (i == rest)
                conditions.clear();
            else if (tags[i].size() == 1)
                conditions = {equals(wire, tags[i].front())};
            else
                conditions = {one_of(wire, tags[i])};
        }
        if (rest != u.alternatives.size()) {
            std::rotate(u.alternatives.begin() + static_cast<std::ptrdiff_t>(rest),
                        u.alternatives.begin() + static_cast<std::ptrdiff_t>(rest) + 1,
                        u.alternatives.end());
        }
        return true;
    }

    /// A required member that no other alternative knows.
    bool by_required_member(Union& u) const {
        std::vector<std::vector<Condition>> found;
        for (const Alternative& alternative : u.alternatives) {
            const std::string wire = unique_member(u, alternative);
            if (wire.empty()) return false;
            found.push_back({has(wire)});
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            u.alternatives[i].conditions = std::move(found[i]);
        return true;
    }

    std::string unique_member(const Union& u, const Alternative& alternative) const {
        const Record* own = record(alternative.type);
        if (own == nullptr) return {};
        for (const Member& member : own->members) {
            if (!member.required.contains(alternative.in)) continue;
            const bool elsewhere = std::any_of(
                u.alternatives.begin(), u.alternatives.end(), [&](const Alternative& other) {
                    const Record* r = record(other.type);
                    if (&other == &alternative || (other.in & alternative.in).empty()) return false;
                    return r == nullptr ||
                           std::any_of(r->members.begin(), r->members.end(),
                                       [&](const Member& m) { return m.wire == member.wire; });
                });
            if (!elsewhere) return member.wire;
        }
        return {};
    }

    /// Some alternatives by their JSON kind, the objects among them by tag or member.
    bool by_kind_then_member(Union& u) const {
        Union objects = u;
        std::erase_if(objects.alternatives,
                      [&](const Alternative& a) { return kind(a.type) != "object"; });
        Union others = u;
        std::erase_if(others.alternatives,
                      [&](const Alternative& a) { return kind(a.type) == "object"; });
        if (all_kinds(others).size() != others.alternatives.size()) return false;
        if (objects.alternatives.size() > 1 && !by_tag(objects) && !by_required_member(objects))
            return false;
        if (objects.alternatives.size() == 1)
            objects.alternatives.front().conditions = {is_kind("object")};
        by_kind(others);
        u.alternatives = std::move(others.alternatives);
        u.alternatives.insert(u.alternatives.end(), objects.alternatives.begin(),
                              objects.alternatives.end());
        return true;
    }

    const Model& model_;
    Diagnostics& diagnostics_;
};

/// `{"path": "type", "equals": "string"}`, `{"has": "oneOf"}`, `{"lacks": "x"}`, `{"kind": "array"}`.
std::optional<Condition> given(const Node& node) {
    const Node* path = node.find("path");
    const std::string at = path == nullptr ? "" : path->text;
    const auto text = [](const Node& value) {
        return value.is(Node::Kind::string) ? quote_json(value.text) : value.text;
    };
    if (const Node* value = node.find("equals")) return equals(at, text(*value));
    if (const Node* value = node.find("has")) return has(value->text);
    if (const Node* value = node.find("lacks")) return Condition{Op::lacks, value->text, {}, {}};
    if (const Node* value = node.find("kind")) return Condition{Op::is_kind, at, {}, {value->text}};
    if (const Node* values = node.find("one_of")) {
        std::vector<std::string> texts;
        for (const Node& value : values->items) texts.push_back(text(value));
        return one_of(at, std::move(texts));
    }
    return std::nullopt;
}

/// Takes order and conditions from an entry; reports an alternative that the union does not have.
bool apply_order(Union& u, const Node& order, const Override& entry, Diagnostics& diagnostics) {
    std::vector<Alternative> ordered;
    for (const Node& item : order.items) {
        const Node* name = item.find("alternative");
        const auto found = std::find_if(
            u.alternatives.begin(), u.alternatives.end(),
            [&](const Alternative& a) { return name != nullptr && a.name == name->text; });
        if (found == u.alternatives.end()) continue;  // of a revision that is not being compiled
        found->conditions.clear();
        const Node* when = item.find("when");
        for (std::size_t i = 0; when != nullptr && i < when->items.size(); ++i) {
            if (auto condition = given(when->items[i]))
                found->conditions.push_back(*std::move(condition));
            else
                diagnostics.error(entry.where(),
                                  messages::override_missing("equals, has, lacks, kind or one_of"));
        }
        ordered.push_back(std::move(*found));
        u.alternatives.erase(found);
    }
    const bool complete = u.alternatives.empty();
    ordered.insert(ordered.end(), u.alternatives.begin(), u.alternatives.end());
    u.alternatives = std::move(ordered);
    return complete;
}

}  // namespace

void classify_unions(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    Classifier classifier(model, diagnostics);
    for (Declaration& declaration : model.declarations) {
        auto* u = std::get_if<Union>(&declaration);
        if (u == nullptr) continue;
        bool decided = false;
        std::optional<bool> open;
        overrides.each("unions", model.all(), [&](Override& entry) {
            if (entry.text("union") != u->name) return false;
            if (const Node* order = entry.find("order"))
                decided = apply_order(*u, *order, entry, diagnostics);
            if (const Node* value = entry.find("open")) open = value->boolean;
            return true;
        });
        if (!decided) classifier.run(*u);
        u->tag = classifier.common_tag(*u);
        const bool rest = std::any_of(u->alternatives.begin(), u->alternatives.end(),
                                      [](const Alternative& a) { return a.conditions.empty(); });
        u->open = open.value_or(!u->tag.empty() && !rest);
    }
}

}  // namespace mcpgen
