// JsonView: looking into valid text.
#include <mcp/json.hpp>

#include "json/text.hpp"
#include "json/walk.hpp"

namespace mcp {

using detail::Items;

[[gnu::hot]] JsonKind JsonView::kind() const noexcept {
    switch (text_.front()) {
        case 'n': return JsonKind::null;
        case 't':
        case 'f': return JsonKind::boolean;
        case '"': return JsonKind::string;
        case '[': return JsonKind::array;
        case '{': return JsonKind::object;
        default: return JsonKind::number;
    }
}

std::optional<bool> JsonView::as_bool() const {
    if (!is_bool()) return std::nullopt;
    return text_.front() == 't';
}

std::optional<std::int64_t> JsonView::as_int64() const {
    if (!is_number()) return std::nullopt;
    return detail::to_int64(text_);
}

std::optional<double> JsonView::as_double() const {
    if (!is_number()) return std::nullopt;
    return detail::to_double(text_);
}

std::optional<std::string> JsonView::as_string() const {
    if (!is_string()) return std::nullopt;
    std::string plain;
    detail::append_unescaped(plain, text_.substr(1, text_.size() - 2));
    return plain;
}

std::size_t JsonView::size() const noexcept {
    if (!is_array() && !is_object()) return 0;
    std::size_t count = 0;
    for (Items items(text_); items.next();) ++count;
    return count;
}

std::optional<JsonView> JsonView::find(std::string_view name) const {
    if (!is_object()) return std::nullopt;
    const std::string_view value = detail::find_member(text_, name);
    if (!value.data()) return std::nullopt;
    return JsonView(value);
}

std::optional<JsonView> JsonView::at(std::size_t index) const {
    if (!is_array()) return std::nullopt;
    for (Items items(text_); items.next(); --index) {
        if (index == 0) return JsonView(items.value());
    }
    return std::nullopt;
}

JsonView JsonView::operator[](std::string_view name) const {
    return find(name).value_or(JsonView());
}
JsonView JsonView::operator[](std::size_t index) const { return at(index).value_or(JsonView()); }

JsonView::Members JsonView::members() const noexcept {
    return Members(is_object() && text_.size() > 2 ? text_.substr(1) : std::string_view());
}

JsonView::Elements JsonView::elements() const noexcept {
    return Elements(is_array() && text_.size() > 2 ? text_.substr(1) : std::string_view());
}

std::string JsonMember::name() const {
    std::string plain;
    detail::append_unescaped(plain, raw_name);
    return plain;
}

bool JsonMember::named(std::string_view other) const { return detail::stands_for(raw_name, other); }

namespace detail {
namespace {

/// Moves `rest` behind the value at its start and the comma after it; gives the value.
JsonView take_value(std::string_view& rest) {
    const char* const begin = rest.data();
    const auto size = static_cast<std::size_t>(end_of_value(begin, begin + rest.size()) - begin);
    const JsonView value = JsonAccess::view(rest.substr(0, size));
    rest.remove_prefix(size);
    if (rest.front() == ',') rest.remove_prefix(1);
    return value;
}

}  // namespace

void take_item(std::string_view& rest, JsonView& item) {
    if (rest.front() == ']') {
        rest = {};
    } else {
        item = take_value(rest);
    }
}

void take_item(std::string_view& rest, JsonMember& item) {
    if (rest.front() == '}') {
        rest = {};
        return;
    }
    const char* const begin = rest.data();
    const auto size = static_cast<std::size_t>(end_of_string(begin, begin + rest.size()) - begin);
    item.raw_name = rest.substr(1, size - 2);
    rest.remove_prefix(size + 1);
    item.value = take_value(rest);
}

}  // namespace detail
}  // namespace mcp
