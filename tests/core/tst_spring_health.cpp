// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_reading.h"

using namespace rungwatch;

namespace {

const QStringList v1{"Content-Type: application/vnd.spring-boot.actuator.v1+json;charset=UTF-8"};
const QStringList v3{"Content-Type: application/vnd.spring-boot.actuator.v3+json"};

/// A circuit breaker of resilience4j as an entry of the actuator's health shows it.
QByteArray breakerEntry(const char* status, const char* state)
{
    return QByteArray(
               R"({"status":"UP","components":{"circuitBreakers":{"status":"UNKNOWN","details":{"pay":{"status":")")
        + status
        + R"(","details":{"failureRate":"-1.0%","failureRateThreshold":"50.0%","slowCallRate":"12.5%","state":")"
        + state + R"("}}}},"ping":{"status":"UP"}}})";
}

} // namespace

/// Spring Boot's health documents of all generations, and the error page that looks like one (FORMATS 4.3, 5.1).
class TestSpringHealth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void laterGenerations_data()
    {
        readingColumns();
        readingRow("nested components", R"({"status":"DOWN","components":{"db":{"status":"DOWN","components":{
            "primary":{"status":"UP"},"replica/eu":{"status":"DOWN"}}},"ping":{"status":"UP"}}})",
            503,
            "spring-boot-health UNAVAILABLE [db UNAVAILABLE, db/primary HEALTHY, db/replica/eu UNAVAILABLE, "
            "ping HEALTHY]");
        readingRow("UP over a part that is down",
            R"({"status":"UP","components":{"a":{"status":"UP"},"b":{"status":"DOWN"}}})", 200,
            "spring-boot-health DEGRADED [a HEALTHY, b UNAVAILABLE] masked");
        readingRow("UP over one taken out", R"({"status":"UP","components":{"a":{"status":"OUT_OF_SERVICE"}}})", 200,
            "spring-boot-health HEALTHY [a UNAVAILABLE] deliberate");
        readingRow("a word that the aggregator does not know",
            R"({"status":"UP","components":{"a":{"status":"FATAL"},"b":{"status":"UP"}}})", 200,
            "spring-boot-health HEALTHY [a UNKNOWN, b HEALTHY] unknown-word");
        readingRow("a word of the service's own on top", R"({"status":"FATAL","components":{"a":{"status":"FATAL"}}})",
            200, "spring-boot-health DEGRADED [a UNKNOWN] unknown-word");
        readingRow("UNKNOWN on top", R"({"status":"UNKNOWN","components":{"a":{"status":"UNKNOWN"}}})", 200,
            "spring-boot-health DEGRADED [a UNKNOWN] no-verdict");
        readingRow("WARNING under 200", R"({"status":"WARNING","components":{"a":{"status":"UP"}}})", 200,
            "spring-boot-health DEGRADED [a HEALTHY]");
        readingRow("WARNING mapped to 500", R"({"status":"WARNING","components":{"a":{"status":"UP"}}})", 500,
            "spring-boot-health CRITICAL [a HEALTHY] http-body-disagree");
        readingRow("taken out, mapped to 200", R"({"status":"OUT_OF_SERVICE","groups":["liveness"]})", 200,
            "spring-boot-health UNAVAILABLE [] deliberate http-body-disagree");
        readingRow("a list of named components",
            R"({"status":{"code":"UP","description":""},"components":[{"name":"a","status":"UP"},{"status":"UP"},
            {"name":"a","status":{"code":"UP"}}]})",
            200, "spring-boot-health HEALTHY [a HEALTHY, check[1] HEALTHY, a[1] HEALTHY]");
        readingRow("details are a free bag",
            R"({"status":"UP","details":{"disk":{"status":"UP","details":{"free":1,"path":"/","mount":{"fs":"ext4"}}},
            "free":3,"note":"UP","empty":{"status":""}}})",
            200, "spring-boot-health HEALTHY [disk HEALTHY]");
        readingRow("an entry that says nothing", R"({"status":"UP","components":{"a":{},"b":null,"c":"UP"}})", 200,
            "spring-boot-health HEALTHY [a UNKNOWN, b UNKNOWN, c HEALTHY]");
        readingRow("a component twice: the last counts",
            R"({"status":"UP","components":{"a":{"status":"DOWN"},"b":{"status":"UP"},"a":{"status":"UP"}}})", 200,
            "spring-boot-health HEALTHY [a HEALTHY, b HEALTHY] duplicate-key");
        readingRow("no verdict on top", R"({"components":{"a":{"status":"UP"},"b":{"status":"DOWN"}}})", 200,
            "spring-boot-health DEGRADED [a HEALTHY, b UNAVAILABLE]");
        readingRow("Spring by its type, though details hold a list",
            R"({"status":"UP","details":{"services":["a","b"]}})", 200, "spring-boot-health HEALTHY []", v3);
        readingRow("another actuator page by that type", R"({"names":["jvm.memory.used"]})", 200, "unknown-format", v3);
    }
    void laterGenerations() { COMPARE_READING_ROW(); }

    void firstGeneration_data()
    {
        readingColumns();
        readingRow("flat", R"({"description":"x","status":"DOWN","db":{"status":"DOWN","error":"refused"},"hello":1})",
            503, "spring-boot1-health UNAVAILABLE [db UNAVAILABLE]", v1);
        readingRow("flat, without its type", R"({"status":"UP","db":{"status":"UP"},"note":{"x":1}})", 200,
            "spring-boot1-health HEALTHY [db HEALTHY]");
        readingRow("nested", R"({"status":"UP","db":{"status":"UP","main":{"status":"UP"},"spare":{"status":"DOWN"}}})",
            200, "spring-boot1-health DEGRADED [db HEALTHY, db/main HEALTHY, db/spare UNAVAILABLE] masked", v1);
        readingRow(
            "DOWN under 200", R"({"status":"DOWN"})", 200, "spring-boot1-health UNAVAILABLE [] http-body-disagree", v1);
        readingRow("open circuits by name",
            R"({"status":"UP","hystrix":{"status":"CIRCUIT_OPEN","openCircuitBreakers":["A::b","C::d",7]}})", 200,
            "spring-boot1-health DEGRADED [hystrix UNAVAILABLE] {A::b OPEN} {C::d OPEN} masked", v1);
        readingRow("no status anywhere", R"({"db":{"error":"x"}})", 200, "unknown-format", v1);
    }
    void firstGeneration() { COMPARE_READING_ROW(); }

    void breakersByTheirStateNotTheirStatus_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* status, const char* state, const char* shown) {
            QTest::newRow(state) << breakerEntry(status, state) << QString(shown);
        };
        const auto whole = [](const char* level, const char* part, const char* breaker, const char* flags = "") {
            return QByteArray("spring-boot-health ") + level + " [circuitBreakers UNKNOWN, circuitBreakers/pay " + part
                + ", ping HEALTHY] {pay " + breaker + '}' + flags;
        };
        row("UP", "CLOSED", whole("HEALTHY", "HEALTHY", "CLOSED"));
        row("CIRCUIT_OPEN", "OPEN", whole("DEGRADED", "UNAVAILABLE", "OPEN", " masked"));
        row("CIRCUIT_HALF_OPEN", "HALF_OPEN", whole("DEGRADED", "DEGRADED", "HALF_OPEN", " masked"));
        row("UNKNOWN", "FORCED_OPEN", whole("DEGRADED", "UNAVAILABLE", "FORCED_OPEN", " masked"));
        row("UNKNOWN", "DISABLED", whole("HEALTHY", "UNKNOWN", "DISABLED"));
        row("UNKNOWN", "METRICS_ONLY", whole("HEALTHY", "UNKNOWN", "none"));
        row("UNKNOWN", "WOBBLY", whole("HEALTHY", "UNKNOWN", "none", " unknown-word"));
    }
    void breakersByTheirStateNotTheirStatus()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, shown);
        const auto reading = readWith(body, 200, v3);
        QCOMPARE(shownReading(reading), shown);
        const auto& breaker = reading->breakers.at(0);
        QVERIFY(!breaker.failureRate); // -1 %: too few calls, no rate
        QCOMPARE(breaker.slowRate->milli, std::int64_t{12'500});
        QCOMPARE(breaker.tripRate->milli, std::int64_t{50'000});
    }

    void saysWhatItSaysBesides()
    {
        const auto reading =
            readWith(R"({"status":"DOWN","description":"no <b>disk</b>","groups":["liveness","eu west"],
            "components":{"db":{"status":"DOWN","description":"main","details":{"error":"refused"}},"x":{"status":"MOON"}}})",
                503, v3);
        QCOMPARE(reading->message, std::string("no <b>disk</b>"));
        QCOMPARE(reading->groups, (std::vector<std::string>{"liveness", "eu west"}));
        QCOMPARE(reading->components[0].note, std::string("main: refused"));
        QCOMPARE(reading->components[1].note, std::string("MOON"));
    }

    void errorPagesAreNoHealth_data()
    {
        readingColumns();
        const auto page = R"({"timestamp":"2026-11-30T09:41:07Z","status":404,"error":"Not Found","path":"/health"})";
        readingRow("404", page, 404, "not-found", v3);
        readingRow("under 200", page, 200, "unknown-format", v3);
        readingRow("500", R"({"timestamp":1,"status":500,"error":"Internal Server Error","path":"/health"})", 500,
            "error-document UNAVAILABLE [] error-document", v3);
        readingRow("499 is not yet the service's fault", R"({"status":499,"error":"closed"})", 499, "bad-request");
    }
    void errorPagesAreNoHealth() { COMPARE_READING_ROW(); }
};

QTEST_APPLESS_MAIN(TestSpringHealth)
#include "tst_spring_health.moc"
