// How the vocabulary looks on the wire, and the words that generated `codec.cpp` files are written
// in: record_ops, union_ops, enum_ops, union_info, field, extras_of. Included by those files and by
// nobody else: the templates here only bind a C++ type to a function in src/codec, which does the
// work.
#pragma once

#include <mcp/codec_api.hpp>
#include <mcp/codec_functions.hpp>
#include <mcp/codec_kinds.hpp>
#include <mcp/json.hpp>
#include <mcp/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {
namespace detail {

/// The limits of what an optional or a nullable holds, or a one-or-many that holds one: `element`
/// when it is given, otherwise the limits themselves.
constexpr const Bounds* inner_bounds(const Bounds* bounds) {
    return bounds && bounds->element ? bounds->element : bounds;
}

/// Whether these limits leave null out.
constexpr bool refuses_null(const Bounds* bounds) {
    return bounds && (bounds->kinds & kind_null) == 0;
}

struct MapAccess {
    template <class T>
    static void* append(void* map, std::string&& name) {
        auto& entries = static_cast<Map<T>*>(map)->entries_;
        auto& entry = entries.emplace_back();
        entry.name = std::move(name);
        return &entry.value;
    }
    template <class T>
    static MapEntryView entry(const void* map, std::size_t index) {
        const auto& entry = static_cast<const Map<T>*>(map)->entries_[index];
        return {&entry.name, &entry.value};
    }
};

}  // namespace detail

// ---- the vocabulary -----------------------------------------------------------------------------

template <>
struct Codec<std::string> {
    static constexpr TypeOps ops{&detail::decode_string, &detail::encode_string, nullptr, nullptr,
                                 kind_string};
};
template <>
struct Codec<bool> {
    static constexpr TypeOps ops{&detail::decode_bool, &detail::encode_bool, nullptr, nullptr,
                                 kind_boolean};
};
template <>
struct Codec<std::int64_t> {
    static constexpr TypeOps ops{&detail::decode_int64, &detail::encode_int64, nullptr, nullptr,
                                 kind_integer};
};
template <>
struct Codec<std::uint64_t> {
    static constexpr TypeOps ops{&detail::decode_uint64, &detail::encode_uint64, nullptr, nullptr,
                                 kind_integer};
};
template <>
struct Codec<std::monostate> {
    static constexpr TypeOps ops{&detail::decode_only_null, &detail::encode_only_null, nullptr,
                                 nullptr, kind_null};
};
template <>
struct Codec<double> {
    static constexpr TypeOps ops{&detail::decode_double, &detail::encode_double, nullptr, nullptr,
                                 kind_integer | kind_number};
};
template <>
struct Codec<Json> {
    static constexpr TypeOps ops{&detail::decode_json, &detail::encode_json, nullptr, nullptr,
                                 kind_any};
};
template <>
struct Codec<JsonObject> {
    static constexpr TypeOps ops{&detail::decode_json_object, &detail::encode_json_object, nullptr,
                                 nullptr, kind_object};
};

template <detail::FixedString Text>
struct Codec<Constant<Text>> {
    static bool decode(Decoder& d, void*, const Bounds*) {
        return detail::decode_constant(d, Text.view());
    }
    static bool encode(Encoder& e, const void*, const Bounds*) {
        return detail::encode_constant(e, Text.view());
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_string};
};

template <class T>
struct Codec<std::vector<T>> {
    static void* append(void* array) {
        auto& elements = *static_cast<std::vector<T>*>(array);
        detail::make_fresh<T>([&](auto... fresh) { elements.emplace_back(fresh...); });
        return &elements.back();
    }
    static void reserve(void* array, std::size_t count) {
        static_cast<std::vector<T>*>(array)->reserve(count);
    }
    static constexpr detail::ArrayGrowth growth{&append, &reserve, sizeof(T)};
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        static_cast<std::vector<T>*>(value)->clear();
        return detail::decode_array(d, value, growth, bounds, Codec<T>::ops);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& array = *static_cast<const std::vector<T>*>(value);
        return detail::encode_array(e, array.data(), array.size(), sizeof(T), bounds,
                                    Codec<T>::ops);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_array};
};

