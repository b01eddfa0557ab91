// A list that is empty in most things that have one: as large as a pointer. Otherwise a vector
// whose items lie behind its size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mcpgen {

template <class T>
class ThinList {
public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    ThinList() = default;
    ThinList(std::initializer_list<T> items) : ThinList(items.begin(), items.end()) {}
    template <std::input_iterator Iterator>
    ThinList(Iterator first, Iterator last) : ThinList() {
        insert(begin(), first, last);
    }
    ThinList(std::vector<T> items)
        : ThinList(std::make_move_iterator(items.begin()), std::make_move_iterator(items.end())) {}
    ThinList(const ThinList& other) : ThinList(other.begin(), other.end()) {}
    ThinList(ThinList&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    ThinList& operator=(ThinList other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~ThinList() { clear(); }

    bool empty() const { return size() == 0; }
    std::size_t size() const { return block_ == nullptr ? 0 : block_->size; }
    T* begin() { return block_ == nullptr ? nullptr : items(block_); }
    T* end() { return begin() + size(); }
    const T* begin() const { return block_ == nullptr ? nullptr : items(block_); }
    const T* end() const { return begin() + size(); }
    auto rbegin() const { return std::make_reverse_iterator(end()); }
    auto rend() const { return std::make_reverse_iterator(begin()); }
    T& operator[](std::size_t at) { return begin()[at]; }
    const T& operator[](std::size_t at) const { return begin()[at]; }
    /// Throws std::out_of_range.
    const T& at(std::size_t place) const {
        if (place >= size()) throw std::out_of_range("ThinList::at");
        return begin()[place];
    }
    T& front() { return *begin(); }
    const T& front() const { return *begin(); }
    T& back() { return end()[-1]; }
    const T& back() const { return end()[-1]; }

    /// There is no room for more than what is asked for.
    void reserve(std::size_t capacity) {
        if (capacity <= (block_ == nullptr ? 0 : block_->capacity)) return;
        Block* const larger = make(capacity);
        std::uninitialized_move(begin(), end(), items(larger));
        larger->size = static_cast<std::uint32_t>(size());
        clear();
        block_ = larger;
    }
    void push_back(T item) {
        const std::size_t count = size();
        if (block_ == nullptr || count == block_->capacity) reserve(count == 0 ? 1 : 2 * count);
        new (end()) T(std::move(item));
        ++block_->size;
    }
    void pop_back() { std::destroy_at(begin() + --block_->size); }
    void clear() {
        if (block_ == nullptr) return;
        std::destroy(begin(), end());
        Bytes().deallocate(reinterpret_cast<std::byte*>(block_), bytes(block_->capacity));
        block_ = nullptr;
    }
    /// What is inserted is no part of this list; how much it is can be told beforehand. There is
    /// no room for more afterwards: for a few insertions, not for many.
    template <std::input_iterator Iterator>
    T* insert(const T* before, Iterator first, Iterator last) {
        const auto at = before - begin();
        const auto old = static_cast<std::ptrdiff_t>(size());
        const auto added = std::distance(first, last);
        if (added == 0) return begin() + at;
        reserve(static_cast<std::size_t>(old + added));
        for (; first != last; ++first) push_back(*first);
        std::rotate(begin() + at, begin() + old, end());
        return begin() + at;
    }
    T* insert(const T* before, T item) {
        return insert(before, std::make_move_iterator(&item), std::make_move_iterator(&item + 1));
    }
    void erase(const T* first, const T* last) {
        if (first == last) return;
        T* const from = begin() + (first - begin());
        T* const rest = std::move(from + (last - first), end(), from);
        while (end() != rest) pop_back();
    }

    friend bool operator==(const ThinList& a, const ThinList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    template <class Unwanted>
    friend std::size_t erase_if(ThinList& list, Unwanted unwanted) {
        const std::size_t before = list.size();
        list.erase(std::remove_if(list.begin(), list.end(), unwanted), list.end());
        return before - list.size();
    }

private:
    /// The items follow it.
    struct Block {
        std::uint32_t size;
        std::uint32_t capacity;
    };
    using Bytes = std::allocator<std::byte>;

    static T* items(Block* block) {
        static_assert(alignof(T) <= alignof(std::uint64_t));
        return reinterpret_cast<T*>(block + 1);
    }
    static std::size_t bytes(std::size_t capacity) { return sizeof(Block) + capacity * sizeof(T); }
    static Block* make(std::size_t capacity) {
        return new (Bytes().allocate(bytes(capacity)))
            Block{0, static_cast<std::uint32_t>(capacity)};
    }

    Block* block_ = nullptr;
};

}  // namespace mcpgen
