// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

/// "cached \"x\" 90 timeout, 3 calls" of one step.
QString factsOf(const QJsonObject& step)
{
    const auto word = [](const QJsonValue& value) {
        if (value.isNull())
            return QStringLiteral("-");
        return value.isDouble() ? QString::number(value.toDouble()) : value.toString();
    };
    auto value = step["value"];
    if (value.isArray())
        value = QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    return QStringLiteral("%1 %2 %3 %4, %5 calls")
        .arg(word(step["mode"]), word(value), word(step["age_s"]), word(step["reason"]))
        .arg(step["live_calls"].toInt());
}

/// The facts of each step of a script over a cache configured so.
QStringList factsOf(const QByteArray& configuration, const QByteArray& steps)
{
    QStringList facts;
    for (const auto& step : outputs("{\"cache\": {" + configuration + "}, \"steps\": [" + steps + "]}"))
        facts << factsOf(step);
    return facts;
}

} // namespace

/// The documents' example of a bounded stale answer, and what a script can try beyond it.
class TestSimulateCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepGivesItsTimeAndItsFacts()
    {
        const auto ran = simulate::runScript(R"({"cache": {"max_age_s": 120, "scope_required": true}, "steps": [
            {"at_s": 0, "put": "recs", "value": ["a", 1, 2.5], "scope": "ann"},
            {"at_s": 90, "get": "recs", "scope": "ann", "upstream": "timeout"}]})");
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(0)),
            QByteArray(
                R"({"at_s":0.0,"mode":null,"value":null,"age_s":null,"reason":null,"live_calls":0,"events":[]})"));
        QCOMPARE(QByteArray::fromStdString(ran->at(1)),
            QByteArray("{\"at_s\":90.0,\"mode\":\"cached\",\"value\":[\"a\",1,2.5],\"age_s\":90.0,"
                       "\"reason\":\"timeout\",\"live_calls\":1,\"events\":[]}"));
    }

    void theDocumentsExample()
    {
        const auto facts = factsOf(R"("max_age_s": 120, "scope_required": false)", R"(
            {"at_s": 0, "set": "recs", "value": ["cached-pick"], "age_s": 90},
            {"at_s": 0, "get": "recs", "upstream": "ok", "value": ["fresh-pick"]},
            {"at_s": 0, "set": "recs", "value": ["fresh-pick"], "age_s": 120},
            {"at_s": 0, "get": "recs", "upstream": "reset"},
            {"at_s": 0, "set": "recs", "value": ["fresh-pick"], "age_s": 121},
            {"at_s": 0, "get": "recs", "upstream": "reset"},
            {"at_s": 0, "get": "recs"},
            {"at_s": 0, "set": "recs", "value": [], "age_s": 0},
            {"at_s": 0, "get": "recs", "upstream": "reset"},
            {"at_s": 0, "set": "recs", "value": ["unknown-age"], "age_s": -1},
            {"at_s": 0, "get": "recs", "upstream": "reset"},
            {"at_s": 0, "set": "recs", "value": ["unknown-age"], "age_s": null},
            {"at_s": 0, "get": "recs", "upstream": "reset"})");
        const QStringList expected{
            "- - - -, 0 calls",
            "fresh [\"fresh-pick\"] 0 -, 1 calls",
            "- - - -, 1 calls",
            "cached [\"fresh-pick\"] 120 reset, 2 calls",
            "- - - -, 2 calls",
            "simplified - - too_old, 3 calls",
            "simplified - - too_old, 3 calls", // nobody was asked
            "- - - -, 3 calls",
            "simplified - - empty, 4 calls",
            "- - - -, 4 calls",
            "simplified - - age_negative, 5 calls",
            "- - - -, 5 calls",
            "simplified - - age_unknown, 6 calls",
        };
        QCOMPARE(facts, expected);
    }

    void agesGoOnWithTime_data()
    {
        QTest::addColumn<QByteArray>("at");
        QTest::addColumn<QString>("facts");
        QTest::newRow("0") << QByteArray("0") << "cached x 0 503, 1 calls";
        QTest::newRow("119") << QByteArray("119") << "cached x 119 503, 1 calls";
        QTest::newRow("120") << QByteArray("120") << "cached x 120 503, 1 calls";
        QTest::newRow("a little more") << QByteArray("120.000000001") << "simplified - - too_old, 1 calls";
        QTest::newRow("121") << QByteArray("121") << "simplified - - too_old, 1 calls";
    }
    void agesGoOnWithTime()
    {
        QFETCH(QByteArray, at);
        QFETCH(QString, facts);
        const auto put = factsOf("\"max_age_s\": 120",
            "{\"at_s\": 0, \"put\": \"k\", \"value\": \"x\", \"scope\": \"s\"}, {\"at_s\": " + at
                + ", \"get\": \"k\", \"scope\": \"s\", \"upstream\": \"503\"}");
        QCOMPARE(put.value(1), facts);
        const auto set = factsOf("", // 120 s is the default
            "{\"at_s\": 0, \"set\": \"k\", \"value\": \"x\", \"age_s\": " + at
                + "}, {\"at_s\": 0, \"get\": \"k\", \"scope\": \"s\", \"upstream\": \"503\"}");
        QCOMPARE(set.value(1), facts);
    }

    void anAgeFromTheFutureStaysWrong()
    {
        const auto facts = factsOf("\"scope_required\": false", R"(
            {"at_s": 0, "set": "k", "value": "x", "age_s": -1},
            {"at_s": 60, "get": "k", "upstream": "503"})");
        QCOMPARE(facts.value(1), "simplified - - age_negative, 1 calls");
    }

    void aSuccessRefreshesValueAndAgeAFailureNeither()
    {
        const auto facts = factsOf("\"max_age_s\": 120", R"(
            {"at_s": 0, "put": "k", "value": "old", "scope": "s"},
            {"at_s": 100, "get": "k", "scope": "s", "upstream": "timeout", "value": "never seen"},
            {"at_s": 110, "get": "k", "scope": "s", "upstream": "ok", "value": "new"},
            {"at_s": 230, "get": "k", "scope": "s", "upstream": "timeout"},
            {"at_s": 231, "get": "k", "scope": "s", "upstream": "timeout"})");
        const QStringList expected{"- - - -, 0 calls", "cached old 100 timeout, 1 calls", "fresh new 0 -, 2 calls",
            "cached new 120 timeout, 3 calls", "simplified - - too_old, 4 calls"};
        QCOMPARE(facts, expected);
    }

    void withinTheTtlNobodyIsAsked()
    {
        const auto facts = factsOf("\"max_age_s\": 120, \"ttl_s\": 60", R"(
            {"at_s": 0, "put": "k", "value": "x", "scope": "s"},
            {"at_s": 59.999, "get": "k", "scope": "s", "upstream": "timeout"},
            {"at_s": 59.999, "get": "k", "scope": "s"},
            {"at_s": 60, "get": "k", "scope": "s", "upstream": "timeout"},
            {"at_s": 60, "get": "k", "scope": "s"},
            {"at_s": 120, "get": "k", "scope": "s", "upstream": "timeout"},
            {"at_s": 121, "get": "k", "scope": "s", "upstream": "timeout"},
            {"at_s": 121, "get": "k", "scope": "s", "upstream": "ok"})");
        const QStringList expected{"- - - -, 0 calls", "cached x 59.999 within_ttl, 0 calls",
            "cached x 59.999 within_ttl, 0 calls", "cached x 60 timeout, 1 calls", "cached x 60 not_asked, 1 calls",
            "cached x 120 timeout, 2 calls", "simplified - - too_old, 3 calls", "fresh x 0 -, 4 calls"};
        QCOMPARE(facts, expected);
    }

    void whileItIsRenewedTheStaleOneIsServed()
    {
        const auto steps = outputs(R"({"cache": {"max_age_s": 120, "ttl_s": 60, "revalidate_max_age_s": 90}, "steps": [
            {"at_s": 0, "put": "k", "value": "old", "scope": "s"},
            {"at_s": 80, "get": "k", "scope": "s", "upstream": "503"},
            {"at_s": 90, "get": "k", "scope": "s", "upstream": "ok", "value": "new"},
            {"at_s": 91, "get": "k", "scope": "s", "upstream": "503"},
            {"at_s": 181, "get": "k", "scope": "s", "upstream": "ok", "value": "newer"}]})");
        QCOMPARE(steps.size(), 5);
        QCOMPARE(factsOf(steps[1]), "cached old 80 revalidating, 1 calls");
        QCOMPARE(eventsOf(steps[1]), "cached>cached 503");
        QCOMPARE(factsOf(steps[2]), "cached old 90 revalidating, 2 calls");
        QCOMPARE(eventsOf(steps[2]), "cached>fresh revalidated");
        QCOMPARE(factsOf(steps[3]), "cached new 1 within_ttl, 2 calls");
        QCOMPARE(factsOf(steps[4]), "fresh newer 0 -, 3 calls"); // past 90 s it is waited for
    }

    void scopesAreApart()
    {
        const auto facts = factsOf("\"scope_required\": true", R"(
            {"at_s": 0, "put": "orders", "value": "of ann", "scope": "ann"},
            {"at_s": 0, "get": "orders", "scope": "bob", "upstream": "503"},
            {"at_s": 0, "get": "orders", "upstream": "503"},
            {"at_s": 0, "get": "returns", "scope": "ann", "upstream": "503"},
            {"at_s": 0, "get": "orders", "scope": "ann", "upstream": "503"},
            {"at_s": 0, "put": "orders", "value": "of nobody"},
            {"at_s": 0, "get": "orders", "upstream": "ok", "value": "of nobody"},
            {"at_s": 0, "get": "orders", "upstream": "503"})");
        const QStringList expected{"- - - -, 0 calls", "simplified - - other_scope, 1 calls",
            "simplified - - no_scope, 2 calls", "simplified - - empty, 3 calls", "cached of ann 0 503, 4 calls",
            "- - - no_scope, 4 calls", "fresh of nobody 0 -, 5 calls", "simplified - - no_scope, 6 calls"};
        QCOMPARE(facts, expected);
    }

    void whereNoScopeIsRequiredThoseNamedAreStillApart()
    {
        const auto facts = factsOf("\"scope_required\": false", R"(
            {"at_s": 0, "put": "k", "value": "x"},
            {"at_s": 0, "get": "k", "upstream": "503"},
            {"at_s": 0, "get": "k", "scope": "ann", "upstream": "503"})");
        QCOMPARE(facts.value(1), "cached x 0 503, 1 calls");
        QCOMPARE(facts.value(2), "simplified - - other_scope, 2 calls");
    }

    void setIsForOneScopeOrForAll()
    {
        const auto facts = factsOf("", R"(
            {"at_s": 0, "put": "k", "value": "put", "scope": "ann"},
            {"at_s": 0, "set": "k", "value": "set", "age_s": 5},
            {"at_s": 0, "get": "k", "scope": "ann", "upstream": "503"},
            {"at_s": 1, "get": "k", "scope": "bob", "upstream": "503"},
            {"at_s": 1, "set": "k", "value": "of bob", "age_s": 7, "scope": "bob"},
            {"at_s": 1, "get": "k", "scope": "bob", "upstream": "503"},
            {"at_s": 1, "get": "k", "scope": "ann", "upstream": "503"})");
        QCOMPARE(facts.value(2), "cached set 5 503, 1 calls");
        QCOMPARE(facts.value(3), "cached set 6 503, 2 calls");
        QCOMPARE(facts.value(5), "cached of bob 7 503, 3 calls");
        QCOMPARE(facts.value(6), "cached set 6 503, 4 calls");
    }

    void aChangeOfTheDataForgets()
    {
        const auto facts = factsOf("\"ttl_s\": 60", R"(
            {"at_s": 0, "set": "price", "value": 10, "age_s": 0},
            {"at_s": 0, "get": "price", "scope": "ann", "upstream": "503"},
            {"at_s": 1, "invalidate": "price"},
            {"at_s": 1, "get": "price", "scope": "ann", "upstream": "503"},
            {"at_s": 1, "get": "price", "scope": "bob", "upstream": "503"})");
        QCOMPARE(facts.value(1), "cached 10 0 within_ttl, 0 calls");
        QCOMPARE(facts.value(3), "simplified - - empty, 1 calls");
        QCOMPARE(facts.value(4), "simplified - - empty, 2 calls");
    }

    void theClocksOfTheFrameworkDoWhatTheyShould()
    {
        const auto facts = factsOf("\"max_age_s\": 120, \"ttl_s\": 60", R"(
            {"at_s": 0, "put": "k", "value": "x", "scope": "s"},
            {"at_s": 10, "wall_jump_s": -3600},
            {"at_s": 10, "get": "k", "scope": "s", "upstream": "503"},
            {"at_s": 10, "wall_jump_s": 86400},
            {"at_s": 10, "get": "k", "scope": "s", "upstream": "503"},
            {"at_s": 10, "suspend_s": 50},
            {"at_s": 10, "get": "k", "scope": "s", "upstream": "503"},
            {"at_s": 20, "suspend_s": 28800},
            {"at_s": 20, "get": "k", "scope": "s", "upstream": "503"})");
        QCOMPARE(facts.value(2), "cached x 10 within_ttl, 0 calls");
        QCOMPARE(facts.value(4), "cached x 10 within_ttl, 0 calls");
        QCOMPARE(facts.value(6), "cached x 60 503, 1 calls");
        QCOMPARE(facts.value(8), "simplified - - too_old, 2 calls");
    }

    void aRefusalOfTheRequestAndWhatIsThrown()
    {
        const auto facts = factsOf("", R"(
            {"at_s": 0, "put": "k", "value": "x", "scope": "s"},
            {"at_s": 1, "get": "k", "scope": "s", "upstream": "401"},
            {"at_s": 1, "get": "k", "scope": "s", "upstream": "throw"})");
        QCOMPARE(facts.value(1), "simplified - - 401, 1 calls");
        QCOMPARE(facts.value(2), "cached x 1 throw, 2 calls");
    }

    void wrongScriptsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* configuration, const char* step, const char* place) {
            QTest::newRow(name) << QByteArray(configuration) << QByteArray(step) << place;
        };
        const char* fine = R"("tick": true)";
        row("ttl 0", R"("ttl_s": 0)", fine, "/cache/ttl_s");
        row("ttl -1", R"("ttl_s": -1)", fine, "/cache/ttl_s");
        row("age -1", R"("max_age_s": -1)", fine, "/cache/max_age_s");
        row("spread", R"("ttl_s": 1, "ttl_spread_pct": 91)", fine, "/cache/ttl_spread_pct");
        row("no ttl", R"("revalidate_max_age_s": 1)", fine, "/cache/revalidate_max_age_s");
        row("unknown", R"("max_age": 1)", fine, "/cache/max_age");
        row("word", "", R"("get": "k", "upstream": "slow")", "/steps/0/upstream");
        row("no value", "", R"("put": "k", "scope": "s")", "/steps/0");
        row("no answer", "", R"("get": "k", "scope": "s", "upstream": "ok")", "/steps/0/value");
        row("no age", "", R"("set": "k", "value": 1)", "/steps/0");
        row("age text", "", R"("set": "k", "value": 1, "age_s": "old")", "/steps/0/age_s");
        row("key", "", R"("get": 7, "scope": "s", "upstream": "503")", "/steps/0/get");
        row("scope", "", R"("get": "k", "scope": 7, "upstream": "503")", "/steps/0/scope");
        row("extra", "", R"("get": "k", "scope": "s", "upstream": "503", "age_s": 1)", "/steps/0/age_s");
    }
    void wrongScriptsAreNamed()
    {
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, step);
        QFETCH(QString, place);
        const auto fault = faultOf("{\"cache\": {" + configuration + "}, \"steps\": [{\"at_s\": 0, " + step + "}]}");
        QVERIFY2(fault.startsWith(place + " (line 1)"), qPrintable(fault));
    }
};

QTEST_APPLESS_MAIN(TestSimulateCache)
#include "tst_simulate_cache.moc"