/// Its elements have no addresses: they pass through a list of their own.
template <>
struct Codec<std::vector<bool>> {
    struct Flag {
        bool value = false;
    };
    static void* append(void* flags) {
        return &static_cast<std::vector<Flag>*>(flags)->emplace_back().value;
    }
    static void reserve(void* flags, std::size_t count) {
        static_cast<std::vector<Flag>*>(flags)->reserve(count);
    }
    static constexpr detail::ArrayGrowth growth{&append, &reserve, sizeof(Flag)};
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        std::vector<Flag> flags;
        const bool good = detail::decode_array(d, &flags, growth, bounds, Codec<bool>::ops);
        auto& array = *static_cast<std::vector<bool>*>(value);
        array.clear();
        for (const Flag& flag : flags) array.push_back(flag.value);
        return good;
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        std::vector<Flag> flags;
        for (const bool flag : *static_cast<const std::vector<bool>*>(value))
            flags.push_back({flag});
        return detail::encode_array(e, flags.data(), flags.size(), sizeof(Flag), bounds,
                                    Codec<bool>::ops);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_array};
};

template <class T>
struct Codec<Map<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        static_cast<Map<T>*>(value)->clear();
        return detail::decode_map(d, value, &detail::MapAccess::append<T>, bounds, Codec<T>::ops);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& map = *static_cast<const Map<T>*>(value);
        return detail::encode_map(e, value, map.size(), &detail::MapAccess::entry<T>, bounds,
                                  Codec<T>::ops);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_object};
};

namespace detail {
/// An optional whose value is read and written by `Inner`, the `ops` of a `T`.
template <class T, const TypeOps& Inner>
struct OptionalCodec {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& optional = *static_cast<std::optional<T>*>(value);
        if constexpr ((kinds_of<T>() & kind_null) == 0) {
            if (take_null(d)) return optional.reset(), true;
        }
        make_fresh<T>([&](auto... fresh) { optional.emplace(fresh...); });
        return Inner.decode(d, &*optional, inner_bounds(bounds));
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& optional = *static_cast<const std::optional<T>*>(value);
        if (!optional) return encode_null(e);
        return Inner.encode(e, &*optional, inner_bounds(bounds));
    }
    static bool present(const void* value) {
        return static_cast<const std::optional<T>*>(value)->has_value();
    }
    static void clear(void* value) { static_cast<std::optional<T>*>(value)->reset(); }
    static constexpr TypeOps ops{&decode, &encode, &present, &clear, kinds_of<T>()};
};
}  // namespace detail

template <class T>
struct Codec<std::optional<T>> : detail::OptionalCodec<T, Codec<T>::ops> {};

template <class T>
struct Codec<Nullable<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& nullable = *static_cast<Nullable<T>*>(value);
        if (!detail::refuses_null(bounds) && detail::take_null(d)) return nullable.reset(), true;
        return Codec<T>::ops.decode(d, &nullable.emplace(), detail::inner_bounds(bounds));
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& nullable = *static_cast<const Nullable<T>*>(value);
        if (!nullable && detail::refuses_null(bounds))
            return detail::fail_null(e, detail::kinds_of<T>());
        if (!nullable) return detail::encode_null(e);
        return Codec<T>::ops.encode(e, &*nullable, detail::inner_bounds(bounds));
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr,
                                 detail::kinds_of<Nullable<T>>()};
};

template <class T>
struct Codec<Box<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        return Codec<T>::ops.decode(d, &**static_cast<Box<T>*>(value), bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        return Codec<T>::ops.encode(e, &**static_cast<const Box<T>*>(value), bounds);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, detail::kinds_of<T>()};
};

/// Where a revision has the single value only: reads one value, and writes a list of one as that
/// value; a list of any other length cannot be written.
template <class T>
struct OneOnlyCodec {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& many = *static_cast<OneOrMany<T>*>(value);
        many.elements().clear();
        many.set_single(true);
        return Codec<T>::ops.decode(d, &many.elements().emplace_back(),
                                    detail::inner_bounds(bounds));
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& many = *static_cast<const OneOrMany<T>*>(value);
        if (many.size() != 1) return detail::fail_not_one(e, many.size());
        return Codec<T>::ops.encode(e, &many.front(), detail::inner_bounds(bounds));
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, detail::kinds_of<T>()};
};
template <class T>
inline constexpr const TypeOps& one_only_ops = OneOnlyCodec<T>::ops;
/// The same for an optional member.
template <class T>
inline constexpr const TypeOps& optional_one_only_ops =
    detail::OptionalCodec<OneOrMany<T>, OneOnlyCodec<T>::ops>::ops;

