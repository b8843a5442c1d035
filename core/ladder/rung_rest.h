// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

namespace rungwatch {

/// A rung that is left alone until a time, because calling it can't help before: its allowance is spent (429 without a
/// Retry-After, or one beyond the limit). Not a breaker: nothing is counted, and the time alone ends it. Thread-safe
/// without a lock.
class RungRest {
public:
    /// Rests until then; never shortens a rest under way.
    void until(SteadyTime end);
    /// An operator's reset.
    void clear() { m_until.store(none, std::memory_order_relaxed); }
    /// What is left of the rest; absent once `now` has reached its end.
    [[nodiscard]] std::optional<Duration> left(SteadyTime now) const;

private:
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

    std::atomic<std::int64_t> m_until{none};
};

} // namespace rungwatch
