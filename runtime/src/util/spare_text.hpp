// Texts that each request needs one of for a short time: a thread keeps the memory of the last one.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace mcp::detail {

class SpareText {
public:
    /// An empty text, with room if there is some.
    static std::string take() {
        std::string text = std::move(spare_);
        text.clear();
        spare_.clear();
        return text;
    }
    /// Any thread; of any text that is not needed any more.
    static void keep(std::string&& text) {
        const std::size_t capacity = text.capacity();
        if (capacity > spare_.capacity() && capacity <= largest) spare_ = std::move(text);
    }

private:
    static constexpr std::size_t largest = std::size_t{16} * 1024;
    static inline thread_local std::string spare_{};
};

}  // namespace mcp::detail
