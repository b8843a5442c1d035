// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/replay_session.h"
#include "rungwatch/base/codec.h"
#include "tests/core/fleet_walk.h"
#include "tests/support/recorded_journal.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// A store whose health falls and rises, so that there is something to step through.
class Incident : public FleetBench {
public:
    Incident()
        : FleetBench(R"({"version": 1, "services": [{"name": "store", "critical": true, "sources": [
                         {"kind": "health", "url": "http://a:1/", "interval_s": 1, "timeout_s": 0.5}]}]})")
    {
        answerer = [this](const std::string&, Result& result) { return answerLevel(result, level); };
    }

    HealthLevel level{HealthLevel::Healthy};
};

std::vector<std::uint64_t> seqsOf(const std::vector<fleet::Event>& events)
{
    std::vector<std::uint64_t> seqs;
    for (const auto& event : events)
        seqs.push_back(event.seq);
    return seqs;
}

} // namespace

/// A recording is played as the time passes, none of its transitions is left out, and nothing of it is written to.
class TestReplaySession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingIsLeftOutAtTheHighestSpeed();
    void aSlowWindowSlowsTheReplay();
    void playingEndsAtTheEnd();
    void secondsAndMinutes();
    void aLoopIsPlayedAgain();
    void aJumpBringsItsLog();
    void aJournalThatIsWrittenGrows();
    void theTimelineTellsLevelsAndOpenings();
    void aWindowSeesItAll();
    void bookmarksStandBesideTheJournal();
    void whatCannotBeOpenedSaysWhy();

private:
    void record(const std::vector<fleet::Event>& log);
    /// Takes what the player has to say.
    ReplayFrame taken(ReplayFrameBox& frames)
    {
        auto frame = frames.take();
        return frame ? std::move(*frame) : ReplayFrame{};
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_file;
    ManualClock m_clock;
};

void TestReplaySession::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_file = m_dir->filePath(QStringLiteral("past.journal"));
    m_clock = ManualClock{};
}

void TestReplaySession::record(const std::vector<fleet::Event>& log)
{
    testing::JournalRecorder recorder{m_file};
    recorder.append(log);
    recorder.close();
}

