// Described structs with one member of every shape that there is, and a list of them all:
// `for_each_shape(f)` calls `f.template operator()<Shape>(name)`. Only the types; values of them
// are made in arbitrary.hpp.
#pragma once

#include "shape_names.hpp"

#include <mcp/json_describe.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace mcp::shapes {

// ---- what members are made of -------------------------------------------------------------------

enum class Unit { celsius, fahrenheit, kelvin };
BOOST_DESCRIBE_ENUM(Unit, celsius, fahrenheit, kelvin)

enum class Progress : std::int8_t { waiting = -1, in_progress = 5, done = 9 };
BOOST_DESCRIBE_ENUM(Progress, waiting, in_progress, done)
inline void annotate(SchemaNotes<Progress>& progress) {
    progress.title("Progress").name(Progress::in_progress, "in-progress");
}

struct Place {
    std::string city;
    std::optional<double> altitude;
    friend bool operator==(const Place&, const Place&) = default;
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, altitude))

struct Empty {
    friend bool operator==(const Empty&, const Empty&) = default;
};
BOOST_DESCRIBE_STRUCT(Empty, (), ())

struct Circle {
    Constant<"circle"> kind;
    double radius = 1;
    friend bool operator==(const Circle&, const Circle&) = default;
};
BOOST_DESCRIBE_STRUCT(Circle, (), (kind, radius))

struct Square {
    Constant<"square"> kind;
    double side = 1;
    friend bool operator==(const Square&, const Square&) = default;
};
BOOST_DESCRIBE_STRUCT(Square, (), (kind, side))

struct Created {
    std::string path;
    friend bool operator==(const Created&, const Created&) = default;
};
BOOST_DESCRIBE_STRUCT(Created, (), (path))
inline void annotate(SchemaNotes<Created>& created) { created.constant("event", "created"); }

struct Moved {
    std::string path;
    std::string to;
    friend bool operator==(const Moved&, const Moved&) = default;
};
BOOST_DESCRIBE_STRUCT(Moved, (), (path, to))
inline void annotate(SchemaNotes<Moved>& moved) { moved.constant("event", "moved"); }

struct ByName {
    std::string name;
    friend bool operator==(const ByName&, const ByName&) = default;
};
BOOST_DESCRIBE_STRUCT(ByName, (), (name))

struct ById {
    std::int64_t id = 0;
    std::optional<bool> exact;
    friend bool operator==(const ById&, const ById&) = default;
};
BOOST_DESCRIBE_STRUCT(ById, (), (id, exact))

struct Tree {
    std::string name;
    std::vector<Tree> children;
    friend bool operator==(const Tree&, const Tree&) = default;
};
BOOST_DESCRIBE_STRUCT(Tree, (), (name, children))

struct Linked {
    int value = 0;
    std::optional<Box<Linked>> next;
    friend bool operator==(const Linked&, const Linked&) = default;
};
BOOST_DESCRIBE_STRUCT(Linked, (), (value, next))

struct Sum {
    std::vector<std::variant<double, Box<Sum>>> terms;
    friend bool operator==(const Sum&, const Sum&) = default;
};
BOOST_DESCRIBE_STRUCT(Sum, (), (terms))

// ---- one member each ----------------------------------------------------------------------------

// `T value` in a struct of its own. The notes of its member follow where there are any.
#define MCP_SHAPE(Name, ...)                                        \
    struct Name {                                                   \
        __VA_ARGS__ value{};                                        \
        friend bool operator==(const Name&, const Name&) = default; \
    };                                                              \
    BOOST_DESCRIBE_STRUCT(Name, (), (value))
#define MCP_NOTED_SHAPE(Name, notes, ...) \
    MCP_SHAPE(Name, __VA_ARGS__)          \
    inline void annotate(SchemaNotes<Name>& shape) { shape[&Name::value] notes; }

MCP_SHAPE(Boolean, bool)
MCP_SHAPE(Text, std::string)
MCP_SHAPE(Int8, std::int8_t)
MCP_SHAPE(Int16, std::int16_t)
MCP_SHAPE(Int32, std::int32_t)
MCP_SHAPE(Int64, std::int64_t)
MCP_SHAPE(LongLong, long long)
MCP_SHAPE(Unsigned8, std::uint8_t)
MCP_SHAPE(Unsigned16, std::uint16_t)
MCP_SHAPE(Unsigned32, std::uint32_t)
MCP_SHAPE(Unsigned64, std::uint64_t)
MCP_SHAPE(Float, float)
MCP_SHAPE(Double, double)
MCP_SHAPE(Null, std::monostate)
MCP_SHAPE(AnyJson, Json)
MCP_SHAPE(AnyObject, JsonObject)
MCP_SHAPE(Enumeration, Unit)
MCP_SHAPE(RenamedEnumeration, Progress)
MCP_SHAPE(ConstantText, Constant<"v1">)

