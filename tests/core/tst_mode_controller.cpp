// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/interval_stats.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

ModeController::Observation seen(int errorPct, Duration p95 = 5s, std::uint64_t requests = 190)
{
    return {Percent{errorPct * 1'000}, p95, requests, false};
}

/// "d" and "p", a letter an interval.
QString letters(ModeController& controller, const std::vector<int>& errors)
{
    QString text;
    for (const int error : errors)
        text += controller.observe(seen(error)) == Mode::Degraded ? QLatin1Char('d') : QLatin1Char('p');
    return text;
}

QString verdict(const ModeController::Observation& observation)
{
    return QString::fromStdString(std::string(nameOf(ModeController::verdict({}, observation))));
}

} // namespace

/// Trip on one bad interval, return after `hold` good ones in a row; what is not known decides nothing.
class TestModeController : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRaggedRecoveryOfTheDocument_data()
    {
        QTest::addColumn<int>("hold");
        QTest::addColumn<QString>("modes");
        QTest::addColumn<int>("switches");
        QTest::newRow("hold 1") << 1 << "dddpdpdpppp" << 6;
        QTest::newRow("hold 3") << 3 << "dddddddddpp" << 2;
    }
    void theRaggedRecoveryOfTheDocument()
    {
        QFETCH(int, hold);
        QFETCH(QString, modes);
        QFETCH(int, switches);
        ModeController::Options options;
        options.hold = static_cast<std::uint32_t>(hold);
        ModeController controller(options);
        QCOMPARE(letters(controller, {100, 100, 25, 5, 45, 5, 30, 5, 3, 1, 1}), modes);
        QCOMPARE(controller.state().switches, static_cast<std::uint64_t>(switches));
    }

    void signalsAreBadAtTheirLimitAndNotBelow()
    {
        QCOMPARE(verdict({Percent{19'999}, 5s, 100, false}), QStringLiteral("good"));
        QCOMPARE(verdict({Percent{20'000}, 5s, 100, false}), QStringLiteral("bad"));
        QCOMPARE(verdict({Percent{0}, 10s - 1ns, 100, false}), QStringLiteral("good"));
        QCOMPARE(verdict({Percent{0}, 10s, 100, false}), QStringLiteral("bad"));
        QCOMPARE(verdict({Percent{0}, 5s, 100, true}), QStringLiteral("bad"));
    }

    void whatIsNotKnownDecidesNothing()
    {
        QCOMPARE(verdict(seen(0, 5s, 10)), QStringLiteral("good"));
        QCOMPARE(verdict(seen(0, 5s, 9)), QStringLiteral("unknown"));
        QCOMPARE(verdict(seen(100, 60s, 9)), QStringLiteral("unknown"));
        QCOMPARE(verdict({std::nullopt, std::nullopt, 100, false}), QStringLiteral("unknown"));
        QCOMPARE(verdict({std::nullopt, 11s, 100, false}), QStringLiteral("bad"));
        QCOMPARE(verdict({Percent{0}, std::nullopt, 100, false}), QStringLiteral("good"));
        QCOMPARE(verdict({Percent{0}, 1s, std::nullopt, false}), QStringLiteral("unknown"));
    }

    void anUnknownIntervalNeitherCountsNorResets()
    {
        ModeController controller;
        QCOMPARE(letters(controller, {100, 0, 0}), QStringLiteral("ddd"));
        QVERIFY(controller.observe(seen(0, 5s, 0)) == Mode::Degraded);
        QCOMPARE(controller.state().healthyRun, 2U);
        QVERIFY(controller.observe(seen(0)) == Mode::Primary);
    }

    void withoutALatencyLimitLatencyIsNoSignal()
    {
        ModeController::Options options;
        options.maxP95.reset();
        QVERIFY(ModeController::verdict(options, seen(0, 1h)) == ModeController::Verdict::Good);
    }

    void theLastResetSaysWhichIntervalAndWhatFor()
    {
        ModeController controller;
        controller.observe(seen(0));
        QVERIFY(!controller.state().lastReset);
        controller.observe(seen(45, 12s)); // both are bad: the error rate is named
        QVERIFY((controller.state().lastReset == ModeController::LastReset{2, ModeController::Signal::Error, 45'000}));
        controller.observe(seen(0, 12'500ms));
        QVERIFY((controller.state().lastReset == ModeController::LastReset{3, ModeController::Signal::P95, 12'500}));
        controller.observe({Percent{0}, 1s, 100, true});
        QVERIFY(
            (controller.state().lastReset == ModeController::LastReset{4, ModeController::Signal::QuotaSpent, 1'000}));
    }

    void theRunBeginsAnewWithEveryTrip()
    {
        ModeController controller;
        QCOMPARE(letters(controller, {100, 0, 0, 0, 100, 0, 0, 0}), QStringLiteral("dddpdddp"));
    }

    void settingsOutOfRangeAreRefused()
    {
        const auto where = [](auto change) {
            ModeController::Options options;
            change(options);
            const auto checked = validate(options);
            return checked ? QString() : QString::fromStdString(checked.error().where);
        };
        QCOMPARE(where([](auto&) {}), QString());
        QCOMPARE(where([](auto& o) { o.maxError = Percent{0}; }), QStringLiteral("/max_error_pct"));
        QCOMPARE(where([](auto& o) { o.maxError = Percent{100'000}; }), QString());
        QCOMPARE(where([](auto& o) { o.maxError = Percent{100'001}; }), QStringLiteral("/max_error_pct"));
        QCOMPARE(where([](auto& o) { o.maxP95 = 0s; }), QStringLiteral("/max_p95_s"));
        QCOMPARE(where([](auto& o) { o.hold = 0; }), QStringLiteral("/hold"));
        QCOMPARE(where([](auto& o) { o.interval = 0s; }), QStringLiteral("/interval_s"));
    }

    void p95IsTheNearestRank_data()
    {
        QTest::addColumn<int>("samples"); // 1 ms, 2 ms, ...
        QTest::addColumn<int>("p95");
        for (const auto& [samples, p95] :
            std::vector<std::pair<int, int>>{{1, 1}, {2, 2}, {19, 19}, {20, 19}, {21, 20}, {100, 95}})
            QTest::addRow("%d samples", samples) << samples << p95;
    }
    void p95IsTheNearestRank()
    {
        QFETCH(int, samples);
        QFETCH(int, p95);
        std::vector<Duration> latencies;
        for (int i = samples; i > 0; --i)
            latencies.push_back(1ms * i);
        QVERIFY(p95Of(latencies) == 1ms * p95);
        QVERIFY(!p95Of({}));
    }

    void anIntervalIsWhatItsCallsWere()
    {
        const SteadyTime began{100s};
        IntervalStats stats(began);
        const auto failure = [](const char* name) { return FailureClass::fromName(name); };
        for (int i = 0; i < 14; ++i)
            stats.measured(IntervalStats::Source::User, 1s, std::nullopt, 20s);
        stats.measured(IntervalStats::Source::User, 10ms, failure("503"), 20s);
        stats.measured(IntervalStats::Source::Canary, 2s, std::nullopt, 20s);
        stats.measured(IntervalStats::Source::Canary, 20s, failure("timeout"), 20s);
        stats.measured(IntervalStats::Source::User, 10ms, failure("404"), 20s); // the caller's mistake: an answer
        stats.measured(IntervalStats::Source::User, 10ms, failure("cancelled"), 20s); // not measured
        stats.served("secondary");
        stats.served("secondary");
        stats.served("cache");
        const auto report = stats.close(began + 60s);
        QCOMPARE(report.n, std::uint64_t{1});
        QVERIFY(report.began == began);
        QVERIFY(report.ended == began + 60s);
        QCOMPARE(report.requests, std::uint64_t{18});
        QCOMPARE(report.errors, std::uint64_t{2});
        QCOMPARE(report.canaries, std::uint64_t{2});
        QVERIFY(report.error == Percent{11'111});
        QVERIFY(report.p95 == 20s + 1ns); // rank 18 of 18: longer than its deadline
        QVERIFY(report.p95BeyondDeadline);
        QCOMPARE(report.served, (std::map<std::string, std::uint64_t>{{"cache", 1}, {"secondary", 2}}));

        const auto next = stats.close(began + 120s);
        QCOMPARE(next.n, std::uint64_t{2});
        QCOMPARE(next.requests, std::uint64_t{0});
        QVERIFY(!next.error);
        QVERIFY(!next.p95);
        QCOMPARE(next.served.size(), std::size_t{0});
        QCOMPARE(stats.canariesTotal(), std::uint64_t{2});
    }

    void aTimeoutMakesTheLatencyTriggerLive()
    {
        // 1 of 19 calls hangs: the error rate is fine, and the p95 is the one that hung.
        IntervalStats stats(SteadyTime{});
        for (int i = 0; i < 18; ++i)
            stats.measured(IntervalStats::Source::User, 1s, std::nullopt, 20s);
        stats.measured(IntervalStats::Source::User, 20s, FailureClass(FailureClass::Kind::Timeout), 20s);
        ModeController controller;
        QVERIFY(controller.observe(stats.close(SteadyTime{60s}).observation()) == Mode::Degraded);
        QVERIFY(controller.state().lastReset->by == ModeController::Signal::P95);
    }

    void aSpentAllowanceIsASignalAndAnOrdinaryLimitAnError()
    {
        IntervalStats stats(SteadyTime{});
        stats.measured(IntervalStats::Source::User, 1ms, FailureClass::fromName("429"), 20s);
        auto report = stats.close(SteadyTime{60s});
        QVERIFY(!report.quotaSpent);
        QCOMPARE(report.errors, std::uint64_t{1});
        stats.measured(IntervalStats::Source::User, 1ms, FailureClass::fromName("429_quota_spent"), 20s);
        report = stats.close(SteadyTime{120s});
        QVERIFY(report.quotaSpent);
        QVERIFY(!stats.close(SteadyTime{180s}).quotaSpent);
    }

    void anIntervalWithAGapGivesNoVerdict()
    {
        IntervalStats stats(SteadyTime{});
        for (int i = 0; i < 100; ++i)
            stats.measured(IntervalStats::Source::User, 1ms, FailureClass::fromName("503"));
        stats.markGap();
        QCOMPARE(verdict(stats.close(SteadyTime{60s}).observation()), QStringLiteral("unknown"));
        QVERIFY(!stats.close(SteadyTime{120s}).gap);
    }

    void aSuspendIsAGapAndAShortNapIsNone()
    {
        ManualClock clock;
        IntervalStats stats(clock.now());
        const auto closedAfter = [&](Duration asleep, Duration jump = 0s) {
            for (int i = 0; i < 100; ++i)
                stats.measured(IntervalStats::Source::User, 1ms, FailureClass::fromName("503"));
            clock.advance(60s);
            clock.suspend(asleep);
            clock.jumpWall(jump);
            return verdict(stats.close(clock.now()).observation());
        };
        QCOMPARE(closedAfter(0s), QStringLiteral("bad"));
        QCOMPARE(closedAfter(1s), QStringLiteral("bad"));
        QCOMPARE(closedAfter(1s + 1ns), QStringLiteral("unknown"));
        QCOMPARE(closedAfter(0s), QStringLiteral("bad")); // the next one is whole again
        QCOMPARE(closedAfter(8h), QStringLiteral("unknown"));
        QCOMPARE(closedAfter(0s, 8h), QStringLiteral("bad")); // the calendar alone jumped
    }

    void samplesStayBoundedAndTheP95Near()
    {
        IntervalStats stats(SteadyTime{});
        for (int i = 1; i <= 200'000; ++i)
            stats.measured(IntervalStats::Source::User, 1us * i, std::nullopt);
        const auto report = stats.close(SteadyTime{60s});
        QCOMPARE(report.requests, std::uint64_t{200'000});
        QVERIFY(*report.p95 > 189ms && *report.p95 < 191ms);
    }
};

QTEST_APPLESS_MAIN(TestModeController)
#include "tst_mode_controller.moc"
