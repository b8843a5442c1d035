// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch::testing;

namespace {

constexpr auto seed = R"("health": {"services": [{"name": "s3", "critical": true}, {"name": "lambda", "critical": true},
    {"name": "sagemaker", "flag": "sagemaker_enrichment", "timeout_s": 5}, {"name": "cloudwatch", "flag": "metrics"}],
    "flags": {"sagemaker_enrichment": true, "metrics": false}})";

} // namespace

/// Health and degraded answers tried from outside, in a script's words.
class TestSimulateHealth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSeedsChecks()
    {
        QCOMPARE(printed(seed, R"({"at_s": 0, "tick": true},
                {"at_s": 1, "checks": [{"name": "s3", "status": "healthy", "latency_ms": 12.3},
                    {"name": "lambda", "status": "healthy", "latency_ms": 45.1}, {"name": "sagemaker", "status":
                    "unhealthy", "latency_ms": 5001.2, "error": "Endpoint scaling in progress"},
                    {"name": "cloudwatch", "status": "unhealthy", "error": null}]},
                {"at_s": 2, "checks": [{"name": "sagemaker", "status": "healthy", "latency_ms": 5000}]},
                {"at_s": 3, "checks": [{"name": "sagemaker", "status": "healthy", "latency_ms": 5000.1}]},
                {"at_s": 4, "checks": [{"name": "s3", "status": "UP"}]},
                {"at_s": 5, "checks": [{"name": "lambda", "status": "unhealthy"}]})"),
            QByteArray(
                R"({"at_s":0.0,"level":"unavailable","http_status":503,"message":"Critical services unavailable: ['s3', 'lambda']","available_features":[],"degraded_features":["s3","lambda","sagemaker"],"events":[]}
{"at_s":1.0,"level":"degraded","http_status":200,"message":"Optional services unavailable: ['sagemaker']","available_features":["s3","lambda"],"degraded_features":["sagemaker"],"events":[]}
{"at_s":2.0,"level":"healthy","http_status":200,"message":"All services operating normally","available_features":["s3","lambda","sagemaker"],"degraded_features":[],"events":[{"from":"degraded","to":"healthy","cause":"checks"}]}
{"at_s":3.0,"level":"degraded","http_status":200,"message":"Optional services unavailable: ['sagemaker']","available_features":["s3","lambda"],"degraded_features":["sagemaker"],"events":[{"from":"healthy","to":"degraded","cause":"checks"}]}
{"at_s":4.0,"level":"critical","http_status":503,"message":"Some critical services degraded: ['s3']","available_features":["lambda"],"degraded_features":["s3","sagemaker"],"events":[{"from":"degraded","to":"critical","cause":"checks"}]}
{"at_s":5.0,"level":"unavailable","http_status":503,"message":"Critical services unavailable: ['s3', 'lambda']","available_features":[],"degraded_features":["s3","lambda","sagemaker"],"events":[{"from":"critical","to":"unavailable","cause":"checks"}]}
)"));
    }

    void aCheckThatHangsTimesOutByItself()
    {
        const auto lines = printed(R"("health": {"services": [{"name": "s3", "critical": true, "timeout_s": 2}]})",
            R"({"at_s": 0, "checks": [{"name": "s3", "status": "healthy"}]},
               {"at_s": 1, "checks": [{"name": "s3", "status": "running"}]},
               {"at_s": 3, "tick": true}, {"at_s": 3.001, "tick": true},
               {"at_s": 4, "checks": [{"name": "s3", "status": "healthy", "latency_ms": 3000}]},
               {"at_s": 5, "checks": [{"name": "s3", "status": "healthy", "latency_ms": 10}]})")
                               .split('\n');
        QVERIFY2(lines[2].contains(R"("level":"healthy")"), lines[2]);
        QVERIFY2(lines[3].contains(R"("events":[{"from":"healthy","to":"unavailable","cause":"timeout"}])"), lines[3]);
        QVERIFY2(lines[4].contains(R"("level":"unavailable")") && lines[4].endsWith(R"("events":[]})"), lines[4]);
        QVERIFY2(lines[5].contains(R"("events":[{"from":"unavailable","to":"healthy","cause":"checks"}])"), lines[5]);
    }

    void aFlipNeedsEqualReadings()
    {
        const auto lines = printed(R"("health": {"services": [{"name": "s3"}], "down_after": 2, "up_after": 1})",
            R"({"at_s": 0, "checks": [{"name": "s3", "status": "healthy"}]},
               {"at_s": 1, "checks": [{"name": "s3", "status": "unhealthy"}]},
               {"at_s": 2, "checks": [{"name": "s3", "status": "unhealthy"}]},
               {"at_s": 3, "checks": [{"name": "s3", "status": "healthy"}]})")
                               .split('\n');
        QVERIFY2(lines[1].contains(R"("level":"healthy")"), lines[1]);
        QVERIFY2(lines[2].contains(R"("level":"degraded")"), lines[2]);
        QVERIFY2(lines[3].contains(R"("level":"healthy")"), lines[3]);
    }

    void flagsMayBeAListOfThoseThatAreOn()
    {
        const auto services =
            QByteArray(R"("health": {"services": [{"name": "a", "flag": "f"}, {"name": "b", "flag": "g"}],
            "flags": ["g"]})");
        QCOMPARE(printed(services, R"({"at_s": 0, "tick": true})"),
            QByteArray(
                R"({"at_s":0.0,"level":"degraded","http_status":200,"message":"Optional services unavailable: ['b']","available_features":[],"degraded_features":["b"],"events":[]}
)"));
    }

    void theSeedsAnswers()
    {
        QCOMPARE(printed(R"("response": {})", R"({"at_s": 0, "build": {"level": "none", "result": {"answer": "42"}}},
                {"at_s": 0, "build": {"level": "partial", "result": {"answer": "42", "n": [1, 2.5, null, true]},
                    "affected": ["sagemaker"], "fallbacks": ["default_enrichment"]}},
                {"at_s": 0, "build": {"level": "severe", "result": {}, "affected": ["a\r\nb"], "fallbacks": []}},
                {"at_s": 0, "build": {"level": "unavailable", "affected": ["s3", "lambda"]}},
                {"at_s": 0, "tick": true})"),
            QByteArray(
                R"({"at_s":0.0,"status_code":200,"headers":{"X-Degradation":"none"},"body":{"status":"ok","data":{"answer":"42"}},"events":[]}
{"at_s":0.0,"status_code":200,"headers":{"X-Degradation":"partial","X-Degraded-Features":"sagemaker"},"body":{"status":"partial","data":{"answer":"42","n":[1,2.5,null,true]},"degradation":{"level":"partial","message":"Some features unavailable","affected":["sagemaker"],"fallbacks":["default_enrichment"]}},"events":[]}
{"at_s":0.0,"status_code":200,"headers":{"X-Degradation":"severe"},"body":{"status":"degraded","data":{},"degradation":{"level":"severe","message":"Significantly reduced functionality","affected":["a\r\nb"],"fallbacks":[]}},"events":[]}
{"at_s":0.0,"status_code":503,"headers":{"X-Degradation":"unavailable","Retry-After":"30"},"body":{"status":"unavailable","message":"Service temporarily unavailable","affected":["s3","lambda"]},"events":[]}
{"at_s":0.0,"status_code":null,"headers":null,"body":null,"events":[]}
)"));
        QVERIFY(printed(R"("response": {"retry_after_s": 5})", R"({"at_s": 0, "build": {"level": "unavailable"}})")
                    .contains(R"("Retry-After":"5")"));
    }

    void wrongScriptsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<QByteArray>("steps");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* name, const char* part, const char* steps, const char* error) {
            QTest::newRow(name) << QByteArray(part) << QByteArray(steps) << QByteArray(error);
        };
        row("no services", R"("health": {})", "", "/health (line 1): expected the key \"services\", an array");
        row("a name twice", R"("health": {"services": [{"name": "a"}, {"name": "a"}]})", "",
            "/health/services (line 1): expected a name that no other service has, found \"a\"");
        row("a timeout as long as the interval",
            R"("health": {"services": [{"name": "a", "timeout_s": 5}], "interval_s": 5})", "",
            "/health/services (line 1): expected less than interval_s for a");
        row("no timeout", R"("health": {"services": [{"name": "a", "timeout_s": 0}]})", "",
            "/health/services/0/timeout_s (line 1): expected a number from 0.001 to 3600, found 0");
        row("a flag of nothing", R"("health": {"services": [{"name": "a"}], "flags": ["f"]})", "",
            "/health/flags (line 1): expected the flag of a service, found \"f\"");
        row("a flag neither on nor off", R"("health": {"services": [{"name": "a", "flag": "f"}], "flags": {"f": 1}})",
            "", "/health/flags (line 1): expected true or false for \"f\"");
        row("another service", R"("health": {"services": []})",
            R"({"at_s": 0, "checks": [{"name": "a", "status": "healthy"}]})",
            "/steps/0/checks/0/name (line 2): expected one of the services, found \"a\"");
        row("a service twice", R"("health": {"services": [{"name": "a"}]})",
            R"({"at_s": 0, "checks": [{"name": "a", "status": "healthy"}, {"name": "a", "status": "healthy"}]})",
            "/steps/0/checks/1/name (line 2): expected each service once, found \"a\" again");
        row("no status", R"("health": {"services": [{"name": "a"}]})", R"({"at_s": 0, "checks": [{"name": "a"}]})",
            "/steps/0/checks/0 (line 2): expected the key \"status\", a text");
        row("another level", R"("response": {})", R"({"at_s": 0, "build": {"level": "bad"}})",
            "/steps/0/build/level (line 2): expected one of none, partial, severe, unavailable, found \"bad\"");
        row("an unknown key", R"("response": {})", R"({"at_s": 0, "build": {"level": "none", "x": 1}})",
            "/steps/0/build/x (line 2): unknown key \"x\"");
        row("come back at once", R"("response": {"retry_after_s": 0})", "",
            "/response/retry_after_s (line 1): expected a whole number from 1 to 86400, found 0");
    }
    void wrongScriptsAreNamed()
    {
        QFETCH(QByteArray, part);
        QFETCH(QByteArray, steps);
        QFETCH(QByteArray, error);
        QCOMPARE(printed(part, steps), error);
    }
};

QTEST_APPLESS_MAIN(TestSimulateHealth)
#include "tst_simulate_health.moc"
