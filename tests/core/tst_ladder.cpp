// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/kill_switch.h"
#include "rungwatch/ladder/ladder.h"

#include <QTest>

#include <functional>

using namespace rungwatch;
using namespace std::chrono_literals;

using Change = std::function<void(Ladder&)>;
Q_DECLARE_METATYPE(Change)

namespace {

Rung rung(const char* name, RungKind kind)
{
    Rung made;
    made.name = name;
    made.kind = kind;
    return made;
}

Ladder refunds()
{
    return {{rung("primary", RungKind::Primary), rung("secondary", RungKind::Secondary),
                rung("eligibility_rules", RungKind::Rules), rung("queue_for_person", RungKind::QueueForPerson)},
        {{RungKind::SmallModel, "A wrong refund costs money and trust."}}};
}

KillSwitch::Kill kill(const char* command, SteadyTime since, std::optional<Duration> expiresIn)
{
    return {"ann", "bad answers", command, since, expiresIn};
}

QString word(KillSwitch::Phase phase)
{
    return QString::fromStdString(std::string(nameOf(phase)));
}

} // namespace

/// What makes a ladder, and a kill switch that wins, runs out and revives with one try at a time.
class TestLadder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrongWithALadderIsNamedWithItsPlace_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("code"); // empty: right
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, Change change, const char* code, const char* where) {
            QTest::newRow(name) << std::move(change) << QString::fromLatin1(code) << QString::fromLatin1(where);
        };
        row(
            "as it should be", [](Ladder&) {}, "", "");
        row(
            "a queue, then unavailable", [](Ladder& l) { l.rungs.push_back(rung("none", RungKind::Unavailable)); }, "",
            "");
        row(
            "one honest rung alone", [](Ladder& l) { l.rungs = {rung("none", RungKind::Unavailable)}; }, "", "");
        row(
            "empty", [](Ladder& l) { l.rungs.clear(); }, "empty-ladder", "/ladder");
        row(
            "no name", [](Ladder& l) { l.rungs[1].name.clear(); }, "empty-name", "/ladder/1");
        row(
            "twice", [](Ladder& l) { l.rungs[2].name = "primary"; }, "duplicate-name", "/ladder/2");
        row(
            "forbidden kind",
            [](Ladder& l) { l.rungs.insert(l.rungs.begin() + 2, rung("small", RungKind::SmallModel)); },
            "forbidden-kind", "/ladder/2");
        row(
            "no reason", [](Ladder& l) { l.forbidden[0].reason = " \n"; }, "missing-reason", "/forbidden/0/reason");
        row(
            "forbidden twice", [](Ladder& l) { l.forbidden.push_back(l.forbidden[0]); }, "duplicate-forbidden",
            "/forbidden/1");
        row(
            "deadline 0", [](Ladder& l) { l.rungs[0].deadline = 0s; }, "bad-deadline", "/ladder/0/deadline_s");
        row(
            "deadline 1 ns", [](Ladder& l) { l.rungs[0].deadline = 1ns; }, "", "");
        row(
            "no honest end", [](Ladder& l) { l.rungs.pop_back(); }, "no-honest-end", "/ladder/2");
        row(
            "past the end", [](Ladder& l) { l.rungs.push_back(rung("cache", RungKind::Cache)); }, "rung-after-end",
            "/ladder/4");
    }
    void whatIsWrongWithALadderIsNamedWithItsPlace()
    {
        QFETCH(Change, change);
        QFETCH(QString, code);
        QFETCH(QString, where);
        auto ladder = refunds();
        change(ladder);
        const auto checked = validate(ladder);
        QCOMPARE(checked ? QString() : QString::fromStdString(checked.error().code), code);
        QCOMPARE(checked ? QString() : QString::fromStdString(checked.error().where), where);
    }

    void aForbiddenKindIsRefusedWithItsReason()
    {
        auto ladder = refunds();
        ladder.rungs[1].kind = RungKind::SmallModel;
        const auto checked = validate(ladder);
        QVERIFY(!checked);
        QVERIFY(QString::fromStdString(checked.error().message).contains(QLatin1String("costs money and trust")));
    }

    void eachModeHasItsFirstRung()
    {
        const auto ladder = refunds();
        QCOMPARE(ladder.firstRung(Mode::Primary), std::size_t{0});
        QCOMPARE(ladder.firstRung(Mode::Degraded), std::size_t{1});
        QCOMPARE(ladder.firstRung(Mode::Killed), std::size_t{2});
        const Ladder alone{{rung("none", RungKind::Unavailable)}, {}};
        QCOMPARE(alone.firstRung(Mode::Degraded), std::size_t{0});
        QCOMPARE(alone.firstRung(Mode::Killed), std::size_t{0});
        QVERIFY(ladder.indexOf("secondary") == std::size_t{1});
        QVERIFY(!ladder.indexOf("nobody"));
    }

    void aKillHoldsUntilItsExpiryAndNotANanosecondLonger()
    {
        KillSwitch killSwitch;
        const SteadyTime since{100s};
        QCOMPARE(word(killSwitch.phase(since)), QStringLiteral("off"));
        QVERIFY(killSwitch.engage(kill("c1", since, 60s)) == KillSwitch::Answer::Done);
        const auto late = killSwitch.state(since + 60s - 1ns);
        QCOMPARE(word(late.phase), QStringLiteral("killed"));
        QCOMPARE(QString::fromStdString(late.kill->by), QStringLiteral("ann"));
        QVERIFY(late.kill->expiresIn == 1ns);
        const auto over = killSwitch.state(since + 60s);
        QCOMPARE(word(over.phase), QStringLiteral("reviving"));
        QVERIFY(!over.kill);
    }

    void withoutAnExpiryItHoldsUntilRevoked()
    {
        KillSwitch killSwitch;
        killSwitch.engage(kill("c1", SteadyTime{}, std::nullopt));
        QCOMPARE(word(killSwitch.phase(SteadyTime::max())), QStringLiteral("killed"));
        QVERIFY(!killSwitch.state(SteadyTime{1s}).kill->expiresIn);
        QVERIFY(killSwitch.release("c2", SteadyTime{2s}) == KillSwitch::Answer::Done);
        QCOMPARE(word(killSwitch.phase(SteadyTime{2s})), QStringLiteral("reviving"));
    }

    void aCommandIsCarriedOutOnce()
    {
        KillSwitch killSwitch;
        QVERIFY(killSwitch.engage(kill("c1", SteadyTime{}, 60s)) == KillSwitch::Answer::Done);
        QVERIFY(killSwitch.engage(kill("c1", SteadyTime{30s}, 60s)) == KillSwitch::Answer::Repeated);
        QVERIFY(killSwitch.state(SteadyTime{30s}).kill->expiresIn == 30s); // not begun anew
        QVERIFY(killSwitch.engage(kill("c2", SteadyTime{30s}, 60s)) == KillSwitch::Answer::AlreadyKilled);
        QVERIFY(killSwitch.release("c3", SteadyTime{40s}) == KillSwitch::Answer::Done);
        QVERIFY(killSwitch.release("c3", SteadyTime{40s}) == KillSwitch::Answer::Repeated);
        QVERIFY(killSwitch.release("c4", SteadyTime{40s}) == KillSwitch::Answer::NotKilled);
        // A kill that is sent again after it was revoked does not come back.
        QVERIFY(killSwitch.engage(kill("c1", SteadyTime{50s}, 60s)) == KillSwitch::Answer::Repeated);
        QCOMPARE(word(killSwitch.phase(SteadyTime{50s})), QStringLiteral("reviving"));
    }

    void revivingIsOneTryAtATimeUntilOneServes()
    {
        KillSwitch killSwitch;
        QVERIFY(!killSwitch.tryTrial(SteadyTime{}));
        killSwitch.engage(kill("c1", SteadyTime{}, 60s));
        QVERIFY(!killSwitch.tryTrial(SteadyTime{59s}));
        const auto first = killSwitch.tryTrial(SteadyTime{60s});
        QVERIFY(first);
        QVERIFY(!killSwitch.tryTrial(SteadyTime{60s}));
        killSwitch.endTrial(*first, false);
        const auto second = killSwitch.tryTrial(SteadyTime{61s});
        QVERIFY(second);
        killSwitch.endTrial(*first, true); // an end of long ago
        QCOMPARE(word(killSwitch.phase(SteadyTime{61s})), QStringLiteral("reviving"));
        killSwitch.endTrial(*second, true);
        QCOMPARE(word(killSwitch.phase(SteadyTime{61s})), QStringLiteral("off"));
    }

    void aTryFromBeforeTheLastKillRevivesNothing()
    {
        KillSwitch killSwitch;
        killSwitch.engage(kill("c1", SteadyTime{}, 60s));
        const auto trial = killSwitch.tryTrial(SteadyTime{60s});
        killSwitch.engage(kill("c2", SteadyTime{61s}, 60s));
        killSwitch.endTrial(*trial, true);
        QCOMPARE(word(killSwitch.phase(SteadyTime{62s})), QStringLiteral("killed"));
    }
};

QTEST_APPLESS_MAIN(TestLadder)
#include "tst_ladder.moc"
