// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/timeline.h"
#include "ui/session.h"

namespace rungwatch {

class WhatIfSource;

/// How a replay runs, beside the moment that it shows.
struct ReplayStatus {
    bool playing{false};
    /// Recorded seconds in one real second.
    double speed{1};
    /// The speed that was reached: less where the recording is dense. No event is left out for it.
    double reached{0};
    bool atEnd{false};
    std::uint64_t seq{0};
    std::uint64_t lastSeq{0};
    /// Of the history that the charts are drawn from, 0 to 1.
    double historyRead{0};
    /// The stretch that is played again and again; empty (from == to): none.
    charts::TimeRange loop;

    bool operator==(const ReplayStatus&) const = default;
};

enum class ReplayStep { Second, Minute, Transition, OperatorAction };

/// A recording, as a window plays it. Everything asked of it answers with a frame later; nothing blocks.
class ReplaySource : public Session {
    Q_OBJECT

public:
    static constexpr double slowest{1};
    static constexpr double fastest{3600};

    using Session::Session;

    [[nodiscard]] bool isReplay() const final { return true; }
    [[nodiscard]] QString pace() const final;
    [[nodiscard]] virtual ReplayStatus status() const = 0;
    [[nodiscard]] virtual const Timeline& timeline() const = 0;

    virtual void setPlaying(bool playing) = 0;
    /// Held to slowest..fastest.
    virtual void setSpeed(double speed) = 0;
    virtual void seek(WallTime at) = 0;
    virtual void step(ReplayStep step, bool forward) = 0;
    /// Plays it again and again; an empty range ends that.
    virtual void setLoop(const charts::TimeRange& loop) = 0;
    /// Keeps the moment that is shown, beside the journal.
    virtual void addBookmark(const QString& text) = 0;
    /// The recording decided again; null where there is no such thing. Lives as long as the source.
    [[nodiscard]] virtual WhatIfSource* whatIf() { return nullptr; }

Q_SIGNALS:
    /// status() or timeline() is another.
    void replayChanged();
};

} // namespace rungwatch
