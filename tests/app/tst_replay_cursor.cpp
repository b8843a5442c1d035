// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/rows.h"
#include "app/session/replay_cursor.h"
#include "rungwatch/base/hash.h"
#include "tests/core/fleet_walk.h"
#include "tests/support/recorded_journal.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace std::chrono_literals;

/// Wherever the playhead goes, the state there is the one that was live then.
class TestReplayCursor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void stateAtEveryDecisionIsTheLiveOne();
    void seekStopsBeforeTheFirstLaterEvent();
    void seekHoldsToTheRecording();
    void advanceVisitsEveryEventOnce();
    void advanceStopsBetweenEvents();
    void stepsGoFromTransitionToTransitionAndBack();
    void stepsAlsoGoByOperatorActions();
    void anEmptyJournalSaysSo();

private:
    [[nodiscard]] std::uint64_t hashAfter(std::uint64_t seq) const { return m_hashes.at(seq); }
    [[nodiscard]] ReplayCursor cursor() const { return ReplayCursor::open(m_file).value(); }
    /// Decisions in which something of `kinds` happened, by the seq of their last event.
    [[nodiscard]] std::vector<std::uint64_t> decisionsWith(Landmark landmark) const;

    QTemporaryDir m_dir;
    QString m_file;
    std::vector<fleet::Event> m_log;
    /// Of the live state after the last event of each decision.
    std::map<std::uint64_t, std::uint64_t> m_hashes;
};

void TestReplayCursor::initTestCase()
{
    m_file = m_dir.filePath(QStringLiteral("walk.journal"));
    FleetWalk walk{20261130};
    while (walk.log.size() < 6000) {
        walk.step();
        m_hashes[walk.state.seq] = hashOf(walk.state);
    }
    m_log = walk.log;
    testing::JournalRecorder recorder{m_file};
    recorder.append(m_log);
    recorder.close();
}

void TestReplayCursor::stateAtEveryDecisionIsTheLiveOne()
{
    auto replayed = cursor();
    std::size_t looked = 0;
    // Not in order: each one is a seek of its own.
    for (std::uint64_t i = 0; i < 300; ++i) {
        const auto seq = 1 + draw(7, "seek", i) % m_log.size();
        QVERIFY(!replayed.seekEvent(seq));
        QVERIFY(replayed.state().seq >= seq);
        const auto live = m_hashes.find(replayed.state().seq);
        if (live == m_hashes.end())
            continue; // several decisions in one step of the walk
        QCOMPARE(hashOf(replayed.state()), live->second);
        ++looked;
    }
    QVERIFY(looked > 50);
}

void TestReplayCursor::seekStopsBeforeTheFirstLaterEvent()
{
    auto replayed = cursor();
    const auto latest = std::max_element(
        m_log.begin(), m_log.end(), [](const fleet::Event& a, const fleet::Event& b) { return a.wall < b.wall; });
    const auto at = m_log.front().wall + (latest->wall - m_log.front().wall) / 3;
    QVERIFY(!replayed.seek(at));
    QVERIFY(replayed.state().wall <= at);
    QVERIFY(replayed.atEnd() || m_log[replayed.state().seq].wall > at);
    // The same from the other side.
    QVERIFY(!replayed.seek(m_log.back().wall));
    QVERIFY(!replayed.seek(at));
    const auto again = hashOf(replayed.state());
    QVERIFY(!replayed.seek(m_log.front().wall));
    QVERIFY(!replayed.seek(at));
    QCOMPARE(hashOf(replayed.state()), again);
}

void TestReplayCursor::seekHoldsToTheRecording()
{
    auto replayed = cursor();
    QVERIFY(!replayed.seek(m_log.front().wall - 24h));
    QCOMPARE(replayed.now().wall, m_log.front().wall);
    QVERIFY(replayed.state().policy);
    auto latest = m_log.front().wall;
    for (const auto& event : m_log)
        latest = std::max(latest, event.wall);
    QVERIFY(!replayed.seek(latest + 24h));
    QVERIFY(replayed.atEnd());
    QCOMPARE(replayed.now().wall, m_log.back().wall);
    QCOMPARE(hashOf(replayed.state()), hashAfter(m_log.back().seq));
}

