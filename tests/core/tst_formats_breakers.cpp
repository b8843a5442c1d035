// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/reading_text.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::reading_text;
using namespace std::chrono_literals;

/// What the breaker libraries publish is read by their own rules: nothing is guessed, and what is concluded says so.
class TestFormatsBreakers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheBodies_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* file, const char* expected) {
            QTest::newRow(file) << QString(file) << QString(expected);
        };
        row("seed-breaker/two_breakers.json", "DEGRADED: warehouse HALF_OPEN, carrier CLOSED []");
        row("resilience4j-circuitbreakers/nulls_and_forced.json", "DEGRADED: stock CLOSED, tax/eu FORCED_OPEN []");
        row("resilience4j-circuitbreakers/names_only.json",
            "DEGRADED: stock UNKNOWN, tax/eu UNKNOWN, stock[1] UNKNOWN [names-only]");
        row("resilience4j-circuitbreaker-events/out_of_order.json", "-: stock CLOSED, tax UNKNOWN []");
        row("resilience4j-circuitbreaker-events/reset.json", "-: stock CLOSED []");
        row("resilience4j-update-state/closed.json", "-: stock CLOSED []");
        row("resilience4j-update-state/disabled.json", "-: tax/eu DISABLED []");
        row("opossum-status/half_open_says_open_too.json", "DEGRADED: quotes HALF_OPEN []");
        row("opossum-status/shut_down.json", "HEALTHY: quotes DISABLED, quotes[1] CLOSED [shutdown]");
        row("breaker-json/go_fields.json", "DEGRADED: ledger OPEN, mail HALF_OPEN []");
        row("breaker-json/polly_words.json", "DEGRADED: ledger FORCED_OPEN, mail HALF_OPEN, search CLOSED []");
        row("breaker-json/bare_numbers.json", "DEGRADED: ledger UNKNOWN, mail CLOSED [ambiguous-number]");
    }
    void readsTheBodies()
    {
        QFETCH(QString, file);
        QFETCH(QString, expected);
        const auto reading = readFile(file);
        QCOMPARE(breakersText(reading), expected);
        QCOMPARE(text(reading->format), file.section('/', 0, 0));
    }

    void aNumberNeedsItsLibrary()
    {
        const QByteArray body = R"({"a":{"state":1},"b":{"state":"2"},"c":{"state":0}})";
        QCOMPARE(breakersText(readBody(body)),
            QStringLiteral("DEGRADED: a UNKNOWN, b UNKNOWN, c CLOSED [ambiguous-number]"));
        const auto pinned = [&](std::string_view pin) { return breakersText(readBody(body, 200, pin)); };
        QCOMPARE(pinned("breaker-json:gobreaker"), QStringLiteral("DEGRADED: a HALF_OPEN, b OPEN, c CLOSED []"));
        QCOMPARE(pinned("breaker-json:failsafe-go"), QStringLiteral("DEGRADED: a OPEN, b HALF_OPEN, c CLOSED []"));
        QCOMPARE(
            pinned("breaker-json:armeria"), QStringLiteral("DEGRADED: a CLOSED, b UNKNOWN, c OPEN [unknown-word]"));
        QCOMPARE(text(readBody(body, 200, "breaker-json:failsafe-go")->profile), QStringLiteral("failsafe-go"));
        QVERIFY(readBody(body)->profile.empty());
    }

    void whoseNumbersTheyAreShowsBesideThem()
    {
        QCOMPARE(text(readFile("breaker-json/go_fields.json")->profile), QStringLiteral("gobreaker"));
        const auto cockatiel = readBody(R"({"a":{"state":2,"json":{"ownState":{"value":2}}},"b":{"state":1}})");
        QCOMPARE(breakersText(cockatiel), QStringLiteral("DEGRADED: a HALF_OPEN, b OPEN []"));
        QCOMPARE(text(cockatiel->profile), QStringLiteral("cockatiel"));
        const auto both = readBody(R"([{"name":"a","state":2,"json":{"ownState":{}}},
            {"name":"b","state":2,"counts":{"TotalSuccesses":0,"ConsecutiveFailures":0}}])");
        QCOMPARE(breakersText(both), QStringLiteral("DEGRADED: a UNKNOWN, b UNKNOWN [ambiguous-number]"));
        const auto worded = readBody(R"([{"name":"a","state":2,"state_text":"half-open"}])");
        QCOMPARE(breakersText(worded), QStringLiteral("DEGRADED: a HALF_OPEN []"));
    }

    void aRateBelowZeroIsNotKnown()
    {
        const auto reading = readFile("resilience4j-circuitbreakers/nulls_and_forced.json");
        const auto& stock = reading->breakers[0];
        QCOMPARE(stock.failureRate->milli, std::int64_t{37'500});
        QVERIFY(!stock.slowRate);
        QCOMPARE(stock.tripRate->milli, std::int64_t{50'000});
        const auto& tax = reading->breakers[1];
        QVERIFY(!tax.failureRate && !tax.tripRate);
        // Counts of a window fall: they are none of the lifetime counters, whose fall would mean a restart.
        QVERIFY(stock.calls.empty() && tax.calls.empty());
    }

    void switchedOffProtectionRaisesNothing()
    {
        QCOMPARE(
            breakersText(readBody(R"({"circuitBreakers":{"a":{"state":"DISABLED"},"b":{"state":"METRICS_ONLY"}}})")),
            QStringLiteral("HEALTHY: a DISABLED, b METRICS_ONLY []"));
        QCOMPARE(breakersText(readBody(R"({"circuitBreakers":{"a":{"state":null}}})")),
            QStringLiteral("DEGRADED: a UNKNOWN []"));
        QCOMPARE(breakersText(readBody(R"({"circuitBreakers":{"a":{"state":"SULKING"}}})")),
            QStringLiteral("DEGRADED: a UNKNOWN [unknown-word]"));
        QCOMPARE(breakersText(readBody(R"({"circuitBreakers":{}})")), QStringLiteral("-:  []"));
        QCOMPARE(breakersText(readBody(R"({"circuitBreakers":null})")), QStringLiteral("unknown-format"));
    }

    void aStateFromARingIsMarkedAsConcluded()
    {
        const auto reading = readFile("resilience4j-circuitbreaker-events/out_of_order.json");
        QCOMPARE(
            text(reading->breakers[0].inferredFrom), QStringLiteral("HALF_OPEN_TO_CLOSED at 2026-11-02T01:00:30.000Z"));
        QVERIFY(reading->breakers[1].inferredFrom.empty());
        QCOMPARE(timelineText(*reading),
            QStringLiteral("01:00:00.000 stock STATE_TRANSITION; 01:00:02.000 tax SUCCESS; "
                           "01:00:15.000 stock STATE_TRANSITION; 01:00:30.000 stock STATE_TRANSITION"));
        const auto& first = reading->timeline[0];
        QCOMPARE(text(first.from) + '>' + text(first.to), QStringLiteral("CLOSED>FORCED_OPEN"));
        const auto& second = reading->timeline[2];
        QCOMPARE(text(second.from) + '>' + text(second.to), QStringLiteral("FORCED_OPEN>HALF_OPEN"));
        QVERIFY(reading->events.empty()); // those are numbered, and a hole in them counts
    }

    void aTransitionWithoutATimeOrWithOddWordsConcludesNothing()
    {
        QCOMPARE(breakersText(readBody(R"({"circuitBreakerEvents":[{"circuitBreakerName":"a","type":"STATE_TRANSITION",
            "creationTime":"yesterday","stateTransition":"CLOSED_TO_OPEN"}]})")),
            QStringLiteral("-: a UNKNOWN []"));
        const auto odd = readBody(R"({"circuitBreakerEvents":[{"circuitBreakerName":"a","type":"STATE_TRANSITION",
            "creationTime":"2026-11-02T01:00:00Z","stateTransition":"_TO_OPEN"}]})");
        QCOMPARE(breakersText(odd), QStringLiteral("-: a UNKNOWN []"));
        QVERIFY(odd->timeline[0].to.empty());
        QCOMPARE(breakersText(readBody(R"({"circuitBreakerEvents":{}})")), QStringLiteral("unknown-format"));
    }

    void aChangeIsAcceptedOrRefused()
    {
        const auto closed = readFile("resilience4j-update-state/closed.json");
        QVERIFY(closed->accepted == true);
        QCOMPARE(text(closed->message), QStringLiteral("stock state has been changed successfully"));
        const auto refused =
            readBody(R"({"status":400,"error":"Bad Request","path":"/x"})", 400, "resilience4j-update-state");
        QCOMPARE(breakersText(refused), QStringLiteral("bad-request"));
        QCOMPARE(breakersText(readBody("{}", 405, "resilience4j-update-state")), QStringLiteral("not-found"));
        QCOMPARE(breakersText(readBody("{}", 403, "resilience4j-update-state")), QStringLiteral("auth-required"));
    }

    void opossumsMarksHaveAnOrder()
    {
        const auto state = [](const char* marks) {
            return breakersText(readBody(QByteArray(R"({"state":{"name":"q",)") + marks + "}}"));
        };
        QCOMPARE(state(R"("enabled":false,"halfOpen":true,"open":true)"), QStringLiteral("HEALTHY: q DISABLED []"));
        QCOMPARE(state(R"("enabled":true,"halfOpen":false,"open":true,"closed":true)"),
            QStringLiteral("DEGRADED: q OPEN []"));
        QCOMPARE(state(R"("enabled":"true","halfOpen":"false","open":"false","closed":"true")"),
            QStringLiteral("HEALTHY: q CLOSED []"));
        QCOMPARE(state(R"("enabled":true,"halfOpen":false,"open":false,"closed":false)"),
            QStringLiteral("DEGRADED: q UNKNOWN []"));
        QCOMPARE(breakersText(readBody("[]", 200, "opossum-status")), QStringLiteral("unknown-format"));
    }

    void aCachedAnswerPastItsLimitBreaksTheContract_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("flags");
        QTest::addColumn<bool>("usable");
        QTest::newRow("0 s") << QByteArray(R"({"mode":"cached","data":[],"age_s":0})") << QString() << true;
        QTest::newRow("120 s") << QByteArray(R"({"mode":"cached","data":[],"age_s":120})") << QString() << true;
        QTest::newRow("past it") << QByteArray(R"({"mode":"cached","data":[],"age_s":120.001})")
                                 << QStringLiteral("contract-violation") << false;
        QTest::newRow("negative") << QByteArray(R"({"mode":"cached","data":[],"age_s":-1})")
                                  << QStringLiteral("contract-violation") << false;
        QTest::newRow("no age") << QByteArray(R"({"mode":"cached","data":[]})") << QStringLiteral("contract-violation")
                                << false;
    }
    void aCachedAnswerPastItsLimitBreaksTheContract()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, flags);
        QFETCH(bool, usable);
        const auto reading = readBody(body);
        QVERIFY(reading.ok());
        QCOMPARE(text(reading->rung), QStringLiteral("cached"));
        QCOMPARE(flagsText(*reading), flags);
        QVERIFY(reading->cacheAge->usable == usable);
        QVERIFY(reading->cacheAge->limit == 120s);
    }

    void otherAnswersOfTheSeed()
    {
        QCOMPARE(flagsText(*readFile("seed-breaker/cached_answer_too_old.json")), QStringLiteral("contract-violation"));
        const auto simple = readBody(R"({"mode":"simplified","data":[],"reason":"probe-failed"})");
        QVERIFY(!simple->cacheAge);
        QCOMPARE(text(simple->message), QStringLiteral("probe-failed"));
        QCOMPARE(flagsText(*readBody(R"({"mode":"guessed","data":[]})")), QStringLiteral("unknown-word"));
        const auto one =
            readBody(R"({"service":"s","state":"open","total_calls":9,"successes":5,"failures":4,"circuit_opens":2})");
        QCOMPARE(breakersText(one), QStringLiteral("DEGRADED: s OPEN []"));
        QCOMPARE(one->breakers[0].calls.at("failed"), std::uint64_t{4});
        QVERIFY(one->breakers[0].opened == std::uint64_t{2});
    }

    void listsAreLimited()
    {
        const auto body = [](int count) {
            QByteArray text = R"({"circuitBreakers":[)";
            for (int i = 0; i < count; ++i)
                text += i ? R"(,"x")" : R"("x")";
            return text + "]}";
        };
        QCOMPARE(readBody(body(5000))->breakers.size(), std::size_t{5000});
        QCOMPARE(breakersText(readBody(body(5001))), QStringLiteral("too-large"));
    }
};

QTEST_APPLESS_MAIN(TestFormatsBreakers)
#include "tst_formats_breakers.moc"
