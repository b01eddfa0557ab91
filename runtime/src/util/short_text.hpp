// Text that stays with its owner when it is short, as the params of most requests are: no memory of
// its own is asked for.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace mcp::detail {

class ShortText {
public:
    ShortText() = default;
    ShortText(const ShortText&) = delete;
    ShortText& operator=(const ShortText&) = delete;

    /// Of somebody else's text.
    void assign(std::string_view text) {
        if (text.size() > sizeof short_) long_.reset(new char[text.size()]);
        size_ = text.size();
        if (size_ != 0) std::memcpy(data(), text.data(), size_);
    }
    std::string_view view() const { return {data(), size_}; }

private:
    char* data() { return size_ > sizeof short_ ? long_.get() : short_; }
    const char* data() const { return size_ > sizeof short_ ? long_.get() : short_; }

    std::size_t size_ = 0;
    std::unique_ptr<char[]> long_{};
    char short_[240];
};

}  // namespace mcp::detail
