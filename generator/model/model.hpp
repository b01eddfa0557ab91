// What the protocol is: records, unions, enumerations, aliases and methods, each with the revisions
// in which it exists. Stage 3 of the compiler. A model of one revision and the merged model of all
// have the same shape; passes rewrite it, emitters only read it. It knows nothing of documents or
// of C++ text.
#pragma once

#include <generator/model/revisions.hpp>
#include <generator/support/bounds.hpp>
#include <generator/support/diagnostics.hpp>
#include <generator/support/name_index.hpp>
#include <generator/support/rare.hpp>
#include <generator/support/shared_text.hpp>
#include <generator/support/thin_list.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcpgen {

struct Member;
struct Type;

/// One alternative of a union, while it is written inline.
using Types = ThinList<Type>;

/// A JSON value's type. The first group is final; the second is inline forms which passes replace.
/// There are very many: what few of them have is behind a pointer.
struct Type {
    enum class Kind : std::uint8_t {
        any,     ///< any JSON value, kept as text; `shape` may narrow it
        object,  ///< any JSON object, kept as text; `shape` may narrow it
        boolean,
        integer,  ///< int64, or uint64 where `is_unsigned`
        number,   ///< double
        string,
        constant,     ///< exactly `text` (JSON text)
        named,        ///< the declaration called `text`
        array,        ///< of args[0]
        map,          ///< JSON object whose members are all args[0]
        nullable,     ///< args[0] or null
        one_or_many,  ///< args[0], or an array of it

        null,           ///< only null; final for the tools of a server
        inline_record,  ///< an object written in place: `members`, `open`
        inline_union,   ///< one of args
        inline_enum,    ///< one of `values` (strings)
        intersection,   ///< all of args
    };

    Kind kind = Kind::any;
    bool open = true;          ///< inline_record: unknown members are allowed
    bool is_unsigned = false;  ///< integer, of the tools of a server
    bool boxed = false;        ///< named: held by `Box` because the type contains itself
    SharedText text;           ///< constant, named
    SharedText format;         ///< of a string; a hint for readers
    Rare<Bounds> bounds;
    Types args;
    ThinList<Member> members;      ///< inline_record
    ThinList<std::string> values;  ///< inline_enum
    std::shared_ptr<const Type>
        shape;  ///< any, object: what the kept text must look like, as an inline type
    Location where;
    SharedText doc;  ///< of an inline form

    bool is(Kind k) const { return kind == k; }
    static Type simple(Kind kind);
    static Type reference(SharedText name);
};

/// Equality of what types say; places and comments do not count.
bool same(const Type& a, const Type& b);
bool same(const Member& a, const Member& b);

/// What a member looks like during some revisions, where that differs from its merged type.
struct Facet {
    Revisions in;
    Type type;
};

/// A member of a record.
struct Member {
    SharedText wire;  ///< name in JSON
    SharedText name;  ///< C++ name; set by the names pass
    SharedText doc;
    SharedText note;          ///< what else a reader should know, a part of a sentence
    bool deprecated = false;  ///< in the newest revision that has it
    Revisions in;
    Revisions required;
    Type type;  ///< of the C++ member; `constant` members store nothing when required throughout
    ThinList<Facet> facets;    ///< disjoint, together `in`, oldest first; none: `type` throughout
    SharedText default_value;  ///< JSON text; for a member that exists only where it is required
    Location where;

    /// Stored as std::optional: some revision has the member and does not require it.
    bool optional() const { return required != in; }
};

inline Type Type::simple(Kind kind) {
    Type type;
    type.kind = kind;
    return type;
}

inline Type Type::reference(SharedText name) {
    Type type = simple(Kind::named);
    type.text = std::move(name);
    return type;
}

struct Record {
    std::string name;  ///< published name
    SharedText doc;
    bool deprecated = false;
    Revisions in;
    Revisions closed;  ///< where unknown members are refused
    ThinList<Member> members;
    Location where;
    bool sealed = false;  ///< unknown members are not kept
};

/// One condition by which a union's alternative is recognised. Mirrors `mcp::Condition` of the
/// runtime.
struct Condition {
    enum class Op : std::uint8_t { equals, has, lacks, is_kind, one_of };
    Op op = Op::equals;
    std::string path;                ///< `type`, `items/enum`; empty: the value itself
    std::vector<std::string> texts;  ///< JSON texts, for equals and one_of
    std::vector<std::string>
        kinds;  ///< `null boolean integer number string array object`, for is_kind
    bool operator==(const Condition&) const = default;
};

