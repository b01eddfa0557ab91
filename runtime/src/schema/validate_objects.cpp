// Objects: one walk over the members, each looked up once in the table of names.
#include "json/text.hpp"
#include "json/walk.hpp"
#include "schema/equality.hpp"
#include "schema/validation.hpp"

namespace mcp::schema {
namespace {

/// Which of the names are there. Short tables need no memory.
class Present {
public:
    explicit Present(std::size_t count) {
        if (count > 64) many_.resize(count);
    }
    void add(std::size_t index) {
        if (many_.empty()) {
            few_ |= std::uint64_t{1} << index;
        } else {
            many_[index] = true;
        }
    }
    bool has(std::size_t index) const {
        return many_.empty() ? (few_ >> index & 1U) != 0 : many_[index];
    }

private:
    std::uint64_t few_ = 0;
    std::vector<bool> many_{};
};

}  // namespace

bool Validation::check_object(const Node& node, JsonView value, Marks* marks) {
    const ObjectRules& rules = *node.object;
    if (!spend(value.text().size() / 64, node)) return false;  // what the walk reads
    bool good = true;
    std::size_t count = 0;
    std::size_t likely = 0;
    Present present(rules.names.size());
    std::string room;
    for (detail::Items items(value.text()); items.next(); ++count) {
        std::string_view name = items.raw_name();
        std::size_t known = likely;
        const bool expected = likely < rules.names.size() && rules.names[likely].is_plain &&
                              detail::same_text(rules.names[likely].text, name);
        if (!expected) {
            name = plain_text(name, room);
            known = rules.find(name, likely);
        }
        if (known < rules.names.size()) {
            present.add(known);
            likely = known + 1;  // members mostly come in the schema's order
        }
        Step step{nullptr, items.raw_name(), 0, true};
        const JsonView member = detail::JsonAccess::view(items.value());
        bool evaluated = false;
        good = check_member(node, name, known, member, step, evaluated) && good;
        if (is_decided(good)) return false;
        if (evaluated && marks) marks->add(count);
    }
    if (rules.size.is_limited()) {
        good = check_size(node, rules.size, count, "minProperties", "maxProperties", "members") &&
               good;
    }
    for (std::size_t i = 0; i < rules.names.size(); ++i) {
        if (!rules.names[i].required || present.has(i)) continue;
        good = fail(node, "required", [&] {
            const Node* const inner = rules.names[i].value;
            std::string message = "`" + rules.names[i].text + "` is missing";
            if (inner && inner->kinds != 0) message += ", expected " + kinds_text(inner->kinds);
            return message;
        });
        if (is_decided(good)) return false;
    }
    for (const Dependent& each : rules.dependents) {
        if (!present.has(each.name)) continue;
        for (const std::size_t needed : each.names) {
            if (present.has(needed)) continue;
            good = fail(node, each.keyword, [&] {
                return "`" + rules.names[needed].text + "` is missing, which `" +
                       rules.names[each.name].text + "` needs";
            });
        }
        if (is_decided(good)) return false;
        if (each.node) good = check(*each.node, value, marks) && good;
        if (is_decided(good)) return false;
    }
    return good;
}

bool Validation::check_member(const Node& node, std::string_view name, std::size_t known,
                              JsonView value, Step& step, bool& evaluated) {
    const ObjectRules& rules = *node.object;
    bool good = true;
    if (rules.property_names) {
        // The name with its quotes is a string.
        const std::string_view quoted(step.raw_name.data() - 1, step.raw_name.size() + 2);
        good = check_inner(*rules.property_names, detail::JsonAccess::view(quoted), step);
        if (is_decided(good)) return false;
    }
    if (known < rules.names.size() && rules.names[known].value) {
        evaluated = true;
        good = check_inner(*rules.names[known].value, value, step) && good;
        if (is_decided(good)) return false;
    }
    for (const auto& [pattern, schema] : rules.patterns) {
        if (!matches(pattern, name, node, "patternProperties")) {
            if (ended_) return false;
            continue;
        }
        evaluated = true;
        good = check_inner(*schema, value, step) && good;
        if (is_decided(good)) return false;
    }
    if (!evaluated && rules.additional) {
        evaluated = true;
        good = check_inner(*rules.additional, value, step) && good;
    }
    return good;
}

}  // namespace mcp::schema
