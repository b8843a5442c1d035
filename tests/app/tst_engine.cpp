// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/canary.h"
#include "app/session/engine.h"
#include "app/session/live_session.h"
#include "rungwatch/base/codec.h"

#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// With double quotes put in: moc 6.4 loses the class below behind a raw string like this one.
const std::string fleetFile = QByteArray("{'version': 1, 'name': 'Test', 'services': ["
                                         "{'name': 'store', 'critical': true, 'sources': ["
                                         "{'kind': 'health', 'url': 'http://127.0.0.1:9/health'},"
                                         "{'kind': 'telemetry', 'url': 'http://127.0.0.1:9/resilience'}]}],"
                                         "'features': [{'name': 'recommendations', 'service': 'store'}]}")
                                  .replace('\'', '"')
                                  .toStdString();

fleet::PollResult healthyResult(const fleet::PollEffect& poll, SteadyTime at)
{
    Reading reading;
    reading.format = "seed-health";
    reading.level = HealthLevel::Healthy;
    fleet::PollResult result;
    result.endpoint = poll.endpoint;
    result.permit = poll.permit;
    result.obtainedAt = at;
    result.status = 200;
    result.reading = Shared<Reading>(std::move(reading));
    return result;
}

constexpr std::uint64_t maxUndurable{200};

/// An engine whose clock, polls, journal and calls are the test's.
struct Bench {
    ManualClock clock;
    FrameBox frames;
    std::vector<fleet::PollEffect> polls;
    std::vector<fleet::ControlEffect> calls;
    std::vector<fleet::Event> journal;
    fleet::FleetState lastState;
    Engine* engine{nullptr};
    poll::ResultQueue results{1000, [this] { engine->takeResults(); }};
    Engine made{clock, results, frames,
        {[this](std::vector<fleet::Event> events, fleet::FleetState after) {
             journal.insert(journal.end(), events.begin(), events.end());
             lastState = std::move(after);
         },
            [this](const auto& effects) { polls.insert(polls.end(), effects.begin(), effects.end()); },
            [this](const auto& effect) { calls.push_back(effect); },
            [this](const PolicyPtr& changed) { configured = changed; }},
        maxUndurable};
    PolicyPtr configured;
    PolicyPtr policy{std::make_shared<const fleet::Policy>(fleet::parsePolicy(fleetFile).value())};

    Bench() { engine = &made; }

    void start(bool recorded = true)
    {
        fleet::SessionStarted session;
        session.policyText = fleetFile;
        session.seed = 7;
        made.start(session, policy, std::make_shared<const fleet::FleetState>(), recorded);
    }

    void pass(Duration by)
    {
        clock.advance(by);
        made.passTime();
    }

    [[nodiscard]] int count(std::string_view kind) const
    {
        return static_cast<int>(std::ranges::count_if(
            journal, [kind](const fleet::Event& event) { return fleet::kindOf(event.body) == kind; }));
    }

    /// A telemetry reading that shows `recommendations` degraded, so that a kill passes the guard.
    void readTelemetry()
    {
        for (const auto& poll : std::exchange(polls, {})) {
            auto result = healthyResult(poll, clock.steadyNow());
            if (poll.endpoint == 1)
                result.reading->edit([](Reading& reading) {
                    reading.format = "rungwatch-telemetry";
                    FeatureReading feature;
                    feature.name = "recommendations";
                    feature.mode = Mode::Degraded;
                    reading.features.push_back(feature);
                });
            (void)results.push(result);
        }
    }

    void kill()
    {
        fleet::Command command;
        command.id = "s1";
        command.selection = "s1";
        command.target = "recommendations";
        command.by = "ada";
        made.submit(command);
        command.kind = fleet::CommandKind::Operate;
        command.id = "c1";
        command.reason = "wrong answers since noon";
        command.expiresIn = 10min;
        command.seenSeq = made.state().seq;
        made.submit(command);
    }
};

} // namespace

