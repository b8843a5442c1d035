// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay_beside.h"
#include "app/composition.h"
#include "app/session/replay_session.h"
#include "rungwatch/base/codec.h"
#include "tests/support/bookstore_process.h"
#include "ui/models/feature_history.h"
#include "ui/replay/replay_window.h"
#include "ui/widgets/incident_field.h"
#include "ui/widgets/note_field.h"

#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QProcess>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

/// An outage of the real book store, watched by the real console, and then played again: what the window showed is what
/// it shows, at every frame.
class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void replayedFramesAreTheLiveOnes();
    void theNoteAndTheOutageAreOnTheTimeline();
    void aJournalThatIsBeingWrittenIsReplayed();
    void picturesNeedNoDisplay();
    void chartsKnowOnlyWhatWasKnownThen();

private:
    void lookBack(Composition& console, MainWindow& window);

    QTemporaryDir m_dir;
    QString m_journal;
    /// Of every frame that the live window got, by its last event.
    std::map<std::uint64_t, std::uint64_t> m_hashes;
    /// How far a replay came that was opened while the console was writing.
    std::uint64_t m_seenWhileWriting{0};
    std::uint64_t m_grownWhileWriting{0};
};

void TestReplay::initTestCase()
{
    m_journal = m_dir.filePath(QStringLiteral("outage.journal"));
    const testing::BookstoreProcess store{
        {QStringLiteral("--speed"), QStringLiteral("120"), QStringLiteral("--start-minute"), QStringLiteral("8")}};
    QVERIFY(store.started());
    qputenv(store.tokenVariable(), store.token());
    Composition console{{.fleet = store.fleetPath(), .journal = m_journal}};
    auto& session = console.session();
    connect(&session, &Session::advanced, this,
        [&] { m_hashes[session.snapshot()->state.seq] = hashOf(session.snapshot()->state); });
    QVERIFY(!console.start());
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    // The model is lost: the fleet is degraded, features leave their first rung.
    const auto degraded = [&] {
        const auto* reading = fleet::featureReading(session.snapshot()->state, "recommendations");
        return reading && reading->mode == Mode::Degraded;
    };
    const auto opened = [&] {
        const auto& log = session.history().log();
        return std::any_of(log.begin(), log.end(), [](const fleet::Event& event) {
            const auto* moved = std::get_if<fleet::ReportedBreakerMoved>(&event.body);
            return moved && moved->breaker == "provider-primary" && moved->to == "open";
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(degraded() && opened() && m_hashes.size() > 30, 120'000);
    window.overview().setFocus();
    QTest::keyClick(&window.overview(), Qt::Key_N);
    auto& field = window.findChild<NoteField*>()->field();
    QTest::keyClicks(&field, QStringLiteral("provider is down, they know"));
    QTest::keyClick(&field, Qt::Key_Return);
    const auto noted = [&] {
        const auto& log = session.history().log();
        return std::any_of(log.begin(), log.end(),
            [](const fleet::Event& event) { return std::holds_alternative<fleet::NoteTaken>(event.body); });
    };
    QTRY_VERIFY(noted());
    // The fleet is worse than HEALTHY: the incident that was found is the one that is declared.
    QTest::keyClick(&window.overview(), Qt::Key_I);
    auto& title = window.findChild<IncidentField*>()->titleField();
    QTest::keyClicks(&title, QStringLiteral("the provider fell over"));
    QTest::keyClick(&title, Qt::Key_Return);
    QTRY_VERIFY(session.incident() && session.incident()->isDeclared());
    QVERIFY(session.incident()->from < session.incident()->byHand->declaredAt);
    QTRY_VERIFY(session.snapshot()->durableSeq + 50 > session.snapshot()->state.seq);
    {
        const SystemClock clock;
        ReplaySession replay{clock, QStringLiteral("ada")};
        replay.open(m_journal, std::nullopt);
        QTRY_VERIFY(replay.status().lastSeq > 0);
        m_seenWhileWriting = replay.status().lastSeq;
        QTRY_VERIFY(replay.status().lastSeq > m_seenWhileWriting);
        m_grownWhileWriting = replay.status().lastSeq;
    }
    lookBack(console, window);
    console.stop();
}

/// From the console at work into what it recorded, and back by a key.
void TestReplay::lookBack(Composition& console, MainWindow& window)
{
    const SystemClock clock;
    cli::ReplayBeside beside{clock, window, console.session()};
    connect(&window, &MainWindow::replayRequested, &beside, [&] { beside.open(console.journalFile()); });
    QTest::keyClick(&window.overview(), Qt::Key_R);
    QVERIFY(beside.window() && beside.window()->isVisible());
    auto& replay = *beside.window();
    QTRY_VERIFY(replay.main().overview().selectedFeature() == window.overview().selectedFeature());
    QVERIFY(!replay.liveBand()->words().isEmpty());
    QTest::keyClick(&replay.main().overview(), Qt::Key_V);
    QTRY_VERIFY(!beside.window());
    QVERIFY(window.isVisible());
}

void TestReplay::replayedFramesAreTheLiveOnes()
{
    auto cursor = ReplayCursor::open(m_journal);
    QVERIFY(cursor.ok());
    QVERIFY(m_hashes.size() > 20);
    std::size_t compared = 0;
    for (const auto& [seq, hash] : m_hashes) {
        if (seq == 0)
            continue;
        QVERIFY(!cursor.value().seekEvent(seq));
        QCOMPARE(cursor->state().seq, seq);
        QCOMPARE(hashOf(cursor->state()), hash);
        ++compared;
    }
    QVERIFY(compared > 20);
}

void TestReplay::theNoteAndTheOutageAreOnTheTimeline()
{
    const SystemClock clock;
    ReplaySession replay{clock, QStringLiteral("ada")};
    ReplayWindow window{replay, theme::ThemeName::Dark};
    window.show();
    replay.open(m_journal, std::nullopt);
    QTRY_VERIFY(replay.isHistoryRead() && replay.status().lastSeq > 0 && !replay.timeline().marks.empty());
    const auto& line = replay.timeline();
    const auto has = [&](TimelineMark::Kind kind, const QString& text) {
        return std::any_of(line.marks.begin(), line.marks.end(),
            [&](const TimelineMark& mark) { return mark.kind == kind && mark.text.contains(text); });
    };
    QVERIFY(has(TimelineMark::Kind::Note, QStringLiteral("provider is down, they know")));
    QVERIFY(has(TimelineMark::Kind::Incident, QStringLiteral("“the provider fell over”")));
    QVERIFY(has(TimelineMark::Kind::Opening, QStringLiteral("provider-primary")));
    QVERIFY(std::any_of(line.levels.begin(), line.levels.end(),
        [](const LevelSpan& span) { return span.level && *span.level == HealthLevel::Degraded; }));
    QVERIFY(!line.modes.empty());
    // From the window, by keys: to the note.
    QTest::keyClick(&window.main().overview(), Qt::Key_BracketRight);
    QTRY_VERIFY(replay.snapshot()->state.seq > 1 && replay.status().seq == replay.snapshot()->state.seq);
    const auto note = std::find_if(line.marks.begin(), line.marks.end(),
        [](const TimelineMark& mark) { return mark.kind == TimelineMark::Kind::Note; });
    const auto placeOf = [](std::uint64_t seq, WallTime at) {
        return QStringLiteral("%1 at %2").arg(seq).arg(QString::fromStdString(rfc3339(at)));
    };
    QTRY_COMPARE(placeOf(replay.status().seq, replay.now().wall), placeOf(note->seq, note->at));
}

void TestReplay::aJournalThatIsBeingWrittenIsReplayed()
{
    QVERIFY(m_seenWhileWriting > 0);
    QVERIFY(m_grownWhileWriting > m_seenWhileWriting);
}

void TestReplay::picturesNeedNoDisplay()
{
    const auto at = ReplayCursor::open(m_journal).value().lastWall();
    const auto picture = m_dir.filePath(QStringLiteral("then.png"));
    QProcess program;
    program.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
        {QStringLiteral("screenshot"), QStringLiteral("--replay"), m_journal, QStringLiteral("--at"),
            QString::fromStdString(rfc3339(at - 1s)), QStringLiteral("--size"), QStringLiteral("1280x720"),
            QStringLiteral("-o"), picture});
    QVERIFY(program.waitForFinished(60'000));
    QVERIFY2(program.exitCode() == 0, program.readAllStandardError());
    QCOMPARE(QImage{picture}.size(), QSize(1280, 720));
    program.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
        {QStringLiteral("screenshot"), QStringLiteral("--replay"), m_journal, QStringLiteral("--at"),
            QStringLiteral("yesterday"), QStringLiteral("-o"), picture});
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitCode(), 2);
    QVERIFY(program.readAllStandardError().contains("--at: expected a time such as"));
}

void TestReplay::chartsKnowOnlyWhatWasKnownThen()
{
    const SystemClock clock;
    ReplaySession replay{clock, QStringLiteral("ada")};
    replay.open(m_journal, std::nullopt);
    QTRY_VERIFY(replay.isHistoryRead() && replay.status().lastSeq > 0);
    const auto whole = replay.timeline().range;
    const auto shown = [&] {
        return featureHistory(*replay.snapshot(), replay.history(), "recommendations", 1h, replay.now()).series;
    };
    replay.seek(whole.to);
    QTRY_VERIFY(replay.status().atEnd);
    const auto late = shown();
    QVERIFY(late.intervals.size() > 2);
    // Back from the end until fewer are known; how they lie in time is the machine's affair.
    auto early = whole.to;
    auto then = late;
    for (int tenth = 9; tenth > 0 && then.intervals.size() == late.intervals.size(); --tenth) {
        early = whole.from + whole.length() * tenth / 10;
        replay.seek(early);
        QTRY_COMPARE(replay.now().wall, early);
        then = shown();
    }
    QVERIFY(!then.intervals.empty() && then.intervals.size() < late.intervals.size());
    for (const auto& interval : then.intervals)
        QVERIFY(interval.end <= early);
    for (const auto& lane : then.lanes)
        for (const auto& segment : lane.segments)
            QVERIFY(segment.to <= early);
}

QTEST_MAIN(TestReplay)
#include "tst_replay.moc"
