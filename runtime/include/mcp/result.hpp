// `Result<T, E>`: a value, or the reason why there is none. The interface is std::expected's, so
// code can move to the standard type once its language mode has it. Not an exception type: only
// `value()` throws, and only when asked for a value that is not there.
#pragma once

#include <cassert>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace mcp {

/// The plain reason: one sentence.
struct Error {
    std::string message{};
    friend bool operator==(const Error&, const Error&) = default;
};

/// What `Result::value()` throws when the result holds an error.
class BadResultAccess : public std::exception {
public:
    const char* what() const noexcept override { return "mcp::Result holds an error, not a value"; }
};

namespace detail {
[[noreturn]] inline void bad_result_access() {
#if defined(__cpp_exceptions)
    throw BadResultAccess{};
#else
    std::terminate();
#endif
}
}  // namespace detail

/// Wraps an error on its way into a Result: `return Unexpected(Error{"no such file"});`
/// The constructor is cold: what leads to it is kept apart from what usually runs.
template <class E>
class Unexpected {
public:
    [[gnu::cold]] constexpr explicit Unexpected(E error) : error_(std::move(error)) {}
    constexpr const E& error() const& { return error_; }
    constexpr E& error() & { return error_; }
    constexpr E&& error() && { return std::move(error_); }
    friend bool operator==(const Unexpected&, const Unexpected&) = default;

private:
    E error_;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

/// Selects the constructor that builds the error in place.
struct UnexpectTag {};
inline constexpr UnexpectTag unexpect{};

template <class T, class E = Error>
class [[nodiscard]] Result;

namespace detail {
template <class T>
inline constexpr bool is_result = false;
template <class T, class E>
inline constexpr bool is_result<Result<T, E>> = true;
/// The reason in a Result's state. Debug builds end here when there is none.
template <class State>
constexpr auto& reason_in(State& state) noexcept {
    assert(state.index() == 1 && "this mcp::Result holds a value, not an error");
    return *std::get_if<1>(&state);
}
template <class T>
inline constexpr bool is_unexpected = false;
template <class E>
inline constexpr bool is_unexpected<Unexpected<E>> = true;
}  // namespace detail

/// A `T` or an `E`. Reading the wrong one through `*`, `->` or `error()` is undefined (debug builds
/// end there); `value()` throws.
template <class T, class E>
class [[nodiscard]] Result {
public:
    using value_type = T;
    using error_type = E;

    constexpr Result() requires std::is_default_constructible_v<T>
        : state_(std::in_place_index<0>) {}

    template <class U = T>
        requires(std::is_constructible_v<T, U> && !detail::is_unexpected<std::remove_cvref_t<U>> &&
                 !detail::is_result<std::remove_cvref_t<U>> &&
                 !std::is_same_v<std::remove_cvref_t<U>, std::in_place_t> &&
                 !std::is_same_v<std::remove_cvref_t<U>, UnexpectTag>)
    constexpr explicit(!std::is_convertible_v<U, T>) Result(U&& value)
        : state_(std::in_place_index<0>, std::forward<U>(value)) {}

    template <class G>
        requires std::is_constructible_v<E, const G&>
    constexpr Result(const Unexpected<G>& u) : state_(std::in_place_index<1>, u.error()) {}

    template <class G>
        requires std::is_constructible_v<E, G>
    constexpr Result(Unexpected<G>&& u) : state_(std::in_place_index<1>, std::move(u).error()) {}

    template <class... Args>
    constexpr explicit Result(std::in_place_t, Args&&... args)
        : state_(std::in_place_index<0>, std::forward<Args>(args)...) {}

    template <class... Args>
    constexpr explicit Result(UnexpectTag, Args&&... args)
        : state_(std::in_place_index<1>, std::forward<Args>(args)...) {}

    constexpr bool has_value() const noexcept { return state_.index() == 0; }
    constexpr explicit operator bool() const noexcept { return has_value(); }

    // Debug builds end where the wrong one is read.
    constexpr T& operator*() & noexcept { return *held(); }
    constexpr const T& operator*() const& noexcept { return *held(); }
    constexpr T&& operator*() && noexcept { return std::move(*held()); }
    constexpr T* operator->() noexcept { return held(); }
    constexpr const T* operator->() const noexcept { return held(); }

    constexpr E& error() & noexcept { return detail::reason_in(state_); }
    constexpr const E& error() const& noexcept { return detail::reason_in(state_); }
    constexpr E&& error() && noexcept { return std::move(detail::reason_in(state_)); }

    /// The value; throws BadResultAccess when there is none (terminates without exceptions).
    constexpr T& value() & { return require(), **this; }
    constexpr const T& value() const& { return require(), **this; }
    constexpr T&& value() && { return require(), *std::move(*this); }

    template <class U>
    constexpr T value_or(U&& other) const& {
        return has_value() ? **this : static_cast<T>(std::forward<U>(other));
    }
    template <class U>
    constexpr T value_or(U&& other) && {
        return has_value() ? *std::move(*this) : static_cast<T>(std::forward<U>(other));
    }
    template <class G>
    constexpr E error_or(G&& other) const& {
        return has_value() ? static_cast<E>(std::forward<G>(other)) : error();
    }

    template <class... Args>
    constexpr T& emplace(Args&&... args) {
        return state_.template emplace<0>(std::forward<Args>(args)...);
    }