MCP_NOTED_SHAPE(BoundedInteger, .minimum(1).maximum(100).title("Limit").description("How many."),
                int)
MCP_NOTED_SHAPE(BoundedLarge, .minimum(-9007199254740993).maximum(9007199254740993), std::int64_t)
MCP_NOTED_SHAPE(BoundedUnsigned, .minimum(9223372036854775809U), std::uint64_t)
MCP_NOTED_SHAPE(BoundedDouble, .minimum(-0.5).maximum(0.5), double)
MCP_NOTED_SHAPE(BoundedFloat, .maximum(0.25F), float)
MCP_NOTED_SHAPE(ShortText, .min_length(1).max_length(3), std::string)
MCP_NOTED_SHAPE(PatternText, .pattern("^[a-z]+-[0-9]{1,3}$").examples({"a-1", "bcd-123"}),
                std::string)
MCP_NOTED_SHAPE(FormatText, .format("ipv4").examples({"127.0.0.1", "10.1.2.3"}), std::string)
MCP_NOTED_SHAPE(HeaderText, .header("Region").deprecated(), std::string)
MCP_NOTED_SHAPE(RenamedMember, .name("x-id \"quoted\""), std::string)

MCP_SHAPE(OptionalText, std::optional<std::string>)
MCP_SHAPE(OptionalInteger, std::optional<std::int16_t>)
MCP_SHAPE(OptionalEnumeration, std::optional<Unit>)
MCP_SHAPE(OptionalStruct, std::optional<Place>)
MCP_SHAPE(OptionalList, std::optional<std::vector<int>>)
MCP_SHAPE(OptionalNullable, std::optional<Nullable<std::string>>)
MCP_SHAPE(OptionalJson, std::optional<Json>)
MCP_SHAPE(OptionalNull, std::optional<std::monostate>)
MCP_NOTED_SHAPE(OptionalBounded, .minimum(0).maximum(9), std::optional<int>)

MCP_SHAPE(NullableText, Nullable<std::string>)
MCP_SHAPE(NullableEnumeration, Nullable<Unit>)
MCP_SHAPE(NullableStruct, Nullable<Place>)
MCP_SHAPE(NullableList, Nullable<std::vector<bool>>)
MCP_SHAPE(NullableVariant, Nullable<std::variant<bool, std::string>>)
MCP_NOTED_SHAPE(NullableBounded, .minimum(-1).maximum(1), Nullable<int>)

MCP_SHAPE(Texts, std::vector<std::string>)
MCP_SHAPE(Numbers, std::vector<double>)
MCP_SHAPE(Flags, std::vector<bool>)
MCP_SHAPE(SmallNumbers, std::vector<std::uint8_t>)
MCP_SHAPE(Structs, std::vector<Place>)
MCP_SHAPE(ListOfLists, std::vector<std::vector<int>>)
MCP_SHAPE(OptionalElements, std::vector<std::optional<int>>)
MCP_NOTED_SHAPE(BoundedList, .min_items(1).max_items(3), std::vector<int>)
MCP_NOTED_SHAPE(BoundedElements, .items().min_length(2).max_length(4).description("A code."),
                std::vector<std::string>)
MCP_SHAPE(Set, std::set<int>)
MCP_SHAPE(SetOfTexts, std::set<std::string>)
MCP_SHAPE(SetOfEnumerators, std::set<Unit>)
MCP_SHAPE(HashedSet, std::unordered_set<std::string>)
MCP_NOTED_SHAPE(BoundedSet, .max_items(2), std::set<std::int8_t>)
MCP_SHAPE(Array, std::array<double, 3>)
MCP_SHAPE(ArrayOfStructs, std::array<Place, 2>)
MCP_SHAPE(ArrayOfFlags, std::array<bool, 4>)
MCP_SHAPE(Matrix, std::array<std::array<int, 2>, 2>)
MCP_SHAPE(EmptyArray, std::array<int, 0>)

MCP_SHAPE(MapOfIntegers, std::map<std::string, int>)
MCP_SHAPE(MapOfStructs, std::map<std::string, Place>)
MCP_SHAPE(OrderedMap, Map<bool>)
MCP_SHAPE(HashedMap, std::unordered_map<std::string, std::string>)
MCP_SHAPE(MapOfLists, std::map<std::string, std::vector<Unit>>)
MCP_SHAPE(MapOfMaps, std::map<std::string, Map<std::optional<int>>>)
MCP_NOTED_SHAPE(BoundedValues, .items().minimum(0).maximum(7), std::map<std::string, int>)

MCP_SHAPE(Kinds,
          std::variant<std::monostate, bool, std::int16_t, std::string, std::vector<int>, Place>)
