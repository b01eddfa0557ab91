// See resolve.hpp.
#include <generator/schema/resolve.hpp>

#include <generator/support/name_index.hpp>
#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mcpgen {
namespace {

/// Those that can be referred to.
using Table = std::vector<const Definition*>;

/// For the index.
struct NameOfDefinition {
    const Table& table;
    const SharedText& operator()(std::size_t place) const { return table[place]->name; }
};

class Resolver {
public:
    Resolver(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics)
        : file_(file), diagnostics_(diagnostics) {
        index_.reset(file.definitions.size());
        for (const Definition& definition : file.definitions) {
            if (!add(definition)) {
                diagnostics_.error(definition.schema.where,
                                   messages::duplicate_definition(definition.name));
            }
        }
        own_ = table_.size();
        if (base != nullptr) {
            for (const Definition& definition : base->definitions) add(definition);
        }
        settled_.resize(table_.size());
    }

    void run() {
        for (const Definition& definition : file_.definitions) check(definition.schema);
        for (std::size_t i = 0; i < own_; ++i) follow_references(i);
    }

private:
    /// False when there is one with this name.
    bool add(const Definition& definition) {
        const std::size_t next = table_.size();
        const bool fresh = index_.add(definition.name, next, NameOfDefinition{table_}) == next;
        if (fresh) table_.push_back(&definition);
        return fresh;
    }

    std::size_t place_of(std::string_view name) const {
        return index_.find(name, NameOfDefinition{table_});
    }

    void check(const Schema& schema) {
        if (!schema.ref.empty() && place_of(schema.ref) == NameIndex::nowhere) {
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
            for (const Definition* definition : table_) names_.push_back(definition->name);
            std::sort(names_.begin(), names_.end());
        }
        return nearest(wanted, names_).value_or("");
    }

    /// A definition that is nothing but a reference to the next one, in a circle, says nothing. A
    /// circle is reported once, at its alphabetically first member.
    void follow_references(std::size_t start) {
        std::vector<std::size_t> chain;
        std::size_t at = start;
        while (at != NameIndex::nowhere && !settled_[at]) {
            settled_[at] = 0;
            chain.push_back(at);
            const std::string_view next = table_[at]->schema.ref;
            at = next.empty() ? NameIndex::nowhere : place_of(next);
        }
        const auto first = std::find(chain.begin(), chain.end(), at);
        if (first != chain.end()) {
            report_circle({first, chain.end()});
            return;
        }
        std::size_t length = at == NameIndex::nowhere ? 0 : *settled_[at];
        for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
            settled_[*link] = ++length;
            if (length == max_chain)
                diagnostics_.error(table_[*link]->schema.where,
                                   messages::no_cpp_form("a chain of so many references"));
        }
    }

    void report_circle(const std::vector<std::size_t>& places) {
        std::vector<const Definition*> circle;
        circle.reserve(places.size());
        for (const std::size_t place : places) circle.push_back(table_[place]);
        const auto first = std::min_element(
            circle.begin(), circle.end(),
            [](const Definition* a, const Definition* b) { return a->name < b->name; });
        std::rotate(circle.begin(), first, circle.end());
        std::vector<std::string> names;
        names.reserve(circle.size() + 1);
        for (const Definition* definition : circle) names.push_back(definition->name.str());
        names.push_back(names.front());
        diagnostics_.error(circle.front()->schema.where, messages::reference_cycle(names));
    }

    static constexpr std::size_t max_suggestions = 20;
    static constexpr std::size_t max_chain = 100;

    const SchemaFile& file_;
    Diagnostics& diagnostics_;
    Table table_;          ///< this file's, then the base's that it lacks
    NameIndex index_;      ///< of the table
    std::size_t own_ = 0;  ///< how many are this file's
    std::vector<std::string_view> names_;
    std::size_t suggestions_ = 0;
    std::vector<std::optional<std::size_t>> settled_;  ///< how long the chain of each is
};

}  // namespace

void resolve(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics) {
    Resolver(file, base, diagnostics).run();
}

}  // namespace mcpgen
