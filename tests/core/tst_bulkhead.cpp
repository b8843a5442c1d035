// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/admission/bulkhead.h"

#include <QTest>

#include <random>

using namespace rungwatch;
using namespace rungwatch::admission;
using namespace std::chrono_literals;

namespace {

constexpr SteadyTime at(Duration passed)
{
    return SteadyTime{passed};
}

std::string word(const Entered& entered)
{
    if (entered.admitted())
        return "admitted";
    return entered.waiter ? "waits" : std::string(nameOf(*entered.refusal));
}

/// The rules, with everything they settled in words: "1 admitted", "2 max_wait".
struct Bench {
    explicit Bench(const BulkheadOptions& options)
        : rules(options)
    {
    }

    std::string enter(Duration now, std::optional<SteadyTime> deadline = std::nullopt)
    {
        return word(rules.enter(at(now), deadline, settled));
    }
    std::string leave(Duration now)
    {
        rules.leave(at(now), settled);
        return said();
    }
    std::string expire(Duration now)
    {
        rules.expire(at(now), settled);
        return said();
    }
    std::string said()
    {
        std::string words;
        for (const auto& one : settled)
            words += (words.empty() ? "" : ", ") + std::to_string(one.waiter) + " "
                + (one.refusal ? std::string(nameOf(*one.refusal)) : "admitted");
        settled.clear();
        return words;
    }

    BulkheadRules rules;
    std::vector<Settled> settled;
};

} // namespace

