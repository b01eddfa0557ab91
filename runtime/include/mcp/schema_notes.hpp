// What a schema says of the members of a described struct besides their types, written beside the
// struct in a function `annotate`: descriptions, limits, names. Knows no Boost and no JSON Schema;
// <mcp/json_describe.hpp> and <mcp/schema_of.hpp> read it.
#pragma once

#include <mcp/described_tables.hpp>
#include <mcp/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mcp {

/// <mcp/json_describe.hpp> has it.
template <class T>
Json to_json(const T& value);

namespace detail {

/// What is inside of optionals, nullables and boxes.
template <class T>
struct Inside {
    using type = T;
};
template <class T>
struct Inside<std::optional<T>> : Inside<T> {};
template <class T>
struct Inside<Nullable<T>> : Inside<T> {};
template <class T>
struct Inside<Box<T>> : Inside<T> {};
template <class T>
using InsideOf = typename Inside<T>::type;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
concept NumberValue = std::is_arithmetic_v<T> && !std::same_as<T, bool>;
template <class T>
concept MapValue = requires {
    typename T::mapped_type;
};
template <class T>
concept ListValue = requires {
    typename T::value_type;
}
&&!std::same_as<T, std::string> && !MapValue<T>;

template <class T>
struct ItemOf {
    using type = void;
};
template <ListValue T>
struct ItemOf<T> {
    using type = typename T::value_type;
};
template <MapValue T>
struct ItemOf<T> {
    using type = typename T::mapped_type;
};

}  // namespace detail

/// What is noted of one member, or of the elements of one. The limits are in the schema, and are
/// enforced by `from_json`, which names them in its error.
template <class T>
class MemberNotes {
public:
    using Value = detail::InsideOf<T>;
    explicit MemberNotes(detail::Notes& notes) : notes_(&notes) {}

    MemberNotes& title(std::string text) { return notes_->title = std::move(text), *this; }
    MemberNotes& description(std::string text) {
        return notes_->description = std::move(text), *this;
    }
    /// The name on the wire, where it is not that of the member: `x-id`, `class`.
    MemberNotes& name(std::string text) { return notes_->name = std::move(text), *this; }
    MemberNotes& deprecated() { return notes_->deprecated = true, *this; }
    MemberNotes& examples(std::initializer_list<Value> values) {
        for (const Value& each : values) notes_->examples.push_back(to_json(each));
        return *this;
    }
    /// The member may be absent, and is then what its initialiser says, which the schema gives as
    /// `default`.
    MemberNotes& defaulted() {
        static_assert(!detail::is_optional<T>,
                      "defaulted: a std::optional may be absent already, and is then empty");
        return notes_->defaulted = true, *this;
    }
    /// The argument travels in a header, too, over HTTP: `x-mcp-header`.
    MemberNotes& header(std::string field) {
        static_assert(std::same_as<Value, std::string> || std::integral<Value>,
                      "header: only strings, integers and booleans travel in headers");
        return notes_->header = std::move(field), *this;
    }

    MemberNotes& minimum(Value value) {
        static_assert(detail::NumberValue<Value>, "minimum: for numbers");
        notes_->minimum = static_cast<double>(value);
        if constexpr (std::integral<Value>) notes_->least = detail::Integer(value);
        return *this;
    }
    MemberNotes& maximum(Value value) {
        static_assert(detail::NumberValue<Value>, "maximum: for numbers");
        notes_->maximum = static_cast<double>(value);
        if constexpr (std::integral<Value>) notes_->most = detail::Integer(value);
        return *this;
    }

