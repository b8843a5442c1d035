// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

const QByteArray recommendations = R"("rungs": [
    {"name": "primary", "kind": "primary", "deadline_s": 20}, {"name": "secondary", "kind": "secondary", "deadline_s": 20},
    {"name": "small_model", "kind": "small_model"}, {"name": "cache", "kind": "cache", "coverage_pct": 30},
    {"name": "popular_list", "kind": "template"},
    {"name": "unavailable", "kind": "unavailable", "message": "Recommendations rest.", "other_path": "/popular"}])";

const QByteArray refunds = R"("rungs": ["primary", "secondary",
    {"rung": "eligibility_rules", "kind": "rules", "coverage_pct": 80}, "queue_for_person"])";

QByteArray script(const QByteArray& configuration, const QByteArray& steps)
{
    return "{\"ladder\": {" + configuration + "}, \"steps\": [" + steps + "]}";
}

/// "secondary (timeout) primary timeout": who served, why, and what each rung before it said.
QString walkOf(const QJsonObject& step)
{
    QStringList words{
        step["served_by"].toString(QStringLiteral("-")), QStringLiteral("(%1)").arg(step["reason"].toString())};
    for (const auto& value : step["errors"].toArray())
        words << value.toObject()["rung"].toString() << value.toObject()["what"].toString();
    return words.join(QLatin1Char(' '));
}

/// "primary 3, cache 1": what served anything.
QString countsOf(const QJsonObject& step, const QStringList& rungs)
{
    QStringList words;
    for (const auto& rung : rungs)
        if (const auto count = step["counts"].toObject()[rung].toInt(); count > 0)
            words << QStringLiteral("%1 %2").arg(rung).arg(count);
    return words.join(QStringLiteral(", "));
}

const QStringList refundRungs{QStringLiteral("primary"), QStringLiteral("secondary"),
    QStringLiteral("eligibility_rules"), QStringLiteral("queue_for_person")};

} // namespace

