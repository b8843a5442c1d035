// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/ladder/honest_message.h"

#include <deque>
#include <mutex>

namespace rungwatch {

struct PersonQueueOptions {
    /// Cases; 1 to 100,000. One more is refused: a queue that nobody can work off is no other path.
    std::size_t maxWaiting{1'000};
    /// How long a case takes the people who handle them, where somebody knows; 1 s to 24 h. It counts as long as too
    /// little was handled to measure it.
    std::optional<Duration> perCase;
    /// What was handled longer ago than this says nothing about now; 1 min to 24 h. Inside while age < recent.
    Duration recent{std::chrono::hours{1}};

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;
};

/// Cases that wait for a person, first in first out. Bounded, thread-safe, without a clock of its own: time is handed
/// in.
///
/// The wait estimate is position times the time that a case takes. That is the mean of the last (up to 20, at least 3)
/// recent gaps between two takes, where somebody was left waiting after the first of them: a person without a case says
/// nothing about how long one takes. A gap that is under way and already longer than the mean counts as one of them, so
/// that the estimate grows when nobody handles anything any more. Without enough gaps it is `perCase`; without that the
/// wait is not known.
class PersonQueue {
public:
    using Ticket = std::uint64_t;

    struct Joined {
        Ticket ticket{0};
        QueuePlace place;
    };

    struct Case {
        Ticket ticket{0};
        /// As it was handed in.
        std::string reference;
        /// From joining to being taken.
        Duration waited{0};
    };

    struct State {
        std::size_t waiting{0};
        /// Of the last one in the queue; absent where it is not known, and while nobody waits.
        std::optional<Duration> waitEstimate;
        /// How long the first one has waited.
        std::optional<Duration> longestWait;
        std::uint64_t joined{0};
        /// Found it full.
        std::uint64_t refused{0};
        std::uint64_t taken{0};
        std::uint64_t left{0};
    };

    /// `options` must have no fault().
    explicit PersonQueue(const PersonQueueOptions& options);

    /// Nothing when it is full.
    [[nodiscard]] std::optional<Joined> join(std::string reference, SteadyTime now);
    /// Nothing for whoever does not wait (any more).
    [[nodiscard]] std::optional<QueuePlace> placeOf(Ticket ticket, SteadyTime now) const;
    /// Withdraws a case. False where it does not wait (any more).
    bool leave(Ticket ticket);
    /// A person is free and takes the first case; nothing when nobody waits.
    [[nodiscard]] std::optional<Case> take(SteadyTime now);

    [[nodiscard]] State state(SteadyTime now) const;

private:
    struct Waiting {
        Ticket ticket{0};
        std::string reference;
        SteadyTime joined;
    };
    struct Gap {
        SteadyTime ended;
        Duration length{0};
    };

    // The lock is the caller's.
    [[nodiscard]] std::optional<Duration> perCase(SteadyTime now) const;
    [[nodiscard]] QueuePlace place(std::size_t index, SteadyTime now) const;
    [[nodiscard]] std::deque<Waiting>::const_iterator find(Ticket ticket) const;

    PersonQueueOptions m_options;
    mutable std::mutex m_mutex;
    /// By rising ticket.
    std::deque<Waiting> m_waiting;
    std::deque<Gap> m_gaps;
    /// Since when somebody waits without a break and without a take.
    std::optional<SteadyTime> m_unservedSince;
    /// Whether that began with a take.
    bool m_gapCounts{false};
    State m_counts;
};

} // namespace rungwatch
