// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_reading.h"

using namespace rungwatch;
using namespace std::chrono_literals;

/// Health answers without a list of checks of one shape: maps by name, single facts, failures only (FORMATS 4.9 to
/// 4.11).
class TestHealthMaps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readings_data()
    {
        readingColumns();
        readingRow("dropwizard: one of two", R"({"a":{"healthy":true},"b":{"healthy":false,"error":{"message":"x"}}})",
            500, "dropwizard-health CRITICAL [a HEALTHY, b UNAVAILABLE] http-body-disagree");
        readingRow("dropwizard: one of two under 200", R"({"a":{"healthy":true},"b":{"healthy":false}})", 200,
            "dropwizard-health DEGRADED [a HEALTHY, b UNAVAILABLE]");
        readingRow(
            "dropwizard: all", R"({"a":{"healthy":false}})", 500, "dropwizard-health UNAVAILABLE [a UNAVAILABLE]");
        readingRow(
            "dropwizard: a truth as text is another format", R"({"a":{"healthy":"true"}})", 200, "unknown-format");

        readingRow("django: every word",
            R"({"a":"working","b":"warning: slow","c":"unavailable: x",)"
            R"("d":"unexpected result: y","e":"unknown error: z"})",
            500,
            "django-health-check CRITICAL [a HEALTHY, b DEGRADED, c UNAVAILABLE, d UNAVAILABLE, e UNAVAILABLE] "
            "http-body-disagree");
        readingRow("django: not critical, so 200", R"({"a":"working","b":"unavailable: x"})", 200,
            "django-health-check DEGRADED [a HEALTHY, b UNAVAILABLE]");
        readingRow("django: a label says anything", R"({"Cache: 'default' | /tmp":"working"})", 200,
            "django-health-check HEALTHY [Cache: 'default' | /tmp HEALTHY]");
        readingRow("django: one text of another kind", R"({"a":"working","b":"blue"})", 200, "unknown-format");

        readingRow("elasticsearch: green", R"({"cluster_name":"c","status":"green","number_of_nodes":3})", 200,
            "elasticsearch-cluster-health HEALTHY []");
        readingRow("elasticsearch: red", R"({"cluster_name":"c","status":"red","number_of_nodes":3})", 200,
            "elasticsearch-cluster-health CRITICAL []");
        readingRow("elasticsearch: a wait timed out",
            R"({"cluster_name":"c","status":"green","number_of_nodes":3,"timed_out":true})", 408,
            "elasticsearch-cluster-health DEGRADED [] timed-out http-body-disagree");
        readingRow("elasticsearch: red stays red under 408",
            R"({"cluster_name":"c","status":"red","number_of_nodes":"3","timed_out":"true"})", 408,
            "elasticsearch-cluster-health CRITICAL [] timed-out");

        readingRow("etcd: a text", R"({"health":"true"})", 200, "etcd-health HEALTHY []");
        readingRow("etcd: a boolean", R"({"health":true,"reason":""})", 200, "etcd-health HEALTHY []");
        readingRow("etcd: false", R"({"health":"false"})", 503, "etcd-health UNAVAILABLE []");
        readingRow(
            "etcd: false under 200", R"({"health":false})", 200, "etcd-health UNAVAILABLE [] http-body-disagree");

        readingRow("hellofresh: its own sentence",
            R"({"status":"Timeout during health check","failures":{"db":"timeout"}})", 503,
            "hellofresh-health-go UNAVAILABLE [db UNAVAILABLE]");
        readingRow("hellofresh: a time that no calendar knows",
            R"({"status":"OK","timestamp":"2017-01-01T00:00:00.413567856+033:00","system":{}})", 200,
            "hellofresh-health-go HEALTHY [] bad-time");
        readingRow("hellofresh: a time that one does",
            R"({"status":"OK","timestamp":"2017-01-01T00:00:00.413567856+03:00","component":{"name":"x"}})", 200,
            "hellofresh-health-go HEALTHY []");
        readingRow("hellofresh: OK with a failure", R"({"status":"OK","failures":{"mail":"x"}})", 200,
            "hellofresh-health-go DEGRADED [mail UNAVAILABLE] masked");
        readingRow("hellofresh: failures are null", R"({"status":"OK","failures":null,"system":{}})", 200,
            "hellofresh-health-go HEALTHY []");

        readingRow("alexliesenfeld: not all have run",
            R"({"status":"unknown","details":{"a":{"status":"up","timestamp":"2026-11-30T09:41:07.1Z"},"b":{"status":"unknown"}}})",
            503, "alexliesenfeld-health CRITICAL [a HEALTHY, b UNKNOWN] no-verdict http-body-disagree");
        readingRow("alexliesenfeld: none has run", R"({"status":"unknown","details":{"b":{"status":"unknown"}}})", 503,
            "terminus CRITICAL [b UNKNOWN] no-verdict http-body-disagree");
        readingRow("alexliesenfeld: upper case is Spring's",
            R"({"status":"UP","details":{"a":{"status":"UP","timestamp":"2026-11-30T09:41:07Z"}}})", 200,
            "spring-boot-health HEALTHY [a HEALTHY]");

        readingRow("caddy: one fails",
            R"([{"address":"a:1","num_requests":0,"fails":0},{"address":"b:1","num_requests":2,"fails":3}])", 200,
            "caddy-upstreams DEGRADED [a:1 HEALTHY, b:1 DEGRADED]");
        readingRow("caddy: all fail, the limit is not shown", R"([{"address":"a:1","num_requests":0,"fails":9}])", 200,
            "caddy-upstreams DEGRADED [a:1 DEGRADED]");
        readingRow("caddy: one address twice",
            R"([{"address":"a:1","num_requests":0,"fails":0},{"address":"a:1","num_requests":0,"fails":0}])", 200,
            "caddy-upstreams HEALTHY [a:1 HEALTHY, a:1[1] HEALTHY]");
    }
    void readings() { COMPARE_READING_ROW(); }

    void pinnedOnes_data()
    {
        QTest::addColumn<QByteArray>("pin");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const char* pin, const char* body, int status, const char* shown) {
            QTest::newRow(name) << QByteArray(pin) << QByteArray(body) << status << QString(shown);
        };
        row("caddy without upstreams", "caddy-upstreams", "[]", 200,
            "caddy-upstreams UNAVAILABLE [] no-instances http-body-disagree");
        row("dropwizard without checks", "dropwizard-health", "{}", 501, "dropwizard-health UNAVAILABLE [] no-verdict");
        row("dropwizard without checks under 200", "dropwizard-health", "{}", 200, "unknown-format");
        row("dropwizard of text", "dropwizard-health", R"({"a":{"healthy":"false"},"b":3})", 200,
            "dropwizard-health UNAVAILABLE [a UNAVAILABLE, b UNKNOWN] http-body-disagree");
        row("django with a word of the general table", "django-health-check", R"({"a":"OK","b":"blue","c":1})", 200,
            "django-health-check HEALTHY [a HEALTHY, b UNKNOWN, c UNKNOWN] unknown-word");
        row("a verdict alone", "alexliesenfeld-health", R"({"status":"up"})", 200, "alexliesenfeld-health HEALTHY []");
        row("a list where an object is expected", "spring-boot-health", "[]", 200, "unknown-format");
        row("etcd without health", "etcd-health", R"({"health":"maybe"})", 200, "unknown-format");
    }
    void pinnedOnes()
    {
        QFETCH(QByteArray, pin);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QFETCH(QString, shown);
        QCOMPARE(shownReading(readWith(body, status, {}, pin.constData())), shown);
    }

    void whatElseTheySay()
    {
        const auto dropwizard = readWith(
            R"({"a":{"healthy":false,"error":{"message":"refused","stack":["x"]},"duration":12,"timestamp":"2026-11-30T09:41:07.250Z"}})",
            500, {});
        QCOMPARE(dropwizard->components[0].note, std::string("refused"));
        QVERIFY(dropwizard->components[0].latency == 12ms);
        QVERIFY(dropwizard->components[0].checkedAt == WallTime{1'796'031'667'250ms});
        const auto django = readWith(R"({"a":"working","b":"warning: slow: 2.4 s"})", 200, {});
        QVERIFY(django->components[0].note.empty());
        QCOMPARE(django->components[1].note, std::string("warning: slow: 2.4 s"));
        QCOMPARE(readWith(R"({"health":"false","reason":"RAFT NO LEADER"})", 503, {})->message,
            std::string("RAFT NO LEADER"));
        QCOMPARE(
            readWith(R"({"cluster_name":"c","status":"yellow","number_of_nodes":1,"unassigned_shards":5})", 200, {})
                ->message,
            std::string("5 shards unassigned"));
        QCOMPARE(readWith(R"({"status":"Unavailable","failures":{"db":"refused"}})", 503, {})->components[0].note,
            std::string("refused"));
        const auto go = readWith(
            R"({"status":"down","details":{"a":{"status":"down","timestamp":"2026-11-30T09:41:07Z","error":"refused"}}})",
            503, {});
        QCOMPARE(go->components[0].note, std::string("refused"));
        QVERIFY(go->components[0].checkedAt == WallTime{1'796'031'667s});
        QCOMPARE(readWith(R"([{"address":"a:1","num_requests":0,"fails":1}])", 200, {})->components[0].note,
            std::string("1 failure"));
    }

    void partsOnBothSidesOfTheLimit()
    {
        const auto body = [](int count) {
            QByteArrayList parts;
            for (int i = 0; i < count; ++i)
                parts << "\"c" + QByteArray::number(i) + "\":{\"healthy\":true}";
            return '{' + parts.join(',') + '}';
        };
        QCOMPARE(readWith(body(5000), 200, {})->components.size(), std::size_t{5000});
        QCOMPARE(shownReading(readWith(body(5001), 200, {})), QStringLiteral("too-large"));
    }
};

QTEST_APPLESS_MAIN(TestHealthMaps)
#include "tst_health_maps.moc"
