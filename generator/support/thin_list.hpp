// A list that is empty in most things that have one: as large as a pointer. Otherwise a vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
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
    ThinList(std::initializer_list<T> items) : ThinList(std::vector<T>(items)) {}
    ThinList(std::vector<T> items) {
        if (!items.empty()) items_ = std::make_unique<std::vector<T>>(std::move(items));
    }
    template <class Iterator>
    ThinList(Iterator first, Iterator last) : ThinList(std::vector<T>(first, last)) {}
    ThinList(const ThinList& other)
        : items_(other.empty() ? nullptr : std::make_unique<std::vector<T>>(*other.items_)) {}
    ThinList(ThinList&& other) noexcept = default;
    ThinList& operator=(ThinList other) noexcept {
        std::swap(items_, other.items_);
        return *this;
    }
    ~ThinList() = default;

    bool empty() const { return !items_ || items_->empty(); }
    std::size_t size() const { return items_ ? items_->size() : 0; }
    T* begin() { return items_ ? items_->data() : nullptr; }
    T* end() { return begin() + size(); }
    const T* begin() const { return items_ ? items_->data() : nullptr; }
    const T* end() const { return begin() + size(); }
    auto rbegin() const { return std::make_reverse_iterator(end()); }
    auto rend() const { return std::make_reverse_iterator(begin()); }
    T& operator[](std::size_t at) { return (*items_)[at]; }
    const T& operator[](std::size_t at) const { return (*items_)[at]; }
    T& at(std::size_t at) { return items_->at(at); }
    const T& at(std::size_t at) const { return items_->at(at); }
    T& front() { return items_->front(); }
    const T& front() const { return items_->front(); }
    T& back() { return items_->back(); }
    const T& back() const { return items_->back(); }

    void reserve(std::size_t size) {
        if (size > 0) vector().reserve(size);
    }
    void push_back(T item) { vector().push_back(std::move(item)); }
    void pop_back() { items_->pop_back(); }
    void clear() { items_.reset(); }
    T* insert(const T* before, T item) {
        const auto at = before - begin();
        vector().insert(vector().begin() + at, std::move(item));
        return begin() + at;
    }
    template <class Iterator>
    void insert(const T* before, Iterator first, Iterator last) {
        const auto at = before - begin();
        vector().insert(vector().begin() + at, first, last);
    }
    void erase(const T* item) { erase(item, item + 1); }
    void erase(const T* first, const T* last) {
        if (first != last)
            items_->erase(items_->begin() + (first - begin()), items_->begin() + (last - begin()));
    }

    friend bool operator==(const ThinList& a, const ThinList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    template <class Unwanted>
    friend std::size_t erase_if(ThinList& list, Unwanted unwanted) {
        return list.items_ ? std::erase_if(*list.items_, unwanted) : 0;
    }

private:
    std::vector<T>& vector() {
        if (!items_) items_ = std::make_unique<std::vector<T>>();
        return *items_;
    }
    std::unique_ptr<std::vector<T>> items_;
};

}  // namespace mcpgen
