// What a schema becomes when it is compiled: a graph of nodes, one for each subschema, with the
// keywords taken apart. Made by compile.cpp, followed by validation.cpp.
#pragma once

#include "schema/decimal.hpp"
#include "schema/formats.hpp"
#include "schema/pattern.hpp"

#include <mcp/json_schema.hpp>

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::schema {

struct Node;

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// How many there may be.
struct Range {
    std::size_t least = 0;
    std::size_t most = no_limit;
    bool is_limited() const { return least > 0 || most < no_limit; }
};

/// A number of the schema, and how it is written there.
struct Limit {
    Decimal value{};
    std::string_view text{};
};

struct NumberRules {
    std::optional<Limit> minimum{};
    std::optional<Limit> exclusive_minimum{};
    std::optional<Limit> maximum{};
    std::optional<Limit> exclusive_maximum{};
    std::optional<Limit> multiple_of{};
    /// Small integers from here to here fit; by default none are known to.
    std::int64_t quick_least = 1;
    std::int64_t quick_most = 0;
};

struct StringRules {
    Range length{};
    std::optional<Pattern> pattern{};
    std::string pattern_text{};
    FormatCheck format = nullptr;
    std::string format_name{};
};

struct ArrayRules {
    Range size{};
    bool unique = false;
    std::vector<const Node*> first{};   ///< `prefixItems`
    const Node* others = nullptr;       ///< `items`
    std::string_view others_keyword{};  ///< as it is spelled in this dialect
    const Node* contains = nullptr;
    Range contained{1, no_limit};
    bool contains_counts_as_evaluated = false;
};

/// A name that a schema of an object mentions.
struct Name {
    std::string text{};
    const Node* value = nullptr;  ///< of `properties`
    bool required = false;
    bool is_plain = true;  ///< looks the same where it is written with escapes
};

/// When the name with this index is there, other names must be, or the object must fit a node.
struct Dependent {
    std::size_t name = 0;
    std::vector<std::size_t> names{};
    const Node* node = nullptr;
    std::string_view keyword{};
};

struct ObjectRules {
    Range size{};
    std::vector<Name> names{};
    std::vector<std::uint32_t> sorted{};  ///< indexes of names by text, when there are many
    std::vector<std::pair<Pattern, const Node*>> patterns{};
    const Node* additional = nullptr;
    const Node* property_names = nullptr;
    std::vector<Dependent> dependents{};

    static constexpr std::size_t few = 8;
    /// The index of the name, which may be `likely`; names.size() when it is not mentioned.
    std::size_t find(std::string_view name, std::size_t likely) const;
};

struct Reference {
    const Node* node = nullptr;
    std::string dynamic_anchor{};  ///< not empty: `$dynamicRef` to such an anchor
};

/// Keywords that apply subschemas to the same value.
struct LogicRules {
    std::vector<Reference> references{};
    std::vector<const Node*> all_of{};
    std::vector<const Node*> any_of{};
    std::vector<const Node*> one_of{};
    const Node* not_one = nullptr;
    const Node* condition = nullptr;  ///< `if`
    const Node* then = nullptr;
    const Node* otherwise = nullptr;
};

/// A bit for each kind of value, for `type`. Bit 6 is `integer`.
using Kinds = std::uint8_t;
inline constexpr Kinds integer_kind = 1U << 6U;
constexpr Kinds kind_bit(JsonKind kind) {
    return static_cast<Kinds>(1U << static_cast<unsigned>(kind));
}

struct Node {
    std::string path{};        ///< of the subschema, as in Location
    std::size_t resource = 0;  ///< index
    bool refuses_all = false;  ///< the schema `false`
    bool is_flat = false;      ///< all that it says is about the value alone, and in one step
    Kinds kinds = 0;           ///< 0: any
    bool is_const = false;
    bool lists_values = false;
    std::vector<JsonView> values{};  ///< `enum`, or the one of `const`
    std::unique_ptr<NumberRules> number{};
    std::unique_ptr<StringRules> string{};
    std::unique_ptr<ArrayRules> array{};
    std::unique_ptr<ObjectRules> object{};
    std::unique_ptr<LogicRules> logic{};
    const Node* unevaluated_items = nullptr;
    const Node* unevaluated_properties = nullptr;
};

/// `string or null`.
std::string kinds_text(Kinds kinds);

}  // namespace mcp::schema

namespace mcp {

struct JsonSchema::Plan {
    std::deque<Json> documents{};  ///< the nodes look into them
    std::deque<schema::Node> nodes{};
    const schema::Node* root = nullptr;
    SchemaOptions options{};
    bool has_dynamic_references = false;
    /// For each resource the nodes of its `$dynamicAnchor`s.
    std::vector<std::vector<std::pair<std::string, const schema::Node*>>> dynamic_anchors{};
};

}  // namespace mcp
