// JSON as text that is known to be valid: carried, looked at, built and edited without a tree. Not
// a parser interface and not the codec: types with a schema are read and written by
// <mcp/codec_api.hpp>.
#pragma once

#include <mcp/codec_error.hpp>
#include <mcp/result.hpp>

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

class Json;
class JsonObject;
class JsonView;
struct JsonMember;
struct JsonPair;

namespace detail {
struct JsonAccess;  // src/json: the only way to make Json from text without a check
}

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

/// How much text may be taken in, and how deep it may nest.
struct JsonLimits {
    std::size_t max_bytes = std::size_t{16} * 1024 * 1024;
    std::size_t max_depth = 128;
};

/// Looks at JSON text that somebody else owns and that is known to be valid and minified: the text
/// of a `Json`, or a part of it. Costs a pointer and a length. Looking something up reads the text
/// in between.
class JsonView {
public:
    constexpr JsonView() = default;  ///< null

    JsonKind kind() const noexcept;
    constexpr std::string_view text() const noexcept { return text_; }

    bool is_null() const noexcept { return kind() == JsonKind::null; }
    bool is_bool() const noexcept { return kind() == JsonKind::boolean; }
    bool is_number() const noexcept { return kind() == JsonKind::number; }
    bool is_string() const noexcept { return kind() == JsonKind::string; }
    bool is_array() const noexcept { return kind() == JsonKind::array; }
    bool is_object() const noexcept { return kind() == JsonKind::object; }

    /// The value when it is of that kind and fits, otherwise nothing. Integers may be spelled
    /// `3.0`.
    std::optional<bool> as_bool() const;
    std::optional<std::int64_t> as_int64() const;
    std::optional<double> as_double() const;
    std::optional<std::string> as_string() const;

    /// Members of an object or elements of an array; 0 for everything else. Reads the whole text.
    std::size_t size() const noexcept;

    /// The member with this name; nothing when there is none or this is no object.
    std::optional<JsonView> find(std::string_view name) const;
    /// The element at this place; nothing when there is none or this is no array.
    std::optional<JsonView> at(std::size_t index) const;
    bool contains(std::string_view name) const { return find(name).has_value(); }
    /// As `find` and `at`, with null for what is not there: `j["a"]["b"].as_string()`.
    JsonView operator[](std::string_view name) const;
    JsonView operator[](std::size_t index) const;

    /// The members of an object, the elements of an array, in order; nothing for other kinds.
    class Members;
    class Elements;
    Members members() const noexcept;
    Elements elements() const noexcept;

    friend bool operator==(JsonView a, JsonView b) noexcept { return a.text_ == b.text_; }

private:
    friend struct detail::JsonAccess;
    constexpr explicit JsonView(std::string_view text) : text_(text) {}
    std::string_view text_ = "null";
};

/// One member of an object, seen through a view.
struct JsonMember {
    std::string_view raw_name{};  ///< as it is written, without the quotes
    JsonView value{};

    std::string name() const;  ///< unescaped
    bool named(std::string_view other) const;
};

namespace detail {

/// Takes the next item from `rest`; at the closing bracket `rest` becomes empty, without data.
void take_item(std::string_view& rest, JsonView& item);
void take_item(std::string_view& rest, JsonMember& item);

/// Walks the items of a container. `Item` is JsonMember or JsonView.
template <class Item>
class JsonRange {
public:
    class Iterator {
    public:
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        explicit Iterator(std::string_view rest) : rest_(rest) { take_item(rest_, item_); }
        const Item& operator*() const noexcept { return item_; }
        const Item* operator->() const noexcept { return &item_; }
        Iterator& operator++() {
            take_item(rest_, item_);
            return *this;
        }
        Iterator operator++(int) {
            Iterator old = *this;
            take_item(rest_, item_);
            return old;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
            return a.rest_.data() == b.rest_.data();
        }

