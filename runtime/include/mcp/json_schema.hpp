// JSON Schema: whether a value is what a schema says. Dialects 2020-12 (the default) and draft-07.
// Compiled once, used by many threads. Never fetches anything. Making schemas from C++ types is in
// <mcp/schema_of.hpp>.
#pragma once

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// Why a value does not fit: where in the value, where in the schema, and a sentence.
struct SchemaViolation {
    std::string instance_path{};  ///< JSON pointer into the value: `/items/0/name`
    std::string schema_path{};    ///< JSON pointer into the schema: `/properties/items/items/type`
    std::string message{};        ///< `expected string, found number`
    friend bool operator==(const SchemaViolation&, const SchemaViolation&) = default;
};
/// `items[0].name: expected string, found number`; several are joined with `; `.
std::string to_string(const SchemaViolation& violation);
std::string to_string(const std::vector<SchemaViolation>& violations);

/// A document that references may lead to, for those who have it at hand.
struct SchemaDocument {
    std::string uri{};  ///< absolute
    Json schema{};
};

struct SchemaOptions {
    bool assert_formats = false;              ///< otherwise `format` is a note
    std::vector<SchemaDocument> documents{};  ///< besides the meta-schemas, which are built in
    std::size_t max_bytes = 1'000'000;        ///< of the schema's text
    std::size_t max_depth = 64;               ///< of the schema, of the value, and of references
    std::size_t max_subschemas = 10'000;      ///< in one schema
    std::size_t max_steps = 10'000'000;       ///< of one validation
    std::size_t max_violations = 8;           ///< reported by one validation; at least one
};

class JsonSchema {
public:
    /// Fails for what is no valid schema, an unsupported dialect, a reference that leads out of the
    /// document, a pattern that cannot be compiled, or a limit that was passed. Says where.
    static Result<JsonSchema, SchemaViolation> compile(JsonView schema,
                                                       const SchemaOptions& options = {});

    /// Empty when the value fits. Of a validation that was given up (`max_steps`, `max_depth`, a
    /// pattern that takes too long) there is one violation that says so.
    std::vector<SchemaViolation> validate(JsonView value) const;
    /// The same answer without the reasons, which is cheaper.
    bool accepts(JsonView value) const;

    struct Plan;

private:
    explicit JsonSchema(std::shared_ptr<const Plan> plan) : plan_(std::move(plan)) {}
    std::shared_ptr<const Plan> plan_;
};

}  // namespace mcp
