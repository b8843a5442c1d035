// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/hash.h"
#include "rungwatch/formats/expectation.h"
#include "rungwatch/formats/reader.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch;

namespace {

QByteArray dataFile(const QString& name)
{
    QFile file(QStringLiteral(RUNGWATCH_TEST_DATA "/formats/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<Reading> readBytes(
    const QByteArray& body, int status = 200, const char* contentType = "", const char* pin = "auto")
{
    const std::string_view bytes(body.constData(), static_cast<std::size_t>(body.size()));
    return formats::read({bytes, status, {{"content-type", contentType}}}, pin);
}

QJsonObject expectationOf(const Reading& reading)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(formats::expectationJson(reading))).object();
}

/// "a HEALTHY, b UNKNOWN" of a list of objects with a name.
QString listed(const QJsonArray& list, const char* word)
{
    QStringList parts;
    for (const auto& entry : list)
        parts << entry[u"name"].toString() + ' ' + entry[QLatin1String(word)].toString();
    return parts.join(QStringLiteral(", "));
}

/// Format, level, components, breakers and flags in one line.
QString summaryOf(const Result<Reading>& reading)
{
    if (!reading)
        return "error " + QString::fromStdString(reading.error().code);
    const auto json = expectationOf(*reading);
    QStringList flags;
    for (const auto& flag : json["flags"].toArray())
        flags << flag.toString();
    return QStringList{json["format"].toString(), json["level"].toString(QStringLiteral("none")),
        listed(json["components"].toArray(), "level"), listed(json["breakers"].toArray(), "state"), flags.join(',')}
        .join(QStringLiteral(" | "));
}

} // namespace

