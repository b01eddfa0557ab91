// Structs and enumerations that are described with Boost.Describe, and variants of described types:
// their tables, and the compile errors for types that there is no JSON for. Users include
// <mcp/json_describe.hpp>.
#pragma once

#include <mcp/described_lists.hpp>
#include <mcp/described_tables.hpp>
#include <mcp/described_values.hpp>
#include <mcp/schema_notes.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp::detail {

template <class T>
concept DescribedStruct = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;
template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

/// A user's function beside the type; see <mcp/schema_notes.hpp>.
template <class T>
concept Annotated = requires(SchemaNotes<T>& notes) {
    annotate(notes);
};

// ---- what there is no JSON for ------------------------------------------------------------------

enum class Problem : std::uint8_t {
    none,
    undescribed_struct,
    undescribed_enum,
    view,
    pointer,
    character,
    tuple,
    key,
    c_array,
    duration,
    variant,
    other,
};

template <class T>
struct ProblemOf {
    static constexpr Problem find() {
        if constexpr (Describable<T>) {
            return Problem::none;
        } else if constexpr (std::is_enum_v<T>) {
            return Problem::undescribed_enum;
        } else if constexpr (std::is_array_v<T>) {
            return Problem::c_array;
        } else if constexpr (std::is_pointer_v<T> || requires { typename T::element_type; }) {
            return Problem::pointer;
        } else if constexpr (std::is_integral_v<T>) {
            return Problem::character;
        } else if constexpr (requires { typename T::key_type; }) {
            return Problem::key;
        } else if constexpr (requires { typename T::period; }) {
            return Problem::duration;
        } else if constexpr (requires { typename T::traits_type; }) {
            return Problem::view;
        } else if constexpr (requires { std::tuple_size<T>::value; }) {
            return Problem::tuple;
        } else {
            return std::is_class_v<T> ? Problem::undescribed_struct : Problem::other;
        }
    }
};

template <class... Ts>
constexpr Problem first_problem() {
    Problem found = Problem::none;
    (void)((found = ProblemOf<Ts>::find(), found != Problem::none) || ...);
    return found;
}

// Of what is inside of these.
template <class... Ts>
struct ProblemInside {
    static constexpr Problem find() { return first_problem<Ts...>(); }
};
template <SetValue T>
struct ProblemOf<T> : ProblemInside<typename T::value_type> {};
template <TextMap T>
struct ProblemOf<T> : ProblemInside<typename T::mapped_type> {};
template <class T>
struct ProblemOf<std::vector<T>> : ProblemInside<T> {};
template <class T, std::size_t N>
struct ProblemOf<std::array<T, N>> : ProblemInside<T> {};
template <>
struct ProblemOf<std::vector<std::byte>> : ProblemInside<> {};
template <std::size_t N>
struct ProblemOf<std::array<std::byte, N>> : ProblemInside<> {};
template <class T>
struct ProblemOf<std::optional<T>> : ProblemInside<T> {};
template <class T>
struct ProblemOf<Nullable<T>> : ProblemInside<T> {};
template <class T>
struct ProblemOf<Box<T>> : ProblemInside<T> {};

/// The struct that a type is on the wire, or void.
template <class T>
struct StructOf {
    using type = void;
};
template <DescribedStruct T>
struct StructOf<T> {
    using type = T;
};
template <class T>
struct StructOf<Box<T>> : StructOf<T> {};

/// Whether no kind of JSON is of two alternatives; objects may be of several structs.
template <class... Ts>
constexpr bool kinds_differ() {
    unsigned taken = 0;
    bool structs = false;
    bool good = true;
    const auto add = [&](unsigned kinds, bool is_struct) {
        // Every integer is a number.
        if ((kinds & kind_integer) != 0) kinds |= kind_number;
        if ((taken & kinds) != 0 && !(is_struct && structs)) good = false;
        taken |= kinds;
        structs = structs || is_struct;
    };
    (add(Described<Ts>::ops.kinds, !std::is_void_v<typename StructOf<Ts>::type>), ...);
    return good;
}
template <class... Ts>
struct ProblemOf<std::variant<Ts...>> {
    static constexpr Problem find() {
        if constexpr (first_problem<Ts...>() != Problem::none) {
            return first_problem<Ts...>();
        } else {
            return kinds_differ<Ts...>() ? Problem::none : Problem::variant;
        }
    }
};

