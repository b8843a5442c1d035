// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/feature_runner.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

Rung rung(const char* name, RungKind kind, std::optional<Duration> deadline = std::nullopt)
{
    Rung made;
    made.name = name;
    made.kind = kind;
    made.deadline = deadline;
    return made;
}

/// A feature with every kind of rung whose callables do what the test says, on a clock that calls move.
struct Store {
    ManualClock clock;
    KillSwitch killSwitch;
    IntervalStats stats{clock.steadyNow()};
    breaker::Breaker primary{"primary", options(), clock};
    breaker::Breaker secondary{"secondary", options(), clock};
    /// What a rung answers; the rest serve their own name.
    std::map<std::string, std::function<RungAnswer(const RungCall&)>> answers;
    /// The rungs that were called, in order.
    QStringList called;
    FeatureRunner runner{"recommendations", ladder(), bindings(), clock, &killSwitch, &stats};

    static breaker::Options options()
    {
        breaker::Options made;
        made.failureThreshold = 3;
        made.cooldown = 15s;
        return made;
    }
    static Ladder ladder()
    {
        auto last = rung("unavailable", RungKind::Unavailable);
        last.message = "Recommendations are resting; the popular list is at /popular.";
        return {{rung("primary", RungKind::Primary, 20s), rung("secondary", RungKind::Secondary, 20s),
                    rung("small_model", RungKind::SmallModel, 10s), rung("cache", RungKind::Cache),
                    rung("popular_list", RungKind::Template), last},
            {}};
    }
    std::vector<RungBinding> bindings()
    {
        const auto call = [this](const RungCall& asked) {
            called << QString::fromStdString(asked.rung.name);
            const auto found = answers.find(asked.rung.name);
            if (found == answers.end())
                return RungAnswer::served(asked.rung.name);
            const auto does = found->second; // a copy: it may change the answers
            return does(asked);
        };
        return {{call, &primary}, {call, &secondary}, {call, nullptr}, {call, nullptr}, {call, nullptr}, {}};
    }
    void fails(const char* rungName, const char* failure)
    {
        answers[rungName] = [failure](
                                const RungCall&) { return RungAnswer::failed(*FailureClass::fromName(failure), "no"); };
    }
    void misses(const char* rungName)
    {
        answers[rungName] = [](const RungCall&) { return RungAnswer::miss("nothing here"); };
    }
    FeatureAnswer ask(Mode mode = Mode::Primary, std::optional<std::size_t> rungIndex = std::nullopt)
    {
        called.clear();
        return runner.run({{"book 7", "public"}, Purpose::Customer, std::nullopt, rungIndex}, mode);
    }
    void kill(std::optional<Duration> expiresIn = 60s)
    {
        static_cast<void>(killSwitch.engage({"ann", "bad answers", "k1", clock.steadyNow(), expiresIn}));
    }
};

/// "primary 503; secondary breaker_open"
QString errors(const FeatureAnswer& answer)
{
    QStringList list;
    for (const auto& error : answer.errors)
        list << QString::fromStdString(error.rung + " " + error.what);
    return list.join(QStringLiteral("; "));
}
QString name(const FeatureAnswer& answer)
{
    return QString::fromStdString(answer.rungName);
}
QString reason(const FeatureAnswer& answer)
{
    return QString::fromStdString(answer.reason);
}

} // namespace

