// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policy = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": ["
                        "{\"kind\": \"telemetry\", \"url\": \"http://a/\"}]}]}";

/// A console on which one command was operated just now.
class Operated : public FleetBench {
public:
    Operated(Action action, const std::string& target)
        : FleetBench(policy)
    {
        now.features.emplace_back().name = "search";
        now.features[0].mode = Mode::Degraded;
        now.breakers.emplace_back().name = "primary";
        now.breakers[0].state = breaker::Phase::Open;
        if (action == Action::Revive)
            kill("k0");
        answerer = [this](const std::string&, PollResult& result) {
            if (silent)
                return false;
            result.reading = Shared<Reading>(now);
            return true;
        };
        runFor(2s);
        Command command{"c1", CommandKind::Select, "s1", action, target, "ada", {}, {}, {}, false, 0};
        feed(CommandReceived{command});
        command.kind = CommandKind::Operate;
        command.reason = "it answers nonsense";
        if (action == Action::Kill)
            command.expiresIn = 3600s;
        feed(CommandReceived{command});
    }
    Reading now;
    bool silent{false};

    void kill(const std::string& id)
    {
        now.features[0].mode = Mode::Killed;
        now.features[0].killSwitch = KillSwitchReading{"ada", "it answers nonsense", 0s, 3600s, id};
    }
    void answer(
        int status, const std::string& cause = {}, const std::string& outcome = {}, const std::string& phase = {})
    {
        EffectResult result;
        result.commandId = "c1";
        result.status = status;
        result.cause = cause;
        result.outcome = outcome;
        result.state = phase;
        feed(result);
    }
    void noAnswer(Transport transport)
    {
        EffectResult result;
        result.commandId = "c1";
        result.transport = transport;
        feed(result);
    }
    [[nodiscard]] const CommandState& command() const { return state.control->commands.at("c1"); }
    [[nodiscard]] std::string stage() const { return std::string(nameOf(command().stage)); }
};

} // namespace

