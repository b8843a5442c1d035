// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/admission/criticality.h"
#include "rungwatch/admission/quota.h"

#include <QTest>

#include <random>

using namespace rungwatch;
using namespace rungwatch::admission;
using namespace std::chrono_literals;

namespace {

using V = std::vector<std::int64_t>;

constexpr SteadyTime at(Duration passed)
{
    return SteadyTime{passed};
}

std::vector<Demand> asked(const V& requests, const V& criticality)
{
    std::vector<Demand> demands;
    for (std::size_t i = 0; i < requests.size(); ++i)
        demands.push_back({requests[i], criticality[i]});
    return demands;
}

} // namespace

/// A capacity goes to the most critical first, a shared one in proportion, and a quota is never used past its limit.
class TestAdmission : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mostCriticalGetAllBeforeTheNext_data()
    {
        QTest::addColumn<qint64>("capacity");
        QTest::addColumn<V>("requests");
        QTest::addColumn<V>("criticality");
        QTest::addColumn<V>("granted");
        QTest::addColumn<V>("shed");
        const V store{90, 90, 10}; // recommendations, help desk, refunds
        const V ranks{3, 2, 1};
        const auto row = [](const char* name, qint64 capacity, const V& requests, const V& criticality,
                             const V& granted, const V& shed) {
            QTest::newRow(name) << capacity << requests << criticality << granted << shed;
        };
        row("100 of the store's 190", 100, store, ranks, {0, 90, 10}, {90, 0, 0});
        row("90: the help desk shares nothing with refunds", 90, store, ranks, {0, 80, 10}, {90, 10, 0});
        row("101: one left for the next", 101, store, ranks, {1, 90, 10}, {89, 0, 0});
        row("99: one less", 99, store, ranks, {0, 89, 10}, {90, 1, 0});
        row("exact fit", 190, store, ranks, {90, 90, 10}, {0, 0, 0});
        row("one less than all", 189, store, ranks, {89, 90, 10}, {1, 0, 0});
        row("more than all", 500, store, ranks, {90, 90, 10}, {0, 0, 0});
        row("refunds fit exactly", 10, store, ranks, {0, 0, 10}, {90, 90, 0});
        row("refunds do not fit", 9, store, ranks, {0, 0, 9}, {90, 90, 1});
        row("capacity 0", 0, store, ranks, {0, 0, 0}, {90, 90, 10});
        row("nobody asks", 100, {0, 0, 0}, ranks, {0, 0, 0}, {0, 0, 0});
        row("who asks nothing takes nothing", 5, {5, 0, 5}, {1, 2, 3}, {5, 0, 0}, {0, 0, 5});
        row("equally critical, in proportion", 100, {10, 90, 90}, {2, 2, 2}, {6, 47, 47}, {4, 43, 43});
        row("equally critical below another", 80, {30, 10, 20, 60}, {2, 1, 2, 3}, {30, 10, 20, 20}, {0, 0, 0, 40});
        row("equally critical, what is left", 40, {30, 10, 60}, {2, 1, 2}, {10, 10, 20}, {20, 0, 40});
        row("equally critical, the spare unit in order", 1, {1, 1}, {1, 1}, {1, 0}, {0, 1});
        row("no features", 10, {}, {}, {}, {});
        const qint64 most = 2'147'483'647;
        row("the largest numbers", most, {most, most}, {1, 2}, {most, 0}, {0, most});
        row("the largest shared", most, {most, most}, {1, 1}, {1'073'741'824, 1'073'741'823},
            {1'073'741'823, 1'073'741'824});
    }
    void mostCriticalGetAllBeforeTheNext()
    {
        QFETCH(qint64, capacity);
        QFETCH(V, requests);
        QFETCH(V, criticality);
        V granted;
        V shed;
        for (const auto& admitted : admitByCriticality(capacity, asked(requests, criticality))) {
            granted.push_back(admitted.granted);
            shed.push_back(admitted.shed);
        }
        QTEST(granted, "granted");
        QTEST(shed, "shed");
    }

    /// Whatever is asked: nobody gets more than that, capacity is neither overrun nor left over while somebody is shed,
    /// and nobody is served while a more critical feature is shed.
    void holdsForAnyDemand()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 20'000; ++round) {
            std::vector<Demand> demands(random() % 7);
            for (auto& demand : demands)
                demand = {static_cast<std::int64_t>(random() % 20), static_cast<std::int64_t>(random() % 4 + 1)};
            const auto capacity = static_cast<std::int64_t>(random() % 60);
            const auto admitted = admitByCriticality(capacity, demands);
            std::int64_t given = 0;
            std::int64_t wanted = 0;
            for (std::size_t i = 0; i < demands.size(); ++i) {
                QVERIFY(admitted[i].granted >= 0 && admitted[i].shed >= 0);
                QCOMPARE(admitted[i].granted + admitted[i].shed, demands[i].requests);
                given += admitted[i].granted;
                wanted += demands[i].requests;
                for (std::size_t k = 0; k < demands.size(); ++k)
                    QVERIFY(demands[k].criticality >= demands[i].criticality || admitted[k].shed == 0
                        || admitted[i].granted == 0);
            }
            QCOMPARE(given, std::min(capacity, wanted));
        }
    }

    void aQuotaIsUsedUpToItsLimit()
    {
        Quota quota({3, 1min}, at(0s));
        QVERIFY(quota.take(at(1s)));
        QVERIFY(!quota.take(at(1s), 3)); // it would be 4
        QVERIFY(quota.take(at(1s), 2)); // it is 3
        QVERIFY(!quota.take(at(2s)));
        QCOMPARE(quota.current(at(2s)), (Quota::Interval{3, 3, 4}));
        QCOMPARE(quota.current(at(2s)).left(), 0);
    }

    void nothingIsTakenFromNothing()
    {
        Quota quota({0, 1min}, at(0s));
        QVERIFY(!quota.take(at(0s)));
        QVERIFY(quota.take(at(0s), 0));
        QCOMPARE(quota.current(at(0s)), (Quota::Interval{0, 0, 1}));
    }

    void aQuotaIsWholeAgainWhenItsIntervalIsOver()
    {
        Quota quota({2, 1min}, at(10s));
        QVERIFY(quota.take(at(10s), 2));
        QCOMPARE(quota.renewsIn(at(10s)), Duration(60s));
        QCOMPARE(quota.renewsIn(at(70s - 1ns)), Duration(1ns));
        QVERIFY(!quota.take(at(70s - 1ns)));
        QVERIFY(quota.take(at(70s)));
        QCOMPARE(quota.last(at(70s)), (Quota::Interval{2, 2, 1}));
        QCOMPARE(quota.current(at(70s)), (Quota::Interval{2, 1, 0}));
        QCOMPARE(quota.renewsIn(at(71s)), Duration(59s));
    }

    void anIntervalThatNobodyUsedIsEmpty()
    {
        Quota quota({2, 1min}, at(0s));
        QVERIFY(quota.take(at(5s)));
        QCOMPARE(quota.last(at(120s - 1ns)).used, 1); // only read: nothing had to be taken for time to pass
        QCOMPARE(quota.last(at(120s)).used, 0);
        QVERIFY(quota.take(at(130s)));
        QCOMPARE(quota.renewsIn(at(130s)), Duration(50s)); // still on the minute
    }

    void anOlderReadingCountsInTheRunningInterval()
    {
        Quota quota({2, 1min}, at(0s));
        QVERIFY(quota.take(at(60s)));
        QVERIFY(quota.take(at(59s)));
        QVERIFY(!quota.take(at(59s)));
        QCOMPARE(quota.current(at(60s)), (Quota::Interval{2, 2, 1}));
        QCOMPARE(quota.renewsIn(at(59s)), Duration(60s));
    }

    void theLessCriticalLeaveRoom()
    {
        Quota quota({10, 1min}, at(0s));
        for (int i = 0; i < 7; ++i)
            QVERIFY(quota.take(at(0s), 1, 3));
        QVERIFY(!quota.take(at(0s), 1, 3)); // two would be left
        QVERIFY(quota.take(at(0s), 1, 2));
        QVERIFY(quota.take(at(0s), 2));
        QVERIFY(!quota.take(at(0s)));
    }

    void aLoweredLimitHoldsAtOnce()
    {
        Quota quota({100, 1min}, at(0s));
        QVERIFY(quota.take(at(0s), 95));
        quota.setLimit(at(1s), 90);
        QVERIFY(!quota.take(at(1s)));
        QCOMPARE(quota.current(at(1s)).left(), 0);
        QVERIFY(quota.take(at(60s), 90));
        QVERIFY(!quota.take(at(60s)));
        quota.setLimit(at(61s), 91);
        QVERIFY(quota.take(at(61s)));
    }

    void quotaOptionsOutOfRangeAreNamed()
    {
        const auto where = [](std::int64_t limit, Duration interval) {
            const auto fault = QuotaOptions{limit, interval}.fault();
            return QString::fromStdString(fault ? fault->where : "none");
        };
        QCOMPARE(where(0, 1ms), "none");
        QCOMPARE(where(2'147'483'647, 24h * 31), "none");
        QCOMPARE(where(-1, 1min), "limit");
        QCOMPARE(where(2'147'483'648, 1min), "limit");
        QCOMPARE(where(1, 1ms - 1ns), "interval_s");
        QCOMPARE(where(1, 24h * 31 + 1ns), "interval_s");
    }
};

QTEST_APPLESS_MAIN(TestAdmission)
#include "tst_admission.moc"
