// The small words that generated types are made of: open enumerations, null, recursion,
// one-or-many, ordered maps, constants. Plain values without knowledge of JSON; how they look on
// the wire is said in <mcp/codec_types.hpp>.
#pragma once

#include <mcp/json.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mcp {

template <class T>
struct Codec;

namespace detail {

/// The part of an open enumeration that does not depend on its tag.
class OpenEnumBase {
public:
    /// Whether the value is one of the enumerators.
    bool known() const noexcept { return index_ != unknown_index; }

    friend bool operator==(const OpenEnumBase&, const OpenEnumBase&) = default;

protected:
    static constexpr std::uint32_t unknown_index = 0xffffffffU;
    OpenEnumBase() = default;
    explicit OpenEnumBase(std::uint32_t index) : index_(index) {}
    explicit OpenEnumBase(std::string text) : unknown_(std::move(text)), index_(unknown_index) {}

    std::string unknown_;
    std::uint32_t index_ = 0;

    friend struct EnumAccess;  // src/codec
};

struct MapAccess;  // <mcp/codec_types.hpp>: adds entries whose names are known to be new

/// Throws std::out_of_range with the name (terminates without exceptions).
[[noreturn]] void no_such_name(std::string_view name);

}  // namespace detail

/// One of the enumerators of `Tag`, or text that this build does not know. The first enumerator by
/// default. Decoding gives unknown text only where no enumerator of that revision has it.
template <class Tag>
class OpenEnum : public detail::OpenEnumBase {
public:
    using tag_type = Tag;

    OpenEnum() = default;
    OpenEnum(Tag tag) : OpenEnumBase(static_cast<std::uint32_t>(tag)) {}
    /// A value that is none of the enumerators; giving the text of an enumerator here is a mistake.
    static OpenEnum unknown(std::string text) { return OpenEnum(std::move(text)); }

    /// The enumerator; nothing for unknown text.
    std::optional<Tag> tag() const noexcept {
        return known() ? std::optional<Tag>(static_cast<Tag>(index_)) : std::nullopt;
    }
    /// As written on the wire. Uses `to_string(Tag)` when there is one, else the generated codec
    /// header.
    std::string_view text() const {
        if (!known()) return unknown_;
        if constexpr (requires(Tag t) {
                          { to_string(t) } -> std::convertible_to<std::string_view>;
                      }) {
            return to_string(static_cast<Tag>(index_));
        } else {
            return Codec<OpenEnum>::info.rows[index_].text;
        }
    }

    friend bool operator==(const OpenEnum& a, const OpenEnum& b) noexcept {
        return a.index_ == b.index_ && a.unknown_ == b.unknown_;
    }
    friend bool operator==(const OpenEnum& a, Tag b) noexcept {
        return a.index_ == static_cast<std::uint32_t>(b);
    }

private:
    explicit OpenEnum(std::string text) : OpenEnumBase(std::move(text)) {}
};

/// A `T` or null, where null says something. Not the same as an absent member, which is
/// std::optional.
template <class T>
class Nullable {
public:
    using value_type = T;

    Nullable() = default;  ///< null
    Nullable(std::nullptr_t) {}
    template <class U = T>
        requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Nullable> &&
                 !std::same_as<std::remove_cvref_t<U>, std::nullptr_t>)
    Nullable(U&& value) : value_(std::forward<U>(value)) {}

    bool is_null() const noexcept { return !value_.has_value(); }
    bool has_value() const noexcept { return value_.has_value(); }
    explicit operator bool() const noexcept { return value_.has_value(); }
    T& operator*() & noexcept { return *value_; }
    const T& operator*() const& noexcept { return *value_; }
    T&& operator*() && noexcept { return *std::move(value_); }
    T* operator->() noexcept { return &*value_; }
    const T* operator->() const noexcept { return &*value_; }
    template <class U>
    T value_or(U&& other) const {
        return value_.value_or(std::forward<U>(other));
    }
    T& emplace() { return value_.emplace(); }
    void reset() noexcept { value_.reset(); }

    friend bool operator==(const Nullable& a, const Nullable& b) { return a.value_ == b.value_; }

private:
    std::optional<T> value_;
};

/// A `T` on the heap that behaves like a member: copied deeply, compared by value, never null.
/// Breaks the cycle when a type contains itself. A box that was moved from can only be assigned or
/// destroyed.
template <class T>
class Box {
public:
    using value_type = T;

