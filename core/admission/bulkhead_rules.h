// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

#include <deque>

namespace rungwatch::admission {

struct BulkheadOptions {
    /// Calls under way at a time; 1 to 100,000.
    std::uint32_t permits{10};
    /// Calls that may wait for a permit; 0 (none) to 100,000.
    std::uint32_t queue{0};
    /// The longest wait, over when elapsed >= maxWait; 0 (nobody waits) to 24 h. Absent: only a call's own deadline
    /// ends its wait.
    std::optional<Duration> maxWait;

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;
    bool operator==(const BulkheadOptions&) const = default;
};

/// Why a call was not admitted. None of them says anything about the dependency: it was never reached.
enum class BulkheadRefusal {
    Full, ///< No permit, and no place to wait for one.
    MaxWait, ///< It waited as long as calls may.
    Deadline, ///< Its own deadline passed, before it came or while it waited.
    GaveUp, ///< Its caller withdrew it.
};
constexpr std::array<std::string_view, 4> enumNames(BulkheadRefusal)
{
    return {"full", "max_wait", "deadline", "gave_up"};
}

struct BulkheadCounts {
    std::uint64_t admitted{0};
    /// Full, MaxWait and Deadline.
    std::uint64_t refused{0};
    std::uint64_t gaveUp{0};

    bool operator==(const BulkheadCounts&) const = default;
};

using WaiterId = std::uint64_t;

/// What became of one that waited: admitted, unless there is a refusal.
struct Settled {
    WaiterId waiter{0};
    std::optional<BulkheadRefusal> refusal;

    bool operator==(const Settled&) const = default;
};

/// What became of a call that asked: admitted, unless it waits or is refused.
struct Entered {
    std::optional<WaiterId> waiter;
    /// When a waiter's wait is over; absent: never by time alone.
    std::optional<SteadyTime> until;
    std::optional<BulkheadRefusal> refusal;

    [[nodiscard]] bool admitted() const { return !waiter && !refusal; }
};

/// The rules of a bulkhead as a value: who is admitted, who waits, first in first out, and who has waited too long.
/// Time is handed in and never falls. Every step that takes the time first ends the waits that are over by then, so a
/// permit never goes to one of them, and appends whoever it settled to `settled`, in order. Bulkhead is this for many
/// threads.
class BulkheadRules {
public:
    /// `options` must have no fault().
    explicit BulkheadRules(const BulkheadOptions& options);

    /// A `deadline` that is not later than `now` is refused even where a permit is free: its answer would be too late.
    Entered enter(SteadyTime now, std::optional<SteadyTime> deadline, std::vector<Settled>& settled);
    /// Never waits.
    Entered tryEnter(SteadyTime now, std::vector<Settled>& settled);
    /// One that was admitted has ended; its permit goes to the first that waits. Without one in flight: nothing.
    void leave(SteadyTime now, std::vector<Settled>& settled);
    /// Takes a waiter out of the queue. False where it does not wait (any more): if it was admitted meanwhile, whoever
    /// asked owes a leave().
    bool giveUp(WaiterId waiter);
    void expire(SteadyTime now, std::vector<Settled>& settled);

    /// The end of the first wait that time alone ends; at times earlier (its waiter may have left), never later.
    [[nodiscard]] std::optional<SteadyTime> nextDue() const { return m_nextDue; }
    [[nodiscard]] const BulkheadOptions& options() const { return m_options; }
    [[nodiscard]] std::uint32_t inFlight() const { return m_inFlight; }
    [[nodiscard]] std::size_t waiting() const { return m_waiters.size(); }
    [[nodiscard]] const BulkheadCounts& counts() const { return m_counts; }

private:
    struct Waiter {
        WaiterId id{0};
        std::optional<SteadyTime> until;
        /// What it is refused with then.
        BulkheadRefusal over{BulkheadRefusal::MaxWait};
    };

    Entered admit();
    Entered refuse(BulkheadRefusal refusal);
    [[nodiscard]] Waiter waiterFor(SteadyTime now, std::optional<SteadyTime> deadline) const;

    BulkheadOptions m_options;
    std::uint32_t m_inFlight{0};
    std::deque<Waiter> m_waiters;
    WaiterId m_lastId{0};
    std::optional<SteadyTime> m_nextDue;
    BulkheadCounts m_counts;
};

} // namespace rungwatch::admission
