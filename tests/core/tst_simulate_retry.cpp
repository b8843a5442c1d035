// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/simulate/script.h"

#include <QTest>

using namespace rungwatch;

namespace {

/// What a script prints, a line a step; or its error.
QByteArray ran(const QByteArray& part, const QByteArray& configuration, const QByteArray& steps)
{
    const auto script = "{\"" + part + "\": " + configuration + ",\n\"steps\": [" + steps + "]}";
    const auto result = simulate::runScript(script.toStdString());
    if (!result)
        return QByteArray::fromStdString(result.error().where + ": " + result.error().message);
    QByteArray lines;
    for (const auto& step : *result)
        lines += QByteArray::fromStdString(step) + '\n';
    return lines;
}

/// The facts of one run from 0 s on, without those that are null around it.
QByteArray oneRun(const QByteArray& configuration, const QByteArray& run)
{
    auto line = ran("retry", configuration, "{\"at_s\": 0, " + run + "}");
    line.replace("{\"at_s\":0.0,", "").replace(",\"delay_s\":null,\"breaker\":null,\"events\":[]}\n", "");
    return line.replace(",\"leave_rung_s\":null", "");
}

constexpr auto plain = R"({"max_attempts": 4, "jitter": "none", "safe_to_repeat": true})";

} // namespace