MCP_SHAPE(NumberOrText, std::variant<double, std::string>)
MCP_SHAPE(MapOrText, std::variant<std::map<std::string, int>, std::string>)
MCP_SHAPE(Tagged, std::variant<Circle, Square>)
MCP_SHAPE(TaggedByNotes, std::variant<Created, Moved>)
MCP_SHAPE(ByMembers, std::variant<ByName, ById>)
MCP_SHAPE(TaggedOrList, std::variant<Circle, Square, std::vector<std::string>>)
MCP_SHAPE(ListOfTagged, std::vector<std::variant<Circle, Square>>)
MCP_SHAPE(OptionalTagged, std::optional<std::variant<Created, Moved>>)

MCP_SHAPE(Nested, Place)
MCP_SHAPE(NestedEmpty, Empty)
MCP_SHAPE(Boxed, Box<Place>)
MCP_SHAPE(Trees, Tree)
MCP_SHAPE(LinkedList, Linked)
MCP_SHAPE(Expression, Sum)

MCP_SHAPE(Seconds, std::chrono::seconds)
MCP_SHAPE(Minutes, std::chrono::minutes)
MCP_SHAPE(Days, std::chrono::days)
MCP_SHAPE(Weeks, std::chrono::weeks)
MCP_SHAPE(Milliseconds, std::chrono::milliseconds)
MCP_SHAPE(Nanoseconds, std::chrono::nanoseconds)
MCP_SHAPE(SmallTicks, std::chrono::duration<std::uint8_t, std::deci>)
MCP_SHAPE(SecondsInTime, std::chrono::sys_seconds)
MCP_SHAPE(MillisecondsInTime, std::chrono::sys_time<std::chrono::milliseconds>)
MCP_SHAPE(TimePoint, std::chrono::system_clock::time_point)
MCP_SHAPE(DayInTime, std::chrono::sys_days)
MCP_SHAPE(Date, std::chrono::year_month_day)
MCP_SHAPE(OptionalTime, std::optional<std::chrono::sys_seconds>)
MCP_SHAPE(NullableDate, Nullable<std::chrono::year_month_day>)
MCP_SHAPE(ListOfDurations, std::vector<std::chrono::seconds>)

MCP_SHAPE(Bytes, std::vector<std::byte>)
MCP_SHAPE(Digest, std::array<std::byte, 20>)
MCP_SHAPE(OptionalBytes, std::optional<std::vector<std::byte>>)
MCP_SHAPE(MapOfBytes, std::map<std::string, std::vector<std::byte>>)

#undef MCP_NOTED_SHAPE
#undef MCP_SHAPE

// ---- several members ----------------------------------------------------------------------------

struct Defaults {
    int limit = 20;
    std::string text = "any";
    Unit unit = Unit::kelvin;
    std::vector<int> list{1, 2};
    std::chrono::seconds timeout{30};
    bool flag = false;
    friend bool operator==(const Defaults&, const Defaults&) = default;
};
BOOST_DESCRIBE_STRUCT(Defaults, (), (limit, text, unit, list, timeout, flag))
inline void annotate(SchemaNotes<Defaults>& shape) {
    shape.title("Defaults").description("Some members have defaults.");
    shape[&Defaults::limit].minimum(1).maximum(100).defaulted();
    shape[&Defaults::text].defaulted();
    shape[&Defaults::unit].description("Of the answer.").defaulted();
    shape[&Defaults::list].defaulted();
    shape[&Defaults::timeout].defaulted();
}

struct AllDefaults {
    int first = 1;
    std::optional<int> second;
    Constant<"x"> third;
    Place fourth{"Oslo", 3};
    friend bool operator==(const AllDefaults&, const AllDefaults&) = default;
};
BOOST_DESCRIBE_STRUCT(AllDefaults, (), (first, second, third, fourth))
inline void annotate(SchemaNotes<AllDefaults>& shape) { shape.defaulted(); }

struct Closed {
    std::string name;
    std::optional<Place> place;
    friend bool operator==(const Closed&, const Closed&) = default;
};
BOOST_DESCRIBE_STRUCT(Closed, (), (name, place))
inline void annotate(SchemaNotes<Closed>& shape) { shape.closed(); }

struct Open {
    std::string name;
    Extras more;
    friend bool operator==(const Open&, const Open&) = default;
};
BOOST_DESCRIBE_STRUCT(Open, (), (name, more))

struct Derived : Place {
    int more = 0;
    friend bool operator==(const Derived&, const Derived&) = default;
};
BOOST_DESCRIBE_STRUCT(Derived, (Place), (more))
inline void annotate(SchemaNotes<Derived>& shape) { shape[&Derived::city].max_length(12); }

template <class F>
void for_each_shape(F&& f) {
#define MCP_EACH(Name) f.template operator()<Name>(#Name);
    MCP_ALL_SHAPES(MCP_EACH)
#undef MCP_EACH
}

}  // namespace mcp::shapes
