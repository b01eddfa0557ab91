// From documents to a plan. Each keyword group is compiled in its own file: compile_values.cpp,
// compile_objects.cpp; the rest is in compile.cpp.
#pragma once

#include "schema/library.hpp"
#include "schema/plan.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mcp::schema {

/// Throws Broken. Does not look whether the schema is valid for its meta-schema.
std::shared_ptr<const JsonSchema::Plan> compile_plan(JsonView schema, const SchemaOptions& options);

class Compiler {
public:
    Compiler(Library& library, JsonSchema::Plan& plan) : library_(library), plan_(plan) {}

    /// The node of a subschema, compiled now or later.
    const Node* node_of(const Location& location);
    /// The same for a subschema where the schema usually has one.
    const Node* node_at(JsonView schema) { return node_of(library_.at(schema)); }
    /// Compiles what was asked for.
    void finish();

private:
    struct Work {
        const Location* location;
        Node* node;
    };
    /// The keywords of one schema while its node is filled.
    struct Source;

    void fill(const Location& location, Node& node);
    void fill_logic(const Source& source, Node& node);
    void fill_references(const Source& source, Node& node);
    void fill_unevaluated(const Source& source, Node& node);
    static void fill_values(const Source& source, Node& node);
    static void fill_number(const Source& source, Node& node);
    void fill_string(const Source& source, Node& node) const;
    void fill_array(const Source& source, Node& node);
    void fill_object(const Source& source, Node& node);
    void fill_patterns(const Source& source, ObjectRules& rules);
    void fill_dependents(const Source& source, ObjectRules& rules,
                         std::map<std::string, std::size_t>& known);
    std::vector<const Node*> nodes_in(const Source& source, std::string_view keyword);
    const Node* node_in(const Source& source, std::string_view keyword);

    Library& library_;
    JsonSchema::Plan& plan_;
    std::unordered_map<const char*, Node*> nodes_{};
    std::deque<Work> work_{};
};

struct Compiler::Source {
    explicit Source(const Location& where);

    const Location& location;
    const Dialect& dialect;
    /// Taken apart once: looking a member up in the text reads what is before it each time.
    std::vector<std::pair<std::string, JsonView>> keywords{};

    std::optional<JsonView> find(std::string_view keyword) const;
    std::string path(std::string_view keyword) const {
        return (location.path + "/").append(keyword);
    }
    /// A count; a fraction or a negative number is an error.
    std::optional<std::size_t> count(std::string_view keyword) const;
    Range range(std::string_view least, std::string_view most) const;
};

}  // namespace mcp::schema
