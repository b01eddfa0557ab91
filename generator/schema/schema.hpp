// What a schema document says, keyword by keyword, with nothing decided yet.
// Stage 2 of the compiler: Document -> Schema. Whichever front end read the file, this is the
// result.
#pragma once

#include <generator/support/bounds.hpp>
#include <generator/support/diagnostics.hpp>
#include <generator/support/rare.hpp>
#include <generator/support/shared_text.hpp>
#include <generator/support/thin_list.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mcpgen {

struct Property;

/// The JSON types that the `type` keyword lists, as bits.
enum SchemaType : std::uint8_t {
    type_null = 1,
    type_boolean = 2,
    type_integer = 4,
    type_number = 8,
    type_string = 16,
    type_array = 32,
    type_object = 64,
};

/// One schema. A keyword that the document does not have is empty here.
struct Schema {
    Location where;
    SharedText description;
    bool deprecated = false;

    std::uint8_t types = 0;  ///< of `type`; 0: the keyword is absent
    bool closed = false;     ///< `additionalProperties: false`, or nothing satisfies the schema
    bool has_properties = false;   ///< the keyword is there, be it empty
    SharedText ref;                ///< name of the definition that `$ref` points at
    SharedText constant;           ///< of `const`, as JSON text
    ThinList<std::string> values;  ///< of `enum`, as JSON texts
    SharedText format;
    Rare<Bounds> bounds;

    ThinList<Property> properties;  ///< in document order
    ThinList<SharedText> required;
    std::unique_ptr<Schema>
        additional;  ///< `additionalProperties` with a schema (`true` and `{}`: an empty one)
    std::unique_ptr<Schema> items;
    ThinList<Schema> any_of;  ///< `anyOf` and `oneOf`
    ThinList<Schema> all_of;

    /// Says nothing about the value: `{}`, `true`.
    bool is_anything() const;
    const Property* property(std::string_view name) const;
    bool requires_member(std::string_view name) const;
};

struct Property {
    SharedText name;
    Schema schema;
};

/// A named definition.
struct Definition {
    SharedText name;
    Schema schema;
};

/// One document: a revision of the protocol, or an extension of one.
struct SchemaFile {
    std::string file;
    std::string revision;   ///< `2025-11-25`; for an extension the revision that it extends
    std::string extension;  ///< `io.modelcontextprotocol/tasks`; empty for a revision
    std::string space;      ///< an extension's own namespace: `tasks`
    std::vector<Definition> definitions;

    const Definition* find(std::string_view name) const;
};

/// The stage as text, for `dump` and tests.
std::string to_text(const SchemaFile& file);

}  // namespace mcpgen
