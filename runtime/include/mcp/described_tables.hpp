// The contract between templates over described types and src/described: what is noted of a member,
// the tables of structs, enumerations and variants, and the functions that read them. Users write
// notes with <mcp/schema_notes.hpp> and never need this header.
#pragma once

#include <mcp/json.hpp>
#include <mcp/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::detail {

class SchemaWriter;  // src/described/schema_writer.hpp
class StructTable;

/// Any integer of 64 bits, signed or not.
struct Integer {
    bool negative = false;
    std::uint64_t bits = 0;  ///< two's complement when it is negative

    constexpr Integer() = default;
    template <class T>
    constexpr explicit Integer(T value)
        : negative(value < T{}), bits(static_cast<std::uint64_t>(value)) {}
    template <class T>
    constexpr T as() const {
        return static_cast<T>(bits);
    }
    friend constexpr bool operator<(Integer a, Integer b) {
        return a.negative != b.negative ? a.negative : a.bits < b.bits;
    }
};
struct IntegerRange {
    Integer least;
    Integer most;
};
template <class T>
inline constexpr IntegerRange range_of{Integer(std::numeric_limits<T>::min()),
                                       Integer(std::numeric_limits<T>::max())};

/// Something that text must be, besides its length.
struct TextRule {
    virtual ~TextRule() = default;
    virtual bool fits(std::string_view text) const = 0;
    std::string expected{};  ///< for messages: `text that matches ^a+$`
};
/// In `Mcpgen::session`, with the validator. Throw std::logic_error for what is no expression.
std::shared_ptr<const TextRule> pattern_rule(const std::string& expression);
/// Null for a format that is not known.
std::shared_ptr<const TextRule> format_rule(const std::string& name);

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

/// What is noted of a member, or of the elements of one; the base has the limits of numbers and
/// counts.
struct Notes : Bounds {
    std::string name{};  ///< on the wire; empty: as in C++
    std::string title{};
    std::string description{};
    std::string pattern{};
    std::string format{};
    std::string header{};
    std::optional<Integer> least{};
    std::optional<Integer> most{};
    std::size_t min_length = 0;
    std::size_t max_length = no_limit;
    std::vector<std::shared_ptr<const TextRule>> rules{};
    std::vector<Json> examples{};
    bool defaulted = false;
    bool deprecated = false;
    std::shared_ptr<Notes> items{};  ///< of elements; `Bounds::element` is the same
};

/// The schema of a type; limits are those of the notes, which may be null.
using WriteSchema = JsonObject (*)(SchemaWriter&, const Notes*);

// ---- structs ------------------------------------------------------------------------------------

/// What is known of a member at compile time.
struct MemberRow {
    std::string_view name;
    void* (*at)(void* record);
    const TypeOps* type;  ///< null for `Extras`
    WriteSchema schema;
    std::string_view constant{};           ///< the text of a `Constant`
    Extras* (*extras)(void* record) = {};  ///< has the members that are not described
};

/// What is noted of a struct.
struct StructNotes {
    std::string title{};
    std::string description{};
    bool closed = false;
    bool defaulted = false;
    std::vector<std::pair<std::string, std::string>> constants{};  ///< name and text
    std::deque<Notes> members{};
    std::vector<std::ptrdiff_t> offsets{};

    /// Throws std::logic_error when no described member is there.
    Notes& at(std::ptrdiff_t offset);
};

/// How a described struct looks on the wire: the codec's rows, made when the struct is first met.
class StructTable {
public:
    struct Tag {
        std::string name;
        std::string json;  ///< what the member is always
    };
    /// `fresh` is what a new struct is like, and lives as long as the table.
    StructTable(std::span<const MemberRow> members, const void* fresh,
                void (*annotate)(StructNotes&, const void* fresh));
    StructTable(const StructTable&) = delete;
    StructTable& operator=(const StructTable&) = delete;

    const RecordInfo& info() const noexcept { return info_; }
    const StructNotes& notes() const noexcept { return notes_; }
    std::span<const FieldRow> rows() const noexcept { return rows_; }
    const std::vector<Tag>& tags() const noexcept { return tags_; }
    bool required(std::size_t row) const noexcept { return !rows_[row].required.empty(); }
    /// For the row of a member; null for a constant.
    const Notes* notes_of(std::size_t row) const noexcept { return sources_[row].notes; }
    WriteSchema schema_of(std::size_t row) const noexcept { return sources_[row].schema; }
    /// What the member of a new struct is. Throws std::logic_error when JSON cannot say it.
    Json default_of(std::size_t row) const;

private:
    struct Source {
        const Notes* notes;
        WriteSchema schema;
    };
    void add(const MemberRow& member, Notes& notes);

    StructNotes notes_{};
    std::deque<std::string> texts_{};
    std::vector<FieldRow> rows_{};
    std::vector<Source> sources_{};
    std::vector<Tag> tags_{};
    RecordInfo info_{};
    const void* fresh_;
};

