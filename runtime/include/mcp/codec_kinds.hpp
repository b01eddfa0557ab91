// Which kinds of JSON a C++ type can be: what tells the alternatives of a union apart at compile
// time. Only for <mcp/codec_types.hpp>.
#pragma once

#include <mcp/codec_functions.hpp>
#include <mcp/json.hpp>
#include <mcp/vocabulary.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace mcp::detail {

template <class T>
constexpr std::uint8_t kinds_of();

template <class... Ts>
constexpr std::uint8_t kinds_of_alternatives(const std::variant<Ts...>*) {
    return static_cast<std::uint8_t>((0U | ... | unsigned{kinds_of<Ts>()}));
}

template <class T>
struct KindsOf {  // records, unions, JsonObject, Map, Unrecognized
    static constexpr std::uint8_t get() {
        if constexpr (requires { typename T::Base; }) {
            return kinds_of_alternatives(static_cast<const typename T::Base*>(nullptr));
        } else if constexpr (std::is_base_of_v<OpenEnumBase, T>) {
            return kind_string;
        } else {
            return kind_object;
        }
    }
};
template <std::uint8_t Kinds>
struct KindsAre {
    static constexpr std::uint8_t get() { return Kinds; }
};
template <>
struct KindsOf<std::string> : KindsAre<kind_string> {};
template <>
struct KindsOf<bool> : KindsAre<kind_boolean> {};
template <>
struct KindsOf<std::int64_t> : KindsAre<kind_integer> {};
template <>
struct KindsOf<std::uint64_t> : KindsAre<kind_integer> {};
template <>
struct KindsOf<std::monostate> : KindsAre<kind_null> {};
template <>
struct KindsOf<double> : KindsAre<kind_integer | kind_number> {};
template <>
struct KindsOf<Json> : KindsAre<kind_any> {};
template <FixedString Text>
struct KindsOf<Constant<Text>> : KindsAre<kind_string> {};
template <class T>
struct KindsOf<std::vector<T>> : KindsAre<kind_array> {};
template <class T>
struct KindsOf<std::optional<T>> : KindsOf<T> {};
template <class T>
struct KindsOf<Box<T>> : KindsOf<T> {};
template <class T>
struct KindsOf<Nullable<T>> {
    static constexpr std::uint8_t get() { return kinds_of<T>() | kind_null; }
};
template <class T>
struct KindsOf<OneOrMany<T>> {
    static constexpr std::uint8_t get() { return kinds_of<T>() | kind_array; }
};

template <class T>
constexpr std::uint8_t kinds_of() {
    return KindsOf<T>::get();
}

}  // namespace mcp::detail