/// What stands in for an alternative where a revision lacks it. Mirrors `mcp::FallbackPiece`.
struct FallbackPiece {
    std::string text;
    std::string member;
    std::string or_else;
};

struct Alternative {
    Type type;  ///< named, or a simple type
    Revisions in;
    std::vector<Condition> conditions;  ///< set by the classify pass
    std::vector<FallbackPiece> fallback;
    std::string name;  ///< for messages: the type's name
};

struct Union {
    std::string name;
    SharedText doc;
    bool deprecated = false;
    Revisions in;
    std::vector<Alternative>
        alternatives;   ///< in the order of the C++ variant, which is the order of testing
    std::string tag;    ///< set by classify: the member whose constant tells them apart
    bool open = false;  ///< unknown tags are kept as `Unrecognized`
    Location where;
};

struct Enumerator {
    std::string text;  ///< on the wire
    std::string name;  ///< C++ name; set by the names pass
    SharedText doc;
    Revisions in;
};

struct Enum {
    std::string name;
    SharedText doc;
    bool deprecated = false;
    Revisions in;
    std::vector<Enumerator> values;
    Location where;
};

/// A name for a type that is no record, union or enumeration.
struct Alias {
    std::string name;
    SharedText doc;
    bool deprecated = false;
    Revisions in;
    Type type;
    Location where;
};

using Declaration = std::variant<Record, Union, Enum, Alias>;

const std::string& name_of(const Declaration& declaration);
Revisions revisions_of(const Declaration& declaration);
const Location& location_of(const Declaration& declaration);

enum class Direction : std::uint8_t { client_to_server, server_to_client, both };

/// A request or a notification.
struct Method {
    std::string wire;        ///< `tools/call`
    std::string definition;  ///< published name of the message: `CallToolRequest`
    std::string name;        ///< C++ name: `CallTool`; set by the names pass
    SharedText doc;
    bool deprecated = false;
    bool notification = false;
    Direction direction = Direction::client_to_server;  ///< over all revisions
    Revisions in;
    Revisions from_client;       ///< where a client may send it
    Revisions from_server;       ///< where a server may send it
    std::optional<Type> params;  ///< a named type; empty: the message has no params
    Revisions params_required;
    std::optional<Type> result;  ///< a named type; empty for notifications
    Revisions input_required;    ///< where the answer may also be an InputRequiredResult
    Location where;
};

/// A JSON-RPC error code that the protocol gives a meaning.
struct ErrorCode {
    std::string name;  ///< `parse_error`
    long long code = 0;
    SharedText doc;
    Revisions in;
};

/// How a published definition is represented, so that nothing can get lost unseen.
struct Published {
    SharedText definition;  ///< name in that revision's document
    Revisions in;
    SharedText
        as;  ///< `type` | `method` | `response` | `error` | `envelope` | `directions` | `base`
    SharedText target;  ///< declaration or method (wire name) that carries it
};

struct Model {
    std::vector<std::string> revisions;  ///< `2024-11-05` …, oldest first
    std::vector<Declaration>
        declarations;  ///< after the order pass: what is used comes before its user
    std::vector<Method> methods;
    std::vector<ErrorCode> errors;
    std::vector<Published> published;

    // An extension.
    std::string extension;  ///< its identifier; empty for the protocol itself
    std::string space;      ///< its own namespace under the protocol's
    const Model* base =
        nullptr;  ///< the protocol it extends; names not found here are looked up there

    Declaration* find(std::string_view name);
    const Declaration* find(std::string_view name) const;  ///< also looks in `base`
    bool own(std::string_view name) const;                 ///< declared here, not in `base`
    std::size_t place_of(std::string_view name) const;     ///< in `declarations`, or `nowhere`
    static constexpr std::size_t nowhere = NameIndex::nowhere;
    Revisions all() const { return Revisions::first(revisions.size()); }
    /// After declarations were added, removed or renamed.
    void reindex();

private:
    NameIndex index_;
};

/// The stage as text, for `dump` and tests.
std::string to_text(const Model& model);
std::string to_text(const Type& type);
/// `2024-11-05..2025-06-18, 2026-07-28`
std::string to_text(Revisions set, const Model& model);

}  // namespace mcpgen