/// Stops the compiler with a sentence; the names of `Where` and `T` are in what it prints.
template <class T, auto Where>
constexpr bool there_is_json_for() {
    constexpr Problem problem = ProblemOf<T>::find();
    static_assert(problem != Problem::undescribed_struct,
                  "a class without a description: put BOOST_DESCRIBE_STRUCT(Type, (), (members)) "
                  "beside it, or use a type of the table in docs/structs.md");
    static_assert(problem != Problem::undescribed_enum,
                  "an enumeration without a description: put BOOST_DESCRIBE_ENUM(Type, "
                  "enumerators) beside it");
    static_assert(problem != Problem::view,
                  "a view does not own what was read: use std::string, or std::vector<std::byte> "
                  "for bytes");
    static_assert(problem != Problem::pointer,
                  "a pointer cannot be read: use std::optional for what may be absent, mcp::Box "
                  "for a struct inside of itself");
    static_assert(problem != Problem::character,
                  "a single character is no JSON value: use std::string, or std::int8_t for a "
                  "number");
    static_assert(problem != Problem::tuple,
                  "tuples and pairs have no names: use a described struct");
    static_assert(problem != Problem::key, "only maps with std::string keys are JSON objects");
    static_assert(problem != Problem::c_array, "use std::array or std::vector");
    static_assert(problem != Problem::duration,
                  "only durations of whole weeks, days, hours, minutes, seconds and decimal parts "
                  "of a second have a text; use std::chrono::seconds or milliseconds");
    static_assert(problem != Problem::variant,
                  "two alternatives of this std::variant are the same kind of JSON: only "
                  "described structs may be, and integers and numbers are one kind");
    static_assert(problem != Problem::other, "there is no JSON for this type");
    return problem == Problem::none;
}

// ---- structs ------------------------------------------------------------------------------------

/// What keeps a part of its value that is not in the document, which an initialiser may have set.
template <class T>
inline constexpr bool keeps_parts = DescribedStruct<T>;
template <class T>
inline constexpr bool keeps_parts<Box<T>> = true;
template <class T, std::size_t N>
inline constexpr bool keeps_parts<std::array<T, N>> = keeps_parts<T>;

/// A `T` where it is a member: read over what the initialiser says.
template <class T>
struct AsMember : Described<T> {};
template <class T>
    requires keeps_parts<T>
struct AsMember<T> : Described<T> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        *static_cast<T*>(value) = T{};
        return Described<T>::ops.decode(d, value, bounds);
    }
    static constexpr TypeOps ops{&decode, Described<T>::ops.encode, nullptr, nullptr,
                                 Described<T>::ops.kinds};
};
/// An optional that may be absent.
template <class T>
struct AsMember<std::optional<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& optional = *static_cast<std::optional<T>*>(value);
        optional.emplace();
        return Described<T>::ops.decode(d, &*optional, bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& optional = *static_cast<const std::optional<T>*>(value);
        return Described<T>::ops.encode(e, &*optional, bounds);
    }
    static bool present(const void* value) {
        return static_cast<const std::optional<T>*>(value)->has_value();
    }
    static void clear(void* value) { static_cast<std::optional<T>*>(value)->reset(); }
    static constexpr TypeOps ops{&decode, &encode, &present, &clear, Described<T>::ops.kinds};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return Described<T>::schema(writer, notes);
    }
};

template <class T, auto Member>
void* member_at(void* record) {
    return &(static_cast<T*>(record)->*Member);
}

template <class T, auto Member>
Extras* extras_at(void* record) {
    return &(static_cast<T*>(record)->*Member);
}

template <class T>
struct ConstantText {
    static constexpr std::string_view text{};
};
template <FixedString Text>
struct ConstantText<Constant<Text>> {
    static constexpr std::string_view text = Text.view();
};

template <class T, class Descriptor>
constexpr MemberRow member_row() {
    using M = std::remove_cvref_t<decltype(std::declval<T&>().*Descriptor::pointer)>;
    if constexpr (std::same_as<M, Extras>) {
        return {Descriptor::name,
                &member_at<T, Descriptor::pointer>,
                nullptr,
                nullptr,
                {},
                &extras_at<T, Descriptor::pointer>};
    } else if constexpr (there_is_json_for<M, Descriptor::pointer>()) {
        return {Descriptor::name, &member_at<T, Descriptor::pointer>, &AsMember<M>::ops,
                &AsMember<M>::schema, ConstantText<M>::text};
    } else {
        return {};
    }
}

