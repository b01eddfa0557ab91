// Text that is being written: what std::string would do, with the small steps inlined, and without
// filling memory that is overwritten at once. Only text: how values look is text.hpp's business.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace mcp::detail {

class TextBuffer {
public:
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    char* data() { return memory_.get(); }
    std::string_view view() const { return {memory_.get(), size_}; }

    /// New characters have any value.
    void resize(std::size_t size) {
        if (size > capacity_) grow(size);
        size_ = size;
    }
    void clear() { size_ = 0; }
    /// Forgets the text and gives its memory back.
    void release() {
        memory_.reset();
        size_ = capacity_ = 0;
    }

    TextBuffer& operator+=(char c) {
        resize(size_ + 1);
        memory_[size_ - 1] = c;
        return *this;
    }
    TextBuffer& operator+=(std::string_view text) {
        const std::size_t begin = size_;
        resize(begin + text.size());
        if (!text.empty()) std::memcpy(data() + begin, text.data(), text.size());
        return *this;
    }

private:
    void grow(std::size_t size);

    std::unique_ptr<char[]> memory_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace mcp::detail
