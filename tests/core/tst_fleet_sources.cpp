// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/fit_reading.h"
#include "rungwatch/fleet/service_values.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using breaker::Phase;
using namespace std::chrono_literals;

namespace {

BreakerReading named(const char* name, std::optional<Phase> state)
{
    BreakerReading breaker;
    breaker.name = name;
    breaker.state = state;
    return breaker;
}

std::string policyOf(const char* sources, const char* rest = "")
{
    return std::string("{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": [") + sources + "]}" + rest
        + "}";
}

/// A fleet whose endpoints answer with the readings that a test puts here, by name; without one they time out.
class Answers : public FleetBench {
public:
    explicit Answers(const std::string& policy)
        : FleetBench(policy)
    {
        answerer = [this](const std::string& endpoint, PollResult& result) {
            const auto found = readings.find(endpoint);
            if (found == readings.end())
                return answerNothing(result, Transport::Timeout);
            result.reading = Shared<Reading>(found->second);
            return true;
        };
    }
    std::map<std::string, Reading> readings;

    [[nodiscard]] const ServiceState& service(std::size_t index) const { return state.services.at(index).get(); }
};

Sample sample(const char* name, std::map<std::string, std::string> labels, double value)
{
    return {name, std::move(labels), value, std::nullopt};
}

Reading fitted(const std::string& policyText, EndpointRef ref, Reading reading)
{
    auto policy = parsePolicy(policyText);
    if (!policy)
        QTest::qFail(policy.error().message.c_str(), __FILE__, __LINE__);
    else
        fitReading(policy.value(), ref, reading);
    return reading;
}

constexpr auto twoSources = "{\"kind\": \"health\", \"url\": \"http://a/h\"}, {\"kind\": \"metrics\", \"url\": "
                            "\"http://a/m\"}";

} // namespace