    private:
        // What follows the item, closing bracket included; no data: the end.
        std::string_view rest_{};
        Item item_{};
    };
    Iterator begin() const { return inside_.empty() ? Iterator() : Iterator(inside_); }
    Iterator end() const { return Iterator(); }
    bool empty() const noexcept { return inside_.empty(); }

protected:
    explicit JsonRange(std::string_view inside) : inside_(inside) {}

private:
    std::string_view inside_;  // from the first item to the closing bracket; empty: no items
};

/// What can be read from everything that has JSON text.
template <class Self>
class JsonReadable {
public:
    JsonView view() const noexcept;
    operator JsonView() const noexcept { return view(); }  // valid as long as this object is
    JsonKind kind() const noexcept { return view().kind(); }
    bool is_null() const noexcept { return view().is_null(); }
    bool is_bool() const noexcept { return view().is_bool(); }
    bool is_number() const noexcept { return view().is_number(); }
    bool is_string() const noexcept { return view().is_string(); }
    bool is_array() const noexcept { return view().is_array(); }
    bool is_object() const noexcept { return view().is_object(); }
    std::optional<bool> as_bool() const { return view().as_bool(); }
    std::optional<std::int64_t> as_int64() const { return view().as_int64(); }
    std::optional<double> as_double() const { return view().as_double(); }
    std::optional<std::string> as_string() const { return view().as_string(); }
    std::size_t size() const noexcept { return view().size(); }
    std::optional<JsonView> find(std::string_view name) const { return view().find(name); }
    std::optional<JsonView> at(std::size_t index) const { return view().at(index); }
    bool contains(std::string_view name) const { return view().contains(name); }
    JsonView operator[](std::string_view name) const { return view()[name]; }
    JsonView operator[](std::size_t index) const { return view()[index]; }
    JsonView::Members members() const noexcept;
    JsonView::Elements elements() const noexcept;
};

}  // namespace detail

class JsonView::Members : public detail::JsonRange<JsonMember> {
    friend class JsonView;
    using JsonRange::JsonRange;
};
class JsonView::Elements : public detail::JsonRange<JsonView> {
    friend class JsonView;
    using JsonRange::JsonRange;
};

/// Any JSON value, kept as its text: valid, minified, numbers and escapes as they were written.
/// Two values are equal when their texts are: `1` is not `1.0`, and the order of members counts.
class Json : public detail::JsonReadable<Json> {
public:
    Json() = default;  ///< null
    Json(std::nullptr_t) {}
    template <class T>
        requires(std::is_same_v<T, bool>)
    Json(T value) : text_(value ? "true" : "false") {}
    template <class T>
        requires(std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>)
    Json(T value) : text_(std::to_string(value)) {}
    Json(double value);  ///< the shortest text that reads back the same; null when not finite
    Json(std::string_view value);  ///< a string; invalid UTF-8 becomes U+FFFD
    Json(const char* value) : Json(std::string_view(value)) {}
    Json(const std::string& value) : Json(std::string_view(value)) {}
    Json(JsonObject value);
    explicit Json(JsonView view);

    /// Takes in text that nobody has checked: strict JSON, valid UTF-8, no member twice, within
    /// the limits. Gives the minified value, or what is wrong and where.
    static Result<Json, CodecError> parse(std::string_view text, JsonLimits limits = {});

    /// `Json::object({{"a", 1}, {"b", Json::array({1, 2})}})`; of members with one name the
    /// last counts.
    static Json object(std::initializer_list<JsonPair> members);
    static Json object(const std::vector<JsonPair>& members);
    static Json array(std::initializer_list<Json> elements);
    static Json array(const std::vector<Json>& elements);

    /// The text, on one line.
    std::string_view text() const noexcept {
        return text_.empty() ? std::string_view("null") : text_;
    }
    std::string dump() const { return std::string(text()); }

    /// The same as a JsonObject; nothing when this is no object.
    std::optional<JsonObject> as_object() const;

    friend bool operator==(const Json& a, const Json& b) noexcept { return a.text_ == b.text_; }

private:
    friend struct detail::JsonAccess;
    std::string text_;  // empty: null, so that the default costs nothing and has one spelling
};

/// A JSON object, kept as its text like `Json`; `{}` by default.
class JsonObject : public detail::JsonReadable<JsonObject> {
public:
    JsonObject() = default;
    JsonObject(std::initializer_list<JsonPair> members);

