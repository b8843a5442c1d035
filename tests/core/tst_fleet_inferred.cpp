// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/inferred.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using breaker::Phase;
using namespace std::chrono_literals;

namespace {

using Calls = std::map<std::string, std::uint64_t>;

BreakerReading counted(Calls calls, std::optional<std::uint64_t> opened = std::nullopt)
{
    BreakerReading breaker;
    breaker.name = "b";
    breaker.calls = std::move(calls);
    breaker.opened = opened;
    return breaker;
}

Reading readingOf(BreakerReading breaker)
{
    Reading reading;
    reading.breakers.push_back(std::move(breaker));
    return reading;
}

} // namespace

/// States that a library never publishes are concluded from counters only where that is sound, and are marked.
class TestFleetInferred : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusedCallsMeanOpen()
    {
        const auto before = counted({{"ok", 10}, {"not_permitted", 4}});
        const auto open = inferredFrom(before, counted({{"ok", 10}, {"not_permitted", 5}}));
        QVERIFY(open && open->phase == Phase::Open);
        QCOMPARE(open->from, std::string("refused calls rose by 1"));
        QVERIFY(!inferredFrom(before, before));
    }

    void successWithoutARefusalMeansClosed()
    {
        const auto before = counted({{"ok", 10}, {"failed", 1}, {"not_permitted", 4}}, 2);
        const auto closed = inferredFrom(before, counted({{"ok", 11}, {"failed", 3}, {"not_permitted", 4}}, 2));
        QVERIFY(closed && closed->phase == Phase::Closed);
        // Failures alone say nothing: a trial may have failed.
        QVERIFY(!inferredFrom(before, counted({{"ok", 10}, {"failed", 2}, {"not_permitted", 4}}, 2)));
        // It opened in between, or refused as well: which came last is not told.
        QVERIFY(!inferredFrom(before, counted({{"ok", 11}, {"failed", 1}, {"not_permitted", 4}}, 3)));
        QVERIFY(!inferredFrom(before, counted({{"ok", 11}, {"failed", 1}, {"not_permitted", 5}}, 2)));
    }

    void aRestartSaysNothing()
    {
        const auto before = counted({{"ok", 10}, {"not_permitted", 4}});
        QVERIFY(!inferredFrom(before, counted({{"ok", 9}, {"not_permitted", 5}})));
        QVERIFY(!inferredFrom(counted({{"ok", 1}}, 3), counted({{"ok", 2}}, 2)));
    }

    void whatWasConcludedHoldsWhileNothingMovesAndNotForEver()
    {
        const SteadyTime start{100s};
        std::map<std::string, SteadyTime> inferredAt;
        const auto first = readingOf(counted({{"ok", 10}, {"not_permitted", 4}}));
        auto second = readingOf(counted({{"ok", 10}, {"not_permitted", 9}}));
        inferStates(second, first, inferredAt, start, 4s);
        QVERIFY(second.breakers[0].state == Phase::Open);
        QCOMPARE(second.breakers[0].inferredFrom, std::string("refused calls rose by 5"));

        auto still = readingOf(counted({{"ok", 10}, {"not_permitted", 9}}));
        inferStates(still, second, inferredAt, start + 4s, 4s);
        QVERIFY(still.breakers[0].state == Phase::Open);
        auto later = readingOf(counted({{"ok", 10}, {"not_permitted", 9}}));
        inferStates(later, still, inferredAt, start + 4s + 1ns, 4s);
        QVERIFY(!later.breakers[0].state);
        QVERIFY(inferredAt.empty());
    }

    void aFailureAfterwardsEndsWhatWasConcluded()
    {
        std::map<std::string, SteadyTime> inferredAt;
        const auto first = readingOf(counted({{"ok", 10}}));
        auto second = readingOf(counted({{"ok", 11}}));
        inferStates(second, first, inferredAt, SteadyTime{1s}, 4s);
        QVERIFY(second.breakers[0].state == Phase::Closed);
        auto third = readingOf(counted({{"ok", 11}, {"failed", 1}}));
        inferStates(third, second, inferredAt, SteadyTime{2s}, 4s);
        QVERIFY(!third.breakers[0].state);
    }

    void aPublishedStateIsNeverTouched()
    {
        auto published = counted({{"ok", 10}, {"not_permitted", 9}});
        published.state = Phase::HalfOpen;
        auto reading = readingOf(published);
        std::map<std::string, SteadyTime> inferredAt;
        inferStates(reading, readingOf(counted({{"ok", 10}, {"not_permitted", 4}})), inferredAt, SteadyTime{1s}, 4s);
        QVERIFY(reading.breakers[0].state == Phase::HalfOpen && reading.breakers[0].inferredFrom.empty());
        QVERIFY(!leavesStatesOpen(reading));
    }
};

QTEST_APPLESS_MAIN(TestFleetInferred)
#include "tst_fleet_inferred.moc"