    Box() : value_(new T()) {}
    Box(const T& value) : value_(new T(value)) {}
    Box(T&& value) : value_(new T(std::move(value))) {}
    template <class U>
        requires(!std::same_as<std::remove_cvref_t<U>, Box> &&
                 !std::same_as<std::remove_cvref_t<U>, T> && std::convertible_to<U, T>)
    Box(U&& value) : value_(new T(std::forward<U>(value))) {}
    Box(const Box& other) : value_(other.value_ ? new T(*other.value_) : nullptr) {}
    Box(Box&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
    Box& operator=(Box other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    // The analyzer believes that a box inside of its own value could be that value.
    ~Box() { delete value_; }  // NOLINT(clang-analyzer-cplusplus.NewDelete)

    T& operator*() noexcept { return *value_; }
    const T& operator*() const noexcept { return *value_; }
    T* operator->() noexcept { return value_; }
    const T* operator->() const noexcept { return value_; }

    friend bool operator==(const Box& a, const Box& b) {
        if (!a.value_ || !b.value_) return a.value_ == b.value_;
        return *a.value_ == *b.value_;
    }

private:
    T* value_;
};

/// What is written either as one value or as a list of values. Remembers how it came, and compares
/// the elements only.
template <class T>
class OneOrMany {
public:
    using value_type = T;

    OneOrMany() = default;  ///< an empty list
    template <class U = T>
        requires(!std::same_as<std::remove_cvref_t<U>, OneOrMany> &&
                 !std::same_as<std::remove_cvref_t<U>, std::vector<T>> && std::convertible_to<U, T>)
    OneOrMany(U&& value) : single_(true) { elements_.emplace_back(std::forward<U>(value)); }
    OneOrMany(std::vector<T> elements) : elements_(std::move(elements)) {}
    /// Always a list, even with one element.
    static OneOrMany list(std::initializer_list<T> elements) {
        return OneOrMany(std::vector<T>(elements));
    }

    /// Whether it is written as one value; only possible with one element.
    bool is_single() const noexcept { return single_ && elements_.size() == 1; }
    /// Says how it is written where both forms are allowed.
    void set_single(bool single) noexcept { single_ = single; }

    std::vector<T>& elements() noexcept { return elements_; }
    const std::vector<T>& elements() const noexcept { return elements_; }
    std::size_t size() const noexcept { return elements_.size(); }
    bool empty() const noexcept { return elements_.empty(); }
    T& operator[](std::size_t i) { return elements_[i]; }
    const T& operator[](std::size_t i) const { return elements_[i]; }
    T& front() { return elements_.front(); }
    const T& front() const { return elements_.front(); }
    void push_back(T value) {
        elements_.push_back(std::move(value));
        single_ = false;
    }
    auto begin() noexcept { return elements_.begin(); }
    auto end() noexcept { return elements_.end(); }
    auto begin() const noexcept { return elements_.begin(); }
    auto end() const noexcept { return elements_.end(); }

    friend bool operator==(const OneOrMany& a, const OneOrMany& b) {
        return a.elements_ == b.elements_;
    }

private:
    std::vector<T> elements_;
    bool single_ = false;
};

/// Names to values, in the order in which they were added. Looking up is linear: these maps are
/// small. `T` may be incomplete where the map is declared.
template <class T>
class Map {
public:
    using key_type = std::string;
    using mapped_type = T;
    /// Leave the name of an entry that is in a map as it is.
    struct Entry {
        std::string name;
        T value{};
    };
    using value_type = Entry;

    Map() = default;
    /// Of entries with one name the last counts.
    Map(std::initializer_list<Entry> entries) {
        for (const Entry& entry : entries) (*this)[entry.name] = entry.value;
    }

    std::size_t size() const noexcept { return entries_.size(); }
    bool empty() const noexcept { return entries_.empty(); }
    void clear() noexcept { entries_.clear(); }
    void reserve(std::size_t count) { entries_.reserve(count); }

    /// The value with this name, or null when there is none.
    T* find(std::string_view name) noexcept { return lookup(entries_, name); }
    const T* find(std::string_view name) const noexcept { return lookup(entries_, name); }
    bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }
    /// The value with this name; throws std::out_of_range when there is none.
    T& at(std::string_view name) { return require(find(name), name); }
    const T& at(std::string_view name) const { return require(find(name), name); }
    /// The value with this name, added when it is missing.
    T& operator[](std::string_view name) {
        if (T* found = find(name)) return *found;
        return entries_.emplace_back(Entry{std::string(name)}).value;
    }
    /// Says whether there was one.
    bool erase(std::string_view name) {
        for (auto it = entries_.begin(); it != entries_.end(); ++it) {
            if (it->name == name) return entries_.erase(it), true;
        }
        return false;
    }

    auto begin() noexcept { return entries_.begin(); }
    auto end() noexcept { return entries_.end(); }
    auto begin() const noexcept { return entries_.begin(); }
    auto end() const noexcept { return entries_.end(); }

    /// The same names with the same values, in any order.
    friend bool operator==(const Map& a, const Map& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Entry& entry = a.entries_[i];
            // Nearly always the order is the same too.
            const T* other =
                b.entries_[i].name == entry.name ? &b.entries_[i].value : b.find(entry.name);
            if (!other || !(*other == entry.value)) return false;
        }
        return true;
    }

private:
    template <class Entries>
    static auto lookup(Entries& entries, std::string_view name) noexcept
        -> decltype(&entries[0].value) {
        for (auto& entry : entries) {
            if (entry.name == name) return &entry.value;
        }
        return nullptr;
    }
    template <class V>
    static V& require(V* found, std::string_view name) {
        if (!found) detail::no_such_name(name);
        return *found;
    }
    friend struct detail::MapAccess;

    std::vector<Entry> entries_;
};

namespace detail {
/// The text of a string literal as a template argument.
template <std::size_t N>
struct FixedString {
    char characters[N]{};
    consteval FixedString(const char (&text)[N]) {
        for (std::size_t i = 0; i < N; ++i) characters[i] = text[i];
    }
    constexpr std::string_view view() const { return {characters, N - 1}; }
};
}  // namespace detail

/// A member that can only be this text. As std::optional<Constant<…>> it remembers whether it was
/// there.
template <detail::FixedString Text>
struct Constant {
    static constexpr std::string_view text() { return Text.view(); }
    constexpr operator std::string_view() const { return text(); }
    friend constexpr bool operator==(Constant, Constant) { return true; }
};

}  // namespace mcp
