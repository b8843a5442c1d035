// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/policy.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

std::string fileText(const char* path)
{
    QFile file(QString::fromUtf8(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// A fleet file of one service "s" whose single source is `source`.
QByteArray withSource(const char* source)
{
    return QByteArray("{\"version\": 1, \"services\": [{\"name\": \"s\", \"sources\": [\n") + source + "\n]}]}";
}

/// A fleet file with service "s" and one feature of it, on line 2.
QByteArray withFeature(const char* members)
{
    return QByteArray("{\"version\": 1, \"services\": [{\"name\": \"s\"}], \"features\": [\n{\"name\": \"f\", ")
        + members + "}\n]}";
}

} // namespace

/// A fleet file is read whole or refused with one line: what, where (pointer and line), what was expected.
class TestPolicy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheExampleOfTheContractWhole()
    {
        const auto text = fileText(RUNGWATCH_TEST_DATA "/fleet/contract_example.json");
        const auto read = parsePolicy(text);
        QVERIFY2(read.ok(), read.ok() ? "" : (read.error().where + ": " + read.error().message).c_str());
        const auto& policy = *read;
        QCOMPARE(policy.name, std::string("Book store"));
        QCOMPARE(policy.text, text);
        QVERIFY(!policy.readOnly);
        QCOMPARE(policy.services.size(), std::size_t{3});
        const auto& store = policy.services[0];
        QVERIFY(store.critical);
        QCOMPARE(store.tags, std::vector<std::string>{"checkout"});
        QCOMPARE(store.dependsOn, std::vector<std::string>{"provider-primary"});
        QCOMPARE(store.sources[0].name, std::string("health"));
        QVERIFY(store.sources[0].interval == 1s && store.sources[0].timeout == 800ms);
        QVERIFY(store.sources[1].kind == SourceKind::Telemetry);
        QCOMPARE(store.sources[1].bearer.env, std::string("STORE_TOKEN"));
        QVERIFY(store.breaker.window == breaker::WindowKind::Consecutive);
        QCOMPARE(store.breaker.failureThreshold, std::uint32_t{3});
        QVERIFY(store.breaker.cooldown == 15s);
        QVERIFY(!policy.services[1].critical);

        const auto& refund = policy.features[0];
        QCOMPARE(refund.name, std::string("refund_eligibility"));
        QCOMPARE(refund.criticality, 1);
        QVERIFY(refund.required);
        QCOMPARE(refund.owner, std::string("payments"));
        QCOMPARE(refund.ladder.rungs.size(), std::size_t{4});
        QVERIFY(refund.ladder.rungs[0].deadline == 20s);
        QCOMPARE(refund.ladder.rungs[0].evaluated, std::string("refund-set-2026-10"));
        QCOMPARE(refund.ladder.rungs[0].drilled, std::string("2026-11-20"));
        QCOMPARE(refund.ladder.rungs[3].otherPath, std::string("mailto:help@example.org"));
        QVERIFY(refund.ladder.forbidden[0].kind == RungKind::SmallModel);
        QCOMPARE(refund.modeController.maxError.milli, std::int64_t{20'000});
        QVERIFY(refund.modeController.maxP95 == 10s);
        QVERIFY(refund.modeController.interval == 60s);
        QCOMPARE(refund.alertShare[0].rung, std::string("queue_for_person"));
        QVERIFY(refund.alertShare[0].forAtLeast == 300s);
        QVERIFY(refund.killExpiresAfter == 1h);
        QVERIFY(policy.features[1].cacheMaxAge == 120s);
        QVERIFY(policy.features[1].ladder.rungs.empty());

        QCOMPARE(policy.targets[0].fileSd, std::string("targets/*.json"));
        QVERIFY(policy.notices.empty());
        const auto endpoints = endpointsOf(policy);
        QCOMPARE(endpoints.size(), std::size_t{4});
        QCOMPARE(endpointName(policy, endpoints[1]), std::string("store/telemetry"));
    }

    void everythingHasADefault()
    {
        const auto read = parsePolicy("{\"version\": 1, \"services\": [{\"name\": \"s\", \"sources\": ["
                                      "            {\"kind\": \"health\", \"url\": \"https://[::1]:8443/h\"}, "
                                      "{\"kind\": \"health\", \"url\": \"http://b\", \"interval_s\": 0.5},"
                                      "            {\"kind\": \"telemetry\", \"url\": \"http://c/\"}]}],"
                                      "            \"features\": [{\"name\": \"f\", \"ladder\": [{\"kind\": "
                                      "\"primary\"}, {\"rung\": \"cache\"}, {\"kind\": \"unavailable\"}]}]}");
        QVERIFY2(read.ok(), read.ok() ? "" : (read.error().where + ": " + read.error().message).c_str());
        const auto& sources = read->services[0].sources;
        QVERIFY(sources[0].interval == 1s && sources[0].timeout == 800ms && sources[0].format == "auto");
        QCOMPARE(sources[1].name, std::string("health-2"));
        QVERIFY(sources[1].timeout == 400ms);
        QCOMPARE(sources[2].name, std::string("telemetry"));
        QCOMPARE(read->services[0].breaker.failureThreshold, std::uint32_t{3});
        QVERIFY(read->services[0].breaker.cooldown == 15s);
        QCOMPARE(read->features[0].service, std::string("s"));
        QCOMPARE(read->features[0].criticality, 3);
        QVERIFY(read->features[0].ladder.rungs[1].kind == RungKind::Cache);
        QCOMPARE(read->features[0].ladder.rungs[2].name, std::string("unavailable"));
        QVERIFY(read->notices.empty());
    }

    void refusesWithPlaceAndExpectation_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, QByteArray text, const char* where, const char* message) {
            QTest::newRow(name) << text << QString(where) << QString(message);
        };
        row("not JSON", "{\n\"version\": 1,,\n}", "/ (line 2)", "not JSON near \"1,,\"");
        row("cut", "{\"version\": 1,", "/ (line 1)", "cut, the JSON value is not complete");
        row("a list", "[]", "/ (line 1)", "expected an object, found an array");
        row("no version", "{}", "/ (line 1)", "expected the key \"version\", a whole number from 1 to 1000000");
        row("a newer version", "{\"version\":\n 2}", "/version (line 2)",
            "expected version 1, found 2: a newer program reads it");
        row("unknown key", "{\"version\": 1,\n\"servces\": []}", "/servces (line 2)", "unknown key \"servces\"");
        row("a key twice", "{\"version\": 1,\n\"name\": \"a\",\n\"name\": \"b\"}", "/name (line 3)",
            "expected the key \"name\" only once");
        row("wrong type", "{\"version\": 1,\n\"name\": 7}", "/name (line 2)", "expected a text, found a number");
        row("unknown key of a source", withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"intervall_s\": 1}"),
            "/services/0/sources/0/intervall_s (line 2)", "unknown key \"intervall_s\"");
        row("wrong type of a source",
            withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"interval_s\": \"1s\"}"),
            "/services/0/sources/0/interval_s (line 2)", "expected a number from 0.05 to 86400, found a text");
        row("unknown kind", withSource("{\"kind\": \"hystrix_stream\", \"url\": \"http://h/\"}"),
            "/services/0/sources/0/kind (line 2)",
            "expected one of health, telemetry, metrics, actuator, hystrix-stream, prometheus, statuspage, "
            "alertmanager, found \"hystrix_stream\"");
        row("no URL", withSource("{\"kind\": \"health\"}"), "/services/0/sources/0 (line 2)",
            "expected the key \"url\", a text");
        row("another scheme", withSource("{\"kind\": \"health\", \"url\": \"ftp://h/\"}"),
            "/services/0/sources/0/url (line 2)",
            "expected a URL that starts with http:// or https://, found \"ftp://h/\"");
        row("a secret", withSource("{\"kind\": \"health\", \"url\": \"http://me:secret@h/\"}"),
            "/services/0/sources/0/url (line 2)",
            "expected a URL without a user or password: secrets are never in a fleet file, found "
            "\"http://me:secret@h/\"");
        row("no host", withSource("{\"kind\": \"health\", \"url\": \"http://:80/\"}"),
            "/services/0/sources/0/url (line 2)", "expected a URL with a host, found \"http://:80/\"");
        row("port 65536", withSource("{\"kind\": \"health\", \"url\": \"http://h:65536/\"}"),
            "/services/0/sources/0/url (line 2)",
            "expected a port from 1 to 65535, found \"65536\", found \"http://h:65536/\"");
        row("timeout of the interval", withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"timeout_s\": 1}"),
            "/services/0/sources/0/timeout_s (line 2)", "expected a timeout shorter than the interval of this source");
        row("unknown format", withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"format\": \"tarot\"}"),
            "/services/0/sources/0/format (line 2)", "expected \"auto\" or the name of a format, found \"tarot\"");
        row("a token in the file",
            withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"bearer\": {\"env\": \"not a name\"}}"),
            "/services/0/sources/0/bearer/env (line 2)",
            "expected the name of an environment variable, found \"not a name\"");
        row("a slash in a name", "{\"version\": 1, \"services\": [\n{\"name\": \"a/b\"}]}", "/services/0/name (line 2)",
            "expected a name of 1 to 200 characters without \"/\" and control characters");
        row("a service twice", "{\"version\": 1, \"services\": [{\"name\": \"a\"},\n{\"name\": \"a\"}]}",
            "/services/1/name (line 2)", "expected a name of its own, \"a\" is taken");
        row("depends on nobody", "{\"version\": 1, \"services\": [{\"name\": \"a\",\n\"depends_on\": [\"b\"]}]}",
            "/services/0/depends_on/0 (line 2)", "expected the name of another service in this file, found \"b\"");
        row("depends on itself", "{\"version\": 1, \"services\": [{\"name\": \"a\",\n\"depends_on\": [\"a\"]}]}",
            "/services/0/depends_on/0 (line 2)", "expected the name of another service in this file, found \"a\"");
        row("breaker out of range",
            "{\"version\": 1, \"services\": [{\"name\": \"a\",\n\"breaker\": {\"failure_threshold\": 0}}]}",
            "/services/0/breaker/failure_threshold (line 2)", "expected a whole number from 1 to 1000000, found 0");
        row("unknown key of a breaker",
            "{\"version\": 1, \"services\": [{\"name\": \"a\",\n\"breaker\": {\"treshold\": 3}}]}",
            "/services/0/breaker/treshold (line 2)", "unknown key \"treshold\"");
        row("unknown service of a feature", withFeature("\"service\": \"x\""), "/features/0/service (line 2)",
            "expected the name of a service in this file, found \"x\"");
        row("unknown service of a rung",
            withFeature("\"ladder\": [\n{\"kind\": \"primary\", \"service\": \"x\"}, {\"kind\": \"unavailable\"}]"),
            "/features/0/ladder/0/service (line 3)", "expected the name of a service in this file, found \"x\"");
        row("unknown rung kind", withFeature("\"ladder\": [\n{\"rung\": \"x\", \"kind\": \"mega\"}]"),
            "/features/0/ladder/0/kind (line 3)",
            "expected one of primary, secondary, small_model, cache, rules, template, queue_for_person, unavailable, "
            "found \"mega\"");
        for (const auto* day : {"yesterday", "2026-02-30", "2026-13-01", "20261120", "2026-11-20T00:00:00Z", ""}) {
            const auto found = std::string("\"") + day + "\"";
            const auto ladder =
                "\"ladder\": [{\"kind\": \"primary\",\n\"drilled\": " + found + "}, {\"kind\": \"unavailable\"}]";
            const auto message = "expected a day such as \"2026-11-20\", found " + found;
            row(("drilled " + found).c_str(), withFeature(ladder.c_str()), "/features/0/ladder/0/drilled (line 3)",
                message.c_str());
        }
        row("a feature twice",
            "{\"version\": 1, \"services\": [{\"name\": \"s\"}], \"features\": [{\"name\": \"f\"},\n{\"name\": "
            "\"f\"}]}",
            "/features/1/name (line 2)", "expected a name of its own, \"f\" is taken");
        row("dead latency trigger",
            withFeature("\"ladder\": [\n{\"kind\": \"primary\", \"deadline_s\": 10}, {\"kind\": \"unavailable\"}],"
                        "\"mode_controller\": {\"max_p95_s\": 10}"),
            "/features/0/ladder/0/deadline_s (line 3)",
            "expected a deadline above max_p95_s: at or below it the latency trigger can never fire");
        row("no reason", withFeature("\"forbidden\": [\n{\"kind\": \"cache\", \"reason\": \" \"}]"),
            "/features/0/forbidden/0/reason (line 3)", "expected a written reason");
        row("a cache under a required outcome",
            withFeature("\"required\": true, \"ladder\": [{\"kind\": \"primary\"},\n{\"kind\": \"cache\"}, "
                        "{\"kind\": \"queue_for_person\"}]"),
            "/features/0/ladder/1 (line 3)",
            "'cache' is a cache, which would stand in for a required outcome without anybody deciding it; expected a "
            "model, rules, queue_for_person or unavailable");
        row("alert on no rung",
            withFeature("\"ladder\": [{\"kind\": \"unavailable\"}], \"alert_share\": [\n{\"rung\": \"x\", "
                        "\"above_pct\": 5}]"),
            "/features/0/alert_share/0/rung (line 3)", "expected a rung of this feature's ladder, found \"x\"");
        row("kill by other means", withFeature("\n\"kill_switch\": {\"via\": \"smoke\"}"),
            "/features/0/kill_switch/via (line 3)", "expected \"telemetry\", found \"smoke\"");
        row("criticality 0", withFeature("\n\"criticality\": 0"), "/features/0/criticality (line 3)",
            "expected a whole number from 1 to 9, found 0");
        row("unknown key of the operator", "{\"version\": 1, \"operator\": {\n\"readonly\": true}}",
            "/operator/readonly (line 2)", "unknown key \"readonly\"");
        row("unknown target",
            "{\"version\": 1, \"targets\": [\n{\"dns\": \"x\", \"file_sd\": \"f\", \"source\": "
            "{\"kind\": \"health\", \"path\": \"/h\"}}]}",
            "/targets/0/dns (line 2)", "unknown key \"dns\"");
    }
    void refusesWithPlaceAndExpectation()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto read = parsePolicy(text.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(QString::fromStdString(read.error().message), message);
        QCOMPARE(QString::fromStdString(read.error().where), where);
    }

    void refusesLaddersWithTheirPlace()
    {
        const auto forbidden = parsePolicy(withFeature(
            "\"ladder\": [\n{\"kind\": \"primary\"},\n{\"kind\": \"small_model\"},\n{\"kind\": \"unavailable\"}],"
            "\"forbidden\": [{\"kind\": \"small_model\", \"reason\": \"wrong refunds cost trust\"}]")
                                               .toStdString());
        QVERIFY(!forbidden.ok());
        QVERIFY2(forbidden.error().where.starts_with("/features/0/ladder/1"), forbidden.error().where.c_str());
        QVERIFY2(forbidden.error().where.ends_with("(line 4)"), forbidden.error().where.c_str());
        const auto noEnd =
            parsePolicy(withFeature("\"ladder\": [\n{\"kind\": \"primary\"},\n{\"kind\": \"cache\"}]").toStdString());
        QVERIFY(!noEnd.ok());
        QVERIFY2(noEnd.error().where.starts_with("/features/0/ladder"), noEnd.error().where.c_str());
        const auto none = parsePolicy(withFeature("\"ladder\":\n []").toStdString());
        QVERIFY(!none.ok());
        QVERIFY2(none.error().where.starts_with("/features/0/ladder"), none.error().where.c_str());
    }

    void boundariesAreTakenOnTheirGoodSide()
    {
        const auto timeout = withSource("{\"kind\": \"health\", \"url\": \"http://h/\", \"timeout_s\": 0.999}");
        const auto port = withSource("{\"kind\": \"health\", \"url\": \"http://h:65535/\"}");
        const auto deadline = withFeature("\"ladder\": [{\"kind\": \"primary\", \"deadline_s\": 10.001}, "
                                          "{\"kind\": \"unavailable\"}], \"mode_controller\": {\"max_p95_s\": 10}");
        for (const auto& text : {timeout, port, deadline})
            QVERIFY2(parsePolicy(text.toStdString()).ok(), text.constData());
    }

    void everyPrefixIsRefusedOrRead()
    {
        const auto text = fileText(RUNGWATCH_TEST_DATA "/fleet/contract_example.json");
        const auto end = text.find_last_of('}');
        for (std::size_t length = 0; length <= end; ++length) {
            const auto read = parsePolicy(std::string_view(text).substr(0, length));
            QVERIFY(
                !read.ok() && !read.error().message.empty() && read.error().where.find("line") != std::string::npos);
        }
    }

    /// The schema and the reader know the same keys.
    void theSchemaIsJsonAndNamesEveryKeyOfTheExample()
    {
        const auto schema = fileText(RUNGWATCH_SOURCE_DIR "/resources/fleet.schema.json");
        QJsonParseError fault{};
        const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(schema), &fault);
        QCOMPARE(fault.errorString(), QStringLiteral("no error occurred"));
        QCOMPARE(document.object()["additionalProperties"].toBool(true), false);
        for (const auto key :
            {"version", "services", "critical", "tags", "depends_on", "sources", "interval_s", "timeout_s", "bearer",
                "env", "breaker", "failure_threshold", "cooldown_s", "features", "criticality", "owner", "required",
                "ladder", "deadline_s", "evaluated", "drilled", "message", "other_path", "forbidden", "mode_controller",
                "max_error_pct", "max_p95_s", "hold", "min_requests", "alert_share", "above_pct", "for_s",
                "kill_switch", "expires_after_s", "cache", "max_age_s", "targets", "file_sd", "operator", "read_only"})
            QVERIFY2(schema.find("\"" + std::string(key) + "\"") != std::string::npos, key);
    }
};

QTEST_APPLESS_MAIN(TestPolicy)
#include "tst_policy.moc"
