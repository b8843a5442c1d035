// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/thread_slot.h"

#include <atomic>
#include <bit>
#include <cstdint>

namespace rungwatch {

namespace {

/// A bit for each slot that a living thread has.
constinit std::atomic<std::uint32_t> taken{0};

/// Gives the slot back when its thread ends.
struct Lease {
    std::size_t slot{ownSlots};

    Lease()
    {
        auto before = taken.load(std::memory_order_relaxed);
        while (~before != 0) {
            const auto free = static_cast<std::size_t>(std::countr_one(before));
            if (taken.compare_exchange_weak(before, before | (1U << free), std::memory_order_acquire)) {
                slot = free;
                return;
            }
        }
    }
    ~Lease()
    {
        if (slot < ownSlots)
            taken.fetch_and(~(1U << slot), std::memory_order_release);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
};
static_assert(ownSlots == 32, "a bit each");

} // namespace

constinit thread_local std::size_t detail::slotOfThread = threadSlots;

std::size_t detail::leaseSlot() noexcept
{
    static thread_local const Lease lease;
    return lease.slot;
}

} // namespace rungwatch
