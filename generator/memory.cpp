// Memory of the whole program. What a compiler makes is small, there is a lot of it, and most of it
// stays until the end: blocks are cut from one range of addresses, side by side, and freed blocks
// wait for the next one of their size. The range is asked for in huge pages, so that walks over a
// large model do not wait for the tables of pages. For one thread. Sanitizers look after memory
// themselves: with them this file is empty.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define MCPGEN_SANITIZED
#endif
#endif
#if defined(__linux__) && !defined(MCPGEN_SANITIZED) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)

#include <malloc.h>
#include <sys/mman.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace {

constexpr std::size_t range_bytes = 0xffffe000;  // addresses, of which few are used
constexpr std::size_t step = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
constexpr std::size_t largest = 4096;  // what is larger is malloc's

// Files are written where documents were: the system would have to clear pages that it is given
// back and asked for again.
[[maybe_unused]] constexpr int stays_below = 1 << 25;   // bytes; the most that glibc takes
[[maybe_unused]] constexpr int stays_in_all = 1 << 30;  // bytes

struct Block {
    Block* next;
};

std::size_t whole(std::size_t size) { return size == 0 ? step : (size + step - 1) / step * step; }

struct Range {
    std::byte* begin = nullptr;
    std::byte* next = nullptr;
    std::byte* end = nullptr;
    bool asked_for = false;
    std::array<Block*, largest / step + 1> free{};  // by size in steps

    /// Where a process may not have so many addresses there is no range, and malloc does it all.
    void ask() {
        asked_for = true;
#ifdef __GLIBC__
        mallopt(M_MMAP_THRESHOLD, stays_below);
        mallopt(M_TRIM_THRESHOLD, stays_in_all);
#endif
        void* const memory = mmap(nullptr, range_bytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return;
        madvise(memory, range_bytes, MADV_HUGEPAGE);
        begin = next = static_cast<std::byte*>(memory);
        end = begin + range_bytes;
    }

    bool holds(const void* memory) const { return memory >= begin && memory < end; }

    /// Null when there is no more.
    void* take(std::size_t size) {
        if (Block* const block = free[size / step])
            return std::exchange(free[size / step], block->next);
        if (static_cast<std::size_t>(end - next) < size) return nullptr;
        return std::exchange(next, next + size);
    }

    void give(void* memory, std::size_t size) {
        Block*& first = free[size / step];
        first = new (memory) Block{first};
    }
};

constinit Range range;

void* from_malloc(std::size_t size) {
    for (;;) {
        if (void* const memory = std::malloc(size)) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler) throw std::bad_alloc();
        handler();
    }
}

}  // namespace

void* operator new(std::size_t asked) {
    if (asked > largest) return from_malloc(asked);
    if (!range.asked_for) range.ask();
    if (void* const memory = range.take(whole(asked))) return memory;
    return from_malloc(whole(asked));
}

/// Without its size a block of the range can not be used again; few are freed so.
void operator delete(void* memory) noexcept {
    if (!range.holds(memory)) std::free(memory);
}

void operator delete(void* memory, std::size_t asked) noexcept {
    if (range.holds(memory))
        range.give(memory, whole(asked));
    else
        std::free(memory);
}

#endif
