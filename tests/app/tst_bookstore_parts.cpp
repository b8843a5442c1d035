// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/clerk.h"
#include "app/bookstore/customers.h"
#include "app/bookstore/event_log.h"
#include "app/bookstore/feature.h"
#include "app/bookstore/options.h"
#include "app/bookstore/scaled_clock.h"
#include "app/bookstore/spacing.h"
#include "app/bookstore/worker_pool.h"

#include <QFile>
#include <QTest>

#include <latch>

using namespace rungwatch;
using namespace rungwatch::bookstore;
using namespace std::chrono_literals;

namespace {

std::string hourText()
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

/// The bookstore's own parts: spacing, its clock, its customers, its queue, and the ladders it takes from the script.
class TestBookstoreParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spacingIsExactOverAnyHundred_data()
    {
        QTest::addColumn<quint64>("percent");
        for (const quint64 percent : {0, 1, 5, 25, 60, 99, 100})
            QTest::addRow("%llu", percent) << percent;
    }
    void spacingIsExactOverAnyHundred()
    {
        QFETCH(quint64, percent);
        for (const quint64 first : {0U, 1U, 37U, 99U, 12'345U}) {
            quint64 failed = 0;
            for (quint64 i = first; i < first + 100; ++i)
                failed += spaced(i, percent) ? 1 : 0;
            QCOMPARE(failed, percent);
        }
    }

    void aScenarioMinuteTakesASecond()
    {
        ManualClock machine;
        const ScaledClock clock(machine, 60, 8min);
        const auto before = clock.now();
        machine.advance(1s);
        QCOMPARE((clock.now().steady - before.steady).count(), Duration(60s).count());
        QCOMPARE((clock.now().wall - before.wall).count(), Duration(1s).count());
        QCOMPARE(clock.scenarioNow().count(), Duration(9min).count());
        QCOMPARE(clock.real(20s).count(), Duration(333'333'333ns).count());
    }

    void aSleepShowsInTheBootTimeOnly()
    {
        ManualClock machine;
        const ScaledClock clock(machine, 60, 0s);
        const auto before = clock.now();
        machine.suspend(8h);
        QCOMPARE(clock.now().steady.time_since_epoch().count(), before.steady.time_since_epoch().count());
        QCOMPARE((clock.now().boot - before.boot).count(), Duration(8h).count());
    }

    void aMinuteOfCustomersIsMixedAndEven()
    {
        const auto scenario = lab::parseScenario(hourText());
        const auto arrivals = arrivalsOfAMinute(*scenario);
        QCOMPARE(arrivals.size(), std::size_t{190});
        std::vector<int> inFirstHalf(3, 0);
        for (const auto& arrival : arrivals)
            if (arrival.at < 30s)
                ++inFirstHalf[arrival.feature];
        QCOMPARE(inFirstHalf, (std::vector<int>{5, 45, 45}));
        QVERIFY(arrivals.back().at < 1min);
    }

    void oneClerkTakesOneEveryTwoMinutes()
    {
        PersonQueue queue{{.perCase = Clerk::perCase}};
        Clerk clerk(queue);
        const auto join = [&](SteadyTime now) {
            clerk.work(now);
            return queue.join("case", now)->place.position;
        };
        const auto state = [&](SteadyTime now) {
            clerk.work(now);
            return queue.state(now);
        };
        const SteadyTime start{1h};
        QCOMPARE(join(start), std::uint64_t{1});
        QCOMPARE(join(start + 1min), std::uint64_t{2});
        QCOMPARE(state(start + 2min - 1ns).waiting, std::size_t{2});
        QCOMPARE(state(start + 2min).waiting, std::size_t{1});
        QVERIFY(state(start + 2min).waitEstimate == 2min);
        QCOMPARE(state(start + 4min).waiting, std::size_t{0});
        QCOMPARE(join(start + 10min), std::uint64_t{1});
        QCOMPARE(state(start + 12min - 1ns).waiting, std::size_t{1});
    }

    void aClerkLookedAtSeldomHasWorkedAllTheSame()
    {
        PersonQueue queue{{.perCase = Clerk::perCase}};
        Clerk clerk(queue);
        const SteadyTime start{1h};
        for (int i = 0; i < 7; ++i)
            QVERIFY(queue.join("case", start).has_value());
        clerk.work(start + 10min - 1ns);
        QCOMPARE(queue.state(start + 10min - 1ns).waiting, std::size_t{3});
        clerk.work(start + 10min);
        QCOMPARE(queue.state(start + 10min).waiting, std::size_t{2});
        QVERIFY(queue.state(start + 10min).waitEstimate == 4min); // as measured by now, two minutes each
    }

    void everyJobRunsOnceThoughThreadsAreFew()
    {
        std::atomic<int> ran{0};
        std::latch done(500);
        WorkerPool pool(3);
        for (int i = 0; i < 500; ++i)
            pool.run([&] {
                ++ran;
                done.count_down();
            });
        done.wait();
        QCOMPARE(ran.load(), 500);
    }

    void theLogKeepsTheLast256ByNumber()
    {
        EventLog log;
        for (int i = 0; i < 300; ++i)
            log.add({0, {}, "mode", std::to_string(i), {}, {}, {}, {}});
        const auto all = log.after(0);
        QCOMPARE(all.size(), std::size_t{256});
        QCOMPARE(all.front().seq, std::uint64_t{45});
        QCOMPARE(log.after(299).size(), std::size_t{1});
        QCOMPARE(log.after(300).size(), std::size_t{0});
    }

    void refundsNeverHaveASmallModel()
    {
        const auto scenario = lab::parseScenario(hourText());
        const auto ladder = ladderOf(scenario->features[0]);
        QVERIFY(validate(ladder).ok());
        QVERIFY(!ladder.indexOf("small_model"));
        QCOMPARE(ladder.forbidden.size(), std::size_t{1});
        QVERIFY(ladder.forbidden[0].kind == RungKind::SmallModel && !ladder.forbidden[0].reason.empty());
        QVERIFY(ladderOf(scenario->features[1]).indexOf("small_model"));
    }

    void theScenarioMaySetTheBreakers()
    {
        const auto text = hourText();
        QCOMPARE(parsePlay(text)->breakers.cooldown.count(), Duration(30s).count());
        const auto with = [&](const std::string& block) { return "{" + block + "," + text.substr(text.find('{') + 1); };
        QCOMPARE(parsePlay(with(R"("store":{"breaker":{"cooldown_s":600}})"))->breakers.cooldown.count(),
            Duration(600s).count());
        const auto breakers =
            parsePlay(with(R"("store":{"breaker":{"window":{"kind":"count","size":40},"min_calls":40,)"
                           R"("failure_rate_pct":25,"close_after":2}})"))
                ->breakers;
        QVERIFY(breakers.window == breaker::WindowKind::Count);
        QCOMPARE(breakers.windowSize, 40U);
        QCOMPARE(breakers.failureRate->milli, qint64{25'000});
        QCOMPARE(breakers.closeAfter, 2U);
        QCOMPARE(breakers.cooldown.count(), Duration(30s).count());
        QVERIFY(!parsePlay(with(R"("store":{"breaker":{"window":{"kind":"count","size":40},"min_calls":41}})")).ok());
        const auto wrong = parsePlay(with(R"("store":{"breaker":{"cooldown":600}})"));
        QVERIFY(!wrong.ok());
        QCOMPARE(QString::fromStdString(wrong.error().where), QStringLiteral("/store/breaker/cooldown (line 1)"));
    }
};

QTEST_APPLESS_MAIN(TestBookstoreParts)
#include "tst_bookstore_parts.moc"