/// Retries, their budget and a ladder's deadline tried from outside, in a script's words.
class TestSimulateRetry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStepGivesItsTimeItsFactsAndWhatItCaused()
    {
        QCOMPARE(
            ran("retry", plain,
                R"({"at_s": 2, "run": ["timeout", "503", "ok"]}, {"at_s": 3, "delay": 1}, {"at_s": 4, "tick": true})"),
            QByteArray(
                R"({"at_s":2.0,"attempts":3,"waits_s":[1.0,2.0],"finished_at_s":5.0,"outcome":"ok","ended_by":"ok","last_error":null,"leave_rung_s":null,"delay_s":null,"breaker":null,"events":[]}
{"at_s":3.0,"attempts":null,"waits_s":null,"finished_at_s":null,"outcome":null,"ended_by":null,"last_error":null,"leave_rung_s":null,"delay_s":2.0,"breaker":null,"events":[]}
{"at_s":4.0,"attempts":null,"waits_s":null,"finished_at_s":null,"outcome":null,"ended_by":null,"last_error":null,"leave_rung_s":null,"delay_s":null,"breaker":null,"events":[]}
)"));
    }

    void everyWayToEndHasItsWord_data()
    {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("run");
        QTest::addColumn<QByteArray>("facts");
        const auto row = [](const char* name, const char* configuration, const char* run, const char* facts) {
            QTest::newRow(name) << QByteArray(configuration) << QByteArray(run) << QByteArray(facts);
        };
        row("attempts", plain, R"("run": ["timeout"], "repeat": true)",
            R"("attempts":4,"waits_s":[1.0,2.0,4.0],"finished_at_s":7.0,"outcome":"exhausted","ended_by":"attempts","last_error":"timeout")");
        row("one attempt", R"({"max_attempts": 1, "safe_to_repeat": true})", R"("run": ["503"])",
            R"("attempts":1,"waits_s":[],"finished_at_s":0.0,"outcome":"exhausted","ended_by":"attempts","last_error":"503")");
        row("allowance", plain, R"("run": ["500"], "repeat": true)",
            R"("attempts":2,"waits_s":[1.0],"finished_at_s":1.0,"outcome":"exhausted","ended_by":"allowance","last_error":"500")");
        row("class", plain, R"("run": ["503", "404"])",
            R"("attempts":2,"waits_s":[1.0],"finished_at_s":1.0,"outcome":"fatal","ended_by":"class","last_error":"404")");
        row("quota", plain, R"("run": ["429_quota_spent"])",
            R"("attempts":1,"waits_s":[],"finished_at_s":0.0,"outcome":"fatal","ended_by":"quota_spent","last_error":"429_quota_spent","leave_rung_s":900.0)");
        row("not safe", R"({"safe_to_repeat": false})", R"("run": ["timeout"], "repeat": true)",
            R"("attempts":1,"waits_s":[],"finished_at_s":0.0,"outcome":"fatal","ended_by":"class","last_error":"timeout")");
        row("not safe, nothing done yet", R"({"jitter": "none", "safe_to_repeat": false})",
            R"("run": ["refused", "ok"])",
            R"("attempts":2,"waits_s":[1.0],"finished_at_s":1.0,"outcome":"ok","ended_by":"ok","last_error":null)");
        row("deadline", R"({"jitter": "none", "safe_to_repeat": true, "deadline_s": 3})",
            R"("run": ["503"], "repeat": true)",
            R"("attempts":2,"waits_s":[1.0],"finished_at_s":1.0,"outcome":"exhausted","ended_by":"deadline","last_error":"503")");
        row("an attempt is cut off at the deadline",
            R"({"jitter": "none", "safe_to_repeat": true, "deadline_s": 8, "attempt_takes_s": 5})",
            R"("run": ["503", "ok"])",
            R"("attempts":2,"waits_s":[1.0],"finished_at_s":8.0,"outcome":"exhausted","ended_by":"deadline","last_error":"timeout")");
        row("no time at all", R"({"safe_to_repeat": true, "deadline_s": 0})", R"("run": ["ok"])",
            R"("attempts":0,"waits_s":[],"finished_at_s":0.0,"outcome":"exhausted","ended_by":"deadline","last_error":null)");
        row("waits of nought", R"({"base_s": 0, "jitter": "none", "safe_to_repeat": true, "deadline_s": null})",
            R"("run": ["503", "ok"])",
            R"("attempts":2,"waits_s":[0.0],"finished_at_s":0.0,"outcome":"ok","ended_by":"ok","last_error":null)");
        row("the seed's own settings",
            R"({"jitter": "plus", "jitter_u": 1, "safe_to_repeat": true, "attempt_takes_s": 0.5})",
            R"("run": ["429", "529", "timeout", "503"])",
            R"("attempts":4,"waits_s":[2.0,3.0,5.0],"finished_at_s":12.0,"outcome":"exhausted","ended_by":"attempts","last_error":"503")");
    }
    void everyWayToEndHasItsWord()
    {
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, facts);
        QCOMPARE(oneRun(configuration, run), facts);
    }

    void runsWithoutABreakerDoNotHoldEachOtherUp()
    {
        const auto lines =
            ran("retry", plain, R"({"at_s": 0, "run": ["503"], "repeat": true}, {"at_s": 1, "run": ["503", "ok"]})");
        QVERIFY(lines.contains(R"({"at_s":0.0,"attempts":4,"waits_s":[1.0,2.0,4.0],"finished_at_s":7.0,)"));
        QVERIFY(lines.contains(R"({"at_s":1.0,"attempts":2,"waits_s":[1.0],"finished_at_s":2.0,)"));
    }

    void delaysAndRetryAfter_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QByteArray>("delay");
        const auto row = [](const char* action, const char* delay) {
            QTest::newRow(action) << QByteArray(action) << QByteArray(delay);
        };
        row(R"("delay": 0)", "1.25");
        row(R"("delay": 3)", "8.25");
        row(R"("delay": 5)", "30.0");
        row(R"("delay": 1025)", "30.0");
        row(R"("delay": 2147483647)", "30.0");
        row(R"("retry_after": "7")", "7.0");
        row(R"("retry_after": "0")", "0.0");
        row(R"("retry_after": "86400")", "30.0");
        row(R"("retry_after": "99999999999999999999")", "30.0");
        row(R"("retry_after": "-3")", "null");
        row(R"("retry_after": "1.5")", "null");
        row(R"("retry_after": "120junk")", "null");
        row(R"("retry_after": "Mon, 30 Nov 2026 00:01:10 GMT")", "10.0"); // it is 00:01:00 then
        row(R"("retry_after": "Mon, 30 Nov 2026 00:00:00 GMT")", "0.0");
    }
    void delaysAndRetryAfter()
    {
        QFETCH(QByteArray, action);
        QFETCH(QByteArray, delay);
        QCOMPARE(ran("retry", R"({"jitter_u": 0.25})", "{\"at_s\": 60, " + action + "}"),
            QByteArray(R"({"at_s":60.0,"attempts":null,"waits_s":null,"finished_at_s":null,"outcome":null,)"
                       R"("ended_by":null,"last_error":null,"leave_rung_s":null,"delay_s":)")
                + delay + ",\"breaker\":null,\"events\":[]}\n");
    }

    void aDeadlineBoundsARetryAfterToo()
    {
        QVERIFY(
            ran("retry", R"({"deadline_s": 5})", R"({"at_s": 0, "retry_after": "20"})").contains(R"("delay_s":5.0)"));
    }

    void theCalendarAloneMovesADate()
    {
        const auto lines = ran("retry", R"({"max_s": 3600})",
            R"({"at_s": 0, "wall_jump_s": -60}, {"at_s": 0, "retry_after": "Mon, 30 Nov 2026 00:00:30 GMT"})");
        QVERIFY(lines.contains(R"("delay_s":90.0)"));
    }

    void oneExhaustedActionIsOneFailureOfTheBreakerAroundIt()
    {
        QCOMPARE(ran("retry",
                     R"({"max_attempts": 2, "jitter": "none", "safe_to_repeat": true,
                         "breaker": {"failure_threshold": 2, "cooldown_s": 15}})",
                     R"({"at_s": 0, "run": ["503"], "repeat": true}, {"at_s": 10, "run": ["503"], "repeat": true},
                        {"at_s": 12, "run": ["ok"]}, {"at_s": 26, "run": ["ok"]})"),
            QByteArray(
                R"({"at_s":0.0,"attempts":2,"waits_s":[1.0],"finished_at_s":1.0,"outcome":"exhausted","ended_by":"attempts","last_error":"503","leave_rung_s":null,"delay_s":null,"breaker":{"state":"closed","run":1,"executed":1,"rejected":0,"opened":0},"events":[]}
{"at_s":10.0,"attempts":2,"waits_s":[1.0],"finished_at_s":11.0,"outcome":"exhausted","ended_by":"attempts","last_error":"503","leave_rung_s":null,"delay_s":null,"breaker":{"state":"open","run":0,"executed":2,"rejected":0,"opened":1},"events":[{"from":"closed","to":"open","cause":"threshold"}]}
{"at_s":12.0,"attempts":0,"waits_s":[],"finished_at_s":12.0,"outcome":"refused","ended_by":"refusal","last_error":null,"leave_rung_s":null,"delay_s":null,"breaker":{"state":"open","run":0,"executed":2,"rejected":1,"opened":1},"events":[]}
{"at_s":26.0,"attempts":1,"waits_s":[],"finished_at_s":26.0,"outcome":"ok","ended_by":"ok","last_error":null,"leave_rung_s":null,"delay_s":null,"breaker":{"state":"closed","run":0,"executed":3,"rejected":1,"opened":1},"events":[{"from":"open","to":"half_open","cause":"cooldown"},{"from":"half_open","to":"closed","cause":"probe_succeeded"}]}
)"));
    }

    void aBudgetAllowsItsShareAndItsMinimum()
    {
        QCOMPARE(ran("retry_budget", R"({"ratio": 0.2, "min_per_s": 0, "window_s": 10})",
                     R"({"at_s": 0, "calls": 100, "retries_wanted": 40}, {"at_s": 1, "calls": 0, "retries_wanted": 1},
                        {"at_s": 2, "calls": 10, "retries_wanted": 40}, {"at_s": 30, "calls": 0, "retries_wanted": 5},
                        {"at_s": 30, "tick": true})"),
            QByteArray(R"({"at_s":0.0,"retries_allowed":20,"events":[]}
{"at_s":1.0,"retries_allowed":0,"events":[]}
{"at_s":2.0,"retries_allowed":2,"events":[]}
{"at_s":30.0,"retries_allowed":0,"events":[]}
{"at_s":30.0,"retries_allowed":null,"events":[]}
)"));
        QCOMPARE(
            ran("retry_budget", R"({"ratio": 0.2, "min_per_s": 1, "window_s": 10})",
                R"({"at_s": 0, "calls": 100, "retries_wanted": 40}, {"at_s": 30, "calls": 0, "retries_wanted": 40})"),
            QByteArray("{\"at_s\":0.0,\"retries_allowed\":30,\"events\":[]}\n"
                       "{\"at_s\":30.0,\"retries_allowed\":10,\"events\":[]}\n"));
    }

    void aHungRungLeavesTheOthersTheirReserve()
    {
        QCOMPARE(ran("deadline",
                     R"({"budget_s": 10, "rungs": [{"name": "primary", "limit_s": 20},
                         {"name": "secondary", "limit_s": 5, "reserve_s": 3}, {"name": "cache", "reserve_s": 0.5}]})",
                     R"({"at_s": 0, "took_s": {"primary": 6}}, {"at_s": 1, "took_s": {"primary": 60, "secondary": 60}},
                        {"at_s": 2, "tick": true})"),
            QByteArray(
                R"({"at_s":0.0,"given_s":{"primary":6.5,"secondary":3.5,"cache":4.0},"started":["primary","secondary","cache"],"skipped":[],"events":[]}
{"at_s":1.0,"given_s":{"primary":6.5,"secondary":3.0,"cache":0.5},"started":["primary","secondary","cache"],"skipped":[],"events":[]}
{"at_s":2.0,"given_s":null,"started":null,"skipped":null,"events":[]}
)"));
    }

    void aRungWithNothingLeftIsSkippedAndNoBudgetIsNoBound()
    {
        QCOMPARE(ran("deadline", R"({"budget_s": 3, "rungs": [{"name": "primary", "limit_s": 20},
                                     {"name": "cache", "reserve_s": 3}]})",
                     R"({"at_s": 0, "took_s": {"primary": 2}})"),
            QByteArray("{\"at_s\":0.0,\"given_s\":{\"primary\":0.0,\"cache\":3.0},\"started\":[\"cache\"],\"skipped\":["
                       "\"primary\"],\"events\":[]}\n"));
        QCOMPARE(
            ran("deadline", R"({"budget_s": null, "rungs": [{"name": "primary", "limit_s": 20}, {"name": "cache"}]})",
                R"({"at_s": 0, "took_s": {"primary": 60}})"),
            QByteArray(
                "{\"at_s\":0.0,\"given_s\":{\"primary\":20.0,\"cache\":null},\"started\":[\"primary\",\"cache\"],"
                "\"skipped\":[],\"events\":[]}\n"));
    }

    void aWrongScriptNamesItsPlace_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* name, const char* part, const char* configuration, const char* step,
                             const char* error) {
            QTest::newRow(name) << QByteArray(part) << QByteArray(configuration) << QByteArray(step)
                                << QByteArray(error);
        };
        row("no attempts", "retry", R"({"max_attempts": 0})", R"("tick": true)",
            "/retry/max_attempts (line 1): expected a whole number from 1 to 1000, found 0");
        row("max below base", "retry", R"({"base_s": 60})", R"("tick": true)",
            "/retry/max_s (line 1): expected at least base_s and at most 86400 seconds");
        row("draw", "retry", R"({"jitter_u": 1.1})", R"("tick": true)",
            "/retry/jitter_u (line 1): expected a number from 0 to 1, found 1.1");
        row("jitter", "retry", R"({"jitter": "some"})", R"("tick": true)",
            "/retry/jitter (line 1): expected one of none, plus, full, found \"some\"");
        row("attempts named otherwise", "retry", R"({"max_retries": 3})", R"("tick": true)",
            "/retry/max_retries (line 1): unknown key \"max_retries\"");
        row("breaker", "retry", R"({"breaker": {"cooldown": 1}})", R"("tick": true)",
            "/retry/breaker/cooldown (line 1): unknown key \"cooldown\"");
        row("safe or not", "retry", "{}", R"("run": ["ok"])",
            "/steps/0/run (line 2): expected safe_to_repeat in the configuration: it has no default");
        row("no outcomes", "retry", plain, R"("run": [])", "/steps/0/run (line 2): expected at least one outcome");
        row("too few", "retry", plain, R"("run": ["503", "503"])",
            "/steps/0/run (line 2): expected an outcome for each of the 4 attempts that are made, or \"repeat\": true");
        row("no text", "retry", plain, R"("run": [503])",
            "/steps/0/run/0 (line 2): expected a text: \"ok\" or a failure class");
        row("no class", "retry", plain, R"("run": ["ok", "slow"])",
            "/steps/0/run/1 (line 2): expected \"ok\" or a failure class (timeout, reset, refused, an HTTP status such "
            "as 503, 529_overloaded, 429_quota_spent, cancelled, throw), found \"slow\"");
        row("delay", "retry", plain, R"("delay": -1)",
            "/steps/0/delay (line 2): expected a whole number from 0 to 9223372036854775807, found -1");
        row("ratio", "retry_budget", R"({"ratio": -0.1})", R"("tick": true)",
            "/retry_budget/ratio (line 1): expected a number from 0 to 10, found -0.1");
        row("calls", "retry_budget", "{}", R"("calls": 1.5)",
            "/steps/0/calls (line 2): expected a whole number from 0 to 1000000000, found 1.5");
        row("no rungs", "deadline", R"({"budget_s": 1, "rungs": []})", R"("tick": true)",
            "/deadline/rungs (line 1): expected at least one rung");
        row("two of a name", "deadline", R"({"rungs": [{"name": "a"}, {"name": "a"}]})", R"("tick": true)",
            "/deadline/rungs/1/name (line 1): expected a name that no other rung has, found \"a\"");
        row("limit", "deadline", R"({"rungs": [{"name": "a", "limit_s": 0}]})", R"("tick": true)",
            "/deadline/rungs/0/limit_s (line 1): expected a number from 0.001 to 2592000, found 0");
        row("unknown rung", "deadline", R"({"rungs": [{"name": "a"}]})", R"("took_s": {"b": 1})",
            "/steps/0/took_s/b (line 2): unknown key \"b\"");
    }
    void aWrongScriptNamesItsPlace()
    {
        QFETCH(QByteArray, part);
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, step);
        QFETCH(QByteArray, error);
        QCOMPARE(ran(part, configuration, "{\"at_s\": 0, " + step + "}"), error);
    }
};

QTEST_APPLESS_MAIN(TestSimulateRetry)
#include "tst_simulate_retry.moc"