    /// `f(value)`, itself a Result with the same error type; an error passes through.
    template <class F>
    constexpr auto and_then(F&& f) const& {
        using Next = std::remove_cvref_t<decltype(f(**this))>;
        return has_value() ? f(**this) : Next(unexpect, error());
    }
    template <class F>
    constexpr auto and_then(F&& f) && {
        using Next = std::remove_cvref_t<decltype(f(*std::move(*this)))>;
        return has_value() ? f(*std::move(*this)) : Next(unexpect, std::move(*this).error());
    }

    /// A Result of `f(value)`; an error passes through.
    template <class F>
    constexpr auto transform(F&& f) const& {
        return transform_as(std::forward<F>(f), *this);
    }
    template <class F>
    constexpr auto transform(F&& f) && {
        return transform_as(std::forward<F>(f), std::move(*this));
    }

    /// `f(error)`, a Result with the same value type; a value passes through.
    template <class F>
    constexpr auto or_else(F&& f) const& {
        using Next = std::remove_cvref_t<decltype(f(error()))>;
        return has_value() ? Next(std::in_place, **this) : f(error());
    }
    template <class F>
    constexpr auto or_else(F&& f) && {
        using Next = std::remove_cvref_t<decltype(f(std::move(*this).error()))>;
        return has_value() ? Next(std::in_place, *std::move(*this)) : f(std::move(*this).error());
    }

    /// The same value, or `f(error)` as the error.
    template <class F>
    constexpr auto transform_error(F&& f) const& {
        using Next = Result<T, std::remove_cvref_t<decltype(f(error()))>>;
        return has_value() ? Next(std::in_place, **this) : Next(unexpect, f(error()));
    }
    template <class F>
    constexpr auto transform_error(F&& f) && {
        using Next = Result<T, std::remove_cvref_t<decltype(f(std::move(*this).error()))>>;
        return has_value() ? Next(std::in_place, *std::move(*this))
                           : Next(unexpect, f(std::move(*this).error()));
    }

    friend constexpr bool operator==(const Result& a, const Result& b) {
        return a.state_ == b.state_;
    }
    friend constexpr bool operator==(const Result& a, const Unexpected<E>& b) {
        return !a.has_value() && a.error() == b.error();
    }
    friend constexpr bool operator==(const Result& a, const T& b) {
        return a.has_value() && *a == b;
    }

private:
    constexpr T* held() noexcept {
        assert(has_value() && "this mcp::Result holds an error");
        return std::get_if<0>(&state_);
    }
    constexpr const T* held() const noexcept {
        assert(has_value() && "this mcp::Result holds an error");
        return std::get_if<0>(&state_);
    }
    constexpr void require() const {
        if (!has_value()) detail::bad_result_access();
    }
    template <class F, class Self>
    static constexpr auto transform_as(F&& f, Self&& self) {
        using U = std::remove_cv_t<decltype(f(*std::forward<Self>(self)))>;
        using Next = Result<U, E>;
        if (!self.has_value()) return Next(unexpect, std::forward<Self>(self).error());
        if constexpr (std::is_void_v<U>) {
            f(*std::forward<Self>(self));
            return Next();
        } else {
            return Next(std::in_place, f(*std::forward<Self>(self)));
        }
    }

    std::variant<T, E> state_;
};

/// Success without a value, or an `E`.
template <class E>
class [[nodiscard]] Result<void, E> {
public:
    using value_type = void;
    using error_type = E;

    constexpr Result() = default;
    constexpr explicit Result(std::in_place_t) {}
    template <class G>
        requires std::is_constructible_v<E, const G&>
    constexpr Result(const Unexpected<G>& u) : state_(std::in_place_index<1>, u.error()) {}
    template <class G>
        requires std::is_constructible_v<E, G>
    constexpr Result(Unexpected<G>&& u) : state_(std::in_place_index<1>, std::move(u).error()) {}
    template <class... Args>
    constexpr explicit Result(UnexpectTag, Args&&... args)
        : state_(std::in_place_index<1>, std::forward<Args>(args)...) {}

    constexpr bool has_value() const noexcept { return state_.index() == 0; }
    constexpr explicit operator bool() const noexcept { return has_value(); }
    constexpr void operator*() const noexcept {}
    constexpr E& error() & noexcept { return detail::reason_in(state_); }
    constexpr const E& error() const& noexcept { return detail::reason_in(state_); }
    constexpr E&& error() && noexcept { return std::move(detail::reason_in(state_)); }

    /// Throws BadResultAccess when this is an error (terminates without exceptions).
    constexpr void value() const {
        if (!has_value()) detail::bad_result_access();
    }

    template <class F>
    constexpr auto and_then(F&& f) const {
        using Next = std::remove_cvref_t<decltype(f())>;
        return has_value() ? f() : Next(unexpect, error());
    }
    template <class F>
    constexpr auto transform(F&& f) const {
        using U = std::remove_cv_t<decltype(f())>;
        using Next = Result<U, E>;
        if (!has_value()) return Next(unexpect, error());
        if constexpr (std::is_void_v<U>) {
            f();
            return Next();
        } else {
            return Next(std::in_place, f());
        }
    }
    template <class F>
    constexpr auto transform_error(F&& f) const {
        using Next = Result<void, std::remove_cvref_t<decltype(f(error()))>>;
        return has_value() ? Next() : Next(unexpect, f(error()));
    }

    friend bool operator==(const Result&, const Result&) = default;

private:
    std::variant<std::monostate, E> state_;
};

}  // namespace mcp
