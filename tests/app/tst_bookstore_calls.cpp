// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/customers.h"
#include "app/bookstore/feature.h"
#include "app/bookstore/http_host.h"
#include "app/bookstore/model_calls.h"

#include <QFile>
#include <QTest>

#include <thread>

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

/// A model that answers as it is told, over real HTTP.
struct FakeModel {
    explicit FakeModel(HttpReply says)
        : host([this, reply = std::move(says)](const HttpRequest&, const Responder& responder) {
            ++calls;
            responder.send(reply);
        })
    {
        listens = host.listen();
    }

    std::atomic<int> calls{0};
    bool listens{false};
    HttpHost host;
};

HttpReply limit(const char* retryAfter)
{
    HttpReply reply{429, "application/json", "{}", {}};
    if (retryAfter)
        reply.headers.emplace_back("Retry-After", retryAfter);
    return reply;
}

/// The help desk on a primary that says so, and a secondary that answers.
struct Bench {
    explicit Bench(HttpReply primarySays)
        : primary(std::move(primarySays))
    {
    }

    [[nodiscard]] FeatureAnswer ask()
    {
        FeatureAnswer answer;
        std::atomic<bool> done{false};
        std::thread customer([&] {
            answer = feature.serve(questionOf(1));
            done = true;
        });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(done, 20'000); }();
        customer.join();
        return answer;
    }
    void advance(Duration by)
    {
        machine.advance(by);
        feature.tick();
    }
    /// "asked>resting" and back, in order.
    [[nodiscard]] QStringList rests() const
    {
        QStringList told;
        for (const auto& event : log.after(0))
            if (event.kind == "rest")
                told << QString::fromStdString(event.from + ">" + event.to);
        return told;
    }

    lab::Scenario scenario{outageHour()};
    FakeModel primary;
    FakeModel secondary{{200, "application/json", "\"from the secondary\"", {}}};
    ManualClock machine;
    ScaledClock clock{machine, 1, 0s};
    EventLog log;
    ModelProvider first{"provider-primary", primary.host.url().toStdString(), {}, clock, log};
    ModelProvider second{"provider-secondary", secondary.host.url().toStdString(), {}, clock, log};
    Feature feature{scenario, scenario.features[1],
        {{RungKind::Primary, &first}, {RungKind::Secondary, &second}, {RungKind::SmallModel, &second}}, clock, log};
};

/// Never waits, and counts how often it would have.
class CountingWaiter final : public Waiter {
public:
    [[nodiscard]] bool cancelled() const override { return false; }
    [[nodiscard]] bool wait(Duration duration) override
    {
        ++waits;
        longest = std::max(longest, duration);
        return true;
    }

    int waits{0};
    Duration longest{0};
};

} // namespace

