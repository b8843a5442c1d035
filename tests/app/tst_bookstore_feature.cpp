// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/customers.h"
#include "app/bookstore/feature.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::bookstore;
using namespace std::chrono_literals;

namespace {

lab::Scenario outageHour()
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
    static_cast<void>(file.open(QIODevice::ReadOnly));
    return *lab::parseScenario(file.readAll().toStdString());
}

/// A feature of the outage hour that is killed from the start, so that no model is ever called.
struct Bench {
    explicit Bench(std::size_t index)
        : feature(scenario, scenario.features[index],
            {{RungKind::Primary, &model}, {RungKind::Secondary, &model}, {RungKind::SmallModel, &model}}, clock, log)
    {
        feature.kill({"tester", "no models here", "k", {}, std::nullopt});
    }

    [[nodiscard]] FeatureAnswer ask(std::uint64_t n) { return feature.serve(questionOf(n)); }
    /// A second of the machine is one of the store.
    void advance(Duration by)
    {
        machine.advance(by);
        feature.tick();
    }

    lab::Scenario scenario{outageHour()};
    ManualClock machine;
    ScaledClock clock{machine, 1, 0s};
    EventLog log;
    ModelProvider model{"provider", "http://127.0.0.1:1", {}, clock, log};
    Feature feature;
};

} // namespace

/// One feature of the store, off its models.
class TestBookstoreFeature : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneRefundInFiveWaitsForAPerson()
    {
        Bench bench(0);
        for (std::uint64_t n = 0; n < 10; ++n) {
            const auto answer = bench.ask(n);
            QVERIFY(answer.required);
            if (answer.kind == RungKind::Rules) {
                QVERIFY(answer.outcome == Outcome::Degraded);
                continue;
            }
            QVERIFY(answer.outcome == Outcome::Queued && !answer.provided());
            QVERIFY(answer.honest->place.has_value());
        }
        QCOMPARE(bench.feature.served()[bench.feature.ladder().rungs.size() - 1], std::uint64_t{2});
        QCOMPARE(bench.feature.queue().state(bench.clock.steadyNow()).waiting, std::size_t{2});
        bench.advance(2min);
        QCOMPARE(bench.feature.queue().state(bench.clock.steadyNow()).waiting, std::size_t{1});
    }

    void whoWaitsForAPersonIsToldPlaceWaitAndAnotherWay()
    {
        Bench bench(0);
        FeatureAnswer answer;
        for (std::uint64_t n = 0; n < 15; ++n)
            if (const auto next = bench.ask(n); next.outcome == Outcome::Queued)
                answer = next;
        QCOMPARE(QString::fromStdString(answer.body),
            QStringLiteral("Your refund request is queued for a person. You are number 3 in the queue; the wait is "
                           "about 6 minutes. Another way: refunds@example.org"));
    }

    void onlyRefundsAreARequiredOutcome()
    {
        const auto scenario = outageHour();
        QVERIFY(termsOf(scenario.features[0]).required);
        QVERIFY(!termsOf(scenario.features[1]).required);
        QVERIFY(!termsOf(scenario.features[2]).required);
    }
};

QTEST_APPLESS_MAIN(TestBookstoreFeature)
#include "tst_bookstore_feature.moc"
