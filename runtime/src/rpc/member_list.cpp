// Looking members up, and moving them to a copy of their object.
#include "rpc/member_list.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"

namespace mcp::rpc {

[[gnu::hot]] std::optional<JsonView> MemberList::find(JsonView object,
                                                      std::string_view name) const {
    if (!whole_ || object.text().data() != object_) return object.find(name);
    for (std::size_t i = 0; i < size_; ++i) {
        if (detail::same_text(text_of(entries_[i].name), name)) {
            return detail::JsonAccess::view(text_of(entries_[i].value));
        }
    }
    return std::nullopt;
}

[[gnu::hot]] void MemberList::copy(const MemberList& other, const char* object) {
    if (!other.whole_) return clear();
    start(object);
    size_ = other.size_;
    for (std::size_t i = 0; i < size_; ++i) entries_[i] = other.entries_[i];
}

}  // namespace mcp::rpc
