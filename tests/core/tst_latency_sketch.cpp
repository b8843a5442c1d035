// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/latency_sketch.h"

#include <QTest>

#include <thread>

using namespace rungwatch;
using namespace std::chrono_literals;

/// Percentiles from bounded memory: near enough, mergeable, and absent where nothing was measured.
class TestLatencySketch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingHasNoPercentile()
    {
        const LatencySketch sketch;
        QVERIFY(!sketch.percentile(95));
        QVERIFY(!sketch.mean());
        QCOMPARE(sketch.count(), 0U);
    }

    void ranksAreNearest_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("percent");
        QTest::addColumn<int>("expectedMs");
        // Of 1, 2, ... n ms.
        QTest::newRow("p95 of 1") << 1 << 95.0 << 1;
        QTest::newRow("p95 of 19") << 19 << 95.0 << 19;
        QTest::newRow("p95 of 20") << 20 << 95.0 << 19;
        QTest::newRow("p95 of 100") << 100 << 95.0 << 95;
        QTest::newRow("p99 of 100") << 100 << 99.0 << 99;
        QTest::newRow("p50 of 100") << 100 << 50.0 << 50;
        QTest::newRow("p50 of 101") << 101 << 50.0 << 51;
        QTest::newRow("all of 100") << 100 << 100.0 << 100;
    }
    void ranksAreNearest()
    {
        QFETCH(int, samples);
        QFETCH(double, percent);
        QFETCH(int, expectedMs);
        LatencySketch sketch;
        for (int i = samples; i >= 1; --i)
            sketch.record(1ms * i);
        const auto found = toSeconds(*sketch.percentile(percent)) * 1000;
        QVERIFY2(std::abs(found - expectedMs) <= expectedMs / 32.0, qPrintable(QString::number(found)));
    }

    void extremesAreCountedToo()
    {
        LatencySketch sketch;
        sketch.record(-5s);
        sketch.record(0ns);
        sketch.record(Duration::max());
        QCOMPARE(sketch.count(), 3U);
        QVERIFY(*sketch.percentile(50) < 64ns);
        QVERIFY(*sketch.percentile(100) > 1h);
        QCOMPARE(LatencySketch::bucketOf(Duration::max()), LatencySketch::buckets - 1);
        QCOMPARE(LatencySketch::bucketOf(1023ns) + 1, LatencySketch::bucketOf(1024ns));
        QCOMPARE(LatencySketch::bucketOf(2047ns) + 1, LatencySketch::bucketOf(2048ns));
    }

    void mergingIsAsIfAllHadBeenRecordedInOne()
    {
        LatencySketch one, two, all;
        for (int i = 1; i <= 1'000; ++i) {
            (i % 3 == 0 ? one : two).record(1us * i * i);
            all.record(1us * i * i);
        }
        one.merge(two);
        QCOMPARE(one.count(), 1'000U);
        QVERIFY(one.mean() == all.mean());
        QVERIFY(*one.mean() == 333'833'500ns); // 1 + 4 + ... + 1,000,000 us over 1,000
        for (const double p : {1.0, 50.0, 95.0, 99.9})
            QVERIFY(one.percentile(p) == all.percentile(p));
    }

    void threadsRecordApartAndAreCollectedTogether()
    {
        SharedLatencySketch sketch;
        std::vector<std::thread> threads;
        // More of them than have a slot of their own.
        for (int t = 0; t < 40; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 1'000; ++i)
                    sketch.record(2ms);
            });
        for (auto& thread : threads)
            thread.join();
        const auto all = sketch.collected();
        QCOMPARE(all.count(), 40'000U);
        QVERIFY(*all.mean() == 2ms);
    }
};

QTEST_APPLESS_MAIN(TestLatencySketch)
#include "tst_latency_sketch.moc"
