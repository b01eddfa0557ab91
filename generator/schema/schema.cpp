// Queries on a Schema, and its text form.
#include <generator/schema/schema.hpp>

#include <algorithm>

namespace mcpgen {

bool Schema::is_anything() const {
    return types == 0 && ref.empty() && constant.empty() && values.empty() && !has_properties &&
           required.empty() && !closed && !additional && !items && any_of.empty() && all_of.empty();
}

const Property* Schema::property(std::string_view name) const {
    const auto found = std::find_if(properties.begin(), properties.end(),
                                    [&](const Property& p) { return p.name == name; });
    return found == properties.end() ? nullptr : &*found;
}

bool Schema::requires_member(std::string_view name) const {
    return std::find(required.begin(), required.end(), name) != required.end();
}

const Definition* SchemaFile::find(std::string_view name) const {
    const auto found = std::find_if(definitions.begin(), definitions.end(),
                                    [&](const Definition& d) { return d.name == name; });
    return found == definitions.end() ? nullptr : &*found;
}

namespace {

void print(const Schema& schema, std::size_t depth, std::string& out);

void line(std::string& out, std::size_t depth, const std::string& text) {
    out.append(depth * 2, ' ');
    out += text;
    out += '\n';
}

void print_list(const char* keyword, const ThinList<Schema>& schemas, std::size_t depth,
                std::string& out) {
    if (schemas.empty()) return;
    line(out, depth, keyword);
    for (const Schema& schema : schemas) {
        line(out, depth + 1, "-");
        print(schema, depth + 2, out);
    }
}

void print(const Schema& schema, std::size_t depth, std::string& out) {
    static constexpr const char* type_names[] = {"null",   "boolean", "integer", "number",
                                                 "string", "array",   "object"};
    std::string types;
    for (std::size_t bit = 0; bit < std::size(type_names); ++bit) {
        if ((schema.types >> bit & 1U) != 0)
            types += std::string(types.empty() ? "" : " ") + type_names[bit];
    }
    if (!types.empty()) line(out, depth, "type " + types);
    if (!schema.ref.empty()) line(out, depth, "ref " + schema.ref);
    if (!schema.constant.empty()) line(out, depth, "const " + schema.constant);
    for (const std::string& value : schema.values) line(out, depth, "value " + value);
    if (!schema.format.empty()) line(out, depth, "format " + schema.format.str());
    const Bounds& bounds = *schema.bounds;
    if (bounds.minimum) line(out, depth, "minimum " + std::to_string(*bounds.minimum));
    if (bounds.maximum) line(out, depth, "maximum " + std::to_string(*bounds.maximum));
    if (bounds.min_items) line(out, depth, "minItems " + std::to_string(*bounds.min_items));
    if (bounds.max_items) line(out, depth, "maxItems " + std::to_string(*bounds.max_items));
    if (schema.closed) line(out, depth, "closed");
    for (const Property& property : schema.properties) {
        line(out, depth,
             (schema.requires_member(property.name) ? "member " : "optional ") + property.name);
        print(property.schema, depth + 1, out);
    }
    if (schema.additional) {
        line(out, depth, "others");
        print(*schema.additional, depth + 1, out);
    }
    if (schema.items) {
        line(out, depth, "items");
        print(*schema.items, depth + 1, out);
    }
    print_list("any of", schema.any_of, depth, out);
    print_list("all of", schema.all_of, depth, out);
}

}  // namespace

std::string to_text(const SchemaFile& file) {
    std::string out = "revision " + file.revision + "\n";
    if (!file.extension.empty()) out += "extension " + file.extension + "\n";
    for (const Definition& definition : file.definitions) {
        line(out, 0, definition.name.str());
        print(definition.schema, 1, out);
    }
    return out;
}

}  // namespace mcpgen
