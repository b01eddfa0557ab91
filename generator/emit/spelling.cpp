// See spelling.hpp.
#include <generator/emit/spelling.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <stdexcept>

namespace mcpgen {
namespace {

std::string of(std::string_view outer, const Type& inner) {
    std::string result(outer);
    result += '<';
    result += cpp_type(inner);
    result += '>';
    return result;
}

bool is_string(std::string_view json) { return json.starts_with('"'); }

/// Runs of neighbouring revisions, oldest first.
std::vector<Revisions> runs_of(Revisions set, std::size_t count) {
    std::vector<Revisions> runs;
    for (std::size_t i = 0; i < count; ++i) {
        if (!set.contains(i)) continue;
        if (i == 0 || !set.contains(i - 1)) runs.emplace_back();
        runs.back() |= Revisions::one(i);
    }
    return runs;
}

std::string run_code(Revisions run, const Model& model) {
    const std::size_t newest = model.revisions.size() - 1;
    if (run.newest() == newest) return "since(" + revision_name(run.oldest(), model) + ")";
    if (run.count() == 1) return revision_name(run.oldest(), model);
    std::string until = "until(" + revision_name(run.newest(), model) + ")";
    if (run.oldest() == 0) return until;
    return "since(" + revision_name(run.oldest(), model) + ") & " + until;
}

/// The enumerator that a default value names, for a member whose type is an enumeration.
std::string enum_default(const Member& member, const Model& model) {
    const std::string text = unquote_json(member.default_value);
    const Enum* type = as<Enum>(model.find(member.type.text));
    if (type == nullptr || !is_string(member.default_value)) return {};
    for (const Enumerator& value : type->values) {
        if (value.text == text) return "{" + tag_name(type->name) + "::" + value.name + "}";
    }
    return "{" + type->name + "::unknown(" + literal(text) + ")}";
}

}  // namespace

std::string cpp_type(const Type& type) {
    switch (type.kind) {
        case Type::Kind::any: return "Json";
        case Type::Kind::object: return "JsonObject";
        case Type::Kind::boolean: return "bool";
        case Type::Kind::integer: return type.is_unsigned ? "std::uint64_t" : "std::int64_t";
        case Type::Kind::number: return "double";
        case Type::Kind::string: return "std::string";
        case Type::Kind::constant:
            if (is_string(type.text)) return "Constant<" + literal(unquote_json(type.text)) + ">";
            return constant_type(type.text);
        case Type::Kind::named: return type.boxed ? "Box<" + type.text + ">" : type.text.str();
        case Type::Kind::array: return of("std::vector", type.args.at(0));
        case Type::Kind::map: return of("Map", type.args.at(0));
        case Type::Kind::nullable: return of("Nullable", type.args.at(0));
        case Type::Kind::one_or_many: return of("OneOrMany", type.args.at(0));
        case Type::Kind::null: return "std::monostate";
        case Type::Kind::inline_record:
        case Type::Kind::inline_union:
        case Type::Kind::inline_enum:
        case Type::Kind::intersection: break;
    }
    throw std::logic_error("a type that the passes left inline has no C++ name");
}

std::string cpp_type(const Member& member) {
    std::string type = cpp_type(member.type);
    return member.optional() ? "std::optional<" + type + ">" : type;
}

bool is_static(const Member& member) {
    return member.type.is(Type::Kind::constant) && !member.optional();
}

std::string constant_type(std::string_view json) {
    if (is_string(json)) return "std::string_view";
    if (json == "true" || json == "false") return "bool";
    return json.find_first_of(".eE") == std::string_view::npos ? "std::int64_t" : "double";
}

std::string constant_value(std::string_view json) {
    return is_string(json) ? literal(unquote_json(json)) : std::string(json);
}

std::string initializer(const Member& member, const Model& model) {
    if (member.optional()) return "{}";
    if (member.default_value.empty()) return {};
    switch (member.type.kind) {
        case Type::Kind::boolean:
        case Type::Kind::integer:
        case Type::Kind::number:
        case Type::Kind::string: return "{" + constant_value(member.default_value) + "}";
        case Type::Kind::named:
            if (std::string value = enum_default(member, model); !value.empty()) return value;
            return "{}";
        default: return "{}";
    }
}

std::string literal(std::string_view text) {
    static constexpr char digits[] = "01234567";
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': result += "\\\""; break;
            case '\\': result += "\\\\"; break;
            case '\n': result += "\\n"; break;
            case '\t': result += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
                    result += c;
                    break;
                }
                result += '\\';  // three octal digits: what follows cannot become a part of it
                for (const unsigned shift : {6U, 3U, 0U}) {
                    result += digits[(static_cast<unsigned char>(c) >> shift) & 7U];
                }
        }
    }
    return result + '"';
}

std::string revision_name(std::size_t index, const Model& model) {
    const std::string& date = model.revisions.at(index);
    return revision_identifier(date).value_or("r" + date);
}

std::string revisions_code(Revisions set, const Model& model) {
    set = set & model.all();
    if (set.empty()) return "{}";
    if (set == model.all()) return "all_revisions";
    const std::vector<Revisions> runs = runs_of(set, model.revisions.size());
    std::string code;
    for (const Revisions run : runs) {
        const std::string piece = run_code(run, model);
        // Two enumerators have no `|`.
        const bool bare = code.empty() && piece.front() == 'r';
        const bool wrapped = runs.size() > 1 && (bare || piece.find('&') != std::string::npos);
        if (!code.empty()) code += " | ";
        if (bare && wrapped) code += "Revisions";
        code += wrapped ? "(" + piece + ")" : piece;
    }
    return code;
}

std::string tag_name(std::string_view enum_name) { return std::string(enum_name) + "Tag"; }

std::string table_prefix(std::string_view type_name) { return to_snake(type_name); }

std::vector<SpecialMember> special_members(const std::string& type_name) {
    const std::string& name = type_name;
    return {
        {"", name + "()"},
        {"", name + "(const " + name + "&)"},
        {"", name + "(" + name + "&&) noexcept"},
        {name + "& ", "operator=(const " + name + "&)"},
        {name + "& ", "operator=(" + name + "&&) noexcept"},
        {"", "~" + name + "()"},
    };
}

}  // namespace mcpgen
