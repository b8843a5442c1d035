// SPDX-License-Identifier: GPL-3.0-or-later
#include "services_bench.h"
#include "ui/models/overview_model.h"
#include "ui/models/service_rows.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

std::vector<ServiceStanding> standingsOf(const ServicesBench& services)
{
    return rungwatch::standingsOf(services.bench.state, services.bench.clock.steadyNow());
}

ServiceRow rowOf(const ServicesBench& services, std::size_t service)
{
    return serviceRow(services.bench.state, service, standingsOf(services)[service], services.bench.clock.now());
}

} // namespace

class TestServices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWorstComeFirstAndCountsAddUp()
    {
        ServicesBench services(20);
        services.answers["service-4"] = saying(HealthLevel::Degraded, "slow");
        services.answers["service-9"] = saying(HealthLevel::Critical);
        services.answers["service-13"] = refusing();
        services.answers["service-17"] = unreadable();
        services.bench.runFor(6s);
        const auto standings = standingsOf(services);
        const auto order = worstFirst(standings);
        QCOMPARE(order.size(), std::size_t{20});
        QCOMPARE(
            (std::vector<std::size_t>{order.begin(), order.begin() + 5}), (std::vector<std::size_t>{13, 9, 17, 4, 0}));
        const auto counts = countsOf(standings);
        QCOMPARE(counts.unavailable, std::size_t{1});
        QCOMPARE(counts.critical, std::size_t{1});
        QCOMPARE(counts.unknown, std::size_t{1});
        QCOMPARE(counts.degraded, std::size_t{1});
        QCOMPARE(counts.healthy, std::size_t{16});
        QCOMPARE(counts.abnormal(), std::size_t{4});
        QCOMPARE(counts.total, std::size_t{20});
    }

    void amongEqualsCriticalOnesAndOlderTroubleComeFirst()
    {
        std::vector<ServiceStanding> standings(4);
        for (auto& standing : standings) {
            standing.level = HealthLevel::Degraded;
            standing.freshness = Freshness::Fresh;
            standing.since = SteadyTime{100s};
        }
        standings[1].since = SteadyTime{50s};
        standings[3].critical = true;
        QCOMPARE(worstFirst(standings), (std::vector<std::size_t>{3, 1, 0, 2}));
    }

    void healthyOnesKeepTheOrderOfTheFile()
    {
        std::vector<ServiceStanding> standings(3);
        for (std::size_t i = 0; i < 3; ++i) {
            standings[i].level = HealthLevel::Healthy;
            standings[i].freshness = Freshness::Fresh;
            standings[i].since = SteadyTime{std::chrono::seconds(10 - static_cast<int>(i))};
        }
        QCOMPARE(worstFirst(standings), (std::vector<std::size_t>{0, 1, 2}));
        standings[2].troubled = true;
        QCOMPARE(worstFirst(standings), (std::vector<std::size_t>{2, 0, 1}));
    }

    void aRowSaysWhatIsWrong()
    {
        ServicesBench services(8);
        services.answers["service-1"] = refusing();
        services.answers["service-2"] = saying(HealthLevel::Degraded, "slow");
        services.bench.runFor(3s);
        services.answers["service-3"] = unreadable();
        services.bench.runFor(6s);
        const auto refused = rowOf(services, 1);
        QCOMPARE(refused.word, QStringLiteral("UNAVAILABLE"));
        QVERIFY2(refused.why.startsWith(QStringLiteral("unreachable: refused")), qPrintable(refused.why));
        QVERIFY(refused.breakerWord.startsWith(QStringLiteral("OPEN"))
            || refused.breakerWord == QStringLiteral("HALF-OPEN"));
        QCOMPARE(refused.age, QStringLiteral("never"));
        const auto slow = rowOf(services, 2);
        QCOMPARE(slow.word, QStringLiteral("DEGRADED"));
        QCOMPARE(slow.why, QStringLiteral("slow"));
        QVERIFY(slow.breakerWord.isEmpty());
        const auto page = rowOf(services, 3);
        QCOMPARE(page.word, QStringLiteral("UNKNOWN"));
        QVERIFY(page.stale);
        QVERIFY2(page.why.contains(QStringLiteral("unknown-format")) && page.why.contains(QStringLiteral("a web page"))
                && page.why.endsWith(QStringLiteral("last known HEALTHY")),
            qPrintable(page.why));
        const auto well = rowOf(services, 4);
        QVERIFY(!well.abnormal);
        QVERIFY(well.why.isEmpty());
    }

    /// The screen's own clock counts, also where the engine does not come to say so.
    void aReadingAgesWithoutTheEngine()
    {
        ServicesBench services(1);
        services.bench.runFor(3s);
        const auto& state = services.bench.state;
        const auto& source = state.policy->services[0].sources[0];
        const auto obtained = *state.endpoints[0]->obtainedAt;
        const auto at = [&](Duration age) { return rungwatch::standingsOf(state, obtained + age).front(); };
        QVERIFY(!isAbnormal(at(Policy::lateAfter(source))));
        const auto late = at(Policy::lateAfter(source) + 1ns);
        QVERIFY(isAbnormal(late));
        QVERIFY(markOf(late) == Mark{Freshness::Late});
        QVERIFY(at(Policy::staleAfter(source)).level == HealthLevel::Healthy);
        const auto stale = at(Policy::staleAfter(source) + 1ns);
        QVERIFY(stale.level == HealthLevel::Unknown);
        const auto row = serviceRow(state, 0, stale, services.bench.clock.now());
        QVERIFY(row.stale);
        QVERIFY2(row.why.endsWith(QStringLiteral("last known HEALTHY")), qPrintable(row.why));
    }

    void placesAreGroupedByTagAndFixed()
    {
        ServicesBench services(7);
        const auto groups = serviceGroups(*services.bench.state.policy);
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[0].title, QStringLiteral("team-0"));
        QCOMPARE(groups[0].services, (std::vector<std::size_t>{0, 3, 6}));
        QCOMPARE(groups[2].services, (std::vector<std::size_t>{2, 5}));
    }

    void closedBreakersOfManyAreOneLine()
    {
        ServicesBench services(40);
        services.answers["service-30"] = refusing();
        services.bench.runFor(6s);
        const auto view = breakersOf(*services.snapshot(), services.bench.clock.now());
        QCOMPARE(view.groups.size(), std::size_t{1});
        QCOMPARE(view.groups[0].rows.size(), std::size_t{1});
        QCOMPARE(view.groups[0].rows[0].name, QStringLiteral("service-30 /health"));
        QCOMPARE(view.groups[0].folded, QStringLiteral("39 closed"));
        QCOMPARE(view.summary, QStringLiteral("1 open · 39 closed"));
    }

    void breakersOfFewHaveARowEach()
    {
        ServicesBench services(16);
        services.bench.runFor(3s);
        const auto few = breakersOf(*services.snapshot(), services.bench.clock.now());
        QCOMPARE(few.groups[0].rows.size(), std::size_t{16});
        QVERIFY(few.groups[0].folded.isEmpty());
        ServicesBench more(17);
        more.bench.runFor(3s);
        const auto many = breakersOf(*more.snapshot(), more.bench.clock.now());
        QVERIFY(many.groups[0].rows.empty());
        QCOMPARE(many.groups[0].folded, QStringLiteral("17 closed"));
    }
};

QTEST_APPLESS_MAIN(TestServices)
#include "tst_services.moc"