template <class T, class Members>
struct MemberRows;
template <class T, template <class...> class List, class... Descriptors>
struct MemberRows<T, List<Descriptors...>> {
    static constexpr std::array<MemberRow, sizeof...(Descriptors)> rows{
        member_row<T, Descriptors>()...};
};

template <DescribedStruct T>
struct Described<T> {
    static const StructTable& table() {
        using Members = boost::describe::describe_members<T, boost::describe::mod_public |
                                                                 boost::describe::mod_inherited>;
        static const T fresh{};
        static const StructTable table(MemberRows<T, Members>::rows, &fresh, &note);
        return table;
    }
    static bool decode(Decoder& d, void* value, const Bounds*) {
        return decode_struct(d, value, table());
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        return encode_struct(e, value, table());
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_object};
    static JsonObject schema(SchemaWriter& writer, const Notes*) {
        return schema_of_struct(writer, table());
    }

private:
    static void note(StructNotes& notes, const void* fresh) {
        if constexpr (Annotated<T>) {
            SchemaNotes<T> annotations(notes, *static_cast<const T*>(fresh));
            annotate(annotations);
        }
    }
};

// ---- enumerations -------------------------------------------------------------------------------

template <class Enumerators>
struct EnumeratorRows;
template <template <class...> class List, class... Each>
struct EnumeratorRows<List<Each...>> {
    static constexpr std::array<EnumeratorRow, sizeof...(Each)> rows{
        EnumeratorRow{Each::name, static_cast<std::int64_t>(Each::value)}...};
};

template <DescribedEnum T>
struct Described<T> {
    static const EnumTable& table() {
        static const EnumTable table(EnumeratorRows<boost::describe::describe_enumerators<T>>::rows,
                                     &note);
        return table;
    }
    static bool decode(Decoder& d, void* value, const Bounds*) {
        std::int64_t number = 0;
        if (!decode_name(d, table(), number)) return false;
        *static_cast<T*>(value) = static_cast<T>(number);
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        return encode_name(e, table(), static_cast<std::int64_t>(*static_cast<const T*>(value)));
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_names(table()); }

private:
    static void note(EnumTable& names) {
        if constexpr (Annotated<T>) {
            SchemaNotes<T> annotations(names);
            annotate(annotations);
        }
    }
};

// ---- variants -----------------------------------------------------------------------------------

template <class T>
constexpr AlternativeType alternative_type() {
    using Struct = typename StructOf<T>::type;
    if constexpr (std::is_void_v<Struct>) {
        return {&Described<T>::ops, &Described<T>::schema, nullptr};
    } else {
        return {&Described<T>::ops, &Described<T>::schema,
                +[]() -> const StructTable* { return &Described<Struct>::table(); }};
    }
}

template <class... Ts>
struct Described<std::variant<Ts...>> {
    using Variant = std::variant<Ts...>;
    static constexpr AlternativeType types[] = {alternative_type<Ts>()...};

    static const VariantTable& table() {
        static const VariantTable table(types);
        return table;
    }
    template <std::size_t... I>
    static void* emplace(Variant& variant, std::size_t index, std::index_sequence<I...>) {
        void* place = nullptr;
        (void)((index == I && (place = &variant.template emplace<I>(), true)) || ...);
        return place;
    }
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        std::size_t index = 0;
        if (!table().choose(d, index)) return false;
        auto& variant = *static_cast<Variant*>(value);
        void* const place = emplace(variant, index, std::index_sequence_for<Ts...>());
        return types[index].type->decode(d, place, bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& variant = *static_cast<const Variant*>(value);
        return std::visit(
            [&](const auto& held) { return types[variant.index()].type->encode(e, &held, bounds); },
            variant);
    }
    static constexpr TypeOps ops{
        &decode, &encode, nullptr, nullptr,
        static_cast<std::uint8_t>((0U | ... | unsigned{Described<Ts>::ops.kinds}))};
    static JsonObject schema(SchemaWriter& writer, const Notes*) {
        return schema_of_variant(writer, table());
    }
};

}  // namespace mcp::detail
