// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <cstdint>
#include <optional>

namespace rungwatch::journal {

/// After which events a journal wants the state as a keyframe: so many after the one before, or so long after it by the
/// session's steady clock, whichever comes first. Between two, nobody has to keep a state for it.
class KeyframePace {
public:
    KeyframePace(std::uint64_t events, Duration time)
        : m_events(events)
        , m_time(time)
    {
    }

    /// The last one is that after `seq`; its time is that of the first events that come, since a session's clock begins
    /// anew.
    void begin(std::uint64_t seq)
    {
        m_seq = seq;
        m_at.reset();
    }
    /// Whether one is wanted after event `seq`, at `at`. If so, that is the last one.
    [[nodiscard]] bool take(std::uint64_t seq, SteadyTime at)
    {
        if (!m_at)
            m_at = at;
        if (seq < m_seq + m_events && at - *m_at < m_time)
            return false;
        m_seq = seq;
        m_at = at;
        return true;
    }

private:
    std::uint64_t m_events;
    Duration m_time;
    std::uint64_t m_seq{0};
    std::optional<SteadyTime> m_at;
};

} // namespace rungwatch::journal
