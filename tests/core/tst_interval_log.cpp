// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/interval_log.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

const WallTime began{24h};

IntervalPoint closed(int n, std::map<std::string, std::uint64_t> served)
{
    IntervalPoint point{began + (n - 1) * 1min, began + n * 1min, Mode::Primary, {}};
    point.interval.n = static_cast<std::uint64_t>(n);
    point.interval.served = std::move(served);
    return point;
}

} // namespace

/// What is read of a log of intervals is what was added.
class TestIntervalLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldComesBack()
    {
        auto full = closed(7, {{"cache", 3}, {"primary", 90'000'000'000}, {"unavailable", 0}});
        full.mode = Mode::Degraded;
        full.interval.endedAt = began + 3s;
        full.interval.length = 59'988ms;
        full.interval.error = Percent{12'345};
        full.interval.p95 = 1'250ms;
        full.interval.requests = 90'000'000'003;
        full.interval.quotaSpent = true;
        const auto bare = closed(8, {});
        IntervalLog log;
        for (const auto& point : {full, bare, full})
            log.add(point);
        QCOMPARE(log.size(), std::size_t{3});
        for (const std::size_t i : {0U, 2U}) {
            QVERIFY(encoded(log[i].interval) == encoded(full.interval));
            QVERIFY(log[i].start == full.start && log[i].end == full.end && log[i].mode == full.mode);
        }
        QVERIFY(encoded(log[1].interval) == encoded(bare.interval));
        QVERIFY(!log[1].interval.p95 && log[1].interval.served.empty());
    }

    void eachHasTheNamesOfItsOwnRungs()
    {
        IntervalLog log;
        log.add(closed(1, {{"a", 1}, {"b", 2}}));
        log.add(closed(2, {{"a", 3}, {"b", 4}}));
        log.add(closed(3, {{"a", 5}, {"c", 6}}));
        QCOMPARE(log[1].interval.served, (std::map<std::string, std::uint64_t>{{"a", 3}, {"b", 4}}));
        QCOMPARE(log.back().interval.served, (std::map<std::string, std::uint64_t>{{"a", 5}, {"c", 6}}));
    }

    void theFirstThatEndsLater()
    {
        IntervalLog log;
        QCOMPARE(log.firstEndingAfter(began), std::size_t{0});
        for (int n = 1; n <= 3; ++n)
            log.add(closed(n, {}));
        QCOMPARE(log.firstEndingAfter(began + 1min - 1ns), std::size_t{0});
        QCOMPARE(log.firstEndingAfter(began + 1min), std::size_t{1});
        QCOMPARE(log.firstEndingAfter(began + 3min), std::size_t{3});
    }

    void whatIsOldOrTooMuchGoes()
    {
        IntervalLog log;
        for (int n = 1; n <= 4; ++n)
            log.add(closed(n, {}));
        log.trim(began + 1min, 4);
        QCOMPARE(log.size(), std::size_t{4});
        log.trim(began + 1min + 1ns, 4);
        QCOMPARE(log.size(), std::size_t{3});
        log.trim(began, 2);
        QCOMPARE(log[0].interval.n, std::uint64_t{3});
        log.trim(began, 0);
        QVERIFY(log.empty());
    }
};

QTEST_APPLESS_MAIN(TestIntervalLog)
#include "tst_interval_log.moc"
