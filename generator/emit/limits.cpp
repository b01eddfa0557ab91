// See limits.hpp. A value inside an optional, a nullable or a box has the limits of what is around
// it, unless those name others with `element`; that is the runtime's rule.
#include <generator/emit/limits.hpp>

#include <generator/emit/spelling.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mcpgen {
namespace {

using TypeKind = Type::Kind;

struct NamedBit {
    std::string_view name;
    unsigned bit;
};
constexpr NamedBit bits[] = {{"null", 1},    {"boolean", 2}, {"integer", 4}, {"number", 8},
                             {"string", 16}, {"array", 32},  {"object", 64}};
constexpr unsigned any_kind = 127;

void add(std::string& text, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (!text.empty()) text += ", ";
    text.append(".").append(name).append(" = ").append(value);
}

std::string number_code(std::optional<double> number) {
    if (!number) return {};
    std::array<char, 32> buffer{};
    std::string code(buffer.data(),
                     std::to_chars(buffer.data(), buffer.data() + buffer.size(), *number).ptr);
    // Too large for a literal of an integer.
    constexpr double two_to_63 = 9223372036854775808.0;
    if (std::abs(*number) >= two_to_63 && code.find_first_of(".e") == code.npos) code += ".0";
    return code;
}

std::string count_code(std::optional<std::size_t> count) {
    return count ? std::to_string(*count) : std::string();
}

std::string range(const Type& type) {
    std::string text;
    add(text, "minimum", number_code(type.bounds->minimum));
    add(text, "maximum", number_code(type.bounds->maximum));
    return text;
}

}  // namespace

std::string kinds_code(unsigned kinds) {
    if (kinds == any_kind) return "kind_any";
    if (kinds == (any_kind & ~1U)) return "kind_any & ~kind_null";
    std::string code;
    for (const NamedBit& kind : bits) {
        if ((kinds & kind.bit) == 0) continue;
        code += code.empty() ? "kind_" : " | kind_";
        code += kind.name;
    }
    return code;
}

unsigned kind_bit(std::string_view name) {
    const auto* found = std::find_if(std::begin(bits), std::end(bits),
                                     [&](const auto& b) { return b.name == name; });
    return found == std::end(bits) ? any_kind : found->bit;
}

std::string Limits::of(const Member& member, const Type& facet) {
    std::string text = bounds(member.type, facet);
    if (member.optional()) text = around(text);
    return text.empty() ? "nullptr" : bounds_table(text);
}

std::string Limits::bounds(const Type& merged, const Type& facet) {
    switch (merged.kind) {
        case TypeKind::any:
        case TypeKind::object: return raw(merged, facet);
        case TypeKind::number: {
            std::string text = range(facet);
            if (facet.is(TypeKind::integer)) add(text, "kinds", "kind_integer");
            return text;
        }
        case TypeKind::integer: return range(facet);
        case TypeKind::array:
        case TypeKind::map: return array(merged, facet);
        case TypeKind::nullable: return nullable(merged, facet);
        case TypeKind::one_or_many: return one_or_many(merged, facet);
        case TypeKind::named:
            if (const auto* alias = as<Alias>(model_.find(merged.text)); alias != nullptr) {
                const bool same_name = facet.is(TypeKind::named) && facet.text == merged.text;
                return bounds(alias->type, same_name ? alias->type : facet);
            }
            return {};
        default: return {};
    }
}

std::string Limits::raw(const Type& merged, const Type& facet) {
    std::string text;
    const unsigned allowed = kinds(facet);
    const unsigned natural = merged.is(TypeKind::object) ? kind_bit("object") : any_kind;
    if (allowed != natural) add(text, "kinds", kinds_code(allowed));
    // Kinds alone need no shape.
    if (shape_text(facet) != ".kinds = " + kinds_code(allowed)) add(text, "shape", shape(facet));
    return text;
}

std::string Limits::array(const Type& merged, const Type& facet) {
    std::string text;
    if (!facet.is(merged.kind)) return text;
    add(text, "min_items", count_code(facet.bounds->min_items));
    add(text, "max_items", count_code(facet.bounds->max_items));
    if (const std::string element = bounds(merged.args.at(0), facet.args.at(0)); !element.empty()) {
        add(text, "element", bounds_table(element));
    }
    return text;
}

std::string Limits::nullable(const Type& merged, const Type& facet) {
    const bool may_be_null = facet.is(TypeKind::nullable);
    const std::string inner = bounds(merged.args.at(0), may_be_null ? facet.args.at(0) : facet);
    std::string text;
    if (!may_be_null) add(text, "kinds", "kind_any & ~kind_null");
    if (!inner.empty()) add(text, "element", bounds_table(inner));
    return text;
}

