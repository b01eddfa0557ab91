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
        if (over_) return {};
        std::string text = std::move(spare_.text);
        text.clear();
        spare_.text.clear();
        return text;
    }
    /// Any thread; of any text that is not needed any more.
    static void keep(std::string&& text) {
        if (over_ || text.capacity() > largest) return;
        if (text.capacity() > spare_.text.capacity()) spare_.text = std::move(text);
    }

private:
    static constexpr std::size_t largest = std::size_t{16} * 1024;
    struct Spare {
        ~Spare() { over_ = true; }
        std::string text;
    };
    static inline thread_local Spare spare_{};
    static inline thread_local bool over_ = false;  ///< the thread is ending
};

}  // namespace mcp::detail
