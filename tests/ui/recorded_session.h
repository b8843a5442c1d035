// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outage_session.h"
#include "ui/replay/replay_source.h"

namespace rungwatch {

/// A replay that stands at a minute of the outage hour and notes what is asked of it.
class RecordedSession : public ReplaySource {
    Q_OBJECT

public:
    explicit RecordedSession(int minute)
        : hour(minute)
    {
        using namespace std::chrono_literals;
        const auto begin = std::chrono::floor<std::chrono::minutes>(hour.now().wall) - std::chrono::minutes{minute};
        line.range = {begin, begin + 1h};
        line.features = 3;
        line.levels = {{begin, begin + 1min, HealthLevel::Unknown}, {begin + 1min, begin + 10min, HealthLevel::Healthy},
            {begin + 10min, begin + 48min, HealthLevel::Degraded}, {begin + 48min, begin + 1h, HealthLevel::Healthy}};
        line.modes = {{begin + 11min, begin + 48min, 3, false}};
        line.breakers = {{begin + 10min, begin + 15min, 1, true}, {begin + 20min, begin + 41min, 2, true},
            {begin + 42min, begin + 46min, 1, false}};
        line.marks = {{TimelineMark::Kind::Alarm, begin + 10min, 100, QStringLiteral("fleet DEGRADED")},
            {TimelineMark::Kind::Opening, begin + 10min, 101, QStringLiteral("store/provider-primary opened")},
            {TimelineMark::Kind::Alarm, begin + 11min, 111, QStringLiteral("refund_eligibility off its first rung")},
            {TimelineMark::Kind::Alarm, begin + 11min, 112, QStringLiteral("help_desk off its first rung")},
            {TimelineMark::Kind::Opening, begin + 20min, 201, QStringLiteral("store/provider-primary opened")},
            {TimelineMark::Kind::OperatorAction, begin + 24min, 241,
                QStringLiteral("kill recommendations by operator")},
            {TimelineMark::Kind::Note, begin + 31min, 311, QStringLiteral("provider says: identified")},
            {TimelineMark::Kind::Bookmark, begin + 40min, 401, QStringLiteral("first return fails")}};
        state.lastSeq = 84112;
        state.seq = 61940;
        state.historyRead = 1;
        state.speed = 60;
    }

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override { return hour.snapshot(); }
    [[nodiscard]] const fleet::History& history() const override { return hour.history(); }
    [[nodiscard]] Moment now() const override { return hour.now(); }
    [[nodiscard]] QString operatorName() const override { return QStringLiteral("operator"); }
    void submit(const fleet::Command&) override { asked << QStringLiteral("submit"); }
    [[nodiscard]] ReplayStatus status() const override { return state; }
    [[nodiscard]] const Timeline& timeline() const override { return line; }
    void setPlaying(bool playing) override { asked << (playing ? QStringLiteral("play") : QStringLiteral("pause")); }
    void setSpeed(double speed) override { asked << QStringLiteral("speed %1").arg(speed); }
    void seek(WallTime at) override
    {
        asked << QStringLiteral("seek %1").arg(
            std::chrono::duration_cast<std::chrono::seconds>(at - line.range.from).count());
    }
    void step(ReplayStep step, bool forward) override
    {
        asked << QStringLiteral("step %1 %2").arg(static_cast<int>(step)).arg(forward ? 1 : -1);
    }
    void setLoop(const charts::TimeRange& loop) override
    {
        asked << QStringLiteral("loop %1").arg(std::chrono::duration_cast<std::chrono::seconds>(loop.length()).count());
    }
    void addBookmark(const QString& text) override { asked << QStringLiteral("bookmark ") + text; }

    /// Shows `state` and `line` as they are now.
    void change() { Q_EMIT replayChanged(); }
    void jump(const std::vector<fleet::Event>& log) { Q_EMIT jumped(log); }
    [[nodiscard]] QStringList taken() { return std::exchange(asked, {}); }

    OutageSession hour;
    Timeline line;
    ReplayStatus state;
    QStringList asked;
};

} // namespace rungwatch
