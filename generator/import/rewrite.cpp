// See rewrite.hpp.
#include <generator/import/rewrite.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace mcpgen {
namespace {

/// Keywords in the order in which we write them; others follow by name.
constexpr std::array<std::string_view, 19> keyword_order = {"$ref",          "type",
                                                            "const",         "enum",
                                                            "format",        "minimum",
                                                            "maximum",       "minItems",
                                                            "maxItems",      "items",
                                                            "propertyNames", "properties",
                                                            "required",      "additionalProperties",
                                                            "not",           "anyOf",
                                                            "oneOf",         "allOf",
                                                            "default"};

/// Texts for readers, and what only a whole document says.
constexpr std::array<std::string_view, 8> left_behind = {
    "description", "deprecated", "title", "examples", "$comment", "$schema", "$id", "$anchor"};

std::size_t rank(std::string_view keyword) {
    return static_cast<std::size_t>(std::find(keyword_order.begin(), keyword_order.end(), keyword) -
                                    keyword_order.begin());
}

bool is_true(const Node* node) {
    return node != nullptr && node->is(Node::Kind::boolean) && node->boolean;
}

class Rewriter {
public:
    Rewriter(const Known& known, std::vector<std::string>& missing)
        : known_(known), missing_(missing) {}

    /// `named`: a definition or a property, which have descriptions; else something inside one.
    Node schema(const Node& published, const Spot& spot, bool named, bool definition) {
        if (!published.is(Node::Kind::object)) return published;
        const std::vector<const Node*> ours = known_.at(spot);
        std::vector<KeyValue> about;
        if (named) about = description(ours, spot);
        Node facts;
        facts.kind = Node::Kind::object;
        for (const KeyValue& member : published.members) {
            if (std::find(left_behind.begin(), left_behind.end(), member.key) == left_behind.end())
                facts.members.push_back({member.key, keyword(member, spot, ours)});
        }
        std::stable_sort(facts.members.begin(), facts.members.end(),
                         [](const KeyValue& a, const KeyValue& b) {
                             return std::pair(rank(a.key), std::string_view(a.key)) <
                                    std::pair(rank(b.key), std::string_view(b.key));
                         });

        const bool deprecated =
            is_true(published.find("deprecated")) ||
            (named && !ours.empty() && is_true(ours.front()->find("deprecated")));
        if (deprecated) {
            Node yes;
            yes.kind = Node::Kind::boolean;
            yes.boolean = true;
            about.push_back({"deprecated", yes});
        }
        const auto at = definition || is_tall(facts) ? facts.members.begin() : facts.members.end();
        facts.members.insert(at, about.begin(), about.end());
        return facts;
    }

private:
    /// What takes many lines is described before it, the rest after it.
    static bool is_tall(const Node& facts) {
        const Node* properties = facts.find("properties");
        return (properties != nullptr && !properties->members.empty()) ||
               facts.find("anyOf") != nullptr || facts.find("oneOf") != nullptr ||
               facts.find("allOf") != nullptr;
    }

    std::vector<KeyValue> description(const std::vector<const Node*>& ours, const Spot& spot) {
        for (const Node* known : ours) {
            if (const Node* text = known->find("description"); text != nullptr)
                return {{"description", *text}};
        }
        missing_.push_back(spot.member);
        return {};
    }

    Node keyword(const KeyValue& member, const Spot& spot, const std::vector<const Node*>& ours) {
        const std::string_view key = member.key;
        Node value = member.value;
        if (key == "properties") {
            put_in_order(value, ours);
            for (KeyValue& property : value.members)
                property.value = schema(property.value, spot.property(property.key), true, false);
        } else if (key == "items" || key == "additionalProperties") {
            value = schema(value, spot.keyword(key), false, false);
        } else if (key == "anyOf" || key == "oneOf" || key == "allOf") {
            for (std::size_t i = 0; i < value.items.size(); ++i)
                value.items[i] = schema(value.items[i], spot.keyword(key, i), false, false);
        } else if (key == "$ref") {
            constexpr std::string_view old = "#/definitions/";
            const std::string_view target = value.text;
            if (target.starts_with(old))
                value.text = "#/$defs/" + std::string(target.substr(old.size()));
        }
        return value;
    }

    /// As the first of ours that has properties here; new ones after those.
    static void put_in_order(Node& properties, const std::vector<const Node*>& ours) {
        const Node* model = nullptr;
        for (const Node* known : ours) {
            if (model == nullptr) model = known->find("properties");
        }
        if (model == nullptr) return;
        const auto place = [&](const KeyValue& property) {
            return std::find_if(model->members.begin(), model->members.end(),
                                [&](const KeyValue& k) { return k.key == property.key; }) -
                   model->members.begin();
        };
        std::stable_sort(properties.members.begin(), properties.members.end(),
                         [&](const KeyValue& a, const KeyValue& b) { return place(a) < place(b); });
    }

    const Known& known_;
    std::vector<std::string>& missing_;
};

}  // namespace

Node rewrite_definition(const Node& published, const std::string& name, const Known& known,
                        std::vector<std::string>& missing) {
    return Rewriter(known, missing).schema(published, Spot::of(name), true, true);
}

}  // namespace mcpgen
