// How each C++ type of a described struct is read, written and given a schema: `Described<T>` binds
// the type to functions of src/described. Scalars, bytes, dates and nullables are here, the others
// in <mcp/described_lists.hpp> and <mcp/described_types.hpp>. Users include
// <mcp/json_describe.hpp>.
#pragma once

#include <mcp/codec_functions.hpp>
#include <mcp/codec_types.hpp>
#include <mcp/described_tables.hpp>
#include <mcp/schema_notes.hpp>
#include <mcp/vocabulary.hpp>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ratio>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace mcp::detail {

/// Has `ops` (how it is read and written as a value) and `schema` for every type that there is JSON
/// for.
template <class T>
struct Described;

template <class T>
concept Describable = requires {
    Described<T>::ops;
};

// ---- scalars ------------------------------------------------------------------------------------

template <>
struct Described<Json> {
    static constexpr TypeOps ops = Codec<Json>::ops;
    static JsonObject schema(SchemaWriter&, const Notes*) { return {}; }
};
template <>
struct Described<JsonObject> {
    static constexpr TypeOps ops = Codec<JsonObject>::ops;
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_kind("object"); }
};
template <>
struct Described<bool> {
    static constexpr TypeOps ops = Codec<bool>::ops;
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_kind("boolean"); }
};
template <>
struct Described<std::monostate> {
    static bool decode(Decoder& d, void*, const Bounds*) { return decode_null(d); }
    static bool encode(Encoder& e, const void*, const Bounds*) { return encode_null(e); }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_null};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_kind("null"); }
};
template <>
struct Described<std::string> {
    static constexpr TypeOps ops{&decode_text, &encode_text, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes* notes) { return schema_of_text(notes); }
};
template <FixedString Text>
struct Described<Constant<Text>> {
    static constexpr TypeOps ops = Codec<Constant<Text>>::ops;
    static JsonObject schema(SchemaWriter&, const Notes*) {
        return schema_of_constant(Text.view());
    }
};

/// Characters are no numbers.
template <class T>
concept IntegerValue =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
    !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> && !std::same_as<T, char16_t> &&
    !std::same_as<T, char32_t> && sizeof(T) <= sizeof(std::uint64_t);

template <IntegerValue T>
struct Described<T> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        Integer integer;
        if (!decode_integer(d, integer, range_of<T>, bounds)) return false;
        *static_cast<T*>(value) = integer.as<T>();
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        return encode_integer(e, Integer(*static_cast<const T*>(value)));
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_integer};
    static JsonObject schema(SchemaWriter&, const Notes* notes) {
        return schema_of_integer(range_of<T>, notes);
    }
};

template <class T>
    requires(std::same_as<T, float> || std::same_as<T, double>)
struct Described<T> {
    static constexpr auto largest = static_cast<double>(std::numeric_limits<T>::max());
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        double number = 0;
        if (!decode_number(d, number, largest, bounds)) return false;
        *static_cast<T*>(value) = static_cast<T>(number);
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const double number = static_cast<double>(*static_cast<const T*>(value));
        return encode_double(e, &number, nullptr);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_integer | kind_number};
    static JsonObject schema(SchemaWriter&, const Notes* notes) {
        return schema_of_number(largest, notes);
    }
};

// ---- bytes --------------------------------------------------------------------------------------

