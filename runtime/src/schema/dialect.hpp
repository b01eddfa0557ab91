// The dialects of JSON Schema: which keywords hold subschemas, and what a `$schema` selects.
#pragma once

#include <mcp/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mcp::schema {

enum class Draft : std::uint8_t { draft7, draft2020 };

/// A draft, and which of its vocabularies are in use.
struct Dialect {
    Draft draft = Draft::draft2020;
    bool applies = true;
    bool unevaluated = true;
    bool validates = true;
    bool asserts_formats = false;

    bool is_2020() const { return draft == Draft::draft2020; }
};

/// The draft that a meta-schema's URI names; `#` at its end and `http:` for `https:` are the same.
std::optional<Draft> draft_of(std::string_view meta_schema);
/// The URI of a draft's meta-schema, as it is a key of `meta_documents()`.
std::string_view meta_schema_of(Draft draft);

/// What a meta-schema with this `$vocabulary` selects. Nothing when it needs a vocabulary that is
/// unknown, whose URI `unknown` then is.
std::optional<Dialect> dialect_of(JsonView vocabularies, std::string& unknown);

/// How a keyword holds subschemas.
enum class Holds : std::uint8_t {
    nothing,
    schema,
    list,
    map,
    schema_or_list,  ///< `items` of draft-07
    map_or_names,    ///< `dependencies`: a schema or a list of names for each name
};
Holds holds(Draft draft, std::string_view keyword);

struct MetaDocument {
    std::string_view uri{};
    std::string_view text{};
};
/// Everything that the supported dialects refer to.
std::span<const MetaDocument> meta_documents();

}  // namespace mcp::schema
