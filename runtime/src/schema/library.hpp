// The documents that a schema is made of: the schema itself, the meta-schemas, and documents that
// were given along. Finds every subschema, its identifiers and anchors, and what a reference
// refers to. Knows no keyword's meaning, and fetches nothing.
#pragma once

#include "schema/dialect.hpp"

#include <mcp/json_schema.hpp>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>

namespace mcp::schema {

/// Why compiling stopped. Thrown inside of src/schema only.
struct Broken {
    SchemaViolation why;
};
[[noreturn]] void broken(std::string path, std::string message);

/// A part of a document that has an identifier of its own.
struct Resource {
    std::size_t index = 0;
    std::string uri{};  ///< absolute, without fragment; may be empty
    JsonView root{};
    std::string path{};  ///< of the root, as in Location
    Dialect dialect{};
    std::map<std::string, JsonView, std::less<>> anchors{};
    std::map<std::string, JsonView, std::less<>> dynamic_anchors{};
};

/// A subschema.
struct Location {
    JsonView schema{};
    const Resource* resource = nullptr;
    std::string path{};  ///< JSON pointer; in other documents their URI and `#` come first
};

class Library {
public:
    explicit Library(const SchemaOptions& options) : options_(options) {}

    /// Takes in a copy of the document, and gives its root.
    const Location& add(JsonView document, std::string_view uri);

    /// What `reference` in the subschema `from` refers to. Throws Broken when that is nowhere.
    struct Target {
        const Location* location = nullptr;
        std::string dynamic_anchor{};  ///< set when the reference names a `$dynamicAnchor`
    };
    Target find(const Location& from, std::string_view reference, std::string_view keyword);

    /// The subschema at this place of a document's text, which must be one.
    const Location& at(JsonView schema) const { return locations_.at(schema.text().data()); }

    const std::deque<Resource>& resources() const { return resources_; }
    /// Subschemas in the order in which they were found.
    const std::deque<const Location*>& order() const { return order_; }
    /// Moves the documents out, to live as long as what was compiled.
    std::deque<Json> take_documents() { return std::move(documents_); }

private:
    struct Place;
    void collect(JsonView schema, const Place& place);
    Resource& identify(JsonView schema, Place& place);
    void collect_members(JsonView schema, const Place& place);
    void add_anchors(JsonView schema, Resource& resource, bool has_ref);
    void add_anchor(std::map<std::string, JsonView, std::less<>>& anchors, std::string name,
                    JsonView schema, const std::string& path);
    Dialect dialect_of_schema(JsonView schema, const Dialect& otherwise, const std::string& path);
    JsonView known_document(std::string_view uri);
    const Resource* find_resource(const std::string& uri);
    const Location& follow(const Resource& resource, std::string_view pointer,
                           const std::string& path);

    const SchemaOptions& options_;
    std::deque<Json> documents_{};  // views into them stay valid
    std::deque<Resource> resources_{};
    std::map<std::string, Resource*, std::less<>> by_uri_{};
    std::unordered_map<const char*, Location> locations_{};
    std::unordered_map<std::string_view, const Location*> by_path_{};
    std::size_t bytes_followed_ = 0;
    std::deque<const Location*> order_{};
};

}  // namespace mcp::schema
