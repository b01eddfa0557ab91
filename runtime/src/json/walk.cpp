// Steps over valid text. It ends where its brackets say, so no function here needs to know its
// length.
#include "json/walk.hpp"

#include "json/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace mcp::detail {
namespace {

enum Class : std::uint8_t { other, quote, open, close };

constexpr auto classes = [] {
    std::array<Class, 256> table{};
    constexpr std::pair<unsigned char, Class> marks[] = {
        {'"', quote}, {'{', open}, {'[', open}, {'}', close}, {']', close}};
    for (const auto& [c, kind] : marks) table[c] = kind;
    return table;
}();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

}  // namespace

const char* end_of_string(const char* p) {
    for (++p;; ++p) {
        if (*p == '"') return p + 1;
        if (*p == '\\') ++p;
    }
}

const char* end_of_value(const char* p) {
    switch (class_of(*p)) {
        case quote: return end_of_string(p);
        case open: break;
        default:
            switch (*p) {
                case 't':
                case 'n': return p + 4;
                case 'f': return p + 5;
                default: return p + std::strspn(p, "0123456789+-.eE");
            }
    }
    std::size_t depth = 0;
    for (;;) {
        switch (class_of(*p)) {
            case quote: p = end_of_string(p); break;
            case open:
                ++depth;
                ++p;
                break;
            case close:
                ++p;
                if (--depth == 0) return p;
                break;
            default: ++p;
        }
    }
}

bool Items::next() {
    if (!p_) return false;
    if (object_) {
        const char* end = end_of_string(p_);
        name_ = {p_ + 1, static_cast<std::size_t>(end - p_ - 2)};
        p_ = end + 1;
    }
    const char* end = end_of_value(p_);
    value_ = {p_, static_cast<std::size_t>(end - p_)};
    p_ = *end == ',' ? end + 1 : nullptr;
    return true;
}

bool Items::named(std::string_view plain) const {
    if (name_.size() == plain.size()) return name_ == plain;
    return name_.size() > plain.size() && std::memchr(name_.data(), '\\', name_.size()) &&
           unescapes_to(name_, plain);
}

std::string_view find_member(std::string_view object, std::string_view name) {
    Items items(object);
    while (items.next()) {
        if (items.named(name)) return items.value();
    }
    return {};
}

}  // namespace mcp::detail
