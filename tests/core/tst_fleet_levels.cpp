// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/places.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

SteadyTime at(Duration time)
{
    return SteadyTime{} + time;
}

/// Services with one health source each, on hosts of their own; those that begin with "c" are critical.
std::string policyOf(const std::vector<std::string>& services)
{
    std::string text = "{\"version\": 1, \"services\": [";
    for (std::size_t i = 0; i < services.size(); ++i)
        text += (i ? "," : "") + std::string("{\"name\": \"") + services[i] + "\", \"critical\": "
            + (services[i][0] == 'c' ? "true" : "false") + ", \"sources\": [{\"kind\": \"health\", \"url\": \"http://"
            + services[i] + ":80/\", \"interval_s\": 1, \"timeout_s\": 0.5}]}";
    return text + "]}";
}

/// What each service answers: a level's word, a transport's, or "silent".
FleetBench::Answerer answering(std::map<std::string, std::string>& words)
{
    return [&words](const std::string& endpoint, PollResult& result) {
        const auto word = words[endpoint.substr(0, endpoint.find('/'))];
        if (const auto level = enumFromName<HealthLevel>(word))
            return answerLevel(result, *level);
        if (const auto transport = enumFromName<Transport>(word))
            return answerNothing(result, *transport);
        return false;
    };
}

QString word(HealthLevel level)
{
    const auto name = nameOf(level);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::size_t levelEvents(const FleetBench& bench)
{
    return bench.all<ServiceLevelChanged>().size() + bench.all<FleetLevelChanged>().size()
        + bench.all<LevelReasonChanged>().size();
}

constexpr auto twoSources = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"critical\": true, \"sources\": ["
                            "{\"kind\": \"health\", \"url\": \"http://a/\"},"
                            "{\"kind\": \"telemetry\", \"url\": \"http://a/\"}]}]}";

} // namespace

