// JSON Schemas of described types. Null is an alternative, never one of several types, and a
// constant is an enumeration of one text: that is what clients and models take.
#include "described/schema_writer.hpp"

#include "json/text.hpp"

#include <algorithm>

namespace mcp::detail {
namespace {

constexpr std::string_view prefix = "#/$defs/";

JsonObject& set_text(JsonObject& schema, const char* keyword, const std::string& text) {
    return text.empty() ? schema : schema.set(keyword, text);
}

/// Adds what is noted of a member or an element, limits aside.
JsonObject with_notes(JsonObject schema, const Notes* notes) {
    if (!notes) return schema;
    set_text(schema, "title", notes->title);
    set_text(schema, "description", notes->description);
    if (!notes->examples.empty()) schema.set("examples", Json::array(notes->examples));
    if (notes->deprecated) schema.set("deprecated", true);
    set_text(schema, "x-mcp-header", notes->header);
    return schema;
}

}  // namespace

JsonObject SchemaWriter::whole(WriteSchema root) {
    JsonObject schema = root(*this, nullptr);
    if (!definitions_.empty()) schema.set("$defs", Json::object(definitions_));
    return schema;
}

JsonObject SchemaWriter::structure(const StructTable& table) {
    for (const Open& each : defined_) {
        if (each.table == &table) return {{"$ref", each.reference}};
    }
    for (Open& each : open_) {
        if (each.table != &table) continue;
        if (each.reference.empty()) each.reference = new_reference(each);
        return {{"$ref", each.reference}};
    }
    open_.push_back({&table});
    JsonObject schema = members(table);
    Open closed = std::move(open_.back());
    open_.pop_back();
    if (closed.reference.empty() || closed.reference == "#") return schema;
    definitions_.push_back({closed.reference.substr(prefix.size()), std::move(schema)});
    defined_.push_back(std::move(closed));
    return {{"$ref", defined_.back().reference}};
}

JsonObject SchemaWriter::members(const StructTable& table) {
    std::vector<JsonPair> properties;
    std::vector<Json> required;
    for (std::size_t i = 0; i < table.rows().size(); ++i) {
        const FieldRow& row = table.rows()[i];
        const Notes* const notes = table.notes_of(i);
        JsonObject schema =
            table.schema_of(i)
                ? table.schema_of(i)(*this, notes)
                : JsonObject{{"type", "string"},
                             {"enum", Json::array({JsonAccess::json(std::string(row.constant))})}};
        schema = with_notes(std::move(schema), notes);
        if (notes && notes->defaulted) schema.set("default", table.default_of(i));
        properties.push_back({std::string(row.name), std::move(schema)});
        if (table.required(i)) required.emplace_back(row.name);
    }
    JsonObject schema = schema_of_kind("object");
    set_text(schema, "title", table.notes().title);
    set_text(schema, "description", table.notes().description);
    if (!properties.empty()) schema.set("properties", Json::object(properties));
    if (!required.empty()) schema.set("required", Json::array(required));
    if (table.notes().closed) schema.set("additionalProperties", false);
    return schema;
}

/// The outermost struct is the document itself.
std::string SchemaWriter::new_reference(const Open& open) {
    if (&open == &open_.front() && root_is_struct_) return "#";
    return std::string(prefix) + "type" + std::to_string(++references_);
}

JsonObject write_schema(WriteSchema root, bool root_is_struct) {
    return SchemaWriter(root_is_struct).whole(root);
}

JsonObject schema_of_struct(SchemaWriter& writer, const StructTable& table) {
    return writer.structure(table);
}

JsonObject schema_of_kind(const char* type) { return {{"type", type}}; }

JsonObject schema_of_constant(std::string_view text) {
    return schema_of_kind("string").set("enum", Json::array({text}));
}

JsonObject schema_of_names(const EnumTable& table) {
    std::vector<Json> names(table.names.begin(), table.names.end());
    JsonObject schema = schema_of_kind("string").set("enum", Json::array(names));
    set_text(schema, "title", table.title);
    set_text(schema, "description", table.description);
    return schema;
}

JsonObject schema_of_text(const Notes* notes) {
    JsonObject schema = schema_of_kind("string");
    if (!notes) return schema;
    if (notes->min_length != 0) schema.set("minLength", notes->min_length);
    if (notes->max_length != no_limit) schema.set("maxLength", notes->max_length);
    set_text(schema, "pattern", notes->pattern);
    set_text(schema, "format", notes->format);
    return schema;
}

JsonObject schema_of_format(const char* format) {
    return schema_of_kind("string").set("format", format);
}

JsonObject schema_of_nullable(JsonObject value) {
    if (value.empty() || value.find("type") == Json("null").view()) return value;
    std::vector<Json> alternatives;
    const auto inside = value.size() == 1 ? value.find("anyOf") : std::nullopt;
    if (inside) {
        for (const JsonView each : inside->elements()) alternatives.emplace_back(each);
    } else {
        alternatives.emplace_back(value);
    }
    const Json null = schema_of_kind("null");
    if (std::find(alternatives.begin(), alternatives.end(), null) == alternatives.end())
        alternatives.push_back(null);
    return {{"anyOf", Json::array(alternatives)}};
}

JsonObject schema_of_variant(SchemaWriter& writer, const VariantTable& table) {
    std::vector<Json> alternatives;
    for (const AlternativeType& each : table.alternatives())
        alternatives.emplace_back(each.schema(writer, nullptr));
    return {{"anyOf", Json::array(alternatives)}};
}

JsonObject schema_of_list(SchemaWriter& writer, WriteSchema items, const Notes* notes,
                          std::optional<std::size_t> fixed, bool unique) {
    const Notes* const inner = notes ? notes->items.get() : nullptr;
    JsonObject schema = schema_of_kind("array");
    schema.set("items", with_notes(items(writer, inner), inner));
    std::size_t least = fixed.value_or(0);
    std::size_t most = fixed.value_or(no_limit);
    if (notes) {
        least = std::max(least, notes->min_items);
        most = std::min(most, notes->max_items);
    }
    if (least != 0) schema.set("minItems", least);
    if (most != no_limit) schema.set("maxItems", most);
    if (unique) schema.set("uniqueItems", true);
    return schema;
}

JsonObject schema_of_map(SchemaWriter& writer, WriteSchema values, const Notes* notes) {
    const Notes* const inner = notes ? notes->items.get() : nullptr;
    return schema_of_kind("object").set("additionalProperties",
                                        with_notes(values(writer, inner), inner));
}

}  // namespace mcp::detail
