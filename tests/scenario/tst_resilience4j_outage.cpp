// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_server.h"
#include "tests/support/watch_process.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch::testing;

namespace {

QByteArray withQuotes(QByteArray text)
{
    return text.replace('\'', '"');
}

/// A Spring Boot service with resilience4j, as its actuator and its metrics show it. Nothing at it knows of a console.
class SpringService {
public:
    SpringService()
    {
        health("UP", 200);
        breaker("CLOSED");
        count();
    }

    void health(const QByteArray& status, int code)
    {
        server.set("/actuator/health", withQuotes("{'status':'" + status + "'}"),
            "application/vnd.spring-boot.actuator.v3+json", code);
    }
    void breaker(const QByteArray& state)
    {
        m_state = state;
        server.set("/actuator/circuitbreakers",
            withQuotes("{'circuitBreakers':{'provider':{'failureRate':'-1.0%','slowCallRate':'-1.0%',"
                       "'failureRateThreshold':'50.0%','slowCallRateThreshold':'100.0%','bufferedCalls':3,"
                       "'failedCalls':1,'slowCalls':0,'slowFailedCalls':0,'notPermittedCalls':0,'state':'"
                + state + "'}}}"));
    }
    /// More answers of both rungs, as counters.
    void count(int primary = 0, int cache = 0)
    {
        m_primary += primary;
        m_cache += cache;
        const auto line = [](const QByteArray& rung, int value) {
            return "search_answers_total{application=\"shop\",served_by=\"" + rung + "\"} " + QByteArray::number(value)
                + "\n";
        };
        server.set("/actuator/prometheus",
            "# TYPE search_answers_total counter\n" + line("model", m_primary) + line("lkg", m_cache)
                + "resilience4j_circuitbreaker_not_permitted_calls_total{name=\"provider\",kind=\"not_permitted\"} "
                + QByteArray::number(m_cache) + "\n",
            "text/plain;version=0.0.4");
    }

    ScriptedServer server;

private:
    QByteArray m_state;
    int m_primary{5'000};
    int m_cache{0};
};

QByteArray fleetOf(const ScriptedServer& server)
{
    const auto url = server.url(QString()).toUtf8();
    return withQuotes("{'version': 1, 'name': 'Shop', 'services': [{'name': 'shop', 'critical': true, 'sources': ["
                      "{'kind': 'health', 'url': '"
        + url
        + "/actuator/health', 'interval_s': 0.2, 'timeout_s': 0.15},"
          "{'kind': 'actuator', 'url': '"
        + url
        + "/actuator/circuitbreakers', 'interval_s': 0.2, 'timeout_s': 0.15},"
          "{'kind': 'metrics', 'url': '"
        + url
        + "/actuator/prometheus', 'interval_s': 0.2, 'timeout_s': 0.15}]}],"
          "'features': [{'name': 'search', 'service': 'shop', 'ladder': [{'rung': 'provider', 'kind': 'primary'}, "
          "{'rung': 'last_known', 'kind': 'cache'}, {'kind': 'unavailable'}], 'traffic': {'metric': "
          "'search_answers_total', 'rung_label': 'served_by', 'labels': {'application': 'shop'}, 'window_s': 2, "
          "'rungs': {'model': 'provider', 'lkg': 'last_known'}}}]}");
}

WatchProcess::Match is(const char* kind, std::map<QString, QString> fields)
{
    return [kind, fields = std::move(fields)](const QJsonObject& event) {
        if (event[QStringLiteral("kind")].toString() != QLatin1String(kind))
            return false;
        return std::all_of(fields.begin(), fields.end(), [&](const auto& wanted) {
            return field(event, wanted.first.toUtf8().constData()).toString() == wanted.second;
        });
    };
}

} // namespace

/// A service that nobody prepared goes through an outage, and a console that was only pointed at it tells it whole.
class TestResilience4jOutage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anOutageIsToldFromActuatorAndMetricsAlone()
    {
        SpringService shop;
        const QTemporaryDir folder;
        QFile fleet(folder.filePath(QStringLiteral("fleet.json")));
        QVERIFY(fleet.open(QIODevice::WriteOnly));
        fleet.write(fleetOf(shop.server));
        fleet.close();
        WatchProcess console({QStringLiteral("--fleet"), fleet.fileName(), QStringLiteral("--journal"),
            folder.filePath(QStringLiteral("journal.db"))});

        // In whatever order they come: well, on its first rung, and its counters read once.
        int seen = 0;
        const auto begins = [&, level = is("service_level_changed", {{"service", "shop"}, {"to", "healthy"}}),
                                rung = is("derived_rung_changed", {{"feature", "search"}, {"to", "provider"}}),
                                counters = is("freshness_changed", {{"endpoint", "shop/metrics"}, {"to", "fresh"}})](
                                const QJsonObject& event) {
            seen += level(event) || rung(event) || counters(event);
            return seen == 3;
        };
        QVERIFY2(console.waitFor(begins, 60), console.errors().constData());

