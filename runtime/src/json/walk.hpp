// Steps over text that is known to be valid and minified, without any table of positions: for
// looking into values that were checked before. Never for text from outside; that is raw.hpp.
#pragma once

#include <string_view>

namespace mcp::detail {

// `last` is the end of what may be read; the string, or the value, ends before it or there.

/// The end of the string that starts (with its quote) at `p`.
const char* end_of_string(const char* p, const char* last);
/// The end of the value that starts at `p`.
const char* end_of_value(const char* p, const char* last);

/// The members of an object or the elements of an array, one after the other.
class Items {
public:
    explicit Items(std::string_view container)
        : p_(container.data() + 1),
          last_(container.data() + container.size()),
          object_(container.front() == '{') {
        if (*p_ == '}' || *p_ == ']') p_ = nullptr;
    }
    /// Goes on to the next item; false when there is none.
    bool next();
    std::string_view raw_name() const { return name_; }  ///< without the quotes; escaped as written
    std::string_view value() const { return value_; }
    bool named(std::string_view plain) const;

private:
    const char* p_;
    const char* last_;
    bool object_;
    std::string_view name_{};
    std::string_view value_{};
};

/// The value of a member of `object`; null data when there is none.
std::string_view find_member(std::string_view object, std::string_view name);

}  // namespace mcp::detail
