// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/formats/reader.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

QByteArray dataFile(const QString& path)
{
    QFile file(QStringLiteral(RUNGWATCH_TEST_DATA "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<Reading> readBody(const QByteArray& body, int status = 200, std::string_view pin = "auto",
    const char* contentType = "application/json")
{
    const std::string text = body.toStdString();
    return formats::read({text, status, {{"content-type", contentType}}}, pin);
}

QString upper(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())).toUpper();
}

QString levelWord(const Reading& reading)
{
    return reading.level ? upper(nameOf(*reading.level)) : QStringLiteral("none");
}

QStringList flagsOf(const Reading& reading)
{
    QStringList flags;
    for (const auto& flag : reading.flags)
        flags << QString::fromStdString(flag);
    return flags;
}

} // namespace

/// Bytes in, a reading or a named error out: the two formats of this console, whatever is done to their bytes.
class TestFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesHealthDocuments_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("flags");
        const auto row = [](const char* name, const char* body, int status, const char* level, const char* flags) {
            QTest::newRow(name) << QByteArray(body) << status << QString(level) << QString(flags);
        };
        row("byte order mark and blanks",
            "\xef\xbb\xbf \n{\"status\":\"healthy\",\"services\":[{\"name\":\"a\",\"status\":\"healthy\"}]}\n ", 200,
            "HEALTHY", "");
        row("trailing garbage", R"({"status":"healthy","services":[{"name":"a","status":"healthy"}]} <!-- x -->)", 200,
            "HEALTHY", "trailing-garbage");
        row("duplicate key: the last wins",
            R"({"status":"healthy","status":"critical","services":[{"name":"a","status":"healthy"}]})", 503, "CRITICAL",
            "duplicate-key");
        row("the code is worse than the body", R"({"status":"degraded","services":[{"name":"a","status":"healthy"}]})",
            500, "CRITICAL", "http-body-disagree");
        row("408 sets DEGRADED", R"({"status":"healthy","services":[{"name":"a","status":"healthy"}]})", 408,
            "DEGRADED", "http-body-disagree");
        row("429 with a verdict", R"({"status":"critical","services":[{"name":"a","status":"healthy"}]})", 429,
            "CRITICAL", "");
        row("unavailable under 200",
            R"({"status":"unavailable","services":[{"name":"a","status":"unhealthy","critical":true}]})", 200,
            "UNAVAILABLE", "http-body-disagree");
        row("503 stands for unavailable too",
            R"({"status":"unavailable","services":[{"name":"a","status":"unhealthy","critical":true}]})", 503,
            "UNAVAILABLE", "");
        row("masked",
            R"({"status":"healthy","services":[{"name":"a","status":"healthy","critical":true},{"name":"b","status":"degraded"}]})",
            200, "DEGRADED", "masked");
        row("a deliberate one masks nothing",
            R"({"status":"healthy","services":[{"name":"b","status":"Out-Of-Service"}]})", 200, "HEALTHY",
            "deliberate");
        row("unknown word on top", R"({"status":"wobbly","services":[{"name":"a","status":"healthy"}]})", 200,
            "DEGRADED", "unknown-word");
        row("unknown word below", R"({"status":"healthy","services":[{"name":"a","status":"wobbly"}]})", 200, "HEALTHY",
            "unknown-word");
        row("the rule says worse",
            R"({"status":"degraded","services":[{"name":"a","status":"unhealthy","critical":true},{"name":"b","status":"healthy","critical":true}]})",
            503, "CRITICAL", "components-worse");
        row("truths as text",
            R"({"status":"degraded","services":[{"name":"a","status":"unhealthy","critical":"true"}]})", 503,
            "UNAVAILABLE", "components-worse");
        row("no verdict, all healthy", R"({"services":[{"name":"a","status":"up"}]})", 200, "HEALTHY", "");
        row("no verdict, mixed", R"({"services":[{"name":"a","status":"up"},{"name":"b","status":"down"}]})", 200,
            "DEGRADED", "");
        row("no checks", R"({"status":"healthy","services":[]})", 200, "HEALTHY", "no-checks");
        row("envelope",
            "{\"statusCode\":503,\"body\":\"{\\\"status\\\":\\\"critical\\\",\\\"services\\\":[{\\\"name\\\":\\\"a\\\","
            "\\\"status\\\":\\\"healthy\\\"}]}\"}",
            200, "CRITICAL", "envelope");
        row("envelope result", R"({"result":{"status":"degraded","services":[{"name":"a","status":"healthy"}]}})", 200,
            "DEGRADED", "envelope");
        row("HTML with 502", "<!DOCTYPE html><h1>Bad gateway</h1>", 502, "UNAVAILABLE", "error-document");
    }
    void judgesHealthDocuments()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QString, level);
        QFETCH(QString, flags);
        const auto reading = readBody(body, status);
        QVERIFY2(reading.ok(), reading.ok() ? "" : reading.error().message.c_str());
        QCOMPARE(levelWord(*reading), level);
        QCOMPARE(flagsOf(*reading).join(','), flags);
    }

    void namesEveryError_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QByteArray body, int status, const char* code, const char* message) {
            QTest::newRow(name) << body << status << QString(code) << QString(message);
        };
        row("half a document", R"({"status":"healthy","services":[{"name")", 200, "bad-json",
            "cut, the JSON value is not complete");
        row("1e999", R"({"status":"healthy","services":[{"name":"a","latency_ms":1e999}]})", 200, "bad-json",
            "a number that no double holds: 1e999");
        row("NaN", R"({"status":"healthy","services":[{"name":"a","latency_ms":NaN}]})", 200, "bad-json",
            "not JSON near \"\"latency_ms\":N\"");
        row("empty", "", 200, "unknown-format", "an empty body, expected a health or telemetry document");
        row("an empty object", "{}", 200, "unknown-format",
            "no format that is known, expected a health or telemetry document");
        row("no evidence", R"({"services":[]})", 200, "unknown-format", "no status and no part that says anything");
        row("HTML with 200", "<html><body>Login</body></html>", 200, "html-instead-of-data",
            "an HTML page, expected JSON");
        row("401", R"({"status":"healthy","services":[]})", 401, "auth-required",
            "HTTP 401, expected an answer without or with the token that is configured");
        row("403 in an envelope", R"({"statusCode":403,"body":"{}"})", 200, "auth-required",
            "HTTP 403, expected an answer without or with the token that is configured");
        row("404", "{}", 404, "not-found", "HTTP 404, expected a health or telemetry document");
        row("404 page", "<html>", 404, "not-found", "HTTP 404, expected a health or telemetry document");
        row("429", "slow down", 429, "rate-limited", "HTTP 429");
        row("302", "", 302, "redirect", "HTTP 302, expected the answer itself: redirects are not followed");
        row("newer telemetry", R"({"version":2,"service":"s","instance":"i","observed_at":"2026-11-30T09:41:07Z"})",
            200, "unknown-format", "telemetry version 2, expected 1");
        row("65 deep", QByteArray(65, '[') + QByteArray(65, ']'), 200, "too-large", "nested deeper than is read");
        row("over 8 MiB", QByteArray(8 * 1024 * 1024 + 1, ' '), 200, "too-large",
            "8388609 bytes, expected at most 8 MiB");
    }
    void namesEveryError()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QString, code);
        QFETCH(QString, message);
        const auto reading = readBody(body, status);
        QVERIFY(!reading.ok());
        QCOMPARE(QString::fromStdString(reading.error().code), code);
        QCOMPARE(QString::fromStdString(reading.error().message), message);
    }

    void carriesRetryAfter()
    {
        const auto limited = formats::read({"later", 429, {{"retry-after", "30"}}}, "auto");
        QCOMPARE(limited.error().message, std::string("HTTP 429, Retry-After: 30"));
    }

    void countsComponentsOnBothSidesOfTheLimit()
    {
        const auto body = [](int count) {
            QByteArray text = R"({"status":"healthy","services":[)";
            for (int i = 0; i < count; ++i)
                text += i ? R"(,{"name":"x","status":"healthy"})" : R"({"name":"x","status":"healthy"})";
            return text + "]}";
        };
        const auto most = readBody(body(5000));
        QVERIFY(most.ok());
        QCOMPARE(most->components[1].name, std::string("x[1]"));
        QCOMPARE(most->components[4999].name, std::string("x[4999]"));
        QCOMPARE(readBody(body(5001)).error().code, std::string("too-large"));
    }

    void namesAndNumbersAsTheyCome()
    {
        const auto reading = readBody(R"({"status":"degraded","message":"<b>no</b>","services":[
            {"name":"s/3 ü","status":"unhealthy","latency_ms":"5001.2","error":"<img src=x>"},
            {"status":"healthy","latency_ms":-1},{"name":null,"status":"healthy","latency_ms":"soon"}]})");
        QVERIFY(reading.ok());
        QCOMPARE(reading->message, std::string("<b>no</b>"));
        QCOMPARE(reading->components[0].name, std::string("s/3 ü"));
        QVERIFY(reading->components[0].latency == Duration{5'001'200'000});
        QCOMPARE(reading->components[0].note, std::string("<img src=x>"));
        QCOMPARE(reading->components[1].name, std::string("check[1]"));
        QVERIFY(!reading->components[1].latency);
        QCOMPARE(reading->components[2].name, std::string("check[2]"));
        QVERIFY(!reading->components[2].latency);
    }

    void readsTheTelemetryOfTheContract()
    {
        const auto reading = readBody(dataFile("telemetry/contract_example.json"));
        QVERIFY(reading.ok());
        QCOMPARE(reading->format, std::string("rungwatch-telemetry"));
        QVERIFY(reading->level == HealthLevel::Degraded);
        QCOMPARE(reading->instance->name, std::string("store-1"));
        QVERIFY(reading->instance->uptime == Duration{86'400'500'000'000});
        QVERIFY(!reading->instance->scenario);
        QCOMPARE(reading->instance->rate.milli, std::int64_t{100'000});
        const auto& breaker = reading->breakers.at(0);
        QVERIFY(breaker.state == breaker::Phase::Open);
        QCOMPARE(breaker.failureRate->milli, std::int64_t{62'500});
        QCOMPARE(breaker.tripRate->milli, std::int64_t{50'000});
        QVERIFY(breaker.window == 30s);
        QCOMPARE(breaker.calls.at("not_permitted"), std::uint64_t{4012});
        QVERIFY(breaker.nextProbeIn == Duration{17'600'000'000});
        const auto& feature = reading->features.at(0);
        QVERIFY(feature.mode == Mode::Degraded);
        QCOMPARE(feature.ladder.size(), std::size_t{6});
        QVERIFY(feature.ladder[4].kind == RungKind::Template);
        QVERIFY(feature.degradedAgeMax == 119s);
        QCOMPARE(feature.controller.resetBy, std::string("error_pct"));
        QCOMPARE(feature.controller.resetValue->milli, std::int64_t{100'000});
        const auto& interval = feature.intervals.at(0);
        QCOMPARE(interval.n, std::uint64_t{26});
        QVERIFY(!interval.p95);
        QVERIFY(interval.quotaSpent == false);
        QCOMPARE(interval.served.at("secondary"), std::uint64_t{42});
        QCOMPARE(feature.killSwitch->commandId, std::string("01J..."));
        QVERIFY(feature.killSwitch->expiresIn == 3588s);
        QCOMPARE(reading->capacities.at(0).used.at("help_desk"), std::uint64_t{43});
        QVERIFY(reading->caches.at(0).age == Duration{84'200'000'000});
        QCOMPARE(reading->events.at(0).seq, std::uint64_t{48211});
        QCOMPARE(reading->events.at(0).to, std::string("half_open"));
        QVERIFY(reading->flags.empty());
    }

    void whatTelemetryDoesNotSayStaysUnsaid()
    {
        const auto reading =
            readBody(R"({"version":1,"service":"s","instance":"i","observed_at":null,"clock":{"rate":0},
            "breakers":[{"name":"b","state":"wobbly","failure_rate_pct":-1},{"name":"c","state":"HALF-OPEN","since_s":-3}],
            "features":[{"name":"f"}],"caches":[{"name":"k","age_s":null,"max_age_s":"1e300"}]})");
        QVERIFY(reading.ok());
        QVERIFY(!reading->level);
        QVERIFY(!reading->instance->observedAt);
        QVERIFY(!reading->instance->uptime);
        QCOMPARE(reading->instance->rate.milli, std::int64_t{100'000});
        QVERIFY(!reading->breakers[0].state);
        QVERIFY(!reading->breakers[0].failureRate);
        QVERIFY(reading->breakers[1].state == breaker::Phase::HalfOpen);
        QVERIFY(!reading->breakers[1].since);
        QVERIFY(!reading->features[0].mode);
        QVERIFY(!reading->features[0].killSwitch);
        QVERIFY(!reading->caches[0].age);
        QVERIFY(!reading->caches[0].maxAge);
        QCOMPARE(flagsOf(*reading).join(','), QStringLiteral("unknown-word"));
    }

    void aPinSkipsRecognition()
    {
        const QByteArray telemetry = R"({"version":1,"breakers":[]})";
        QCOMPARE(readBody(telemetry).error().code, std::string("unknown-format"));
        QVERIFY(readBody(telemetry, 200, "rungwatch-telemetry").ok());
        QVERIFY(readBody(telemetry, 200, "auto", "application/vnd.rungwatch.resilience+json").ok());
        QCOMPARE(readBody(telemetry, 200, "tarot").error().message, std::string("no format is called \"tarot\""));
        QCOMPARE(readBody("fine", 200, "seed-health").error().code, std::string("bad-json"));
        QVERIFY(formats::isFormat("auto") && formats::isFormat("seed-health") && !formats::isFormat("tarot"));
    }

    void survivesEveryPrefixAndMutation()
    {
        const QByteArray bodies[]{dataFile("telemetry/contract_example.json"),
            R"({"status":"degraded","services":[{"name":"a","status":"unhealthy","latency_ms":1.5,"critical":true,"error":"x"}]})"};
        int named = 0;
        for (const auto& body : bodies) {
            const auto fullLength = QByteArray(body).trimmed().size();
            for (qsizetype length = 0; length < fullLength; ++length) {
                const auto reading = readBody(body.left(length));
                QVERIFY2(!reading.ok() && !reading.error().code.empty() && !reading.error().message.empty(),
                    qPrintable(QString::number(length)));
            }
            for (std::uint64_t round = 0; round < 5000; ++round) {
                auto mutated = body;
                for (std::uint64_t k = 0; k < 1 + round % 3; ++k) {
                    const auto chance = draw(7, "mutation", round * 3 + k);
                    mutated[static_cast<qsizetype>(chance % static_cast<std::uint64_t>(body.size()))] =
                        static_cast<char>(chance >> 40);
                }
                const auto reading = readBody(mutated);
                QVERIFY(reading.ok() ? !reading->format.empty() : !reading.error().code.empty());
                named += !reading.ok();
            }
        }
        QVERIFY(named > 1000);
    }
};

QTEST_APPLESS_MAIN(TestFormats)
#include "tst_formats.moc"
