// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"
#include "ui/format/figure_text.h"
#include "ui/models/overview_model.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

const RungCell& cellOf(const FeatureRow& row, LadderColumn column)
{
    return row.columns[static_cast<std::size_t>(column)].at(0);
}

QString plain(QString text)
{
    return text.replace(QChar{0x00a0}, QLatin1Char{' '});
}

} // namespace

/// The overview says what the snapshot knows, in words: nothing more, and nothing of it when it is old.
class TestOverviewModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsStandByCriticality();
    void theLadderStandsInColumns();
    void countsNameTheirInterval_data();
    void countsNameTheirInterval();
    void theHoldAndTheWayBack();
    void aCalmFeature();
    void cachedAgesRunOn_data();
    void cachedAgesRunOn();
    void whatIsSilentIsLastKnown();
    void whatWasNeverReadIsUnknown();
    void aKilledFeature();
    void aCommandUnderWay_data();
    void aCommandUnderWay();
    void anEndedCommandIsForgotten();
    void reportedAndOwnBreakersAreApart();
    void anOpenBreakerSaysWhatTrippedIt();
    void aReportedBreakerWithoutARate_data();
    void aReportedBreakerWithoutARate();
    void preparedAnswersStandInForAnOldCache();
    void probesAreForOpenBreakers_data();
    void probesAreForOpenBreakers();
    void theHead();
    void theHeadOfASilentStore();
    void aScaledClock();
    void figures();
};

void TestOverviewModel::rowsStandByCriticality()
{
    const auto outage = OutageSnapshot::atMinute(27);
    const auto view = featuresOf(outage.snapshot, outage.now);
    QCOMPARE(view.rows.size(), 3u);
    QCOMPARE(view.rows[0].name, QStringLiteral("refund_eligibility"));
    QCOMPARE(view.rows[1].name, QStringLiteral("help_desk"));
    QCOMPARE(view.rows[2].name, QStringLiteral("recommendations"));
    QCOMPARE(view.rows[0].rank, QStringLiteral("rank 1"));
    QVERIFY(!view.warns);
    QCOMPARE(view.summary, QStringLiteral("3 · 3 off their first rung · by criticality"));
}

void TestOverviewModel::theLadderStandsInColumns()
{
    const auto outage = OutageSnapshot::atMinute(27);
    const auto rows = featuresOf(outage.snapshot, outage.now).rows;
    const auto& refunds = rows[0];
    QVERIFY(cellOf(refunds, LadderColumn::Primary).skipped);
    const auto& secondary = cellOf(refunds, LadderColumn::Secondary);
    QVERIFY(secondary.standsHere);
    QCOMPARE(secondary.sharePct, std::optional<double>{50});
    QCOMPARE(secondary.count, QStringLiteral("5 / min"));
    const auto& small = cellOf(refunds, LadderColumn::SmallModel);
    QVERIFY(small.forbidden);
    QCOMPARE(small.reason, QStringLiteral("wrong refunds"));
    QVERIFY(refunds.columns[static_cast<std::size_t>(LadderColumn::Cache)].empty());
    QCOMPARE(cellOf(refunds, LadderColumn::Rules).name, QStringLiteral("eligibility rules"));
    QCOMPARE(cellOf(refunds, LadderColumn::Last).sharePct, std::optional<double>{10});
    QCOMPARE(plain(refunds.sentence),
        QStringLiteral("50 % fallback models, 40 % eligibility rules, 10 % to a person; 17 waiting."));
    QVERIFY(!cellOf(rows[2], LadderColumn::SmallModel).standsHere);
}

void TestOverviewModel::countsNameTheirInterval_data()
{
    QTest::addColumn<int>("lengthMs");
    QTest::addColumn<QString>("count");
    QTest::newRow("a minute") << 60'000 << "42 / min";
    QTest::newRow("a measured minute") << 59'240 << "42 / min";
    QTest::newRow("its lower edge") << 58'800 << "42 / min";
    QTest::newRow("no minute below") << 58'799 << "42 / 59 s";
    QTest::newRow("its upper edge") << 61'200 << "42 / min";
    QTest::newRow("no minute above") << 61'201 << "42 / 61 s";
    QTest::newRow("five minutes") << 299'000 << "42 / 5 min";
    QTest::newRow("half a minute") << 30'020 << "42 / 30 s";
    QTest::newRow("half a second") << 500 << "42 / 0.5 s";
    QTest::newRow("not told") << -1 << "42 / interval";
}

