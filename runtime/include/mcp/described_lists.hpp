// Lists and maps of described types: `Described<T>` for vectors, sets, arrays and maps. Values are
// in <mcp/described_values.hpp>.
#pragma once

#include <mcp/codec_functions.hpp>
#include <mcp/codec_types.hpp>
#include <mcp/described_values.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp::detail {

/// Sets and maps of the standard library, and `Map`, by what they are like: their headers are for
/// those who use them.
template <class T>
concept SetValue = requires {
    typename T::key_type;
}
&&std::same_as<typename T::key_type, typename T::value_type>;
template <class T>
concept TextMap = requires {
    typename T::mapped_type;
}
&&std::same_as<typename T::key_type, std::string>;

// ---- lists --------------------------------------------------------------------------------------

template <class List, class T>
bool encode_list(Encoder& e, const void* value, const Bounds*) {
    const auto& list = *static_cast<const List*>(value);
    if (!begin_list(e)) return false;
    std::size_t index = 0;
    for (const auto& each : list) {
        const T& element = each;
        if (!encode_element(e, index++, &element, Described<T>::ops)) return false;
    }
    return end_list(e);
}

template <class T>
struct Described<std::vector<T>> {
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        static_cast<std::vector<T>*>(value)->clear();
        return decode_array(d, value, Codec<std::vector<T>>::growth, bounds, Described<T>::ops);
    }
    static constexpr TypeOps ops{&decode, &encode_list<std::vector<T>, T>, nullptr, nullptr,
                                 kind_array};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_list(writer, &Described<T>::schema, notes);
    }
};

/// Elements that cannot be read in their place: each is read here, and then put there.
template <class List, class T>
struct Collector {
    List& list;
    T element{};
    std::size_t begun = 0;
    std::optional<std::size_t> repeated{};

    void put() {
        if (begun == 0) return;
        if constexpr (requires { list.push_back(std::move(element)); }) {
            list.push_back(std::move(element));
        } else if (!list.insert(std::move(element)).second && !repeated) {
            repeated = begun - 1;
        }
    }
    static void* append(void* collector) {
        auto& self = *static_cast<Collector*>(collector);
        self.put();
        ++self.begun;
        self.element = T{};
        return &self.element;
    }
    static void reserve(void*, std::size_t) {}
    static constexpr ArrayGrowth growth{&append, &reserve, sizeof(T)};

    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        auto& target = *static_cast<List*>(value);
        target.clear();
        Collector collector{target};
        if (!decode_array(d, &collector, growth, bounds, Described<T>::ops)) return false;
        collector.put();
        return !collector.repeated || fail_repeated(d, *collector.repeated);
    }
};

template <>
struct Described<std::vector<bool>> {
    static constexpr TypeOps ops{&Collector<std::vector<bool>, bool>::decode,
                                 &encode_list<std::vector<bool>, bool>, nullptr, nullptr,
                                 kind_array};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_list(writer, &Described<bool>::schema, notes);
    }
};
template <SetValue Set>
struct Described<Set> {
    using T = typename Set::value_type;
    static constexpr TypeOps ops{&Collector<Set, T>::decode, &encode_list<Set, T>, nullptr, nullptr,
                                 kind_array};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_list(writer, &Described<T>::schema, notes, {}, true);
    }
};

template <class T, std::size_t N>
struct Described<std::array<T, N>> {
    struct Filler {
        std::array<T, N>& array;
        T spare{};  // for elements that are too many
        std::size_t begun = 0;
        static void* append(void* filler) {
            auto& self = *static_cast<Filler*>(filler);
            const std::size_t index = self.begun++;
            return index < N ? &self.array[index] : &self.spare;
        }
        static void reserve(void*, std::size_t) {}
        static constexpr ArrayGrowth growth{&append, &reserve, sizeof(T)};
    };
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        Filler filler{*static_cast<std::array<T, N>*>(value)};
        return decode_array(d, &filler, Filler::growth, bounds, Described<T>::ops) &&
               exactly(d, filler.begun, N);
    }
    static constexpr TypeOps ops{&decode, &encode_list<std::array<T, N>, T>, nullptr, nullptr,
                                 kind_array};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_list(writer, &Described<T>::schema, notes, N);
    }
};

// ---- maps ---------------------------------------------------------------------------------------

template <TextMap Container>
struct Described<Container> {
    using T = typename Container::mapped_type;
    static void* append(void* map, std::string&& name) {
        auto& target = *static_cast<Container*>(map);
        if constexpr (std::same_as<Container, Map<T>>) {
            return MapAccess::append<T>(map, std::move(name));
        } else {
            return &target[std::move(name)];
        }
    }
    static bool decode(Decoder& d, void* value, const Bounds* bounds) {
        static_cast<Container*>(value)->clear();
        return decode_map(d, value, &append, bounds, Described<T>::ops);
    }
    static bool encode(Encoder& e, const void* value, const Bounds* bounds) {
        const auto& map = *static_cast<const Container*>(value);
        if constexpr (std::same_as<Container, Map<T>>) {
            return encode_map(e, value, map.size(), &MapAccess::entry<T>, bounds,
                              Described<T>::ops);
        } else {
            std::vector<MapEntryView> entries;
            entries.reserve(map.size());
            for (const auto& [name, entry] : map) entries.push_back({&name, &entry});
            const auto at = [](const void* list, std::size_t i) {
                return static_cast<const MapEntryView*>(list)[i];
            };
            return encode_map(e, entries.data(), entries.size(), at, bounds, Described<T>::ops);
        }
    }
    static constexpr TypeOps ops{&decode, &encode, nullptr, nullptr, kind_object};
    static JsonObject schema(SchemaWriter& writer, const Notes* notes) {
        return schema_of_map(writer, &Described<T>::schema, notes);
    }
};

}  // namespace mcp::detail
