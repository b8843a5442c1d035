// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/person_queue.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

constexpr SteadyTime at(Duration passed)
{
    return SteadyTime{passed};
}

/// Seconds; -1 for what is not known.
qint64 seconds(const std::optional<Duration>& duration)
{
    return duration ? std::chrono::duration_cast<std::chrono::seconds>(*duration).count() : -1;
}

/// A queue with that many waiting since 0 s.
struct Bench {
    explicit Bench(int waiting, std::optional<Duration> perCase = std::nullopt)
        : queue({1'000, perCase, 1h})
    {
        for (int i = 0; i < waiting; ++i)
            tickets.push_back(queue.join("case", at(0s))->ticket);
    }
    void takeAt(std::initializer_list<Duration> times)
    {
        for (const auto time : times)
            QVERIFY(queue.take(at(time)));
    }
    qint64 estimate(Duration now) const { return seconds(queue.state(at(now)).waitEstimate); }

    PersonQueue queue;
    std::vector<PersonQueue::Ticket> tickets;
};

} // namespace

/// A customer is told a place in the queue, and a wait only where it is known.
class TestPersonQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWaitThatIsNotKnownIsAbsent()
    {
        PersonQueue queue({10, std::nullopt, 1h});
        QVERIFY(!queue.state(at(0s)).waitEstimate);
        const auto joined = queue.join("refund 17", at(0s));
        QCOMPARE(joined->place, (QueuePlace{1, std::nullopt}));
        QVERIFY(!queue.state(at(0s)).waitEstimate);
    }

    void aConfiguredTimePerCaseIsTheEstimate()
    {
        PersonQueue queue({10, 2min, 1h});
        QCOMPARE(queue.join("a", at(0s))->place, (QueuePlace{1, 2min}));
        QCOMPARE(queue.join("b", at(0s))->place, (QueuePlace{2, 4min}));
        QCOMPARE(*queue.state(at(0s)).waitEstimate, Duration(4min));
        QVERIFY(queue.take(at(1s)) && queue.take(at(1s)));
        QVERIFY(!queue.state(at(1s)).waitEstimate); // nobody waits: no wait to speak of
    }

    void placesMoveUp()
    {
        Bench bench(3, 1min);
        QCOMPARE(bench.queue.placeOf(bench.tickets[2], at(0s)), (QueuePlace{3, 3min}));
        QVERIFY(bench.queue.leave(bench.tickets[1]));
        QCOMPARE(bench.queue.placeOf(bench.tickets[2], at(0s)), (QueuePlace{2, 2min}));
        QCOMPARE(bench.queue.take(at(5s))->ticket, bench.tickets[0]);
        QCOMPARE(bench.queue.placeOf(bench.tickets[2], at(5s)), (QueuePlace{1, 1min}));
        QVERIFY(!bench.queue.placeOf(bench.tickets[0], at(5s)));
        QVERIFY(!bench.queue.leave(bench.tickets[0]));
        QVERIFY(!bench.queue.leave(bench.tickets[1]));
        QVERIFY(!bench.queue.placeOf(99, at(5s)));
    }

    void whatWasHandedInIsTakenFirstInFirstOut()
    {
        PersonQueue queue({10, std::nullopt, 1h});
        QVERIFY(queue.join("first", at(1s)) && queue.join("second", at(2s)));
        const auto first = queue.take(at(10s));
        QCOMPARE(first->reference, "first");
        QCOMPARE(first->waited, Duration(9s));
        QCOMPARE(queue.take(at(10s))->reference, "second");
        QVERIFY(!queue.take(at(10s)));
    }

    void oneMoreThanItHoldsIsRefused()
    {
        PersonQueue queue({2, std::nullopt, 1h});
        QVERIFY(queue.join("a", at(0s)));
        QVERIFY(queue.join("b", at(0s)));
        QVERIFY(!queue.join("c", at(0s)));
        QVERIFY(queue.take(at(1s)));
        QVERIFY(queue.join("c", at(3s)));
        const auto state = queue.state(at(9s));
        QCOMPARE(state.waiting, std::size_t{2});
        QCOMPARE(seconds(state.longestWait), 9);
        QCOMPARE(state.joined, 3U);
        QCOMPARE(state.refused, 1U);
        QCOMPARE(state.taken, 1U);
    }

