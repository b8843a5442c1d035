// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorded_what_if.h"
#include "app/session/replay_history.h"
#include "app/session/replay_player.h"
#include "app/session/worker_thread.h"
#include "ui/replay/replay_source.h"

namespace rungwatch {

/// A journal as a window plays it. Lives on the GUI thread; the journal is read in threads of its own, and read only:
/// also one that a console writes at this moment.
class ReplaySession final : public ReplaySource {
    Q_OBJECT

public:
    /// `clock` paces the playing; it outlives the session.
    ReplaySession(const Clock& clock, QString operatorName);
    ~ReplaySession() override;

    /// Begins to read; opened() or failed() follow. `at`: the moment to begin at; else the first event.
    void open(const QString& journal, std::optional<WallTime> at);
    void close();

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override { return m_snapshot; }
    [[nodiscard]] const fleet::History& history() const override { return *m_history; }
    [[nodiscard]] Moment now() const override { return m_now; }
    [[nodiscard]] QString operatorName() const override { return m_operatorName; }
    /// A recording can't be operated.
    void submit(const fleet::Command&) override { }

    [[nodiscard]] ReplayStatus status() const override { return m_status; }
    [[nodiscard]] const Timeline& timeline() const override { return m_timeline; }
    void setPlaying(bool playing) override;
    void setSpeed(double speed) override;
    void seek(WallTime at) override;
    void step(ReplayStep step, bool forward) override;
    void setLoop(const charts::TimeRange& loop) override;
    void addBookmark(const QString& text) override;
    /// Of the journal that was opened; null before.
    [[nodiscard]] WhatIfSource* whatIf() override { return m_whatIf.get(); }
    /// In the place of what the journal itself tells: before open().
    void setWhatIf(std::unique_ptr<RecordedWhatIf> whatIf) { m_whatIf = std::move(whatIf); }

    /// All of the journal is in the history.
    [[nodiscard]] bool isHistoryRead() const { return m_status.historyRead >= 1; }

Q_SIGNALS:
    void opened(rungwatch::WallTime first, rungwatch::WallTime last);
    /// It can't be opened: one sentence.
    void failed(const QString& sentence);

private:
    void takeFrame();
    void takeHistory(const HistoryPtr& history, double fraction);

    const QString m_operatorName;
    ReplayFrameBox m_frames;
    fleet::SnapshotPtr m_snapshot;
    HistoryPtr m_history;
    Moment m_now;
    ReplayStatus m_status;
    Timeline m_timeline;

    std::unique_ptr<RecordedWhatIf> m_whatIf;
    std::unique_ptr<ReplayPlayer> m_player;
    std::unique_ptr<ReplayHistory> m_reader;
    WorkerThread m_playerThread{QStringLiteral("replay")};
    WorkerThread m_readerThread{QStringLiteral("replay history")};
};

} // namespace rungwatch
