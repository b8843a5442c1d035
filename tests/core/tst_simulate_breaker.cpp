// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

/// A breaker tried from outside, in a script's words.
class TestSimulateBreaker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepGivesItsTimeItsFactsAndWhatItCaused()
    {
        const auto ran = simulate::runScript(R"({"breaker": {"failure_threshold": 1, "cooldown_s": 15}, "steps": [
            {"at_s": 0.5, "call": "503", "latency_ms": 10}, {"at_s": 1, "query": true}]})");
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(0)),
            QByteArray(
                "{\"at_s\":0.5,\"admitted\":true,\"state\":\"open\",\"run\":0,\"window\":{\"calls\":0,\"failed\":0,"
                "\"slow\":0},\"failure_rate_pct\":null,\"slow_rate_pct\":null,\"executed\":1,\"rejected\":0,"
                "\"ignored\":0,\"opened\":1,\"remaining_s\":15.0,\"in_flight\":0,\"events\":[{\"from\":\"closed\","
                "\"to\":\"open\",\"cause\":\"threshold\"}]}"));
        QCOMPARE(QByteArray::fromStdString(ran->at(1)),
            QByteArray(
                "{\"at_s\":1.0,\"admitted\":false,\"state\":\"open\",\"run\":0,\"window\":{\"calls\":0,\"failed\":0,"
                "\"slow\":0},\"failure_rate_pct\":null,\"slow_rate_pct\":null,\"executed\":1,\"rejected\":0,"
                "\"ignored\":0,\"opened\":1,\"remaining_s\":14.5,\"in_flight\":0,\"events\":[]}"));
    }

    void theCooldownEndsAtItsTimeAndNotBefore()
    {
        const auto steps = outputs(R"({"breaker": {"failure_threshold": 2, "cooldown_s": 15}, "steps": [
            {"at_s": 0, "call": "timeout"}, {"at_s": 0, "call": "timeout"}, {"at_s": 14.999, "tick": true},
            {"at_s": 15, "tick": true}, {"at_s": 15, "call": "ok"}]})");
        QCOMPARE(steps.size(), 5);
        QCOMPARE(steps[0]["state"], "closed");
        QCOMPARE(eventsOf(steps[1]), "closed>open threshold");
        QCOMPARE(steps[2]["remaining_s"], 0.001);
        QCOMPARE(eventsOf(steps[2]), "");
        QCOMPARE(eventsOf(steps[3]), "open>half_open cooldown");
        QVERIFY(steps[3]["remaining_s"].isNull());
        QCOMPARE(eventsOf(steps[4]), "half_open>closed probe_succeeded");
    }

    void callsCanOverlapAndBeLetGo()
    {
        const auto steps = outputs(R"({"breaker": {"failure_threshold": 1, "cooldown_s": 1}, "steps": [
            {"at_s": 0, "begin": "early"}, {"at_s": 0, "call": "reset"}, {"at_s": 1, "begin": "probe"},
            {"at_s": 1, "begin": "second"}, {"at_s": 2, "end": "early", "outcome": "ok"},
            {"at_s": 2, "abandon": "probe"}, {"at_s": 2, "end": "second", "outcome": "ok"}, {"at_s": 2, "query": true}]})");
        QCOMPARE(steps.size(), 8);
        QCOMPARE(steps[2]["admitted"], true);
        QCOMPARE(steps[2]["in_flight"], 1);
        QCOMPARE(steps[3]["admitted"], false); // the one slot is taken
        QCOMPARE(steps[4]["state"], "half_open"); // a result of an earlier period decides nothing
        QCOMPARE(steps[5]["in_flight"], 0);
        QCOMPARE(steps[5]["ignored"], 1);
        QCOMPARE(steps[6]["state"], "half_open"); // it was never let in
        QCOMPARE(steps[7]["admitted"], true);
        QCOMPARE(steps[7]["in_flight"], 0); // asking takes no slot
    }

    void operatorsForceAndResetAndProbe()
    {
        const auto steps = outputs(R"({"breaker": {"failure_threshold": 1, "cooldown_s": 60}, "steps": [
            {"at_s": 0, "force": "open"}, {"at_s": 100, "call": "ok"}, {"at_s": 100, "reset": true},
            {"at_s": 101, "call": "throw"}, {"at_s": 102, "probe": "503"}, {"at_s": 103, "probe": "ok"},
            {"at_s": 104, "force": "disabled"}, {"at_s": 105, "call": "503"}, {"at_s": 106, "force": "half_open"}]})");
        QCOMPARE(steps.size(), 9);
        QCOMPARE(steps[1]["state"], "forced_open");
        QCOMPARE(steps[1]["rejected"], 1);
        QCOMPARE(eventsOf(steps[2]), "forced_open>closed operator");
        QCOMPARE(steps[4]["state"], "open");
        QCOMPARE(steps[4]["remaining_s"], 59); // a try out of turn leaves the cooldown where it was
        QCOMPARE(eventsOf(steps[5]), "open>half_open operator; half_open>closed probe_succeeded");
        QCOMPARE(steps[7]["state"], "disabled");
        QCOMPARE(eventsOf(steps[8]), "disabled>half_open operator");
    }

    void onlyTheSteadyClockDecides()
    {
        const auto steps = outputs(R"({"breaker": {"failure_threshold": 1, "cooldown_s": 15}, "steps": [
            {"at_s": 0, "call": "refused"}, {"at_s": 5, "wall_jump_s": -3600}, {"at_s": 5, "suspend_s": 28800},
            {"at_s": 15, "tick": true}]})");
        QCOMPARE(steps.size(), 4);
        QCOMPARE(steps[1]["remaining_s"], 10);
        QCOMPARE(steps[2]["remaining_s"], 10);
        QCOMPARE(steps[3]["state"], "half_open");
    }

    void ignoredClassesAreNeitherSuccessNorFailure()
    {
        const auto steps = outputs(R"({"breaker": {"failure_threshold": 2, "ignore": ["503"]}, "steps": [
            {"at_s": 0, "call": "500"}, {"at_s": 1, "call": "503"}, {"at_s": 2, "call": "500"}]})");
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[1]["run"], 1);
        QCOMPARE(steps[1]["ignored"], 1);
        QCOMPARE(steps[2]["state"], "open");
    }

    void aWrongScriptNamesTheStep_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& steps, const char* where, const char* message) {
            QTest::newRow(name) << "{\"breaker\": {},\n\"steps\": [" + steps + "]}" << where << message;
        };
        row("unknown action", "{\"at_s\": 0, \"cal\": \"ok\"}", "/steps/0 (line 2)", "found none");
        row("two actions", "{\"at_s\": 0, \"call\": \"ok\", \"tick\": true}", "/steps/0 (line 2)", "found call, tick");
        row("unknown member", "{\"at_s\": 0, \"tick\": true},\n{\"at_s\": 0, \"call\": \"ok\", \"latency\": 1}",
            "/steps/1/latency (line 3)", "unknown key");
        row("unknown class", "{\"at_s\": 0, \"call\": \"slow\"}", "/steps/0/call (line 2)", "found \"slow\"");
        row("time falls", "{\"at_s\": 2, \"tick\": true}, {\"at_s\": 1.9, \"tick\": true}", "/steps/1/at_s",
            "not before");
        row("no time", "{\"tick\": true}", "/steps/0", "at_s");
        row("never begun", "{\"at_s\": 0, \"end\": \"a\", \"outcome\": \"ok\"}", "/steps/0/end", "found \"a\"");
        row("begun twice", "{\"at_s\": 0, \"begin\": \"a\"}, {\"at_s\": 0, \"begin\": \"a\"}", "/steps/1/begin",
            "not under way");
        row("not forced so", "{\"at_s\": 0, \"force\": \"closed\"}", "/steps/0/force", "open, half_open, disabled");
    }
    void aWrongScriptNamesTheStep()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto ran = simulate::runScript(script.toStdString());
        QVERIFY(!ran.ok());
        QVERIFY2(ran.error().where.starts_with(where.toStdString()), ran.error().where.c_str());
        QVERIFY2(ran.error().message.find(message.toStdString()) != std::string::npos, ran.error().message.c_str());
    }

    void aWrongConfigurationNamesTheSetting_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("where");
        QTest::newRow("no part") << QByteArray("{\"steps\": []}") << "/ (line 1)";
        QTest::newRow("unknown setting") << QByteArray("{\"breaker\": {\"treshold\": 3}, \"steps\": []}")
                                         << "/breaker/treshold";
        QTest::newRow("ignored nonsense")
            << QByteArray("{\"breaker\": {\"ignore\": [\"bad\"]}, \"steps\": []}") << "/breaker/ignore";
        QTest::newRow("no steps") << QByteArray("{\"breaker\": {}}") << "/";
        QTest::newRow("a key too many") << QByteArray("{\"breaker\": {}, \"steps\": [], \"more\": 1}") << "/more";
        QTest::newRow("twice") << QByteArray("{\"breaker\": {}, \"breaker\": {}, \"steps\": []}") << "line 1";
    }
    void aWrongConfigurationNamesTheSetting()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, where);
        const auto ran = simulate::runScript(script.toStdString());
        QVERIFY(!ran.ok());
        QVERIFY2(ran.error().where.starts_with(where.toStdString()), ran.error().where.c_str());
    }
};

QTEST_APPLESS_MAIN(TestSimulateBreaker)

#include "tst_simulate_breaker.moc"
