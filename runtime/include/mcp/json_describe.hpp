// Opt-in: Json to and from C++ structs that are described with Boost.Describe, for the users' own
// types (the arguments of a tool, a structured result). Protocol types have their tables and do not
// come here.
#pragma once

#include <mcp/json.hpp>
#include <mcp/vocabulary.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {

/// The JSON of a value: described structs become objects with a member per data member (an empty
/// optional is left out), described enumerations their names, vectors arrays, maps with string keys
/// objects, variants what they hold.
template <class T>
Json to_json(const T& value);

/// The value of a JSON text. Members that the struct does not have are ignored; one that is missing
/// is an error with its path unless it is optional, for which null is the same as missing. Of a
/// variant's alternatives the first that can be read is taken.
template <class T>
Result<T, CodecError> from_json(JsonView json);

namespace detail {

template <class T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value;
template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;
template <class T>
concept StringMap = std::same_as<typename T::key_type, std::string> && requires {
    typename T::mapped_type;
};

template <class T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public |
                                                           boost::describe::mod_inherited>;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_nullable = false;
template <class T>
inline constexpr bool is_nullable<Nullable<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

template <class>
inline constexpr bool always_false = false;

inline std::string_view kind_name(JsonView json) {
    constexpr std::string_view names[] = {"null", "boolean", "number", "string", "array", "object"};
    return names[static_cast<std::size_t>(json.kind())];
}

inline bool wrong_kind(JsonView json, std::string_view expected, CodecError& error) {
    error = {{}, std::string(expected), std::string(kind_name(json))};
    return false;
}

/// What is said to be missing.
template <class T>
constexpr std::string_view expected_of() {
    if constexpr (std::same_as<T, Json>) {
        return "any value";
    } else if constexpr (std::same_as<T, bool>) {
        return "boolean";
    } else if constexpr (std::same_as<T, std::monostate>) {
        return "null";
    } else if constexpr (std::integral<T>) {
        return "integer";
    } else if constexpr (std::floating_point<T>) {
        return "number";
    } else if constexpr (std::same_as<T, std::string> || std::is_enum_v<T>) {
        return "string";
    } else if constexpr (is_vector<T>) {
        return "array";
    } else if constexpr (is_variant<T>) {
        return "one of several kinds";
    } else if constexpr (is_optional<T> || is_nullable<T>) {
        return expected_of<typename T::value_type>();
    } else {
        return "object";
    }
}

template <class T>
bool read_json(JsonView json, T& value, CodecError& error);

/// An integer that is too large for std::int64_t and not for std::uint64_t, however it is spelled.
inline std::optional<std::uint64_t> as_large_uint64(std::string_view number) {
    if (number.starts_with('-')) return std::nullopt;
    const std::string_view mantissa = number.substr(0, number.find_first_of("eE"));
    int exponent = 0;
    if (mantissa.size() < number.size()) {
        std::string_view text = number.substr(mantissa.size() + 1);
        if (text.starts_with('+')) text.remove_prefix(1);
        const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (read.ec != std::errc()) return std::nullopt;
    }
    std::string digits;
    bool in_fraction = false;
    for (const char c : mantissa) {
        if (c == '.') {
            in_fraction = true;
            continue;
        }
        digits += c;
        if (in_fraction) --exponent;
    }
    for (; exponent < 0 && digits.ends_with('0'); ++exponent) digits.pop_back();
    digits.erase(0, digits.find_first_not_of('0'));
    if (exponent < 0 || exponent > 20 || digits.size() > 20) return std::nullopt;
    digits.append(static_cast<std::size_t>(exponent), '0');
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return value;
}

template <class T>
bool read_integer(JsonView json, T& value, CodecError& error) {
    if (!json.is_number()) return wrong_kind(json, "integer", error);
    if constexpr (std::numeric_limits<T>::digits == 64) {
        if (const auto large = as_large_uint64(json.text())) {
            value = static_cast<T>(*large);
            return true;
        }
    }
    const auto number = json.as_int64();
    if (number && std::in_range<T>(*number)) {
        value = static_cast<T>(*number);
        return true;
    }
    error = {{}, "integer", std::string(json.text().substr(0, 60))};
    if (number) {
        error.expected = "integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                         std::to_string(std::numeric_limits<T>::max());
    }
    return false;
}

template <class T>
bool read_enum(JsonView json, T& value, CodecError& error) {
    const auto text = json.as_string();
    if (!text) return wrong_kind(json, "string", error);
    bool found = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto each) {
        if (*text != each.name) return;
        value = each.value;
        found = true;
    });
    if (found) return true;
    error = {{}, "one of ", std::string(json.text().substr(0, 60))};
    const char* separator = "\"";
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto each) {
        error.expected.append(separator).append(each.name).append("\"");
        separator = ", \"";
    });
    return false;
}

template <class T>
bool read_struct(JsonView json, T& value, CodecError& error) {
    if (!json.is_object()) return wrong_kind(json, "object", error);
    bool good = true;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
        if (!good) return;
        auto& target = value.*member.pointer;
        using Member = std::remove_cvref_t<decltype(target)>;
        const auto found = json.find(member.name);
        if (found) {
            good = read_json(*found, target, error);
        } else if constexpr (!is_optional<Member>) {
            error = {{}, std::string(expected_of<Member>()), "nothing"};
            good = false;
        }
        if (!good) error.within(member.name);
    });
    return good;
}

