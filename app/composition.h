// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/control/control_caller.h"
#include "app/journal/journal_writer.h"
#include "app/poll/canary.h"
#include "app/poll/poll_worker.h"
#include "app/session/bookstore_process.h"
#include "app/session/engine.h"
#include "app/session/live_session.h"
#include "app/session/target_watch.h"
#include "app/session/worker_thread.h"

namespace rungwatch {

/// Who operates here, by the environment: RUNGWATCH_OPERATOR, else the account's name.
[[nodiscard]] QString operatorOfThisSeat();

/// Owns and connects everything that a console at work consists of, in order of dependence, threads last. Used alike by
/// the window, `watch` and `screenshot`. GUI thread.
class Composition : public QObject {
    Q_OBJECT

public:
    struct Options {
        /// Empty: the book store is started and watched.
        QString fleet;
        /// Empty: defaultJournal().
        QString journal;
        /// How much of the journal has to be kept; by default all.
        journal::Keep keep{};
        BookstoreProcess::Options bookstore{};
        /// Nothing is watched without a record: then unrecordable() ends it, also midway. Otherwise watching goes on,
        /// and the operator is told.
        bool mustRecord{false};
        /// What the plain polls go through; none: libcurl.
        poll::HttpClientFactory pollClient{};
    };

    explicit Composition(Options options);
    ~Composition() override;

    /// Reads the fleet file, starts the threads and begins to watch; why not, where that can't be.
    [[nodiscard]] std::optional<Error> start();
    /// Ends in order: no more polls, the journal is complete and closed, the last events are in the session.
    /// Idempotent.
    void stop();

    /// What of the fleet file is not acted on, a sentence with its place each. Once started.
    [[nodiscard]] const std::vector<std::string>& notices() const { return m_notices; }

    [[nodiscard]] LiveSession& session() { return m_session; }
    /// Whether events are still being made durable.
    [[nodiscard]] bool isRecording() const { return m_recording; }
    /// Where. Once started.
    [[nodiscard]] const QString& journalFile() const { return m_journalFile; }

    /// Where events are written when nobody says where: in the user's own data folder, a file a fleet.
    [[nodiscard]] static QString defaultJournal(const fleet::Policy& policy);

Q_SIGNALS:
    /// Only with mustRecord: nothing more will be recorded, for this reason, a sentence.
    void unrecordable(const QString& why);

private:
    [[nodiscard]] Result<std::string> fleetText();
    void makeParts();
    void connectParts();
    void begin(const journal::FleetStatePtr& resumed, bool writable);
    /// Of a fleet file with `targets`: the policy with what is found now; more comes while it is watched.
    void findTargets();
    /// With the fleet file's paths as they are opened.
    [[nodiscard]] PolicyPtr asPolled(const PolicyPtr& policy) const;
    void loseRecord(const QString& why);

    const Options m_options;
    const SystemClock m_clock;
    FrameBox m_frames;
    /// What it began with.
    PolicyPtr m_policy;
    std::vector<std::string> m_notices;
    std::unique_ptr<BookstoreProcess> m_bookstore;
    poll::ResultQueue m_results;
    LiveSession m_session;
    QString m_journalFile;
    bool m_recording{false};

    std::unique_ptr<journal::JournalWriter> m_journal;
    std::unique_ptr<poll::PollWorker> m_polls;
    std::unique_ptr<poll::Canary> m_canary;
    std::unique_ptr<control::ControlCaller> m_calls;
    std::unique_ptr<Engine> m_engine;
    /// Null where the fleet file names no targets.
    std::unique_ptr<TargetWatch> m_targets;

    WorkerThread m_journalThread{QStringLiteral("journal")};
    WorkerThread m_pollThread{QStringLiteral("polls")};
    WorkerThread m_engineThread{QStringLiteral("engine")};
    WorkerThread m_targetsThread{QStringLiteral("targets")};
};

} // namespace rungwatch
