// References and the keywords that combine subschemas for one value.
#include "schema/validation.hpp"

namespace mcp::schema {

bool Validation::check_logic(const Node& node, JsonView value, Marks* marks) {
    const LogicRules& logic = *node.logic;
    bool good = true;
    for (const Reference& each : logic.references) {
        good = check(target_of(each), value, marks) && good;
        if (is_decided(good)) return false;
    }
    for (const Node* each : logic.all_of) {
        good = check(*each, value, marks) && good;
        if (is_decided(good)) return false;
    }
    if (!logic.any_of.empty()) good = check_any(node, value, marks) && good;
    if (!logic.one_of.empty() && !is_decided(good)) good = check_one(node, value, marks) && good;
    if (is_decided(good)) return false;
    if (logic.not_one && asks(*logic.not_one, value, nullptr))
        good = fail(node, "not", [] { return "expected a value that the schema refuses"; });
    if (logic.condition && !is_decided(good)) good = check_condition(logic, value, marks) && good;
    return good;
}

bool Validation::check_any(const Node& node, JsonView value, Marks* marks) {
    bool any = false;
    for (const Node* each : node.logic->any_of) {
        Marks own;
        if (!asks(*each, value, marks ? &own : nullptr)) {
            if (ended_) return false;
            continue;
        }
        any = true;
        if (!marks) return true;
        marks->add(own);  // every alternative that fits counts
    }
    if (any) return true;
    const auto& alternatives = node.logic->any_of;
    if (alternatives.size() == 1) return check(*alternatives.front(), value, nullptr);
    return fail(node, "anyOf", [&] {
        return "fits none of " + std::to_string(alternatives.size()) + " alternatives";
    });
}

bool Validation::check_one(const Node& node, JsonView value, Marks* marks) {
    const auto& alternatives = node.logic->one_of;
    std::size_t fitting = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        Marks own;
        if (!asks(*alternatives[i], value, marks ? &own : nullptr)) {
            if (ended_) return false;
            continue;
        }
        if (++fitting > 1) {
            return fail(node, "oneOf", [&] {
                return "fits the alternatives " + std::to_string(first + 1) + " and " +
                       std::to_string(i + 1) + ", expected one";
            });
        }
        first = i;
        if (marks) marks->add(own);
    }
    if (fitting == 1) return true;
    if (alternatives.size() == 1) return check(*alternatives.front(), value, nullptr);
    return fail(node, "oneOf", [&] {
        return "fits none of " + std::to_string(alternatives.size()) + " alternatives";
    });
}

bool Validation::check_condition(const LogicRules& logic, JsonView value, Marks* marks) {
    Marks own;
    const bool holds = asks(*logic.condition, value, marks ? &own : nullptr);
    if (ended_) return false;
    if (holds && marks) marks->add(own);
    const Node* const next = holds ? logic.then : logic.otherwise;
    return !next || check(*next, value, marks);
}

/// A dynamic reference goes to the outermost resource that the walk is inside of and that has such
/// an anchor.
const Node& Validation::target_of(const Reference& reference) const {
    if (reference.dynamic_anchor.empty()) return *reference.node;
    for (const std::size_t resource : scope_) {
        for (const auto& [name, node] : plan_.dynamic_anchors[resource]) {
            if (name == reference.dynamic_anchor) return *node;
        }
    }
    return *reference.node;
}

}  // namespace mcp::schema
