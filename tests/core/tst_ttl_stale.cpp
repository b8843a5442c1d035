// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ttl_cache_bench.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

/// Past its ttl, or where a load fails, an answer is served only as a rule of its own allows: stale-if-error and
/// stale-while-revalidate are two.
class TestTtlStale : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFailedLoadGetsWhatTheStalePolicyAllows_data()
    {
        QTest::addColumn<int>("age");
        QTest::addColumn<QString>("answer");
        QTest::newRow("60") << 60 << "cached 10 at 60 s: timeout";
        QTest::newRow("119") << 119 << "cached 10 at 119 s: timeout";
        QTest::newRow("120") << 120 << "cached 10 at 120 s: timeout";
        QTest::newRow("121") << 121 << "simplified - at 121 s: too_old";
    }
    void aFailedLoadGetsWhatTheStalePolicyAllows()
    {
        QFETCH(int, age);
        QFETCH(QString, answer);
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(std::chrono::seconds{age});
        bench.fail();
        QCOMPARE(said(bench.get()), answer);
        QCOMPARE(bench.calls, 2);
        QCOMPARE(said(bench.get()), answer); // the failure changed neither value nor age
    }

    void withoutStaleIfErrorAFailureHasNoStandIn()
    {
        auto options = ttlOf(60s);
        options.staleIfError.reset();
        options.staleWhileRevalidate = StalePolicy{60s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(61s);
        bench.fail();
        const auto answer = bench.get();
        QCOMPARE(said(answer), QStringLiteral("simplified - at unknown s: timeout"));
        QVERIFY(!answer.refresh);
    }

    void whatIsThrownIsTreatedAsAFailureIs()
    {
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(61s);
        const auto answer = bench.cache.get(
            key, []() -> std::variant<std::string, FailureClass> { throw std::runtime_error("no network"); });
        QCOMPARE(said(answer), QStringLiteral("cached 10 at 61 s: throw"));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, std::rethrow_exception(answer.thrown));
        QCOMPARE(bench.cache.stats().failedLoads, std::uint64_t{1});
    }

    void aRefusalOfTheRequestIsNotPaperedOver_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("answer");
        for (const int status : {400, 401, 403, 404})
            QTest::addRow("%d", status) << status << QStringLiteral("simplified - at unknown s: %1").arg(status);
        for (const int status : {408, 429, 500, 503})
            QTest::addRow("%d", status) << status << QStringLiteral("cached 10 at 61 s: %1").arg(status);
    }
    void aRefusalOfTheRequestIsNotPaperedOver()
    {
        QFETCH(int, status);
        QFETCH(QString, answer);
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(61s);
        bench.fail(*FailureClass::fromHttpStatus(status));
        QCOMPARE(said(bench.get()), answer);
    }

    void aReloadAsksWhileTheAnswerIsStillValid()
    {
        Bench bench(ttlOf(300s));
        bench.get();
        bench.clock.advance(121s);
        bench.fail();
        QCOMPARE(said(bench.get()), QStringLiteral("cached 10 at 121 s: within_ttl"));
        QCOMPARE(said(bench.cache.reload(key, bench.upstream())), QStringLiteral("simplified - at 121 s: too_old"));
        bench.answers = "12";
        QCOMPARE(said(bench.cache.reload(key, bench.upstream())), QStringLiteral("fresh 12 at 0 s: "));
        QCOMPARE(bench.calls, 3);
    }

    void whereNobodyIsAskedTheReasonSaysSo()
    {
        Bench bench(ttlOf(60s));
        QCOMPARE(said(bench.cache.standIn(key, std::nullopt)), QStringLiteral("simplified - at unknown s: empty"));
        bench.get();
        bench.clock.advance(100s);
        QCOMPARE(said(bench.cache.standIn(key, std::nullopt)), QStringLiteral("cached 10 at 100 s: not_asked"));
        QCOMPARE(bench.calls, 1);
    }

    void whileItIsRenewedAStaleAnswerIsServedAtOnce()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(60s);
        bench.answers = "12";
        auto first = bench.get();
        QCOMPARE(said(first), QStringLiteral("cached 10 at 60 s: revalidating"));
        QVERIFY(first.refresh);
        const auto second = bench.get();
        QCOMPARE(said(second), QStringLiteral("cached 10 at 60 s: revalidating"));
        QVERIFY(!second.refresh); // one refresh
        QCOMPARE(bench.calls, 1);
        QCOMPARE(said(bench.cache.refresh(std::move(*first.refresh), bench.upstream())),
            QStringLiteral("fresh 12 at 0 s: "));
        QCOMPARE(said(bench.get()), QStringLiteral("cached 12 at 0 s: within_ttl"));
        QCOMPARE(bench.calls, 2);
    }

    void aRefreshThatHangsDoesNotLiftTheLimit()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        options.staleIfError = StalePolicy{100s};
        options.flight.waitAtMost = 0s;
        Bench bench(options);
        bench.get();
        bench.clock.advance(90s);
        const auto hanging = bench.get();
        QVERIFY(hanging.refresh);
        bench.clock.advance(1ns);
        QVERIFY(bench.get().because == CachedBecause::UpstreamFailed); // waited for it, in vain
        bench.clock.advance(10s);
        QVERIFY(bench.get().refusal == StaleRefusal::TooOld);
        QCOMPARE(bench.calls, 1);
    }

    void aFailedRefreshChangesNothingAndTheNextMayTry()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(70s);
        bench.fail();
        auto first = bench.get();
        QCOMPARE(said(bench.cache.refresh(std::move(*first.refresh), bench.upstream())),
            QStringLiteral("cached 10 at 70 s: timeout"));
        auto second = bench.get();
        QCOMPARE(said(second), QStringLiteral("cached 10 at 70 s: revalidating"));
        QVERIFY(second.refresh);
        second.refresh.reset(); // let go of
        QVERIFY(bench.get().refresh);
    }

    void afterAChangeNobodyWaitsForAnOlderLoad()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        options.flight.waitAtMost = 0s;
        Bench bench(options);
        bench.get();
        bench.clock.advance(60s);
        const auto older = bench.get();
        QVERIFY(older.refresh);
        bench.cache.invalidate(key.identity);
        bench.answers = "12";
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 12 at 0 s: "));
        bench.clock.advance(60s);
        const auto another = bench.get();
        QVERIFY(another.refresh);
        bench.cache.clear();
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 12 at 0 s: "));
    }
};

QTEST_APPLESS_MAIN(TestTtlStale)
#include "tst_ttl_stale.moc"
