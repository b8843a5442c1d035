// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/service_values.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

SteadyTime at(Duration since)
{
    return SteadyTime{since};
}

/// Counters of one feature followed by hand.
struct Counting {
    TrafficState traffic;
    Duration window{300s};

    void read(Duration when, std::vector<ServedCount> counts)
    {
        std::vector<const ServedCount*> pointers;
        for (const auto& count : counts)
            pointers.push_back(&count);
        takeCounts(traffic, pointers, at(when), window);
    }
    [[nodiscard]] std::map<std::string, std::uint64_t> served() const
    {
        const auto span = windowOf(traffic);
        return span ? span->served : std::map<std::string, std::uint64_t>{};
    }
};

constexpr auto policy =
    "{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": ["
    "{\"kind\": \"metrics\", \"url\": \"http://a/metrics\"}]}], \"features\": [{\"name\": \"search\", "
    "\"service\": \"store\", \"ladder\": [{\"kind\": \"primary\"}, {\"kind\": \"cache\"}, "
    "{\"kind\": \"unavailable\"}], \"traffic\": {\"metric\": \"requests_total\", \"rung_label\": "
    "\"rung\", \"window_s\": 10}}]}";

} // namespace

/// Shares of rungs from a service's own counters: differences over a window, with restarts, holes and repeats.
class TestFleetTraffic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstReadingOnlyBeginsTheCount()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 5'000}});
        QVERIFY(!windowOf(counting.traffic));
        counting.read(2s, {{"f", "primary", 1, 5'010}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{10});
        QVERIFY(windowOf(counting.traffic)->to - windowOf(counting.traffic)->from == 1s);
    }

    void aCounterThatFellCountsFromZeroAndAnEqualOneNothing()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 100}});
        counting.read(2s, {{"f", "primary", 1, 100}});
        QVERIFY(counting.served().empty());
        counting.read(3s, {{"f", "primary", 1, 99}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{99});
    }

    void aNewSeriesCountsFromZeroAndSeriesOfOneRungAddUp()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 100}});
        counting.read(2s, {{"f", "primary", 1, 101}, {"f", "primary", 2, 7}, {"f", "cache", 3, 4}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{8});
        QCOMPARE(counting.served().at("cache"), std::uint64_t{4});
    }

    void aSeriesThatWasMissingOnceGoesOnWhereItWas()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 100}, {"f", "cache", 2, 10}});
        counting.read(2s, {{"f", "primary", 1, 110}});
        counting.read(3s, {{"f", "primary", 1, 120}, {"f", "cache", 2, 12}});
        QCOMPARE(counting.served().at("cache"), std::uint64_t{2});
    }

    void theSameReadingTwiceCountsOnce()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 100}});
        counting.read(2s, {{"f", "primary", 1, 110}});
        counting.read(2s, {{"f", "primary", 1, 110}});
        counting.read(1s, {{"f", "primary", 1, 50}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{10});
    }

    void aHoleOfTheWindowIsCountedAndALongerOneIsNot()
    {
        Counting counting;
        counting.read(1s, {{"f", "primary", 1, 100}});
        counting.read(301s, {{"f", "primary", 1, 160}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{60});
        counting.read(602s, {{"f", "primary", 1, 999}});
        QVERIFY(!windowOf(counting.traffic));
        counting.read(603s, {{"f", "primary", 1, 1'000}});
        QCOMPARE(counting.served().at("primary"), std::uint64_t{1});
    }

    void aSpanIsFullAtAFifthOfTheWindowAndOldOnesGo()
    {
        Counting counting;
        counting.read(0s, {{"f", "primary", 1, 0}});
        counting.read(59s, {{"f", "primary", 1, 59}});
        QVERIFY(!spanIsFull(counting.traffic, counting.window));
        counting.read(60s, {{"f", "primary", 1, 60}});
        QVERIFY(spanIsFull(counting.traffic, counting.window));
        for (int minute = 1; minute <= 6; ++minute) {
            counting.read(60s * minute, {{"f", "primary", 1, static_cast<std::uint64_t>(60 * minute)}});
            closeSpan(counting.traffic, counting.window);
        }
        const auto window = windowOf(counting.traffic);
        QVERIFY(window->from == at(60s) && window->to == at(360s));
        QCOMPARE(window->served.at("primary"), std::uint64_t{300});
    }

    void theWindowShowsSharesAndTheChartGetsIntervals()
    {
        std::uint64_t primary = 1'000;
        std::uint64_t cache = 0;
        FleetBench bench(policy, 1, [&](const std::string&, PollResult& result) {
            Reading reading;
            reading.format = "prometheus-text";
            primary += 3;
            cache += 1;
            reading.servedCounts = {{"search", "primary", 1, primary}, {"search", "cache", 2, cache}};
            result.reading = Shared<Reading>(std::move(reading));
            return true;
        });
        bench.runFor(21s);
        const auto feature = countedFeature(bench.state, "search");
        QVERIFY(feature.has_value());
        QCOMPARE(feature->ladder.size(), std::size_t{3});
        QVERIFY(!feature->mode.has_value());
        const auto& window = feature->intervals.at(0);
        QVERIFY(*window.length >= 8s && *window.length <= 10s);
        QCOMPARE(window.served.at("primary"), 3 * window.served.at("cache"));
        const auto spans = bench.all<IntervalClosed>();
        QVERIFY(spans.size() >= 9);
        QCOMPARE(spans[1].interval.n, std::uint64_t{2});
        QVERIFY(spans[1].interval.length == 2s);
        QCOMPARE(spans[1].interval.served.at("primary"), std::uint64_t{6});
        QCOMPARE(serviceShare(bench.state).full, 3 * serviceShare(bench.state).cacheAndRules);
        QCOMPARE(featureSource(bench.state, "search"), std::optional<std::size_t>{0});
    }

    void sleepBeginsTheCountAnew()
    {
        FleetBench bench(policy, 1, [](const std::string&, PollResult& result) {
            Reading reading;
            reading.servedCounts = {{"search", "primary", 1, 5}};
            result.reading = Shared<Reading>(std::move(reading));
            return true;
        });
        bench.runFor(5s);
        QVERIFY(bench.state.features.at("search")->traffic.readAt.has_value());
        bench.feed(Suspended{8h});
        QVERIFY(!bench.state.features.at("search")->traffic.readAt.has_value());
    }
};

QTEST_APPLESS_MAIN(TestFleetTraffic)
#include "tst_fleet_traffic.moc"