void TestOverviewModel::countsNameTheirInterval()
{
    QFETCH(int, lengthMs);
    auto outage = OutageSnapshot::atMinute(27);
    outage.editStore([&](Reading& reading) {
        auto& length = reading.features[2].intervals.back().length;
        length.reset();
        if (lengthMs >= 0)
            length = std::chrono::milliseconds{lengthMs};
    });
    const auto rows = featuresOf(outage.snapshot, outage.now).rows;
    QTEST(plain(cellOf(rows[2], LadderColumn::Secondary).count), "count");
}

void TestOverviewModel::theHoldAndTheWayBack()
{
    const auto outage = OutageSnapshot::atMinute(27);
    const auto mode = featuresOf(outage.snapshot, outage.now).rows[2].mode;
    QCOMPARE(mode.mode, std::optional{Mode::Degraded});
    QCOMPARE(plain(mode.since), QStringLiteral("16 min"));
    QCOMPARE(mode.healthy, std::optional<std::uint64_t>{0});
    QCOMPARE(mode.hold, std::optional<std::uint64_t>{3});
    QCOMPARE(plain(mode.details.join(QLatin1Char{' '})), QStringLiteral("last reset 14:26 by error 100 % ≥ 20 %"));
    QCOMPARE(mode.clock, QStringLiteral("earliest return 14:30"));
    // 2 min 42 s after it was read, and that was 0.6 s ago.
    QCOMPARE(plain(mode.clockLeft), QStringLiteral("in 2 min"));
}

void TestOverviewModel::aCalmFeature()
{
    const auto outage = OutageSnapshot::atMinute(5);
    const auto row = featuresOf(outage.snapshot, outage.now).rows[0];
    QCOMPARE(row.level, HealthLevel::Healthy);
    QCOMPARE(featuresOf(outage.snapshot, outage.now).summary, QStringLiteral("3 · by criticality"));
    QVERIFY(cellOf(row, LadderColumn::Primary).standsHere);
    QVERIFY(!row.mode.hold);
    QCOMPARE(row.sentence, QStringLiteral("All answered by the primary."));
    QCOMPARE(row.kill.state, KillCell::State::NotEngaged);
    QCOMPARE(breakersOf(outage.snapshot, outage.now).summary, QStringLiteral("8, all closed"));
}

void TestOverviewModel::cachedAgesRunOn_data()
{
    QTest::addColumn<int>("ageMs");
    QTest::addColumn<double>("rate");
    QTest::addColumn<QString>("age");
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("over");
    // Read 0.6 s ago.
    QTest::newRow("in real time") << 83'500 << 1.0 << "84"
                                  << "usable" << false;
    QTest::newRow("x60") << 48'000 << 60.0 << "84"
                         << "usable" << false;
    QTest::newRow("about to be over") << 111'400 << 1.0 << "112"
                                      << "usable, 8 s left" << false;
    QTest::newRow("at its limit") << 119'400 << 1.0 << "120"
                                  << "usable, 0 s left" << false;
    QTest::newRow("over its limit") << 119'401 << 1.0 << "120"
                                    << "too old to serve" << true;
}

void TestOverviewModel::cachedAgesRunOn()
{
    QFETCH(int, ageMs);
    QFETCH(double, rate);
    auto outage = OutageSnapshot::atMinute(27);
    outage.run(rate);
    outage.editStore([&](Reading& reading) { reading.caches[1].age = std::chrono::milliseconds{ageMs}; });
    const auto cache = featuresOf(outage.snapshot, outage.now).rows[2].cache;
    QTEST(cache.age, "age");
    QTEST(plain(cache.word), "word");
    QTEST(cache.over, "over");
}

void TestOverviewModel::whatIsSilentIsLastKnown()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    const auto view = featuresOf(outage.snapshot, outage.now);
    QVERIFY(view.warns);
    QCOMPARE(view.summary, QStringLiteral("3 · 3 unknown · by criticality"));
    QVERIFY(view.note.contains(QStringLiteral("store has been silent for 41")));
    for (const auto& row : view.rows) {
        QCOMPARE(row.level, HealthLevel::Unknown);
        QVERIFY(row.stale);
        QCOMPARE(plain(row.lastKnown), QStringLiteral("last known DEGRADED, 41 s ago"));
        QVERIFY(row.kill.blind);
        QCOMPARE(row.kill.word, QStringLiteral("unknown"));
        QVERIFY(row.cache.state != CacheCell::State::Known);
    }
    const auto breakers = breakersOf(outage.snapshot, outage.now);
    const auto& primary = breakers.groups[0].rows[0];
    QVERIFY(!primary.phase);
    QVERIFY(!primary.canProbe);
    QCOMPARE(plain(primary.lastKnown), QStringLiteral("last known OPEN, 100 %"));
    QCOMPARE(primary.action, QStringLiteral("no probe on stale data"));
}