template <>
struct Described<std::vector<std::byte>> {
    static bool decode(Decoder& d, void* value, const Bounds*) {
        std::string bytes;
        if (!decode_bytes(d, bytes, {})) return false;
        const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
        static_cast<std::vector<std::byte>*>(value)->assign(first, first + bytes.size());
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const auto& bytes = *static_cast<const std::vector<std::byte>*>(value);
        return encode_bytes(e, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_bytes({}); }
};
template <std::size_t N>
struct Described<std::array<std::byte, N>> {
    static bool decode(Decoder& d, void* value, const Bounds*) {
        std::string bytes;
        if (!decode_bytes(d, bytes, N)) return false;
        auto& array = *static_cast<std::array<std::byte, N>*>(value);
        for (std::size_t i = 0; i < N; ++i) array[i] = static_cast<std::byte>(bytes[i]);
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const auto& bytes = *static_cast<const std::array<std::byte, N>*>(value);
        return encode_bytes(e, {reinterpret_cast<const char*>(bytes.data()), N});
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_bytes(N); }
};

// ---- dates and times ----------------------------------------------------------------------------

/// Whole numbers of seconds that make up minutes, hours, days and weeks; or parts of a second.
template <class Rep, class Period>
concept ExactTicks = IntegerValue<Rep> &&
    ((Period::den == 1 && 604800 % Period::num == 0 && Period::num <= 604800) ||
     (Period::num == 1 && std::nano::den % Period::den == 0));

template <class Period>
inline constexpr Tick tick_of{static_cast<std::int64_t>(Period::num),
                              static_cast<std::int64_t>(Period::den)};

template <class Rep, class Period>
    requires ExactTicks<Rep, Period>
struct Described<std::chrono::duration<Rep, Period>> {
    using Value = std::chrono::duration<Rep, Period>;
    static constexpr Tick tick = tick_of<typename Value::period>;
    static bool decode(Decoder& d, void* value, const Bounds*) {
        Integer ticks;
        if (!decode_duration(d, ticks, tick, range_of<Rep>)) return false;
        *static_cast<Value*>(value) = Value(ticks.as<Rep>());
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        return encode_duration(e, Integer(static_cast<const Value*>(value)->count()), tick);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_duration(tick); }
};

template <class Rep, class Period>
    requires ExactTicks<Rep, Period>
struct Described<std::chrono::sys_time<std::chrono::duration<Rep, Period>>> {
    using Duration = std::chrono::duration<Rep, Period>;
    using Value = std::chrono::sys_time<Duration>;
    static constexpr Tick tick = tick_of<typename Duration::period>;
    static bool decode(Decoder& d, void* value, const Bounds*) {
        Integer ticks;
        if (!decode_time(d, ticks, tick, range_of<Rep>)) return false;
        *static_cast<Value*>(value) = Value(Duration(ticks.as<Rep>()));
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const auto& time = *static_cast<const Value*>(value);
        return encode_time(e, Integer(time.time_since_epoch().count()), tick);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_format("date-time"); }
};

template <>
struct Described<std::chrono::sys_days> {
    static bool decode(Decoder& d, void* value, const Bounds*) {
        std::int64_t days = 0;
        if (!decode_date(d, days)) return false;
        *static_cast<std::chrono::sys_days*>(value) =
            std::chrono::sys_days(std::chrono::days(static_cast<std::chrono::days::rep>(days)));
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const auto& days = *static_cast<const std::chrono::sys_days*>(value);
        return encode_date(e, days.time_since_epoch().count());
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_format("date"); }
};
template <>
struct Described<std::chrono::year_month_day> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        std::chrono::sys_days days;
        if (!Described<std::chrono::sys_days>::decode(d, &days, bounds)) return false;
        *static_cast<std::chrono::year_month_day*>(value) = days;
        return true;
    }
    static bool encode(Encoder& e, const void* value, const Bounds*) {
        const auto& date = *static_cast<const std::chrono::year_month_day*>(value);
        if (!date.ok()) return encode_date(e, std::numeric_limits<std::int64_t>::max());
        return encode_date(e, std::chrono::sys_days(date).time_since_epoch().count());
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
    static JsonObject schema(SchemaWriter&, const Notes*) { return schema_of_format("date"); }
};

// ---- something or null --------------------------------------------------------------------------

/// Null, or a value: nullables everywhere, and optionals that are no members.
template <class T, class Value>
struct NullOr {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& holder = *static_cast<T*>(value);
        if (take_null(d)) return holder.reset(), true;
        holder.emplace();
        return Described<Value>::ops.decode(d, &*holder, bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& holder = *static_cast<const T*>(value);
        return holder ? Described<Value>::ops.encode(e, &*holder, bounds) : encode_null(e);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr,
                                 Described<Value>::ops.kinds | kind_null};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_nullable(Described<Value>::schema(writer, notes));
    }
};
template <Describable T>
struct Described<Nullable<T>> : NullOr<Nullable<T>, T> {};
template <Describable T>
struct Described<std::optional<T>> : NullOr<std::optional<T>, T> {};

/// The value itself, wherever it is kept.
template <class T>
struct Described<Box<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        return Described<T>::ops.decode(d, &**static_cast<Box<T>*>(value), bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        return Described<T>::ops.encode(e, &**static_cast<const Box<T>*>(value), bounds);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, Described<T>::ops.kinds};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return Described<T>::schema(writer, notes);
    }
};

}  // namespace mcp::detail
