// The types that schemas have in C++: JSON Schema in, records, unions, enumerations and simple
// types out. Whatever a valid schema says has a type: where C++ has none it is Json, and why is
// kept, to be written beside it.
#pragma once

#include <generator/model/tools.hpp>
#include <generator/tools/names.hpp>
#include <generator/tools/schemas.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mcpgen {

/// What a schema became.
struct Shaped {
    Type type;
    std::string why;   ///< not empty: it is Json, or has Json in it, for this reason
    std::string note;  ///< for readers: the default, the format, the limits
};

class Shapes {
public:
    /// Declares types in `out.types`, and counts.
    explicit Shapes(ToolSet& out) : out_(out), names_(type_names()) {}

    /// The type of a whole schema. What it declares is called `name`, and what is inside of that
    /// begins with `prefix`.
    Type root(const Node& schema, const std::string& name, const std::string& prefix);

    /// A name for a type that is declared elsewhere.
    std::string name(const std::string& wanted);

private:
    /// What a declaration for the schema at hand would be called.
    struct Naming {
        std::string own;
        std::string prefix;     ///< of what is inside of it
        bool reserved = false;  ///< `own` is unique already, and must be taken
    };
    /// A schema that is referred to by its place.
    struct Known {
        std::string name;
        bool done = false;
        bool recursive = false;
        Shaped shaped;
    };

    Shaped shape(const Node& schema, const Naming& naming);
    Shaped of_object(const Node& schema, const Naming& naming);
    Shaped of_kind(const Node& schema, const std::string& kind, const Naming& naming);
    Shaped reference(const Node& schema, const Naming& naming);
    Shaped at_place(const Node& target, const Naming& naming);
    bool is_declared(const std::string& name) const;
    Shaped constant(const Node& value) const;
    Shaped enumeration(const Node& schema, const Naming& naming);
    Shaped text_enum(const Node& schema, const std::vector<Enumerator>& values,
                     const Naming& naming);
    Shaped record(const Node& schema, const Naming& naming);
    Member member(std::string_view wire, const Node& schema, bool required, const Naming& naming);
    Shaped map_or_object(const Node& schema, const Naming& naming);
    Shaped array(const Node& schema, const Naming& naming);

    // In choices.cpp.
    Shaped choice(const Node& schema, const Naming& naming);
    Shaped choice_of(const Node& schema, std::vector<const Node*> alternatives,
                     const Naming& naming);
    Shaped distinct(const Node& schema, std::vector<Shaped> shaped, const Naming& naming);
    std::vector<const Node*> alternatives_of(const Node& schema, int depth);
    Naming naming_of(const Node& alternative, std::size_t index, const Naming& naming) const;

    std::string claim(const Naming& naming) {
        return naming.reserved ? naming.own : name(naming.own);
    }

    ToolSet& out_;
    NameScope names_;
    std::unordered_set<std::string> tables_;
    Schemas schemas_;
    std::string scope_;  ///< the prefix of named definitions
    std::unordered_map<const Node*, Known> known_;
    int depth_ = 0;
};

/// A description as a comment can have it: on lines, without control characters, and without
/// anything that a compiler or an editor would take for more than text.
std::string clean(std::string_view text);
/// The description of a schema, or its title.
std::string doc_of(const Node& schema);

/// Json, because.
Shaped as_json(std::string why);
Shaped typed(Type::Kind kind);

}  // namespace mcpgen
