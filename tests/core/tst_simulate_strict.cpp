// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

/// A part on line 1, its steps from line 2 on.
QByteArray script(const char* part, const char* configuration, const char* steps)
{
    return QByteArray("{\"") + part + "\": " + configuration + ",\n\"steps\": [" + steps + "]}";
}

constexpr auto ladder = R"({"rungs": ["primary", "cache", {"name": "popular", "kind": "template"}, "unavailable"]})";

} // namespace

/// What a script can't mean is refused where it stands; what it leaves out has one meaning.
class TestSimulateStrict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeMeantIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, QByteArray text, const char* fault) {
            QTest::newRow(name) << text << QString::fromLatin1(fault);
        };
        for (const char* action : {"query", "reset", "tick"})
            row(action, "{\"breaker\": {},\n\"steps\": [{\"at_s\": 0, \"" + QByteArray(action) + "\": false}]}",
                QByteArray("/steps/0/" + QByteArray(action) + " (line 2): expected true, found false").constData());
        row("a kill without a reason", script("ladder", ladder, R"({"at_s": 0, "kill": ""})"),
            "/steps/0/kill (line 2): expected a text, found an empty one");
        row("a revival without a reason",
            script("ladder", ladder, R"({"at_s": 0, "kill": "why"}, {"at_s": 0, "revive": ""})"),
            "/steps/1/revive (line 2): expected a text, found an empty one");
        row("a key of nothing", script("cache", "{}", R"({"at_s": 0, "put": "", "value": 1, "scope": "s"})"),
            "/steps/0/put (line 2): expected a text, found an empty one");
        row("set nothing", script("cache", "{}", R"({"at_s": 0, "set": "", "value": 1, "age_s": 0})"),
            "/steps/0/set (line 2): expected a text, found an empty one");
        row("get nothing", script("cache", "{}", R"({"at_s": 0, "get": "", "scope": "s"})"),
            "/steps/0/get (line 2): expected a text, found an empty one");
        row("a level's key of nothing", script("tiered_cache", "{}", R"({"at_s": 0, "put": "", "value": 1})"),
            "/steps/0/put (line 2): expected a text, found an empty one");
        row("get nothing of a level", script("tiered_cache", "{}", R"({"at_s": 0, "get": ""})"),
            "/steps/0/get (line 2): expected a text, found an empty one");
        row("an id below 0", script("breaker", "{}", R"({"at_s": 0, "begin": -1})"),
            "/steps/0/begin (line 2): expected a name, or a whole number from 0 up, found -1");
        row("half an id", script("breaker", "{}", R"({"at_s": 0, "begin": 1.5})"),
            "/steps/0/begin (line 2): expected a name, or a whole number from 0 up, found 1.5");
        row("an id of nothing", script("bulkhead", "{}", R"({"at_s": 0, "enter": ""})"),
            "/steps/0/enter (line 2): expected a text, found an empty one");
        row("a count beside a rate",
            script("breaker", R"({"window": {"kind": "count", "size": 10}, "failure_threshold": 3,
"failure_rate_pct": 50})",
                ""),
            "/breaker/failure_threshold (line 1): expected one of failure_threshold and failure_rate_pct, found both");
        row("no life at all", script("cache", R"({"ttl_s": 0})", ""),
            "/cache/ttl_s (line 1): expected more than 0 and at most 10 years");
        row("a comma after the last step", "{\"breaker\": {}, \"steps\": [],\n}",
            "line 2: a comma with nothing after it, near \"}\"");
        row("text after the end", "{\"breaker\": {}, \"steps\": []}\n{}",
            "line 2: text after the JSON value, near \"{\"");
        row("half a script", "{\"breaker\": {},\n\"steps\": [", "line 2: cut, the JSON value is not complete");
    }
    void whatCannotBeMeantIsNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fault);
        QCOMPARE(faultOf(text), fault);
    }

    void whatIsNextToItIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("query and reset") << script(
            "breaker", "{}", R"({"at_s": 0, "query": true}, {"at_s": 0, "reset": true})");
        QTest::newRow("ids") << script(
            "breaker", "{}", R"({"at_s": 0, "begin": 0}, {"at_s": 0, "end": "0", "outcome": "ok"})");
        QTest::newRow("a count") << script(
            "breaker", R"({"window": {"kind": "count", "size": 10}, "failure_threshold": 3})", "");
        QTest::newRow("a rate") << script(
            "breaker", R"({"window": {"kind": "count", "size": 10}, "failure_rate_pct": 50})", "");
        QTest::newRow("the longest life") << script("cache", R"({"ttl_s": 315360000})", "");
    }
    void whatIsNextToItIsRead()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(faultOf(text), QString());
    }

    void noLatencyLimitIsWrittenAsNull()
    {
        const auto steps = [](const char* limit) {
            return outputs(
                script("mode_controller", QByteArray(QByteArray("{\"max_p95_s\": ") + limit + "}").constData(),
                    R"({"at_s": 60, "observe": {"error_pct": 0, "p95_s": 86400, "requests": 100}})"));
        };
        QCOMPARE(steps("null").at(0)["mode"], "primary");
        QCOMPARE(steps("86400").at(0)["mode"], "degraded");
    }

    void aCachedAnswerIsNeverWithoutAnAge_data()
    {
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<QString>("servedBy");
        QTest::addColumn<QJsonValue>("age");
        QTest::newRow("ok") << QByteArray(R"(, "cache": "ok")") << "cache" << QJsonValue(0);
        QTest::newRow("left out") << QByteArray() << "cache" << QJsonValue(0);
        QTest::newRow("slow") << QByteArray(R"(, "cache": {"latency_s": 1})") << "cache" << QJsonValue(0);
        QTest::newRow("an age") << QByteArray(R"(, "cache": {"age_s": 120})") << "cache" << QJsonValue(120);
        QTest::newRow("not known") << QByteArray(R"(, "cache": {"age_s": null})") << "popular" << QJsonValue();
    }
    void aCachedAnswerIsNeverWithoutAnAge()
    {
        QFETCH(QByteArray, says);
        QFETCH(QString, servedBy);
        QFETCH(QJsonValue, age);
        const auto steps = outputs(
            script("ladder", ladder, ("{\"at_s\": 0, \"request\": {\"primary\": \"503\"" + says + "}}").constData()));
        QCOMPARE(steps.at(0)["served_by"].toString(), servedBy);
        QCOMPARE(steps.at(0)["age_s"], age);
    }

    void theLargestNumberOfARetryIsOne()
    {
        const auto delay = [](const char* number) {
            return script("retry", R"({"jitter": "none", "max_s": 30})",
                ("{\"at_s\": 0, \"delay\": " + QByteArray(number) + "}").constData());
        };
        for (const char* number : {"5", "64", "1024", "9000000000000001", "9223372036854775807"})
            QCOMPARE(outputs(delay(number)).at(0)["delay_s"], 30);
        QCOMPARE(outputs(delay("4")).at(0)["delay_s"], 16);
        for (const char* number : {"9223372036854775808", "-1", "1.5"})
            QVERIFY(faultOf(delay(number))
                        .startsWith(QLatin1String(
                            "/steps/0/delay (line 2): expected a whole number from 0 to 9223372036854775807")));
    }
};

QTEST_APPLESS_MAIN(TestSimulateStrict)
#include "tst_simulate_strict.moc"
