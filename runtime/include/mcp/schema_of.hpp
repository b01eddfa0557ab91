// Opt-in: the JSON Schema (2020-12) of a C++ type that is described with Boost.Describe, for the
// arguments and the structured result of a tool. Says what `from_json` of <mcp/json_describe.hpp>
// takes: what the schema accepts is decoded, what it refuses gives an error. Not a validator; that
// is <mcp/json_schema.hpp>.
#pragma once

#include <mcp/json_describe.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>
#include <boost/mp11/utility.hpp>

#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {

/// | C++                                   | schema                                            |
/// | ------------------------------------- | ------------------------------------------------- |
/// | `bool`, `std::string`                 | `type`                                            |
/// | integers, `float`                     | `type` and the range of the C++ type              |
/// | `double`                              | `{"type": "number"}`; what is too large for one   |
/// |                                       | is the one thing that fits and is not decoded     |
/// | `std::optional<T>`, `Nullable<T>`     | `T` or null; an optional member is not `required` |
/// | `std::vector<T>`                      | an array of `T`                                   |
/// | `std::map<std::string, T>`, `Map<T>`  | an object whose members are `T`                   |
/// | described struct                      | an object with `properties` and `required`, which |
/// |                                       | may have more members                             |
/// | described enumeration                 | a string of an `enum`                             |
/// | `std::variant<T...>`                  | `anyOf`                                           |
/// | `std::monostate`                      | null                                              |
/// | `Json`, `JsonObject`                  | anything, any object                              |
///
/// Members come in the order of their description. A struct that contains itself is referred to by
/// `$ref`.
template <class T>
JsonObject schema_of();

namespace detail {

/// Stops the compiler with the type in its message.
template <class Member>
struct HasNoSchema {
    static_assert(always_false<Member>,
                  "schema_of: this type has no schema; describe it with BOOST_DESCRIBE_STRUCT or "
                  "BOOST_DESCRIBE_ENUM, or use a type of the table in <mcp/schema_of.hpp>");
};

/// Something whose address stands for the type.
template <class T>
inline constexpr char type_mark = 0;

class SchemaWriter {
public:
    /// The whole schema of `T`, with its `$defs`.
    template <class T>
    JsonObject whole() {
        root_is_struct_ = DescribedStruct<T>;
        JsonObject schema = write<T>();
        if (!definitions_.empty()) schema.set("$defs", Json::object(definitions_));
        return schema;
    }

private:
    struct Open {
        const void* type;
        std::string reference{};  // set when the struct was met inside of itself
    };

    template <class T>
    JsonObject write() {
        if constexpr (std::same_as<T, Json>) {
            return {};
        } else if constexpr (std::same_as<T, JsonObject>) {
            return of_type("object");
        } else if constexpr (std::same_as<T, std::monostate>) {
            return of_type("null");
        } else if constexpr (std::same_as<T, bool>) {
            return of_type("boolean");
        } else if constexpr (std::integral<T> && std::is_constructible_v<Json, T>) {
            return of_type("integer")
                .set("minimum", std::numeric_limits<T>::min())
                .set("maximum", std::numeric_limits<T>::max());
        } else if constexpr (std::same_as<T, float>) {
            return of_type("number")
                .set("minimum", static_cast<double>(std::numeric_limits<float>::lowest()))
                .set("maximum", static_cast<double>(std::numeric_limits<float>::max()));
        } else if constexpr (std::floating_point<T>) {
            return of_type("number");
        } else if constexpr (std::same_as<T, std::string>) {
            return of_type("string");
        } else if constexpr (is_optional<T> || is_nullable<T>) {
            return or_null(write<typename T::value_type>());
        } else if constexpr (is_vector<T>) {
            return of_type("array").set("items", write<typename T::value_type>());
        } else if constexpr (is_variant<T>) {
            return write_variant<T>();
        } else if constexpr (StringMap<T>) {
            return of_type("object").set("additionalProperties", write<typename T::mapped_type>());
        } else if constexpr (DescribedEnum<T>) {
            return write_enum<T>();
        } else if constexpr (DescribedStruct<T>) {
            return write_struct<T>();
        } else {
            (void)HasNoSchema<T>();
            return {};
        }
    }

