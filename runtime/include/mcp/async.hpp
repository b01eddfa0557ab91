// Coroutines for handlers, and the callback that a finished call is reported to. Where coroutines
// run is decided by what they wait for; there is no scheduler here.
#pragma once

#include <mcp/rpc.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace mcp {

/// Takes the outcome of a call, once. Destroying one that was not used reports an internal error,
/// so that no call stays without an answer.
template <class T>
class Done {
public:
    /// Where the outcome goes: what a function is wrapped in, or a part of an object that is there
    /// anyway. It must be there until `release`.
    class Target {
    public:
        /// Comes once, before `release`, on whatever thread has the outcome. It must not throw when
        /// the outcome is that the `Done` was dropped.
        virtual void call(Answer<T>&& answer) = 0;
        /// Comes once and last. The target may destroy itself here.
        virtual void release() noexcept = 0;

    protected:
        ~Target() = default;
    };

    Done() = default;
    explicit Done(Target& target) : target_(&target) {}
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, Done> &&
                 std::is_invocable_v<F&, Answer<T>&&>)
    Done(F&& function) : target_(new Function<std::remove_cvref_t<F>>(std::forward<F>(function))) {}
    Done(Done&&) noexcept = default;
    Done& operator=(Done&& other) noexcept {
        drop();
        target_ = std::move(other.target_);
        return *this;
    }
    ~Done() { drop(); }

    explicit operator bool() const noexcept { return target_ != nullptr; }
    void operator()(Answer<T> answer) {
        if (const auto target = std::move(target_)) target->call(std::move(answer));
    }

private:
    template <class F>
    struct Function final : Target {
        explicit Function(const F& f) : function(f) {}
        explicit Function(F&& f) : function(std::move(f)) {}
        void call(Answer<T>&& answer) override { function(std::move(answer)); }
        void release() noexcept override { delete this; }
        F function;
    };
    struct Release {
        void operator()(Target* target) const noexcept { target->release(); }
    };
    void drop() noexcept {
        if (target_)
            (*this)(Unexpected(RpcError(error_code::internal_error, "no answer was made")));
    }
    std::unique_ptr<Target, Release> target_;
};

template <class T>
class Async;

namespace detail {

/// A coroutine that starts at once and that nobody waits for.
struct Detached {
    struct promise_type {
        Detached get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() const noexcept { std::terminate(); }
    };
};

template <class T>
struct AsyncPromiseBase {
    std::suspend_always initial_suspend() const noexcept { return {}; }
    auto final_suspend() const noexcept {
        struct Continue {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(
                std::coroutine_handle<typename Async<T>::promise_type> self) const noexcept {
                return self.promise().continuation;
            }
            void await_resume() const noexcept {}
        };
        return Continue{};
    }
    void unhandled_exception() noexcept { failure = std::current_exception(); }

    std::coroutine_handle<> continuation = std::noop_coroutine();
    std::exception_ptr failure{};
};

template <class T>
struct AsyncPromise : AsyncPromiseBase<T> {
    Async<T> get_return_object() noexcept;
    template <class U>
        requires std::is_constructible_v<T, U>
    void return_value(U&& value) { result.emplace(std::forward<U>(value)); }
    T take() {
        if (this->failure) std::rethrow_exception(this->failure);
        return *std::move(result);
    }
    std::optional<T> result{};
};

template <>
struct AsyncPromise<void> : AsyncPromiseBase<void> {
    Async<void> get_return_object() noexcept;
    void return_void() const noexcept {}
    void take() const {
        if (failure) std::rethrow_exception(failure);
    }
};

}  // namespace detail

/// A coroutine that gives a `T`. Starts when it is awaited; destroying it before its end destroys
/// what it waits for.
template <class T>
class [[nodiscard]] Async {
public:
    using promise_type = detail::AsyncPromise<T>;
    using value_type = T;

    Async() = default;
    Async(Async&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Async& operator=(Async&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Async() {
        if (handle_) handle_.destroy();
    }

    auto operator co_await() && noexcept {
        struct Awaiter {
            std::coroutine_handle<promise_type> handle;
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) const noexcept {
                handle.promise().continuation = waiting;
                return handle;
            }
            T await_resume() const { return handle.promise().take(); }
        };
        return Awaiter{handle_};
    }

private:
    friend struct detail::AsyncPromise<T>;
    explicit Async(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}
    std::coroutine_handle<promise_type> handle_{};
};

namespace detail {
template <class T>
Async<T> AsyncPromise<T>::get_return_object() noexcept {
    return Async<T>(std::coroutine_handle<AsyncPromise>::from_promise(*this));
}
inline Async<void> AsyncPromise<void>::get_return_object() noexcept {
    return Async<void>(std::coroutine_handle<AsyncPromise>::from_promise(*this));
}
template <class T>
inline constexpr bool is_async = false;
template <class T>
inline constexpr bool is_async<Async<T>> = true;
}  // namespace detail

}  // namespace mcp
