// The tables of limits that go with members: `Bounds` and `Shape`, each written once however often
// it is used. Which facet a member has, and whether its C++ type can hold it, was decided before.
#pragma once

#include <generator/emit/context.hpp>
#include <generator/emit/writer.hpp>

#include <map>
#include <string>
#include <vector>

namespace mcpgen {

class Limits {
public:
    explicit Limits(const Model& model) : model_(model) {}

    /// `&bounds_3` for a member that looks like `facet` at some revisions; `nullptr` when the C++
    /// type of the member says all.
    std::string of(const Member& member, const Type& facet);

    /// All tables that were asked for so far, each before its users.
    std::string take() { return writer_.take(); }

private:
    struct Numbers {
        int bounds = 0;
        int shapes = 0;
        int members = 0;
    };

    /// The text between the braces of the Bounds of a value; empty when there is nothing to say.
    std::string bounds(const Type& merged, const Type& facet);
    std::string raw(const Type& merged, const Type& facet);
    std::string array(const Type& merged, const Type& facet);
    std::string nullable(const Type& merged, const Type& facet);
    std::string one_or_many(const Type& merged, const Type& facet);
    /// The Bounds of a thing that holds a value with these bounds: passed on as they are, or set
    /// apart.
    std::string around(const std::string& inner);
    std::string bounds_table(const std::string& text);

    /// `&shape_2`, or empty when there is nothing to say about the type.
    std::string shape(const Type& type);
    std::string shape_text(const Type& type);
    std::string members_table(const ThinList<Member>& members);
    std::string shape_of_record(const Record& record);
    unsigned kinds(const Type& type);

    const Model& model_;
    Writer writer_;
    Numbers last_;
    std::map<std::string, std::string> written_;  // text of a table -> name
    std::vector<std::string> open_names_;         // declarations whose shape is being written
};

/// `kind_string | kind_object`, for a set of the runtime's bits.
std::string kinds_code(unsigned kinds);
/// The bit of the kind with this name: `null`, `boolean`, ….
unsigned kind_bit(std::string_view name);

}  // namespace mcpgen
