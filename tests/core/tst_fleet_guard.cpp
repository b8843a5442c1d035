// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/guard.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto fleetText = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": ["
                           "{\"kind\": \"telemetry\", \"url\": \"http://a/\"}]}, {\"name\": \"deaf\"}],"
                           "\"features\": [{\"name\": \"unseen\", \"service\": \"store\"},"
                           "{\"name\": \"mute\", \"service\": \"deaf\"}]READONLY}";

std::string policyText(bool readOnly = false)
{
    std::string text = fleetText;
    return text.replace(text.find("READONLY"), 8, readOnly ? ", \"operator\": {\"read_only\": true}" : "");
}

/// A console with a killed and an unkilled feature and a breaker in each phase, all fresh.
class Desk : public FleetBench {
public:
    explicit Desk(bool readOnly = false)
        : FleetBench(policyText(readOnly))
    {
        for (const auto name : {"search", "killed"}) {
            auto& feature = now.features.emplace_back();
            feature.name = name;
            feature.mode = Mode::Degraded;
        }
        now.features[1].mode = Mode::Killed;
        now.features[1].killSwitch = KillSwitchReading{"bob", "it answers nonsense", 1s, 3600s, "k0"};
        for (const auto phase : {breaker::Phase::Closed, breaker::Phase::Open, breaker::Phase::HalfOpen,
                 breaker::Phase::ForcedOpen, breaker::Phase::Disabled}) {
            auto& breaker = now.breakers.emplace_back();
            breaker.name = nameOf(phase);
            breaker.state = phase;
        }
        answerer = [this](const std::string&, PollResult& result) {
            if (silent)
                return false;
            result.reading = Shared<Reading>(now);
            return true;
        };
        runFor(2s);
    }
    Reading now;
    bool silent{false};
    int commands{0};

    Command command(CommandKind kind, Action action, const std::string& target)
    {
        Command made;
        made.id = "c" + std::to_string(++commands);
        made.kind = kind;
        made.selection = "s1";
        made.action = action;
        made.target = target;
        made.by = "ada";
        made.reason = "it answers nonsense";
        if (action == Action::Kill)
            made.expiresIn = 3600s;
        return made;
    }

    /// The guard's word: "" where it let the command pass.
    QString say(const Command& given)
    {
        QString refusal;
        for (const auto& event : feed(CommandReceived{given}))
            if (const auto* refused = std::get_if<CommandRefused>(&event.body)) {
                const auto word = nameOf(refused->refusal);
                refusal = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
            }
        return refusal;
    }
    QString select(Action action, const std::string& target)
    {
        return say(command(CommandKind::Select, action, target));
    }
    QString operate(Action action, const std::string& target)
    {
        return say(command(CommandKind::Operate, action, target));
    }
    bool selected() const { return state.control->selection.has_value(); }
};

} // namespace

