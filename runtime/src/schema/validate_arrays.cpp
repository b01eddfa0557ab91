// Arrays: one walk over the elements, and another one when they must differ.
#include "schema/equality.hpp"
#include "schema/validation.hpp"

#include <algorithm>

namespace mcp::schema {

bool Validation::check_array(const Node& node, JsonView value, Marks* marks) {
    const ArrayRules& rules = *node.array;
    if (!spend(value.text().size() / 64, node)) return false;  // what the walk reads
    bool good = true;
    std::size_t index = 0;
    std::size_t contained = 0;
    for (const JsonView element : value.elements()) {
        Step step{nullptr, {}, index, false};
        const Node* const own = index < rules.first.size() ? rules.first[index] : rules.others;
        if (own) {
            good = check_inner(*own, element, step) && good;
            if (is_decided(good)) return false;
            if (marks) marks->add(index);
        }
        if (rules.contains) {
            const Silence silence(*this);
            if (check_inner(*rules.contains, element, step)) {
                ++contained;
                if (marks && rules.contains_counts_as_evaluated) marks->add(index);
            }
            if (ended_) return false;
        }
        ++index;
    }
    if (rules.size.is_limited()) {
        good = check_size(node, rules.size, index, "minItems", "maxItems", "items") && good;
        if (is_decided(good)) return false;
    }
    if (rules.contains) good = check_contains(node, contained) && good;
    if (is_decided(good)) return false;
    if (rules.unique && index > 1) good = check_unique(node, value) && good;
    return good;
}

bool Validation::check_contains(const Node& node, std::size_t contained) {
    const Range& range = node.array->contained;
    if (contained < range.least) {
        const std::string_view keyword = range.least == 1 ? "contains" : "minContains";
        return fail(node, keyword, [&] {
            return "expected at least " + std::to_string(range.least) +
                   " items that fit `contains`, found " + std::to_string(contained);
        });
    }
    if (contained <= range.most) return true;
    return fail(node, "maxContains", [&] {
        return "expected at most " + std::to_string(range.most) +
               " items that fit `contains`, found " + std::to_string(contained);
    });
}

bool Validation::check_unique(const Node& node, JsonView value) {
    struct Element {
        std::size_t hash;
        std::size_t index;
        JsonView value;
    };
    if (!spend(value.text().size() / 16, node)) return false;
    std::vector<Element> elements;
    for (const JsonView element : value.elements())
        elements.push_back({hash_value(element), elements.size(), element});
    std::sort(elements.begin(), elements.end(), [](const Element& a, const Element& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.index < b.index;
    });
    for (std::size_t i = 0; i < elements.size(); ++i) {
        for (std::size_t k = i + 1; k < elements.size() && elements[k].hash == elements[i].hash;
             ++k) {
            if (!spend(1 + elements[k].value.text().size() / 16, node)) return false;
            if (!same_value(elements[i].value, elements[k].value)) continue;
            return fail(node, "uniqueItems", [&] {
                return "the items " + std::to_string(elements[i].index) + " and " +
                       std::to_string(elements[k].index) + " are the same";
            });
        }
    }
    return true;
}

}  // namespace mcp::schema