/// The formats that are text: each with its own traps, and none of them read as another.
class TestTextFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsItsOwnBodies_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("summary");
        const auto row = [](const char* file, int status, const char* summary) {
            QTest::newRow(file) << status << QString::fromUtf8(summary);
        };
        row("aspnet_healthy.txt", 200, "aspnet-plain | HEALTHY |  |  | ");
        row("aspnet_healthy.txt", 500, "aspnet-plain | CRITICAL |  |  | http-body-disagree");
        row("aspnet_unhealthy.txt", 503, "aspnet-plain | UNAVAILABLE |  |  | ");
        row("rails_green.html", 200, "rails-up | HEALTHY |  |  | ");
        row("rails_red.html", 500, "rails-up | UNAVAILABLE |  |  | ");
        row("simple_sentence.txt", 200, "simple-status | HEALTHY |  |  | no-verdict");
        row("simple_sentence.txt", 503, "simple-status | UNAVAILABLE |  |  | no-verdict");
        row("simple_sentence.txt", 404, "error not-found");
        row("simple_state.json", 503, "simple-status | UNAVAILABLE |  |  | deliberate");
        row("error_framework.json", 503, "error-document | UNAVAILABLE |  |  | error-document");
        row("error_framework.json", 404, "error not-found");
        row("error_gateway.html", 502, "error-document | UNAVAILABLE |  |  | error-document");
        row("error_gateway.html", 200, "error html-instead-of-data");
        row("healthz_excluded.txt", 200,
            "kubernetes-healthz | HEALTHY | ping HEALTHY, etcd UNKNOWN, poststarthook/start controllers HEALTHY |  | "
            "excluded-check");
        row("healthz_one_line.txt", 500, "kubernetes-healthz | UNAVAILABLE | ping HEALTHY, etcd UNAVAILABLE |  | ");
        row("healthz_one_line.txt", 200,
            "kubernetes-healthz | UNAVAILABLE | ping HEALTHY, etcd UNAVAILABLE |  | http-body-disagree");
        row("haproxy_one_down.csv", 200,
            "haproxy-stats-csv | DEGRADED | front/FRONTEND HEALTHY, books/b1 HEALTHY, books/b2 UNAVAILABLE, "
            "books DEGRADED, pens/p1 DEGRADED, pens DEGRADED |  | ");
        row("haproxy_maintenance.csv", 200,
            "haproxy-stats-csv | HEALTHY | books/b1 UNAVAILABLE, books/b2 DEGRADED, books/b3 UNKNOWN, books/b4 "
            "UNKNOWN, "
            "books UNKNOWN |  | deliberate,unknown-word,bad-row,no-verdict");
        row("envoy_ejected.txt", 200,
            "envoy-clusters-text | CRITICAL | carts DEGRADED, carts/10.0.0.1:80 UNAVAILABLE, carts/10.0.0.2:80 "
            "DEGRADED, "
            "carts/10.0.0.3:80 HEALTHY, carts/10.0.0.4:80 UNAVAILABLE, outbound|80||pay.shop UNAVAILABLE, "
            "outbound|80||pay.shop/[2001:db8::1]:80 UNAVAILABLE |  | deliberate");
        row("envoy_no_hosts.txt", 200,
            "envoy-clusters-text | UNAVAILABLE | lonely UNAVAILABLE |  | no-instances,http-body-disagree");
        row("prometheus_traps.txt", 200, "prometheus-text | none |  |  | bad-row");
        row("prometheus_circuits.txt", 200, "prometheus-text | none |  | look up UNKNOWN, pay UNKNOWN | ");
        row("openmetrics_states.txt", 200, "openmetrics | DEGRADED |  | pay HALF_OPEN, ship UNKNOWN | ");
        row("hystrix_two_hosts.sse", 200,
            "hystrix-stream | DEGRADED |  | buy MIXED, look OPEN, pay FORCED_OPEN, ship DISABLED | truncated-tail");
        row("resilience4j_stream.sse", 200,
            "resilience4j-circuitbreaker-events | DEGRADED |  | pay HALF_OPEN, ship METRICS_ONLY | ");
        row("headers_stale_warning.txt", 200, "cache-headers | none |  |  | ");
        row("headers_nginx_stale.txt", 200, "cache-headers | none |  |  | age-unknown");
        row("headers_conflict.txt", 200, "cache-headers | none |  |  | age-unknown");
        row("prometheus_api_up.json", 200, "prometheus-api | HEALTHY | shop/a:1 HEALTHY, shop/b:1 UNKNOWN |  | ");
        row("prometheus_api_alerts.json", 200, "prometheus-api | DEGRADED |  |  | ");
        row("envoy_camel.json", 200,
            "envoy-clusters-json | CRITICAL | inbound|80|| DEGRADED, inbound|80||/[2001:db8::1]:80 UNAVAILABLE, "
            "inbound|80||//run/a.sock DEGRADED, empty UNAVAILABLE |  | deliberate,no-instances");
        row("envoy_snake.json", 200,
            "envoy-clusters-json | DEGRADED | carts DEGRADED, carts/10.0.0.1:80 UNAVAILABLE, carts/10.0.0.2:80 HEALTHY "
            "|  | ");
        row("consul_instances.json", 200,
            "consul-health-service | DEGRADED | web-1 UNAVAILABLE, web-2 UNAVAILABLE, web-3 DEGRADED, web-4 UNKNOWN |  "
            "| "
            "deliberate");
        row("consul_agent.json", 429, "consul-health-service | DEGRADED | service:web-1 DEGRADED |  | ");
        row("alerts_muted.json", 200, "alertmanager-alerts | DEGRADED |  |  | ");
        row("alerts_paging.json", 200, "alertmanager-alerts | CRITICAL |  |  | ");
    }
    void readsItsOwnBodies()
    {
        QFETCH(int, status);
        QFETCH(QString, summary);
        const auto body = dataFile(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(!body.isEmpty());
        QCOMPARE(summaryOf(readBytes(body, status)), summary);
    }

    void whatTheBodyAloneDoesNotTell_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("pin");
        QTest::addColumn<QString>("summary");
        const auto row = [](const char* name, const char* body, int status, const char* pin, const char* summary) {
            QTest::newRow(name) << QByteArray(body) << status << QString(pin) << QString(summary);
        };
        row("an empty body with 200", "", 200, "auto", "simple-status | HEALTHY |  |  | empty-body");
        row("an empty body with 500", " \n", 500, "auto", "simple-status | UNAVAILABLE |  |  | empty-body");
        row("nothing new", "", 304, "auto", " | none |  |  | ");
        row("a bare JSON string", "\"UP\"", 200, "auto", "simple-status | HEALTHY |  |  | ");
        row("a word", "Under maintenance\n", 200, "auto", "simple-status | DEGRADED |  |  | ");
        row("no instance", "[]", 200, "consul-health-service",
            "consul-health-service | UNAVAILABLE |  |  | no-instances,http-body-disagree");
        row("no alert", "[]", 200, "alertmanager-alerts", "alertmanager-alerts | HEALTHY |  |  | ");
        row("an empty list", "[]", 200, "auto", "error unknown-format");
        row("ok of Kubernetes", "ok", 200, "kubernetes-healthz", "kubernetes-healthz | HEALTHY |  |  | ");
        row("Rails as JSON", R"({"status":"down"})", 503, "rails-up", "rails-up | UNAVAILABLE |  |  | ");
        row("not serving", R"({"status":"SERVICE_UNKNOWN"})", 200, "auto", "simple-status | DEGRADED |  |  | ");
        row("a login page for metrics", "<html><body>Sign in</body></html>", 200, "prometheus-text",
            "error html-instead-of-data");
        row("a login page for health", "<html><body>Sign in</body></html>", 200, "seed-health",
            "error html-instead-of-data");
        row("a refused query", R"({"status":"error","errorType":"bad_data","error":"no"})", 400, "auto",
            "error bad-data");
        row("an unknown request", R"({"hint":"no"})", 400, "auto", "error bad-request");
    }
    void whatTheBodyAloneDoesNotTell()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QString, pin);
        QFETCH(QString, summary);
        QCOMPARE(summaryOf(readBytes(body, status, "", pin.toUtf8().constData())), summary);
    }

    void readsSamplesAsTolerantlyAsTheirProducersNeed()
    {
        const auto reading = readBytes(dataFile("prometheus_traps.txt"));
        QVERIFY(reading.ok());
        const auto json = expectationOf(*reading);
        QCOMPARE(json["samples"].toInt(), 7);
        const auto values = json["values"].toObject();
        QCOMPARE(values["calls_total{kind=\"ok\",shop=\"north\"}"].toDouble(), 13.0);
        QCOMPARE(values["calls_total{shop=\"a \\\"quoted\\\" \\\\ name\\nof two lines \\\\d\"}"].toDouble(), 1000.0);
        QCOMPARE(values["waiting"].toString(), QStringLiteral("NaN"));
        QCOMPARE(values["waiting_limit"].toString(), QStringLiteral("+Inf"));
        QCOMPARE(values["build_info"].toDouble(), 1.0);
        QCOMPARE(values["a.dotted.name{zone=\"b\"}"].toDouble(), 4.0);
        QVERIFY(!reading->metrics->samples[0].at); // the later line had no time
    }

    void aMetricsTextMustBeMostlyMetrics_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("summary");
        QTest::newRow("as many bad as good") << QByteArray("a 1\nb two\n") << "prometheus-text | none |  |  | bad-row";
        QTest::newRow("more bad") << QByteArray("a 1\nb two\nc three\n") << "error bad-exposition";
        QTest::newRow("a cut last line") << QByteArray("a 1\nb{c=\"d")
                                         << "prometheus-text | none |  |  | truncated-tail";
        QTest::newRow("only a comment") << QByteArray("# HELP a b\n") << "error bad-exposition";
        QTest::newRow("no blank after the name") << QByteArray("a+1\n") << "error bad-exposition";
        QTest::newRow("two values") << QByteArray("a 1 2 3\n") << "error bad-exposition";
    }
    void aMetricsTextMustBeMostlyMetrics()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, summary);
        QCOMPARE(summaryOf(readBytes(body, 200, "text/plain; version=0.0.4")), summary);
    }

    void openMetricsEndsWithItsEnd()
    {
        QCOMPARE(
            summaryOf(readBytes(dataFile("openmetrics_cut.txt"), 200, "application/openmetrics-text; version=1.0.0")),
            QStringLiteral("openmetrics | none |  |  | truncated-tail"));
        const auto whole = readBytes(dataFile("openmetrics_states.txt"));
        QVERIFY(whole->metrics->eof == true);
        QCOMPARE(whole->metrics->samples.size(), std::size_t{7});
        const auto more =
            readBytes(dataFile("openmetrics_states.txt") + "late 1\n", 200, "application/openmetrics-text");
        QCOMPARE(more->metrics->samples.size(), std::size_t{7});
        QCOMPARE(more->flags, std::vector<std::string>{"data-after-eof"});
        const auto stamped = readBytes("a 1 1796007224.5\n# EOF\n");
        QVERIFY(stamped->metrics->samples[0].at == WallTime{Duration{1'796'007'224'500'000'000}});
    }

    void countersOfAMetricsOnlyCircuit()
    {
        const auto reading = readBytes(dataFile("prometheus_circuits.txt"));
        QCOMPARE(reading->profile, std::string("opossum-prometheus"));
        QCOMPARE(reading->breakers[1].calls.at("not_permitted"), std::uint64_t{3});
        QVERIFY(reading->breakers[1].opened == std::uint64_t{1});
        QVERIFY(!reading->breakers[0].opened);
    }

    void sharesOfSeveralHosts()
    {
        const auto reading = readBytes(dataFile("hystrix_two_hosts.sse"));
        const auto& buy = reading->breakers.at(0);
        QVERIFY(buy.instances == std::uint64_t{3} && buy.openInstances == std::uint64_t{1});
        QCOMPARE(buy.failureRate->milli, std::int64_t{50'000}); // 150 summed over three
        QVERIFY(reading->stream->pings == std::uint64_t{1});
        QCOMPARE(reading->stream->events, std::uint64_t{5});
        QCOMPARE(reading->stream->threadPools, std::vector<std::string>{"Sales"});
    }

    void agesByHeader_data()
    {
        QTest::addColumn<QString>("headers");
        QTest::addColumn<QString>("cache");
        const auto row = [](const char* name, const char* headers, const char* cache) {
            QTest::newRow(name) << QString(headers) << QString(cache);
        };
        row("age and lifetime", "Age: 29\nCache-Control: max-age=30", "29 Age fresh");
        row("as old as it may be", "Age: 30\nCache-Control: max-age=30", "30 Age stale");
        row("a shared cache's lifetime counts", "Age: 20\nCache-Control: max-age=30, s-maxage=\"10\"", "20 Age stale");
        row("a negative age is none", "Age: -1\nCache-Control: max-age=30", "unknown none");
        row("a fraction is none", "Age: 1.5", "unknown none");
        row("the same age twice", "Age: 4\nAge: 4", "4 Age");
        row("two ages are none", "Age: 4\nAge: 5", "unknown none");
        row("more than 2^31", "Age: 99999999999", "2147483648 Age");
        row("a hidden age", "X-Cache: HIT\nDate: Mon, 30 Nov 2026 09:00:00 GMT", "unknown none hit");
        row("a miss is new", "X-Cache-Status: MISS", "0 miss");
        row("an expired copy was not served", "X-Cache-Status: EXPIRED", "0 miss");
        row("a stale hit", "X-Cache: STALE\nAge: 1\nCache-Control: max-age=30", "1 Age stale hit");
        row("nginx does not count its copy's age on", "X-Cache-Status: UPDATING\nAge: 1", "unknown none stale hit");
        row("nor within its lifetime", "X-Cache-Status: HIT\nAge: 1\nCache-Control: max-age=30", "unknown none hit");
        row("it hands on the age of what it asked for", "X-Cache-Status: MISS\nAge: 7", "7 Age");
        row("the time left tells", "Cache-Status: \"a, b\"; hit; ttl=20\nCache-Control: max-age=30",
            "10 Cache-Status fresh hit");
        row("the nearest cache counts", "Cache-Status: near-origin; hit, edge; fwd=uri-miss", "0 miss");
        row("a warning", "Age: 1\nCache-Control: max-age=30\nWarning: 110 - \"Response is Stale\"", "1 Age stale");
        row("two lifetimes", "Age: 1\nCache-Control: max-age=30, max-age=40", "1 Age stale");
        row("by its dates", "Age: 5\nDate: Mon, 30 Nov 2026 09:00:00 GMT\nExpires: Mon, 30 Nov 2026 09:00:06 GMT",
            "5 Age fresh");
        row("a fresh hit of Varnish", "X-Varnish: 32772 3\nAge: 0", "0 Age hit");
    }
    void agesByHeader()
    {
        QFETCH(QString, headers);
        QFETCH(QString, cache);
        const auto reading = readBytes("HTTP/1.1 200 OK\n" + headers.toUtf8());
        QVERIFY(reading.ok() && reading->cacheAge);
        const auto& found = *reading->cacheAge;
        QStringList words{found.age ? QString::number(toSeconds(*found.age)) : QStringLiteral("unknown"),
            QString::fromStdString(found.from)};
        if (found.age && toSeconds(*found.age) > 1e9)
            words[0] = QStringLiteral("2147483648");
        if (found.fresh)
            words << (*found.fresh ? "fresh" : "stale");
        if (found.hit == true)
            words << "hit";
        QCOMPARE(words.join(' '), cache);
    }

    void everyReadingTellsTheAnswersAge()
    {
        const auto ageOf = [](formats::Answer answer) {
            const auto reading = formats::read(answer, "auto");
            return reading.ok() && reading->cacheAge ? reading->cacheAge->age : std::nullopt;
        };
        QVERIFY(ageOf({"ok", 200, {{"age", "7"}}, std::chrono::milliseconds(500)}) == Duration{7'500'000'000});
        QVERIFY(!ageOf({"ok", 503, {{"age", "7"}}})); // an error has no age
        QVERIFY(!formats::read({"ok", 200, {}}, "auto")->cacheAge);
        const auto at = WallTime{std::chrono::seconds(1'796'029'205)}; // five seconds after the date below
        const std::map<std::string, std::string> dated{
            {"date", "Mon, 30 Nov 2026 09:00:00 GMT"}, {"cache-control", "max-age=9"}};
        QVERIFY(ageOf({"ok", 200, dated, {}, at}) == std::chrono::seconds(5));
        QVERIFY(!ageOf({"ok", 200, dated})); // nothing to compare the date with
        auto behind = dated;
        behind["via"] = "1.1 edge";
        QVERIFY(!ageOf({"ok", 200, behind, {}, at})); // a cache may have written that date itself
    }

    void carriesOnAfterARowThatCantBeRead()
    {
        QCOMPARE(summaryOf(readBytes("data: {\n\ndata: {\"type\":\"HystrixCommand\",\"name\":\"a\"}\n\n")),
            QStringLiteral("hystrix-stream | DEGRADED |  | a UNKNOWN | bad-row"));
        QCOMPARE(summaryOf(readBytes("data: {\n\n")), QStringLiteral("error bad-json"));
    }

    void survivesEveryPrefixAndMutation()
    {
        const auto files = QDir(QStringLiteral(RUNGWATCH_TEST_DATA "/formats")).entryList(QDir::Files);
        QVERIFY(files.size() >= 24);
        int named = 0;
        const auto holds = [&](const QByteArray& body) {
            const auto reading = readBytes(body);
            named += !reading.ok();
            return reading.ok() ? !formats::expectationJson(*reading).empty() : !reading.error().code.empty();
        };
        std::uint64_t draws = 0;
        const auto chance = [&] { return draw(11, "bytes", ++draws); };
        for (const auto& name : files) {
            const auto body = dataFile(name);
            for (qsizetype length = 0; length < std::min<qsizetype>(body.size(), 600); ++length)
                QVERIFY2(holds(body.left(length)), qPrintable(name));
            for (int round = 0; round < 100; ++round) {
                auto mutated = body;
                for (std::uint64_t k = chance() % 4; k < 4; ++k)
                    mutated[static_cast<qsizetype>(chance() % static_cast<std::uint64_t>(body.size()))] =
                        static_cast<char>(chance() >> 40);
                QVERIFY2(holds(mutated), qPrintable(name));
            }
        }
        for (int round = 0; round < 2000; ++round) {
            QByteArray noise(static_cast<qsizetype>(chance() % 200), '\0');
            for (auto& c : noise)
                c = static_cast<char>(chance() >> 40);
            QVERIFY(holds(noise));
        }
        QVERIFY(named > 500);
    }
};

QTEST_APPLESS_MAIN(TestTextFormats)
#include "tst_text_formats.moc"
