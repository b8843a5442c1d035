// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/formats/dotnet_time_span.h"
#include "shown_reading.h"

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const QStringList healthJson{"Content-Type: application/health+json; charset=utf-8"};

} // namespace

/// Health documents with a verdict on top and a list of checks: ASP.NET Core, MicroProfile, the IETF draft and the
/// Node libraries (FORMATS 4.4 to 4.6, 4.8), and answers that say how degraded they are (4.2).
class TestHealthDocuments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aspnet_data()
    {
        readingColumns();
        readingRow("numbers: zero is the bad one",
            R"({"status":1,"totalDuration":"00:00:01","entries":{"a":{"status":2},"b":{"status":1},"c":{"status":0}}})",
            200, "aspnet-health-ui DEGRADED [a HEALTHY, b DEGRADED, c UNAVAILABLE]");
        readingRow("a number that the enum does not have", R"({"status":3,"entries":{"a":{"status":-1}}})", 200,
            "aspnet-health-ui DEGRADED [a UNKNOWN] unknown-word");
        readingRow("member names in any case",
            R"({"Status":"Healthy","TotalDuration":"00:00:00.5","Entries":{"Db":{"Status":"Healthy"}}})", 200,
            "aspnet-health-ui HEALTHY [Db HEALTHY]");
        readingRow("nested entries",
            R"({"status":"Unhealthy","entries":{"eu":{"status":"Unhealthy","entries":{"db":{"status":"Unhealthy"}}}}})",
            503, "aspnet-health-ui UNAVAILABLE [eu UNAVAILABLE, eu/db UNAVAILABLE]");
        readingRow("Degraded under 200 is by design", R"({"status":"Degraded","entries":{}})", 200,
            "aspnet-health-ui DEGRADED [] no-checks");
        readingRow("Degraded mapped to 500", R"({"status":"Degraded","entries":{"a":{"status":"Degraded"}}})", 500,
            "aspnet-health-ui CRITICAL [a DEGRADED] http-body-disagree");
        readingRow("Healthy over a degraded entry", R"({"status":"Healthy","entries":{"a":{"status":"Degraded"}}})",
            200, "aspnet-health-ui DEGRADED [a DEGRADED] masked");
        readingRow("hand-written, with a list",
            R"({"status":"Healthy","checks":[{"name":"a","status":"Healthy"},{"name":"a","status":"Healthy"}],"totalDuration":"1"})",
            200, "aspnet-health-ui HEALTHY [a HEALTHY, a[1] HEALTHY]");
        readingRow("a null report", "{}", 200, "unknown-format");
    }
    void aspnet() { COMPARE_READING_ROW(); }

    void aspnetNotesAndDurations()
    {
        const auto reading = readWith(R"({"status":"Degraded","totalDuration":"00:00:02.0420000","entries":{
            "a":{"status":"Degraded","duration":"00:00:00.0018","description":"slow","exception":{"message":"timeout"}},
            "b":{"status":"Degraded","duration":"28","description":"same","exception":"same"},
            "c":{"status":"Degraded","duration":"soon"}}})",
            200, {});
        QVERIFY(reading->total == 2042ms);
        QVERIFY(reading->components[0].latency == 1800us);
        QCOMPARE(reading->components[0].note, std::string("slow: timeout"));
        QVERIFY(reading->components[1].latency == 28s);
        QCOMPARE(reading->components[1].note, std::string("same"));
        QVERIFY(!reading->components[2].latency);
    }

    void timeSpans_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("nanoseconds");
        const auto row = [](const char* text, Duration value) {
            QTest::newRow(text) << QByteArray(text) << qint64{value.count()};
        };
        row("00:00:28", 28s);
        row("28", 28s);
        row("28.5", 28'500ms);
        row("1.02:03:04.0000005", 26h + 3min + 4s + 500ns);
        row("23:59:59.9999999", 24h - 100ns);
        row("106000.00:00:00", 106'000 * 24h);
        constexpr Duration none{-1};
        for (const char* text : {"24:00:00", "00:60:00", "00:00:60", "-00:00:01", "00:00", "00:00:01.", "00:00:01.x",
                 "1:2:3:4", "106001.00:00:00", "", "soon", "00:00:-1", "99999999999999999999"})
            row(text, none);
    }
    void timeSpans()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, nanoseconds);
        QCOMPARE(qint64{formats::fromTimeSpan(text.constData()).value_or(Duration{-1}).count()}, nanoseconds);
    }

    void microprofile_data()
    {
        readingColumns();
        readingRow("old words mixed with new ones",
            R"({"outcome":"DOWN","checks":[{"name":"a","status":"UP"},{"name":"b","state":"DOWN"}]})", 503,
            "microprofile-health UNAVAILABLE [a HEALTHY, b UNAVAILABLE]");
        readingRow("500 for DOWN", R"({"status":"DOWN","checks":[{"name":"a","status":"DOWN"}]})", 500,
            "microprofile-health UNAVAILABLE [a UNAVAILABLE]");
        readingRow(
            "nothing deployed yet", R"({"checks":[],"status":"UP"})", 200, "microprofile-health HEALTHY [] no-checks");
        readingRow("nothing deployed yet, and said so", R"({"checks":[],"status":"DOWN"})", 503,
            "microprofile-health UNAVAILABLE [] no-checks");
        readingRow("a check that threw goes by its class, twice",
            R"({"status":"DOWN","checks":[{"name":"X","status":"DOWN","data":null},{"name":"X","status":"UP"}]})", 503,
            "microprofile-health UNAVAILABLE [X UNAVAILABLE, X[1] HEALTHY]");
        readingRow("Node's words", R"({"status":"STOPPING","checks":[{"name":"a","state":"STOPPED"}]})", 503,
            "microprofile-health UNAVAILABLE [a UNAVAILABLE]");
        readingRow("Node, starting under 200", R"({"status":"STARTING","checks":[{"name":"a","state":"STARTING"}]})",
            200, "microprofile-health DEGRADED [a DEGRADED]");
        readingRow(
            "health+json is the draft's", R"({"status":"UP","checks":[]})", 200, "ietf-health HEALTHY []", healthJson);
    }
    void microprofile() { COMPARE_READING_ROW(); }

    void ietf_data()
    {
        readingColumns();
        readingRow("an index only where there are several",
            R"({"status":"fail","checks":{"db:time":[{"status":"pass"}],"cpu":[{"status":"warn"},{"status":"fail"}]}})",
            503, "ietf-health UNAVAILABLE [db:time HEALTHY, cpu[0] DEGRADED, cpu[1] UNAVAILABLE]");
        readingRow("pass over a warning", R"({"status":"pass","checks":{"a:b":[{"status":"warn"}]}})", 200,
            "ietf-health DEGRADED [a:b DEGRADED] masked");
        readingRow("no status is unknown", R"({"status":"pass","checks":{"a:b":[{"observedValue":3}]}})", 200,
            "ietf-health HEALTHY [a:b UNKNOWN]");
        readingRow("bare words count, bare numbers do not",
            R"({"status":"ok","checks":{"redis":"ok","queue":12,"mail":"down"}})", 200,
            "ietf-health DEGRADED [redis HEALTHY, mail UNAVAILABLE] masked", healthJson);
        readingRow(
            "an empty list for a key", R"({"status":"Pass","checks":{"a:b":[]}})", 200, "ietf-health HEALTHY []");
        readingRow(
            "a 404 with fail is a verdict", R"({"status":"fail","serviceId":"x"})", 404, "ietf-health UNAVAILABLE []");
        readingRow(
            "a 400 with fail is a verdict", R"({"status":"FAIL","releaseId":"1"})", 400, "ietf-health UNAVAILABLE []");
        readingRow("a 404 that passes contradicts itself", R"({"status":"pass","serviceId":"x"})", 404,
            "ietf-health DEGRADED [] http-body-disagree");
        readingRow("by its type alone", R"({"status":"warn"})", 200, "ietf-health DEGRADED []", healthJson);
        readingRow("nothing said", R"({"checks":{"a:b":[{}]}})", 200, "unknown-format");
        readingRow("nothing said under 503", R"({"checks":{"a:b":[{}]}})", 503,
            "ietf-health UNAVAILABLE [a:b UNKNOWN] no-verdict");
    }
    void ietf() { COMPARE_READING_ROW(); }

    void ietfTimesAndValues()
    {
        const auto reading = readWith(R"({"status":"pass","output":"all fine","checks":{
            "db:responseTime":[{"status":"pass","observedValue":"250","observedUnit":"ms","time":"2026-11-30T09:41:07Z"}],
            "up":[{"status":"pass","observedValue":3,"observedUnit":"ms","time":"yesterday","output":"x"}]}})",
            200, healthJson);
        QCOMPARE(reading->message, std::string("all fine"));
        QVERIFY(reading->components[0].latency == 250ms);
        QVERIFY(reading->components[0].checkedAt == WallTime{1'796'031'667s});
        QVERIFY(!reading->components[1].latency && !reading->components[1].checkedAt);
        QCOMPARE(reading->components[1].note, std::string("x"));
    }

    void node_data()
    {
        readingColumns();
        readingRow("nest: details hold both", R"({"status":"error","info":{"a":{"status":"up"}},
            "error":{"b":{"status":"down","message":"x"}},"details":{"a":{"status":"up"},"b":{"status":"down"}}})",
            503, "nestjs-terminus UNAVAILABLE [a HEALTHY, b UNAVAILABLE]");
        readingRow("nest: shutting down on purpose", R"({"status":"shutting_down","info":{},"error":{},"details":{}})",
            503, "nestjs-terminus UNAVAILABLE [] deliberate no-checks");
        readingRow("nest: null is another mix",
            R"({"status":"ok","info":{"a":{"status":"up"}},"error":null,"details":null})", 200,
            "terminus HEALTHY [a HEALTHY]");
        readingRow("godaddy: a user's field is no verdict", R"({"status":"ok","mode":"degraded","info":{"n":1}})", 200,
            "terminus HEALTHY []");
        readingRow("godaddy: causes", R"({"status":"error","error":[{"message":"a"},{"b":"c"},"d",{}],"details":[1]})",
            503, "terminus UNAVAILABLE []");
        readingRow("godaddy: ok over a part that is down",
            R"({"status":"ok","details":{"db":{"status":"down"},"n":4}})", 200,
            "terminus DEGRADED [db UNAVAILABLE] masked");
        readingRow("an error as a text", R"({"status":"error","error":"db is gone"})", 500, "terminus UNAVAILABLE []");
    }
    void node() { COMPARE_READING_ROW(); }

    void terminusCausesAreCounted()
    {
        const auto reading = readWith(
            R"({"status":"error","error":[{"message":"a"},{"b":"c","d":1,"e":"f"},"g",{}],"details":[{}]})", 503, {});
        QCOMPARE(reading->errors, std::optional<std::uint64_t>(4));
        QCOMPARE(reading->message, std::string("a; b: c, e: f; g; no message"));
        QVERIFY(!readWith(R"({"status":"ok","details":{}})", 200, {})->errors);
    }

    void degradedAnswers_data()
    {
        readingColumns();
        readingRow("severe under 200, status degraded",
            R"({"status":"degraded","degradation":{"level":"severe","affected":["s3"]}})", 200,
            "seed-response CRITICAL []");
        readingRow(
            "header none", R"({"status":"ok","data":1})", 200, "seed-response HEALTHY []", {"X-Degradation: none"});
        readingRow("the header is worse", R"({"degradation":{"level":"partial"}})", 200,
            "seed-response CRITICAL [] header-body-disagree", {"X-Degradation: severe"});
        readingRow("the body is worse", R"({"degradation":{"level":"unavailable"}})", 503,
            "seed-response UNAVAILABLE [] header-body-disagree", {"X-Degradation: partial"});
        readingRow("they agree", R"({"degradation":{"level":"Partial"}})", 200, "seed-response DEGRADED []",
            {"X-Degradation: partial"});
        readingRow("only a status", R"({"status":"partial","degradation":{}})", 200, "seed-response DEGRADED []");
        readingRow("a level that nobody knows", R"({"status":"ok","degradation":{"level":"wobbly"}})", 200,
            "seed-response DEGRADED [] unknown-word");
        readingRow("data with a status of its own is no envelope",
            R"({"data":{"status":"down"},"degradation":{"level":"partial"}})", 200, "seed-response DEGRADED []");
        readingRow("severe under 500", R"({"degradation":{"level":"severe"}})", 500, "seed-response CRITICAL []");
    }
    void degradedAnswers() { COMPARE_READING_ROW(); }

    void degradedNames()
    {
        const auto reading =
            readWith(R"({"degradation":{"level":"partial","message":"m","affected":["s3",4,"a b"]},"message":"outer"})",
                200, {"X-Degraded-Features:  s3 , ,search,", "X-Degradation: partial"});
        QCOMPARE(reading->degradedFeatures, (std::vector<std::string>{"s3", "a b", "search"}));
        QCOMPARE(reading->message, std::string("m"));
    }
};

QTEST_APPLESS_MAIN(TestHealthDocuments)
#include "tst_health_documents.moc"
