// How single things of the model are written in C++: types, values, sets of revisions, string
// literals.
#pragma once

#include <generator/emit/context.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// `std::vector<ContentBlock>`. Names are left unqualified: all of them can be seen from the
/// namespace of the generated types.
std::string cpp_type(const Type& type);

/// The type of the C++ member: as `cpp_type`, in std::optional where some revision may do without
/// it.
std::string cpp_type(const Member& member);

/// Whether the member stores nothing: it is the same constant wherever it exists.
bool is_static(const Member& member);

/// `std::string_view`, `std::int64_t`, `double` or `bool`, for the constant with this JSON text.
std::string constant_type(std::string_view json);
/// The value of a JSON scalar as a C++ expression.
std::string constant_value(std::string_view json);

/// What a member is initialised with when nobody gives a value: ``, `{}`,
/// `{ResultTypeTag::complete}`.
std::string initializer(const Member& member, const Model& model);

/// The text as a C++ string literal.
std::string literal(std::string_view text);

/// `r2025_11_25`.
std::string revision_name(std::size_t index, const Model& model);

/// An expression of type Revisions, or one that converts to it where that is needed:
/// `all_revisions`, `since(r2025_06_18)`, `r2025_11_25`, `{}`.
std::string revisions_code(Revisions set, const Model& model);

/// `tag` of an enumeration: `RoleTag`.
std::string tag_name(std::string_view enum_name);

/// First part of the names of a type's tables: `text_content`.
std::string table_prefix(std::string_view type_name);

/// A constructor, assignment or destructor of a union: `Role& ` and `operator=(const Role&)`.
struct SpecialMember {
    std::string result;
    std::string signature;
};
std::vector<SpecialMember> special_members(const std::string& type_name);

}  // namespace mcpgen
