// Looking members up, and moving them to a copy of their object.
#include "rpc/member_list.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"

namespace mcp::rpc {

std::optional<JsonView> MemberList::find(JsonView object, std::string_view name) const {
    if (!whole_ || object.text().data() != object_) return object.find(name);
    for (std::size_t i = 0; i < size_; ++i) {
        if (detail::same_text(entries_[i].name, name)) {
            return detail::JsonAccess::view(entries_[i].value);
        }
    }
    return std::nullopt;
}

MemberList MemberList::of_copy(const char* copy) const {
    MemberList moved;
    if (!whole_) return moved;
    const auto place = [&](std::string_view text) {
        return std::string_view(copy + (text.data() - object_), text.size());
    };
    moved.start(copy);
    for (std::size_t i = 0; i < size_; ++i) {
        moved.add(place(entries_[i].name), place(entries_[i].value));
    }
    return moved;
}

}  // namespace mcp::rpc
