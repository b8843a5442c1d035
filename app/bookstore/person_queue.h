// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <cstdint>
#include <mutex>

namespace rungwatch::bookstore {

/// Requests that wait for a person. One clerk takes one every two minutes. Thread-safe.
class PersonQueue {
public:
    static constexpr Duration perRequest = std::chrono::minutes(2);

    struct State {
        std::uint64_t waiting{0};
        Duration waitEstimate{0};
    };

    /// Gives the position, from 1.
    std::uint64_t join(SteadyTime now);
    [[nodiscard]] State state(SteadyTime now) const;

private:
    /// Those still waiting at `now`, when `m_waiting` waited at m_since.
    [[nodiscard]] std::uint64_t waitingAt(SteadyTime now) const;

    mutable std::mutex m_mutex;
    std::uint64_t m_waiting{0};
    /// When the clerk began on the one at the head.
    SteadyTime m_since;
};

} // namespace rungwatch::bookstore