template <class T>
struct Codec<OneOrMany<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& many = *static_cast<OneOrMany<T>*>(value);
        if (!detail::next_is_array(d)) return OneOnlyCodec<T>::decode(d, value, bounds);
        many.set_single(false);
        return Codec<std::vector<T>>::decode(d, &many.elements(), bounds);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& many = *static_cast<const OneOrMany<T>*>(value);
        if (many.is_single()) return OneOnlyCodec<T>::encode(e, value, bounds);
        return Codec<std::vector<T>>::encode(e, &many.elements(), bounds);
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr,
                                 detail::kinds_of<OneOrMany<T>>()};
};

// ---- the words of generated tables --------------------------------------------------------------

namespace detail {

template <class T>
bool decode_record_thunk(Decoder& d, void* value, const Bounds*) {
    return decode_record(d, value, Codec<T>::info);
}
template <class T>
bool encode_record_thunk(Encoder& e, const void* value, const Bounds*) {
    return encode_record(e, value, Codec<T>::info);
}
template <class T>
bool decode_union_thunk(Decoder& d, void* value, const Bounds* bounds) {
    return decode_union(d, value, Codec<T>::info, bounds);
}
template <class T>
bool encode_union_thunk(Encoder& e, const void* value, const Bounds* bounds) {
    return encode_union(e, value, Codec<T>::info, bounds);
}
template <class T>
bool decode_enum_thunk(Decoder& d, void* value, const Bounds*) {
    return decode_enum(d, *static_cast<T*>(value), Codec<T>::info);
}
template <class T>
bool encode_enum_thunk(Encoder& e, const void* value, const Bounds*) {
    return encode_enum(e, *static_cast<const T*>(value), Codec<T>::info);
}

template <class T, class Member>
T owner_of(Member T::*);

template <class T, std::size_t I>
const void* get_alternative(const void* value) {
    const typename T::Base& base = *static_cast<const T*>(value);
    return std::get_if<I>(&base);
}
template <class T, std::size_t I>
void* emplace_alternative(void* value) {
    typename T::Base& base = *static_cast<T*>(value);
    using Alternative = std::variant_alternative_t<I, typename T::Base>;
    make_fresh<Alternative>([&](auto... fresh) { base.template emplace<I>(fresh...); });
    return std::get_if<I>(&base);
}
template <class T, class Indices = std::make_index_sequence<std::variant_size_v<typename T::Base>>>
struct UnionAccess;
template <class T, std::size_t... I>
struct UnionAccess<T, std::index_sequence<I...>> {
    static constexpr const void* (*getters[])(const void*) = {&get_alternative<T, I>...};
    static constexpr void* (*emplacers[])(void*) = {&emplace_alternative<T, I>...};
    static std::size_t index(const void* value) {
        const typename T::Base& base = *static_cast<const T*>(value);
        return base.index();
    }
    static const void* get(const void* value) { return getters[index(value)](value); }
    static void* emplace(void* value, std::size_t i) { return emplacers[i](value); }
};

// Not constexpr on purpose: reaching it while a table is built is a compile error that shows its
// name.
void the_rows_do_not_match_the_alternatives_of_the_variant();

}  // namespace detail

/// The operations of a record, a union or an enumeration whose `Codec` has `info`.
template <class T>
inline constexpr TypeOps record_ops{&detail::decode_record_thunk<T>,
                                    &detail::encode_record_thunk<T>, nullptr, nullptr, kind_object};
template <class T>
inline constexpr TypeOps union_ops{&detail::decode_union_thunk<T>, &detail::encode_union_thunk<T>,
                                   nullptr, nullptr, detail::kinds_of<T>()};
template <class T>
inline constexpr TypeOps enum_ops{&detail::decode_enum_thunk<T>, &detail::encode_enum_thunk<T>,
                                  nullptr, nullptr, kind_string};

/// For FieldRow::at: `&field<&TextContent::text>`.
template <auto Member>
void* field(void* record) {
    return &(static_cast<decltype(detail::owner_of(Member))*>(record)->*Member);
}

/// For RecordInfo::extras: `&extras_of<TextContent>`.
template <class T>
Extras* extras_of(void* record) {
    return &static_cast<T*>(record)->extras;
}

/// The table of a union: one row per alternative, in the order of the variant; `open`: the variant
/// has Unrecognized as one more alternative at its end.
template <class T, std::size_t N>
consteval UnionInfo union_info(std::string_view name, const AlternativeRow (&rows)[N],
                               std::string_view tag = {}, bool open = false) {
    if (N + (open ? 1 : 0) != std::variant_size_v<typename T::Base>) {
        detail::the_rows_do_not_match_the_alternatives_of_the_variant();
    }
    using Access = detail::UnionAccess<T>;
    return {name, rows, N, &Access::index, &Access::get, &Access::emplace, tag, open};
}

}  // namespace mcp