bool decode_struct(Decoder&, void* value, const StructTable&);
bool encode_struct(Encoder&, const void* value, const StructTable&);
JsonObject schema_of_struct(SchemaWriter&, const StructTable&);

// ---- enumerations -------------------------------------------------------------------------------

struct EnumeratorRow {
    std::string_view name;
    std::int64_t value;
};

/// The enumerators' names on the wire.
struct EnumTable {
    EnumTable(std::span<const EnumeratorRow> enumerators, void (*annotate)(EnumTable&));
    /// Throws std::logic_error when there is no such enumerator.
    void rename(std::int64_t value, std::string name);

    std::span<const EnumeratorRow> rows;
    std::vector<std::string> names{};  ///< in the order of the rows
    std::string title{};
    std::string description{};
};
bool decode_name(Decoder&, const EnumTable&, std::int64_t& value);
bool encode_name(Encoder&, const EnumTable&, std::int64_t value);
JsonObject schema_of_names(const EnumTable&);

// ---- variants -----------------------------------------------------------------------------------

struct AlternativeType {
    const TypeOps* type;
    WriteSchema schema;
    const StructTable* (*structure)();  ///< null when it is no struct
};

/// How the alternatives of a variant are told apart: by the kind of JSON, structs by what they must
/// have. Throws std::logic_error for structs that cannot be told apart.
class VariantTable {
public:
    explicit VariantTable(std::span<const AlternativeType> alternatives);
    std::span<const AlternativeType> alternatives() const noexcept { return alternatives_; }
    /// Which alternative the value at the decoder is; false after it has told why it is none.
    bool choose(Decoder&, std::size_t& index) const;

private:
    bool fail_structs(Decoder&) const;

    std::span<const AlternativeType> alternatives_;
    std::vector<std::size_t> structs_{};  ///< which of them are structs
    std::string tag_{};                   ///< the member that tells all structs apart, if one does
    std::uint8_t kinds_ = 0;
};
JsonObject schema_of_variant(SchemaWriter&, const VariantTable&);

// ---- values -------------------------------------------------------------------------------------

bool decode_integer(Decoder&, Integer& value, IntegerRange range, const Bounds*);
bool encode_integer(Encoder&, Integer value);
JsonObject schema_of_integer(IntegerRange range, const Notes*);

bool decode_number(Decoder&, double& value, double largest, const Bounds*);
JsonObject schema_of_number(double largest, const Notes*);

bool decode_text(Decoder&, void* text, const Bounds*);
bool encode_text(Encoder&, const void* text, const Bounds*);
JsonObject schema_of_text(const Notes*);
JsonObject schema_of_constant(std::string_view text);
JsonObject schema_of_kind(const char* type);
JsonObject schema_of_nullable(JsonObject value);

bool decode_null(Decoder&);

/// Base64. `size` is how many bytes there must be, if that is fixed.
bool decode_bytes(Decoder&, std::string& bytes, std::optional<std::size_t> size);
bool encode_bytes(Encoder&, std::string_view bytes);
JsonObject schema_of_bytes(std::optional<std::size_t> size);

/// How many seconds a tick is.
struct Tick {
    std::int64_t seconds = 1;
    std::int64_t parts = 1;  ///< or how many of them a second has
};
bool decode_duration(Decoder&, Integer& ticks, Tick tick, IntegerRange range);
bool encode_duration(Encoder&, Integer ticks, Tick tick);
JsonObject schema_of_duration(Tick tick);
bool decode_time(Decoder&, Integer& ticks, Tick tick, IntegerRange range);
bool encode_time(Encoder&, Integer ticks, Tick tick);
/// Days since 1970-01-01.
bool decode_date(Decoder&, std::int64_t& days);
bool encode_date(Encoder&, std::int64_t days);
JsonObject schema_of_format(const char* format);

// ---- lists --------------------------------------------------------------------------------------

/// Whether `count` elements are exactly as many as there must be; tells when they are not.
bool exactly(Decoder&, std::size_t count, std::size_t wanted);
bool fail_repeated(Decoder&, std::size_t index);
bool begin_list(Encoder&);
bool encode_element(Encoder&, std::size_t index, const void* value, const TypeOps& element);
bool end_list(Encoder&);
/// An array of `items`; of exactly `fixed` elements, or all different ones.
JsonObject schema_of_list(SchemaWriter&, WriteSchema items, const Notes*,
                          std::optional<std::size_t> fixed = {}, bool unique = false);
JsonObject schema_of_map(SchemaWriter&, WriteSchema values, const Notes*);

// ---- documents ----------------------------------------------------------------------------------

bool read_described(JsonView json, void* value, const TypeOps& type, CodecError& error);
/// Throws std::invalid_argument for what JSON cannot say.
Json write_described(const void* value, const TypeOps& type);
JsonObject write_schema(WriteSchema root, bool root_is_struct);

}  // namespace mcp::detail
