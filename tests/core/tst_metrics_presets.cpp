// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/formats/metrics_profiles.h"
#include "rungwatch/formats/reader.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::formats;

namespace {

Reading readMetricsText(std::string_view text)
{
    auto reading = read({text, 200, {{"content-type", "text/plain;version=0.0.4"}}}, "auto");
    return reading ? std::move(reading).value() : Reading{};
}

constexpr std::string_view mesh{"istio_requests_total{reporter=\"source\",destination_service=\"prices.shop\",response_"
                                "code=\"200\",response_flags=\"-\"} 90\n"
                                "istio_requests_total{reporter=\"source\",destination_service=\"prices.shop\",response_"
                                "code=\"503\",response_flags=\"UO\"} 7\n"
                                "istio_requests_total{reporter=\"source\",destination_service=\"prices.shop\",response_"
                                "code=\"503\",response_flags=\"UF,URX\"} 2\n"
                                "istio_requests_total{reporter=\"source\",destination_service=\"prices.shop\",response_"
                                "code=\"500\",response_flags=\"-\"} 1\n"
                                "istio_requests_total{reporter=\"source\",destination_service=\"prices.shop\",response_"
                                "code=\"0\",response_flags=\"DC\"} 3\n"
                                "istio_requests_total{reporter=\"destination\",destination_service=\"prices.shop\","
                                "response_code=\"200\",response_flags=\"-\"} 90\n"
                                "istio_requests_total{reporter=\"source\",destination_service=\"unknown\",destination_"
                                "service_name=\"cart\",response_code=\"200\",response_flags=\"-\"} 5\n"};

constexpr std::string_view twoLibraries{"resilience4j_circuitbreaker_state{name=\"a\",state=\"open\"} 1\n"
                                        "envoy_cluster_circuit_breakers_default_rq_open{envoy_cluster_name=\"b\"} 0\n"};

} // namespace

/// Whose names metrics are: all that are found, or those of the one library that the fleet file names.
class TestMetricsPresets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void istiosRequestsAreCountedOnceByHowTheyEnded()
    {
        const auto reading = readMetricsText(mesh);
        QCOMPARE(reading.profile, std::string("istio"));
        QCOMPARE(reading.breakers.size(), std::size_t{2});
        const auto& prices = reading.breakers[0];
        QCOMPARE(prices.name, std::string("prices.shop"));
        QVERIFY(!prices.state);
        QCOMPARE(prices.calls,
            (std::map<std::string, std::uint64_t>{{"failed", 3}, {"ignored", 3}, {"not_permitted", 7}, {"ok", 90}}));
        QCOMPARE(reading.breakers[1].name, std::string("cart"));
        QVERIFY(!reading.level);
    }

    void whereOnlyTheCalleeCountsItsSideIsTaken()
    {
        const auto reading = readMetricsText("istio_requests_total{reporter=\"destination\",destination_service=\"p\","
                                             "response_code=\"200\",response_flags=\"-\"} 4\n");
        QCOMPARE(reading.breakers.at(0).calls.at("ok"), std::uint64_t{4});
    }

    void aPresetTakesBackWhatOthersNamesGave()
    {
        auto reading = readMetricsText(twoLibraries);
        QCOMPARE(reading.breakers.size(), std::size_t{2});
        QVERIFY(reading.level == HealthLevel::Degraded);
        applyMetricsPreset("envoy", reading);
        QCOMPARE(reading.breakers.size(), std::size_t{1});
        QCOMPARE(reading.breakers[0].name, std::string("b/default"));
        QCOMPARE(reading.profile, std::string("envoy"));
        QVERIFY(reading.level == HealthLevel::Healthy);
    }

    void istiosPresetKnowsItsSidecarsToo()
    {
        auto reading = readMetricsText(
            std::string(mesh) + "envoy_cluster_circuit_breakers_default_rq_open{cluster_name=\"b\"} 1\n");
        applyMetricsPreset("istio", reading);
        QCOMPARE(reading.breakers.size(), std::size_t{3});
    }

    void aPresetWithoutItsNamesFindsNothing()
    {
        auto reading = readMetricsText(twoLibraries);
        applyMetricsPreset("polly", reading);
        QVERIFY(reading.breakers.empty());
        QVERIFY(!reading.level);
    }
};

QTEST_APPLESS_MAIN(TestMetricsPresets)
#include "tst_metrics_presets.moc"
