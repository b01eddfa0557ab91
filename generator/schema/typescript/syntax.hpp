// What a declarations file says, as written: no name is looked up and nothing is flattened yet.
// Places and doc comments are kept for messages and descriptions.
#pragma once

#include <generator/support/utf8.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::typescript {

/// `@name text` of a doc comment.
struct Tag {
    std::string name;  ///< without `@`, and `TJS-type` as `type`
    std::string text;
    LineColumn at;
};

/// A doc comment: its text without markup, and the tags that mean something here.
struct Doc {
    std::string text;
    std::vector<Tag> tags;
};

struct ObjectType;

struct TypeExpr {
    enum class Kind : std::uint8_t {
        keyword,         ///< `text`: any boolean never null number object string undefined unknown
        string_literal,  ///< `text`: the value
        number_literal,  ///< `text`: as JSON writes it
        bool_literal,    ///< `text`: true or false
        name,            ///< `text`, with type arguments in `parts`
        type_of,         ///< `typeof text`
        array,           ///< of `parts[0]`
        union_of,        ///< `parts`, at least two
        all_of,          ///< an intersection of `parts`, at least two
        object,          ///< `object`
    };

    Kind kind = Kind::keyword;
    LineColumn at;
    std::uint32_t height = 1;  ///< of the tree below, itself included; the parser bounds it
    std::uint32_t order = 0;   ///< when the file first mentions it; see order.hpp
    std::string text;
    std::vector<TypeExpr> parts;
    std::unique_ptr<ObjectType> object;

    bool is(Kind k) const { return kind == k; }
    bool is_keyword(std::string_view word) const { return kind == Kind::keyword && text == word; }
    /// `any` and `unknown`.
    bool is_anything() const { return is_keyword("any") || is_keyword("unknown"); }
};

struct MemberDecl {
    std::string name;
    bool optional = false;
    LineColumn at;
    Doc doc;
    TypeExpr type;
};

/// `{ … }` of an object type or an interface.
struct ObjectType {
    std::vector<MemberDecl> members;
    std::unique_ptr<TypeExpr> index;  ///< the values of `[key: string]: …`, or null
};

struct Declaration {
    enum class Kind : std::uint8_t { interface, alias, constant, import };

    Kind kind = Kind::alias;
    std::string name;
    LineColumn at;
    std::uint32_t order = 0;  ///< when the file first mentions it; see order.hpp
    bool exported = false;
    Doc doc;
    TypeExpr type;  ///< interface: its braces; alias: what it stands for; constant: its type
    std::vector<TypeExpr> bases;  ///< interface: after `extends`
    TypeExpr value;               ///< constant: the literal
    std::string imported;         ///< import: the name in the other file

    bool is(Kind k) const { return kind == k; }
};

struct SourceFile {
    std::vector<Declaration> declarations;
    std::size_t types = 0;  ///< how many type expressions there are
};

}  // namespace mcpgen::typescript