void TestReplaySession::nothingIsLeftOutAtTheHighestSpeed()
{
    FleetWalk walk{5};
    while (walk.log.size() < 3000)
        walk.step();
    record(walk.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    player.open(m_file, std::nullopt);
    auto seen = seqsOf(taken(frames).events);
    player.setSpeed(3600);
    (void)taken(frames);
    player.setPlaying(true);
    (void)taken(frames);
    for (bool playing = true; playing;) {
        m_clock.advance(16ms);
        player.beat();
        const auto frame = taken(frames);
        for (const auto seq : seqsOf(frame.events))
            seen.push_back(seq);
        QVERIFY(!frame.jumped);
        QVERIFY(seen.empty() || seen.back() <= frame.snapshot->state.seq);
        playing = frame.status.playing;
    }
    std::vector<std::uint64_t> expected;
    for (const auto& event : walk.log)
        if (fleet::isLogged(event.body))
            expected.push_back(event.seq);
    QCOMPARE(seen, expected);
}

void TestReplaySession::aSlowWindowSlowsTheReplay()
{
    Incident incident;
    incident.runFor(10min);
    record(incident.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    player.open(m_file, std::nullopt);
    const auto begin = taken(frames).now.wall;
    player.setSpeed(60);
    (void)taken(frames);
    player.setPlaying(true); // this frame is not taken
    m_clock.advance(1s);
    player.beat();
    QCOMPARE(taken(frames).now.wall, begin);
    m_clock.advance(1s);
    player.beat();
    QCOMPARE(taken(frames).now.wall, begin + 1min);
}

void TestReplaySession::playingEndsAtTheEnd()
{
    Incident incident;
    incident.runFor(30s);
    record(incident.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    player.open(m_file, std::nullopt);
    (void)taken(frames);
    player.setPlaying(true);
    QVERIFY(taken(frames).status.playing);
    m_clock.advance(29s);
    player.beat();
    QVERIFY(taken(frames).status.playing);
    m_clock.advance(10s);
    player.beat();
    const auto end = taken(frames);
    QVERIFY(!end.status.playing && end.status.atEnd);
    QCOMPARE(end.now.wall, incident.log.back().wall);
    player.setPlaying(true);
    QVERIFY(!taken(frames).status.playing);
}

void TestReplaySession::secondsAndMinutes()
{
    Incident incident;
    incident.runFor(5min);
    record(incident.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    const auto begin = incident.log.front().wall;
    player.open(m_file, begin + 90s);
    QCOMPARE(taken(frames).now.wall, begin + 90s);
    player.step(ReplayStep::Second, true);
    const auto second = taken(frames);
    QCOMPARE(second.now.wall, begin + 91s);
    QVERIFY(!second.jumped);
    player.step(ReplayStep::Second, false);
    QCOMPARE(taken(frames).now.wall, begin + 90s);
    player.step(ReplayStep::Minute, true);
    QCOMPARE(taken(frames).now.wall, begin + 150s);
    player.step(ReplayStep::Minute, false);
    player.step(ReplayStep::Minute, false);
    (void)taken(frames);
    player.step(ReplayStep::Minute, false);
    player.beat();
    QCOMPARE(taken(frames).now.wall, begin);
}

void TestReplaySession::aLoopIsPlayedAgain()
{
    Incident incident;
    incident.runFor(5min);
    record(incident.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    const auto begin = incident.log.front().wall;
    player.open(m_file, begin + 1min);
    player.setLoop({begin + 1min, begin + 2min});
    (void)taken(frames);
    player.setPlaying(true);
    (void)taken(frames);
    m_clock.advance(59s);
    player.beat();
    QCOMPARE(taken(frames).now.wall, begin + 119s);
    m_clock.advance(1s);
    player.beat();
    const auto again = taken(frames);
    QCOMPARE(again.now.wall, begin + 1min);
    QVERIFY(again.jumped && again.status.playing);
}

void TestReplaySession::aJumpBringsItsLog()
{
    Incident incident;
    incident.runFor(20s);
    incident.level = HealthLevel::Critical;
    incident.runFor(20s);
    record(incident.log);
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    player.open(m_file, std::nullopt);
    (void)taken(frames);
    player.step(ReplayStep::Transition, true);
    player.beat();
    (void)taken(frames);
    player.step(ReplayStep::Transition, true);
    const auto frame = taken(frames);
    QVERIFY(frame.jumped);
    QCOMPARE(frame.snapshot->state.level, HealthLevel::Critical);
    const auto seqs = seqsOf(frame.events);
    QCOMPARE(seqs.front(), 1U);
    QCOMPARE(seqs.back(), frame.snapshot->state.seq);
}

void TestReplaySession::aJournalThatIsWrittenGrows()
{
    Incident incident;
    incident.runFor(20s);
    testing::JournalRecorder console{m_file};
    console.append(incident.log);
    console.commit();
    ReplayFrameBox frames;
    ReplayPlayer player{m_clock, frames};
    QSignalSpy grew{&player, &ReplayPlayer::grew};
    player.open(m_file, incident.log.back().wall);
    const auto before = taken(frames);
    QCOMPARE(before.status.lastSeq, incident.log.back().seq);
    QVERIFY(before.status.atEnd);
    incident.runFor(20s);
    console.append(incident.log);
    console.commit();
    player.lookAgain();
    QCOMPARE(grew.size(), 1);
    const auto after = taken(frames);
    QCOMPARE(after.status.lastSeq, incident.log.back().seq);
    QCOMPARE(after.snapshot->state.seq, before.snapshot->state.seq);
    QVERIFY(!after.status.atEnd);
    console.close();
}

void TestReplaySession::theTimelineTellsLevelsAndOpenings()
{
    Incident incident;
    incident.runFor(20s);
    incident.level = HealthLevel::Critical;
    incident.runFor(20s);
    incident.answerer = [](const std::string&, FleetBench::Result& result) {
        return answerNothing(result, fleet::Transport::Refused);
    };
    incident.runFor(1min);
    record(incident.log);
    ReplayHistory history{m_clock};
    Timeline timeline;
    connect(&history, &ReplayHistory::timelineRead, this, [&](const Timeline& read) { timeline = read; });
    history.open(m_file);
    QCOMPARE(timeline.range.from, incident.log.front().wall);
    QCOMPARE(timeline.range.to, incident.log.back().wall);
    QVERIFY(timeline.levels.size() >= 4);
    QVERIFY(timeline.levels[0].level == HealthLevel::Unknown && timeline.levels[1].level == HealthLevel::Healthy
        && timeline.levels[2].level == HealthLevel::Critical);
    QVERIFY(timeline.levels.back().level == HealthLevel::Unavailable);
    for (std::size_t i = 1; i < timeline.levels.size(); ++i)
        QCOMPARE(timeline.levels[i].from, timeline.levels[i - 1].to);
    QVERIFY(!timeline.breakers.empty() && timeline.breakers.front().open);
    const auto textsOf = [&](TimelineMark::Kind kind) {
        QStringList texts;
        for (const auto& mark : timeline.marks)
            if (mark.kind == kind)
                texts << mark.text;
        return texts;
    };
    QCOMPARE(textsOf(TimelineMark::Kind::Opening), QStringList{QStringLiteral("own:store/health opened")});
    // That it became healthy is none.
    QCOMPARE(textsOf(TimelineMark::Kind::Alarm),
        QStringList({QStringLiteral("fleet CRITICAL"), QStringLiteral("fleet UNAVAILABLE")}));
    QCOMPARE(timeline.marks.size(), std::size_t{3});
}

void TestReplaySession::aWindowSeesItAll()
{
    FleetWalk walk{9};
    while (walk.log.size() < 2000)
        walk.step();
    record(walk.log);
    QFile journal{m_file};
    QVERIFY(journal.open(QIODevice::ReadOnly));
    const auto bytes = journal.readAll();
    {
        const SystemClock clock;
        ReplaySession session{clock, QStringLiteral("ada")};
        QSignalSpy opened{&session, &ReplaySession::opened};
        QSignalSpy jumped{&session, &Session::jumped};
        session.open(m_file, std::nullopt);
        QTRY_COMPARE(opened.size(), 1);
        QTRY_VERIFY(session.isHistoryRead() && jumped.size() == 1 && session.timeline().range.length() > 0ns);
        QVERIFY(session.isReplay());
        QVERIFY(session.history().feature("search"));
        auto latest = walk.log.front().wall;
        for (const auto& event : walk.log)
            latest = std::max(latest, event.wall);
        session.seek(latest);
        QTRY_VERIFY(session.status().atEnd);
        QCOMPARE(session.snapshot()->state.seq, walk.log.back().seq);
        QCOMPARE(hashOf(session.snapshot()->state), hashOf(walk.state));
        QCOMPARE(session.now().wall, walk.log.back().wall);
    }
    QVERIFY(journal.seek(0));
    QCOMPARE(journal.readAll(), bytes);
}

void TestReplaySession::bookmarksStandBesideTheJournal()
{
    Incident incident;
    incident.runFor(1min);
    record(incident.log);
    const SystemClock clock;
    const auto at = incident.log.front().wall + 30s;
    const auto isKept = [at](const ReplaySession& session) {
        const auto& marks = session.timeline().marks;
        return marks.size() == 1 && marks[0].kind == TimelineMark::Kind::Bookmark && marks[0].at == at
            && marks[0].text == QStringLiteral("here it began");
    };
    {
        ReplaySession session{clock, QStringLiteral("ada")};
        QSignalSpy jumped{&session, &Session::jumped};
        session.open(m_file, at);
        QTRY_VERIFY(jumped.size() == 1 && session.isHistoryRead());
        session.addBookmark(QStringLiteral("here it began"));
        QTRY_VERIFY(isKept(session));
    }
    ReplaySession again{clock, QStringLiteral("bob")};
    again.open(m_file, std::nullopt);
    QTRY_VERIFY(isKept(again));
    QVERIFY(QFile::exists(m_file + QStringLiteral(".bookmarks")));
}

void TestReplaySession::whatCannotBeOpenedSaysWhy()
{
    const SystemClock clock;
    ReplaySession session{clock, QStringLiteral("ada")};
    QSignalSpy failed{&session, &ReplaySession::failed};
    session.open(m_dir->filePath(QStringLiteral("none")), std::nullopt);
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("there is no such file")));
}

QTEST_GUILESS_MAIN(TestReplaySession)
#include "tst_replay_session.moc"
