// Arbitrary values of the generated types: what a program could hold, at one revision. How a value
// is made follows its C++ type; what it may be follows the rows of the codec: revisions, limits,
// shapes, alternatives. The loops over rows are in arbitrary.cpp; describe_type.hpp binds the
// generated types to them.
#pragma once

#include <tests/property/arbitrary_json.hpp>
#include <tests/property/random.hpp>

#include <mcp/codec_types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <variant>
#include <vector>

namespace mcp::testing {

/// Which values are wanted.
struct Wanted {
    Revision revision{};
    /// Only what the published schema of the revision can say. Otherwise also unknown enumeration
    /// values, unknown content, and what the published schema has lost (losses.hpp).
    bool published = true;
    /// Also members, alternatives and enumerators that the revision lacks: what a program holds
    /// that talks to peers of several revisions.
    bool foreign = false;
};

/// Where in the type a value is: the innermost record or union with a name, and its member.
struct Place {
    std::string_view owner{};
    std::string_view member{};
};

class Arbitrary {
public:
    Arbitrary(Random& numbers, Wanted what)
        : random(numbers), wanted(what), revision(what.revision) {}

    Random& random;
    const Wanted wanted;
    Revision
        revision;  ///< of what is made now; inside a foreign member another than `wanted.revision`
    Place place{};
    std::size_t depth = 0;
    /// How many optional members there are, of 4.
    std::size_t fullness = 2;

    bool deep() const { return depth > 6; }
    std::size_t count(const Bounds* bounds);
};

/// What the rows allow for one value.
struct Limits {
    const Bounds* bounds = nullptr;
    std::uint8_t kinds = kind_any;  ///< that the type can be at this revision

    Limits inside() const { return {mcp::detail::inner_bounds(bounds), kinds}; }
    Limits element() const { return {bounds ? bounds->element : nullptr, kind_any}; }
};

/// Makes the value at `value`, which is a default one.
using Make = void (*)(Arbitrary&, void* value, Limits);

/// How a member holds its values.
enum class Form : std::uint8_t { plain, array, map, one_or_many };

/// A stored member of a record, `extras` not among them.
struct MemberEntry {
    std::string_view name;
    const void* (*at)(const void* record);
    Make make;
    Form form;
    const std::type_info*
        held;  ///< the type of the value, or of the elements, without optional, nullable and box
    std::uint8_t held_kinds;    ///< the kinds of JSON that it can be
    std::string_view constant;  ///< its only text, when it is a constant
};

struct MemberList {
    const MemberEntry* first = nullptr;
    std::size_t count = 0;
    const MemberEntry* begin() const { return first; }
    const MemberEntry* end() const { return first + count; }
};

// ---- without templates: arbitrary.cpp -----------------------------------------------------------

void make_record(Arbitrary&, void* record, const RecordInfo&, MemberList);
/// `makers`: one for each row. Gives the row to emplace, or the number of rows for Unrecognized.
std::size_t choose_row(Arbitrary&, const UnionInfo&, bool has_integer);
Json unrecognized(Arbitrary&, const UnionInfo&);
/// The first row of the revision whose conditions hold; the number of rows when there is none. What
/// the codec does, said again in the simplest way.
std::size_t recognise(const UnionInfo&, JsonView, Revision);
/// Whether the document of `held`, which is alternative `row`, is that alternative's and no
/// other's. A legacy enumeration without `enumNames`, say, is a plain one.
bool tells_itself(const UnionInfo&, std::size_t row, const void* held, Revision);
/// The row of an enumerator; otherwise sets `unknown`.
std::size_t choose_enumerator(Arbitrary&, const EnumInfo&, std::string& unknown);
Json make_json(Arbitrary&, const Bounds*, std::uint8_t kinds);

/// Members that no row of the record knows at the revision.
void make_extras(Arbitrary&, Extras&, const RecordInfo&);

// ---- by type ------------------------------------------------------------------------------------

/// Defined for generated records, unions and enumerations in describe_type.hpp, one translation
/// unit each.
template <class T>
void make_generated(Arbitrary&, void* value, Limits);

template <class T>
struct Maker {
    static void make(Arbitrary& a, void* value, Limits limits) {
        make_generated<T>(a, value, limits);
    }
};

template <>
struct Maker<std::string> {
    static void make(Arbitrary& a, void* value, Limits) {
        *static_cast<std::string*>(value) = a.random.text();
    }
};
template <>
struct Maker<bool> {
    static void make(Arbitrary& a, void* value, Limits) {
        *static_cast<bool*>(value) = a.random.coin();
    }
};
template <>
struct Maker<std::int64_t> {
    static void make(Arbitrary& a, void* value, Limits);
};
template <>
struct Maker<double> {
    static void make(Arbitrary& a, void* value, Limits);
};
template <>
struct Maker<Json> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        *static_cast<Json*>(value) = make_json(a, limits.bounds, kind_any);
    }
};
template <>
struct Maker<JsonObject> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        *static_cast<JsonObject*>(value) =
            make_json(a, limits.bounds, kind_object).as_object().value();
    }
};
template <mcp::detail::FixedString Text>
struct Maker<Constant<Text>> {
    static void make(Arbitrary&, void*, Limits) {}
};