/// One path down the ladder for every request: where it begins, what is asked first, and that nothing of it is lost.
class TestFeatureRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstRungServesWithoutAWordOfDegradation()
    {
        Store store;
        const auto answer = store.ask();
        QCOMPARE(name(answer), QStringLiteral("primary"));
        QCOMPARE(QString::fromStdString(answer.body), QStringLiteral("primary"));
        QVERIFY(!answer.degraded);
        QCOMPARE(reason(answer), QString());
        QCOMPARE(errors(answer), QString());
        QCOMPARE(store.called, QStringList{QStringLiteral("primary")});
    }

    void everyRungsErrorIsKeptAndTheFirstIsTheReason()
    {
        Store store;
        store.fails("primary", "503");
        store.fails("secondary", "timeout");
        store.answers["small_model"] = [](const RungCall&) -> RungAnswer { throw std::runtime_error("bad prompt"); };
        store.misses("cache");
        const auto answer = store.ask();
        QCOMPARE(name(answer), QStringLiteral("popular_list"));
        QVERIFY(answer.degraded);
        QCOMPARE(reason(answer), QStringLiteral("503"));
        QCOMPARE(errors(answer), QStringLiteral("primary 503; secondary timeout; small_model throw; cache miss"));
        QCOMPARE(QString::fromStdString(answer.errors[2].message), QStringLiteral("bad prompt"));
        QCOMPARE(QString::fromStdString(answer.errors[3].message), QStringLiteral("nothing here"));
    }

    void theLastRungIsAnHonestMessage()
    {
        Store store;
        for (const char* failing : {"primary", "secondary", "small_model"})
            store.fails(failing, "refused");
        store.misses("cache");
        store.misses("popular_list");
        const auto answer = store.ask();
        QVERIFY(answer.kind == RungKind::Unavailable);
        QVERIFY(QString::fromStdString(answer.body).contains(QLatin1String("/popular")));
        QCOMPARE(answer.errors.size(), std::size_t{5});
    }

    void aCachedAnswerCarriesItsAge()
    {
        Store store;
        store.answers["cache"] = [](const RungCall&) { return RungAnswer::served("yesterday's", 90s); };
        const auto answer = store.ask(Mode::Forced, 3);
        QCOMPARE(name(answer), QStringLiteral("cache"));
        QVERIFY(answer.age == 90s);
        QCOMPARE(reason(answer), QStringLiteral("forced"));
    }

    void degradedBeginsAtTheSecondRungAndSaysSo()
    {
        Store store;
        const auto answer = store.ask(Mode::Degraded);
        QCOMPARE(name(answer), QStringLiteral("secondary"));
        QCOMPARE(reason(answer), QStringLiteral("degraded"));
        QVERIFY(answer.degraded);
        QCOMPARE(store.called, QStringList{QStringLiteral("secondary")});
    }

    void anOpenBreakerIsPassedWithoutACall()
    {
        Store store;
        store.fails("primary", "503");
        for (int i = 0; i < 3; ++i)
            store.ask();
        QVERIFY(store.primary.phase() == breaker::Phase::Open);
        const auto answer = store.ask();
        QCOMPARE(store.called, QStringList{QStringLiteral("secondary")});
        QCOMPARE(errors(answer), QStringLiteral("primary breaker_open"));
        QCOMPARE(reason(answer), QStringLiteral("breaker_open"));
        QCOMPARE(store.primary.snapshot().counters.rejected, std::uint64_t{1});
    }

    void aFallbacksSuccessDoesNotHideThePrimarysFailure()
    {
        Store store;
        store.fails("primary", "timeout");
        QCOMPARE(name(store.ask()), QStringLiteral("secondary"));
        QCOMPARE(store.primary.snapshot().counters.failed, std::uint64_t{1});
        QCOMPARE(store.secondary.snapshot().counters.ok, std::uint64_t{1});
        QCOMPARE(store.primary.snapshot().inFlight, 0U);
    }

    void aCallThatNeverBeganGivesItsProbeBack()
    {
        Store store;
        store.fails("primary", "503");
        for (int i = 0; i < 3; ++i)
            store.ask();
        store.clock.advance(15s);
        store.answers["primary"] = [](const RungCall&) { return RungAnswer::notStarted("no capacity left"); };
        QCOMPARE(errors(store.ask()), QStringLiteral("primary not_started"));
        QVERIFY(store.primary.phase() == breaker::Phase::HalfOpen);
        QVERIFY(store.primary.wouldAdmit());
        store.answers.clear();
        QCOMPARE(name(store.ask()), QStringLiteral("primary"));
        QVERIFY(store.primary.phase() == breaker::Phase::Closed);
    }

    void aMissIsADependencyDoingItsWork()
    {
        Store store;
        store.misses("primary");
        for (int i = 0; i < 10; ++i)
            store.ask();
        QVERIFY(store.primary.phase() == breaker::Phase::Closed);
        QCOMPARE(store.primary.snapshot().counters.ok, std::uint64_t{10});
    }

    void theCallersMistakeIsReportedAndDegradesNothing_data()
    {
        QTest::addColumn<QString>("failure");
        QTest::addColumn<bool>("mistake");
        for (const char* failure : {"400", "401", "404"})
            QTest::newRow(failure) << failure << true;
        for (const char* failure : {"429", "429_quota_spent", "500", "503", "reset"})
            QTest::newRow(failure) << failure << false;
    }
    void theCallersMistakeIsReportedAndDegradesNothing()
    {
        QFETCH(QString, failure);
        QFETCH(bool, mistake);
        Store store;
        const auto text = failure.toStdString();
        store.fails("primary", text.c_str());
        const auto answer = store.ask();
        QCOMPARE(answer.callerMistake.has_value(), mistake);
        QCOMPARE(answer.rung.has_value(), !mistake);
        QCOMPARE(answer.degraded, !mistake);
        QCOMPARE(store.called.size(), mistake ? 1 : 2);
        if (mistake)
            QCOMPARE(QString::fromStdString(answer.callerMistake->name()), failure);
    }

    void killedSkipsTheModelsWhateverElseIsSet()
    {
        for (const auto mode : {Mode::Primary, Mode::Degraded, Mode::Forced, Mode::Drill}) {
            Store store;
            store.kill();
            const auto answer = store.ask(mode, 1);
            QCOMPARE(name(answer), QStringLiteral("cache"));
            QVERIFY(answer.mode == Mode::Killed);
            QCOMPARE(reason(answer), QStringLiteral("killed"));
            QCOMPARE(store.called, QStringList{QStringLiteral("cache")});
        }
    }

    void aKillMidWayStopsTheWalkAndDiscardsWhatComes()
    {
        Store store;
        store.answers["primary"] = [&](const RungCall&) {
            store.kill();
            return RungAnswer::served("too late");
        };
        const auto answer = store.ask();
        QCOMPARE(name(answer), QStringLiteral("cache"));
        QCOMPARE(errors(answer), QStringLiteral("primary discarded; secondary killed; small_model killed"));
        QCOMPARE(store.primary.snapshot().counters.ok, std::uint64_t{1}); // the dependency did its work
        QCOMPARE(store.primary.snapshot().inFlight, 0U);
    }

    void revivingLetsOneRequestTry()
    {
        Store store;
        store.kill(60s);
        store.clock.advance(60s);
        QString meanwhile;
        store.answers["primary"] = [&](const RungCall&) {
            store.answers.erase("primary");
            meanwhile = name(store.runner.run({{"b", "public"}, Purpose::Customer, {}, {}}, Mode::Primary));
            return RungAnswer::served("back");
        };
        const auto answer = store.ask();
        QCOMPARE(name(answer), QStringLiteral("primary"));
        QCOMPARE(meanwhile, QStringLiteral("cache")); // as if it were killed
        QVERIFY(store.killSwitch.phase(store.clock.steadyNow()) == KillSwitch::Phase::Off);
        QCOMPARE(name(store.ask()), QStringLiteral("primary"));
    }

    void aTryThatNoModelServedRevivesNothing()
    {
        Store store;
        store.kill(60s);
        store.clock.advance(60s);
        for (const char* failing : {"primary", "secondary", "small_model"})
            store.fails(failing, "503");
        QCOMPARE(name(store.ask()), QStringLiteral("cache"));
        QVERIFY(store.killSwitch.phase(store.clock.steadyNow()) == KillSwitch::Phase::Reviving);
        store.answers.clear();
        QCOMPARE(name(store.ask()), QStringLiteral("primary")); // the next one may try
        QVERIFY(store.killSwitch.phase(store.clock.steadyNow()) == KillSwitch::Phase::Off);
    }

    void aDrillTriesItsRungAndNoOther()
    {
        Store store;
        store.fails("small_model", "500");
        const auto answer = store.runner.run({{"b", "public"}, Purpose::Drill, {}, 2}, Mode::Drill);
        QVERIFY(!answer.rung);
        QCOMPARE(errors(answer), QStringLiteral("small_model 500"));
        QCOMPARE(store.runner.served(), std::vector<std::uint64_t>(6)); // no customer was served
    }

    void aRungsTimeIsWhatIsLeftOfTheRequests()
    {
        Store store;
        std::map<std::string, std::optional<Duration>> given;
        const auto spend = [&](Duration by) {
            return [&given, &store, by](const RungCall& call) {
                given[call.rung.name] = call.deadline;
                store.clock.advance(by);
                return RungAnswer::failed(FailureClass::Kind::Timeout);
            };
        };
        store.answers["primary"] = spend(20s);
        store.answers["secondary"] = spend(5s);
        store.answers["small_model"] = spend(1s);
        store.answers["cache"] = spend(0s);
        const auto deadline = store.clock.steadyNow() + 25s;
        const auto answer = store.runner.run({{"b", "public"}, Purpose::Customer, deadline, {}}, Mode::Primary);
        QVERIFY(given["primary"] == 20s);
        QVERIFY(given["secondary"] == 5s); // of its 20
        QCOMPARE(given.count("small_model"), std::size_t{0});
        // No time is no reason not to be honest.
        QVERIFY(answer.kind == RungKind::Unavailable);
        QCOMPARE(errors(answer),
            QStringLiteral("primary timeout; secondary timeout; small_model deadline; cache deadline; "
                           "popular_list deadline"));
    }

    void servedIsCountedByRung()
    {
        Store store;
        for (int i = 0; i < 3; ++i)
            store.ask();
        store.ask(Mode::Degraded);
        store.ask(Mode::Forced, 3);
        QCOMPARE(store.runner.served(), (std::vector<std::uint64_t>{3, 1, 0, 1, 0, 0}));
        QCOMPARE(store.stats.close(store.clock.steadyNow()).served,
            (std::map<std::string, std::uint64_t>{{"primary", 3}, {"secondary", 1}, {"cache", 1}}));
    }

    void onlyThePrimarysCallsAreMeasured()
    {
        Store store;
        store.answers["primary"] = [&](const RungCall&) {
            store.clock.advance(3s);
            return RungAnswer::failed(*FailureClass::fromName("503"));
        };
        store.ask();
        store.ask(Mode::Degraded);
        const auto report = store.stats.close(store.clock.steadyNow());
        QCOMPARE(report.requests, std::uint64_t{1});
        QCOMPARE(report.errors, std::uint64_t{1});
        QVERIFY(report.p95 == 3s);
    }

    void aCanaryMeasuresThePrimaryOutsideItsBreaker()
    {
        Store store;
        store.fails("primary", "503");
        for (int i = 0; i < 3; ++i)
            store.ask();
        const auto before = store.primary.snapshot().counters;
        static_cast<void>(store.stats.close(store.clock.steadyNow()));
        auto answer = store.runner.canary({"b", "public"});
        QCOMPARE(errors(answer), QStringLiteral("primary 503"));
        store.answers.clear();
        answer = store.runner.canary({"b", "public"});
        QCOMPARE(name(answer), QStringLiteral("primary"));
        QCOMPARE(store.primary.snapshot().counters.ok, before.ok);
        QCOMPARE(store.primary.snapshot().counters.failed, before.failed);
        const auto report = store.stats.close(store.clock.steadyNow());
        QCOMPARE(report.canaries, std::uint64_t{2});
        QCOMPARE(report.requests, std::uint64_t{2});
        QCOMPARE(report.errors, std::uint64_t{1});
        QCOMPARE(report.served.size(), std::size_t{0}); // no customer
        store.kill();
        QCOMPARE(errors(store.runner.canary({"b", "public"})), QStringLiteral("primary killed"));
    }

    void theRungIsToldWhatItIsFor()
    {
        Store store;
        std::vector<Purpose> told;
        store.answers["primary"] = [&](const RungCall& call) {
            told.push_back(call.purpose);
            return RungAnswer::served(call.key.identity + (call.deadline == 20s ? " in 20 s" : ""));
        };
        const auto answer = store.runner.run({{"b", "public"}, Purpose::Customer, {}, {}}, Mode::Primary);
        QCOMPARE(QString::fromStdString(answer.body), QStringLiteral("b in 20 s"));
        static_cast<void>(store.runner.canary({"b", "public"}));
        static_cast<void>(store.runner.run({{"b", "public"}, Purpose::Drill, {}, 0}, Mode::Drill));
        QVERIFY((told == std::vector<Purpose>{Purpose::Customer, Purpose::Canary, Purpose::Drill}));
    }

    void aQueueThatFailsDoesNotSayThatItQueued()
    {
        ManualClock clock;
        auto last = rung("queue_for_person", RungKind::QueueForPerson);
        last.message = "Your refund request is queued for a person.";
        FeatureRunner runner("refunds", {{last}, {}},
            {{[](const RungCall&) -> RungAnswer { throw std::runtime_error("queue is down"); }, nullptr}}, clock);
        const auto answer = runner.run({{"case", "ann"}, Purpose::Customer, {}, {}}, Mode::Primary);
        QCOMPARE(QString::fromStdString(answer.body), QStringLiteral("Refunds is not available at the moment."));
        QVERIFY(answer.outcome == Outcome::Unavailable && answer.kind == RungKind::QueueForPerson);
        QCOMPARE(errors(answer), QStringLiteral("queue_for_person throw"));
    }

    void anHonestEndThatFailsStillSaysItsMessage()
    {
        ManualClock clock;
        auto last = rung("unavailable", RungKind::Unavailable);
        last.message = "Answers are delayed.";
        FeatureRunner runner("help", {{last}, {}},
            {{[](const RungCall&) { return RungAnswer::notStarted("no room"); }, nullptr}}, clock);
        const auto answer = runner.run({{"case", "ann"}, Purpose::Customer, {}, {}}, Mode::Primary);
        QCOMPARE(QString::fromStdString(answer.body), QStringLiteral("Answers are delayed."));
        QCOMPARE(errors(answer), QStringLiteral("unavailable not_started"));
    }

    void recoveryIsTriedWhileTheFeatureIsDegraded()
    {
        // Nobody's request reaches the primary; a background check does, when its breaker is due.
        Store store;
        store.fails("primary", "503");
        for (int i = 0; i < 3; ++i)
            store.ask();
        store.answers.clear();
        const auto due = store.primary.nextDue();
        QVERIFY(due);
        store.clock.advance(*due - store.clock.steadyNow());
        for (int i = 0; i < 10; ++i)
            store.ask(Mode::Degraded);
        QVERIFY(store.primary.phase() == breaker::Phase::HalfOpen);
        const auto probe = store.runner.run({{"b", "public"}, Purpose::Probe, {}, 0}, Mode::Primary);
        QCOMPARE(name(probe), QStringLiteral("primary"));
        QVERIFY(store.primary.phase() == breaker::Phase::Closed);
        QCOMPARE(store.stats.close(store.clock.steadyNow()).requests, std::uint64_t{3}); // a probe is no measurement
    }
};

QTEST_APPLESS_MAIN(TestFeatureRunner)
#include "tst_feature_runner.moc"
