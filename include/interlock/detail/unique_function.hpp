// SPDX-License-Identifier: Apache-2.0
/// @file
/// A move-only callable: C++23's `std::move_only_function`, as far as completion handlers need it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {

template <class Signature>
class unique_function;

/// Holds one callable; small ones (48 bytes) in place, so that a completion handler costs no allocation.
template <class R, class... Args>
class unique_function<R(Args...)> {
public:
    unique_function() noexcept = default;
    unique_function(std::nullptr_t) noexcept {}

    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, unique_function> &&
             std::is_invocable_r_v<R, std::remove_cvref_t<F>&, Args...>) unique_function(F&& f) {
        using target = std::remove_cvref_t<F>;
        if constexpr (sizeof(target) <= room && alignof(target) <= alignof(std::max_align_t) &&
                      std::is_nothrow_move_constructible_v<target>) {
            ::new (static_cast<void*>(place_)) target(std::forward<F>(f));
            table_ = &in_place<target>;
        } else {
            ::new (static_cast<void*>(place_)) target*(new target(std::forward<F>(f)));
            table_ = &on_heap<target>;
        }
    }

    unique_function(unique_function&& other) noexcept { take(other); }
    unique_function& operator=(unique_function&& other) noexcept {
        if (this != &other) {
            reset();
            take(other);
        }
        return *this;
    }
    unique_function(const unique_function&) = delete;
    unique_function& operator=(const unique_function&) = delete;
    ~unique_function() { reset(); }

    explicit operator bool() const noexcept { return table_ != nullptr; }

    R operator()(Args... args) { return table_->call(place_, std::forward<Args>(args)...); }

private:
    static constexpr std::size_t room = 48;
    struct operations {
        R (*call)(void*, Args&&...);
        void (*move)(void* from, void* to) noexcept;
        void (*destroy)(void*) noexcept;
    };

    template <class T>
    static constexpr operations in_place{
        [](void* p, Args&&... args) -> R { return (*static_cast<T*>(p))(std::forward<Args>(args)...); },
        [](void* from, void* to) noexcept {
            ::new (to) T(std::move(*static_cast<T*>(from)));
            static_cast<T*>(from)->~T();
        },
        [](void* p) noexcept { static_cast<T*>(p)->~T(); }};

    template <class T>
    static constexpr operations on_heap{
        [](void* p, Args&&... args) -> R { return (**static_cast<T**>(p))(std::forward<Args>(args)...); },
        [](void* from, void* to) noexcept { ::new (to) T*(*static_cast<T**>(from)); },
        [](void* p) noexcept { delete *static_cast<T**>(p); }};

    void take(unique_function& other) noexcept {
        if (other.table_ != nullptr) {
            other.table_->move(other.place_, place_);
            table_ = std::exchange(other.table_, nullptr);
        }
    }
    void reset() noexcept {
        if (table_ != nullptr) std::exchange(table_, nullptr)->destroy(place_);
    }

    alignas(std::max_align_t) std::byte place_[room];
    const operations* table_ = nullptr;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