/// A feature's ladder from outside: the core's own runner, breakers, switch and controller, and a script's answers.
class TestSimulateLadder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepGivesItsTimeAndAllItsFacts()
    {
        const auto ran = simulate::runScript(script(R"("rungs": ["primary", "cache", "unavailable"])",
            R"({"at_s": 1, "request": {"primary": "timeout", "cache": {"age_s": 90}}, "count": 1},
               {"at_s": 2, "tick": true})")
                                                 .toStdString());
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(0)),
            QByteArray("{\"at_s\":1.0,\"served_by\":\"cache\",\"reason\":\"timeout\",\"errors\":[{\"rung\":\"primary\","
                       "\"what\":\"timeout\"}],\"degraded\":true,\"age_s\":90.0,\"outcome\":\"degraded\","
                       "\"message\":null,\"counts\":{\"primary\":0,\"cache\":1,\"unavailable\":0},"
                       "\"mode\":\"primary\",\"events\":[]}"));
        QCOMPARE(QByteArray::fromStdString(ran->at(1)),
            QByteArray("{\"at_s\":2.0,\"served_by\":null,\"reason\":null,\"errors\":[],\"degraded\":null,"
                       "\"age_s\":null,\"outcome\":null,\"message\":null,\"counts\":{\"primary\":0,\"cache\":1,"
                       "\"unavailable\":0},\"mode\":\"primary\",\"events\":[]}"));
    }

    void aCachedAnswerIsUsedWhileItsAgeIsRight_data()
    {
        QTest::addColumn<QByteArray>("age");
        QTest::addColumn<bool>("used");
        for (const char* age : {"0", "119", "120"})
            QTest::newRow(age) << QByteArray(age) << true;
        for (const char* age : {"120.001", "121", "-1", "null"})
            QTest::newRow(age) << QByteArray(age) << false;
    }
    void aCachedAnswerIsUsedWhileItsAgeIsRight()
    {
        QFETCH(QByteArray, age);
        QFETCH(bool, used);
        const auto steps = outputs(script(R"("rungs": ["primary", "cache", "unavailable"])",
            "{\"at_s\": 0, \"request\": {\"primary\": \"503\", \"cache\": {\"age_s\": " + age + "}}}"));
        QCOMPARE(walkOf(steps.at(0)),
            used ? QStringLiteral("cache (503) primary 503")
                 : QStringLiteral("unavailable (503) primary 503 cache miss"));
    }

    void everyErrorOnTheWayDownIsKept()
    {
        const auto steps = outputs(script(recommendations, R"({"at_s": 0, "request": {"primary": "529_overloaded",
            "secondary": "not_started", "small_model": "throw", "cache": "miss", "popular_list": {"answer": "500"}}},
            {"at_s": 1, "request": {"primary": "404"}}, {"at_s": 2, "request": {}})"));
        QCOMPARE(steps.size(), 3);
        QCOMPARE(walkOf(steps[0]),
            QStringLiteral("unavailable (529_overloaded) primary 529_overloaded secondary not_started "
                           "small_model throw cache miss popular_list 500"));
        QCOMPARE(steps[0]["outcome"], "unavailable");
        QCOMPARE(steps[0]["message"], "Recommendations rest. Another way: /popular");
        // A wrong request is nobody's outage.
        QCOMPARE(walkOf(steps[1]), QStringLiteral("- (404) primary 404"));
        QCOMPARE(steps[1]["outcome"], "caller_mistake");
        QCOMPARE(steps[1]["degraded"], false);
        QCOMPARE(walkOf(steps[2]), QStringLiteral("primary ()"));
        QCOMPARE(steps[2]["outcome"], "full");
    }

    void coverageIsRoundedHalfUpOnTheRequestsThatCame_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("counts");
        // 80 % of what comes.
        QTest::newRow("1") << 1 << "eligibility_rules 1"; // 0.8
        QTest::newRow("2") << 2 << "eligibility_rules 2"; // 1.6
        QTest::newRow("3") << 3 << "eligibility_rules 2, queue_for_person 1"; // 2.4
        QTest::newRow("10") << 10 << "eligibility_rules 8, queue_for_person 2";
        QTest::newRow("97") << 97 << "eligibility_rules 78, queue_for_person 19"; // 77.6
    }
    void coverageIsRoundedHalfUpOnTheRequestsThatCame()
    {
        QFETCH(int, count);
        QFETCH(QString, counts);
        const auto steps = outputs(script(refunds,
            "{\"at_s\": 0, \"request\": {\"primary\": \"503\", \"secondary\": \"503\"}, \"count\": "
                + QByteArray::number(count) + "}"));
        QCOMPARE(countsOf(steps.at(0), refundRungs), counts);
    }

    void halfIsRoundedUpAndEveryStepCountsAnew()
    {
        const QByteArray half = R"("rungs": ["primary", {"name": "rules", "coverage_pct": 50}, "unavailable"])";
        const QByteArray ask = R"({"at_s": 0, "request": {"primary": "503"}, "count": 5})";
        const auto steps = outputs(script(half, ask + "," + ask));
        const QStringList rungs{QStringLiteral("rules"), QStringLiteral("unavailable")};
        QCOMPARE(countsOf(steps.at(0), rungs), QStringLiteral("rules 3, unavailable 2"));
        QCOMPARE(countsOf(steps.at(1), rungs), QStringLiteral("rules 6, unavailable 4"));
    }

    void breakersStandAroundTheirRungs()
    {
        const auto steps =
            outputs(script(recommendations + R"(, "breakers": {"primary": {"failure_threshold": 3, "cooldown_s": 15}})",
                R"({"at_s": 0, "request": {"primary": "timeout"}, "count": 2},
               {"at_s": 1, "request": {"primary": "timeout"}, "count": 2},
               {"at_s": 15.999, "request": {}}, {"at_s": 16, "tick": true}, {"at_s": 17, "request": {}})"));
        QCOMPARE(steps.size(), 5);
        QCOMPARE(eventsOf(steps[0]), QString());
        QCOMPARE(eventsOf(steps[1]), QStringLiteral("closed>open threshold"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("secondary (breaker_open) primary breaker_open"));
        QCOMPARE(walkOf(steps[2]), QStringLiteral("secondary (breaker_open) primary breaker_open"));
        QCOMPARE(eventsOf(steps[3]), QStringLiteral("open>half_open cooldown"));
        QCOMPARE(walkOf(steps[4]), QStringLiteral("primary ()"));
        QCOMPARE(eventsOf(steps[4]), QStringLiteral("half_open>closed probe_succeeded"));
    }

    void aKillWinsAndReviveBeginsWithOneTry()
    {
        const auto steps = outputs(script(refunds,
            R"({"at_s": 0, "kill": "bad answers", "for_s": 60}, {"at_s": 1, "request": {}},
               {"at_s": 2, "force_rung": "secondary"}, {"at_s": 3, "request": {}}, {"at_s": 4, "force_rung": null},
               {"at_s": 59.999, "tick": true}, {"at_s": 60, "tick": true},
               {"at_s": 61, "request": {"primary": "503", "secondary": "503"}}, {"at_s": 62, "request": {}},
               {"at_s": 70, "kill": "again"}, {"at_s": 9999, "request": {}}, {"at_s": 9999, "revive": "fixed"},
               {"at_s": 9999, "request": {}})"));
        QCOMPARE(steps.size(), 13);
        QCOMPARE(eventsOf(steps[0]), QStringLiteral("primary>killed kill"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("eligibility_rules (killed)"));
        QCOMPARE(steps[1]["mode"], "killed");
        QCOMPARE(steps[2]["mode"], "killed"); // over a forced rung too
        QCOMPARE(walkOf(steps[3]), QStringLiteral("eligibility_rules (killed)"));
        QCOMPARE(steps[5]["mode"], "killed");
        QCOMPARE(eventsOf(steps[6]), QStringLiteral("killed>primary expired"));
        QCOMPARE(walkOf(steps[7]), QStringLiteral("eligibility_rules (503) primary 503 secondary 503"));
        QCOMPARE(walkOf(steps[8]), QStringLiteral("primary ()"));
        QCOMPARE(walkOf(steps[10]), QStringLiteral("eligibility_rules (killed)"));
        QCOMPARE(eventsOf(steps[11]), QStringLiteral("killed>primary revive"));
        QCOMPARE(walkOf(steps[12]), QStringLiteral("primary ()"));
    }

    void aForcedRungHoldsUntilItsEnd()
    {
        const auto steps = outputs(script(recommendations,
            R"({"at_s": 0, "force_rung": "cache", "for_s": 10}, {"at_s": 9.999, "request": {"cache": {"age_s": 5}}},
               {"at_s": 10, "request": {}}, {"at_s": 11, "force_rung": "popular_list"}, {"at_s": 12, "request": {}},
               {"at_s": 12, "force_rung": "secondary"}, {"at_s": 12, "request": {}}, {"at_s": 13, "force_rung": null})"));
        QCOMPARE(steps.size(), 8);
        QCOMPARE(eventsOf(steps[0]), QStringLiteral("primary>forced force_rung"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("cache (forced)"));
        QCOMPARE(steps[1]["age_s"], 5);
        QCOMPARE(eventsOf(steps[2]), QStringLiteral("forced>primary expired"));
        QCOMPARE(walkOf(steps[2]), QStringLiteral("primary ()"));
        QCOMPARE(walkOf(steps[4]), QStringLiteral("popular_list (forced)"));
        QCOMPARE(eventsOf(steps[5]), QString()); // another rung, the same mode
        QCOMPARE(walkOf(steps[6]), QStringLiteral("secondary (forced)"));
        QCOMPARE(eventsOf(steps[7]), QStringLiteral("forced>primary force_rung"));
    }

    void theControllerMovesTheFirstRung()
    {
        const auto steps = outputs(script(recommendations + R"(, "mode_controller": {"hold": 1})",
            R"({"at_s": 60, "observe": {"error_pct": 45, "p95_s": 3, "requests": 190, "quota_spent": false}},
               {"at_s": 61, "request": {}}, {"at_s": 120, "observe": {"error_pct": 0, "requests": 190}},
               {"at_s": 121, "request": {}})"));
        QCOMPARE(steps.size(), 4);
        QCOMPARE(eventsOf(steps[0]), QStringLiteral("primary>degraded error_pct"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("secondary (degraded)"));
        QCOMPARE(eventsOf(steps[2]), QStringLiteral("degraded>primary hold"));
        QCOMPARE(walkOf(steps[3]), QStringLiteral("primary ()"));
    }

    void aSpentAllowanceRests()
    {
        const auto steps = outputs(script(refunds + R"(, "quota_rest_s": 100)",
            R"({"at_s": 0, "request": {"primary": "429_quota_spent"}}, {"at_s": 99.999, "request": {}},
               {"at_s": 100, "request": {}})"));
        QCOMPARE(steps.size(), 3);
        QCOMPARE(walkOf(steps[0]), QStringLiteral("secondary (429_quota_spent) primary 429_quota_spent"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("secondary (resting) primary resting"));
        QCOMPARE(walkOf(steps[2]), QStringLiteral("primary ()"));
    }

    void whatTakesTooLongIsATimeoutAtItsDeadline()
    {
        const auto steps = outputs(script(recommendations,
            R"({"at_s": 0, "request": {"primary": {"latency_s": 20}}},
               {"at_s": 100, "request": {"primary": {"latency_s": 20.001}}},
               {"at_s": 200, "request": {"primary": {"latency_s": 20.001}, "secondary": {"latency_s": 5.001}},
                "deadline_s": 25})"));
        QCOMPARE(steps.size(), 3);
        QCOMPARE(walkOf(steps[0]), QStringLiteral("primary ()"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("secondary (timeout) primary timeout"));
        QCOMPARE(walkOf(steps[2]),
            QStringLiteral("unavailable (timeout) primary timeout secondary timeout small_model deadline "
                           "cache deadline popular_list deadline"));
    }

    void aRungsReserveIsLeftToIt()
    {
        const auto steps =
            outputs(script(R"("rungs": ["primary", "secondary", {"name": "rules", "reserve_s": 3}, "unavailable"])",
                R"({"at_s": 0, "request": {"primary": {"latency_s": 6.999}}, "deadline_s": 10},
               {"at_s": 20, "request": {"primary": {"latency_s": 7.001}}, "deadline_s": 10})"));
        QCOMPARE(steps.size(), 2);
        QCOMPARE(walkOf(steps[0]), QStringLiteral("primary ()"));
        QCOMPARE(walkOf(steps[1]), QStringLiteral("rules (timeout) primary timeout secondary deadline"));
    }

    void aWrongScriptIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, QByteArray text, const char* fault) {
            QTest::newRow(name) << text << QString::fromLatin1(fault);
        };
        row("no end", script(R"("rungs": ["primary"])", ""),
            "/ladder/rungs/0 (line 1): the last rung 'primary' is a primary; expected queue_for_person or unavailable");
        row("a forbidden kind",
            script(R"("rungs": ["primary", "small_model", "unavailable"],
                "forbidden": [{"kind": "small_model", "reason": "A wrong refund costs money."}])",
                ""),
            "/ladder/rungs/1 (line 1): 'small_model' is a small_model, which is forbidden here: A wrong refund costs "
            "money.");
        row("forbidden without a reason",
            script("\"rungs\": [\"unavailable\"],\n\"forbidden\": [{\"kind\": \"cache\", \"reason\": \" \"}]", ""),
            "/ladder/forbidden/0/reason (line 2): cache is forbidden without a reason; expected why, in writing");
        row("a required outcome kept green",
            script(R"("required": true, "rungs": ["primary", "cache", "unavailable"])", ""),
            "/ladder/rungs/1 (line 1): 'cache' is a cache, which would stand in for a required outcome without anybody "
            "deciding it; expected a model, rules, queue_for_person or unavailable");
        row("no such kind", script(R"("rungs": ["primary", "popular", "unavailable"])", ""),
            "/ladder/rungs/1 (line 1): expected the name of a kind, or an object, found \"popular\"");
        row("coverage of a model", script(R"("rungs": [{"name": "primary", "coverage_pct": 30}, "unavailable"])", ""),
            "/ladder/rungs/0/coverage_pct (line 1): expected a cache, rules or template rung");
        row("age of a template", script(R"("rungs": [{"name": "template", "max_age_s": 30}, "unavailable"])", ""),
            "/ladder/rungs/0/max_age_s (line 1): expected a cache rung");
        row("two names", script(R"("rungs": [{"name": "primary", "rung": "primary"}, "unavailable"])", ""),
            "/ladder/rungs/0/name (line 1): expected one of rung and name, found both");
        row("a breaker around nothing", script(refunds + R"(, "breakers": {"tertiary": {}})", ""),
            "/ladder/breakers/tertiary (line 2): expected the name of a rung, found \"tertiary\"");
        row("a wrong breaker", script(refunds + R"(, "breakers": {"primary": {"cooldown_s": 0}})", ""),
            "/ladder/breakers/primary/cooldown_s (line 2): expected a number from 0.001 to 2592000, found 0");
        row("no such rung", script(refunds, "\n{\"at_s\": 0, \"request\": {\"tertiary\": \"ok\"}}"),
            "/steps/0/request/tertiary (line 3): expected the name of a rung, found \"tertiary\"");
        row("no such answer", script(refunds, "\n{\"at_s\": 0, \"request\": {\"primary\": {\"age\": 3}}}"),
            "/steps/0/request/primary/age (line 3): unknown key \"age\"");
        row("no request at all", script(refunds, R"({"at_s": 0, "request": {}, "count": 0})"),
            "/steps/0/count (line 2): expected a whole number from 1 to 100000, found 0");
        row("a kill of no length", script(refunds, R"({"at_s": 0, "kill": "r", "for_s": 0})"),
            "/steps/0/for_s (line 2): expected a number from 0.001 to 2592000, found 0");
        row("a forced rung that is none", script(refunds, R"({"at_s": 0, "force_rung": "tertiary"})"),
            "/steps/0/force_rung (line 2): expected the name of a rung, or null, found \"tertiary\"");
        row("observed without a controller", script(refunds, R"({"at_s": 0, "observe": {}})"),
            "/steps/0/observe (line 2): expected a ladder with a mode_controller");
    }
    void aWrongScriptIsNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fault);
        QCOMPARE(faultOf(text), fault);
    }

    void anAnswerThatIsNoWordSaysWhichThereAre()
    {
        const auto fault = faultOf(script(refunds, R"({"at_s": 0, "request": {"primary": "tiemout"}})"));
        QVERIFY2(
            fault.startsWith(QLatin1String("/steps/0/request/primary (line 2): expected \"ok\" or a failure class")),
            qPrintable(fault));
        QVERIFY(fault.endsWith(QLatin1String("found \"tiemout\"")));
    }
};

QTEST_APPLESS_MAIN(TestSimulateLadder)
#include "tst_simulate_ladder.moc"
