// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/retry/backoff.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace rungwatch;
using namespace std::chrono_literals;

/// Delays double from 1 s to 30 s and stay there, for every attempt number and every draw.
class TestBackoff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSeedsFiguresDouble()
    {
        const Backoff backoff{1s, 30s, Jitter::None};
        const std::vector<Duration> expected{1s, 2s, 4s, 8s, 16s, 30s, 30s};
        for (std::size_t n = 0; n < expected.size(); ++n)
            QVERIFY(backoff.delay(std::int64_t(n), 0.5) == expected[n]);
        QVERIFY(Backoff{} == (Backoff{1s, 30s, Jitter::Plus}));
    }

    void plusAddsUpToASecondAndThenCaps()
    {
        const Backoff backoff{1s, 30s, Jitter::Plus};
        QVERIFY(backoff.delay(0, 0.0) == 1s);
        QVERIFY(backoff.delay(0, 0.25) == 1250ms);
        QVERIFY(backoff.delay(0, 1.0) == 2s);
        QVERIFY(backoff.delay(4, 1.0) == 17s);
        QVERIFY(backoff.delay(5, 0.0) == 30s);
        QVERIFY(backoff.delay(5, 1.0) == 30s);
        QVERIFY((Backoff{29500ms, 30s, Jitter::Plus}).delay(0, 0.4) == 29900ms);
        QVERIFY((Backoff{29500ms, 30s, Jitter::Plus}).delay(0, 0.6) == 30s);
    }

    void fullSpreadsOverAllOfItEvenAtTheCap()
    {
        const Backoff backoff{1s, 30s, Jitter::Full};
        QVERIFY(backoff.delay(2, 0.0) == 0s);
        QVERIFY(backoff.delay(2, 0.5) == 2s);
        QVERIFY(backoff.delay(2, 1.0) == 4s);
        QVERIFY(backoff.delay(1000, 0.5) == 15s);
        QVERIFY(backoff.delay(1000, 1.0) == 30s);
    }

    void everyAttemptStaysInRange_data()
    {
        QTest::addColumn<qint64>("n");
        for (const qint64 n : {0LL, 1LL, 2LL, 3LL, 4LL, 10LL, 31LL, 32LL, 62LL, 63LL, 64LL, 100LL, 1000LL, 1024LL,
                 1025LL, 2'147'483'647LL, std::numeric_limits<long long>::max()})
            QTest::addRow("%lld", static_cast<long long>(n)) << n;
    }
    void everyAttemptStaysInRange()
    {
        QFETCH(qint64, n);
        for (const auto jitter : {Jitter::None, Jitter::Plus, Jitter::Full})
            for (const auto base : {Duration{1ns}, Duration{1s}, Duration{24h}})
                for (const double u : {0.0, 1.0}) {
                    const auto delay = Backoff{base, 24h, jitter}.delay(n, u);
                    QVERIFY(delay >= (jitter == Jitter::Full && u == 0.0 ? Duration{0ns} : Duration{1ns}));
                    QVERIFY(delay <= 24h);
                }
        if (n >= 5)
            QVERIFY((Backoff{1s, 30s, Jitter::Plus}).delay(n, 0.0) == 30s);
    }

    void strayNumbersAreBroughtIntoRange()
    {
        const Backoff backoff{1s, 30s, Jitter::Plus};
        QVERIFY(backoff.delay(-1, 0.0) == 1s);
        QVERIFY(backoff.delay(std::numeric_limits<std::int64_t>::min(), 0.0) == 1s);
        QVERIFY(backoff.delay(0, -3.0) == 1s);
        QVERIFY(backoff.delay(0, 7.0) == 2s);
        QVERIFY(backoff.delay(0, std::nan("")) == 1s);
        // Even where the settings have a fault().
        QVERIFY((Backoff{Duration::max(), Duration::max(), Jitter::Plus}).delay(64, 1.0) == 24h);
        QVERIFY((Backoff{-1s, -1s, Jitter::None}).delay(3, 1.0) == 0s);
    }

    void aBaseOfNoughtStaysNought()
    {
        QVERIFY((Backoff{0s, 30s, Jitter::None}).delay(2'147'483'647, 1.0) == 0s);
        QVERIFY((Backoff{0s, 30s, Jitter::Plus}).delay(9, 0.5) == 500ms);
    }

    void settingsOutOfRangeAreNamed()
    {
        const auto named = [](Duration base, Duration max) {
            const auto fault = Backoff{base, max, Jitter::None}.fault();
            return fault ? QString::fromStdString(fault->where) : QString();
        };
        QCOMPARE(named(1s, 30s), QString());
        QCOMPARE(named(0s, 0s), QString());
        QCOMPARE(named(24h, 24h), QString());
        QCOMPARE(named(-1ns, 30s), QStringLiteral("base_s"));
        QCOMPARE(named(24h + 1ns, 25h), QStringLiteral("base_s"));
        QCOMPARE(named(2s, 2s - 1ns), QStringLiteral("max_s"));
        QCOMPARE(named(2s, 24h + 1ns), QStringLiteral("max_s"));
    }
};

QTEST_APPLESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
