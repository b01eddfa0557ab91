// Keywords about objects. All names that a schema mentions share one table, so that one walk over
// an object's members answers everything.
#include "schema/compile.hpp"

#include "json/text.hpp"

#include <algorithm>
#include <numeric>

namespace mcp::schema {
namespace {

/// The index of the name, added when it is new.
std::size_t index_of(ObjectRules& rules, std::map<std::string, std::size_t>& known,
                     std::string text) {
    const auto [entry, added] = known.emplace(std::move(text), rules.names.size());
    if (added) {
        const bool is_plain = entry->first.find('\\') == std::string::npos;
        rules.names.push_back({entry->first, nullptr, false, is_plain});
    }
    return entry->second;
}

template <class F>
void for_each_text(JsonView list, const std::string& path, F take) {
    if (!list.is_array()) broken(path, "expected an array of strings");
    for (const JsonView each : list.elements()) {
        auto text = each.as_string();
        if (!text) broken(path, "expected an array of strings");
        take(*std::move(text));
    }
}

}  // namespace

std::size_t ObjectRules::find(std::string_view name, std::size_t likely) const {
    if (likely < names.size() && detail::same_text(names[likely].text, name)) return likely;
    if (sorted.empty()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (detail::same_text(names[i].text, name)) return i;
        }
        return names.size();
    }
    const auto place = std::lower_bound(
        sorted.begin(), sorted.end(), name,
        [&](std::uint32_t index, std::string_view text) { return names[index].text < text; });
    return place != sorted.end() && names[*place].text == name ? *place : names.size();
}

void Compiler::fill_object(const Source& source, Node& node) {
    ObjectRules rules;
    std::map<std::string, std::size_t> known;
    if (source.dialect.applies) {
        if (const auto properties = source.find("properties")) {
            for (const JsonMember& member : properties->members()) {
                const std::size_t index = index_of(rules, known, member.name());
                rules.names[index].value = node_at(member.value);
            }
        }
        fill_patterns(source, rules);
        rules.additional = node_in(source, "additionalProperties");
        rules.property_names = node_in(source, "propertyNames");
    }
    if (source.dialect.validates) {
        rules.size = source.range("minProperties", "maxProperties");
        if (const auto required = source.find("required")) {
            for_each_text(*required, source.path("required"), [&](std::string text) {
                rules.names[index_of(rules, known, std::move(text))].required = true;
            });
        }
    }
    fill_dependents(source, rules, known);
    if (rules.names.size() > ObjectRules::few) {
        rules.sorted.resize(rules.names.size());
        std::iota(rules.sorted.begin(), rules.sorted.end(), 0U);
        std::sort(rules.sorted.begin(), rules.sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
            return rules.names[a].text < rules.names[b].text;
        });
    }
    if (rules.size.is_limited() || !rules.names.empty() || !rules.patterns.empty() ||
        rules.additional || rules.property_names)
        node.object = std::make_unique<ObjectRules>(std::move(rules));
}

void Compiler::fill_patterns(const Source& source, ObjectRules& rules) {
    const auto patterns = source.find("patternProperties");
    if (!patterns) return;
    for (const JsonMember& member : patterns->members()) {
        auto pattern = Pattern::compile(member.name());
        if (!pattern) broken(source.path("patternProperties"), pattern.error().message);
        rules.patterns.emplace_back(*std::move(pattern), node_at(member.value));
    }
}

void Compiler::fill_dependents(const Source& source, ObjectRules& rules,
                               std::map<std::string, std::size_t>& known) {
    const auto add = [&](std::string_view keyword, bool names, bool schemas) {
        const auto map = source.find(keyword);
        if (!map) return;
        for (const JsonMember& member : map->members()) {
            const bool list = member.value.is_array();
            if (list ? !names : !schemas) continue;
            Dependent dependent;
            dependent.keyword = keyword;
            dependent.name = index_of(rules, known, member.name());
            if (list) {
                for_each_text(member.value, source.path(keyword), [&](std::string text) {
                    dependent.names.push_back(index_of(rules, known, std::move(text)));
                });
            } else {
                dependent.node = node_at(member.value);
            }
            rules.dependents.push_back(std::move(dependent));
        }
    };
    const Dialect& dialect = source.dialect;
    if (dialect.is_2020()) {
        add("dependentRequired", dialect.validates, false);
        add("dependentSchemas", false, dialect.applies);
    }
    add("dependencies", dialect.validates, dialect.applies);
}

}  // namespace mcp::schema