std::string Limits::one_or_many(const Type& merged, const Type& facet) {
    const bool many = facet.is(TypeKind::one_or_many);
    const std::string inner = bounds(merged.args.at(0), many ? facet.args.at(0) : facet);
    std::string text;
    if (many) {
        add(text, "min_items", count_code(facet.bounds->min_items));
        add(text, "max_items", count_code(facet.bounds->max_items));
    }
    if (!inner.empty()) add(text, "element", bounds_table(inner));
    return text;
}

std::string Limits::around(const std::string& inner) {
    if (inner.find(".element") == std::string::npos) return inner;
    return ".element = " + bounds_table(inner);
}

std::string Limits::bounds_table(const std::string& text) {
    std::string& name = written_["bounds " + text];
    if (name.empty()) {
        name = "bounds_" + std::to_string(++last_.bounds);
        writer_.line("constexpr Bounds " + name + "{" + text + "};");
    }
    return "&" + name;
}

std::string Limits::shape(const Type& type) {
    const std::string text = shape_text(type);
    if (text.empty()) return {};
    std::string& name = written_["shape " + text];
    if (name.empty()) {
        name = "shape_" + std::to_string(++last_.shapes);
        writer_.line("constexpr Shape " + name + "{" + text + "};");
    }
    return "&" + name;
}

std::string Limits::shape_text(const Type& type) {
    if (type.shape != nullptr) return shape_text(*type.shape);
    std::string text;
    if (type.is(TypeKind::constant)) {
        add(text, "constant", literal(type.text));
        return text;
    }
    if (type.is(TypeKind::named)) {
        const Declaration* declaration = model_.find(type.text);
        if (const auto* alias = as<Alias>(declaration)) return shape_text(alias->type);
        if (const auto* record = as<Record>(declaration)) return shape_of_record(*record);
    }
    if (const unsigned allowed = kinds(type); allowed != any_kind)
        add(text, "kinds", kinds_code(allowed));
    if (type.is(TypeKind::inline_record)) text += members_table(type.members);
    if (type.is(TypeKind::array) || type.is(TypeKind::map))
        add(text, "each", shape(type.args.at(0)));
    return text;
}

std::string Limits::members_table(const ThinList<Member>& members) {
    if (members.empty()) return {};
    std::vector<std::string> rows;
    std::string key = "members";
    for (const Member& member : members) {
        const std::string below = shape(member.type);
        rows.push_back("{" + literal(member.wire) + ", " +
                       (member.required.empty() ? "false" : "true") +
                       (below.empty() ? "" : ", " + below) + "}");
        key += " " + rows.back();
    }
    std::string& name = written_[key];
    if (name.empty()) {
        name = "members_" + std::to_string(++last_.members);
        writer_.list("constexpr ShapeMember " + name + "[] = {", rows, "};");
    }
    return ", .members = " + name + ", .member_count = " + std::to_string(members.size());
}

std::string Limits::shape_of_record(const Record& record) {
    std::string text = ".kinds = kind_object";
    const bool inside =
        std::find(open_names_.begin(), open_names_.end(), record.name) != open_names_.end();
    if (inside) return text;
    open_names_.push_back(record.name);
    text += members_table(record.members);
    open_names_.pop_back();
    return text;
}

unsigned Limits::kinds(const Type& type) {
    if (type.shape != nullptr) return kinds(*type.shape);
    switch (type.kind) {
        case TypeKind::boolean: return kind_bit("boolean");
        case TypeKind::integer: return kind_bit("integer");
        case TypeKind::number: return kind_bit("number");
        case TypeKind::string:
        case TypeKind::inline_enum: return kind_bit("string");
        case TypeKind::array: return kind_bit("array");
        case TypeKind::object:
        case TypeKind::map:
        case TypeKind::inline_record: return kind_bit("object");
        case TypeKind::null: return kind_bit("null");
        case TypeKind::nullable: return kinds(type.args.at(0)) | kind_bit("null");
        case TypeKind::one_or_many: return kinds(type.args.at(0)) | kind_bit("array");
        case TypeKind::inline_union: {
            unsigned all = 0;
            for (const Type& alternative : type.args) all |= kinds(alternative);
            return all;
        }
        case TypeKind::named: {
            const Declaration* declaration = model_.find(type.text);
            if (as<Record>(declaration) != nullptr) return kind_bit("object");
            if (as<Enum>(declaration) != nullptr) return kind_bit("string");
            if (const auto* alias = as<Alias>(declaration)) return kinds(alias->type);
            return any_kind;
        }
        default: return any_kind;
    }
}

}  // namespace mcpgen
