// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <optional>
#include <span>

namespace rungwatch {

/// By when something has to be over: made once, where a request comes in, and passed down. "No deadline" is a value of
/// its own, never a zero or a negative number.
class Deadline {
public:
    [[nodiscard]] static Deadline none() { return {}; }
    [[nodiscard]] static Deadline at(SteadyTime when);
    /// `budget` from now, at the last representable moment instead of past it. A budget of 0 or less is over at once.
    [[nodiscard]] static Deadline after(SteadyTime now, Duration budget);

    [[nodiscard]] bool isNone() const { return !m_at; }
    /// Absent: none.
    [[nodiscard]] std::optional<SteadyTime> time() const { return m_at; }
    /// What is left, never below 0; absent: no deadline.
    [[nodiscard]] std::optional<Duration> remaining(SteadyTime now) const;
    /// Whether work may begin: not once nothing is left.
    [[nodiscard]] bool mayStart(SteadyTime now) const;
    /// Whether there is something left after a wait: now + wait < deadline.
    [[nodiscard]] bool allowsWait(SteadyTime now, Duration wait) const;
    /// The shorter of a limit of one's own and what is left; absent where neither bounds it.
    [[nodiscard]] std::optional<Duration> limit(std::optional<Duration> own, SteadyTime now) const;
    [[nodiscard]] Deadline earlier(const Deadline& other) const;

    bool operator==(const Deadline&) const = default;

private:
    std::optional<SteadyTime> m_at;
};

/// What one rung of a ladder may take of the ladder's budget.
struct RungShare {
    /// The most that one call on it may take; absent: no limit of its own.
    std::optional<Duration> limit;
    /// What the rungs above it have to leave for it; 0 or more.
    Duration reserve{0};
};

/// What a rung is given when its turn comes.
struct RungTime {
    /// Nothing would be left for it: it is passed by, and the next one is asked.
    bool skipped{false};
    /// At most this long, 0 where skipped; absent: no bound.
    std::optional<Duration> given;
};

/// min(its limit, what is left - the reserves of the rungs below it), so that a hung rung cannot spend what the cheap
/// ones need. Asked again for each rung when its turn comes: what a rung did not use is there for the next. Skipped
/// where that is 0 or less. `rung` < shares.size().
[[nodiscard]] RungTime timeForRung(
    std::span<const RungShare> shares, std::size_t rung, const Deadline& deadline, SteadyTime now);

} // namespace rungwatch
