// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry_budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rungwatch {

namespace {

using namespace std::chrono_literals;

/// A whole retry, in the unit that a ratio in thousandths of a percent makes of a call.
constexpr std::int64_t oneRetry = 100'000;
/// So that no product overflows: 64 slices of it, at 1000 percent.
constexpr std::int64_t mostCallsInSlice = 10'000'000'000;
/// Before every slice there is, and far enough from the end of the range to subtract from.
constexpr std::int64_t beforeAll = std::numeric_limits<std::int64_t>::min() / 2;

} // namespace

std::optional<Error> RetryBudgetOptions::fault() const
{
    if (ratio.milli < 0 || ratio.milli > 1'000'000)
        return Error{"out-of-range", "expected 0 to 10 retries per call", "ratio"};
    if (!(minPerSecond >= 0 && minPerSecond <= 1e6))
        return Error{"out-of-range", "expected 0 to 1000000 retries per second", "min_per_s"};
    if (window < 1s || window > 1h)
        return Error{"out-of-range", "expected 1 to 3600 seconds", "window_s"};
    return std::nullopt;
}

RetryBudget::RetryBudget(const RetryBudgetOptions& options)
    : m_options(options)
    , m_sliceLength(std::max<std::int64_t>(options.window.count() / slices, 1))
    , m_reserve(std::llround(options.minPerSecond * toSeconds(options.window) * static_cast<double>(oneRetry)))
    , m_newest(beforeAll)
{
    m_slices.fill({beforeAll, 0, 0});
}

std::int64_t RetryBudget::numberAt(SteadyTime now) const
{
    const auto since = now.time_since_epoch().count();
    // Floor, not towards zero: the slice that holds zero is as long as the others.
    const auto number = since / m_sliceLength - (since % m_sliceLength < 0 ? 1 : 0);
    return std::max(number, m_newest);
}

RetryBudget::Slice& RetryBudget::slotAt(SteadyTime now)
{
    m_newest = numberAt(now);
    auto& slot = m_slices[static_cast<std::uint64_t>(m_newest) % slices];
    if (slot.number != m_newest)
        slot = {m_newest, 0, 0};
    return slot;
}

std::int64_t RetryBudget::availableFrom(std::int64_t newest) const
{
    std::int64_t calls = 0;
    std::int64_t retries = 0;
    for (const auto& slice : m_slices) {
        if (slice.number <= newest - slices)
            continue;
        calls += slice.calls;
        retries += slice.retries;
    }
    return std::max<std::int64_t>((m_options.ratio.milli * calls + m_reserve) / oneRetry - retries, 0);
}

void RetryBudget::addCalls(std::uint64_t count, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    auto& slot = slotAt(now);
    const auto room = static_cast<std::uint64_t>(mostCallsInSlice - slot.calls);
    slot.calls += static_cast<std::int64_t>(std::min(count, room));
}

bool RetryBudget::tryRetry(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    auto& slot = slotAt(now);
    if (availableFrom(m_newest) < 1)
        return false;
    ++slot.retries;
    return true;
}

std::uint64_t RetryBudget::available(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint64_t>(availableFrom(numberAt(now)));
}

} // namespace rungwatch
