// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/policy.h"
#include "rungwatch/ladder/interval_stats.h"
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

QByteArray breakerOf(const char* configuration, const QByteArray& steps)
{
    return QByteArray("{\"breaker\": {") + configuration + "},\n\"steps\": [" + steps + "]}";
}

/// Closes an interval of so many calls.
IntervalReport interval(int errors, int requests)
{
    IntervalStats stats(SteadyTime{});
    for (int i = 0; i < requests; ++i)
        stats.measured(IntervalStats::Source::User, 1s,
            i < errors ? std::optional<FailureClass>(FailureClass::Kind::Reset) : std::nullopt);
    return stats.close(SteadyTime{} + 60s);
}

} // namespace

/// Nothing is rounded before it is compared: what is below a limit by the least bit is below it.
class TestExactLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anObservedIntervalTripsAtTheLimitAndNotBelow_data()
    {
        QTest::addColumn<QByteArray>("seen");
        QTest::addColumn<QString>("mode");
        const auto row = [](const char* seen, const char* mode) {
            QTest::newRow(seen) << QByteArray(seen) << QString(mode);
        };
        row(R"("error_pct": 19.9996)", "primary");
        row(R"("error_pct": 19.9999999999)", "primary");
        row(R"("error_pct": 19.999)", "primary");
        row(R"("error_pct": 20)", "degraded");
        row(R"("error_pct": 20.0004)", "degraded");
        row(R"("error_pct": 0, "p95_s": 9.9999999999)", "primary");
        row(R"("error_pct": 0, "p95_s": 9.999999999)", "primary");
        row(R"("error_pct": 0, "p95_s": 10)", "degraded");
        row(R"("error_pct": 0, "p95_s": 10.0000000001)", "degraded");
    }
    void anObservedIntervalTripsAtTheLimitAndNotBelow()
    {
        QFETCH(QByteArray, seen);
        QFETCH(QString, mode);
        const auto steps = outputs(R"({"mode_controller": {"max_error_pct": 20, "max_p95_s": 10}, "steps": [
            {"at_s": 60, "observe": {"requests": 100, )"
            + seen + "}}]}");
        QCOMPARE(steps.at(0)["mode"].toString(), mode);
    }

    void everyThousandthIsItself()
    {
        // 19.999 * 1000 is 19998.999999999996 in a double.
        for (int milli = 17; milli <= 100'000; milli += 97) {
            const auto limit = QByteArray::number(milli / 1000.0, 'f', 3);
            const auto steps = outputs("{\"mode_controller\": {\"max_error_pct\": " + limit
                + "}, \"steps\": [{\"at_s\": 60, \"observe\": {\"requests\": 100, \"error_pct\": " + limit + "}}]}");
            QCOMPARE(steps.at(0)["mode"].toString(), QStringLiteral("degraded"));
        }
    }

    void aMeasuredIntervalIsNotRoundedUpToItsLimit()
    {
        using Verdict = ModeController::Verdict;
        const ModeController::Options options; // 20 %
        QVERIFY(ModeController::verdict(options, interval(49'999, 250'000).observation()) == Verdict::Good);
        QVERIFY(ModeController::verdict(options, interval(50'000, 250'000).observation()) == Verdict::Bad);
        ModeController::Options twoThirds;
        twoThirds.minRequests = 3;
        twoThirds.maxError = Percent{66'667};
        QVERIFY(ModeController::verdict(twoThirds, interval(2, 3).observation()) == Verdict::Good);
        twoThirds.maxError = Percent{66'666};
        QVERIFY(ModeController::verdict(twoThirds, interval(2, 3).observation()) == Verdict::Bad);
        QVERIFY(!interval(0, 0).error);
    }

    void twoOfThreeAreLessThanTheirRoundedShare()
    {
        const QByteArray steps = R"({"at_s": 0, "call": "ok"}, {"at_s": 1, "call": "500"}, {"at_s": 2, "call": "500"})";
        const auto below = outputs(breakerOf(R"("window": {"kind": "count", "size": 3}, "min_calls": 3,
            "failure_rate_pct": 66.667)",
            steps));
        QCOMPARE(below.at(2)["state"], "closed");
        const auto reached = outputs(breakerOf(R"("window": {"kind": "count", "size": 3}, "min_calls": 3,
            "failure_rate_pct": 66.666)",
            steps));
        QCOMPARE(reached.at(2)["state"], "open");
    }

    void aLimitThatWouldBeRoundedIsRefused_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, QByteArray script, const char* fault) {
            QTest::newRow(name) << script << QString(fault);
        };
        row("a failure rate", breakerOf(R"("window": {"kind": "count", "size": 3}, "failure_rate_pct": 66.6666)", ""),
            "/breaker/failure_rate_pct (line 1): expected at most 3 decimals, found 66.6666");
        row("a cooldown", breakerOf(R"("cooldown_s": 14.9999999999)", ""),
            "/breaker/cooldown_s (line 1): expected at most 9 decimals, found 14.9999999999");
        row("a slow call", breakerOf(R"("slow_ms": 99.99999999)", ""),
            "/breaker/slow_ms (line 1): expected at most 6 decimals, found 99.99999999");
        row("a controller", R"({"mode_controller": {"max_error_pct": 19.9999999999}, "steps": []})",
            "/mode_controller/max_error_pct (line 1): expected at most 3 decimals, found 19.9999999999");
        row("a time", breakerOf("", R"({"at_s": 0.0000000001, "tick": true})"),
            "/steps/0/at_s (line 2): expected at most 9 decimals, found 1e-10");
        row("a cosine", R"({"answer_cache": {"threshold": 0.9199999, "entries": []}, "steps": []})",
            "/answer_cache/threshold (line 1): expected at most 6 decimals, found 0.9199999");
    }
    void aLimitThatWouldBeRoundedIsRefused()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, fault);
        QCOMPARE(faultOf(script), fault);
    }

    void whatASumLosesIsNoDecimal()
    {
        QCOMPARE(faultOf(breakerOf(R"("window": {"kind": "count", "size": 3}, "failure_rate_pct": 66.667,
            "cooldown_s": 0.123456789, "slow_ms": 99.999999)",
                     R"({"at_s": 0.30000000000000004, "tick": true}, {"at_s": 1e9, "tick": true})")),
            QString());
    }

    void anAgePastTheLimitIsPastIt_data()
    {
        QTest::addColumn<QByteArray>("age");
        QTest::addColumn<bool>("used");
        for (const char* age : {"0", "119.9999999999", "120"})
            QTest::newRow(age) << QByteArray(age) << true;
        for (const char* age : {"120.0000000001", "120.001", "-0.0000000001"})
            QTest::newRow(age) << QByteArray(age) << false;
    }
    void anAgePastTheLimitIsPastIt()
    {
        QFETCH(QByteArray, age);
        QFETCH(bool, used);
        const auto rung = outputs(R"({"ladder": {"rungs": ["primary", "cache", "unavailable"]}, "steps": [
            {"at_s": 0, "request": {"primary": "503", "cache": {"age_s": )"
            + age + "}}}]}");
        QCOMPARE(rung.at(0)["served_by"].toString(), used ? QStringLiteral("cache") : QStringLiteral("unavailable"));
        const auto cache = outputs(R"({"cache": {}, "steps": [
            {"at_s": 0, "set": "k", "value": "v", "scope": "s", "age_s": )"
            + age + R"(}, {"at_s": 0, "get": "k", "scope": "s", "upstream": "503"}]})");
        QCOMPARE(cache.at(1)["mode"].toString(), used ? QStringLiteral("cached") : QStringLiteral("simplified"));
    }

    void strictlySlowerIsSlower_data()
    {
        QTest::addColumn<QByteArray>("latency");
        QTest::addColumn<bool>("slower");
        QTest::newRow("below") << QByteArray("99.9999999999") << false;
        QTest::newRow("at") << QByteArray("100") << false;
        QTest::newRow("above") << QByteArray("100.0000000001") << true;
    }
    void strictlySlowerIsSlower()
    {
        QFETCH(QByteArray, latency);
        QFETCH(bool, slower);
        const auto call = outputs(breakerOf(R"("window": {"kind": "count", "size": 3}, "slow_ms": 100)",
            "{\"at_s\": 0, \"call\": \"ok\", \"latency_ms\": " + latency + "}"));
        QCOMPARE(call.at(0)["window"].toObject()["slow"].toInt(), slower ? 1 : 0);
        const auto check = outputs(R"({"health": {"services": [{"name": "s3", "critical": true, "timeout_s": 0.1}]},
            "steps": [{"at_s": 0, "checks": [{"name": "s3", "status": "healthy", "latency_ms": )"
            + latency + "}]}]}");
        QCOMPARE(check.at(0)["http_status"].toInt(), slower ? 503 : 200);
        const auto rung = outputs(R"({"ladder": {"rungs": [{"name": "primary", "deadline_s": 0.1}, "unavailable"]},
            "steps": [{"at_s": 0, "request": {"primary": {"latency_s": )"
            + QByteArray(slower        ? "0.1000000000001"
                    : latency == "100" ? "0.1"
                                       : "0.0999999999999")
            + "}}}]}");
        QCOMPARE(
            rung.at(0)["served_by"].toString(), slower ? QStringLiteral("unavailable") : QStringLiteral("primary"));
    }

    void aFleetFileIsRefusedLikewise()
    {
        const auto withLimit = [](const char* limit) {
            return std::string(R"({"version": 1, "services": [{"name": "s"}], "features": [
{"name": "f", "service": "s", "mode_controller": {"max_error_pct": )")
                + limit + "}}]}";
        };
        QVERIFY(fleet::parsePolicy(withLimit("19.999")));
        const auto refused = fleet::parsePolicy(withLimit("19.9996"));
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().where),
            QStringLiteral("/features/0/mode_controller/max_error_pct (line 2)"));
        QCOMPARE(QString::fromStdString(refused.error().message),
            QStringLiteral("expected at most 3 decimals, found 19.9996"));
    }
};

QTEST_APPLESS_MAIN(TestExactLimits)
#include "tst_exact_limits.moc"
