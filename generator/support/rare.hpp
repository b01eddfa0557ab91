// A part that few things of a kind have: a pointer, null where there is none. Copies are deep.
#pragma once

#include <memory>
#include <utility>

namespace mcpgen {

/// Where there is none it reads as a `T{}`.
template <class T>
class Rare {
public:
    Rare() = default;
    Rare(T part) : part_(part == T() ? nullptr : std::make_unique<T>(std::move(part))) {}
    Rare(const Rare& other) : part_(other.part_ ? std::make_unique<T>(*other.part_) : nullptr) {}
    Rare(Rare&& other) noexcept = default;
    Rare& operator=(Rare other) noexcept {
        part_ = std::move(other.part_);
        return *this;
    }
    ~Rare() = default;

    const T& operator*() const { return part_ ? *part_ : none(); }
    const T* operator->() const { return &**this; }
    /// For changing it; it is there from now on.
    T& edit() {
        if (!part_) part_ = std::make_unique<T>();
        return *part_;
    }
    void reset() { part_.reset(); }

    friend bool operator==(const Rare& a, const Rare& b) {
        return a.part_ == b.part_ || *a == *b;  // both null: most are
    }

private:
    static const T& none() {
        static const T nothing{};
        return nothing;
    }
    std::unique_ptr<T> part_;
};

}  // namespace mcpgen
