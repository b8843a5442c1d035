// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policy =
    "{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": [{\"kind\": \"actuator\", \"url\": "
    "\"http://s/c\"}]},"
    "{\"name\": \"model\", \"sources\": [{\"kind\": \"health\", \"url\": \"http://m/\"}]}], \"features\": [{\"name\": "
    "\"search\", \"service\": \"store\", \"ladder\": [{\"rung\": \"primary\", \"service\": \"model\"}, {\"kind\": "
    "\"cache\"}, {\"kind\": \"unavailable\"}]}]}";

class Derived : public FleetBench {
public:
    Derived()
        : FleetBench(policy)
    {
        answerer = [this](const std::string& endpoint, PollResult& result) {
            if (endpoint == "model/health")
                return model ? answerLevel(result, *model) : answerNothing(result, Transport::Refused);
            Reading reading;
            reading.format = "resilience4j-circuitbreakers";
            reading.level = HealthLevel::Healthy;
            reading.breakers.emplace_back().name = "model";
            reading.breakers[0].state = guard;
            result.reading = Shared<Reading>(std::move(reading));
            return true;
        };
    }
    std::optional<HealthLevel> model{HealthLevel::Healthy};
    std::optional<breaker::Phase> guard;

    [[nodiscard]] const FeatureState& search() const { return state.features.at("search").get(); }
};

} // namespace

/// Where a service publishes no ladder, the fleet file's says which rung it should stand on; the place is derived.
class TestFleetDerived : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void standsOnTheFirstRungWhoseServiceServes()
    {
        Derived fleet;
        fleet.runFor(3s);
        QCOMPARE(fleet.search().derivedRung, std::string("primary"));
        QVERIFY(fleet.search().derivedWhy.empty());
        QVERIFY(fleet.state.level == HealthLevel::Healthy);
        fleet.model = HealthLevel::Degraded;
        fleet.runFor(2s);
        QCOMPARE(fleet.search().derivedRung, std::string("primary"));
        fleet.model = HealthLevel::Critical;
        fleet.runFor(2s);
        QCOMPARE(fleet.search().derivedRung, std::string("cache"));
        QCOMPARE(fleet.search().derivedWhy, std::string("model is critical"));
        const auto change = fleet.all<DerivedRungChanged>().back();
        QCOMPARE(change.from + ">" + change.to, std::string("primary>cache"));
        QVERIFY(fleet.state.level == HealthLevel::Degraded);
    }

    void anOpenGuardKeepsItOffARungWhoseServiceIsWell()
    {
        Derived fleet;
        fleet.guard = breaker::Phase::Open;
        fleet.runFor(3s);
        QCOMPARE(fleet.search().derivedRung, std::string("cache"));
        fleet.guard = breaker::Phase::HalfOpen;
        fleet.runFor(2s);
        QCOMPARE(fleet.search().derivedRung, std::string("cache"));
        fleet.guard = breaker::Phase::Closed;
        fleet.runFor(2s);
        QCOMPARE(fleet.search().derivedRung, std::string("primary"));
    }

    void nothingIsDerivedFromWhatIsNotKnown()
    {
        Derived fleet;
        fleet.model.reset();
        fleet.runFor(900ms);
        QVERIFY(fleet.search().derivedRung.empty());
        QCOMPARE(fleet.search().derivedWhy, std::string("model is unknown"));
        // Its own breaker open: the service is known to be unreachable.
        fleet.runFor(10s);
        QCOMPARE(fleet.search().derivedRung, std::string("cache"));
        // A guard that is closed is knowledge too.
        Derived guarded;
        guarded.model.reset();
        guarded.guard = breaker::Phase::Closed;
        guarded.runFor(1500ms);
        QCOMPARE(guarded.search().derivedRung, std::string("primary"));
    }
};

QTEST_APPLESS_MAIN(TestFleetDerived)
#include "tst_fleet_derived.moc"