/// DESIGN, "Levels": each sentence of it.
class TestFleetLevels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFleetFollowsFromItsServices_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("optional");
        QTest::addColumn<QString>("fleet");
        const auto row = [](const char* name, const char* first, const char* second, const char* optional,
                             const char* fleet) {
            QTest::newRow(name) << QString(first) << QString(second) << QString(optional) << QString(fleet);
        };
        row("all healthy", "healthy", "healthy", "healthy", "healthy");
        row("an optional one degraded", "healthy", "healthy", "degraded", "degraded");
        row("an optional one unavailable", "healthy", "healthy", "unavailable", "degraded");
        row("an optional one unknown", "healthy", "healthy", "silent", "degraded");
        row("a critical one degraded", "degraded", "healthy", "healthy", "degraded");
        row("a critical one critical", "critical", "healthy", "healthy", "critical");
        row("one of two critical ones unavailable", "unavailable", "healthy", "healthy", "critical");
        row("all critical ones unavailable", "unavailable", "unavailable", "healthy", "unavailable");
        row("a critical one unknown", "silent", "healthy", "healthy", "unknown");
        row("unknown outranks degraded", "silent", "degraded", "degraded", "unknown");
        row("worse than degraded outranks unknown", "silent", "critical", "healthy", "critical");
        row("one gone, one unknown", "silent", "unavailable", "healthy", "critical");
    }
    void theFleetFollowsFromItsServices()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, optional);
        QFETCH(QString, fleet);
        std::map<std::string, std::string> words{
            {"c1", first.toStdString()}, {"c2", second.toStdString()}, {"o1", optional.toStdString()}};
        FleetBench bench(policyOf({"c1", "c2", "o1"}), 1, answering(words));
        bench.runUntil(at(5s)); // each was looked at, also one that says nothing
        QCOMPARE(word(bench.state.level), fleet);
    }

    void nothingReadYetIsUnknown()
    {
        std::map<std::string, std::string> words;
        FleetBench bench(policyOf({"o1"}), 1, answering(words));
        QVERIFY(bench.state.level == HealthLevel::Unknown);
        QCOMPARE(bench.state.why, std::string("no service is known"));
        QCOMPARE(bench.state.services[0]->why, std::string("not read yet"));
        QCOMPARE(bench.log.size(), std::size_t{1}); // nor an event
    }

    void aStartIsNoDegradation()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}, {"o1", "healthy"}, {"o2", "healthy"}};
        FleetBench bench(policyOf({"c1", "o1", "o2"}), 1, answering(words));
        words["o2"] = "silent";
        bench.runFor(1500ms);
        QVERIFY(bench.state.services[1]->level == HealthLevel::Healthy);
        QVERIFY(bench.state.level == HealthLevel::Unknown);
        QCOMPARE(bench.state.why, std::string("not every service is read yet"));
        // What is known to be wrong is said at once.
        words["o1"] = "degraded";
        bench.runFor(1100ms);
        QVERIFY(bench.state.level == HealthLevel::Degraded);
        // A service that never answers does not keep it so: it has been looked at then.
        words["o1"] = "healthy";
        bench.runFor(60s);
        QVERIFY(bench.state.level == HealthLevel::Degraded);
    }

    void aStartOfAHealthyFleetGoesFromUnknownToHealthy()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}, {"o1", "healthy"}, {"o2", "healthy"}};
        FleetBench bench(policyOf({"c1", "o1", "o2"}), 1, answering(words));
        bench.runFor(10s);
        const auto changes = bench.all<FleetLevelChanged>();
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY(changes[0].to == HealthLevel::Healthy);
    }

    void aReasonIsSaidInWordsOfAPerson()
    {
        std::map<std::string, std::string> words{{"c1", "wrong_host_name"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runFor(2s);
        QCOMPARE(bench.endpoint(0).troubleWord, std::string("wrong_host_name"));
        QCOMPARE(bench.state.services[0]->why, std::string("health: wrong host name"));
        bench.runFor(4s);
        QCOMPARE(bench.state.services[0]->why, std::string("unreachable: wrong host name"));
    }

    void aFailedPollGivesNoLevelUntilTheBreakerOpens()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runUntil(at(1500ms));
        words["c1"] = "refused";
        bench.runUntil(bench.asked["c1/health"].back() + 2s + 100ms); // two refusals
        QCOMPARE(bench.endpoint(0).troubleWord, std::string("refused"));
        QVERIFY(bench.state.services[0]->level == HealthLevel::Healthy);
        bench.runFor(1s);
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unavailable);
        QCOMPARE(bench.state.services[0]->why, std::string("unreachable: refused"));
        QVERIFY(bench.state.level == HealthLevel::Unavailable);
        QVERIFY(bench.state.services[0]->since == *bench.endpoint(0).breaker.outageSince);

        // It ages and is probed, and the level stands: no event a second.
        const auto before = levelEvents(bench);
        bench.runFor(60s);
        QVERIFY(bench.endpoint(0).freshness == Freshness::Stale);
        QCOMPARE(levelEvents(bench), before);

        words["c1"] = "healthy";
        bench.runFor(20s);
        QVERIFY(bench.state.services[0]->level == HealthLevel::Healthy);
        QVERIFY(bench.state.level == HealthLevel::Healthy);
    }

    void everyLevelBetweenADeathAndTheNextGoodReadingIsOtherThanHealthy()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runUntil(at(3s));
        words["c1"] = "refused";
        const auto from = bench.log.size();
        bench.runFor(50s);
        for (std::size_t i = from; i < bench.log.size(); ++i) {
            if (const auto* service = std::get_if<ServiceLevelChanged>(&bench.log[i].body))
                QVERIFY(service->to != HealthLevel::Healthy);
            if (const auto* fleet = std::get_if<FleetLevelChanged>(&bench.log[i].body))
                QVERIFY(fleet->to != HealthLevel::Healthy);
        }
        QVERIFY(bench.state.level == HealthLevel::Unavailable);
    }

    void aSilentSourceIsUnknownWhenItIsStale()
    {
        std::map<std::string, std::string> words{{"c1", "degraded"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runUntil(at(1500ms));
        const auto obtained = *bench.endpoint(0).obtainedAt;
        words["c1"] = "silent";
        bench.clock.advance(obtained + 3500ms - bench.clock.steadyNow());
        bench.feed(Tick{});
        QVERIFY(bench.state.services[0]->level == HealthLevel::Degraded);
        bench.clock.advance(1ns);
        bench.feed(Tick{});
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unknown);
        QVERIFY(bench.state.services[0]->lastKnown == HealthLevel::Degraded);
        QCOMPARE(bench.state.services[0]->why, std::string("health is stale"));
    }

    void whatIsSaidOfWhyIsTheServicesOwnWordsOnce()
    {
        FleetBench bench(policyOf({"c1"}));
        int polls = 0;
        bench.answerer = [&](const std::string&, PollResult& result) {
            return answerLevel(result, HealthLevel::Degraded, "<b>poll</b> " + std::to_string(++polls));
        };
        bench.runUntil(at(10s));
        QCOMPARE(bench.all<ServiceLevelChanged>().size(), std::size_t{1});
        QCOMPARE(bench.state.services[0]->why, std::string("reported by health: <b>poll</b> 1"));
    }

    /// A transition says from and to; a level that stands for another reason is none, and lasts since it began.
    void anotherReasonIsNoTransition()
    {
        std::map<std::string, std::string> words{{"c1", "silent"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runUntil(at(1s));
        const auto since = bench.state.services[0]->since;
        const auto transitions = bench.all<ServiceLevelChanged>().size();
        words["c1"] = "timeout";
        bench.runFor(2s);
        QCOMPARE(bench.all<ServiceLevelChanged>().size(), transitions);
        QVERIFY(bench.state.services[0]->since == since);
        QCOMPARE(bench.state.services[0]->why, std::string("health: timeout"));
        const auto reasons = bench.all<LevelReasonChanged>();
        QCOMPARE(reasons.size(), std::size_t{1});
        QCOMPARE(reasons[0].service, std::string("c1"));
        QCOMPARE(reasons[0].why, std::string("health: timeout"));
        QVERIFY(reasons[0].level == HealthLevel::Unknown);
    }

    void everyTransitionOfALevelChangesIt()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}, {"c2", "healthy"}};
        FleetBench bench(policyOf({"c1", "c2"}), 1, answering(words));
        for (const char* word : {"timeout", "degraded", "refused", "silent", "critical", "healthy"}) {
            words["c1"] = word;
            bench.runFor(20s);
        }
        QVERIFY(bench.all<LevelReasonChanged>().size() > 0);
        QVERIFY(bench.all<ServiceLevelChanged>().size() > 4);
        for (const auto& change : bench.all<ServiceLevelChanged>())
            QVERIFY(change.from != change.to);
        for (const auto& change : bench.all<FleetLevelChanged>())
            QVERIFY(change.from != change.to);
    }

    void theConsoleIsBlindWhenEverythingOnMoreThanOneHostStopsAtOnce()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}, {"c2", "healthy"}};
        FleetBench bench(policyOf({"c1", "c2"}), 1, answering(words));
        bench.runUntil(at(3s));
        words = {{"c1", "timeout"}, {"c2", "dns"}};
        bench.runFor(30s);
        QVERIFY(bench.state.blind);
        QCOMPARE(bench.all<BlindChanged>().size(), std::size_t{1});
        QVERIFY(bench.state.level == HealthLevel::Unknown);
        for (const auto& change : bench.all<ServiceLevelChanged>())
            QVERIFY(change.to != HealthLevel::Unavailable);
        words["c2"] = "healthy";
        bench.runFor(20s);
        QVERIFY(!bench.state.blind);
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unavailable);
        QVERIFY(bench.state.services[1]->level == HealthLevel::Healthy);
    }

    void oneHostThatDiesIsNoBlindness()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}};
        FleetBench bench(policyOf({"c1"}), 1, answering(words));
        bench.runUntil(at(3s));
        words["c1"] = "timeout";
        bench.runFor(30s);
        QVERIFY(!bench.state.blind);
        QVERIFY(bench.state.level == HealthLevel::Unavailable);
    }

    void hostsThatDieOneAfterTheOtherAreNoBlindness()
    {
        std::map<std::string, std::string> words{{"c1", "healthy"}, {"c2", "healthy"}};
        FleetBench bench(policyOf({"c1", "c2"}), 1, answering(words));
        bench.runUntil(at(3s));
        words["c1"] = "refused";
        bench.runFor(30s);
        words["c2"] = "refused";
        bench.runFor(30s);
        QVERIFY(!bench.state.blind);
        QVERIFY(bench.state.level == HealthLevel::Unavailable);
    }

    void telemetryThatCantBeReachedBesideAGoodHealthDocumentIsNoOutage()
    {
        std::map<std::string, std::string> words{{"health", "healthy"}, {"telemetry", "timeout"}};
        FleetBench bench(twoSources);
        bench.answerer = [&](const std::string& endpoint, PollResult& result) {
            const auto level = enumFromName<HealthLevel>(words[endpoint.substr(endpoint.find('/') + 1)]);
            return level ? answerLevel(result, *level) : answerNothing(result, Transport::Timeout);
        };
        bench.runUntil(at(10s));
        QVERIFY(bench.state.services[0]->level == HealthLevel::Degraded);
        QCOMPARE(bench.state.services[0]->why, std::string("telemetry unreachable: timeout"));
        words = {{"health", "timeout"}, {"telemetry", "healthy"}};
        bench.runUntil(at(40s));
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unavailable);
        words = {{"health", "healthy"}, {"telemetry", "critical"}};
        bench.runUntil(at(80s));
        QVERIFY(bench.state.services[0]->level == HealthLevel::Critical);
    }

    void aFeatureOffItsFirstRungMakesTheFleetDegraded_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("fleet");
        QTest::newRow("primary") << static_cast<int>(Mode::Primary) << "healthy";
        QTest::newRow("degraded") << static_cast<int>(Mode::Degraded) << "degraded";
        QTest::newRow("killed") << static_cast<int>(Mode::Killed) << "degraded";
        QTest::newRow("forced") << static_cast<int>(Mode::Forced) << "degraded";
    }
    void aFeatureOffItsFirstRungMakesTheFleetDegraded()
    {
        QFETCH(int, mode);
        QFETCH(QString, fleet);
        FleetBench bench(twoSources);
        bench.answerer = [&](const std::string& endpoint, PollResult& result) {
            Reading reading;
            reading.level = HealthLevel::Healthy;
            if (endpoint == "store/telemetry") {
                reading.features.emplace_back().name = "f";
                reading.features[0].mode = static_cast<Mode>(mode);
            }
            result.reading = Shared<Reading>(reading);
            return true;
        };
        bench.runUntil(at(2s));
        QCOMPARE(word(bench.state.level), fleet);
        QVERIFY(bench.state.services[0]->level == HealthLevel::Healthy);
    }

    void hostsOfUrls()
    {
        QVERIFY(hostOf("http://127.0.0.1:8080/health") == "127.0.0.1");
        QVERIFY(hostOf("https://a.example?x") == "a.example");
        QVERIFY(hostOf("http://[::1]:80/") == "[::1]");
        QVERIFY(hostOf("http://[::1]") == "[::1]");
    }
};

QTEST_APPLESS_MAIN(TestFleetLevels)
#include "tst_fleet_levels.moc"