    void theRateIsKnownFromThreeGapsOn()
    {
        Bench bench(10);
        bench.takeAt({100s, 130s, 160s}); // the first take ends no gap: the person may have come just then
        QCOMPARE(bench.estimate(160s), -1);
        bench.takeAt({190s});
        QCOMPARE(bench.estimate(190s), 180); // six wait, 30 s each
    }

    void theMeasuredRateWinsOverTheConfiguredOne()
    {
        Bench bench(10, 5min);
        bench.takeAt({0s, 30s, 60s});
        QCOMPARE(bench.estimate(60s), 2'100); // seven, 300 s each
        bench.takeAt({90s});
        QCOMPARE(bench.estimate(90s), 180);
    }

    void timeWithoutACaseSaysNothing()
    {
        Bench bench(4);
        bench.takeAt({0s, 30s, 60s, 90s}); // three gaps of 30 s, and then nobody waits
        QVERIFY(bench.queue.join("later", at(1000s)));
        QCOMPARE(bench.estimate(1000s), 30);
        bench.takeAt({1010s}); // neither 920 s nor 10 s count
        QVERIFY(bench.queue.join("last", at(1020s)));
        QCOMPARE(bench.estimate(1020s), 30);
    }

    void theEstimateGrowsWhenNobodyHandlesAnything()
    {
        Bench bench(5);
        bench.takeAt({0s, 30s, 60s, 90s});
        QCOMPARE(bench.estimate(120s), 30); // exactly the mean: not yet slow
        QCOMPARE(bench.estimate(180s), 45); // (30 + 30 + 30 + 90) / 4
        QCOMPARE(bench.estimate(690s), 172); // (90 + 600) / 4
    }

    void onlyTheRecentCounts()
    {
        Bench bench(5, 10min);
        bench.takeAt({0s, 30s, 60s, 90s});
        QVERIFY(bench.queue.leave(bench.tickets[4])); // so that no gap is under way
        QVERIFY(bench.queue.join("later", at(3629s)));
        QCOMPARE(bench.estimate(3630s - 1ns), 30);
        QCOMPARE(bench.estimate(3630s), 600); // the first of three gaps, ended at 30 s, is an hour old
    }

    void theLastTwentyGapsCount()
    {
        Bench bench(50);
        Duration now{0};
        for (int i = 0; i <= 20; ++i)
            bench.takeAt({now += 100s});
        for (int i = 0; i < 10; ++i)
            bench.takeAt({now += 10s});
        QCOMPARE(bench.queue.state(at(now)).waiting, std::size_t{19});
        QCOMPARE(bench.estimate(now), 19 * 55); // ten of 100 s, ten of 10 s
    }

    void optionsOutOfRangeAreNamed()
    {
        const auto where = [](const PersonQueueOptions& options) {
            const auto fault = options.fault();
            return fault ? fault->where : std::string("none");
        };
        QCOMPARE(where({1, std::nullopt, 1min}), "none");
        QCOMPARE(where({100'000, 24h, 24h}), "none");
        QCOMPARE(where({0, std::nullopt, 1h}), "max_waiting");
        QCOMPARE(where({100'001, std::nullopt, 1h}), "max_waiting");
        QCOMPARE(where({1, 1s - 1ns, 1h}), "per_case_s");
        QCOMPARE(where({1, 24h + 1ns, 1h}), "per_case_s");
        QCOMPARE(where({1, 1s, 1min - 1ns}), "recent_s");
        QCOMPARE(where({1, 1s, 24h + 1ns}), "recent_s");
    }
};

QTEST_APPLESS_MAIN(TestPersonQueue)
#include "tst_person_queue.moc"