template <class T>
struct Maker<std::optional<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        Maker<T>::make(a, &static_cast<std::optional<T>*>(value)->emplace(), limits.inside());
    }
};
template <class T>
struct Maker<Nullable<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        if (!mcp::detail::refuses_null(limits.bounds) && a.random.once_in(3)) return;
        Maker<T>::make(a, &static_cast<Nullable<T>*>(value)->emplace(), limits.inside());
    }
};
template <class T>
struct Maker<Box<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        Maker<T>::make(a, &**static_cast<Box<T>*>(value), limits);
    }
};
template <class T>
struct Maker<std::vector<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        auto& array = *static_cast<std::vector<T>*>(value);
        array.resize(a.count(limits.bounds));
        for (T& element : array) Maker<T>::make(a, &element, limits.element());
    }
};
template <class T>
struct Maker<Map<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        auto& map = *static_cast<Map<T>*>(value);
        const std::size_t count = a.count(limits.bounds);
        while (map.size() < count) {
            const std::string name = a.random.once_in(4) ? a.random.text() : a.random.word();
            if (!map.contains(name)) Maker<T>::make(a, &map[name], limits.element());
        }
    }
};
template <class T>
struct Maker<OneOrMany<T>> {
    static void make(Arbitrary& a, void* value, Limits limits) {
        auto& many = *static_cast<OneOrMany<T>*>(value);
        const bool one = (limits.kinds & kind_array) == 0;
        many.elements().resize(one && !a.wanted.foreign ? 1 : a.count(limits.bounds));
        many.set_single(a.random.coin());
        // A list of one that is written without its list has the limits of the value.
        for (T& element : many.elements()) Maker<T>::make(a, &element, limits.element());
    }
};

// ---- what a member holds, for tests that go inside ----------------------------------------------

template <class T>
struct Held {
    using Type = T;
    static constexpr Form form = Form::plain;
    static constexpr std::uint8_t kinds = mcp::detail::kinds_of<T>();
};
template <class T>
struct Held<std::optional<T>> : Held<T> {};
template <class T>
struct Held<Box<T>> : Held<T> {};
template <class T>
struct Held<Nullable<T>> : Held<T> {
    static constexpr std::uint8_t kinds = Held<T>::kinds | kind_null;
};
template <class T, Form F>
struct HeldElements : Held<T> {
    static constexpr Form form = F;
};
template <class T>
struct Held<std::vector<T>> : HeldElements<T, Form::array> {};
template <class T>
struct Held<Map<T>> : HeldElements<T, Form::map> {};
template <class T>
struct Held<OneOrMany<T>> : HeldElements<T, Form::one_or_many> {};

template <class T>
inline constexpr std::string_view constant_of{};
template <mcp::detail::FixedString Text>
inline constexpr std::string_view constant_of<Constant<Text>> = Text.view();

}  // namespace mcp::testing
