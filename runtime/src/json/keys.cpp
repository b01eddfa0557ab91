// Repeated names: pairwise in small objects, by sorting in large ones.
#include "json/keys.hpp"

#include "json/text.hpp"

#include <algorithm>
#include <utility>

namespace mcp::detail {
namespace {

constexpr std::uint32_t small_object = 16;
constexpr std::size_t smallest_table = 1024;
// Tokens are fewer than this: a document has less than 2 GiB.
constexpr std::uint32_t kept_name = 0x80000000U;

}  // namespace

[[gnu::hot]] void KeyStack::start(const Cursor& cursor) {
    cursor_ = &cursor;
    used_ = 0;
    const std::size_t needed = cursor.count() / 4 + 2;
    if (needed <= capacity_) return;
    capacity_ = std::max(needed, smallest_table);
    names_.reset(new std::uint32_t[capacity_]);
}

void KeyStack::shrink() {
    kept_.clear();
    if (capacity_ <= largest_kept_table) return;
    names_.reset();
    capacity_ = 0;
}

std::uint32_t KeyStack::keep(std::string_view content) {
    auto plain = std::make_unique<std::string>();
    append_unescaped(*plain, content);
    kept_.push_back(std::move(plain));
    return kept_name | static_cast<std::uint32_t>(kept_.size() - 1);
}

std::string_view KeyStack::text_of(std::uint32_t token) const {
    return (token & kept_name) == 0 ? cursor_->content(token)
                                    : std::string_view(*kept_[token & ~kept_name]);
}

bool KeyStack::repeats_last(ObjectNames& object) const {
    const std::uint32_t last = used_ - 1;
    if (last - object.base >= small_object) {
        object.unsure = true;
        return false;
    }
    const std::string_view name = text_of(names_[last]);
    for (std::uint32_t i = object.base; i < last; ++i) {
        if (same_text(text_of(names_[i]), name)) return true;
    }
    return false;
}

std::string_view KeyStack::settle(const ObjectNames& object) {
    std::vector<std::string_view> names;
    names.reserve(used_ - object.base);
    for (std::uint32_t i = object.base; i < used_; ++i) names.push_back(text_of(names_[i]));
    used_ = object.base;
    return find_repeated(std::move(names));
}

std::string_view find_repeated(std::vector<std::string_view> names) {
    std::sort(names.begin(), names.end(), [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    const auto twice = std::adjacent_find(names.begin(), names.end());
    return twice == names.end() ? std::string_view() : *twice;
}

}  // namespace mcp::detail
