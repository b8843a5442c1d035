// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

QByteArray script(const QByteArray& configuration, const QByteArrayList& observations)
{
    QByteArrayList steps;
    for (const auto& observation : observations)
        steps << "{\"at_s\": " + QByteArray::number(60 * (steps.size() + 1)) + ", \"observe\": " + observation + "}";
    return "{\"mode_controller\": " + configuration + ", \"steps\": [" + steps.join(",\n") + "]}";
}

} // namespace

/// The mode controller from outside: trip at once, return after `hold`, and nothing on what is not known.
class TestSimulateModeController : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRaggedRecoveryOfTheDocument_data()
    {
        QTest::addColumn<QByteArray>("hold");
        QTest::addColumn<QString>("letters");
        QTest::addColumn<QString>("switches");
        QTest::addColumn<QString>("causes");
        QTest::newRow("hold 1") << QByteArray("1") << "dddpdpdpppp"
                                << "11123456666"
                                << "error_pct hold error_pct hold error_pct hold";
        QTest::newRow("hold 3") << QByteArray("3") << "dddddddddpp"
                                << "11111111122"
                                << "error_pct hold";
    }
    void theRaggedRecoveryOfTheDocument()
    {
        QFETCH(QByteArray, hold);
        QFETCH(QString, letters);
        QFETCH(QString, switches);
        QFETCH(QString, causes);
        QByteArrayList seen;
        for (const int error : {100, 100, 25, 5, 45, 5, 30, 5, 3, 1, 1})
            seen << "{\"error_pct\": " + QByteArray::number(error) + ", \"p95_s\": 5, \"requests\": 190}";
        QString modes;
        QString counted;
        QStringList said;
        for (const auto& step :
            outputs(script("{\"max_error_pct\": 20, \"max_p95_s\": 10, \"hold\": " + hold + "}", seen))) {
            modes += step["mode"].toString().at(0);
            counted += QString::number(step["switches"].toInt());
            for (const auto& event : step["events"].toArray())
                said << event.toObject()["cause"].toString();
        }
        QCOMPARE(modes, letters);
        QCOMPARE(counted, switches);
        QCOMPARE(said.join(QLatin1Char(' ')), causes);
    }

    void aStepGivesItsFactsAndItsSwitch()
    {
        const auto ran = simulate::runScript(script("{\"hold\": 1}",
            {"{\"error_pct\": 45, \"p95_s\": 3, \"requests\": 190, \"quota_spent\": false}",
                "{\"error_pct\": 19.999, \"p95_s\": 9.999, \"requests\": 10}"})
                                                 .toStdString());
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(0)),
            QByteArray("{\"at_s\":60.0,\"mode\":\"degraded\",\"healthy_run\":0,\"switches\":1,\"events\":["
                       "{\"from\":\"primary\",\"to\":\"degraded\",\"cause\":\"error_pct\"}]}"));
        QCOMPARE(QByteArray::fromStdString(ran->at(1)),
            QByteArray("{\"at_s\":120.0,\"mode\":\"primary\",\"healthy_run\":1,\"switches\":2,\"events\":["
                       "{\"from\":\"degraded\",\"to\":\"primary\",\"cause\":\"hold\"}]}"));
    }

    void eachSignalTripsAtItsLimitAndIsNamed_data()
    {
        QTest::addColumn<QByteArray>("seen");
        QTest::addColumn<QString>("events");
        const auto row = [](const char* name, const char* seen, const char* events) {
            QTest::newRow(name) << QByteArray(seen) << QString::fromLatin1(events);
        };
        row("error below", R"({"error_pct": 19.999, "p95_s": 1, "requests": 10})", "");
        row("error at", R"({"error_pct": 20, "p95_s": 1, "requests": 10})", "primary>degraded error_pct");
        row("p95 below", R"({"error_pct": 0, "p95_s": 9.999, "requests": 10})", "");
        row("p95 at", R"({"error_pct": 0, "p95_s": 10, "requests": 10})", "primary>degraded p95_s");
        row("quota", R"({"error_pct": 0, "p95_s": 1, "requests": 10, "quota_spent": true})",
            "primary>degraded quota_spent");
        row("quota not known", R"({"error_pct": 0, "p95_s": 1, "requests": 10, "quota_spent": null})", "");
        row("too few", R"({"error_pct": 100, "p95_s": 60, "requests": 9})", "");
        row("requests null", R"({"error_pct": 100, "p95_s": 60, "requests": null})", "");
        row("requests absent", R"({"error_pct": 100, "p95_s": 60})", "");
        row("error not known, p95 bad", R"({"error_pct": null, "p95_s": 10, "requests": 10})",
            "primary>degraded p95_s");
        row("nothing known", "{}", "");
    }
    void eachSignalTripsAtItsLimitAndIsNamed()
    {
        QFETCH(QByteArray, seen);
        QFETCH(QString, events);
        const auto steps = outputs(script(R"({"max_error_pct": 20, "max_p95_s": 10, "min_requests": 10})", {seen}));
        QCOMPARE(steps.size(), 1);
        QCOMPARE(eventsOf(steps[0]), events);
    }

    void whatIsNotKnownNeitherCountsNorResets()
    {
        const QByteArray good = R"({"error_pct": 0, "p95_s": 1, "requests": 100})";
        const auto steps = outputs(script(R"({"hold": 2})",
            {R"({"error_pct": 100, "p95_s": 1, "requests": 100})", good, "{}", R"({"error_pct": 0, "requests": 0})",
                good}));
        QString runs;
        for (const auto& step : steps)
            runs += step["mode"].toString().left(1) + QString::number(step["healthy_run"].toInt()) + QLatin1Char(' ');
        QCOMPARE(runs, QStringLiteral("d0 d1 d1 d1 p2 "));
    }

    void clocksDecideNothing()
    {
        const auto steps = outputs(R"({"mode_controller": {}, "steps": [{"at_s": 0, "tick": true},
            {"at_s": 1, "observe": {"error_pct": 100, "p95_s": 1, "requests": 10}}, {"at_s": 1, "suspend_s": 28800},
            {"at_s": 99999, "wall_jump_s": -3600}]})");
        QCOMPARE(steps.size(), 4);
        QCOMPARE(steps[0]["mode"], "primary");
        QCOMPARE(steps[3]["mode"], "degraded");
        QCOMPARE(eventsOf(steps[3]), QString());
    }

    void aWrongScriptIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, QByteArray text, const char* fault) {
            QTest::newRow(name) << text << QString::fromLatin1(fault);
        };
        row("unknown setting", script(R"({"holt": 3})", {}), "/mode_controller/holt (line 1): unknown key \"holt\"");
        row("hold 0", script(R"({"hold": 0})", {}),
            "/mode_controller/hold (line 1): expected a whole number from 1 to 1000, found 0");
        row("unknown signal", script("{}", {"{}", R"({"error": 5})"}),
            "/steps/1/observe/error (line 2): unknown key \"error\"");
        row("101 %", script("{}", {R"({"error_pct": 101})"}),
            "/steps/0/observe/error_pct (line 1): expected a number from 0 to 100, found 101");
        row("half a request", script("{}", {R"({"requests": 1.5})"}),
            "/steps/0/observe/requests (line 1): expected a whole number from 0 to 1000000000000, found 1.5");
        row("not an object", script("{}", {"45"}), "/steps/0/observe (line 1): expected an object, found a number");
        row("another part's action", R"({"mode_controller": {}, "steps": [{"at_s": 0, "call": "ok"}]})",
            "/steps/0 (line 1): expected one action of observe, tick, wall_jump_s, suspend_s, found none");
    }
    void aWrongScriptIsNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fault);
        QCOMPARE(faultOf(text), fault);
    }
};

QTEST_APPLESS_MAIN(TestSimulateModeController)
#include "tst_simulate_mode_controller.moc"
