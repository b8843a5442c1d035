// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_session.h"
#include "ui/models/feature_history.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;
using breaker::Phase;

namespace {

constexpr auto feature = "recommendations";

FeatureHistoryView shown(const BenchSession& session, Duration length = 30min, const std::string& name = feature)
{
    return featureHistory(*session.snapshot(), session.history(), name, length, session.now());
}

/// A minute of the store's clock ends.
void closeInterval(BenchSession& session, std::uint64_t n, std::map<std::string, std::uint64_t> served)
{
    auto interval = session.telemetry.features[0].intervals.back();
    interval.n = n;
    interval.served = std::move(served);
    session.telemetry.features[0].intervals.push_back(interval);
}

} // namespace

/// The charts show what events said and nothing else: neighbours in number are neighbours in time, silence is a gap,
/// and a fast clock's half hour is half a minute.
class TestFeatureHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void aFeatureThatNobodySpeaksOf();
    void intervalsAndLimits();
    void numberedNeighboursTouch();
    void aMissedIntervalIsAHole();
    void whatAnOldModeSaysOfItsBeginning();
    void silenceIsAGapFromTheLastReading();
    void anEndedSilenceStaysAGap();
    void aFastClockShowsAsMuchOfItsOwnTime();
    void noIntervalYetSaysWhenTheFirstIsFull();
    void preparedAnswersHaveAnAgeOfTheirOwn();
    void aMinuteMeasuredToTheMillisecondIsAMinute();
    void lanesOfReportedAndOwn();
    void gapsCutLanes_data();
    void gapsCutLanes();
};

void TestFeatureHistory::aFeatureThatNobodySpeaksOf()
{
    BenchSession session;
    const auto view = shown(session, 30min, "nothing");
    QVERIFY(view.series.intervals.empty());
    QCOMPARE(view.series.emptyWords, QStringLiteral("no service speaks of this feature yet"));
    QVERIFY(!view.series.stale);
}