    template <class T>
    static JsonObject write_enum() {
        std::vector<Json> names;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
            [&](auto each) { names.emplace_back(each.name); });
        return of_type("string").set("enum", Json::array(names));
    }

    template <class T>
    JsonObject write_variant() {
        std::vector<Json> alternatives;
        using Alternatives = boost::mp11::mp_rename<T, boost::mp11::mp_list>;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, Alternatives>>(
            [&](auto each) { alternatives.emplace_back(write<typename decltype(each)::type>()); });
        return {{"anyOf", Json::array(alternatives)}};
    }

    template <class T>
    JsonObject write_struct() {
        for (const Open& each : defined_) {
            if (each.type == &type_mark<T>) return {{"$ref", each.reference}};
        }
        for (Open& each : open_) {
            if (each.type != &type_mark<T>) continue;
            if (each.reference.empty()) each.reference = new_reference(each);
            return {{"$ref", each.reference}};
        }
        open_.push_back({&type_mark<T>});
        JsonObject schema = write_members<T>();
        Open closed = std::move(open_.back());
        open_.pop_back();
        if (closed.reference.empty() || closed.reference == "#") return schema;
        definitions_.push_back({closed.reference.substr(prefix.size()), std::move(schema)});
        defined_.push_back(std::move(closed));
        return {{"$ref", defined_.back().reference}};
    }

    template <class T>
    JsonObject write_members() {
        std::vector<JsonPair> properties;
        std::vector<Json> required;
        boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
            using Member =
                std::remove_cvref_t<decltype(std::declval<T&>().*decltype(member)::pointer)>;
            properties.push_back({member.name, write<Member>()});
            if constexpr (!is_optional<Member>) required.emplace_back(member.name);
        });
        JsonObject schema = of_type("object");
        if (!properties.empty()) schema.set("properties", Json::object(properties));
        if (!required.empty()) schema.set("required", Json::array(required));
        return schema;
    }

    static constexpr std::string_view prefix = "#/$defs/";

    static JsonObject of_type(const char* name) { return {{"type", name}}; }

    /// Adds null to what the schema accepts.
    static JsonObject or_null(JsonObject schema) {
        if (schema.empty()) return schema;
        if (const auto type = schema.find("type")) {
            if (!type->is_string() || *type == Json("null")) return schema;
            schema.set("type", Json::array({Json(*type), "null"}));
            if (const auto values = schema.find("enum"))
                schema.set("enum", with_element(*values, Json()));
            return schema;
        }
        const Json null = of_type("null");
        if (const auto alternatives = schema.find("anyOf"))
            return schema.set("anyOf", with_element(*alternatives, null));
        return {{"anyOf", Json::array({schema, null})}};
    }
    static Json with_element(JsonView array, const Json& last) {
        std::vector<Json> elements;
        for (const JsonView each : array.elements()) elements.emplace_back(each);
        elements.push_back(last);
        return Json::array(elements);
    }

    /// The outermost struct is the document itself.
    std::string new_reference(const Open& open) {
        if (&open == &open_.front() && root_is_struct_) return "#";
        std::string reference(prefix);
        reference += "type" + std::to_string(++references_);
        return reference;
    }

    std::vector<Open> open_{};     // structs that are being written, outermost first
    std::vector<Open> defined_{};  // structs in `$defs`
    std::vector<JsonPair> definitions_{};
    std::size_t references_ = 0;
    bool root_is_struct_ = false;
};

}  // namespace detail

template <class T>
JsonObject schema_of() {
    return detail::SchemaWriter().whole<T>();
}

}  // namespace mcp