    /// As `Json::parse`, and refuses everything that is no object.
    static Result<JsonObject, CodecError> parse(std::string_view text, JsonLimits limits = {});

    std::string_view text() const noexcept {
        return text_.empty() ? std::string_view("{}") : text_;
    }
    std::string dump() const { return std::string(text()); }
    bool empty() const noexcept { return text_.empty(); }

    /// Gives the member `name` this value: in its place when it exists, at the end otherwise.
    JsonObject& set(std::string_view name, const Json& value);
    /// Removes the member; says whether there was one.
    bool erase(std::string_view name);

    friend bool operator==(const JsonObject& a, const JsonObject& b) noexcept {
        return a.text_ == b.text_;
    }

private:
    friend struct detail::JsonAccess;
    friend class Json;
    std::string text_;  // empty: {}
};

/// A name and a value, to build objects from.
struct JsonPair {
    std::string name;
    Json value{};
};

/// Members of an open record that its type does not know, in the order in which they came. One
/// pointer when there are none, which is nearly always.
class Extras {
public:
    struct Member {
        std::string name;
        Json value{};
        friend bool operator==(const Member&, const Member&) = default;
    };

    Extras() = default;
    Extras(std::initializer_list<Member> members);
    Extras(const Extras& other) : members_(other.members_ ? copy(*other.members_) : nullptr) {}
    Extras(Extras&& other) noexcept : members_(std::exchange(other.members_, nullptr)) {}
    Extras& operator=(Extras other) noexcept {
        std::swap(members_, other.members_);
        return *this;
    }
    ~Extras() {
        if (members_) destroy(members_);
    }

    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept { return members_ ? members_->size() : 0; }
    const Member* begin() const noexcept { return members_ ? members_->data() : nullptr; }
    const Member* end() const noexcept { return begin() + size(); }

    /// The value of the member, or null when there is no such member.
    const Json* find(std::string_view name) const noexcept;
    bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }
    /// Replaces the member in its place, or adds it at the end.
    void set(std::string_view name, Json value);
    bool erase(std::string_view name);
    void clear() noexcept;

    /// The same members with the same values, in any order.
    friend bool operator==(const Extras& a, const Extras& b) noexcept {
        return a.members_ == b.members_ || a.same_as(b);
    }

private:
    friend struct detail::JsonAccess;
    using List = std::vector<Member>;
    static List* copy(const List&);
    static void destroy(List*) noexcept;
    List& list();
    bool same_as(const Extras&) const noexcept;
    List* members_ = nullptr;
};

/// A value of an open union that no alternative knows: kept as it came, written as it is.
class Unrecognized {
public:
    Unrecognized() = default;
    explicit Unrecognized(Json value) : value_(std::move(value)) {}
    const Json& json() const noexcept { return value_; }
    friend bool operator==(const Unrecognized&, const Unrecognized&) = default;

private:
    Json value_{};
};

namespace detail {

struct JsonAccess {
    /// Text that is known to be valid and minified becomes a value; the check is the caller's.
    static JsonView view(std::string_view text) { return JsonView(text); }
    static std::string take(Json&& json) { return std::move(json.text_); }
    static void assign(Json& json, std::string text) {
        json.text_ = std::move(text);
        if (json.text_ == "null") json.text_.clear();
    }
    static void assign(JsonObject& object, std::string text) {
        object.text_ = std::move(text);
        if (object.text_ == "{}") object.text_.clear();
    }
    static Json json(std::string text) {
        Json result;
        assign(result, std::move(text));
        return result;
    }
    static JsonObject object(std::string text) {
        JsonObject result;
        assign(result, std::move(text));
        return result;
    }
    /// The members, to add to; the caller keeps names apart.
    static std::vector<Extras::Member>& list(Extras& extras) { return extras.list(); }
};

template <class Self>
JsonView JsonReadable<Self>::view() const noexcept {
    return JsonAccess::view(static_cast<const Self&>(*this).text());
}
template <class Self>
JsonView::Members JsonReadable<Self>::members() const noexcept {
    return view().members();
}
template <class Self>
JsonView::Elements JsonReadable<Self>::elements() const noexcept {
    return view().elements();
}

}  // namespace detail
}  // namespace mcp
