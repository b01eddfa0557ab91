// Where a TextBuffer grows.
#include "json/buffer.hpp"

#include <algorithm>
#include <utility>

namespace mcp::detail {

void TextBuffer::grow(std::size_t size) {
    constexpr std::size_t smallest = 1024;
    const std::size_t capacity = std::max({size, capacity_ * 2, smallest});
    std::unique_ptr<char[]> memory(new char[capacity]);
    if (size_ != 0) std::memcpy(memory.get(), memory_.get(), size_);
    memory_ = std::move(memory);
    capacity_ = capacity;
}

}  // namespace mcp::detail