/// A service's values come from all of its sources, each with its own freshness.
class TestFleetSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBreakerOfAnySourceIsReportedAndItsMovesAreEvents()
    {
        Answers fleet(policyOf(twoSources, "]"));
        fleet.readings["store/health"].level = HealthLevel::Healthy;
        fleet.readings["store/metrics"].breakers = {named("payments", Phase::Closed)};
        fleet.runFor(3s);
        QVERIFY(fleet.all<ReportedBreakerMoved>().empty());
        fleet.readings["store/metrics"].breakers[0].state = Phase::Open;
        fleet.runFor(2s);
        const auto moves = fleet.all<ReportedBreakerMoved>();
        QCOMPARE(moves.size(), std::size_t{1});
        QCOMPARE(moves[0].service + "/" + moves[0].breaker, std::string("store/payments"));
        QCOMPARE(moves[0].from + ">" + moves[0].to, std::string("closed>open"));
        QCOMPARE(moves[0].reportedSeq, std::uint64_t{0});
        QVERIFY(breakerReading(fleet.state, "store/payments")->state == Phase::Open);
    }

    void aStaleSourceIsLastKnownBesideAFreshOne()
    {
        Answers fleet(policyOf(twoSources, "]"));
        fleet.readings["store/health"].level = HealthLevel::Healthy;
        fleet.readings["store/metrics"].breakers = {named("payments", Phase::Open)};
        fleet.runFor(3s);
        fleet.readings.erase("store/metrics");
        fleet.runFor(10s);
        const auto said = ServiceValues(fleet.state).breaker(0, "payments");
        QVERIFY(said && !said->believed());
        QVERIFY(said->freshness == Freshness::Stale);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Fresh);
        // Green is not shown over a part that can't be seen.
        QVERIFY(fleet.service(0).level == HealthLevel::Degraded);
    }

    void ofTwoSourcesTheBelievedOneCountsAndOneEventIsMade()
    {
        Answers fleet(policyOf("{\"kind\": \"actuator\", \"url\": \"http://a/c\"}, {\"kind\": \"metrics\", \"url\": "
                               "\"http://a/m\"}",
            "]"));
        fleet.readings["store/actuator"].breakers = {named("payments", Phase::Closed)};
        fleet.readings["store/metrics"].breakers = {named("payments", Phase::Closed)};
        fleet.runFor(3s);
        fleet.readings["store/actuator"].breakers[0].state = Phase::Open;
        fleet.readings["store/metrics"].breakers[0].state = Phase::Open;
        fleet.runFor(3s);
        QCOMPARE(fleet.all<ReportedBreakerMoved>().size(), std::size_t{1});
        QCOMPARE(ServiceValues(fleet.state).breaker(0, "payments")->endpoint, std::size_t{0});
        fleet.readings.erase("store/actuator");
        fleet.runFor(10s);
        QCOMPARE(ServiceValues(fleet.state).breaker(0, "payments")->endpoint, std::size_t{1});
        QCOMPARE(ServiceValues(fleet.state).breakersOf(0).size(), std::size_t{1});
    }

    void aStateFromCountersIsMarkedAndMakesAnEvent()
    {
        Answers fleet(policyOf(twoSources, "]"));
        fleet.readings["store/health"].level = HealthLevel::Healthy;
        auto circuit = named("payments", std::nullopt);
        circuit.calls = {{"ok", 10}, {"not_permitted", 0}};
        fleet.readings["store/metrics"].breakers = {circuit};
        fleet.runFor(2s);
        QVERIFY(!breakerReading(fleet.state, "store/payments")->state);
        fleet.readings["store/metrics"].breakers[0].calls["ok"] = 20;
        fleet.runFor(1s);
        QVERIFY(breakerReading(fleet.state, "store/payments")->state == Phase::Closed);
        fleet.readings["store/metrics"].breakers[0].calls["not_permitted"] = 5;
        fleet.runFor(1s);
        const auto moves = fleet.all<ReportedBreakerMoved>();
        QCOMPARE(moves.size(), std::size_t{1});
        QCOMPARE(moves[0].cause, std::string("refused calls rose by 5"));
        QCOMPARE(breakerReading(fleet.state, "store/payments")->inferredFrom, std::string("refused calls rose by 5"));
    }

    void aServersSeriesAreGroupedByServiceAndInstance()
    {
        const auto policy = policyOf("{\"kind\": \"prometheus\", \"url\": \"http://p\", \"group_by\": \"app\"}", "]");
        Reading answer;
        answer.format = "prometheus-api";
        auto& samples = answer.metrics.emplace().samples;
        for (const auto instance : {"1", "2", "3", "4", "5"}) {
            const bool open = instance[0] <= '3';
            samples.push_back(sample("up", {{"app", "shop"}, {"job", "j"}, {"instance", instance}}, open ? 1 : 0));
            answer.components.emplace_back().level = open ? HealthLevel::Healthy : HealthLevel::Unavailable;
            for (const auto state : {"open", "closed"})
                samples.push_back(sample("resilience4j_circuitbreaker_state",
                    {{"app", "shop"}, {"instance", instance}, {"name", "db"}, {"state", state}},
                    (state == std::string("open")) == open ? 1 : 0));
        }
        samples.push_back(sample("up", {{"job", "p"}, {"instance", "p"}}, 1));
        answer.components.emplace_back().level = HealthLevel::Healthy;
        const auto reading = fitted(policy, {0, 0}, answer);
        QVERIFY(reading.metrics->samples.empty());
        QCOMPARE(reading.components[0].service, std::string("shop"));
        QVERIFY(reading.components[5].service.empty());
        QVERIFY(reading.level == HealthLevel::Healthy);
        QCOMPARE(reading.breakers.size(), std::size_t{1});
        QCOMPARE(reading.breakers[0].service, std::string("shop"));
        QCOMPARE(*reading.breakers[0].openInstances, std::uint64_t{3});
        QCOMPARE(*reading.breakers[0].instances, std::uint64_t{5});
        QVERIFY(reading.breakers[0].other == OtherBreakerState::Mixed && !reading.breakers[0].state);
    }

    void aServiceWithoutSourcesIsAsTheServerSays()
    {
        Answers fleet(policyOf("{\"kind\": \"prometheus\", \"url\": \"http://p\", \"interval_s\": 1}",
            ", {\"name\": \"shop\"}, {\"name\": \"quiet\"}]"));
        auto& reading = fleet.readings["store/prometheus"];
        reading.level = HealthLevel::Healthy;
        for (const auto level : {HealthLevel::Healthy, HealthLevel::Healthy, HealthLevel::Unavailable}) {
            reading.components.emplace_back().service = "shop";
            reading.components.back().level = level;
        }
        reading.breakers = {named("db", Phase::Open)};
        reading.breakers[0].service = "shop";
        fleet.runFor(3s);
        QVERIFY(fleet.service(0).level == HealthLevel::Healthy);
        QVERIFY(fleet.service(1).level == HealthLevel::Degraded);
        QCOMPARE(fleet.service(1).why, std::string("reported by prometheus: 2 of 3 targets up"));
        QVERIFY(fleet.service(2).level == HealthLevel::Unknown);
        QVERIFY(breakerReading(fleet.state, "shop/db") && !breakerReading(fleet.state, "store/db"));
        reading.breakers[0].state = Phase::Closed;
        fleet.runFor(2s);
        QCOMPARE(fleet.all<ReportedBreakerMoved>().at(0).service, std::string("shop"));
        fleet.readings.clear();
        fleet.runFor(10s);
        QVERIFY(fleet.service(1).level == HealthLevel::Unknown);
    }

    void anAlertIsListedAtTheServiceThatItNames()
    {
        const auto policy = policyOf("{\"kind\": \"alertmanager\", \"url\": \"http://a\", \"group_by\": \"service\", "
                                     "\"interval_s\": 1}",
            ", {\"name\": \"shop\", \"sources\": [{\"kind\": \"health\", \"url\": \"http://s/\"}]}]");
        Reading answer;
        answer.alerts = {{"HighErrorRate", "active", "page", std::nullopt, {{"service", "shop"}}},
            {"Muted", "suppressed", "page", std::nullopt, {{"service", "shop"}}},
            {"Other", "active", "warning", std::nullopt, {{"team", "x"}}}};
        Answers fleet(policy);
        fleet.readings["store/alertmanager"] = fitted(policy, {0, 0}, answer);
        fleet.readings["shop/health"].level = HealthLevel::Healthy;
        fleet.runFor(3s);
        QVERIFY(fleet.service(0).level == HealthLevel::Healthy);
        QVERIFY(fleet.service(1).level == HealthLevel::Critical);
        QCOMPARE(fleet.service(1).why, std::string("reported by alertmanager: alert HighErrorRate"));
        const ServiceValues values(fleet.state);
        QCOMPARE(values.alertsOf(1).size(), std::size_t{2});
        QCOMPARE(values.alertsOf(0).size(), std::size_t{1});
        QCOMPARE(values.alertsOf(0)[0]->name, std::string("Other"));
    }

    void aProvidersPageIsItsWordAndNotItsPulse()
    {
        Answers fleet(policyOf("{\"kind\": \"health\", \"url\": \"http://a/h\"}, {\"kind\": \"statuspage\", \"url\": "
                               "\"https://status\", \"interval_s\": 1}",
            "]"));
        fleet.readings["store/health"].level = HealthLevel::Healthy;
        fleet.readings["store/statuspage"].level = HealthLevel::Degraded;
        fleet.readings["store/statuspage"].message = "Minor outage";
        fleet.runFor(3s);
        QVERIFY(fleet.service(0).level == HealthLevel::Degraded);
        QCOMPARE(fleet.service(0).why, std::string("the provider's word: Minor outage"));
        fleet.readings.erase("store/statuspage");
        fleet.runFor(20s);
        QVERIFY(fleet.endpoint(1).breaker.phase == Phase::Open);
        QVERIFY(fleet.service(0).level == HealthLevel::Healthy);
    }

    void anAnswerIsAsOldAsACacheSaysAndOfUnknownAgeWhereItHidesIt()
    {
        Answers fleet(policyOf("{\"kind\": \"health\", \"url\": \"http://a/h\"}", "]"));
        auto& reading = fleet.readings["store/health"];
        reading.level = HealthLevel::Healthy;
        reading.cacheAge = CacheAge{};
        reading.cacheAge->from = "Age";
        reading.cacheAge->age = 1s;
        fleet.runFor(3s);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Fresh || fleet.endpoint(0).freshness == Freshness::Late);
        reading.cacheAge->age = 60s;
        fleet.runFor(2s);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Stale);
        QVERIFY(fleet.service(0).level == HealthLevel::Unknown);
        reading.cacheAge->from = "Date"; // the service's clock decides nothing
        fleet.runFor(2s);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Fresh);
        reading.flags = {"age-unknown"};
        fleet.runFor(2s);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Unknown);
    }

    void theAgeOfWhatAFeatureServesIsTheFeaturesOwn()
    {
        const auto policy = policyOf("{\"kind\": \"health\", \"url\": \"http://a/search\"}",
            "], \"features\": [{\"name\": \"search\", \"cache\": {\"max_age_s\": 90, \"source\": \"health\"}}]");
        Reading answer;
        answer.level = HealthLevel::Healthy;
        answer.cacheAge = CacheAge{};
        answer.cacheAge->from = "Age";
        answer.cacheAge->age = 60s;
        Answers fleet(policy);
        fleet.readings["store/health"] = fitted(policy, {0, 0}, answer);
        fleet.runFor(3s);
        QVERIFY(fleet.endpoint(0).freshness == Freshness::Fresh);
        const auto caches = ServiceValues(fleet.state).cachesOf(0);
        QCOMPARE(caches.size(), std::size_t{1});
        QCOMPARE(caches[0]->feature, std::string("search"));
        QVERIFY(caches[0]->age == 60s && caches[0]->maxAge == 90s);
    }
};

QTEST_APPLESS_MAIN(TestFleetSources)
#include "tst_fleet_sources.moc"
