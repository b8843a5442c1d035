// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

/// The store's three features, in the order of the outage hour.
QByteArray store(const QByteArray& capacity, const QByteArray& steps)
{
    return "{\"admission\": {\"capacity\": " + capacity + R"(, "features": [
        {"name": "recommendations", "criticality": 3}, {"name": "help_desk", "criticality": 2},
        {"name": "refund_eligibility", "criticality": 1}]},)"
        + "\n\"steps\": [" + steps + "]}";
}

constexpr auto hour = R"({"at_s": 0, "demand": {"recommendations": 90, "help_desk": 90, "refund_eligibility": 10}})";

} // namespace

/// Admission by criticality and the bulkhead from outside, in a script's words.
class TestSimulateAdmission : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLeastCriticalIsShedFirst()
    {
        const auto ran =
            simulate::runScript(store("100", QByteArray(hour) + R"(, {"at_s": 1, "tick": true})").toStdString());
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(0)),
            QByteArray("{\"at_s\":0.0,\"granted\":{\"recommendations\":0,\"help_desk\":90,\"refund_eligibility\":10},"
                       "\"shed\":{\"recommendations\":90,\"help_desk\":0,\"refund_eligibility\":0},\"events\":[]}"));
        QCOMPARE(QByteArray::fromStdString(ran->at(1)),
            QByteArray("{\"at_s\":1.0,\"granted\":null,\"shed\":null,\"events\":[]}"));
    }

    void eachCapacityHasItsGrants_data()
    {
        QTest::addColumn<QByteArray>("capacity");
        QTest::addColumn<QList<int>>("granted"); // recommendations, help desk, refunds
        QTest::newRow("nothing") << QByteArray("0") << QList<int>{0, 0, 0};
        QTest::newRow("refunds one short") << QByteArray("9") << QList<int>{0, 0, 9};
        QTest::newRow("full outage") << QByteArray("90") << QList<int>{0, 80, 10};
        QTest::newRow("one more than the first two") << QByteArray("101") << QList<int>{1, 90, 10};
        QTest::newRow("one short of all") << QByteArray("189") << QList<int>{89, 90, 10};
        QTest::newRow("all") << QByteArray("190") << QList<int>{90, 90, 10};
    }
    void eachCapacityHasItsGrants()
    {
        QFETCH(QByteArray, capacity);
        QFETCH(QList<int>, granted);
        const auto steps = outputs(store(capacity, hour));
        QCOMPARE(steps.size(), 1);
        const auto got = steps[0]["granted"].toObject();
        const auto shed = steps[0]["shed"].toObject();
        QCOMPARE(
            (QList<int>{got["recommendations"].toInt(), got["help_desk"].toInt(), got["refund_eligibility"].toInt()}),
            granted);
        QCOMPARE(shed["recommendations"].toInt(), 90 - granted[0]);
        QCOMPARE(shed["help_desk"].toInt(), 90 - granted[1]);
        QCOMPARE(shed["refund_eligibility"].toInt(), 10 - granted[2]);
    }

    void whoIsNotNamedAsksForNothing()
    {
        const auto steps = outputs(store("50", R"({"at_s": 0, "demand": {"help_desk": 60}})"));
        QCOMPARE(steps.size(), 1);
        QCOMPARE(steps[0]["granted"].toObject()["help_desk"], 50);
        QCOMPARE(steps[0]["granted"].toObject()["refund_eligibility"], 0);
        QCOMPARE(steps[0]["shed"].toObject()["refund_eligibility"], 0);
    }

    void aBulkheadAdmitsQueuesAndRefuses()
    {
        const auto ran = simulate::runScript(R"({"bulkhead": {"permits": 1, "queue": 1, "max_wait_s": 10}, "steps": [
            {"at_s": 0, "enter": "a"}, {"at_s": 1, "enter": "b"}, {"at_s": 2, "enter": "c"}, {"at_s": 3, "leave": "a"}]})");
        QVERIFY(ran.ok());
        const QByteArrayList expected{
            R"({"at_s":0.0,"admitted":true,"in_flight":1,"waiting":0,"refused":0,"events":[]})",
            R"({"at_s":1.0,"admitted":false,"in_flight":1,"waiting":1,"refused":0,"events":[]})",
            R"({"at_s":2.0,"admitted":false,"in_flight":1,"waiting":1,"refused":1,"events":[]})",
            R"({"at_s":3.0,"admitted":null,"in_flight":1,"waiting":0,"refused":1,"events":[)"
            R"({"from":"waiting","to":"admitted","cause":"permit_free","id":"b"}]})",
        };
        QCOMPARE(ran->size(), std::size_t(expected.size()));
        for (qsizetype i = 0; i < expected.size(); ++i)
            QCOMPARE(QByteArray::fromStdString(ran->at(static_cast<std::size_t>(i))), expected[i]);
    }

    void aWaitEndsAtItsTimeAndNotBefore()
    {
        const auto steps = outputs(R"({"bulkhead": {"permits": 1, "queue": 2, "max_wait_s": 10}, "steps": [
            {"at_s": 0, "enter": "a"}, {"at_s": 1, "enter": "b"}, {"at_s": 10.999, "tick": true},
            {"at_s": 11, "leave": "a"}, {"at_s": 12, "leave": "b"}, {"at_s": 12, "enter": "b"}]})");
        QCOMPARE(steps.size(), 6);
        QCOMPARE(eventsOf(steps[2]), "");
        QCOMPARE(steps[2]["waiting"], 1);
        QCOMPARE(eventsOf(steps[3]), "waiting>refused max_wait");
        QCOMPARE(steps[3]["in_flight"], 0); // the permit went to nobody
        QCOMPARE(steps[3]["refused"], 1);
        QCOMPARE(steps[4]["in_flight"], 0); // it was never let in
        QCOMPARE(steps[5]["admitted"], true);
    }

    void whoGaveUpGetsNoPermit()
    {
        const auto steps = outputs(R"({"bulkhead": {"permits": 1, "queue": 3}, "steps": [
            {"at_s": 0, "enter": 1}, {"at_s": 0, "enter": 2}, {"at_s": 0, "enter": 3}, {"at_s": 0, "enter": 4},
            {"at_s": 1, "give_up": 2}, {"at_s": 2, "leave": 1}, {"at_s": 90000, "give_up": 3},
            {"at_s": 90001, "leave": 4}]})");
        QCOMPARE(steps.size(), 8);
        QCOMPARE(steps[4]["waiting"], 2);
        QCOMPARE(steps[5]["events"].toArray()[0].toObject()["id"], "3"); // first come of those still there
        QCOMPARE(steps[6]["events"].toArray()[0].toObject()["id"], "4"); // the grant won, and is given back at once
        QCOMPARE(steps[7]["in_flight"], 0);
        QCOMPARE(steps[7]["refused"], 0); // who gave up was not refused
    }

    void onlyTheSteadyClockEndsAWait()
    {
        const auto steps = outputs(R"({"bulkhead": {"permits": 1, "queue": 1, "max_wait_s": 10}, "steps": [
            {"at_s": 0, "enter": "a"}, {"at_s": 0, "enter": "b"}, {"at_s": 5, "wall_jump_s": 3600},
            {"at_s": 5, "suspend_s": 28800}, {"at_s": 10, "tick": true}]})");
        QCOMPARE(steps.size(), 5);
        QCOMPARE(steps[3]["waiting"], 1);
        QCOMPARE(steps[4]["waiting"], 0);
    }

    void aWrongScriptNamesItsPlace_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& script, const char* where, const char* message) {
            QTest::newRow(name) << script << where << message;
        };
        row("no such feature", store("1", R"({"at_s": 0, "demand": {"refunds": 1}})"), "/steps/0/demand/refunds",
            "unknown key");
        row("a demand below 0", store("1", R"({"at_s": 0, "demand": {"help_desk": -1}})"), "/steps/0/demand/help_desk",
            "0 to 2147483647");
        row("no demand", store("1", R"({"at_s": 0, "demand": 5})"), "/steps/0/demand", "an object");
        row("a capacity below 0", store("-1", hour), "/admission/capacity", "0 to 2147483647");
        row("a name twice", R"({"admission": {"capacity": 1, "features": [{"name": "a", "criticality": 1},
            {"name": "a", "criticality": 2}]}, "steps": []})",
            "/admission/features/1/name", "a second time");
        row("criticality 0", R"({"admission": {"capacity": 1, "features": [{"name": "a", "criticality": 0}]},
            "steps": []})",
            "/admission/features/0/criticality", "1 to 1000");
        const auto bulkhead = [](const QByteArray& configuration, const QByteArray& steps) {
            return "{\"bulkhead\": {" + configuration + "}, \"steps\": [" + steps + "]}";
        };
        row("no permits", bulkhead("\"permits\": 0", ""), "/bulkhead/permits", "1 to 100000");
        row("a queue too long", bulkhead("\"queue\": 100001", ""), "/bulkhead/queue", "0 to 100000");
        row("a wait below 0", bulkhead("\"max_wait_s\": -1", ""), "/bulkhead/max_wait_s", "0 to 86400");
        row("unknown setting", bulkhead("\"permit\": 1", ""), "/bulkhead/permit", "unknown key");
        row("in twice", bulkhead("", R"({"at_s": 0, "enter": "a"}, {"at_s": 0, "enter": "a"})"), "/steps/1/enter",
            "neither inside nor waiting");
        row("never came", bulkhead("", R"({"at_s": 0, "leave": "a"})"), "/steps/0/leave", "found \"a\"");
        row("left twice",
            bulkhead("", R"({"at_s": 0, "enter": "a"}, {"at_s": 0, "leave": "a"}, {"at_s": 0, "leave": "a"})"),
            "/steps/2/leave", "found \"a\"");
        row("leaves while it waits",
            bulkhead(R"("permits": 1, "queue": 1)",
                R"({"at_s": 0, "enter": "a"}, {"at_s": 0, "enter": "b"}, {"at_s": 0, "leave": "b"})"),
            "/steps/2/leave", "admitted");
        row("gives up from nowhere", bulkhead("", R"({"at_s": 0, "give_up": "a"})"), "/steps/0/give_up", "found \"a\"");
        row("no name", bulkhead("", R"({"at_s": 0, "enter": ""})"), "/steps/0/enter", "an empty one");
        row("half a name", bulkhead("", R"({"at_s": 0, "enter": 1.5})"), "/steps/0/enter", "a name, or a whole number");
        row("a negative name", bulkhead("", R"({"at_s": 0, "enter": -1})"), "/steps/0/enter", "from 0 up");
    }
    void aWrongScriptNamesItsPlace()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto fault = faultOf(script);
        QVERIFY2(fault.startsWith(where), qPrintable(fault));
        QVERIFY2(fault.contains(message), qPrintable(fault));
    }
};

QTEST_APPLESS_MAIN(TestSimulateAdmission)
#include "tst_simulate_admission.moc"
