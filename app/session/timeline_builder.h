// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_reader.h"
#include "ui/replay/timeline.h"

#include <map>
#include <set>

namespace rungwatch {

/// Makes a recording's timeline of its readable rows, fed in the order of their numbers; more may follow later.
class TimelineBuilder {
public:
    /// A console began to watch; `lastBefore`: the last event of the one before, absent for the first.
    void addSession(WallTime at, std::optional<WallTime> lastBefore);
    /// A recording that begins in its middle: how things stood when it does.
    void addStart(const fleet::FleetState& state, WallTime at);
    void addTransition(const journal::RecordedRow& row);
    void addOperator(const journal::RecordedRow& row);

    /// What was fed so far, up to `last`.
    [[nodiscard]] Timeline timeline(WallTime last) const;

private:
    /// Stretches of how many are abnormal, as they open, worsen and end.
    class Counted {
    public:
        void set(const std::string& name, bool abnormal, bool open, WallTime at);
        /// Nothing is known any more, or again: what was counted goes on from `to`.
        void interrupt(WallTime from, WallTime to);
        void forget(const std::string& prefix, WallTime at);
        [[nodiscard]] std::vector<CountSpan> spans(WallTime last) const;

    private:
        void move(WallTime at);

        std::map<std::string, bool> m_abnormal; // to whether it is open
        std::vector<CountSpan> m_ended;
        std::optional<CountSpan> m_now;
    };

    void setLevel(std::optional<HealthLevel> level, WallTime at);
    void addAlarm(const journal::RecordedRow& row, const QString& text);

    void pass(WallTime at) { m_latest = std::max(m_latest, at); }

    std::optional<WallTime> m_first;
    /// A calendar that was set back has been there once.
    WallTime m_latest;
    std::vector<LevelSpan> m_levels;
    std::optional<HealthLevel> m_level;
    WallTime m_levelSince;
    Counted m_modes;
    Counted m_breakers;
    std::set<std::string> m_features;
    std::vector<TimelineMark> m_marks;
};

} // namespace rungwatch
