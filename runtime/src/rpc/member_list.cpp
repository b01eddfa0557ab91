// Looking members up, and moving them to a copy of their object.
#include "rpc/member_list.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"

namespace mcp::rpc {

[[gnu::hot]] std::optional<JsonView> MemberList::find(JsonView object,
                                                      std::string_view name) const {
    if (!whole_ || object.text().data() != object_) return object.find(name);
    for (std::size_t i = 0; i < size_; ++i) {
        if (detail::same_text(entries_[i].name, name)) {
            return detail::JsonAccess::view(entries_[i].value);
        }
    }
    return std::nullopt;
}

[[gnu::hot]] void MemberList::copy(const MemberList& other, const char* object) {
    if (!other.whole_) return clear();
    start(object);
    const auto place = [&](std::string_view text) {
        return std::string_view(object + (text.data() - other.object_), text.size());
    };
    for (; size_ != other.size_; ++size_) {
        const Entry& entry = other.entries_[size_];
        entries_[size_] = {place(entry.name), place(entry.value)};
    }
}

}  // namespace mcp::rpc
