// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/batch_queue.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const FailureClass busy{FailureClass::Kind::Overloaded};

struct Bench {
    explicit Bench(const BatchOptions& options)
        : queue(options)
    {
    }
    explicit Bench(std::uint32_t maxAttempts = 5)
        : queue({10, maxAttempts, 10, 2, 1min})
    {
    }

    Moment now() const { return clock.now(); }
    BatchQueue::Id add(const char* payload = "item") { return queue.add(payload, now()).value_or(0); }
    std::string take()
    {
        const auto work = queue.take(now());
        return work ? work->payload + " " + std::to_string(work->attempt) : "nothing";
    }
    /// Takes the next and fails it for good.
    void kill()
    {
        const auto work = queue.take(now());
        QVERIFY(work && queue.failed(work->id, work->attempt, busy, "no", std::nullopt, now()));
    }

    ManualClock clock;
    BatchQueue queue;
};

} // namespace

/// Batch work is tried again when it is due and no earlier, so often and no oftener, and nothing of it is lost.
class TestBatchQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsDueIsGivenOnce()
    {
        Bench bench;
        const auto id = bench.add("a");
        bench.add("b");
        QCOMPARE(bench.take(), "a 1");
        QCOMPARE(bench.take(), "b 1");
        QCOMPARE(bench.take(), "nothing");
        QVERIFY(bench.queue.done(id, 1));
        QVERIFY(!bench.queue.done(id, 1));
        QCOMPARE(bench.queue.counts(), (BatchQueue::Counts{0, 1, 0, 2, 0, 1}));
    }

    void aRetryComesNoEarlierThanItIsDue()
    {
        Bench bench;
        const auto id = bench.add("a");
        QCOMPARE(bench.take(), "a 1");
        QVERIFY(bench.queue.failed(id, 1, busy, "busy", 30s, bench.now()));
        QCOMPARE(*bench.queue.nextDue(), bench.now().steady + 30s);
        bench.clock.advance(30s - 1ns);
        QCOMPARE(bench.take(), "nothing");
        bench.clock.advance(1ns);
        QCOMPARE(bench.take(), "a 2");
    }

    void whatIsDueLongestComesFirst()
    {
        Bench bench;
        const auto late = bench.add("late");
        bench.add("sooner");
        QCOMPARE(bench.take(), "late 1");
        QVERIFY(bench.queue.failed(late, 1, busy, "busy", 20s, bench.now()));
        bench.clock.advance(10s);
        bench.add("new");
        bench.clock.advance(20s);
        QCOMPARE(bench.take(), "sooner 1");
        QCOMPARE(bench.take(), "new 1"); // due at 10 s
        QCOMPARE(bench.take(), "late 2"); // due at 20 s
    }

    void afterTheLastAttemptItIsADeadLetterWithItsErrors()
    {
        Bench bench(2);
        const auto id = bench.add("a");
        QCOMPARE(bench.take(), "a 1");
        QVERIFY(bench.queue.failed(id, 1, *FailureClass::fromHttpStatus(503), "first", 1s, bench.now()));
        QVERIFY(bench.queue.deadLetters().empty());
        bench.clock.advance(1s);
        QCOMPARE(bench.take(), "a 2");
        QVERIFY(bench.queue.failed(id, 2, busy, "second", 1s, bench.now()));
        const auto dead = bench.queue.deadLetters();
        QCOMPARE(dead.size(), std::size_t{1});
        QCOMPARE(dead[0].payload, "a");
        QCOMPARE(dead[0].attempts, 2U);
        QCOMPARE(*dead[0].died, bench.now().wall);
        QCOMPARE(dead[0].errors,
            (std::vector<BatchError>{{1, bench.now().wall - 1s, *FailureClass::fromHttpStatus(503), "first"},
                {2, bench.now().wall, busy, "second"}}));
        bench.clock.advance(1h);
        QCOMPARE(bench.take(), "nothing");
        QVERIFY(!bench.queue.nextDue());
    }

    void whatCanNeverWorkIsNotTriedAgain()
    {
        Bench bench(5);
        bench.add("a");
        bench.kill();
        QCOMPARE(bench.queue.deadLetters().at(0).attempts, 1U);
    }

    void anAttemptThatNeverEndsIsTakenBack()
    {
        Bench bench(2);
        const auto id = bench.add("a");
        QCOMPARE(bench.take(), "a 1");
        QCOMPARE(*bench.queue.nextDue(), bench.now().steady + 1min);
        bench.clock.advance(1min - 1ns);
        QCOMPARE(bench.take(), "nothing");
        bench.clock.advance(1ns);
        QCOMPARE(bench.take(), "a 2");
        QVERIFY(!bench.queue.done(id, 1)); // its result comes too late
        QVERIFY(!bench.queue.failed(id, 1, busy, "late", 1s, bench.now()));
        bench.clock.advance(1min);
        QCOMPARE(bench.take(), "nothing"); // that was the last
        const auto dead = bench.queue.deadLetters();
        QCOMPARE(dead.size(), std::size_t{1});
        QCOMPARE(dead[0].errors.size(), std::size_t{2});
        QCOMPARE(dead[0].errors[1].failure.name(), "timeout");
        QVERIFY(!bench.queue.done(id, 2));
    }

    void nothingIsAcceptedThatCouldBeLost()
    {
        Bench bench({2, 1, 3, 0, 1min});
        QVERIFY(bench.add() && bench.add());
        QVERIFY(!bench.add()); // two items are all
        bench.kill();
        QVERIFY(bench.add()); // two items, one dead letter
        bench.kill();
        QVERIFY(!bench.add()); // one item, two dead letters: there is no room for a fourth of them
        bench.kill();
        QCOMPARE(bench.queue.counts(), (BatchQueue::Counts{0, 0, 3, 3, 2, 0}));
        QVERIFY(!bench.add());
        QVERIFY(bench.queue.discard(bench.queue.deadLetters()[0].id));
        QVERIFY(bench.add());
    }

    void moreDeadLettersThanTheLimitRaiseTheAlert()
    {
        Bench bench; // above 2
        for (int i = 0; i < 4; ++i)
            bench.add();
        bench.kill();
        bench.kill();
        QVERIFY(!bench.queue.alert());
        bench.clock.advance(5s);
        const auto since = bench.now().wall;
        bench.kill();
        QCOMPARE(bench.queue.alert(), (BatchQueue::Alert{3, 2, since}));
        bench.clock.advance(5s);
        bench.kill();
        QCOMPARE(bench.queue.alert(), (BatchQueue::Alert{4, 2, since}));
        QVERIFY(bench.queue.discard(bench.queue.deadLetters()[0].id));
        QCOMPARE(bench.queue.alert(), (BatchQueue::Alert{3, 2, since}));
        QVERIFY(bench.queue.revive(bench.queue.deadLetters()[0].id, bench.now()));
        QVERIFY(!bench.queue.alert());
    }

    void aRevivedOneKeepsItsErrorsAndGetsItsAttempts()
    {
        Bench bench(2);
        const auto id = bench.add("a");
        QCOMPARE(bench.take(), "a 1");
        QVERIFY(bench.queue.failed(id, 1, busy, "first life", std::nullopt, bench.now()));
        QVERIFY(bench.queue.revive(id, bench.now()));
        QVERIFY(!bench.queue.revive(id, bench.now()));
        QVERIFY(!bench.queue.discard(id));
        QCOMPARE(bench.take(), "a 2");
        QVERIFY(!bench.queue.done(id, 1)); // a late result of the first life ends nothing
        QVERIFY(bench.queue.failed(id, 2, busy, "second", 0s, bench.now()));
        QCOMPARE(bench.take(), "a 3");
        QVERIFY(bench.queue.failed(id, 3, busy, "third", 0s, bench.now()));
        const auto dead = bench.queue.deadLetters();
        QCOMPARE(dead.size(), std::size_t{1});
        QCOMPARE(dead[0].errors.size(), std::size_t{3});
        QCOMPARE(dead[0].errors[0].message, "first life");
    }

    void revivingNeedsRoom()
    {
        Bench bench({1, 1, 3, 0, 1min});
        const auto id = bench.add();
        bench.kill();
        QVERIFY(bench.add());
        QVERIFY(!bench.queue.revive(id, bench.now()));
        bench.kill();
        QVERIFY(bench.queue.revive(id, bench.now()));
    }

    void theCalendarDecidesNothing()
    {
        Bench bench;
        const auto id = bench.add("a");
        QCOMPARE(bench.take(), "a 1");
        QVERIFY(bench.queue.failed(id, 1, busy, "busy", 30s, bench.now()));
        bench.clock.jumpWall(1h);
        QCOMPARE(bench.take(), "nothing");
        bench.clock.jumpWall(-2h);
        bench.clock.advance(30s);
        QCOMPARE(bench.take(), "a 2");
    }

    void optionsOutOfRangeAreNamed()
    {
        const auto where = [](const BatchOptions& options) {
            const auto fault = options.fault();
            return fault ? fault->where : std::string("none");
        };
        QCOMPARE(where({1, 1, 1, 0, 1s}), "none");
        QCOMPARE(where({1'000'000, 100, 1'000'000, 999'999, 24h * 7}), "none");
        QCOMPARE(where({0, 1, 1, 0, 1s}), "max_items");
        QCOMPARE(where({1'000'001, 1, 1'000'001, 0, 1s}), "max_items");
        QCOMPARE(where({1, 0, 1, 0, 1s}), "max_attempts");
        QCOMPARE(where({1, 101, 1, 0, 1s}), "max_attempts");
        QCOMPARE(where({2, 1, 1, 0, 1s}), "max_dead_letters");
        QCOMPARE(where({1, 1, 1'000'001, 0, 1s}), "max_dead_letters");
        QCOMPARE(where({1, 1, 5, 5, 1s}), "alert_above");
        QCOMPARE(where({1, 1, 1, 0, 1s - 1ns}), "lease_s");
        QCOMPARE(where({1, 1, 1, 0, 24h * 7 + 1ns}), "lease_s");
    }
};

QTEST_APPLESS_MAIN(TestBatchQueue)
#include "tst_batch_queue.moc"
