// Json and JsonObject: taking text in, building, editing.
#include <mcp/json.hpp>

#include "json/raw.hpp"
#include "json/text.hpp"
#include "json/walk.hpp"

#include <algorithm>
#include <cmath>

namespace mcp {
namespace {

std::string quoted(std::string_view text) {
    std::string out;
    if (!detail::append_quoted_checked(out, text)) {
        detail::append_quoted(out, detail::with_valid_utf8(text));
    }
    return out;
}

void append_member(std::string& object, std::string_view quoted_name, std::string_view value) {
    if (object.back() != '{') object += ',';
    object.append(quoted_name).append(1, ':').append(value);
}

/// The object of these pairs. Of pairs with one name the first gives the place and the last the
/// value.
template <class Pairs>
std::string object_text(const Pairs& pairs) {
    struct Item {
        std::string name;
        std::string_view value;
        std::size_t place;
    };
    std::vector<Item> items;
    items.reserve(pairs.size());
    for (const JsonPair& pair : pairs)
        items.push_back({quoted(pair.name), pair.value.text(), items.size()});
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.name < b.name; });
    auto kept = items.begin();
    for (auto item = items.begin(); item != items.end(); ++item) {
        if (item == items.begin()) continue;
        if (item->name == kept->name) {
            kept->value = item->value;
        } else if (++kept != item) {
            *kept = std::move(*item);
        }
    }
    if (!items.empty()) items.erase(kept + 1, items.end());
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return a.place < b.place; });
    std::string text = "{";
    for (const Item& item : items) append_member(text, item.name, item.value);
    text += '}';
    return text;
}

template <class Elements>
std::string array_text(const Elements& elements) {
    std::string text = "[";
    for (const Json& element : elements) {
        if (text.size() > 1) text += ',';
        text += element.text();
    }
    text += ']';
    return text;
}

}  // namespace

Json::Json(double value) {
    if (std::isfinite(value)) detail::append_double(text_, value);
}

Json::Json(std::string_view value) : text_(quoted(value)) {}

Json::Json(JsonObject value)
    : text_(value.text_.empty() ? std::string("{}") : std::move(value.text_)) {}

Json::Json(JsonView view) { detail::JsonAccess::assign(*this, std::string(view.text())); }

Result<Json, CodecError> Json::parse(std::string_view text, JsonLimits limits) {
    std::string minified;
    CodecError error;
    if (!detail::check_document(text, limits.max_bytes, limits.max_depth, minified, error)) {
        return Unexpected(std::move(error));
    }
    return detail::JsonAccess::json(std::move(minified));
}

Json Json::object(std::initializer_list<JsonPair> members) {
    return detail::JsonAccess::json(object_text(members));
}
Json Json::object(const std::vector<JsonPair>& members) {
    return detail::JsonAccess::json(object_text(members));
}
Json Json::array(std::initializer_list<Json> elements) {
    return detail::JsonAccess::json(array_text(elements));
}
Json Json::array(const std::vector<Json>& elements) {
    return detail::JsonAccess::json(array_text(elements));
}

std::optional<JsonObject> Json::as_object() const {
    if (!is_object()) return std::nullopt;
    return detail::JsonAccess::object(text_);
}

JsonObject::JsonObject(std::initializer_list<JsonPair> members) {
    detail::JsonAccess::assign(*this, object_text(members));
}

Result<JsonObject, CodecError> JsonObject::parse(std::string_view text, JsonLimits limits) {
    auto json = Json::parse(text, limits);
    if (!json) return Unexpected(std::move(json).error());
    if (!json->is_object()) {
        constexpr std::string_view names[] = {"null",   "boolean", "number",
                                              "string", "array",   "object"};
        return Unexpected(
            CodecError{{}, "object", std::string(names[static_cast<std::size_t>(json->kind())])});
    }
    return detail::JsonAccess::object(detail::JsonAccess::take(*std::move(json)));
}

JsonObject& JsonObject::set(std::string_view name, const Json& value) {
    std::string object(text());
    const std::string_view old = detail::find_member(object, name);
    if (old.data()) {
        object.replace(static_cast<std::size_t>(old.data() - object.data()), old.size(),
                       value.text());
    } else {
        object.pop_back();
        append_member(object, quoted(name), value.text());
        object += '}';
    }
    text_ = std::move(object);
    return *this;
}

bool JsonObject::erase(std::string_view name) {
    std::string rest = "{";
    bool found = false;
    for (detail::Items items(text()); items.next();) {
        if (items.named(name)) {
            found = true;
            continue;
        }
        // The name with its quotes, as it is written.
        append_member(rest, {items.raw_name().data() - 1, items.raw_name().size() + 2},
                      items.value());
    }
    if (found) detail::JsonAccess::assign(*this, rest += '}');
    return found;
}

}  // namespace mcp
