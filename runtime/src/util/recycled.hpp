// An allocator for objects of which each request needs one for a short time: a thread keeps the
// memory of the last one. Calls are larger than what malloc has ready.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace mcp::detail {

template <class T>
class Recycled {
public:
    using value_type = T;
    Recycled() = default;
    template <class U>
    Recycled(const Recycled<U>&) noexcept {}

    T* allocate(std::size_t count) {
        if (count != 1 || !spare_) return std::allocator<T>().allocate(count);
        return std::exchange(spare_, nullptr);
    }
    /// Any thread.
    void deallocate(T* memory, std::size_t count) noexcept {
        thread_local const End end;  // made by the first one that is kept
        if (count != 1 || spare_ || over_) return std::allocator<T>().deallocate(memory, count);
        spare_ = memory;
    }
    template <class U>
    bool operator==(const Recycled<U>&) const noexcept {
        return true;
    }

private:
    struct End {
        ~End() {
            over_ = true;
            if (spare_) std::allocator<T>().deallocate(std::exchange(spare_, nullptr), 1);
        }
    };
    static inline thread_local T* spare_ = nullptr;
    static inline thread_local bool over_ = false;  ///< the thread is ending
};

}  // namespace mcp::detail
