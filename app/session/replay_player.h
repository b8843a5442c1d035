// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/replay_cursor.h"
#include "ui/replay/replay_source.h"

#include <QObject>
#include <QTimer>

#include <mutex>

namespace rungwatch {

/// What a player has for a window.
struct ReplayFrame {
    fleet::SnapshotPtr snapshot;
    Moment now;
    /// Every event since the last frame that a person reads, in order; after a jump the newest ones up to here.
    std::vector<fleet::Event> events;
    bool jumped{false};
    ReplayStatus status;
};

/// Hands frames from the player to the GUI thread, one at a time: while one lies there the player waits, so that a slow
/// window makes a replay slower and never poorer. Thread-safe.
class ReplayFrameBox {
public:
    [[nodiscard]] bool isFree() const
    {
        const std::lock_guard guard(m_mutex);
        return !m_frame;
    }
    void put(ReplayFrame frame)
    {
        const std::lock_guard guard(m_mutex);
        m_frame = std::move(frame);
    }
    [[nodiscard]] std::optional<ReplayFrame> take()
    {
        const std::lock_guard guard(m_mutex);
        return std::exchange(m_frame, std::nullopt);
    }

private:
    mutable std::mutex m_mutex;
    std::optional<ReplayFrame> m_frame;
};

/// Moves a cursor as it is asked to, or with the time. Lives on the replay thread that it is moved to; it owns the
/// file, so that no disk is ever read on the GUI thread.
class ReplayPlayer : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds frameEvery{16};
    /// A frame's share of the time for reading; what does not fit is played later, not left out.
    static constexpr std::chrono::milliseconds readingBudget{10};
    /// So many events stand in the list after a jump.
    static constexpr std::size_t logAfterJump{400};

    ReplayPlayer(const Clock& clock, ReplayFrameBox& frames);
    ~ReplayPlayer() override;

    /// Any thread: seeks when it comes to it. Of several that wait, only the last one is carried out, so that a dragged
    /// playhead is never behind the hand.
    void requestSeek(WallTime at);

public Q_SLOTS:
    /// Answers with opened() or failed(). `at`: where to begin; else at the first event.
    void open(const QString& file, std::optional<rungwatch::WallTime> at);
    void setPlaying(bool playing);
    void setSpeed(double speed);
    void setLoop(const rungwatch::charts::TimeRange& loop);
    void seek(rungwatch::WallTime at);
    void step(rungwatch::ReplayStep step, bool forward);
    /// Time has passed: plays on, hands over what there is. Called by the player's own timer.
    void beat();
    /// Looks whether another console has written on.
    void lookAgain();
    void close();

Q_SIGNALS:
    /// The whole recording's beginning and end.
    void opened(rungwatch::WallTime first, rungwatch::WallTime last);
    /// It can't be opened: one sentence.
    void failed(const QString& sentence);
    /// A place in it can't be read; it stands before that.
    void troubled(const QString& sentence);
    /// A frame lies in the box.
    void framed();
    /// The journal has more events than before.
    void grew(quint64 lastSeq);

private:
    void seekAsRequested();
    void play(Duration real);
    void jump(const std::optional<Error>& error);
    void report(const std::optional<Error>& error);
    void handOver();
    void arm();

    const Clock& m_clock;
    ReplayFrameBox& m_frames;
    std::mutex m_mutex;
    std::optional<WallTime> m_requested; // under m_mutex

    // From here on the replay thread's alone.
    std::optional<ReplayCursor> m_cursor;
    ReplayStatus m_status;
    SteadyTime m_lastBeat;
    std::vector<fleet::Event> m_unseen;
    bool m_jumped{false};
    bool m_changed{false};
    QString m_trouble;
    QTimer m_beat{this};
    QTimer m_look{this};
};

} // namespace rungwatch