/// Never more calls under way than permits, never more waiting than places; every permit comes back, once.
class TestBulkhead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void admitsThenQueuesThenRefuses()
    {
        Bench bench({2, 1, 10s});
        QCOMPARE(bench.enter(0s), "admitted");
        QCOMPARE(bench.enter(0s), "admitted");
        QCOMPARE(bench.enter(0s), "waits");
        QCOMPARE(bench.enter(0s), "full");
        QCOMPARE(bench.rules.inFlight(), 2U);
        QCOMPARE(bench.rules.waiting(), 1U);
        QCOMPARE(bench.rules.counts(), (BulkheadCounts{2, 1, 0}));
    }

    void withoutAQueueNobodyWaits()
    {
        Bench bench({1, 0, 10s});
        QCOMPARE(bench.enter(0s), "admitted");
        QCOMPARE(bench.enter(0s), "full");
    }

    void firstInFirstOut()
    {
        Bench bench({1, 3, std::nullopt});
        bench.enter(0s);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bench.enter(1s), "waits");
        QCOMPARE(bench.leave(2s), "1 admitted");
        QCOMPARE(bench.leave(3s), "2 admitted");
        QCOMPARE(bench.leave(4s), "3 admitted");
        QCOMPARE(bench.leave(5s), "");
        QCOMPARE(bench.rules.inFlight(), 0U);
        QCOMPARE(bench.rules.counts(), (BulkheadCounts{4, 0, 0}));
    }

    void aWaitIsOverAtMaxWait()
    {
        Bench bench({1, 2, 10s});
        bench.enter(0s);
        bench.enter(5s);
        bench.enter(6s);
        QCOMPARE(bench.expire(15s - 1ns), "");
        QCOMPARE(bench.expire(15s), "1 max_wait");
        QCOMPARE(bench.leave(16s - 1ns), "2 admitted");
        QCOMPARE(bench.rules.counts(), (BulkheadCounts{2, 1, 0}));
    }

    void aPermitNeverGoesToAWaitThatIsOver()
    {
        Bench bench({1, 2, 10s});
        bench.enter(0s);
        bench.enter(0s);
        bench.enter(1s);
        QCOMPARE(bench.leave(10s), "1 max_wait, 2 admitted");
        QCOMPARE(bench.rules.inFlight(), 1U);
    }

    void aWaitThatIsOverMakesRoomInTheQueue()
    {
        Bench bench({1, 1, 10s});
        bench.enter(0s);
        bench.enter(0s);
        QCOMPARE(bench.enter(10s - 1ns), "full");
        QCOMPARE(bench.enter(10s), "waits");
        QCOMPARE(bench.said(), "1 max_wait");
    }

    void aDeadlineEndsTheWaitWhereItIsEarlier()
    {
        Bench bench({1, 2, 10s});
        bench.enter(0s);
        QCOMPARE(bench.enter(0s, at(4s)), "waits");
        QCOMPARE(bench.enter(0s, at(11s)), "waits");
        QCOMPARE(bench.expire(4s - 1ns), "");
        QCOMPARE(bench.expire(4s), "1 deadline");
        QCOMPARE(bench.expire(10s), "2 max_wait");
    }

    void aDeadlineThatHasPassedIsNotStarted()
    {
        Bench bench({1, 1, 10s});
        QCOMPARE(bench.enter(5s, at(5s)), "deadline");
        QCOMPARE(bench.enter(5s, at(4s)), "deadline");
        QCOMPARE(bench.enter(5s, at(5s + 1ns)), "admitted");
        QCOMPARE(bench.rules.counts(), (BulkheadCounts{1, 2, 0}));
    }

    void aMaxWaitOfNoughtIsNoWait()
    {
        Bench bench({1, 5, 0s});
        bench.enter(0s);
        QCOMPARE(bench.enter(0s), "full");
        QCOMPARE(bench.rules.waiting(), 0U);
    }

    void whoGaveUpGetsNothing()
    {
        Bench bench({1, 2, 10s});
        bench.enter(0s);
        bench.enter(0s);
        bench.enter(0s);
        QVERIFY(bench.rules.giveUp(1));
        QVERIFY(!bench.rules.giveUp(1));
        QCOMPARE(bench.leave(1s), "2 admitted");
        QVERIFY(!bench.rules.giveUp(2)); // the grant won: it owes a leave
        QCOMPARE(bench.leave(2s), "");
        QCOMPARE(bench.rules.inFlight(), 0U);
        QCOMPARE(bench.rules.counts(), (BulkheadCounts{2, 0, 1}));
    }

    void leavingAnEmptyOneDoesNothing()
    {
        Bench bench({1, 0, std::nullopt});
        QCOMPARE(bench.leave(0s), "");
        QCOMPARE(bench.enter(0s), "admitted");
        QCOMPARE(bench.enter(0s), "full");
    }

    void theFirstEndOfAWaitIsKnown()
    {
        Bench bench({1, 2, 10s});
        bench.enter(0s);
        QVERIFY(!bench.rules.nextDue());
        bench.enter(1s);
        bench.enter(2s, at(5s));
        QCOMPARE(*bench.rules.nextDue(), at(5s));
        bench.expire(5s);
        QCOMPARE(*bench.rules.nextDue(), at(11s));
    }

    /// Against a plain list of who is where.
    void holdsOnAWalk()
    {
        std::mt19937_64 random(11);
        Bench bench({3, 4, 20s});
        std::uint64_t inside = 0;
        std::vector<std::pair<WaiterId, Duration>> queue; // and when it came
        Duration now{0};
        std::uint64_t asked = 0;
        for (int step = 0; step < 200'000; ++step) {
            now += std::chrono::seconds(random() % 4);
            std::erase_if(queue, [&](const auto& one) { return now - one.second >= 20s; });
            const auto what = random() % 5;
            if (what <= 2) {
                ++asked;
                const auto entered = bench.rules.enter(at(now), std::nullopt, bench.settled);
                const std::string expected = inside < 3 ? "admitted" : queue.size() < 4 ? "waits" : "full";
                QCOMPARE(word(entered), expected);
                inside += expected == "admitted" ? 1 : 0;
                if (entered.waiter)
                    queue.emplace_back(*entered.waiter, now);
            } else if (what == 3 && inside > 0) {
                bench.rules.leave(at(now), bench.settled);
                if (queue.empty()) {
                    --inside;
                } else {
                    QCOMPARE(bench.settled.back(), (Settled{queue.front().first, std::nullopt}));
                    queue.erase(queue.begin());
                }
            } else {
                bench.rules.expire(at(now), bench.settled);
                if (!queue.empty() && random() % 8 == 0) {
                    QVERIFY(bench.rules.giveUp(queue.back().first));
                    queue.pop_back();
                }
            }
            bench.settled.clear();
            QCOMPARE(bench.rules.inFlight(), inside);
            QCOMPARE(bench.rules.waiting(), queue.size());
        }
        const auto counts = bench.rules.counts();
        QCOMPARE(counts.admitted + counts.refused + counts.gaveUp + queue.size(), asked);
        QVERIFY(counts.admitted > 1'000 && counts.refused > 1'000 && counts.gaveUp > 100);
    }

    void aPermitIsReleasedOnce()
    {
        ManualClock clock;
        Bulkhead bulkhead({2, 0, std::nullopt}, clock);
        auto first = bulkhead.tryEnter();
        auto second = bulkhead.tryEnter();
        QVERIFY(first && second);
        QCOMPARE(bulkhead.tryEnter().refusal(), BulkheadRefusal::Full);
        first.permit().release();
        first.permit().release();
        QCOMPARE(bulkhead.snapshot().inFlight, 1U);
        auto moved = std::move(second.permit());
        QVERIFY(moved.live() && !second.permit().live());
        second.permit().release(); // holds nothing any more
        QCOMPARE(bulkhead.snapshot().inFlight, 1U);
        moved = BulkheadPermit();
        QCOMPARE(bulkhead.snapshot().inFlight, 0U);
    }

    void aPermitIsReleasedByAnException()
    {
        ManualClock clock;
        Bulkhead bulkhead({1, 0, std::nullopt}, clock);
        const auto work = [&] {
            const auto entry = bulkhead.tryEnter();
            throw std::runtime_error("broken");
        };
        QVERIFY_EXCEPTION_THROWN(work(), std::runtime_error);
        QCOMPARE(bulkhead.snapshot().inFlight, 0U);
    }

    /// The caller's deadline passes; its work goes on and keeps its place until it has really ended.
    void workThatTimedOutKeepsItsPermit()
    {
        ManualClock clock;
        Bulkhead bulkhead({1, 0, std::nullopt}, clock);
        std::vector<std::pair<SteadyTime, std::shared_ptr<BulkheadPermit>>> workers; // ends at, holds
        {
            auto entry = bulkhead.enter(clock.steadyNow() + 5s);
            QVERIFY(entry);
            workers.emplace_back(clock.steadyNow() + 8s, std::make_shared<BulkheadPermit>(std::move(entry.permit())));
        } // whoever asked is gone
        clock.advance(5s);
        bulkhead.tick();
        QCOMPARE(bulkhead.tryEnter().refusal(), BulkheadRefusal::Full);
        clock.advance(3s);
        std::erase_if(workers, [&](const auto& worker) { return worker.first <= clock.steadyNow(); });
        QVERIFY(bulkhead.tryEnter());
    }

    void aPermitMayOutliveItsBulkhead()
    {
        ManualClock clock;
        auto bulkhead = std::make_unique<Bulkhead>(BulkheadOptions{1, 0, std::nullopt}, clock);
        auto entry = bulkhead->tryEnter();
        bulkhead.reset();
        QVERIFY(entry.permit().live());
        entry.permit().release();
        QVERIFY(!entry.permit().live());
    }

    void enteringLateIsRefusedWithoutAWait()
    {
        ManualClock clock;
        Bulkhead bulkhead({1, 1, std::nullopt}, clock);
        QCOMPARE(bulkhead.enter(clock.steadyNow()).refusal(), BulkheadRefusal::Deadline);
        QVERIFY(bulkhead.enter(clock.steadyNow() + 1ns));
        QCOMPARE(bulkhead.snapshot().counts, (BulkheadCounts{1, 1, 0}));
    }

    void optionsOutOfRangeAreNamed()
    {
        const auto where = [](const BulkheadOptions& options) {
            const auto fault = options.fault();
            return fault ? fault->where : std::string("none");
        };
        QCOMPARE(where({1, 0, std::nullopt}), "none");
        QCOMPARE(where({100'000, 100'000, 24h}), "none");
        QCOMPARE(where({1, 1, 0s}), "none");
        QCOMPARE(where({0, 0, std::nullopt}), "permits");
        QCOMPARE(where({100'001, 0, std::nullopt}), "permits");
        QCOMPARE(where({1, 100'001, std::nullopt}), "queue");
        QCOMPARE(where({1, 1, -1ns}), "max_wait_s");
        QCOMPARE(where({1, 1, 24h + 1ns}), "max_wait_s");
    }
};

QTEST_APPLESS_MAIN(TestBulkhead)
#include "tst_bulkhead.moc"