void TestOverviewModel::whatWasNeverReadIsUnknown()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.snapshot.state.endpoints[1] = EndpointState{};
    const auto row = featuresOf(outage.snapshot, outage.now).rows[0];
    QCOMPARE(row.level, HealthLevel::Unknown);
    QCOMPARE(row.lastKnown, QStringLiteral("never read"));
    QVERIFY(!row.mode.mode);
    const auto head = topBarOf(outage.snapshot, outage.now, QStringLiteral("ann"));
    QCOMPARE(head.age, QStringLiteral("?"));
    QCOMPARE(head.freshness, Freshness::Unknown);
    QCOMPARE(head.sources, QStringLiteral("4 of 5 fresh"));
    QCOMPARE(head.oldestSource,
        (QStringList{QStringLiteral("store/telemetry never read"), QStringLiteral("store/telemetry")}));
}

void TestOverviewModel::aKilledFeature()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.kill();
    const auto row = featuresOf(outage.snapshot, outage.now).rows[2];
    QCOMPARE(row.mode.mode, std::optional{Mode::Killed});
    QCOMPARE(row.kill.state, KillCell::State::Killed);
    QVERIFY(row.kill.revives);
    QVERIFY(cellOf(row, LadderColumn::Cache).standsHere);
    QCOMPARE(
        row.mode.details, (QStringList{QStringLiteral("by ann"), QStringLiteral("“provider outage, free the quota”")}));
    QCOMPARE(plain(row.mode.clock), QStringLiteral("59 min 56 s left"));
    QCOMPARE(plain(row.kill.word), QStringLiteral("59 min left"));
}

void TestOverviewModel::aCommandUnderWay_data()
{
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<QString>("locked");
    QTest::newRow("requested") << Stage::Requested << "kill requested 2.1 s"
                               << "not confirmed"
                               << "under way";
    QTest::newRow("accepted") << Stage::Accepted << "kill requested 2.1 s"
                              << "accepted, not yet seen"
                              << "under way";
    QTest::newRow("unconfirmed") << Stage::Unconfirmed << "kill UNCONFIRMED 2.1 s"
                                 << "treat as not killed"
                                 << "";
    QTest::newRow("refused") << Stage::Refused << "kill refused"
                             << "409 in_execution"
                             << "";
}

void TestOverviewModel::aCommandUnderWay()
{
    QFETCH(Stage, stage);
    auto outage = OutageSnapshot::atMinute(27);
    outage.command(Action::Kill, "recommendations", stage, 2100ms);
    const auto rows = featuresOf(outage.snapshot, outage.now).rows;
    QVERIFY(!rows[1].kill.command);
    const auto& row = rows[2];
    QTEST(plain(row.kill.commandWord), "word");
    QTEST(row.kill.commandDetail, "detail");
    QTEST(row.kill.locked, "locked");
    // The old state stays until telemetry shows another.
    QCOMPARE(row.kill.state, KillCell::State::NotEngaged);
    QCOMPARE(row.mode.mode, std::optional{Mode::Degraded});
}

void TestOverviewModel::anEndedCommandIsForgotten()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.command(Action::Kill, "recommendations", Stage::Refused, 30s);
    QVERIFY(featuresOf(outage.snapshot, outage.now).rows[2].kill.command);
    outage.now.steady += 1ns;
    QVERIFY(!featuresOf(outage.snapshot, outage.now).rows[2].kill.command);
}

void TestOverviewModel::reportedAndOwnBreakersAreApart()
{
    const auto outage = OutageSnapshot::atMinute(27);
    const auto view = breakersOf(outage.snapshot, outage.now);
    QCOMPARE(view.groups.size(), 2u);
    QCOMPARE(view.summary, QStringLiteral("1 open · 7 closed"));
    const auto& primary = view.groups[0].rows[0];
    QCOMPARE(primary.address, QStringLiteral("store/provider-primary"));
    QVERIFY(primary.overTrip);
    QCOMPARE(plain(primary.rateText), QStringLiteral("100 %"));
    QCOMPARE(primary.trip, std::optional{0.5});
    // 18.2 s when it was read, 0.6 s ago.
    QCOMPARE(plain(primary.probe), QStringLiteral("17 s"));
    QCOMPARE(primary.probeAt, QStringLiteral("14:27:35"));
    const auto& own = view.groups[1].rows[1];
    QCOMPARE(own.address, QStringLiteral("own:store/telemetry"));
    QCOMPARE(own.name, QStringLiteral("store /telemetry"));
    QCOMPARE(own.rateText, QStringLiteral("0 of 3"));
    QVERIFY(own.tripped.isEmpty());
    QVERIFY(!own.canProbe);
}

