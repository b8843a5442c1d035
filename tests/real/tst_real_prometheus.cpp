// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/read_from.h"
#include "tests/real/watched.h"
#include "tests/support/origin.h"
#include "tests/support/real_service.h"

#include <QDateTime>
#include <QTest>
#include <QUrlQuery>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

QByteArray orders(int count)
{
    return "# TYPE shop_orders_total counter\nshop_orders_total{rung=\"primary\"} " + QByteArray::number(count) + "\n";
}

} // namespace

/// Prometheus scrapes a service of the test's own that counts, dies and comes back. What its API answers, and what it
/// publishes of itself, is read as what the service did.
class TestRealPrometheus : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_prometheus;
    Origin m_shop;
    quint16 m_port{0};
    std::string m_target;

    [[nodiscard]] QUrl url(const QString& path) const { return loopbackUrl(m_port, path); }

    Result<Reading> query(const QString& expression)
    {
        auto address = url(QStringLiteral("/api/v1/query"));
        address.setQuery(QUrlQuery{{QStringLiteral("query"), expression}});
        return readFrom(address);
    }

    /// The one value of a query; nothing where there is no series, which is not zero.
    std::optional<double> value(const QString& expression)
    {
        const auto reading = query(expression);
        if (!reading || !reading->metrics || reading->metrics->samples.size() != 1)
            return std::nullopt;
        return reading->metrics->samples.front().value;
    }

    QString up() { return levelOf(query(QStringLiteral("up")), m_target); }
    QString target() { return levelOf(readFrom(url(QStringLiteral("/api/v1/targets"))), m_target); }
    QString alerts() { return levelOf(readFrom(url(QStringLiteral("/api/v1/alerts")))); }

    QStringList arguments()
    {
        m_prometheus->write(QStringLiteral("rules.yml"), QStringLiteral(R"(groups:
  - name: shop
    rules:
      - alert: ShopDown
        expr: up{job="shop"} == 0
        labels: {severity: critical}
)"));
        const auto file = m_prometheus->write(QStringLiteral("prometheus.yml"),
            QStringLiteral(R"(global:
  scrape_interval: 500ms
  scrape_timeout: 500ms
  evaluation_interval: 500ms
rule_files: [rules.yml]
scrape_configs:
  - job_name: shop
    static_configs: [{targets: ['127.0.0.1:%1']}]
)")
                .arg(m_shop.port()));
        return {QStringLiteral("--config.file=") + file,
            QStringLiteral("--storage.tsdb.path=") + m_prometheus->path(QStringLiteral("data")),
            QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(m_port)};
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto program = programPath(QStringLiteral("prometheus"));
        if (program.isEmpty())
            QSKIP("prometheus is not installed (Debian package prometheus)");
        m_port = freePorts(1).front();
        m_target = "shop/127.0.0.1:" + std::to_string(m_shop.port());
        m_shop.answer(200, orders(7), "Content-Type: text/plain; version=0.0.4\r\n");
        m_prometheus = std::make_unique<RealService>(program);
        QVERIFY2(m_prometheus->start(arguments(), url(QStringLiteral("/-/ready"))), m_prometheus->output());
    }

    void init() { QTRY_COMPARE_WITH_TIMEOUT(up(), QStringLiteral("healthy"), 20'000); }

    void valuesFollowTheService()
    {
        const auto expression = QStringLiteral("shop_orders_total");
        QTRY_COMPARE_WITH_TIMEOUT(value(expression), 7.0, 20'000);
        m_shop.answer(200, orders(12), "Content-Type: text/plain; version=0.0.4\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(value(expression), 12.0, 20'000);
        const auto reading = query(expression);
        QCOMPARE(reading->format, std::string("prometheus-api"));
        QCOMPARE(reading->metrics->samples.front().labels.at("rung"), std::string("primary"));
        // A number is no verdict about the service.
        QCOMPARE(levelOf(reading), QStringLiteral("none"));
    }

    void deadTargetIsUnavailableAndItsValuesAreGone()
    {
        QTRY_COMPARE_WITH_TIMEOUT(alerts(), QStringLiteral("healthy"), 20'000);
        m_shop.stop();
        QTRY_COMPARE_WITH_TIMEOUT(up(), QStringLiteral("unavailable"), 20'000);
        QCOMPARE(target(), QStringLiteral("unavailable"));
        // The series ended with the target: the last value is not shown on, and is not zero.
        QCOMPARE(value(QStringLiteral("shop_orders_total")), std::optional<double>());
        QCOMPARE(query(QStringLiteral("shop_orders_total"))->metrics->series, std::uint64_t{0});
        QTRY_COMPARE_WITH_TIMEOUT(alerts(), QStringLiteral("critical"), 20'000);
        const auto firing = readFrom(url(QStringLiteral("/api/v1/alerts")));
        QCOMPARE(firing->alerts->size(), std::size_t{1});
        QCOMPARE(firing->alerts->front().name, std::string("ShopDown"));
        QCOMPARE(firing->alerts->front().state, std::string("firing"));
        QVERIFY(firing->alerts->front().startsAt.has_value());

        QVERIFY(m_shop.resume());
        QTRY_COMPARE_WITH_TIMEOUT(up(), QStringLiteral("healthy"), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(alerts(), QStringLiteral("healthy"), 20'000);
        QCOMPARE(target(), QStringLiteral("healthy"));
    }

    void consoleFollowsTheTarget()
    {
        const auto level = QStringLiteral("service_level_changed");
        const auto name = QStringLiteral("shop");
        // The service has no source of its own: the server tells of it, by the label of its job.
        Watched console({watchedService(QStringLiteral("monitoring"), QStringLiteral("prometheus"), url({})),
            QJsonObject{{QStringLiteral("name"), name}}});
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        m_shop.stop();
        QVERIFY(console.sees(level, name, QStringLiteral("unavailable")));
        QVERIFY(m_shop.resume());
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        QCOMPARE(console.wordsOf(level, name).count(QStringLiteral("healthy")), 2);
        console.end();
    }

    void rangesComeAsPoints()
    {
        auto address = url(QStringLiteral("/api/v1/query_range"));
        const auto now = QDateTime::currentSecsSinceEpoch();
        address.setQuery(QUrlQuery{{QStringLiteral("query"), QStringLiteral("vector(3)")},
            {QStringLiteral("start"), QString::number(now - 10)}, {QStringLiteral("end"), QString::number(now)},
            {QStringLiteral("step"), QStringLiteral("5")}});
        const auto reading = readFrom(address);
        QVERIFY(reading.ok());
        QCOMPARE(reading->metrics->resultType, std::string("matrix"));
        QCOMPARE(reading->metrics->pointsEach, std::uint64_t{3});
        for (const auto& sample : reading->metrics->samples)
            QCOMPARE(sample.value, 3.0);
    }

    void refusedQueryNamesItself()
    {
        const auto reading = query(QStringLiteral("up{"));
        QCOMPARE(levelOf(reading), QStringLiteral("bad-data"));
        QVERIFY2(reading.error().message.find("parse error") != std::string::npos, reading.error().message.c_str());
    }

    void ownMetricsAreReadWhole()
    {
        const auto answer = httpGet(url(QStringLiteral("/metrics")));
        const auto reading = readAnswer(answer);
        QVERIFY(reading.ok());
        QCOMPARE(reading->format, std::string("prometheus-text"));
        QCOMPARE(reading->flags, std::vector<std::string>());
        // Every line that is no comment is a sample.
        std::size_t lines = 0;
        for (const auto& line : answer.body.split('\n'))
            lines += !line.isEmpty() && !line.startsWith('#');
        QCOMPARE(reading->metrics->samples.size(), lines);
        QVERIFY(lines > 300);
    }
};

QTEST_GUILESS_MAIN(TestRealPrometheus)
#include "tst_real_prometheus.moc"
