// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace rungwatch {

/// Threads that have a slot of their own at a time.
inline constexpr std::size_t ownSlots = 32;
/// With the one slot that all further threads share.
inline constexpr std::size_t threadSlots = ownSlots + 1;

namespace detail {
// One plain number, a load away; the lease behind it has a destructor and would be asked for with a check each time.
extern constinit thread_local std::size_t slotOfThread;
std::size_t leaseSlot() noexcept;
} // namespace detail

/// A small number for the calling thread, the same all its life: 0 to ownSlots - 1, lowest first, and no other living
/// thread's; or ownSlots, which any number of threads share. What a slot's thread wrote is seen by whoever gets the
/// slot after that thread has ended. For counters that each thread keeps apart and a reader adds up.
[[nodiscard]] inline std::size_t threadSlot() noexcept
{
    if (detail::slotOfThread == threadSlots) [[unlikely]]
        detail::slotOfThread = detail::leaseSlot();
    return detail::slotOfThread;
}

} // namespace rungwatch