/// Requested, accepted, effective: what became of a command is what is seen, never what was clicked.
class TestFleetCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKillIsDoneWhenTheTelemetryShowsIt()
    {
        Operated console(Action::Kill, "search");
        QCOMPARE(console.stage(), std::string("requested"));
        console.answer(200);
        QCOMPARE(console.stage(), std::string("accepted"));
        console.runFor(3s);
        QCOMPARE(console.stage(), std::string("accepted")); // read, and not killed
        console.kill("c1");
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
        QVERIFY(console.command().effectiveAt > console.command().answeredAt);
        const auto stages = console.all<CommandStageChanged>();
        QCOMPARE(stages.size(), std::size_t{2});
        QVERIFY(stages[1].waited > 3s && stages[1].waited < 5s);
    }

    void anothersKillIsNotOurs()
    {
        Operated console(Action::Kill, "search");
        console.answer(200);
        console.kill("another's");
        console.runFor(3s);
        QCOMPARE(console.stage(), std::string("accepted"));
    }

    void aServiceThatRepeatsNoIdIsBelievedAfterItsAnswer()
    {
        Operated console(Action::Kill, "search");
        console.kill("");
        console.runFor(2s);
        QCOMPARE(console.stage(), std::string("requested"));
        console.answer(200);
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
    }

    void unconfirmedAfterTenSecondsAndStillEffectiveLater()
    {
        Operated console(Action::Kill, "search");
        console.runFor(500ms);
        console.answer(200);
        const auto answered = console.clock.steadyNow();
        console.runUntil(answered + 10s - 1ns);
        QCOMPARE(console.stage(), std::string("accepted"));
        console.clock.advance(1ns);
        console.feed(Tick{});
        QCOMPARE(console.stage(), std::string("unconfirmed"));
        QVERIFY(console.all<CommandStageChanged>().back().waited == 10500ms);
        console.runFor(60s);
        QCOMPARE(console.all<CommandStageChanged>().size(), std::size_t{2});
        console.kill("c1");
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
    }

    void withoutAnAnswerItIsUnconfirmedTenSecondsAfterTheRequest()
    {
        Operated console(Action::Kill, "search");
        const auto requested = console.clock.steadyNow();
        console.runUntil(requested + 10s - 1ns);
        QCOMPARE(console.stage(), std::string("requested"));
        console.runFor(21ms);
        QCOMPARE(console.stage(), std::string("unconfirmed"));
        console.answer(200); // late, and better than never
        QCOMPARE(console.stage(), std::string("accepted"));
    }

    void aRefusalCarriesTheServicesCause_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("detail");
        QTest::newRow("401") << 401 << ""
                             << "401";
        QTest::newRow("404") << 404 << "unknown_feature"
                             << "404 unknown_feature";
        QTest::newRow("409") << 409 << "probe_in_flight"
                             << "409 probe_in_flight";
        QTest::newRow("500") << 500 << "<b>oops</b>"
                             << "500 <b>oops</b>";
        QTest::newRow("302") << 302 << ""
                             << "302";
    }
    void aRefusalCarriesTheServicesCause()
    {
        QFETCH(int, status);
        QFETCH(QString, cause);
        QFETCH(QString, detail);
        Operated console(Action::Kill, "search");
        console.answer(status, cause.toStdString());
        QCOMPARE(console.stage(), std::string("refused"));
        QVERIFY(console.command().refusal == Refusal::ByService);
        QCOMPARE(QString::fromStdString(console.command().detail), detail);
        console.answer(200); // a second answer changes nothing
        QCOMPARE(console.stage(), std::string("refused"));
    }

    void aCallThatNeverConnectedIsRefusedOneThatWasCutIsNotKnown_data()
    {
        QTest::addColumn<int>("transport");
        QTest::addColumn<QString>("stage");
        QTest::newRow("refused") << static_cast<int>(Transport::Refused) << "refused";
        QTest::newRow("dns") << static_cast<int>(Transport::Dns) << "refused";
        QTest::newRow("tls") << static_cast<int>(Transport::Tls) << "refused";
        QTest::newRow("timeout") << static_cast<int>(Transport::Timeout) << "unconfirmed";
        QTest::newRow("reset") << static_cast<int>(Transport::Reset) << "unconfirmed";
        QTest::newRow("expired certificate") << static_cast<int>(Transport::ExpiredCertificate) << "refused";
        QTest::newRow("wrong host name") << static_cast<int>(Transport::WrongHostName) << "refused";
        QTest::newRow("untrusted authority") << static_cast<int>(Transport::UntrustedAuthority) << "refused";
        QTest::newRow("broke off") << static_cast<int>(Transport::BrokeOff) << "unconfirmed";
    }
    void aCallThatNeverConnectedIsRefusedOneThatWasCutIsNotKnown()
    {
        QFETCH(int, transport);
        QFETCH(QString, stage);
        Operated console(Action::Kill, "search");
        console.noAnswer(static_cast<Transport>(transport));
        QCOMPARE(QString::fromStdString(console.stage()), stage);
        QVERIFY(console.command().refusal == Refusal::Unanswered);
        QVERIFY(console.command().detail.starts_with(QTest::currentDataTag()));
        console.kill("c1");
        console.runFor(1s);
        // What may have been done is seen to have been done.
        QCOMPARE(console.stage(), stage == "refused" ? std::string("refused") : std::string("effective"));
    }

    void aRevivalIsDoneWhenTheSwitchIsGoneAfterTheAnswer()
    {
        Operated console(Action::Revive, "search");
        QCOMPARE(console.stage(), std::string("requested"));
        console.answer(200);
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("accepted"));
        console.now.features[0].killSwitch.reset();
        console.now.features[0].mode = Mode::Degraded;
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
        QCOMPARE(console.all<KillSwitchChanged>().back().cause, std::string("revived"));
    }

    void anUnansweredRevivalDoesNotTakeTheCreditForAnExpiry()
    {
        Operated console(Action::Revive, "search");
        console.noAnswer(Transport::Timeout);
        console.runFor(1s);
        console.now.features[0].killSwitch->expiresIn = 1s;
        console.runFor(1s);
        console.now.features[0].killSwitch.reset();
        console.now.features[0].mode = Mode::Degraded;
        console.runFor(1s);
        QCOMPARE(console.all<KillSwitchChanged>().back().cause, std::string("expired"));
    }

    void aProbeIsDoneWhenTheAnsweredStateIsSeenAfterTheAnswer()
    {
        Operated console(Action::Probe, "store/primary");
        console.answer(200, {}, "timeout", "open");
        QCOMPARE(console.stage(), std::string("accepted")); // open was seen before the answer: no proof
        QCOMPARE(console.command().detail, std::string("timeout"));
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
    }

    void aGoodProbeIsProvenByTheNumberedEventThoughTheBreakerTrippedAgain()
    {
        Operated console(Action::Probe, "store/primary");
        console.now.events = {{1, {}, "breaker", "primary", "open", "half_open", "operator"},
            {2, {}, "breaker", "primary", "half_open", "closed", "probe_succeeded"},
            {3, {}, "breaker", "primary", "closed", "open", "threshold"}};
        console.answer(200, {}, "ok", "closed");
        console.runFor(1s);
        QCOMPARE(console.stage(), std::string("effective"));
    }

    void anOldEventProvesNothing()
    {
        Operated console(Action::Probe, "store/primary");
        console.now.events = {{7, {}, "breaker", "other", "half_open", "closed", "probe_succeeded"}};
        console.answer(200, {}, "ok", "closed");
        console.runFor(2s);
        QCOMPARE(console.stage(), std::string("accepted"));
    }

    void anAnswerToNobodyChangesNothing()
    {
        Operated console(Action::Kill, "search");
        EffectResult result;
        result.commandId = "c9";
        result.status = 200;
        QVERIFY(console.feed(result).empty());
    }

    void theLastSixtyFourThatEndedAreKept()
    {
        Operated console(Action::Kill, "search");
        for (int i = 2; i < 100; ++i) {
            console.answer(404);
            const auto id = "c" + std::to_string(i);
            Command command{id, CommandKind::Select, "s" + id, Action::Kill, "search", "ada", {}, {}, {}, false, 0};
            console.feed(CommandReceived{command});
            command.kind = CommandKind::Operate;
            command.reason = "it answers nonsense";
            command.expiresIn = 60s;
            console.feed(CommandReceived{command});
            EffectResult result;
            result.commandId = id;
            result.status = 404;
            console.feed(result);
        }
        QCOMPARE(console.state.control->commands.size(), std::size_t{64});
        QCOMPARE(console.state.control->order.size(), std::size_t{64});
        QCOMPARE(console.state.control->order.back(), std::string("c99"));
    }
};

QTEST_APPLESS_MAIN(TestFleetCommands)
#include "tst_fleet_commands.moc"
