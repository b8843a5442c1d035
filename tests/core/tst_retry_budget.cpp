// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/retry/retry_budget.h"

#include <QTest>

#include <limits>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const SteadyTime start{1000s};

int taken(RetryBudget& budget, int wanted, SteadyTime now)
{
    int count = 0;
    for (int i = 0; i < wanted; ++i)
        count += budget.tryRetry(now) ? 1 : 0;
    return count;
}

} // namespace

/// Retries stay a small share of the calls, with a few for those who hardly call.
class TestRetryBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void retriesAreCappedToTheirShare()
    {
        RetryBudget budget({Percent{20'000}, 0, 10s});
        QCOMPARE(taken(budget, 5, start), 0);
        budget.addCalls(100, start);
        QCOMPARE(budget.available(start), std::uint64_t(20));
        QCOMPARE(taken(budget, 40, start), 20);
        QCOMPARE(budget.available(start), std::uint64_t(0));
        budget.addCalls(4, start);
        QCOMPARE(taken(budget, 1, start), 0);
        budget.addCalls(1, start);
        QCOMPARE(taken(budget, 2, start), 1);
    }

    void shareIsExactWhereADoubleIsNot()
    {
        RetryBudget budget({*Percent::from(29), 0, 10s}); // 0.29 * 100 is 28.999... in a double
        budget.addCalls(100, start);
        QCOMPARE(taken(budget, 100, start), 29);
    }

    void aMinimumPerSecondComesOnTop()
    {
        RetryBudget idle({Percent{20'000}, 1, 10s});
        QCOMPARE(taken(idle, 40, start), 10);
        RetryBudget busy({Percent{20'000}, 1, 10s});
        busy.addCalls(100, start);
        QCOMPARE(taken(busy, 40, start), 30);
        RetryBudget tenth({Percent{0}, 0.1, 10s});
        QCOMPARE(taken(tenth, 5, start), 1);
        RetryBudget none({Percent{0}, 0, 10s});
        none.addCalls(1000, start);
        QCOMPARE(taken(none, 5, start), 0);
    }

    void callsAndRetriesLeaveTheWindow()
    {
        RetryBudget budget({Percent{20'000}, 0, 64s}); // slices of a second
        budget.addCalls(100, start);
        QCOMPARE(taken(budget, 15, start), 15);
        QCOMPARE(budget.available(start + 63s), std::uint64_t(5));
        QCOMPARE(budget.available(start + 64s), std::uint64_t(0));
        budget.addCalls(50, start + 64s);
        QCOMPARE(taken(budget, 40, start + 64s), 10);
        QCOMPARE(budget.available(start + 24h), std::uint64_t(0));
    }

    void whatIsInTheWindowBoundsEveryMomentOfIt()
    {
        RetryBudget budget({Percent{10'000}, 0, 64s});
        int retries = 0;
        for (int second = 0; second < 64; ++second) {
            budget.addCalls(10, start + second * 1s);
            retries += taken(budget, 10, start + second * 1s);
        }
        QCOMPARE(retries, 64);
    }

    void aReadingThatComesInLateCountsInTheNewestSlice()
    {
        RetryBudget budget({Percent{50'000}, 0, 10s});
        budget.addCalls(10, start);
        budget.addCalls(10, start - 5s);
        QCOMPARE(budget.available(start - 5s), std::uint64_t(10));
        QCOMPARE(taken(budget, 20, start - 1h), 10);
    }

    void noNumberOverflowsIt()
    {
        RetryBudget budget({Percent{1'000'000}, 1e6, 1h});
        budget.addCalls(std::numeric_limits<std::uint64_t>::max(), start);
        budget.addCalls(std::numeric_limits<std::uint64_t>::max(), start);
        QCOMPARE(budget.available(start), std::uint64_t(103'600'000'000));
        QVERIFY(budget.tryRetry(SteadyTime::max()));
        RetryBudget early({Percent{0}, 1, 1s});
        QVERIFY(early.tryRetry(SteadyTime::min()));
        QVERIFY(!early.tryRetry(SteadyTime::min()));
    }

    void settingsOutOfRangeAreNamed()
    {
        const auto named = [](Percent ratio, double least, Duration window) {
            const auto fault = RetryBudgetOptions{ratio, least, window}.fault();
            return fault ? QString::fromStdString(fault->where) : QString();
        };
        QCOMPARE(named({0}, 0, 1s), QString());
        QCOMPARE(named({1'000'000}, 1e6, 1h), QString());
        QCOMPARE(named({-1}, 0, 10s), QStringLiteral("ratio"));
        QCOMPARE(named({1'000'001}, 0, 10s), QStringLiteral("ratio"));
        QCOMPARE(named({0}, -0.1, 10s), QStringLiteral("min_per_s"));
        QCOMPARE(named({0}, 1e6 + 1, 10s), QStringLiteral("min_per_s"));
        QCOMPARE(named({0}, std::numeric_limits<double>::quiet_NaN(), 10s), QStringLiteral("min_per_s"));
        QCOMPARE(named({0}, 1, 1s - 1ns), QStringLiteral("window_s"));
        QCOMPARE(named({0}, 1, 1h + 1ns), QStringLiteral("window_s"));
    }
};

QTEST_APPLESS_MAIN(TestRetryBudget)
#include "tst_retry_budget.moc"