/// A trip empties the window: what it began with anew is no answer to why it is open.
void TestOverviewModel::anOpenBreakerSaysWhatTrippedIt()
{
    using breaker::Phase;
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    const auto ownRow = [&] { return breakersOf(outage.snapshot, outage.now).groups[1].rows[0]; };
    // The three failures that tripped it are still counted.
    QVERIFY(ownRow().overTrip);
    QVERIFY(ownRow().tripped.isEmpty());
    for (const auto phase : {Phase::Open, Phase::HalfOpen}) {
        outage.snapshot.state.endpoints[0].edit([&](EndpointState& endpoint) {
            endpoint.breaker.phase = phase;
            endpoint.breaker.run = 0;
        });
        QCOMPARE(ownRow().tripped,
            (QStringList{QStringLiteral("tripped: 3 failed polls in a row"), QStringLiteral("3 failed in a row")}));
    }
    QCOMPARE(ownRow().action, QStringLiteral("last poll: refused"));
    outage.snapshot.state.endpoints[0].edit(
        [&](EndpointState& endpoint) { endpoint.troubleWord = "untrusted_authority"; });
    QCOMPARE(ownRow().action, QStringLiteral("last poll: untrusted authority"));
    QCOMPARE(ownRow().actionShort, QStringLiteral("untrusted authority"));
}

void TestOverviewModel::aReportedBreakerWithoutARate_data()
{
    using breaker::Phase;
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<int>("tripPct");
    QTest::addColumn<int>("minCalls");
    QTest::addColumn<QString>("tripped");
    QTest::addColumn<QString>("rate");
    QTest::newRow("open") << Phase::Open << 50 << 10 << "tripped at ≥ 50 % failed calls"
                          << "<10 calls";
    QTest::newRow("half-open") << Phase::HalfOpen << 50 << 10 << "tripped at ≥ 50 % failed calls"
                               << "<10 calls";
    QTest::newRow("open, trip not told") << Phase::Open << 0 << 0 << "tripped, rate not told"
                                         << "too few";
    QTest::newRow("closed") << Phase::Closed << 50 << 10 << ""
                            << "<10 calls";
    QTest::newRow("forced open") << Phase::ForcedOpen << 50 << 0 << ""
                                 << "too few";
}

void TestOverviewModel::aReportedBreakerWithoutARate()
{
    QFETCH(breaker::Phase, phase);
    QFETCH(int, tripPct);
    QFETCH(int, minCalls);
    auto outage = OutageSnapshot::atMinute(27);
    outage.editStore([&](Reading& reading) {
        auto& primary = reading.breakers[0];
        primary.state = phase;
        primary.failureRate.reset();
        primary.tripRate.reset();
        if (tripPct > 0)
            primary.tripRate = Percent{tripPct * 1000};
        primary.minCalls.reset();
        if (minCalls > 0)
            primary.minCalls = static_cast<std::uint64_t>(minCalls);
    });
    const auto row = breakersOf(outage.snapshot, outage.now).groups[0].rows[0];
    QTEST(plain(row.tripped.value(0)), "tripped");
    QTEST(row.rateText, "rate");
}

void TestOverviewModel::preparedAnswersStandInForAnOldCache()
{
    auto outage = OutageSnapshot::atMinute(27);
    const auto served = [&](Duration age, Duration prepared) {
        auto changed = outage;
        changed.editStore([&](Reading& reading) {
            reading.caches[1].age = age;
            auto ahead = reading.caches[1];
            ahead.kind = "prepared_answers";
            ahead.age = prepared;
            ahead.maxAge = 1h;
            reading.caches.push_back(ahead);
        });
        return plain(featuresOf(changed.snapshot, changed.now).rows[2].cache.served);
    };
    QCOMPARE(served(119s, 10min), QStringLiteral("2 / min served"));
    QCOMPARE(served(120s, 10min), QStringLiteral("2 / min, prepared"));
    QCOMPARE(served(120s, 1h), QStringLiteral("2 / min served"));
}

void TestOverviewModel::probesAreForOpenBreakers_data()
{
    using breaker::Phase;
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<bool>("can");
    QTest::addColumn<QString>("action");
    QTest::newRow("open") << Phase::Open << true << "";
    QTest::newRow("closed") << Phase::Closed << false << "";
    QTest::newRow("half-open") << Phase::HalfOpen << false << "locked: probe in flight";
    QTest::newRow("forced open") << Phase::ForcedOpen << false << "";
}