    /// Lengths of strings, in code points.
    MemberNotes& min_length(std::size_t length) {
        static_assert(is_text, "min_length: for strings");
        return notes_->min_length = length, *this;
    }
    MemberNotes& max_length(std::size_t length) {
        static_assert(is_text, "max_length: for strings");
        return notes_->max_length = length, *this;
    }
    /// An expression of ECMA-262 that is found in the text. Needs `Mcpgen::session`.
    MemberNotes& pattern(std::string expression) {
        static_assert(is_text, "pattern: for strings");
        notes_->rules.push_back(detail::pattern_rule(expression));
        return notes_->pattern = std::move(expression), *this;
    }
    /// `email`, `uri`, `uuid` and the like; those that the validator knows are enforced by
    /// `from_json`. Needs `Mcpgen::session`.
    MemberNotes& format(std::string name) {
        static_assert(is_text, "format: for strings; dates and times have theirs");
        if (auto rule = detail::format_rule(name)) notes_->rules.push_back(std::move(rule));
        return notes_->format = std::move(name), *this;
    }

    MemberNotes& min_items(std::size_t count) {
        static_assert(detail::ListValue<Value>, "min_items: for lists");
        return notes_->min_items = count, *this;
    }
    MemberNotes& max_items(std::size_t count) {
        static_assert(detail::ListValue<Value>, "max_items: for lists");
        return notes_->max_items = count, *this;
    }
    /// What is noted of each element of a list, or of each value of a map.
    auto items() {
        static_assert(detail::ListValue<Value> || detail::MapValue<Value>,
                      "items: for lists and maps");
        if (!notes_->items) notes_->items = std::make_shared<detail::Notes>();
        notes_->element = notes_->items.get();
        return MemberNotes<typename detail::ItemOf<Value>::type>(*notes_->items);
    }

private:
    static constexpr bool is_text = std::same_as<Value, std::string>;
    detail::Notes* notes_;
};

/// What is noted of a described struct. A function `annotate` beside the struct, in its namespace
/// and before its first use, is called once:
///
///     struct Search {
///         std::string query;
///         int limit = 20;
///     };
///     BOOST_DESCRIBE_STRUCT(Search, (), (query, limit))
///
///     inline void annotate(mcp::SchemaNotes<Search>& search) {
///         search[&Search::query].description("What to look for.").min_length(1);
///         search[&Search::limit].minimum(1).maximum(100).defaulted();
///     }
template <class T>
class SchemaNotes {
public:
    SchemaNotes(detail::StructNotes& notes, const T& fresh) : notes_(notes), fresh_(fresh) {}

    SchemaNotes& title(std::string text) { return notes_.title = std::move(text), *this; }
    SchemaNotes& description(std::string text) {
        return notes_.description = std::move(text), *this;
    }
    /// Members that are not described are refused: `additionalProperties` is false.
    SchemaNotes& closed() { return notes_.closed = true, *this; }
    /// Every member is `defaulted` that is no optional and no `Constant`.
    SchemaNotes& defaulted() { return notes_.defaulted = true, *this; }
    /// A member that is on the wire only and always this text. Tells the structs of a variant
    /// apart.
    SchemaNotes& constant(std::string name, std::string text) {
        return notes_.constants.emplace_back(std::move(name), std::move(text)), *this;
    }

    template <class M, class Owner>
        requires std::derived_from<T, Owner> MemberNotes<M>
    operator[](M Owner::*member) {
        const auto* const begin = reinterpret_cast<const char*>(&fresh_);
        const auto* const at = reinterpret_cast<const char*>(&(fresh_.*member));
        return MemberNotes<M>(notes_.at(at - begin));
    }

private:
    detail::StructNotes& notes_;
    const T& fresh_;
};

/// What is noted of a described enumeration, in a function `annotate` as well.
template <class T>
    requires std::is_enum_v<T>
class SchemaNotes<T> {
public:
    explicit SchemaNotes(detail::EnumTable& table) : table_(table) {}

    SchemaNotes& title(std::string text) { return table_.title = std::move(text), *this; }
    SchemaNotes& description(std::string text) {
        return table_.description = std::move(text), *this;
    }
    /// The text on the wire of an enumerator, where it is not its name: `in-progress`.
    SchemaNotes& name(T value, std::string text) {
        return table_.rename(static_cast<std::int64_t>(value), std::move(text)), *this;
    }

private:
    detail::EnumTable& table_;
};

}  // namespace mcp