/// The guard: select, review, operate; each refusal by its name, and both sides of each boundary.
class TestFleetGuard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void selectsOnlyWhatMayBeActedOn_data()
    {
        QTest::addColumn<int>("action");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("refusal");
        const auto row = [](Action action, const char* target, const char* refusal) {
            QTest::addRow("%s %s", std::string(nameOf(action)).c_str(), target)
                << static_cast<int>(action) << QString(target) << QString(refusal);
        };
        row(Action::Kill, "search", "");
        row(Action::Kill, "killed", "already_killed");
        row(Action::Kill, "nobody", "unknown_target");
        row(Action::Kill, "", "unknown_target");
        row(Action::Kill, "unseen", "");
        row(Action::Kill, "mute", "no_control");
        row(Action::Revive, "killed", "");
        row(Action::Revive, "search", "not_killed");
        row(Action::Revive, "unseen", "not_killed");
        row(Action::Revive, "nobody", "unknown_target");
        row(Action::Probe, "store/open", "");
        row(Action::Probe, "store/closed", "not_open");
        row(Action::Probe, "store/half_open", "probe_in_flight");
        row(Action::Probe, "store/forced_open", "not_open");
        row(Action::Probe, "store/disabled", "not_open");
        row(Action::Probe, "store/nobody", "unknown_target");
        row(Action::Probe, "open", "unknown_target");
        row(Action::Probe, "deaf/open", "unknown_target");
    }
    void selectsOnlyWhatMayBeActedOn()
    {
        QFETCH(int, action);
        QFETCH(QString, target);
        QFETCH(QString, refusal);
        Desk desk;
        QCOMPARE(desk.select(static_cast<Action>(action), target.toStdString()), refusal);
        QCOMPARE(desk.selected(), refusal.isEmpty());
        QVERIFY(desk.controls.empty());
    }

    void aConsoleThatOnlyWatchesActsOnNothing()
    {
        Desk desk(true);
        QCOMPARE(desk.select(Action::Kill, "search"), "read_only");
    }

    void operateWithoutSelectIsRefusedAndRecorded()
    {
        Desk desk;
        QCOMPARE(desk.operate(Action::Kill, "search"), "not_selected");
        QVERIFY(desk.controls.empty());
        QCOMPARE(desk.all<CommandReceived>().size(), std::size_t{1});
        const auto refused = desk.all<CommandRefused>().at(0);
        QCOMPARE(refused.command.by, std::string("ada"));
        QVERIFY(!refused.detail.empty());
        QVERIFY(desk.state.control->commands.empty());
    }

    void operateMustNameWhatWasSelected_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("another selection") << 0;
        QTest::newRow("another target") << 1;
        QTest::newRow("another action") << 2;
        QTest::newRow("another person") << 3;
    }
    void operateMustNameWhatWasSelected()
    {
        QFETCH(int, what);
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        auto command = desk.command(CommandKind::Operate, Action::Kill, "search");
        if (what == 0)
            command.selection = "s2";
        if (what == 1)
            command.target = "unseen";
        if (what == 2)
            command.action = Action::Revive;
        if (what == 3)
            command.by = "bob";
        QCOMPARE(desk.say(command), "not_selected");
        QVERIFY(desk.controls.empty());
    }

    void aSelectionLastsTenSecondsFromTheLastTouch()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        desk.runFor(10s - 1ns);
        QCOMPARE(desk.say(desk.command(CommandKind::Touch, Action::Kill, "search")), "");
        desk.runFor(10s - 1ns);
        QVERIFY(desk.selected());
        QCOMPARE(desk.operate(Action::Kill, "search"), "");
        QCOMPARE(desk.controls.size(), std::size_t{1});
    }

    void atTenSecondsItHasExpired_data()
    {
        QTest::addColumn<bool>("ticked");
        QTest::newRow("found by the operator") << false;
        QTest::newRow("found by the clock") << true;
    }
    void atTenSecondsItHasExpired()
    {
        QFETCH(bool, ticked);
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        const auto expires = desk.state.control->selection->expiresAt;
        QVERIFY(desk.nextDue <= expires);
        if (ticked)
            desk.runFor(10s + 20ms);
        else {
            desk.runFor(10s - 1ns);
            desk.clock.advance(1ns);
        }
        QCOMPARE(desk.operate(Action::Kill, "search"), "selection_expired");
        QVERIFY(!desk.selected());
        QCOMPARE(desk.all<SelectionEnded>().size(), std::size_t{1});
        QCOMPARE(desk.all<SelectionEnded>()[0].cause, std::string("selection_expired"));
        QCOMPARE(desk.say(desk.command(CommandKind::Touch, Action::Kill, "search")), "selection_expired");
        QVERIFY(desk.controls.empty());
    }

    void aTargetThatChangesEndsItsReview()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        desk.now.features[0].mode = Mode::Primary;
        desk.runFor(1s);
        QVERIFY(!desk.selected());
        QCOMPARE(desk.all<SelectionEnded>().back().cause, std::string("target_changed"));
        QCOMPARE(desk.operate(Action::Kill, "search"), "target_changed");
    }

    void oneReviewAtATime()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        auto second = desk.command(CommandKind::Select, Action::Probe, "store/open");
        second.selection = "s2";
        QCOMPARE(desk.say(second), "already_selected");
        QVERIFY(desk.all<CommandRefused>().back().retryIn == 10s);
        QCOMPARE(desk.say(desk.command(CommandKind::Cancel, Action::Kill, "search")), "");
        QCOMPARE(desk.say(second), "");
        QCOMPARE(desk.say(desk.command(CommandKind::Cancel, Action::Kill, "search")), "not_selected");
    }

    void oneCommandAtATimeOnATarget()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Probe, "store/open"), "");
        QCOMPARE(desk.operate(Action::Probe, "store/open"), "");
        auto second = desk.command(CommandKind::Select, Action::Probe, "store/open");
        second.selection = "s2";
        QCOMPARE(desk.say(second), "in_execution");
    }

    void aReasonHasTenCharacters_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("none") << ""
                              << "reason_too_short";
        QTest::newRow("nine") << "123456789"
                              << "reason_too_short";
        QTest::newRow("ten") << "1234567890"
                             << "";
        QTest::newRow("nine and blanks") << "  123456789 \n"
                                         << "reason_too_short";
        QTest::newRow("blanks") << "             "
                                << "reason_too_short";
        QTest::newRow("nine of two bytes") << QString(9, QChar(0xe9)) << "reason_too_short";
        QTest::newRow("ten of two bytes") << QString(10, QChar(0xe9)) << "";
    }
    void aReasonHasTenCharacters()
    {
        QFETCH(QString, reason);
        QFETCH(QString, refusal);
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        auto command = desk.command(CommandKind::Operate, Action::Kill, "search");
        command.reason = reason.toStdString();
        QCOMPARE(desk.say(command), refusal);
        QCOMPARE(desk.selected(), !refusal.isEmpty()); // it can be mended
        auto untilRevoked = desk.command(CommandKind::Operate, Action::Kill, "search");
        untilRevoked.expiresIn.reset();
        untilRevoked.secondReason = reason.toStdString();
        Desk other;
        QCOMPARE(other.select(Action::Kill, "search"), "");
        QCOMPARE(other.say(untilRevoked), refusal.isEmpty() ? "" : "second_reason_missing");
    }

    void aKillHasAnExpiry_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("negative") << qint64(-1) << "bad_expiry";
        QTest::newRow("none at all") << qint64(0) << "bad_expiry";
        QTest::newRow("a nanosecond") << qint64(1) << "";
        QTest::newRow("seven days") << qint64(604'800'000'000'000) << "";
        QTest::newRow("and a nanosecond") << qint64(604'800'000'000'001) << "bad_expiry";
    }
    void aKillHasAnExpiry()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, refusal);
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        auto command = desk.command(CommandKind::Operate, Action::Kill, "search");
        command.expiresIn = Duration{ns};
        QCOMPARE(desk.say(command), refusal);
    }

    void onlyAKillHasAnExpiry()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Probe, "store/open"), "");
        auto command = desk.command(CommandKind::Operate, Action::Probe, "store/open");
        command.expiresIn = 60s;
        QCOMPARE(desk.say(command), "bad_expiry");
    }

    void nothingTowardsLoadOnStaleData_data()
    {
        QTest::addColumn<int>("action");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("selecting");
        QTest::newRow("kill") << static_cast<int>(Action::Kill) << "search"
                              << "";
        QTest::newRow("kill of one that was killed when last seen") << static_cast<int>(Action::Kill) << "killed"
                                                                    << "";
        QTest::newRow("revive") << static_cast<int>(Action::Revive) << "killed"
                                << "stale_data";
        QTest::newRow("probe") << static_cast<int>(Action::Probe) << "store/open"
                               << "stale_data";
    }
    void nothingTowardsLoadOnStaleData()
    {
        QFETCH(int, action);
        QFETCH(QString, target);
        QFETCH(QString, selecting);
        Desk desk;
        desk.silent = true;
        desk.runFor(10s);
        QCOMPARE(desk.select(static_cast<Action>(action), target.toStdString()), selecting);
        if (!selecting.isEmpty())
            return;
        auto command = desk.command(CommandKind::Operate, static_cast<Action>(action), target.toStdString());
        QCOMPARE(desk.say(command), "stale_data");
        command.id = "again";
        command.actBlind = true;
        QCOMPARE(desk.say(command), "");
        QCOMPARE(desk.controls.size(), std::size_t{1});
        QVERIFY(desk.all<CommandRequested>()[0].command.actBlind);
    }

    void staleBeginsAtThreeIntervalsAndTheTimeoutForActionsToo()
    {
        Desk desk;
        desk.silent = true;
        const auto obtained = *desk.endpoint(0).obtainedAt;
        const auto limit = obtained + 3s + 800ms;
        desk.runUntil(limit);
        QCOMPARE(desk.select(Action::Probe, "store/open"), "");
        desk.clock.advance(1ns);
        QCOMPARE(desk.operate(Action::Probe, "store/open"), "stale_data");
    }

    void whatPassedIsAnEffectAfterItsRecord()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        QCOMPARE(desk.all<SelectionMade>()[0].selection.stateThen, std::string("degraded"));
        const auto command = desk.command(CommandKind::Operate, Action::Kill, "search");
        QCOMPARE(desk.say(command), "");
        QCOMPARE(desk.controls.size(), std::size_t{1});
        const auto& effect = desk.controls[0];
        QCOMPARE(effect.service, std::size_t{0});
        QCOMPARE(encoded(effect.command), encoded(command));
        const auto& recorded = desk.log.at(effect.afterSeq - 1);
        QCOMPARE(recorded.seq, effect.afterSeq);
        QVERIFY(std::holds_alternative<CommandRequested>(recorded.body));
        QVERIFY(desk.state.control->commands.at(command.id).stage == Stage::Requested);
        // The same command again is not carried out again.
        QCOMPARE(desk.say(command), "not_selected");
    }

    void aSleepEndsTheReview()
    {
        Desk desk;
        QCOMPARE(desk.select(Action::Kill, "search"), "");
        desk.clock.suspend(1h);
        desk.feed(Suspended{1h});
        QCOMPARE(desk.operate(Action::Kill, "search"), "selection_expired");
    }
};

QTEST_APPLESS_MAIN(TestFleetGuard)
#include "tst_fleet_guard.moc"
