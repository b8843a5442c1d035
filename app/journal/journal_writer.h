// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/incident_keep.h"
#include "app/journal/journal_start.h"
#include "app/journal/keyframe_pace.h"
#include "rungwatch/fleet/incident.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>
#include <span>

namespace rungwatch::journal {

using FleetStatePtr = std::shared_ptr<const fleet::FleetState>;

/// Writes events to disk, in the journal thread that it is moved to; sole owner of the database connection. Appends
/// are gathered and committed together, an operator's request at once. Where the journal can't be written it says so
/// in one sentence; what follows from that is the console's to decide.
class JournalWriter : public QObject {
    Q_OBJECT

public:
    struct Options {
        QString file;
        /// Stands in a new journal as who made it.
        std::string program;
        /// Appends wait so long for company.
        std::chrono::milliseconds commitEvery{50};
        /// After a failed commit it is tried again so often.
        std::chrono::milliseconds retryEvery{2000};
        /// A keyframe after so many events, or so long after the one before.
        std::uint64_t keyframeEvents{5000};
        Duration keyframeEvery{std::chrono::seconds(60)};
        /// What waits while the disk refuses; beyond it the journal is given up, since it may have no hole.
        std::size_t pendingEvents{200'000};
        /// What is older goes, at keyframes; by default nothing.
        Keep keep{};
        /// What a new journal begins with; absent: nothing, and its first event is number 1.
        std::optional<JournalStart> start{};
    };

    explicit JournalWriter(Options options);
    ~JournalWriter() override;

    /// Any thread, one at a time. `after` is the state after the last of `events`; it is copied where a keyframe is
    /// due, and not otherwise. One call is never split over transactions.
    void append(std::vector<fleet::Event> events, const fleet::FleetState& after);
    /// Any thread. Nothing is appended any more: `last` is the state after the last event, for close() to end with.
    void end(const fleet::FleetState& last);

public Q_SLOTS:
    /// Journal thread. Answers with opened(); where that fails with failed() before it.
    void open();
    /// Journal thread. Commits what waits, with the state that end() gave as a keyframe, and lets the file go.
    void close();
    /// Journal thread. What stands from there on is never cut off; `toSeq` 0: it has not ended. With the next commit.
    void protect(quint64 fromSeq, quint64 toSeq, const QString& why);
    /// Journal thread. The same for an incident, which is told as often as more is known of it. With the next commit.
    void keepIncident(const rungwatch::journal::IncidentKeep& keep);

Q_SIGNALS:
    /// The journal ends within this incident. Before opened().
    void incidentResumed(const rungwatch::fleet::Incident& open);
    /// The state that the journal ends with, to go on from; an empty one for a new journal, and where there is none.
    void opened(rungwatch::journal::FleetStatePtr resumed, bool writable);
    /// Every event up to here is on disk.
    void committed(quint64 seq);
    /// Nothing more will be committed, ever; a sentence for the operator says why. Once at most.
    void failed(const QString& why);
    /// It can't be written now, but may be later: a sentence for the operator. Empty: over.
    void troubled(const QString& sentence);

private:
    struct Append {
        std::vector<fleet::Event> events;
        /// Where a keyframe is due.
        FleetStatePtr after;
    };

    [[nodiscard]] std::optional<Error> lock();
    [[nodiscard]] Result<fleet::FleetState> openFile();
    [[nodiscard]] Result<fleet::FleetState> resume();
    void takeInbox();
    void commit();
    [[nodiscard]] std::optional<Error> writeAll();
    [[nodiscard]] std::optional<Error> writeBlocks(std::span<const fleet::Event> events);
    void dropTail();
    void retain();
    void sayHeldBack(std::uint64_t beforeSeq);
    void refuse(const Error& error);
    void setTrouble(const QString& sentence);
    void writeEnd();

    const Options m_options;

    std::mutex m_mutex;
    std::vector<Append> m_inbox; // under m_mutex
    bool m_woken{false}; // under m_mutex
    KeyframePace m_pace; // under m_mutex
    FleetStatePtr m_end; // under m_mutex

    // From here on the journal thread's alone.
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<Connection> m_connection;
    QTimer m_commitTimer{this};
    std::vector<fleet::Event> m_pending;
    /// To be a keyframe of the next commit.
    FleetStatePtr m_keyframe;
    /// The newest event on disk, and when it was.
    std::uint64_t m_lastSeq{0};
    WallTime m_lastWall;
    /// What stands in small blocks at the end and is to be rewritten as one.
    std::vector<fleet::Event> m_tail;
    std::size_t m_tailBytes{0};
    std::size_t m_tailBlocks{0};
    std::vector<ProtectedRange> m_protected;
    std::vector<IncidentKeep> m_incidents;
    QByteArray m_chainHead;
    /// The file that was opened, by its disk and number there.
    std::pair<std::uint64_t, std::uint64_t> m_place;
    std::uint64_t m_lastKeyframe{0};
    QString m_trouble;
    bool m_givenUp{false};
    bool m_cutFailed{false};
    /// Where the range begins that was said to keep more than the limits ask for; 0: none does.
    std::uint64_t m_heldBackFrom{0};
};

} // namespace rungwatch::journal
