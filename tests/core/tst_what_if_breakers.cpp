// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_walk.h"

#include "rungwatch/lab/what_if.h"

using namespace rungwatch;
using namespace rungwatch::lab;
using namespace std::chrono_literals;

namespace {

/// The recording of all that happened on a bench, as a journal would tell it.
Recording recordingOf(const std::vector<fleet::Event>& log)
{
    Recorder recorder;
    fleet::FleetState state;
    for (const auto& event : log) {
        fleet::apply(state, event);
        recorder.add(event, state);
    }
    return recorder.take();
}

Changes changed(const Recording& recording, const QStringList& assignments)
{
    Changes changes;
    for (const auto& assignment : assignments)
        if (const auto fault = setChange(changes, recording, assignment.toStdString()))
            qFatal("%s: %s", fault->where.c_str(), fault->message.c_str());
    return changes;
}

WhatIfBreaker only(const Recording& recording, const QStringList& assignments)
{
    return decideBreakersAgain(recording.breakers, changed(recording, assignments).breakers).front();
}

std::string policyText(const char* breaker)
{
    return std::string("{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": [{\"kind\": \"health\", "
                       "\"url\": \"http://a:1/\", \"interval_s\": 1, \"timeout_s\": 0.5}], \"breaker\": ")
        + breaker + "}]}";
}

/// A store that answers, refuses from 10 s to 40 s, and answers again; 60 s of it.
Recording outage(const char* breaker = "{\"failure_threshold\": 3, \"cooldown_s\": 15}")
{
    FleetBench bench(policyText(breaker));
    const auto start = bench.clock.steadyNow();
    bench.answerer = [&](const std::string&, FleetBench::Result& result) {
        const auto since = bench.clock.steadyNow() - start;
        return since >= 10s && since < 40s ? answerNothing(result, fleet::Transport::Refused)
                                           : answerLevel(result, HealthLevel::Healthy);
    };
    bench.runFor(60s);
    return recordingOf(bench.log);
}

} // namespace

/// The console's own breakers decided again: with the recorded options nothing differs, by whatever path they came to
/// be; with others the polls that were never asked are estimated, and marked so.
class TestWhatIfBreakers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRecordedOptionsChangeNothing_data();
    void theRecordedOptionsChangeNothing();
    void aJournalThatWasCutChangesNothing();
    void theRecordedLaneIsWhatWasRecorded();
    void aLowerThresholdOpensSooner();
    void aHigherThresholdNeverOpensWhereTheRunIsShorter();
    void aShorterCooldownAsksMore();
    void aChangedPolicyGoesOn();
    void anotherFleetFile();
    void wrongChanges_data();
    void wrongChanges();
};

void TestWhatIfBreakers::theRecordedOptionsChangeNothing_data()
{
    QTest::addColumn<quint64>("seed");
    for (const quint64 seed : {1, 2, 3, 4, 5})
        QTest::addRow("walk %llu", static_cast<unsigned long long>(seed)) << seed;
}

void TestWhatIfBreakers::theRecordedOptionsChangeNothing()
{
    QFETCH(quint64, seed);
    FleetWalk walk(seed);
    for (int i = 0; i < 1'500; ++i)
        walk.step();
    const auto recording = recordingOf(walk.log);
    // Set once more as recorded, so that every breaker is decided again.
    const auto changes = changed(recording,
        {QStringLiteral("store.failure_threshold=3"), QStringLiteral("store.cooldown_s=15"),
            QStringLiteral("other.window=time:30"), QStringLiteral("other.cooldown_s=2"),
            QStringLiteral("third.close_after=1")});
    QCOMPARE(changes.breakers.size(), std::size_t{3});
    const auto breakers = decideBreakersAgain(recording.breakers, changes.breakers);
    QCOMPARE(breakers.size(), std::size_t{4});
    std::size_t moves = 0;
    for (const auto& breaker : breakers) {
        QVERIFY2(breaker.recorded == breaker.otherwise, breaker.endpoint.c_str());
        QVERIFY(breaker.otherwise.estimated.empty());
        moves += breaker.recorded.moves.size();
    }
    QVERIFY(moves > 20);
}

/// It begins in the middle of a session, with polls in flight.
void TestWhatIfBreakers::aJournalThatWasCutChangesNothing()
{
    FleetWalk walk(7);
    for (int i = 0; i < 1'500; ++i)
        walk.step();
    Recorder recorder;
    fleet::FleetState state;
    for (std::size_t i = 0; i < walk.log.size(); ++i) {
        fleet::apply(state, walk.log[i]);
        if (i > walk.log.size() / 3)
            recorder.add(walk.log[i], state);
    }
    const auto recording = recorder.take();
    const auto changes =
        changed(recording, {QStringLiteral("store.cooldown_s=15"), QStringLiteral("other.cooldown_s=2")});
    for (const auto& breaker : decideBreakersAgain(recording.breakers, changes.breakers))
        QVERIFY2(breaker.recorded == breaker.otherwise, breaker.endpoint.c_str());
}

void TestWhatIfBreakers::theRecordedLaneIsWhatWasRecorded()
{
    const auto breaker = only(outage(), {});
    QCOMPARE(breaker.endpoint, std::string("store/health"));
    QVERIFY(breaker.recorded == breaker.otherwise);
    // Open after three failures; a probe fails at 15 s, and the next one, after the end of the outage, closes it.
    QCOMPARE(breaker.recorded.openings, std::int64_t{2});
    QVERIFY(breaker.recorded.timeOpen >= 30s && breaker.recorded.timeOpen < 31s);
    QVERIFY(breaker.recorded.refused >= 27 && breaker.recorded.refused <= 30);
    QCOMPARE(breaker.recorded.moves.size(), std::size_t{5});
    QCOMPARE(breaker.recorded.moves.back().to, breaker::Phase::Closed);
}

void TestWhatIfBreakers::aLowerThresholdOpensSooner()
{
    const auto breaker = only(outage(), {QStringLiteral("store.failure_threshold=1")});
    const auto sooner = breaker.recorded.moves.front().at - breaker.otherwise.moves.front().at;
    QVERIFY2(sooner >= 1900ms && sooner <= 2100ms, "two intervals of a second sooner");
    // That far it goes by recorded polls; its probe was never asked.
    QVERIFY(!breaker.otherwise.moves.front().estimated);
    QVERIFY(std::ranges::any_of(breaker.otherwise.moves, &BreakerLaneMove::estimated));
    QVERIFY(!breaker.otherwise.estimated.empty());
    QVERIFY(breaker.otherwise.estimated.front().from > breaker.otherwise.moves.front().at);
}

void TestWhatIfBreakers::aHigherThresholdNeverOpensWhereTheRunIsShorter()
{
    const auto recording = outage();
    // 30 polls fail in a row, most of them estimated: they were refused as recorded.
    const auto at = [&](const char* threshold) {
        return only(recording, {QStringLiteral("store.failure_threshold=") + QLatin1String(threshold)}).otherwise;
    };
    QCOMPARE(at("40").openings, std::int64_t{0});
    QCOMPARE(at("40").refused, std::int64_t{0});
    QVERIFY(!at("40").estimated.empty());
    QCOMPARE(at("20").openings, std::int64_t{1});
}

void TestWhatIfBreakers::aShorterCooldownAsksMore()
{
    const auto breaker = only(outage(), {QStringLiteral("cooldown_s=2")});
    QVERIFY(breaker.otherwise.openings > breaker.recorded.openings);
    QVERIFY(breaker.otherwise.refused < breaker.recorded.refused);
    QCOMPARE(breaker.otherwise.moves.front().at, breaker.recorded.moves.front().at);
    QCOMPARE(breaker.otherwise.moves.back().to, breaker::Phase::Closed);
    // It finds out sooner that the outage is over.
    QVERIFY(breaker.otherwise.moves.back().at < breaker.recorded.moves.back().at);
    // Both stand alike before the end: from there on nothing is estimated.
    QVERIFY(breaker.otherwise.estimated.back().to < breaker.recorded.moves.back().at + 5s);
}

void TestWhatIfBreakers::aChangedPolicyGoesOn()
{
    FleetBench bench(policyText("{\"failure_threshold\": 3, \"cooldown_s\": 15}"), 1,
        [](const std::string&, FleetBench::Result& result) {
            return answerNothing(result, fleet::Transport::Refused);
        });
    bench.runFor(10s);
    bench.feed(fleet::PolicyChanged{policyText("{\"failure_threshold\": 3, \"cooldown_s\": 5}")});
    bench.runFor(30s);
    const auto recording = recordingOf(bench.log);
    QCOMPARE(recording.breakers.stretches.size(), std::size_t{2});
    const auto same = only(recording, {QStringLiteral("store.failure_threshold=3")});
    QVERIFY(same.recorded == same.otherwise);
    // Each stretch keeps what is not named: the cooldown was 15 s, then 5 s.
    const auto other = only(recording, {QStringLiteral("store.failure_threshold=2")});
    QVERIFY(other.otherwise.moves.front().at < other.recorded.moves.front().at);
    QCOMPARE(other.otherwise.openings, other.recorded.openings);
}

void TestWhatIfBreakers::anotherFleetFile()
{
    const auto recording = outage();
    const auto same = fleet::parsePolicy(policyText("{\"failure_threshold\": 3, \"cooldown_s\": 15}"));
    QVERIFY(changesOf(recording, *same).breakers.empty());
    const auto other = fleet::parsePolicy(policyText("{\"failure_threshold\": 1, \"cooldown_s\": 15}"));
    const auto changes = changesOf(recording, *other);
    QCOMPARE(changes.breakers.size(), std::size_t{1});
    const auto breaker = decideBreakersAgain(recording.breakers, changes.breakers).front();
    QVERIFY(breaker.otherwise == only(recording, {QStringLiteral("store.failure_threshold=1")}).otherwise);
}

void TestWhatIfBreakers::wrongChanges_data()
{
    QTest::addColumn<QString>("set");
    const auto row = [](const char* set) { QTest::newRow(set) << QString::fromLatin1(set); };
    row("store.cooldown_s=0");
    row("store.cooldown_s=");
    row("store.cooldown_s=soon");
    row("store.failure_threshold=0");
    row("store.failure_rate_pct=50"); // of a window of failures in a row there is no rate
    row("store.window=fancy");
    row("store.window=time:0");
    row("nobody.cooldown_s=5");
    row("hold=1"); // no feature is recorded
}

void TestWhatIfBreakers::wrongChanges()
{
    QFETCH(QString, set);
    Changes changes;
    const auto fault = setChange(changes, outage(), set.toStdString());
    QVERIFY(fault);
    QCOMPARE(QString::fromStdString(fault->where), set.section(QLatin1Char('='), 0, 0));
    QVERIFY2(fault->message.starts_with("expected "), fault->message.c_str());
    QVERIFY(changes.breakers.empty());
}

QTEST_APPLESS_MAIN(TestWhatIfBreakers)
#include "tst_what_if_breakers.moc"
