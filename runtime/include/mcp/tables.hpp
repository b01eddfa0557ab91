// The contract between generated code and the runtime's codec: plain tables that say how each type
// looks on the wire, revision by revision. Generated `codec.cpp` fills them; the loops that read
// them live in `src/codec`. Users never need this header.
#pragma once

#include <mcp/revision.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcp {

class Decoder;  // src/codec/decoder.hpp
class Encoder;  // src/codec/encoder.hpp
class Extras;

/// What a JSON value can be, as a set of bits.
enum Kind : std::uint8_t {
    kind_null = 1,
    kind_boolean = 2,
    kind_integer = 4,  ///< a number without fraction; `3.0` counts
    kind_number = 8,   ///< any number
    kind_string = 16,
    kind_array = 32,
    kind_object = 64,
    kind_any = 127,
};

struct Shape;

namespace detail {
/// The name of a member in JSON, and whether it is written as it is, which is known when the table
/// is made.
class WireName {
public:
    template <std::convertible_to<std::string_view> Text>
    constexpr WireName(const Text& given) {
        const std::string_view text(given);
        text_ = text.data();
        size_ = static_cast<std::uint32_t>(text.size());
        for (const char c : text) {
            if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\') plain_ = false;
        }
    }

    constexpr std::string_view text() const { return {text_, size_}; }
    constexpr operator std::string_view() const { return text(); }
    /// Nothing in it must be escaped.
    constexpr bool plain() const { return plain_; }
    template <std::convertible_to<std::string_view> Text>
    friend constexpr bool operator==(const WireName& a, const Text& b) {
        return a.text() == std::string_view(b);
    }

private:
    const char* text_ = nullptr;
    std::uint32_t size_ = 0;
    bool plain_ = true;
};
}  // namespace detail

/// One named member that a raw JSON object must, or may, have.
struct ShapeMember {
    std::string_view name;
    bool required = false;
    const Shape* shape = nullptr;
};

/// What raw JSON text (`Json`, `JsonObject`) must look like: a few kinds, a constant, some members,
/// and one shape for every element (or every member that is not named). Everything else is free.
struct Shape {
    std::uint8_t kinds = kind_any;
    std::string_view constant{};           ///< JSON text the value must equal; empty: anything
    const ShapeMember* members = nullptr;  ///< named members of an object
    std::size_t member_count = 0;
    const Shape* each = nullptr;  ///< array elements, or members that are not named
};

/// Limits that go with one member or element at some revisions. Nothing set: no limit.
struct Bounds {
    double minimum = -1.7976931348623157e308;
    double maximum = 1.7976931348623157e308;
    std::size_t min_items = 0;
    std::size_t max_items = static_cast<std::size_t>(-1);
    /// Kinds allowed here: narrows `Json`, `Nullable` (no null) and `double` (integers only).
    std::uint8_t kinds = kind_any;
    const Shape* shape = nullptr;  ///< for raw JSON
    /// For the elements of arrays, maps and one-or-many. What an optional or a nullable holds has
    /// the limits of what is around it, unless they name others here.
    const Bounds* element = nullptr;
};

/// How one C++ type is read and written. `value` points at an object of that type; `bounds` may be
/// null. Both return false after they have reported what is wrong to the decoder or encoder.
struct TypeOps {
    bool (*decode)(Decoder&, void* value, const Bounds* bounds);
    bool (*encode)(Encoder&, const void* value, const Bounds* bounds);
    /// Whether an optional has a value; null: always present.
    bool (*present)(const void* value) = nullptr;
    /// Makes an optional absent; null: never absent.
    void (*clear)(void* value) = nullptr;
    std::uint8_t kinds = kind_any;  ///< the kinds of JSON the type can be, for messages and null
};

/// One member of a record during some revisions. A member whose shape changed between revisions has
/// one row per shape, all with the same `at`; at most one row per name applies at any revision.
struct FieldRow {
    detail::WireName name;
    Revisions in;  ///< where the member exists with this shape
    /// Where a document without it is refused, and an absent value cannot be encoded.
    Revisions required;
    /// The member inside the record; null: a constant, nothing is stored.
    void* (*at)(void* record);
    const TypeOps* type;  ///< null for a constant
    const Bounds* bounds = nullptr;
    /// For a constant: its JSON text, `"text"` with the quotes, or `-32700`.
    std::string_view constant{};
};

/// A record: its rows in the order they are written.
struct RecordInfo {
    std::string_view name;  ///< for messages and introspection: the published name
    const FieldRow* rows;
    std::size_t row_count;
    /// Where unknown members are kept; null: nowhere, they are skipped.
    Extras* (*extras)(void* record);
    /// Where unknown members are refused (`additionalProperties: false`).
    Revisions closed{};
    /// Where the record exists; reading or writing it elsewhere is refused.
    Revisions in = Revisions::from_bits(~std::uint32_t{0});
    /// Whether null is another way to say that an optional member is absent.
    bool null_is_absent = true;
};

/// One condition on a JSON value. `path` names a member, or a member of a member (`items/enum`);
/// an empty path is the value itself.
struct Condition {
    enum Op : std::uint8_t {
        equals,   ///< the member is there and its JSON text is `constant`
        has,      ///< the member is there
        lacks,    ///< the member is not there
        is_kind,  ///< the value at `path` is one of `kinds`
        one_of,   ///< the member's JSON text is one of those in `constant`, single spaces between
    };
    Op op;
    std::string_view path{};
    std::string_view constant{};
    std::uint8_t kinds = kind_any;
};

/// A piece of the text written in place of an alternative that a revision lacks: JSON text as it is
/// (`member` empty), or the characters of a string member of the replaced record, escaped. A member
/// that is absent gives `or_else`.
struct FallbackPiece {
    std::string_view text;  ///< JSON text
    /// Wire name of a string member (a row of the alternative's record).
    std::string_view member{};
    /// Wire name of the member to take when `member` is absent; empty: nothing.
    std::string_view or_else{};
};

/// One alternative of a union. Alternatives are tried in order; the first one that exists at the
/// revision and whose conditions all hold is taken.
struct AlternativeRow {
    Revisions in;
    const TypeOps* type;
    const Condition* conditions;
    std::size_t condition_count;
    const RecordInfo* record = nullptr;       ///< when the alternative is a record
    const FallbackPiece* fallback = nullptr;  ///< what to write where `in` lacks the revision
    std::size_t fallback_count = 0;
};

/// A union (`std::variant` of the alternatives, in row order, then `Unrecognized` when `open`).
struct UnionInfo {
    std::string_view name;
    const AlternativeRow* rows;
    std::size_t row_count;
    std::size_t (*index)(const void* value);  ///< which alternative is held
    const void* (*get)(const void* value);    ///< the held alternative
    /// Makes alternative `index`, gives its address.
    void* (*emplace)(void* value, std::size_t index);
    /// The member that tells alternatives apart, if one does: for messages, and for `open`, where a
    /// value with this member a string that no row knows is Unrecognized.
    std::string_view tag{};
    bool open = false;  ///< the variant ends with Unrecognized
};

/// One known value of an enumeration; the tag's value is the row's index.
struct EnumRow {
    std::string_view text;
    Revisions in;
};

struct EnumInfo {
    std::string_view name;
    const EnumRow* rows;
    std::size_t row_count;
    bool open = true;  ///< false: text that no row knows is refused where `in` has the revision
};

}  // namespace mcp
