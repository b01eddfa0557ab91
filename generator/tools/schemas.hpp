// JSON Schema as it is found in the wild, before anything has a type: references are followed,
// `allOf` and schemas beside `anyOf` are put together. Works on documents; which C++ type a schema
// becomes is decided in shapes.hpp. Unlike the front end for the protocol's own schemas it takes
// every keyword there is, and never fails: what it cannot do it says.
#pragma once

#include <generator/schema/document.hpp>

#include <cstddef>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcpgen {

class Schemas {
public:
    /// The schema in which references are looked up from now on.
    void enter(const Node& root) {
        root_ = &root;
        flattened_.clear();
        budget_ = budget;
    }

    /// What `#`, `#/$defs/X`, `#anchor` or the `$id` of a definition stands for; null when there is
    /// no such thing in this schema.
    const Node* resolve(std::string_view reference) const;

    /// `schema` and all of its `allOf`, or its `$ref` and what stands beside it, as one schema;
    /// null when they contradict each other, or are too much to be put together. Schemas that read
    /// alike give the same one, so that one that leads back to itself ends.
    const Node* flattened(const Node& schema);

    /// What both schemas say; null as above.
    const Node* both(const Node& a, const Node& b);

    /// A schema that was made up, kept as long as this object.
    const Node* keep(Node schema);

private:
    static constexpr std::size_t budget = 100'000;  ///< values that may be copied for one schema

    bool add(Node& into, const Node& schema, int depth);
    bool add_keyword(Node& into, const KeyValue& keyword);
    bool spend(const Node& schema);

    const Node* root_ = nullptr;
    std::deque<Node> made_;
    std::unordered_map<std::string, const Node*> flattened_;
    std::size_t budget_ = budget;
};

/// Says nothing about values: a description, a title, an example.
bool is_annotation(std::string_view keyword);
/// The schema without these keywords.
Node without(const Node& schema, std::initializer_list<std::string_view> keywords);
/// The kinds in `type`, or those that the other keywords are about; empty: any.
std::vector<std::string> types_of(const Node& schema);

}  // namespace mcpgen
