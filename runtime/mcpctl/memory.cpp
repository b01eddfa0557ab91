// Memory of the whole program. A gateway with many calls in flight makes small blocks in batches
// and frees them in batches; malloc keeps only seven of a size at hand for each thread, and what is
// above that costs it a search. Here a thread keeps more of them.
#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace {

constexpr std::size_t step = 16;
constexpr std::size_t largest = 2048;
/// So much of each size at most.
constexpr std::size_t kept_bytes = std::size_t{32} * 1024;

struct Block {
    Block* next;
};
struct Size {
    Block* first = nullptr;
    std::size_t bytes = 0;
};
/// What this thread keeps, by size in steps. All of it came from malloc, block by block.
constinit thread_local std::array<Size, largest / step> kept{};

struct End {
    ~End() {
        for (Size& size : kept) {
            while (size.first) std::free(std::exchange(size.first, size.first->next));
            size.bytes = kept_bytes;  // no more from now on
        }
    }
};

/// 0 and what is above `largest` have none.
std::size_t place(std::size_t size) { return (size - 1) / step; }
std::size_t whole(std::size_t size) { return (size + (step - 1)) & ~(step - 1); }

void* from_malloc(std::size_t size) {
    for (;;) {
        if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler) throw std::bad_alloc();
        handler();
    }
}

void keep_or_free(void* memory, std::size_t size) {
    Size& of_size = kept[place(size)];
    if (of_size.bytes >= kept_bytes) return std::free(memory);
    if (!of_size.first) thread_local const End end;  // made by the first one that is kept
    of_size.first = new (memory) Block{of_size.first};
    of_size.bytes += whole(size);
}

}  // namespace

void* operator new(std::size_t size) {
    if (place(size) >= kept.size()) return from_malloc(size);
    Size& of_size = kept[place(size)];
    if (!of_size.first) return from_malloc(whole(size));
    of_size.bytes -= whole(size);
    return std::exchange(of_size.first, of_size.first->next);
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t size) noexcept {
    if (!memory) return;
    if (place(size) >= kept.size()) return std::free(memory);
    keep_or_free(memory, size);
}
