// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fleet_bench.h"
#include "ui/format/event_text.h"
#include "ui/models/overview_model.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policy =
    "{\"version\": 1, \"services\": [{\"name\": \"shop\", \"sources\": [{\"kind\": \"health\", \"url\": "
    "\"http://s/h\"}, "
    "{\"kind\": \"metrics\", \"url\": \"http://s/m\"}]}, {\"name\": \"model\", \"sources\": [{\"kind\": \"health\", "
    "\"url\": "
    "\"http://m/\"}]}], \"features\": [{\"name\": \"search\", \"service\": \"shop\", \"ladder\": [{\"rung\": \"live\", "
    "\"kind\": \"primary\", \"service\": \"model\"}, {\"rung\": \"last_known\", \"kind\": \"cache\"}, {\"kind\": "
    "\"unavailable\"}], \"cache\": {\"max_age_s\": 120, \"source\": \"health\"}, \"traffic\": {\"metric\": \"m\", "
    "\"rung_label\": \"r\", \"window_s\": 5}}]}";

/// A shop that publishes no ladder: a health document with an age, counters, and breakers among its metrics.
class Shop : public FleetBench {
public:
    Shop()
        : FleetBench(policy)
    {
        answerer = [this](const std::string& endpoint, PollResult& result) {
            if (endpoint == "model/health")
                return answerLevel(result, model);
            if (endpoint == "shop/metrics" && !metricsAnswer)
                return answerNothing(result, Transport::Refused);
            Reading reading;
            reading.level = HealthLevel::Healthy;
            if (endpoint == "shop/metrics") {
                live += 3;
                cached += 1;
                reading.servedCounts = {{"search", "live", 1, live}, {"search", "last_known", 2, cached}};
                reading.breakers = {pricing};
            } else {
                reading.caches = {
                    {"search", "search", "last_known_good", Duration{40s}, Duration{120s}, {}, {}, {}, {}}};
            }
            result.reading = Shared<Reading>(std::move(reading));
            return true;
        };
        pricing.name = "pricing";
        pricing.instances = 5;
        pricing.openInstances = 3;
        pricing.other = OtherBreakerState::Mixed;
    }
    HealthLevel model{HealthLevel::Healthy};
    bool metricsAnswer{true};
    BreakerReading pricing;
    std::uint64_t live{900};
    std::uint64_t cached{0};

    [[nodiscard]] Snapshot snapshot() const { return {state, state.seq, clock.now()}; }
    [[nodiscard]] FeatureRow row() const { return featuresOf(snapshot(), clock.now()).rows.at(0); }
    [[nodiscard]] const RungCell& cell(const FeatureRow& row, LadderColumn column) const
    {
        return row.columns[static_cast<std::size_t>(column)].at(0);
    }
};

} // namespace

/// What the window shows of services that publish no telemetry: derived places, counted shares, how a state is known.
class TestSourceRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDerivedPlaceIsMarkedAndSharesAreCounted()
    {
        Shop shop;
        shop.runFor(8s);
        const auto row = shop.row();
        QVERIFY(!row.stale);
        QVERIFY(row.level == HealthLevel::Healthy);
        QVERIFY2(row.sentence.startsWith(QStringLiteral("Derived: on live. ")), qPrintable(row.sentence));
        const auto& live = shop.cell(row, LadderColumn::Primary);
        QVERIFY(live.standsHere);
        QCOMPARE(*live.sharePct, 75.0);
        QCOMPARE(*shop.cell(row, LadderColumn::Cache).sharePct, 25.0);
        QVERIFY(!row.mode.mode.has_value());
        QCOMPARE(row.mode.details, QStringList{QStringLiteral("derived, not told by the service")});
    }

    void aPlaceOffTheFirstRungSaysWhy()
    {
        Shop shop;
        shop.model = HealthLevel::Unavailable;
        shop.runFor(8s);
        const auto row = shop.row();
        QVERIFY(row.level == HealthLevel::Degraded);
        QVERIFY2(row.sentence.startsWith(QStringLiteral("Derived: on last known, model is unavailable. ")),
            qPrintable(row.sentence));
        QVERIFY(shop.cell(row, LadderColumn::Cache).standsHere);
        const auto lines = shop.all<DerivedRungChanged>();
        QCOMPARE(lines.back().to, std::string("last_known"));
    }

    void countersThatAreNotReadAnyMoreAreLastKnown()
    {
        Shop shop;
        shop.runFor(8s);
        shop.metricsAnswer = false;
        shop.runFor(10s);
        const auto row = shop.row();
        QVERIFY(row.stale);
        QVERIFY2(row.lastKnown.startsWith(QStringLiteral("last known ")), qPrintable(row.lastKnown));
    }

    void theAgeOfWhatIsServedComesFromTheNamedSource()
    {
        Shop shop;
        shop.runFor(3s);
        const auto row = shop.row();
        QVERIFY(row.cache.state == CacheCell::State::Known);
        QCOMPARE(row.cache.limit, QStringLiteral("120"));
        QVERIFY2(
            row.cache.age == QStringLiteral("40") || row.cache.age == QStringLiteral("41"), qPrintable(row.cache.age));
    }

    void aBreakerSaysWhoKnowsItAndHowManyAreOpen()
    {
        Shop shop;
        shop.runFor(3s);
        const auto view = breakersOf(shop.snapshot(), shop.clock.now());
        QCOMPARE(view.groups.size(), std::size_t{2});
        QVERIFY2(view.groups[0].note.startsWith(QStringLiteral("by shop metrics, ")), qPrintable(view.groups[0].note));
        const auto& row = view.groups[0].rows.at(0);
        QCOMPARE(row.address, QStringLiteral("shop/pricing"));
        QVERIFY(!row.phase.has_value());
        QCOMPARE(row.rateText, QStringLiteral("3 of 5 open"));
        QVERIFY(!row.canProbe);
    }

    void anInferredStateIsMarked()
    {
        Shop shop;
        shop.pricing = BreakerReading{};
        shop.pricing.name = "pricing";
        shop.pricing.calls = {{"ok", 5}, {"not_permitted", 0}};
        shop.runFor(3s);
        shop.pricing.calls["not_permitted"] = 7;
        shop.runFor(1s);
        const auto view = breakersOf(shop.snapshot(), shop.clock.now());
        const auto& row = view.groups[0].rows.at(0);
        QVERIFY(row.phase == breaker::Phase::Open);
        QCOMPARE(row.action, QStringLiteral("inferred: refused calls rose by 7"));
        QVERIFY(!row.canProbe);
    }
};

QTEST_GUILESS_MAIN(TestSourceRows)
#include "tst_source_rows.moc"