        shop.count(30, 0);
        QVERIFY(console.waitFor(servedOnly(QStringLiteral("provider"), 30), 60));

        shop.breaker("OPEN");
        QVERIFY(console.waitFor(is("reported_breaker_moved",
                                    {{"service", "shop"}, {"breaker", "provider"}, {"from", "closed"}, {"to", "open"}}),
            60));
        QVERIFY(console.waitFor(is("service_level_changed", {{"service", "shop"}, {"to", "degraded"}}), 60));
        QVERIFY(console.waitFor(is("derived_rung_changed", {{"from", "provider"}, {"to", "last_known"}}), 60));
        shop.count(0, 40);
        QVERIFY(console.waitFor(servedOnly(QStringLiteral("last_known"), 40), 60));

        shop.breaker("HALF_OPEN");
        QVERIFY(console.waitFor(is("reported_breaker_moved", {{"from", "open"}, {"to", "half_open"}}), 60));
        shop.breaker("CLOSED");
        QVERIFY(console.waitFor(is("reported_breaker_moved", {{"from", "half_open"}, {"to", "closed"}}), 60));
        QVERIFY(console.waitFor(is("derived_rung_changed", {{"from", "last_known"}, {"to", "provider"}}), 60));

        shop.health("DOWN", 503);
        QVERIFY(console.waitFor(is("service_level_changed", {{"service", "shop"}, {"to", "unavailable"}}), 60));
        QCOMPARE(console.interrupt(), 0);
        QVERIFY2(console.oddLines().isEmpty(), qPrintable(console.oddLines().value(0)));
        // The actuator and the metrics both know the breaker: each of its moves is told once.
        QCOMPARE(console.eventsOf(QStringLiteral("reported_breaker_moved")).size(), std::size_t{3});
    }

    void aPrometheusServerTellsWhichServicesThereAreAndHowTheyAre()
    {
        ScriptedServer server;
        const auto set = [&](const QByteArray& labels, const QByteArray& up) {
            server.set("/api/v1/label/job/values", withQuotes("{'status':'success','data':[" + labels + "]}"));
            server.set("/api/v1/query",
                withQuotes("{'status':'success','data':{'resultType':'vector','result':[" + up + "]}}"));
        };
        const auto target = [](const QByteArray& job, const QByteArray& instance, const QByteArray& value) {
            return withQuotes("{'metric':{'__name__':'up','job':'" + job + "','instance':'" + instance
                + "'},'value':[1785456000,'" + value + "']}");
        };
        set("'shop/web'", target("shop/web", "a", "1") + "," + target("shop/web", "b", "1"));
        const QTemporaryDir folder;
        QFile fleet(folder.filePath(QStringLiteral("fleet.json")));
        QVERIFY(fleet.open(QIODevice::WriteOnly));
        const auto url = server.url(QString()).toUtf8();
        fleet.write(withQuotes("{'version': 1, 'services': [{'name': 'prometheus', 'sources': [{'kind': 'prometheus', "
                               "'url': '"
            + url + "', 'interval_s': 0.2, 'timeout_s': 0.15}]}], 'targets': [{'prometheus': '" + url
            + "', 'refresh_s': 1}]}"));
        fleet.close();
        WatchProcess console({QStringLiteral("--fleet"), fleet.fileName(), QStringLiteral("--journal"),
            folder.filePath(QStringLiteral("journal.db"))});
        QVERIFY2(console.waitFor(is("service_level_changed", {{"service", "shop-web"}, {"to", "healthy"}}), 60),
            console.errors().constData());
        set("'shop/web','cart'",
            target("shop/web", "a", "1") + "," + target("shop/web", "b", "0") + "," + target("cart", "c", "0"));
        QVERIFY(console.waitFor(is("service_level_changed", {{"service", "shop-web"}, {"to", "degraded"}}), 60));
        QVERIFY(console.waitFor(is("service_level_changed", {{"service", "cart"}, {"to", "unavailable"}}), 60));
        QCOMPARE(console.interrupt(), 0);
        QCOMPARE(console.eventsOf(QStringLiteral("policy_changed")).size(), std::size_t{2});
    }

private:
    /// The spans of the feature, added up until that rung has what it served, and no other has any.
    static WatchProcess::Match servedOnly(const QString& rung, int count)
    {
        return [rung, count, sum = 0](const QJsonObject& event) mutable {
            if (event[QStringLiteral("kind")].toString() != QLatin1String("interval_closed"))
                return false;
            const auto served = field(event, "interval").toObject()[QStringLiteral("served")].toObject();
            sum += served[rung].toInt();
            return sum == count && served.size() == 1;
        };
    }
};

QTEST_GUILESS_MAIN(TestResilience4jOutage)
#include "tst_resilience4j_outage.moc"
