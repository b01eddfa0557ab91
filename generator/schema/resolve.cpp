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
        for (const Definition& definition : file_.definitions) follow_aliases(definition);
    }

private:
    void check(const Schema& schema) {
        if (!schema.ref.empty() && !table_.contains(schema.ref)) {
            diagnostics_.error(schema.where,
                               messages::dangling_reference(schema.ref, suggestion(schema.ref)));
        }
        for (const Property& property : schema.properties) check(property.schema);
        for (const Schema& inner : schema.any_of) check(inner);
        for (const Schema& inner : schema.all_of) check(inner);
        if (schema.items) check(*schema.items);
        if (schema.additional) check(*schema.additional);
    }

    std::string suggestion(std::string_view wanted) const {
        std::vector<std::string_view> names;
        for (const auto& entry : table_) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        return nearest(wanted, names).value_or("");
    }

    /// A definition that is nothing but a reference to the next one, in a circle, says nothing. A cycle is
    /// reported once, at its alphabetically first member.
    void follow_aliases(const Definition& start) {
        std::vector<std::string> chain{start.name};
        const Definition* at = &start;
        while (true) {
            const auto next = table_.find(at->schema.ref);
            if (at->schema.ref.empty() || next == table_.end()) return;
            at = next->second;
            const auto seen = std::find(chain.begin(), chain.end(), at->name);
            if (seen != chain.end()) {
                if (seen == chain.begin() &&
                    *std::min_element(chain.begin(), chain.end()) == start.name) {
                    chain.push_back(at->name);
                    diagnostics_.error(start.schema.where, messages::reference_cycle(chain));
                }
                return;
            }
            chain.push_back(at->name);
        }
    }

    const SchemaFile& file_;
    Diagnostics& diagnostics_;
    Table table_;
};

}  // namespace

void resolve(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics) {
    Resolver(file, base, diagnostics).run();
}

}  // namespace mcpgen
