// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/fixed.h"
#include "rungwatch/base/result.h"

#include <array>
#include <mutex>

namespace rungwatch {

struct RetryBudgetOptions {
    /// Retries per call; 0 to 1000 percent.
    Percent ratio{20'000};
    /// Retries that are allowed besides, so that a service with few calls can retry at all; 0 to 1,000,000.
    double minPerSecond{1};
    /// What is looked back over; 1 s to 1 h.
    Duration window{std::chrono::seconds{10}};

    /// The first setting out of its range, by its name in a script.
    [[nodiscard]] std::optional<Error> fault() const;
};

/// Caps the share of retries, so that a dependency in trouble is not sent a multiple of its load: within the window at
/// most ratio * calls + minPerSecond * window retries, the last one that fits included. Shared by every action on one
/// dependency; thread-safe, and allocates nothing.
///
/// The window is kept in 64 slices, so a call or retry counts for between 63/64 of the window and all of it.
class RetryBudget {
public:
    /// `options` must have no fault().
    explicit RetryBudget(const RetryBudgetOptions& options = {});

    /// Calls made for the first time, each of which earns its share of a retry. Up to 10^10 are counted in a slice.
    void addCalls(std::uint64_t count, SteadyTime now);
    /// True where one more retry fits; it is then counted. Ask last: nothing gives it back.
    [[nodiscard]] bool tryRetry(SteadyTime now);
    /// How many retries would be allowed now.
    [[nodiscard]] std::uint64_t available(SteadyTime now) const;

    [[nodiscard]] const RetryBudgetOptions& options() const { return m_options; }

private:
    static constexpr std::int64_t slices = 64;
    struct Slice {
        /// Which slice of time this is: a slot is used again for every 64th.
        std::int64_t number{0};
        std::int64_t calls{0};
        std::int64_t retries{0};
    };
    [[nodiscard]] std::int64_t numberAt(SteadyTime now) const;
    /// The slot of `now`, emptied where it held an older slice.
    Slice& slotAt(SteadyTime now);
    [[nodiscard]] std::int64_t availableFrom(std::int64_t newest) const;

    RetryBudgetOptions m_options;
    std::int64_t m_sliceLength;
    /// minPerSecond * window, in the unit of the comparison: retries * 100,000.
    std::int64_t m_reserve;
    mutable std::mutex m_mutex;
    std::array<Slice, slices> m_slices;
    /// A reading that comes in late (another thread's) counts in the newest slice.
    std::int64_t m_newest;
};

} // namespace rungwatch