/// What the store does when a model's call fails: a customer's request goes on down the ladder, and only an allowance
/// that is spent keeps the next ones from asking.
class TestBookstoreCalls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCapacityIsAskedForByEachCustomerOnce_data()
    {
        QTest::addColumn<QByteArray>("retryAfter");
        for (const auto* seconds : {"0", "1", "30", "60"})
            QTest::newRow(seconds) << QByteArray(seconds);
    }
    void aCapacityIsAskedForByEachCustomerOnce()
    {
        QFETCH(QByteArray, retryAfter);
        Bench bench(limit(retryAfter.constData()));
        QVERIFY(bench.primary.listens && bench.secondary.listens);
        for (int n = 1; n <= 3; ++n) {
            const auto answer = bench.ask();
            QCOMPARE(answer.rungName, std::string("secondary"));
            QCOMPARE(answer.reason, std::string("429"));
            QCOMPARE(bench.primary.calls.load(), n);
        }
        bench.advance(0s);
        QVERIFY(bench.rests().isEmpty());
        bench.first.capacity().closeMinute();
        QCOMPARE(bench.first.capacity().lastMinute().overflow, std::uint64_t{3});
        const auto counters = bench.first.breaker().snapshot().counters;
        QCOMPARE(counters.ignored, std::uint64_t{3});
        QCOMPARE(counters.ok + counters.failed, std::uint64_t{0});
    }

    void anAllowanceThatIsSpentRestsTheRung_data()
    {
        QTest::addColumn<QByteArray>("retryAfter");
        QTest::addColumn<qint64>("restSeconds");
        QTest::newRow("beyond a minute") << QByteArray("61") << qint64{61};
        QTest::newRow("an hour") << QByteArray("3600") << qint64{3600};
        QTest::newRow("does not say") << QByteArray() << qint64{15 * 60};
        QTest::newRow("says nonsense") << QByteArray("soon") << qint64{15 * 60};
    }
    void anAllowanceThatIsSpentRestsTheRung()
    {
        QFETCH(QByteArray, retryAfter);
        QFETCH(qint64, restSeconds);
        Bench bench(limit(retryAfter.isEmpty() ? nullptr : retryAfter.constData()));
        QCOMPARE(bench.ask().reason, std::string("429_quota_spent"));
        bench.advance(0s);
        QCOMPARE(bench.rests(), QStringList{QStringLiteral("asked>resting")});
        bench.advance(std::chrono::seconds(restSeconds) - 1ns);
        const auto resting = bench.ask();
        QCOMPARE(resting.reason, std::string("resting"));
        QCOMPARE(resting.rungName, std::string("secondary"));
        QCOMPARE(bench.primary.calls.load(), 1);
        bench.advance(1ns);
        QCOMPARE(bench.rests().last(), QStringLiteral("resting>asked"));
        QCOMPARE(bench.ask().reason, std::string("429_quota_spent"));
        QCOMPARE(bench.primary.calls.load(), 2);
        QCOMPARE(bench.second.breaker().snapshot().counters.ok, std::uint64_t(bench.secondary.calls));
    }

    void aDateIsATimeToo()
    {
        const WallTime now{std::chrono::sys_days{std::chrono::year{1994} / 11 / 6} + 8h + 49min};
        const auto failure = [&](const char* date) {
            return QString::fromStdString(judged({FailureClass::fromHttpStatus(429), {}, date}, now).failure->name());
        };
        QCOMPARE(failure("Sun, 06 Nov 1994 08:50:00 GMT"), QStringLiteral("429"));
        QCOMPARE(failure("Sun, 06 Nov 1994 08:50:01 GMT"), QStringLiteral("429_quota_spent"));
    }

    void onlyAConnectionThatWasNeverMadeIsTriedAgain_data()
    {
        QTest::addColumn<QString>("failure");
        QTest::addColumn<int>("attempts");
        for (const auto* once : {"timeout", "reset", "500", "503", "529_overloaded", "408", "400", "429_quota_spent"})
            QTest::newRow(once) << QString::fromLatin1(once) << 1;
        QTest::newRow("429") << "429" << 1;
        QTest::newRow("refused") << "refused" << 2;
    }
    void onlyAConnectionThatWasNeverMadeIsTriedAgain()
    {
        QFETCH(QString, failure);
        QFETCH(int, attempts);
        const ManualClock clock;
        for (const auto purpose : {Purpose::Customer, Purpose::Canary, Purpose::Probe, Purpose::Drill}) {
            const auto options = retriesOf(purpose);
            QVERIFY(!options.fault());
            CountingWaiter waiter;
            const RetryTools tools{clock, waiter, [] { return 1.0; }, nullptr};
            const RetryTerms terms{options, SafeToRepeat::No, Deadline::after(clock.steadyNow(), 20s)};
            const auto done = retry(terms, tools, [&](const AttemptCall&) {
                ModelCall call{FailureClass::fromName(failure.toStdString()), std::nullopt, {}};
                if (failure == QLatin1String("429"))
                    call.retryAfter = 0s;
                return Tried<std::string>{outcomeOf(call), std::nullopt};
            });
            const int expected = purpose == Purpose::Customer ? attempts : 1;
            QCOMPARE(done.report.state.attempts, expected);
            QCOMPARE(waiter.waits, expected - 1);
            QVERIFY(waiter.longest <= 500ms);
            const auto answer = rungAnswerOf(done);
            QVERIFY(answer.kind == RungAnswer::Kind::Failed);
            QCOMPARE(QString::fromStdString(answer.failure.name()), failure);
        }
    }

    void aSecondConnectionThatIsMadeServes()
    {
        const ManualClock clock;
        CountingWaiter waiter;
        const RetryTools tools{clock, waiter, [] { return 0.5; }, nullptr};
        const RetryTerms terms{retriesOf(Purpose::Customer), SafeToRepeat::No, Deadline::after(clock.steadyNow(), 20s)};
        const auto done = retry(terms, tools, [](const AttemptCall& attempt) {
            ModelCall call;
            if (attempt.number == 1)
                call.failure = FailureClass::Kind::Refused;
            return Tried<std::string>{outcomeOf(call), "an answer"};
        });
        const auto answer = rungAnswerOf(done);
        QVERIFY(answer.kind == RungAnswer::Kind::Served);
        QCOMPARE(answer.body, std::string("an answer"));
    }
};

QTEST_GUILESS_MAIN(TestBookstoreCalls)
#include "tst_bookstore_calls.moc"
