// Text that is written once and carried by many: the file that something is from, what is said of
// it. A copy costs a count, and an empty one nothing. For one thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace mcpgen {

class SharedText {
public:
    SharedText() = default;
    SharedText(std::string_view text) : block_(text.empty() ? nullptr : make(text)) {}
    SharedText(const std::string& text) : SharedText(std::string_view(text)) {}
    SharedText(const char* text) : SharedText(std::string_view(text)) {}
    SharedText(const SharedText& other) noexcept : block_(other.block_) {
        if (block_ != nullptr) ++block_->owners;
    }
    SharedText(SharedText&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    SharedText& operator=(SharedText other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~SharedText() {
        if (block_ != nullptr && --block_->owners == 0)
            Blocks().deallocate(block_, blocks_for(block_->size));
    }

    bool empty() const noexcept { return block_ == nullptr; }
    std::string_view view() const noexcept {
        return block_ == nullptr ? std::string_view()
                                 : std::string_view(characters(block_), block_->size);
    }
    operator std::string_view() const noexcept { return view(); }
    std::string str() const { return std::string(view()); }

    template <std::convertible_to<std::string_view> Text>
    friend bool operator==(const SharedText& a, const Text& b) noexcept {
        return a.view() == std::string_view(b);
    }
    friend auto operator<=>(const SharedText& a, const SharedText& b) noexcept {
        return a.view() <=> b.view();
    }
    friend std::string operator+(std::string a, const SharedText& b) {
        return std::move(a.append(b.view()));
    }
    template <std::convertible_to<std::string_view> Text>
    friend std::string operator+(const SharedText& a, const Text& b) {
        return a.str().append(std::string_view(b));
    }

private:
    /// The characters follow it.
    struct Block {
        std::size_t owners;
        std::size_t size;
    };
    using Blocks = std::allocator<Block>;

    static std::size_t blocks_for(std::size_t size) {
        return 1 + (size + sizeof(Block) - 1) / sizeof(Block);
    }
    static char* characters(Block* block) { return reinterpret_cast<char*>(block + 1); }
    static Block* make(std::string_view text) {
        auto* block = new (Blocks().allocate(blocks_for(text.size()))) Block{1, text.size()};
        text.copy(characters(block), text.size());
        return block;
    }
    Block* block_ = nullptr;
};

}  // namespace mcpgen