/// The first alternative that the value can be read as.
template <class T>
bool read_variant(JsonView json, T& value, CodecError& error) {
    bool good = false;
    std::string expected;
    boost::mp11::mp_for_each<boost::mp11::mp_iota_c<std::variant_size_v<T>>>([&](auto index) {
        if (good) return;
        using Alternative = std::variant_alternative_t<index, T>;
        Alternative alternative{};
        CodecError why;
        good = read_json(json, alternative, why);
        if (good) value.template emplace<index>(std::move(alternative));
        if (!expected.empty()) expected += " or ";
        expected += expected_of<Alternative>();
    });
    return good || wrong_kind(json, expected, error);
}

template <class T>
bool read_array(JsonView json, std::vector<T>& value, CodecError& error) {
    if (!json.is_array()) return wrong_kind(json, "array", error);
    value.clear();
    for (const JsonView element : json.elements()) {
        T item{};
        if (!read_json(element, item, error)) {
            error.within(value.size());
            return false;
        }
        value.push_back(std::move(item));
    }
    return true;
}

template <class T>
bool read_map(JsonView json, T& value, CodecError& error) {
    if (!json.is_object()) return wrong_kind(json, "object", error);
    value.clear();
    for (const JsonMember& member : json.members()) {
        const std::string name = member.name();
        if (!read_json(member.value, value[name], error)) {
            error.within(name);
            return false;
        }
    }
    return true;
}

template <class T>
bool read_json(JsonView json, T& value, CodecError& error) {
    if constexpr (std::same_as<T, Json>) {
        value = Json(json);
    } else if constexpr (std::same_as<T, JsonObject>) {
        auto object = Json(json).as_object();
        if (!object) return wrong_kind(json, "object", error);
        value = *std::move(object);
    } else if constexpr (std::same_as<T, bool>) {
        const auto boolean = json.as_bool();
        if (!boolean) return wrong_kind(json, "boolean", error);
        value = *boolean;
    } else if constexpr (std::integral<T>) {
        return read_integer(json, value, error);
    } else if constexpr (std::floating_point<T>) {
        const auto number = json.as_double();
        if (!number) return wrong_kind(json, "number", error);
        if (std::abs(*number) > std::numeric_limits<T>::max())
            return wrong_kind(json, "a smaller number", error);
        value = static_cast<T>(*number);
    } else if constexpr (std::same_as<T, std::string>) {
        auto text = json.as_string();
        if (!text) return wrong_kind(json, "string", error);
        value = *std::move(text);
    } else if constexpr (is_optional<T> || is_nullable<T>) {
        if (!json.is_null()) return read_json(json, value.emplace(), error);
        value.reset();
    } else if constexpr (is_vector<T>) {
        return read_array(json, value, error);
    } else if constexpr (is_variant<T>) {
        return read_variant(json, value, error);
    } else if constexpr (std::same_as<T, std::monostate>) {
        if (!json.is_null()) return wrong_kind(json, "null", error);
    } else if constexpr (StringMap<T>) {
        return read_map(json, value, error);
    } else if constexpr (DescribedEnum<T>) {
        return read_enum(json, value, error);
    } else if constexpr (DescribedStruct<T>) {
        return read_struct(json, value, error);
    } else {
        static_assert(always_false<T>,
                      "describe this type with BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_ENUM");
    }
    return true;
}

template <class T>
Json write_struct(const T& value) {
    std::vector<JsonPair> members;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
        const auto& source = value.*member.pointer;
        if constexpr (is_optional<std::remove_cvref_t<decltype(source)>>) {
            if (source) members.push_back({member.name, to_json(*source)});
        } else {
            members.push_back({member.name, to_json(source)});
        }
    });
    return Json::object(members);
}

template <class T>
Json write_container(const T& value) {
    if constexpr (is_vector<T>) {
        std::vector<Json> elements;
        elements.reserve(value.size());
        for (const auto& element : value)
            elements.push_back(to_json<typename T::value_type>(element));
        return Json::array(elements);
    } else {
        std::vector<JsonPair> members;
        members.reserve(value.size());
        for (const auto& [name, element] : value) members.push_back({name, to_json(element)});
        return Json::object(members);
    }
}

}  // namespace detail

template <class T>
Json to_json(const T& value) {
    if constexpr (detail::is_optional<T> || detail::is_nullable<T>) {
        return value ? to_json(*value) : Json();
    } else if constexpr (detail::is_vector<T> || detail::StringMap<T>) {
        return detail::write_container(value);
    } else if constexpr (detail::is_variant<T>) {
        return std::visit([](const auto& alternative) { return to_json(alternative); }, value);
    } else if constexpr (std::same_as<T, std::monostate>) {
        return {};
    } else if constexpr (detail::DescribedEnum<T>) {
        const char* const name = boost::describe::enum_to_string(value, nullptr);
        return name ? Json(name) : Json();
    } else if constexpr (detail::DescribedStruct<T>) {
        return detail::write_struct(value);
    } else if constexpr (std::floating_point<T>) {
        return Json(static_cast<double>(value));
    } else {
        static_assert(std::is_constructible_v<Json, const T&>,
                      "describe this type with BOOST_DESCRIBE_STRUCT or BOOST_DESCRIBE_ENUM");
        return Json(value);
    }
}

template <class T>
Result<T, CodecError> from_json(JsonView json) {
    Result<T, CodecError> result(std::in_place);
    CodecError error;
    if (!detail::read_json(json, *result, error)) return Unexpected(std::move(error));
    return result;
}

}  // namespace mcp