void TestReplayCursor::advanceVisitsEveryEventOnce()
{
    auto replayed = cursor();
    auto expected = replayed.state().seq + 1;
    while (!replayed.atEnd()) {
        const auto passed = replayed.advance(7min, [&](const fleet::Event& event) { return event.seq == expected++; });
        QVERIFY(passed.ok());
    }
    QCOMPARE(expected, m_log.back().seq + 1);
    QCOMPARE(hashOf(replayed.state()), hashAfter(m_log.back().seq));
}

void TestReplayCursor::advanceStopsBetweenEvents()
{
    auto replayed = cursor();
    const auto begin = replayed.now();
    std::size_t seen = 0;
    const auto none = [&seen](const fleet::Event&) { return ++seen > 0; };
    QCOMPARE(replayed.advance(1ns, none).value(), Duration{1ns});
    QCOMPARE(seen, std::size_t{0});
    QCOMPARE(replayed.now().wall - begin.wall, Duration{1ns});
    QCOMPARE(replayed.now().steady - begin.steady, Duration{1ns});
    // Exactly to the next event: it has happened then.
    const auto& next = m_log[replayed.state().seq];
    QCOMPARE(replayed.advance(next.steady - replayed.now().steady, none).value(),
        next.steady - begin.steady - Duration{1ns});
    QVERIFY(seen > 0);
    QCOMPARE(replayed.now().wall, next.wall);
}

std::vector<std::uint64_t> TestReplayCursor::decisionsWith(Landmark landmark) const
{
    const auto is = [landmark](const fleet::Event& event) {
        static const std::set<std::string_view> transitions{"fleet_level_changed", "service_level_changed",
            "breaker_moved", "reported_breaker_moved", "mode_changed", "kill_switch_changed", "blind_changed"};
        static const std::set<std::string_view> actions{"command_requested", "command_refused", "kill_switch_changed",
            "note_taken", "incident_declared", "incident_ended"};
        const auto kind = fleet::kindOf(event.body);
        if (landmark == Landmark::OperatorAction)
            return actions.contains(kind);
        const auto row = transitionRow(event);
        return row && transitions.contains(kind) && row->from != row->to;
    };
    std::vector<std::uint64_t> ends;
    for (std::size_t i = 0; i < m_log.size();) {
        bool any = false;
        const auto first = m_log[i].seq;
        for (; i < m_log.size() && (m_log[i].seq == first || m_log[i].causedBy == first); ++i)
            any = any || is(m_log[i]);
        if (any)
            ends.push_back(m_log[i - 1].seq);
    }
    return ends;
}

void TestReplayCursor::stepsGoFromTransitionToTransitionAndBack()
{
    auto replayed = cursor();
    const auto ends = decisionsWith(Landmark::Transition);
    QVERIFY(ends.size() > 100);
    for (const auto end : ends) {
        QVERIFY(*replayed.step(Landmark::Transition, true));
        QCOMPARE(replayed.state().seq, end);
    }
    QVERIFY(!*replayed.step(Landmark::Transition, true));
    QCOMPARE(replayed.state().seq, ends.back());
    for (auto end = std::next(ends.rbegin()); end != ends.rend(); ++end) {
        QVERIFY(*replayed.step(Landmark::Transition, false));
        QCOMPARE(replayed.state().seq, *end);
    }
    QVERIFY(!*replayed.step(Landmark::Transition, false));
    // Where time has passed since, that one is the one before.
    QVERIFY(!replayed.seekEvent(ends[1]));
    QVERIFY(replayed.advance(1ns, [](const fleet::Event&) { return true; }).ok());
    QVERIFY(*replayed.step(Landmark::Transition, false));
    QCOMPARE(replayed.state().seq, ends[1]);
}

void TestReplayCursor::stepsAlsoGoByOperatorActions()
{
    auto replayed = cursor();
    const auto ends = decisionsWith(Landmark::OperatorAction);
    QVERIFY(ends.size() > 5);
    for (const auto end : ends) {
        QVERIFY(*replayed.step(Landmark::OperatorAction, true));
        QCOMPARE(replayed.state().seq, end);
    }
    QVERIFY(!*replayed.step(Landmark::OperatorAction, true));
}

void TestReplayCursor::anEmptyJournalSaysSo()
{
    const auto file = m_dir.filePath(QStringLiteral("empty.journal"));
    testing::JournalRecorder recorder{file};
    recorder.close();
    const auto replayed = ReplayCursor::open(file);
    QVERIFY(!replayed);
    QCOMPARE(replayed.error().code, std::string{"empty"});
}

QTEST_GUILESS_MAIN(TestReplayCursor)
#include "tst_replay_cursor.moc"
