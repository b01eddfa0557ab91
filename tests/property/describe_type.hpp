// Binds the generated types to the makers and the registry, by Boost.Describe for records. Included
// only by the files made from types.cpp.in: this is where the templates are instantiated.
#pragma once

#include <tests/property/registry.hpp>

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace mcp::testing {

template <class T>
concept DescribedRecord = requires {
    requires std::is_same_v<decltype(Codec<T>::info), const RecordInfo>;
};
template <class T>
concept DescribedUnion = requires {
    requires std::is_same_v<decltype(Codec<T>::info), const UnionInfo>;
};
template <class T>
concept DescribedEnum = requires {
    requires std::is_same_v<decltype(Codec<T>::info), const EnumInfo>;
};

namespace describing {

template <auto Member>
struct MemberOf;
template <class T, class M, M T::*Member>
struct MemberOf<Member> {
    static const void* at(const void* record) { return &(static_cast<const T*>(record)->*Member); }
    static constexpr MemberEntry entry(std::string_view name) {
        using Inside = Held<M>;
        return {name,
                &at,
                &Maker<M>::make,
                Inside::form,
                &typeid(typename Inside::Type),
                Inside::kinds,
                constant_of<typename Inside::Type>};
    }
};

template <class T, template <class...> class List, class... D>
constexpr auto entries_of(List<D...>) {
    // `extras` is the last member of every generated record.
    std::array<MemberEntry, sizeof...(D)> all{MemberOf<D::pointer>::entry(D::name)...};
    return all;
}

template <class T>
struct RecordTable {
    static inline const auto entries =
        entries_of<T>(boost::describe::describe_members<T, boost::describe::mod_public>{});
    static MemberList members() { return {entries.data(), entries.size() - 1}; }
};

template <class T, class Base = typename T::Base>
struct UnionTable;
template <class T, class... A>
struct UnionTable<T, std::variant<A...>> {
    static constexpr Make makers[] = {&Maker<A>::make...};
    static constexpr const std::type_info* types[] = {&typeid(typename Held<A>::Type)...};
    static constexpr bool has_integer = (std::is_same_v<A, std::int64_t> || ...);
};

}  // namespace describing

template <>
struct Maker<Unrecognized> {
    static void make(Arbitrary&, void*, Limits) {}  // made by the union, which knows the tag
};
template <>
struct Maker<Extras> {
    static void make(Arbitrary&, void*, Limits) {}  // made by the record, which knows its rows
};

template <DescribedRecord T>
void make_described(Arbitrary& a, void* value, Limits) {
    make_record(a, value, Codec<T>::info, describing::RecordTable<T>::members());
    make_extras(a, static_cast<T*>(value)->extras, Codec<T>::info);
}

template <DescribedUnion T>
void make_described(Arbitrary& a, void* value, Limits limits) {
    using Table = describing::UnionTable<T>;
    const UnionInfo& info = Codec<T>::info;
    const std::size_t row = choose_row(a, info, Table::has_integer);
    if (row == info.row_count) {
        *static_cast<Unrecognized*>(info.emplace(value, row)) = Unrecognized(unrecognized(a, info));
        return;
    }
    const Revision revision = a.revision;
    const Place place = a.place;
    const std::size_t fullness = a.fullness;
    a.place = {info.name, {}};
    if (!info.rows[row].in.contains(revision)) {
        for (unsigned r = 0; r < 32; ++r) {
            if (info.rows[row].in.contains(static_cast<Revision>(r)))
                a.revision = static_cast<Revision>(r);
        }
    }
    void* held = info.emplace(value, row);
    if (Table::has_integer && info.rows[row].type == &Codec<double>::ops) {
        // A whole number would be read as the integer alternative.
        *static_cast<double*>(held) = a.random.fraction();
    } else {
        Table::makers[row](a, held, limits);
        // What tells it apart may be an optional member: the more members, the sooner.
        while (!tells_itself(info, row, held, a.wanted.revision)) {
            a.fullness = 4;
            held = info.emplace(value, row);
            Table::makers[row](a, held, limits);
        }
    }
    a.fullness = fullness;
    a.revision = revision;
    a.place = place;
}

template <DescribedEnum T>
void make_described(Arbitrary& a, void* value, Limits) {
    std::string unknown;
    const std::size_t row = choose_enumerator(a, Codec<T>::info, unknown);
    *static_cast<T*>(value) = row < Codec<T>::info.row_count
                                  ? T(static_cast<typename T::tag_type>(row))
                                  : T::unknown(std::move(unknown));
}

/// The entry of a generated type or alias.
template <class T>
TypeEntry describe_type(std::string_view space, std::string_view name) {
    TypeEntry entry{.space = space,
                    .name = name,
                    .ops = &Codec<T>::ops,
                    .make = &Maker<T>::make,
                    .type = &typeid(T)};
    entry.create = []() -> void* { return new T(); };
    entry.destroy = [](void* value) { delete static_cast<T*>(value); };
    entry.equal = [](const void* a, const void* b) {
        return *static_cast<const T*>(a) == *static_cast<const T*>(b);
    };
    if constexpr (DescribedRecord<T>) {
        entry.record = &Codec<T>::info;
        entry.members = describing::RecordTable<T>::members();
    } else if constexpr (DescribedUnion<T>) {
        entry.alternatives = &Codec<T>::info;
        entry.held_types = describing::UnionTable<T>::types;
    } else if constexpr (DescribedEnum<T>) {
        entry.enumeration = &Codec<T>::info;
    }
    return entry;
}

}  // namespace mcp::testing
