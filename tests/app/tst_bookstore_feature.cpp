// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/customers.h"
#include "app/bookstore/feature.h"
#include "app/bookstore/feature_reply.h"
#include "app/bookstore/prepared_answers.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
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
        feature.prepare();
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

    void aHungModelLeavesTheOthersTheirTime()
    {
        const auto scenario = outageHour();
        const auto ladder = ladderOf(scenario.features[1]);
        const auto reserves = termsOf(scenario.features[1]).reserves;
        std::vector<RungShare> shares;
        for (std::size_t i = 0; i < ladder.rungs.size(); ++i)
            shares.push_back({ladder.rungs[i].deadline, reserves.at(i)});
        const SteadyTime start{1h};
        const auto deadline = Deadline::after(start, Feature::patience);
        const auto given = [&](std::size_t rung, Duration after) {
            return timeForRung(shares, rung, deadline, start + after).given.value();
        };
        QVERIFY(given(0, 0s) == 20s);
        QVERIFY(given(1, 20s) == 12s);
        QVERIFY(given(2, 32s) == 12s);
        QVERIFY(given(0, 80s) == 16s); // who comes late to the primary has no more for it
        QVERIFY(given(1, 97s) == 11s);
        QVERIFY(timeForRung(shares, 3, deadline, start + 120s).skipped);
        QVERIFY(!timeForRung(shares, 3, deadline, start + 120s - 1ns).skipped);
    }

    void aboutTwentyEightQuestionsInAHundredArePrepared()
    {
        const ManualClock clock;
        const auto prepared = preparedAnswers("help_desk", clock.now());
        QVERIFY(prepared != nullptr);
        for (std::uint64_t first = 0; first < 10'000; first += 1'000) {
            int found = 0;
            for (std::uint64_t n = first; n < first + 1'000; ++n) {
                const auto key = questionOf(n);
                const auto answer = prepared->find({.query = key.identity, .scope = key.scope}, clock.now());
                found += answer.match == AnswerMatch::Exact ? 1 : 0;
            }
            QVERIFY2(found >= 260 && found <= 330, qPrintable(QString::number(found)));
        }
    }

    void preparedAnswersAndTemplatesStandInAndAreCounted()
    {
        Bench bench(1);
        std::map<std::string, int> served;
        for (std::uint64_t n = 0; n < 100; ++n) {
            bench.advance(1s);
            const auto answer = bench.ask(n);
            ++served[answer.rungName];
            if (answer.kind == RungKind::Cache) {
                QCOMPARE(QString::fromStdString(answer.body), QStringLiteral("prepared answer"));
                QVERIFY(answer.age == std::chrono::seconds(n + 1)); // since the store began
            } else if (answer.kind == RungKind::Template) {
                QVERIFY(QString::fromStdString(answer.body).contains(QLatin1String("https://example.org/help")));
            } else {
                QCOMPARE(QString::fromStdString(answer.body),
                    QStringLiteral("Answers are delayed; open a case and we reply by email. Another way: "
                                   "help@example.org"));
            }
        }
        const auto left = 100 - served["cache"];
        QVERIFY(served["cache"] > 20 && served["cache"] < 40);
        QCOMPARE(served["template"], left * 60 / 100);
        QCOMPARE(bench.feature.preparedServed(), std::uint64_t(served["cache"]));
        const auto answered = bench.feature.answered();
        QCOMPARE(answered.byLevel[std::size_t(DegradationLevel::Severe)],
            std::uint64_t(served["cache"] + served["template"]));
        QCOMPARE(answered.byLevel[std::size_t(DegradationLevel::Unavailable)], std::uint64_t(served["unavailable"]));
        QCOMPARE(answered.aged, std::uint64_t{0}); // nothing that was known before
    }

    void preparedAnswersOfMoreThanAWeekAreNotServedUntilTheyAreMadeAnew()
    {
        Bench bench(1);
        std::uint64_t n = 0; // the first question that is prepared
        while (bench.ask(n).kind != RungKind::Cache)
            ++n;
        bench.advance(preparedMaxAge);
        QVERIFY(bench.ask(n).kind == RungKind::Cache);
        bench.advance(1ns);
        for (int i = 0; i < 10; ++i)
            QVERIFY(bench.ask(n).kind == RungKind::Unavailable);
        QVERIFY(bench.feature.preparedAge() == preparedMaxAge + 1ns);
        bench.feature.prepare();
        QVERIFY(bench.feature.preparedAge() == 0ns);
        QVERIFY(bench.ask(n).kind == RungKind::Cache);
    }

    void theReplySaysInHeadersAndBodyWhatTheAnswerWas_data()
    {
        QTest::addColumn<QString>("rung");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("headers");
        const auto row = [](const char* name, RungKind kind, Outcome outcome, int status, const char* headers) {
            QTest::newRow(name) << QString::fromLatin1(name) << int(kind) << int(outcome) << status
                                << QByteArray(headers);
        };
        row("primary", RungKind::Primary, Outcome::Full, 200, "X-Degradation: none; X-Rung: primary");
        row("secondary", RungKind::Secondary, Outcome::Degraded, 200,
            "X-Degradation: partial; X-Degraded-Features: help_desk; X-Rung: secondary");
        row("cache", RungKind::Cache, Outcome::Degraded, 200,
            "X-Degradation: severe; X-Rung: cache; X-Degraded-Features: help_desk; Age: 119");
        row("queue_for_person", RungKind::QueueForPerson, Outcome::Queued, 200,
            "X-Degradation: severe; X-Rung: queue_for_person; X-Degraded-Features: help_desk");
        row("unavailable", RungKind::Unavailable, Outcome::Unavailable, 503,
            "X-Degradation: unavailable; Retry-After: 30; X-Rung: unavailable; X-Degraded-Features: help_desk");
    }
    void theReplySaysInHeadersAndBodyWhatTheAnswerWas()
    {
        QFETCH(QString, rung);
        QFETCH(int, kind);
        QFETCH(int, outcome);
        QFETCH(int, status);
        QFETCH(QByteArray, headers);
        FeatureAnswer answer;
        answer.rungName = rung.toStdString();
        answer.kind = RungKind(kind);
        answer.outcome = Outcome(outcome);
        answer.degraded = answer.outcome != Outcome::Full;
        answer.body = "said \"so\"";
        if (answer.kind == RungKind::Cache)
            answer.age = 119'999ms;
        if (isHonestEnd(answer.kind))
            answer.honest = HonestMessage{answer.body, {{OtherPath::Kind::Link, "/help"}}, std::nullopt};
        if (answer.kind == RungKind::QueueForPerson)
            answer.honest->place = QueuePlace{3, 6min};
        const auto reply = replyOf("help_desk", answer);
        QCOMPARE(reply.status, status);
        QByteArrayList told;
        for (const auto& [name, value] : reply.headers)
            told.append(name + ": " + value);
        QCOMPARE(told.join("; "), headers);

        const auto body = QJsonDocument::fromJson(reply.body).object();
        const auto level = told.first().mid(15);
        QCOMPARE(body[QStringLiteral("degradation")].toObject()[QStringLiteral("level")].toString().toLatin1(), level);
        QCOMPARE(body[QStringLiteral("rung")].toString(), rung);
        QCOMPARE(body[QStringLiteral("answer")].toString(), QStringLiteral("said \"so\""));
        QCOMPARE(body[QStringLiteral("data")].toString(), status == 200 ? QStringLiteral("said \"so\"") : QString());
        QCOMPARE(body[QStringLiteral("age_s")].toDouble(), answer.age ? 119.999 : 0.0);
        QCOMPARE(body[QStringLiteral("other_path")].toString(), answer.honest ? QStringLiteral("/help") : QString());
        QCOMPARE(body[QStringLiteral("position")].toInt(), answer.outcome == Outcome::Queued ? 3 : 0);
        QCOMPARE(body[QStringLiteral("wait_estimate_s")].toInt(), answer.outcome == Outcome::Queued ? 360 : 0);
    }
};

QTEST_APPLESS_MAIN(TestBookstoreFeature)
#include "tst_bookstore_feature.moc"
