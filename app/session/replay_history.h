// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_reader.h"
#include "app/session/bookmark_file.h"
#include "app/session/timeline_builder.h"
#include "rungwatch/fleet/history.h"

#include <QObject>

#include <atomic>

namespace rungwatch {

using HistoryPtr = std::shared_ptr<const fleet::History>;

/// Reads a journal once from its beginning, beside the player and with a connection of its own: first its timeline,
/// from the readable rows, then the history that charts are drawn from. So a seek reads a keyframe and what follows it,
/// and the charts show the time before it all the same. What it hands out is never changed again. Lives on the thread
/// that it is moved to.
class ReplayHistory : public QObject {
    Q_OBJECT

public:
    /// Of all features and lanes together; with 40 bytes a point, some 80 MB. A fleet with more keeps the newest.
    static constexpr std::size_t points{2'000'000};

    explicit ReplayHistory(const Clock& clock);
    ~ReplayHistory() override;

    /// Any thread: reading ends with the slice that it is at.
    void stop() { m_stopped = true; }

public Q_SLOTS:
    void open(const QString& file);
    /// The journal goes up to here now.
    void readUpTo(quint64 lastSeq);
    void addBookmark(const rungwatch::TimelineMark& mark, const QString& by);
    void close();

Q_SIGNALS:
    void timelineRead(const rungwatch::Timeline& timeline);
    /// `fraction` of the journal is in it.
    void historyRead(rungwatch::HistoryPtr history, double fraction);
    void troubled(const QString& sentence);

private:
    void readSlice();
    [[nodiscard]] std::optional<Error> begin();
    [[nodiscard]] std::optional<Error> readRows();
    [[nodiscard]] std::optional<Error> readBlock();
    void publish();
    void report(const Error& error);

    const Clock& m_clock;
    std::atomic<bool> m_stopped{false};
    std::optional<journal::JournalReader> m_reader;
    std::optional<BookmarkFile> m_bookmarkFile;
    std::vector<TimelineMark> m_bookmarks;
    TimelineBuilder m_timeline;
    /// Rows up to here are in the timeline.
    std::uint64_t m_rowsRead{0};
    fleet::FleetState m_state;
    fleet::History m_history;
    std::uint64_t m_published{0};
    SteadyTime m_publishAgainAt;
    bool m_reading{false};
};

} // namespace rungwatch