void TestOverviewModel::probesAreForOpenBreakers()
{
    QFETCH(breaker::Phase, phase);
    auto outage = OutageSnapshot::atMinute(27);
    outage.editStore([&](Reading& reading) { reading.breakers[0].state = phase; });
    const auto row = breakersOf(outage.snapshot, outage.now).groups[0].rows[0];
    QTEST(row.canProbe, "can");
    QTEST(row.action, "action");
}

void TestOverviewModel::theHead()
{
    const auto outage = OutageSnapshot::atMinute(27);
    const auto head = topBarOf(outage.snapshot, outage.now, QStringLiteral("ann"));
    QCOMPARE(head.level, HealthLevel::Degraded);
    QCOMPARE(head.sentence, QStringLiteral("3 features off their first rung"));
    QVERIFY(head.share);
    // The scripted hour's figures of minute 26.
    QCOMPARE(format::tenthPercent(head.share->full), QStringLiteral("0"));
    QCOMPARE(format::tenthPercent(head.share->otherModel), QStringLiteral("89.5"));
    QCOMPARE(format::tenthPercent(head.share->cacheAndRules), QStringLiteral("8.9"));
    QCOMPARE(format::tenthPercent(head.share->none), QStringLiteral("1.6"));
    QCOMPARE(plain(head.age), QStringLiteral("0.6 s"));
    QCOMPARE(head.sources, QStringLiteral("5 of 5 sources"));
    QCOMPARE(plain(head.oldestSource.join(QLatin1Char{'|'})), QStringLiteral("every 1 s"));
    QCOMPARE(head.utc, QStringLiteral("14:27:18"));
    QCOMPARE(head.date, QStringLiteral("2026-11-30"));
    QVERIFY(head.rate.isEmpty());
}

void TestOverviewModel::theHeadOfASilentStore()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    const auto head = topBarOf(outage.snapshot, outage.now, QStringLiteral("ann"));
    QVERIFY(!head.share);
    QCOMPARE(head.shareWhy, QStringLiteral("not known, store is silent"));
    QCOMPARE(plain(head.shareBefore), QStringLiteral("last known 41 s ago: 100 %"));
    QCOMPARE(plain(head.sentence), QStringLiteral("last known DEGRADED, 41 s"));
    QCOMPARE(head.freshness, Freshness::Stale);
    QCOMPARE(head.sources, QStringLiteral("3 of 5 fresh"));
    QCOMPARE(head.oldestSource.first(), QStringLiteral("store/health silent"));
}

void TestOverviewModel::aScaledClock()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.run(60);
    QCOMPARE(topBarOf(outage.snapshot, outage.now, {}).rate, QStringLiteral("x60"));
    const auto primary = breakersOf(outage.snapshot, outage.now).groups[0].rows[0];
    // 0.6 s of ours are 36 of its own: its cooldown of 18.2 s is over.
    QCOMPARE(primary.probe, QStringLiteral("due"));
    QVERIFY(primary.probeAt.isEmpty());
}

void TestOverviewModel::figures()
{
    QCOMPARE(format::wholePercent(0), QStringLiteral("0"));
    QCOMPARE(format::wholePercent(0.4), QStringLiteral("<1"));
    QCOMPARE(format::wholePercent(0.5), QStringLiteral("1"));
    QCOMPARE(format::wholePercent(99.5), QStringLiteral("100"));
    QCOMPARE(format::wholePercent(99.6), QStringLiteral(">99"));
    QCOMPARE(format::wholePercent(100), QStringLiteral("100"));
    QCOMPARE(format::tenthPercent(8.94), QStringLiteral("8.9"));
    QCOMPARE(format::tenthPercent(0.04), QStringLiteral("<0.1"));
    QCOMPARE(format::tenthPercent(99.96), QStringLiteral(">99.9"));
    QCOMPARE(plain(format::grouped(999)), QStringLiteral("999"));
    QCOMPARE(plain(format::grouped(48'213)), QStringLiteral("48 213"));
    QCOMPARE(plain(format::grouped(1'000'000)), QStringLiteral("1 000 000"));
    QCOMPARE(plain(format::roughLength(59s + 999ms)), QStringLiteral("59 s"));
    QCOMPARE(plain(format::roughLength(60s)), QStringLiteral("1 min"));
    QCOMPARE(plain(format::roughLength(4h + 34min)), QStringLiteral("4 h 34 min"));
    QCOMPARE(plain(format::roughLength(-1s)), QStringLiteral("0 s"));
}

QTEST_GUILESS_MAIN(TestOverviewModel)
#include "tst_overview_model.moc"