void TestFeatureHistory::intervalsAndLimits()
{
    BenchSession session;
    const auto view = shown(session);
    QCOMPARE(view.range.length(), Duration{30min});
    QCOMPARE(view.range.to, session.now().wall);
    QCOMPARE(view.series.rungs.size(), std::size_t{6});
    QCOMPARE(view.series.rungs[2].name, QStringLiteral("small model"));
    QCOMPARE(view.series.intervals.size(), std::size_t{1});
    const auto& interval = view.series.intervals[0];
    QCOMPARE(interval.end - interval.start, Duration{1min});
    QCOMPARE(interval.errorPct, std::optional{100.0});
    QCOMPARE(interval.p95S, std::optional{5.0});
    QCOMPARE(interval.shares.size(), std::size_t{6});
    QCOMPARE(qRound(interval.shares[1]), 47);
    QCOMPARE(interval.shares[5], 0.0);
    // The service names no limits: the fleet file's stand in.
    QCOMPARE(view.series.errorTripPct, std::optional{20.0});
    session.telemetry.features[0].controller.maxError = Percent{35'000};
    session.runFor(2s);
    QCOMPARE(shown(session).series.errorTripPct, std::optional{35.0});
    QCOMPARE(view.series.trafficNote, QStringLiteral("share of 90 / min"));
}

void TestFeatureHistory::numberedNeighboursTouch()
{
    BenchSession session;
    session.runFor(59s);
    closeInterval(session, 27, {{"cache", 10}});
    session.runFor(3s);
    const auto series = shown(session).series;
    QCOMPARE(series.intervals.size(), std::size_t{2});
    // Each was read some time after it ended; their numbers say that they touch.
    QCOMPARE(series.intervals[1].start, series.intervals[0].end);
}

void TestFeatureHistory::aMissedIntervalIsAHole()
{
    BenchSession session;
    session.runFor(3min);
    closeInterval(session, 29, {{"cache", 10}});
    session.runFor(2s);
    const auto series = shown(session).series;
    QCOMPARE(series.intervals.size(), std::size_t{2});
    QVERIFY(series.intervals[1].start - series.intervals[0].end > 1min);
}

void TestFeatureHistory::whatAnOldModeSaysOfItsBeginning()
{
    BenchSession session;
    const auto modes = shown(session).series.modes;
    QCOMPARE(modes.size(), std::size_t{1});
    QCOMPARE(modes[0].mode, std::optional{Mode::Degraded});
    QVERIFY(modes[0].began);
    // It has been so for 16 min, as the last reading says.
    const auto age = session.now().wall - *modes[0].began;
    QVERIFY(age >= 16min && age < 16min + 2s);
    QVERIFY(modes[0].from > *modes[0].began);
}

void TestFeatureHistory::silenceIsAGapFromTheLastReading()
{
    BenchSession session;
    session.runFor(20s);
    QVERIFY(shown(session).series.gaps.empty());
    const auto last = *session.history().lastReading(feature, session.now().wall);
    session.silent = true;
    // Stale after three intervals of a second and a timeout of 0.8 s.
    session.runFor(last + 3700ms - session.now().wall);
    QVERIFY(shown(session).series.gaps.empty());
    session.runFor(200ms);
    const auto series = shown(session).series;
    QVERIFY(series.stale);
    QCOMPARE(series.gaps.size(), std::size_t{1});
    QCOMPARE(series.gaps[0].from, last);
    QCOMPARE(series.gaps[0].to, session.now().wall);
    QVERIFY(!series.lanes[0].now);
    QVERIFY(!series.ageNowS);
}

void TestFeatureHistory::anEndedSilenceStaysAGap()
{
    BenchSession session;
    session.runFor(20s);
    const auto last = *session.history().lastReading(feature, session.now().wall);
    session.silent = true;
    session.runFor(40s);
    session.silent = false;
    session.runFor(40s);
    const auto series = shown(session).series;
    QVERIFY(!series.stale);
    QCOMPARE(series.gaps.size(), std::size_t{1});
    QCOMPARE(series.gaps[0].from, last);
    QVERIFY(series.gaps[0].to - series.gaps[0].from > 30s);
}

void TestFeatureHistory::aFastClockShowsAsMuchOfItsOwnTime()
{
    BenchSession session;
    session.telemetry.instance->rate = Percent{6'000'000};
    session.runFor(2s);
    const auto view = shown(session);
    QCOMPARE(view.range.length(), Duration{30s});
    QVERIFY2(view.series.note.contains(QStringLiteral("x60")), qPrintable(view.series.note));
}

void TestFeatureHistory::noIntervalYetSaysWhenTheFirstIsFull()
{
    BenchSession session;
    auto& fresh = session.telemetry.features[1];
    fresh.name = "help_desk";
    fresh.intervals.clear();
    session.telemetry.instance->uptime = 20s;
    session.runFor(2s);
    const auto series = shown(session, 30min, "help_desk").series;
    QVERIFY(series.intervals.empty());
    QVERIFY2(series.emptyWords.startsWith(QStringLiteral("no interval yet: the first one is full at 00:00:4")),
        qPrintable(series.emptyWords));
}

void TestFeatureHistory::preparedAnswersHaveAnAgeOfTheirOwn()
{
    BenchSession session;
    CacheReading cache;
    cache.name = cache.feature = feature;
    cache.kind = "last_known_good";
    cache.age = 84s;
    cache.maxAge = 120s;
    session.telemetry.caches.push_back(cache);
    cache.kind = "prepared_answers";
    cache.age = 7h;
    cache.maxAge = 168h;
    session.telemetry.caches.push_back(cache);
    session.runFor(2s);
    const auto series = shown(session).series;
    QCOMPARE(series.ageLimitS, std::optional{120.0});
    QVERIFY(series.ageNowS && *series.ageNowS >= 84 && *series.ageNowS < 86);
    QCOMPARE(series.ages.back().ageS, std::optional{84.0});
}

void TestFeatureHistory::aMinuteMeasuredToTheMillisecondIsAMinute()
{
    BenchSession session;
    session.telemetry.features[1].name = "help_desk";
    session.telemetry.features[1].intervals.back().length = 59'988ms;
    session.runFor(2s);
    const auto series = shown(session, 30min, "help_desk").series;
    QCOMPARE(series.note, QStringLiteral("minute intervals"));
    QCOMPARE(series.trafficNote, QStringLiteral("share of 10 / min"));
}

void TestFeatureHistory::lanesOfReportedAndOwn()
{
    BenchSession session;
    session.runFor(5s);
    session.telemetry.breakers[0].state = Phase::Closed;
    session.runFor(5s);
    const auto lanes = shown(session).series.lanes;
    QCOMPARE(lanes.size(), std::size_t{2});
    QCOMPARE(lanes[0].name, QStringLiteral("provider-primary"));
    QVERIFY(!lanes[0].own);
    QCOMPARE(lanes[0].now, std::optional{Phase::Closed});
    QCOMPARE(lanes[0].segments.size(), std::size_t{2});
    QCOMPARE(lanes[0].segments[0].state, std::optional{Phase::Open});
    QCOMPARE(lanes[0].segments[1].from, lanes[0].segments[0].to);
    QCOMPARE(lanes[0].segments[1].to, session.now().wall);
    QCOMPARE(lanes[1].name, QStringLiteral("store /telemetry"));
    QVERIFY(lanes[1].own);
    // The console's own breaker opens by the console's own failures.
    session.silent = true;
    session.runFor(6s);
    QCOMPARE(shown(session).series.lanes[1].now, std::optional{Phase::Open});
}

void TestFeatureHistory::gapsCutLanes_data()
{
    QTest::addColumn<QVector<int>>("gap");
    QTest::addColumn<QVector<int>>("left");
    QTest::newRow("before") << QVector<int>{0, 10} << QVector<int>{10, 20};
    QTest::newRow("touching the beginning") << QVector<int>{5, 11} << QVector<int>{11, 20};
    QTest::newRow("inside") << QVector<int>{12, 15} << QVector<int>{10, 12, 15, 20};
    QTest::newRow("to the end") << QVector<int>{18, 30} << QVector<int>{10, 18};
    QTest::newRow("all of it") << QVector<int>{10, 20} << QVector<int>{};
    QTest::newRow("after") << QVector<int>{20, 30} << QVector<int>{10, 20};
}

void TestFeatureHistory::gapsCutLanes()
{
    QFETCH(QVector<int>, gap);
    QFETCH(QVector<int>, left);
    const auto at = [](int second) { return WallTime{std::chrono::seconds{second}}; };
    QVector<int> found;
    for (const auto& part : withoutGaps({{at(10), at(20), Phase::Closed}}, {{at(gap[0]), at(gap[1])}})) {
        found << static_cast<int>(part.from.time_since_epoch() / 1s)
              << static_cast<int>(part.to.time_since_epoch() / 1s);
    }
    QCOMPARE(found, left);
}

QTEST_GUILESS_MAIN(TestFeatureHistory)
#include "tst_feature_history.moc"
