// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/policy.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

/// A fleet file of one service "s" whose sources are `sources`, from line 2 on.
std::string withSources(const std::string& sources, const std::string& rest = {})
{
    return "{\"version\": 1, \"services\": [{\"name\": \"s\", \"sources\": [\n" + sources + "\n]}]" + rest + "}";
}

std::string withTargets(const std::string& members)
{
    return "{\"version\": 1, \"targets\": [\n{" + members + "}\n]}";
}

std::string withFeature(const std::string& members)
{
    return withSources(
        "{\"kind\": \"health\", \"url\": \"http://h/\"}, {\"kind\": \"metrics\", \"url\": \"http://h/m\"}",
        ", \"features\": [\n{\"name\": \"f\", " + members + "}\n]");
}

Policy read(const std::string& text)
{
    auto policy = parsePolicy(text);
    if (!policy)
        QTest::qFail((policy.error().where + ": " + policy.error().message).c_str(), __FILE__, __LINE__);
    return policy ? std::move(policy).value() : Policy{};
}

} // namespace

/// The kinds of sources, how each is asked, where its secrets are, and what counters and targets mean.
class TestPolicySources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasItsWordAndItsInterval()
    {
        const auto policy =
            read(withSources("{\"kind\": \"metrics\", \"url\": \"http://h/metrics\", \"preset\": \"envoy\"},"
                             "{\"kind\": \"actuator\", \"url\": \"http://h/actuator/circuitbreakers\"},"
                             "{\"kind\": \"hystrix-stream\", \"url\": \"http://h/hystrix.stream\"},"
                             "{\"kind\": \"prometheus\", \"url\": \"http://p:9090\"},"
                             "{\"kind\": \"statuspage\", \"url\": \"https://status.example\"},"
                             "{\"kind\": \"alertmanager\", \"url\": \"http://a:9093/\"},"
                             "{\"kind\": \"metrics\", \"url\": \"http://h/2\"}"));
        const auto& sources = policy.services[0].sources;
        QCOMPARE(sources.size(), std::size_t{7});
        QVERIFY(sources[0].preset == MetricsPreset::Envoy && sources[6].preset == MetricsPreset::None);
        QCOMPARE(sources[2].name, std::string("hystrix-stream"));
        QCOMPARE(sources[6].name, std::string("metrics-2"));
        QVERIFY(sources[0].interval == 1s && sources[0].timeout == 800ms);
        QVERIFY(sources[3].interval == 15s && sources[3].timeout == 10s);
        QVERIFY(sources[4].interval == 60s && sources[4].timeout == 10s);
        QCOMPARE(sources[3].groupBy, std::string("job"));
        QCOMPARE(sources[5].groupBy, std::string("job"));
        QCOMPARE(formatPin(sources[0]), std::string("auto"));
        QCOMPARE(formatPin(sources[1]), std::string("resilience4j-circuitbreakers"));
        QCOMPARE(formatPin(sources[2]), std::string("hystrix-stream"));
        QCOMPARE(formatPin(sources[5]), std::string("alertmanager-alerts"));
    }

    void serversAreAskedAtTheirApi()
    {
        SourcePolicy source;
        source.kind = SourceKind::Prometheus;
        source.url = "http://p:9090/prom/";
        source.query = "up{env=\"live\"}";
        QCOMPARE(askedUrl(source), std::string("http://p:9090/prom/api/v1/query?query=up%7Benv%3D%22live%22%7D"));
        source.kind = SourceKind::Alertmanager;
        source.url = "http://a:9093";
        QCOMPARE(askedUrl(source), std::string("http://a:9093/api/v2/alerts"));
        source.url = "http://a:9093/api/v2/alerts?silenced=false";
        QCOMPARE(askedUrl(source), source.url);
        source.kind = SourceKind::Statuspage;
        source.url = "https://status.example/";
        QCOMPARE(askedUrl(source), std::string("https://status.example/api/v2/summary.json"));
        source.kind = SourceKind::Health;
        QCOMPARE(askedUrl(source), source.url);
    }

    void secretsAreNamedByVariableOrFile()
    {
        const auto policy =
            read(withSources("{\"kind\": \"health\", \"url\": \"https://h/\", \"bearer\": {\"file\": \"/run/token\"}, "
                             "\"tls\": {\"ca_file\": \"ca.pem\", \"cert_file\": \"c.pem\", \"key_file\": \"k.pem\"}},"
                             "{\"kind\": \"health\", \"url\": \"http://h/\", \"basic\": {\"user\": \"me\", "
                             "\"password\": {\"env\": \"PASSWORD\"}}}"));
        const auto& sources = policy.services[0].sources;
        QCOMPARE(sources[0].bearer.file, std::string("/run/token"));
        QCOMPARE(sources[0].tls.caFile, std::string("ca.pem"));
        QCOMPARE(sources[0].tls.keyFile, std::string("k.pem"));
        QVERIFY(!sources[1].bearer.given() && sources[1].basic.password.given());
        QCOMPARE(sources[1].basic.user, std::string("me"));
    }

    void countersAreMappedOntoRungs()
    {
        const auto policy =
            read(withFeature("\"ladder\": [{\"rung\": \"live\", \"kind\": \"primary\"}, {\"kind\": \"unavailable\"}], "
                             "\"cache\": {\"source\": \"health\"}, \"traffic\": {\"metric\": \"requests_total\", "
                             "\"rung_label\": \"by\", "
                             "\"labels\": {\"feature\": \"f\"}, \"rungs\": {\"model\": \"live\"}}"));
        const auto& traffic = policy.features[0].traffic;
        QVERIFY(traffic.has_value());
        QCOMPARE(traffic->source, std::string("metrics"));
        QVERIFY(traffic->window == 300s);
        QCOMPARE(traffic->labels.at("feature"), std::string("f"));
        QCOMPARE(traffic->rungs.at("model"), std::string("live"));
        QCOMPARE(policy.features[0].cacheSource, std::string("health"));
        QVERIFY(policy.features[0].cacheMaxAge == 120s);
    }

    void targetsComeFromFilesOrServers()
    {
        const auto policy = read("{\"version\": 1, \"targets\": [{\"file_sd\": \"sd/*.json\", \"source\": {\"kind\": "
                                 "\"metrics\", \"path\": \"/metrics\", \"interval_s\": 5, \"scheme\": \"https\"}}, "
                                 "{\"http_sd\": \"http://sd/\", \"refresh_s\": 60, \"bearer\": {\"env\": \"SD\"}, "
                                 "\"source\": {\"kind\": \"health\", \"path\": \"/h\"}}]}");
        QCOMPARE(policy.targets[0].fileSd, std::string("sd/*.json"));
        QVERIFY(policy.targets[0].refresh == 30s && policy.targets[0].source.interval == 5s);
        QCOMPARE(policy.targets[0].scheme, std::string("https"));
        QCOMPARE(policy.targets[1].httpSd, std::string("http://sd/"));
        QVERIFY(policy.targets[1].refresh == 60s);
        QCOMPARE(policy.targets[1].document.bearer.env, std::string("SD"));
    }

    void refusesWithPlaceAndExpectation_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& text, const char* where, const char* message) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(where) << QString(message);
        };
        const auto source = [&](const char* name, const char* members, const char* where, const char* message) {
            row(name, withSources(std::string("{\"kind\": \"health\", \"url\": \"http://h/\",\n") + members + "}"),
                where, message);
        };
        source("a variable and a file", "\"bearer\": {\"env\": \"A\", \"file\": \"b\"}",
            "/services/0/sources/0/bearer/file (line 3)", "expected one of the keys \"env\" and \"file\"");
        source("neither", "\"bearer\": {}", "/services/0/sources/0/bearer (line 3)",
            "expected one of the keys \"env\" and \"file\"");
        source("the token itself", "\"bearer\": \"secret\"", "/services/0/sources/0/bearer (line 3)",
            "expected an object, found a text");
        source("an unknown key of a secret", "\"bearer\": {\"env\": \"A\", \"value\": \"x\"}",
            "/services/0/sources/0/bearer/value (line 3)", "unknown key \"value\"");
        source("two ways at once",
            "\"bearer\": {\"env\": \"A\"}, \"basic\": {\"user\": \"u\", \"password\": {\"env\": \"P\"}}",
            "/services/0/sources/0/basic (line 3)", "expected at most one of the keys \"bearer\" and \"basic\"");
        source("no password", "\"basic\": {\"user\": \"u\"}", "/services/0/sources/0/basic (line 3)",
            "expected the key \"password\", an object");
        source("a password in the file", "\"basic\": {\"user\": \"u\", \"password\": \"p\"}",
            "/services/0/sources/0/basic/password (line 3)", "expected an object, found a text");
        source("a colon in a user", "\"basic\": {\"user\": \"u:p\", \"password\": {\"env\": \"P\"}}",
            "/services/0/sources/0/basic/user (line 3)", "expected a user's name without \":\" and control characters");
        source("TLS without https", "\"tls\": {\"ca_file\": \"ca.pem\"}", "/services/0/sources/0/tls (line 3)",
            "expected only where the URL is https");
        source("a preset of health", "\"preset\": \"envoy\"", "/services/0/sources/0/preset (line 3)",
            "expected only in a source of kind metrics");
        source("a query of health", "\"query\": \"up\"", "/services/0/sources/0/query (line 3)",
            "expected only in a source of kind prometheus");
        row("a certificate without its key",
            withSources("{\"kind\": \"health\", \"url\": \"https://h/\", \"tls\":\n{\"cert_file\": \"c.pem\"}}"),
            "/services/0/sources/0/tls/cert_file (line 3)",
            "expected \"cert_file\" and \"key_file\" together: a client's certificate and its key");
        row("an unknown preset",
            withSources("{\"kind\": \"metrics\", \"url\": \"http://h/\",\n\"preset\": \"hystrix\"}"),
            "/services/0/sources/0/preset (line 3)",
            "expected one of none, resilience4j, opossum, polly, envoy, istio, haproxy, fault-tolerance, blackbox, "
            "found "
            "\"hystrix\"");
        row("an empty query", withSources("{\"kind\": \"prometheus\", \"url\": \"http://p/\",\n\"query\": \" \"}"),
            "/services/0/sources/0/query (line 3)", "expected a query in Prometheus' language");
        row("traffic from health",
            withFeature("\"traffic\":\n{\"metric\": \"m\", \"rung_label\": \"r\", \"source\": "
                        "\"health\"}"),
            "/features/0/traffic/source (line 5)",
            "expected a metrics or prometheus source of this feature's service, found \"health\"");
        row("traffic without a label", withFeature("\"traffic\":\n{\"metric\": \"m\"}"), "/features/0/traffic (line 5)",
            "expected the key \"rung_label\", a text");
        row("traffic to no rung",
            withFeature(
                "\"ladder\": [{\"kind\": \"unavailable\"}], \"traffic\": {\"metric\": \"m\", \"rung_label\": \"r\","
                "\n\"rungs\": {\"x\": \"cache\"}}"),
            "/features/0/traffic/rungs (line 5)",
            "expected a rung of this feature's ladder for \"x\", found \"cache\"");
        row("an age from nowhere", withFeature("\"cache\": {\n\"source\": \"telemetry\"}"),
            "/features/0/cache/source (line 5)", "expected a source of this feature's service, found \"telemetry\"");
        row("targets from two places",
            withTargets(
                "\"file_sd\": \"a\", \"http_sd\": \"http://b/\", \"source\": {\"kind\": \"health\", \"path\": \"/\"}"),
            "/targets/0/http_sd (line 2)", "expected one of the keys \"file_sd\", \"http_sd\" and \"prometheus\"");
        row("targets from nowhere", withTargets("\"source\": {\"kind\": \"health\", \"path\": \"/\"}"),
            "/targets/0 (line 2)", "expected one of the keys \"file_sd\", \"http_sd\" and \"prometheus\"");
        row("a source of a server's services",
            withTargets("\"prometheus\": \"http://p/\", \"source\": {\"kind\": \"health\", \"path\": \"/\"}"),
            "/targets/0/source (line 2)", "unknown key \"source\"");
        row("a label that is none", withTargets("\"prometheus\": \"http://p/\", \"label\": \"a/b\""),
            "/targets/0/label (line 2)", "expected the name of a label");
        row("a label of a file",
            withTargets("\"file_sd\": \"a\", \"label\": \"job\", \"source\": {\"kind\": "
                        "\"health\", \"path\": \"/\"}"),
            "/targets/0/label (line 2)", "unknown key \"label\"");
        row("a pattern in a folder",
            withTargets("\"file_sd\": \"*/a.json\", \"source\": {\"kind\": \"health\", \"path\": \"/\"}"),
            "/targets/0/file_sd (line 2)", "expected the path of a file, with * and ? in its last part only");
        row("a URL in place of a path",
            withTargets("\"file_sd\": \"a\", \"source\": {\"kind\": \"health\", \"path\": \"http://h/\"}"),
            "/targets/0/source/path (line 2)", "expected a path that starts with \"/\", found \"http://h/\"");
    }
    void refusesWithPlaceAndExpectation()
    {
        QFETCH(QString, text);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto policy = parsePolicy(text.toStdString());
        QVERIFY(!policy.ok());
        QCOMPARE(QString::fromStdString(policy.error().message), message);
        QCOMPARE(QString::fromStdString(policy.error().where), where);
    }
};

QTEST_APPLESS_MAIN(TestPolicySources)
#include "tst_policy_sources.moc"
