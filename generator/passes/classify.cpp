// See classify.hpp.
#include <generator/passes/classify.hpp>

#include <generator/passes/join.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

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

class Classifier {
public:
    Classifier(const Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics) {}

    /// Whether a rule was found.
    bool decide(Union& u) const {
        if (by_kind(u)) return true;
        const bool objects = std::all_of(u.alternatives.begin(), u.alternatives.end(),
                                         [&](const Alternative& a) { return is_object(a.type); });
        return objects ? by_tag(u) || by_required_member(u) : by_kind_then_member(u);
    }

    void run(Union& u) {
        if (u.alternatives.empty()) {
            diagnostics_.error(u.where, messages::contradiction("a union of nothing but itself"));
            return;
        }
        if (decide(u)) return;
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
    using Kinds = std::set<std::string>;

    /// The JSON kinds that values of a type have. Deep inside unions in unions: all.
    Kinds kinds(const Type& type, int depth = 0) const {
        using Kind = Type::Kind;
        const Type bare = without_aliases(type, model_);
        switch (bare.kind) {
            case Kind::null: return {"null"};
            case Kind::boolean: return {"boolean"};
            case Kind::integer: return {"integer"};
            case Kind::number: return {"number"};
            case Kind::string: return {"string"};
            case Kind::array: return {"array"};
            case Kind::object:
            case Kind::map: return {"object"};
            case Kind::nullable: return and_also(kinds(bare.args[0], depth), "null");
            case Kind::one_or_many: return and_also(kinds(bare.args[0], depth), "array");
            case Kind::named: return kinds_of_declaration(bare.text, depth);
            case Kind::constant: return {kind_of_text(bare.text)};
            default: return {"null", "boolean", "integer", "number", "string", "array", "object"};
        }
    }

    static std::string kind_of_text(std::string_view json) {
        if (json == "null") return "null";
        if (json == "true" || json == "false") return "boolean";
        if (json.starts_with('"')) return "string";
        return json.find_first_of(".eE") == json.npos ? "integer" : "number";
    }

    static Kinds and_also(Kinds kinds, std::string kind) {
        kinds.insert(std::move(kind));
        return kinds;
    }

    Kinds kinds_of_declaration(std::string_view name, int depth) const {
        const Declaration* found = model_.find(name);
        if (found != nullptr && std::holds_alternative<Enum>(*found)) return {"string"};
        const auto* u = found == nullptr ? nullptr : std::get_if<Union>(found);
        if (u == nullptr) return {"object"};
        if (depth > 8) return kinds(Type::simple(Type::Kind::any));
        Kinds all;
        for (const Alternative& alternative : u->alternatives)
            all.merge(kinds(alternative.type, depth + 1));
        return all;
    }

    bool is_object(const Type& type) const { return kinds(type) == Kinds{"object"}; }

    /// Every alternative has JSON kinds of its own. Integers are numbers too, so they are looked
    /// for first.
    bool by_kind(Union& u) const {
        std::vector<std::pair<Kinds, Alternative*>> found;
        std::map<std::string, Revisions> taken;
        for (Alternative& alternative : u.alternatives) {
            found.emplace_back(kinds(alternative.type), &alternative);
            for (const std::string& kind : found.back().first) {
                Revisions& in = taken[kind];
                if (!(in & alternative.in).empty()) return false;
                in |= alternative.in;
            }
        }
        for (auto& [own, alternative] : found)
            alternative->conditions = {
                {Op::is_kind, "", {}, std::vector<std::string>(own.begin(), own.end())}};
        const auto find = [&](const char* kind) {
            return std::find_if(
                u.alternatives.begin(), u.alternatives.end(), [&](const Alternative& a) {
                    return std::find(a.conditions[0].kinds.begin(), a.conditions[0].kinds.end(),
                                     kind) != a.conditions[0].kinds.end();
                });
        };
        const auto number = find("number");
        const auto integer = find("integer");
        if (integer != u.alternatives.end() && number < integer)
            std::rotate(number, integer, integer + 1);
        return true;
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
            if (member.type.is(Type::Kind::constant)) return {member.type.text.str()};
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

    /// A member that has another constant in every alternative. One alternative may lack it or
    /// leave it out: it is what remains, and comes last.
    bool by_tag(Union& u) const {
        const Record* first = record(u.alternatives.front().type);
        const Record* last = record(u.alternatives.back().type);
        if (first == nullptr || last == nullptr) return false;
        std::vector<std::string> candidates;
        for (const Record* r : {first, last}) {
            for (const Member& member : r->members) {
                if (member.type.is(Type::Kind::constant)) candidates.push_back(member.wire.str());
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
        std::unordered_map<std::string, Revisions> taken;
        for (std::size_t i = 0; i < tags.size(); ++i) {
            for (const std::string& text : tags[i]) {
                Revisions& in = taken[text];
                if (!(in & u.alternatives[i].in).empty()) return false;
                in |= u.alternatives[i].in;
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
        Owners owners;
        for (const Alternative& alternative : u.alternatives) {
            const Record* r = record(alternative.type);
            if (r == nullptr) return false;
            for (const Member& member : r->members) owners[member.wire].push_back(&alternative);
        }
        std::vector<std::vector<Condition>> found;
        for (const Alternative& alternative : u.alternatives) {
            const std::string wire = unique_member(owners, alternative);
            if (wire.empty()) return false;
            found.push_back({has(wire)});
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            u.alternatives[i].conditions = std::move(found[i]);
        return true;
    }

    /// Which alternatives have a member of this name.
    using Owners = std::unordered_map<std::string_view, std::vector<const Alternative*>>;

    std::string unique_member(const Owners& owners, const Alternative& alternative) const {
        for (const Member& member : record(alternative.type)->members) {
            if (!member.required.contains(alternative.in)) continue;
            const auto& all = owners.at(member.wire);
            const bool elsewhere =
                std::any_of(all.begin(), all.end(), [&](const Alternative* other) {
                    return other != &alternative && !(other->in & alternative.in).empty();
                });
            if (!elsewhere) return member.wire.str();
        }
        return {};
    }

    /// Some alternatives by their JSON kind, the objects among them by tag or member.
    bool by_kind_then_member(Union& u) const {
        Union objects = u;
        std::erase_if(objects.alternatives,
                      [&](const Alternative& a) { return !is_object(a.type); });
        Union others = u;
        std::erase_if(others.alternatives, [&](const Alternative& a) { return is_object(a.type); });
        const bool mixed =
            std::any_of(others.alternatives.begin(), others.alternatives.end(),
                        [&](const Alternative& a) { return kinds(a.type).contains("object"); });
        if (mixed || objects.alternatives.size() < 2 || !by_kind(others)) return false;
        if (!by_tag(objects) && !by_required_member(objects)) return false;
        u.alternatives = std::move(others.alternatives);
        u.alternatives.insert(u.alternatives.end(), objects.alternatives.begin(),
                              objects.alternatives.end());
        return true;
    }

    const Model& model_;
    Diagnostics& diagnostics_;
};

/// `{"path": "type", "equals": "string"}`, `{"has": "oneOf"}`, `{"lacks": "x"}`, `{"kind":
/// "array"}`.
std::optional<Condition> given(const Node& node) {
    const Node* path = node.find("path");
    const std::string at = path == nullptr ? "" : path->text.str();
    const auto text = [](const Node& value) -> std::string {
        if (value.is(Node::Kind::string)) return quote_json(value.text);
        if (value.is(Node::Kind::boolean)) return value.boolean ? "true" : "false";
        return value.is(Node::Kind::null) ? "null" : value.text.str();
    };
    if (const Node* value = node.find("equals")) return equals(at, text(*value));
    if (const Node* value = node.find("has")) return has(value->text.str());
    if (const Node* value = node.find("lacks"))
        return Condition{Op::lacks, value->text.str(), {}, {}};
    if (const Node* value = node.find("kind"))
        return Condition{Op::is_kind, at, {}, {value->text.str()}};
    if (const Node* values = node.find("one_of")) {
        std::vector<std::string> texts;
        for (const Node& value : values->items) texts.push_back(text(value));
        return one_of(at, std::move(texts));
    }
    return std::nullopt;
}

/// Takes order and conditions from an entry; reports an alternative that the union does not have.
bool apply_order(Union& u, const Node& order, const Override& entry, bool all_known,
                 Diagnostics& diagnostics) {
    std::vector<Alternative> ordered;
    for (const Node& item : order.items) {
        const Node* name = item.find("alternative");
        const auto found = std::find_if(
            u.alternatives.begin(), u.alternatives.end(),
            [&](const Alternative& a) { return name != nullptr && a.name == name->text; });
        if (found == u.alternatives.end()) {
            // It may be of a revision that is not being compiled.
            if (all_known)
                diagnostics.error(entry.where(),
                                  messages::override_unused("unions " + u.name + " alternative " +
                                                            (name == nullptr ? "" : name->text)));
            continue;
        }
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

bool tell_apart(const Model& model, Union& type) {
    Diagnostics unheard;
    const Classifier classifier(model, unheard);
    if (type.alternatives.empty() || !classifier.decide(type)) return false;
    type.tag = classifier.common_tag(type);
    return true;
}

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
                decided = apply_order(*u, *order, entry, overrides.complete(), diagnostics);
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