/// Inputs in order, appended before anything follows, polls at once, calls only when durable, few frames.
class TestEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsWithTheSession()
    {
        Bench bench;
        bench.start();
        QVERIFY(std::holds_alternative<fleet::SessionStarted>(bench.journal.front().body));
        QCOMPARE(bench.journal.front().seq, 1U);
        QCOMPARE(hashOf(bench.lastState), hashOf(bench.made.state()));
    }

    void timeAsksAndResultsCount()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        QCOMPARE(bench.polls.size(), 2U);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        QVERIFY2(bench.made.state().endpoints[0]->everRead, "what came together is one round");
        QVERIFY(bench.made.state().level != HealthLevel::Unknown);
    }

    void aCanaryComesByTheWayOfReadings()
    {
        Bench bench;
        bench.start();
        poll::Canary canary(bench.clock, bench.results);
        bench.clock.advance(41s);
        canary.beat();
        QTRY_COMPARE(bench.count("canary_seen"), 1);
        QCOMPARE(bench.made.state().canary->beat, std::uint64_t{41});
        const auto& told = bench.journal[bench.made.state().canarySeq - 1];
        QVERIFY(std::holds_alternative<fleet::CanarySeen>(told.body));
        bench.made.flushFrame();
        const auto frame = bench.frames.take();
        QCOMPARE(frame.snapshot->state.canary->beat, std::uint64_t{41});
        QVERIFY(frame.snapshot->recorded);
    }

    /// Where readings are held back, it is too: a display that is behind does not look alive.
    void aCanaryWaitsWithTheReadings()
    {
        Bench bench;
        bench.start();
        poll::Canary canary(bench.clock, bench.results);
        while (bench.made.state().seq <= maxUndurable)
            bench.made.submit({});
        bench.clock.advance(1s);
        canary.beat();
        QTest::qWait(static_cast<int>(Engine::roundEvery.count()) * 3);
        QCOMPARE(bench.count("canary_seen"), 0);
        bench.made.noteDurable(bench.made.state().seq);
        QTRY_COMPARE(bench.count("canary_seen"), 1);
    }

    void aCanaryOfAnEarlierSessionIsNone()
    {
        Bench bench;
        auto resumed = std::make_shared<fleet::FleetState>();
        resumed->canary = fleet::CanarySeen{7};
        fleet::SessionStarted session;
        session.policyText = fleetFile;
        bench.made.start(session, bench.policy, resumed, true);
        QVERIFY(!bench.made.state().canary);
    }

    void whatAWindowFindsAboutItselfIsRecorded()
    {
        Bench bench;
        bench.start();
        bench.made.noteTrust({false, "nothing new was shown", 4s});
        QCOMPARE(bench.count("display_trust_changed"), 1);
    }

    void nothingIsAskedBeforeItsTime()
    {
        Bench bench;
        bench.start();
        bench.made.passTime();
        const auto ticks = bench.count("tick");
        bench.made.passTime();
        QCOMPARE(bench.count("tick"), ticks);
    }

    void aSleepAndAJumpAreInputsBeforeTheNext()
    {
        Bench bench;
        bench.start();
        bench.clock.suspend(8h);
        bench.clock.jumpWall(-1h);
        bench.pass(1s);
        QCOMPARE(bench.count("suspended"), 1);
        QCOMPARE(bench.count("clock_jump"), 1);
        const auto asleep = std::ranges::find_if(
            bench.journal, [](const auto& event) { return std::holds_alternative<fleet::Suspended>(event.body); });
        QCOMPARE(std::get<fleet::Suspended>(asleep->body).asleep, Duration(8h));
        const auto tick = std::ranges::find_if(
            bench.journal, [](const auto& event) { return std::holds_alternative<fleet::Tick>(event.body); });
        QVERIFY(asleep < tick);
    }

    void aCallWaitsUntilItsCommandIsDurable()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        bench.kill();
        QCOMPARE(bench.count("command_requested"), 1);
        const auto request = std::ranges::find_if(bench.journal,
            [](const auto& event) { return std::holds_alternative<fleet::CommandRequested>(event.body); });
        QVERIFY(bench.calls.empty());
        bench.made.noteDurable(request->seq - 1);
        QVERIFY(bench.calls.empty());
        bench.made.noteDurable(request->seq);
        QCOMPARE(bench.calls.size(), 1U);
        QCOMPARE(bench.calls[0].command.id, std::string("c1"));
        bench.made.noteDurable(request->seq + 5);
        QCOMPARE(bench.calls.size(), 1U);
    }

    void withoutARecordNothingIsOperated()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        bench.kill();
        bench.made.noteUnrecorded();
        QTRY_VERIFY(bench.made.state().control->commands.contains("c1")
            && bench.made.state().control->commands.at("c1").stage == fleet::Stage::Refused);
        QVERIFY(bench.calls.empty());
        const auto& command = bench.made.state().control->commands.at("c1");
        QVERIFY2(command.detail.find("journal") != std::string::npos, command.detail.c_str());
    }

    void withoutARecordItGoesOnWatching()
    {
        Bench bench;
        bench.start(false);
        QVERIFY(bench.journal.empty());
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_VERIFY(bench.made.state().endpoints[0]->everRead);
    }

    void aDiskThatLagsHoldsObservationsBack()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        // Commands are never held back; they bring the journal out of step.
        fleet::Command cancel;
        cancel.kind = fleet::CommandKind::Cancel;
        while (bench.made.state().seq <= maxUndurable)
            bench.made.submit(cancel);
        bench.pass(1s);
        bench.readTelemetry();
        QTest::qWait(50);
        QCOMPARE(bench.count("poll_round"), 1);
        bench.made.noteDurable(bench.made.state().seq);
        QTRY_COMPARE(bench.count("poll_round"), 2);
    }

    void aLateReadingIsNotLostOnAnAsBefore()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        const auto first = bench.polls;
        bench.polls.clear();
        // So long without an answer that the polls are given up, and asked again.
        for (int i = 0; i < 20 && bench.polls.empty(); ++i)
            bench.pass(1s);
        QVERIFY(!bench.polls.empty());
        const auto again = bench.polls.front();
        const auto before = *std::ranges::find_if(first, [&](const auto& p) { return p.endpoint == again.endpoint; });
        (void)bench.results.push(healthyResult(before, bench.clock.steadyNow()));
        auto unchanged = healthyResult(again, bench.clock.steadyNow());
        unchanged.reading.reset();
        unchanged.unchanged = true;
        (void)bench.results.push(unchanged);
        QTRY_COMPARE(bench.count("poll_round"), 1);
        const auto& endpoint = bench.made.state().endpoints[again.endpoint].get();
        QVERIFY(endpoint.everRead);
        QCOMPARE(endpoint.reading->level.value(), HealthLevel::Healthy);
    }

    void anotherPolicyCountsFromNowOnAndEarlierAnswersNoMore()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry(); // in the queue, by the numbers of the earlier policy
        auto text = QByteArray::fromStdString(fleetFile);
        text.replace("{\"name\": \"store\"",
            "{\"name\": \"first\", \"sources\": [{\"kind\": \"health\", "
            "\"url\": \"http://127.0.0.1:9/f\"}]}, {\"name\": \"store\"");
        const auto changed = std::make_shared<const fleet::Policy>(fleet::parsePolicy(text.toStdString()).value());
        bench.made.changePolicy(changed);
        QCOMPARE(bench.configured, changed);
        QCOMPARE(bench.count("policy_changed"), 1);
        QCOMPARE(bench.made.state().endpoints.size(), 3U);
        QCOMPARE(bench.count("poll_round"), 0);
        bench.polls.clear();
        bench.pass(2s);
        QCOMPARE(bench.polls.size(), 3U);
        QVERIFY(!bench.made.state().endpoints[0]->everRead);
    }

    void aCallThatWaitsGoesToItsServiceUnderItsNewNumber()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        bench.kill();
        QVERIFY(bench.calls.empty());
        auto text = QByteArray::fromStdString(fleetFile);
        text.replace("{\"name\": \"store\"", "{\"name\": \"first\"}, {\"name\": \"store\"");
        bench.made.changePolicy(std::make_shared<const fleet::Policy>(fleet::parsePolicy(text.toStdString()).value()));
        bench.made.noteDurable(bench.made.state().seq);
        QCOMPARE(bench.calls.size(), 1U);
        QCOMPARE(bench.calls[0].service, 1U);
    }

    void aCallWhoseServiceIsGoneIsNotMade()
    {
        Bench bench;
        bench.start();
        bench.pass(1s);
        bench.readTelemetry();
        QTRY_COMPARE(bench.count("poll_round"), 1);
        bench.kill();
        bench.made.changePolicy(std::make_shared<const fleet::Policy>(fleet::parsePolicy("{\"version\": 1}").value()));
        QTRY_COMPARE(bench.count("effect_result"), 1);
        bench.made.noteDurable(bench.made.state().seq);
        QVERIFY(bench.calls.empty());
    }

    void droppedObservationsAreAnInput()
    {
        Bench bench;
        bench.start();
        poll::ResultQueue narrow(1, [] {});
        (void)narrow.push({});
        (void)narrow.push({});
        Engine engine(bench.clock, narrow, bench.frames, {[](auto, auto) {}, [](const auto&) {}, [](const auto&) {}});
        fleet::SessionStarted session;
        session.policyText = fleetFile;
        engine.start(session, bench.policy, std::make_shared<const fleet::FleetState>(), true);
        engine.takeResults();
        QTRY_COMPARE(engine.state().dropped, 1U);
    }

    void framesAreFewAndSkipNoEvent()
    {
        Bench bench;
        LiveSession session(bench.clock, bench.frames, QStringLiteral("ada"), [](const auto&) {});
        QSignalSpy framed(&bench.made, &Engine::framed);
        connect(&bench.made, &Engine::framed, &session, &LiveSession::takeFrame);
        std::vector<fleet::Event> seen;
        connect(&session, &Session::advanced, this,
            [&seen](const auto& events) { seen.insert(seen.end(), events.begin(), events.end()); });
        bench.start();
        for (int i = 0; i < 100; ++i)
            bench.pass(100ms);
        QVERIFY2(framed.isEmpty(), "no frame before its time");
        QTRY_COMPARE(framed.size(), 1);
        QCOMPARE(seen.size(), bench.journal.size());
        for (std::size_t i = 0; i < seen.size(); ++i)
            QCOMPARE(seen[i].seq, i + 1);
        QCOMPARE(hashOf(session.snapshot()->state), hashOf(bench.made.state()));
    }

    void aMillionReadsOfTheSessionCauseNothing()
    {
        Bench bench;
        int submitted = 0;
        LiveSession session(bench.clock, bench.frames, QStringLiteral("ada"), [&](const auto&) { ++submitted; });
        connect(&bench.made, &Engine::framed, &session, &LiveSession::takeFrame);
        bench.start();
        bench.pass(1s);
        QTRY_VERIFY(session.snapshot()->state.seq > 0);
        const QSignalSpy advanced(&session, &Session::advanced);
        const QSignalSpy framed(&bench.made, &Engine::framed);
        const auto before = encoded(session.snapshot()->state);
        const auto events = bench.journal.size();
        std::uint64_t sum = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            const auto snapshot = session.snapshot();
            sum += snapshot->state.seq + snapshot->durableSeq;
            sum += session.history().log().size();
            sum += session.now().steady >= snapshot->at.steady;
            sum += fleet::ageAt(*snapshot->state.endpoints[0], session.now().steady).has_value();
        }
        QCoreApplication::processEvents();
        QVERIFY(sum > 0);
        QCOMPARE(bench.journal.size(), events);
        QCOMPARE(advanced.size(), 0);
        QCOMPARE(framed.size(), 0);
        QCOMPARE(submitted, 0);
        QCOMPARE(encoded(session.snapshot()->state), before);
        QCOMPARE(encoded(bench.made.state()), before);
    }

    void durabilityAloneMakesAFrame()
    {
        Bench bench;
        LiveSession session(bench.clock, bench.frames, QStringLiteral("ada"), [](const auto&) {});
        connect(&bench.made, &Engine::framed, &session, &LiveSession::takeFrame);
        bench.start();
        QTRY_VERIFY(session.snapshot()->state.seq > 0);
        QCOMPARE(session.snapshot()->durableSeq, 0U);
        bench.made.noteDurable(1);
        QTRY_COMPARE(session.snapshot()->durableSeq, 1U);
    }

    void afterItsEndNothingIsDecided()
    {
        Bench bench;
        bench.start();
        bench.made.stop();
        const auto seq = bench.made.state().seq;
        bench.pass(10s);
        bench.kill();
        QCOMPARE(bench.made.state().seq, seq);
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
