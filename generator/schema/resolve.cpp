// See resolve.hpp.
#include <generator/schema/resolve.hpp>

#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace mcpgen {
namespace {

using Table = std::unordered_map<std::string_view, const Definition*>;

class Resolver {
public:
    Resolver(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics)
        : file_(file), diagnostics_(diagnostics) {
        if (base != nullptr) {
            for (const Definition& definition : base->definitions)
                table_.emplace(definition.name, &definition);
        }
        std::unordered_set<std::string_view> own;
        for (const Definition& definition : file.definitions) {
            if (!own.insert(definition.name).second) {
                diagnostics_.error(definition.schema.where,
                                   messages::duplicate_definition(definition.name));
            }
            table_[definition.name] = &definition;
        }
    }

    void run() {
        for (const Definition& definition : file_.definitions) check(definition.schema);
        for (const Definition& definition : file_.definitions) follow_references(definition);
    }

private:
    void check(const Schema& schema) {
        if (!schema.ref.empty() && !table_.contains(schema.ref)) {
            const std::string meant = suggestion(schema.ref);
            diagnostics_.error(schema.where, messages::dangling_reference(schema.ref, meant));
        }
        for (const Property& property : schema.properties) check(property.schema);
        for (const Schema& inner : schema.any_of) check(inner);
        for (const Schema& inner : schema.all_of) check(inner);
        if (schema.items) check(*schema.items);
        if (schema.additional) check(*schema.additional);
    }

    std::string suggestion(std::string_view wanted) {
        if (suggestions_++ == max_suggestions) names_.clear();  // each is a search over all names
        if (suggestions_ == 1) {
            for (const auto& entry : table_) names_.push_back(entry.first);
            std::sort(names_.begin(), names_.end());
        }
        return nearest(wanted, names_).value_or("");
    }

    /// A definition that is nothing but a reference to the next one, in a circle, says nothing. A
    /// circle is reported once, at its alphabetically first member.
    void follow_references(const Definition& start) {
        std::vector<const Definition*> chain;
        const Definition* at = &start;
        while (at != nullptr && settled_.emplace(at, 0).second) {
            chain.push_back(at);
            const auto next = table_.find(at->schema.ref);
            at = at->schema.ref.empty() || next == table_.end() ? nullptr : next->second;
        }
        const auto first = std::find(chain.begin(), chain.end(), at);
        if (at != nullptr && first != chain.end()) {
            report_circle({first, chain.end()});
            return;
        }
        std::size_t length = at == nullptr ? 0 : settled_[at];
        for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
            settled_[*link] = ++length;
            if (length == max_chain)
                diagnostics_.error((*link)->schema.where,
                                   messages::not_supported("a chain of so many references"));
        }
    }

    void report_circle(std::vector<const Definition*> circle) {
        const auto first = std::min_element(
            circle.begin(), circle.end(),
            [](const Definition* a, const Definition* b) { return a->name < b->name; });
        std::rotate(circle.begin(), first, circle.end());
        std::vector<std::string> names;
        names.reserve(circle.size() + 1);
        for (const Definition* definition : circle) names.push_back(definition->name);
        names.push_back(names.front());
        diagnostics_.error(circle.front()->schema.where, messages::reference_cycle(names));
    }

    static constexpr std::size_t max_suggestions = 20;
    static constexpr std::size_t max_chain = 100;

    const SchemaFile& file_;
    Diagnostics& diagnostics_;
    Table table_;
    std::vector<std::string_view> names_;
    std::size_t suggestions_ = 0;
    std::unordered_map<const Definition*, std::size_t> settled_;  ///< and how long its chain is
};

}  // namespace

void resolve(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics) {
    Resolver(file, base, diagnostics).run();
}

}  // namespace mcpgen
