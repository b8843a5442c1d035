// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/ladder/person_queue.h"

namespace rungwatch::bookstore {

/// The one person behind a queue, by script: a case takes two minutes and waits until it is done. Thread-safe.
class Clerk {
public:
    static constexpr Duration perCase = std::chrono::minutes(2);

    /// `queue` outlives this, and nobody else takes from it.
    explicit Clerk(PersonQueue& queue)
        : m_queue(queue)
    {
    }

    /// Finishes what is done by `now`, each at its own time, however seldom this is called.
    void work(SteadyTime now);

private:
    PersonQueue& m_queue;
    std::mutex m_mutex;
    /// When the last case was done.
    SteadyTime m_freeSince{SteadyTime::min()};
};

} // namespace rungwatch::bookstore
