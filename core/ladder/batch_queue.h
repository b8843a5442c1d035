// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/batch_item.h"

#include <map>
#include <mutex>
#include <set>

namespace rungwatch {

/// The retry queue of batch work: what no rung could do now is done later, and what can't be done at all is kept with
/// its errors until a person decides. Bounded, thread-safe, without a thread or a clock of its own.
///
/// Nothing that was accepted is ever lost: an item leaves by being done, or by somebody discarding its dead letter. So
/// add() refuses where the item, should it fail, would find no room among the dead letters.
class BatchQueue {
public:
    using Id = BatchItem::Id;

    /// One attempt at an item, to be ended by done() or failed() with the same id and attempt.
    struct Work {
        Id id{0};
        /// From 1.
        std::uint32_t attempt{1};
        std::string payload;
    };

    struct Counts {
        /// Waiting for their time, and under way.
        std::size_t waiting{0};
        std::size_t underWay{0};
        std::size_t deadLetters{0};
        std::uint64_t added{0};
        std::uint64_t refused{0};
        std::uint64_t done{0};

        bool operator==(const Counts&) const = default;
    };

    /// More dead letters than the limit.
    struct Alert {
        std::size_t deadLetters{0};
        /// The limit that they are above.
        std::size_t above{0};
        /// Since when, without a break.
        WallTime since;

        bool operator==(const Alert&) const = default;
    };

    /// `options` must have no fault().
    explicit BatchQueue(const BatchOptions& options);

    /// Due at once. Nothing when there is no room.
    [[nodiscard]] std::optional<Id> add(std::string payload, const Moment& now);
    /// The item that has been due longest, in the order of adding where several were due together. Nothing while none
    /// is due. First takes back what has been under way for its whole lease: that attempt failed by timeout.
    [[nodiscard]] std::optional<Work> take(const Moment& now);
    /// False, and nothing done, where this attempt is not under way (any more): its result comes too late.
    bool done(Id id, std::uint32_t attempt);
    /// Due again after `retryIn` (>= 0), unless that was the last attempt. Without `retryIn` there is no sense in
    /// another one. Either way out leads to the dead letters. False as for done().
    bool failed(Id id, std::uint32_t attempt, FailureClass failure, std::string message,
        std::optional<Duration> retryIn, const Moment& now);

    /// Oldest first.
    [[nodiscard]] std::vector<BatchItem> deadLetters() const;
    /// A dead letter gets as many attempts again, due at once; it keeps its errors. False where there is none of that
    /// id, or no room.
    bool revive(Id id, const Moment& now);
    /// Drops a dead letter. False where there is none of that id.
    bool discard(Id id);

    /// When take() would next give something or take something back.
    [[nodiscard]] std::optional<SteadyTime> nextDue() const;
    [[nodiscard]] Counts counts() const;
    [[nodiscard]] std::optional<Alert> alert() const;

private:
    using Schedule = std::set<std::pair<SteadyTime, Id>>;

    // The lock is the caller's.
    [[nodiscard]] bool underWay(Id id, std::uint32_t attempt) const;
    void takeBackOverdue(const Moment& now);
    void endAttempt(Id id, BatchError error, std::optional<SteadyTime> dueAgain, const Moment& now);
    std::optional<BatchItem> removeDead(Id id);

    BatchOptions m_options;
    mutable std::mutex m_mutex;
    Id m_lastId{0};
    std::map<Id, BatchItem> m_items;
    /// When each that waits is due, and by when each that is under way has to have ended.
    Schedule m_waiting;
    Schedule m_underWay;
    /// By when they died.
    std::vector<BatchItem> m_dead;
    std::optional<WallTime> m_aboveSince;
    Counts m_counts;
};

} // namespace rungwatch
