// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/age_runs.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

const WallTime began{24h};
constexpr Duration apart = 15s;

AgePoint read(Duration after, std::optional<Duration> age, std::optional<Duration> limit = 120s)
{
    return {began + after, age, limit};
}

AgeRuns of(const std::vector<AgePoint>& points)
{
    AgeRuns runs;
    for (const auto& point : points)
        runs.add(point, apart);
    return runs;
}

std::vector<AgePoint> allOf(const AgeRuns& runs)
{
    return runs.between(WallTime::min(), WallTime::max());
}

} // namespace

/// What was read of an age is found again, in far less memory, and never with a reading where none was.
class TestAgeRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAgeThatGrowsIsOneRun()
    {
        AgeRuns runs;
        for (int i = 0; i < 8640; ++i)
            runs.add(read(i * 10s, 3s + i * 10s), apart);
        QCOMPARE(runs.runs(), std::size_t{1});
        const auto points = allOf(runs);
        QCOMPARE(points.size(), std::size_t{8640});
        for (int i = 0; i < 8640; ++i) {
            const auto& point = points[static_cast<std::size_t>(i)];
            QVERIFY(std::chrono::abs(point.at - (began + i * 10s)) < 1ms);
            QVERIFY(std::chrono::abs(*point.age - (3s + i * 10s)) < 1ms);
            QVERIFY(point.limit == 120s);
        }
    }

    void anAgeThatTurnsHasARunATurn()
    {
        AgeRuns runs;
        for (int i = 0; i < 120; ++i)
            runs.add(read(i * 10s, (i % 12) * 10s), apart);
        QCOMPARE(runs.runs(), std::size_t{10});
        const auto points = allOf(runs);
        QCOMPARE(points.size(), std::size_t{120});
        QVERIFY(points[11].age == 110s && points[12].age == 0s);
    }

    void whatIsNotKnownIsARunOfItsOwn()
    {
        const auto runs = of({read(0s, {}), read(10s, {}), read(20s, 5s), read(30s, 5s), read(40s, {})});
        QCOMPARE(runs.runs(), std::size_t{3});
        const auto points = allOf(runs);
        QVERIFY(!points[1].age && points[2].age == 5s && points[3].age == 5s && !points[4].age);
    }

    void anotherLimitIsAnotherRun()
    {
        const auto runs = of({read(0s, 1s), read(10s, 11s), read(20s, 21s, 60s)});
        QCOMPARE(runs.runs(), std::size_t{2});
        QVERIFY(allOf(runs)[1].limit == 120s && allOf(runs)[2].limit == 60s);
    }

    void aLineIsAsStraightAsTheTolerance()
    {
        // Through (10 s, 10 s) within half a second: at 20 s, anything from 19 to 21 s.
        QCOMPARE(of({read(0s, 0s), read(10s, 10s), read(20s, 20'999ms)}).runs(), std::size_t{1});
        QCOMPARE(of({read(0s, 0s), read(10s, 10s), read(20s, 21'001ms)}).runs(), std::size_t{2});
        QCOMPARE(of({read(0s, 0s), read(10s, 10s), read(20s, 19'001ms)}).runs(), std::size_t{1});
        QCOMPARE(of({read(0s, 0s), read(10s, 10s), read(20s, 18'999ms)}).runs(), std::size_t{2});
    }

    void everyAgeIsFoundAgainWithinTheTolerance()
    {
        std::vector<AgePoint> points;
        std::uint64_t chance = 1;
        for (int i = 0; i < 5000; ++i) {
            chance = chance * 6364136223846793005U + 1442695040888963407U;
            const Duration jitter = std::chrono::milliseconds((chance >> 33U) % 1200);
            // Slowly bent, so that no line holds for long.
            points.push_back(read(i * 10s, std::chrono::milliseconds(i * i) + jitter));
        }
        const auto runs = of(points);
        QVERIFY(runs.runs() > 100 && runs.runs() < points.size());
        const auto found = allOf(runs);
        QCOMPARE(found.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            QVERIFY(std::chrono::abs(*found[i].age - *points[i].age) <= AgeRuns::tolerance + 1us);
    }

    void aMissingReadingEndsARun()
    {
        QCOMPARE(of({read(0s, {}), read(10s, {}), read(25s, {})}).runs(), std::size_t{1});
        const auto runs = of({read(0s, {}), read(10s, {}), read(25s + 1ns, {}), read(35s, {})});
        QCOMPARE(runs.runs(), std::size_t{2});
        const auto points = allOf(runs);
        QVERIFY(points[1].at == began + 10s && points[2].at == began + 25s + 1ns);
    }

    void aCalendarThatIsSetBackEndsARun()
    {
        QCOMPARE(of({read(10s, {}), read(10s, {})}).runs(), std::size_t{2});
        QCOMPARE(of({read(10s, {}), read(10s + 1ns, {})}).runs(), std::size_t{1});
    }

    void theLastReadingIsOneThatWas()
    {
        const auto runs = of({read(0s, {}), read(10s, {}), read(20s, {}), read(60s, {})});
        QVERIFY(!runs.lastAt(began - 1ns));
        QVERIFY(runs.lastAt(began) == began);
        QVERIFY(runs.lastAt(began + 10s - 1ms) == began);
        QVERIFY(runs.lastAt(began + 10s) == began + 10s);
        QVERIFY(runs.lastAt(began + 59s) == began + 20s);
        QVERIFY(runs.lastAt(began + 2h) == began + 60s);
        QVERIFY(!AgeRuns().lastAt(began));
    }

    void aStretchBeginsWithTheReadingThatHoldsThere()
    {
        const auto runs = of({read(0s, 0s), read(10s, 10s), read(20s, 20s), read(30s, 30s), read(40s, 5s)});
        const auto ages = [&](Duration from, Duration until) {
            std::vector<Duration> found;
            for (const auto& point : runs.between(began + from, began + until))
                found.push_back(std::chrono::round<std::chrono::seconds>(*point.age));
            return found;
        };
        QVERIFY((ages(-5s, 10s) == std::vector<Duration>{0s, 10s}));
        QVERIFY((ages(19s, 30s) == std::vector<Duration>{10s, 20s, 30s}));
        QVERIFY((ages(20s, 30s - 1ms) == std::vector<Duration>{20s}));
        QVERIFY((ages(35s, 60s) == std::vector<Duration>{30s, 5s}));
        QVERIFY((ages(-9s, -1s) == std::vector<Duration>{}));
    }

    void whatIsOldOrTooMuchGoes()
    {
        auto runs = of({read(0s, {}), read(10s, {}), read(60s, {}), read(120s, {})});
        runs.trim(began + 10s, 3);
        QCOMPARE(runs.runs(), std::size_t{3});
        runs.trim(began + 10s + 1ns, 3);
        QCOMPARE(runs.runs(), std::size_t{2});
        runs.trim(began, 1);
        QVERIFY(allOf(runs).front().at == began + 120s);
        runs.trim(began, 0);
        QVERIFY(runs.empty());
    }
};

QTEST_APPLESS_MAIN(TestAgeRuns)
#include "tst_age_runs.moc"
