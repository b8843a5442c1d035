// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/read_from.h"
#include "tests/real/watched.h"
#include "tests/support/real_service.h"

#include <QDateTime>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

QString utc(qint64 fromNowS)
{
    return QDateTime::currentDateTimeUtc().addSecs(fromNowS).toString(Qt::ISODate);
}

} // namespace

/// An alert is fired at Alertmanager, muted and resolved; its list of alerts is read as that.
class TestRealAlertmanager : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_alertmanager;
    quint16 m_port{0};

    [[nodiscard]] QUrl url(const QString& path) const { return loopbackUrl(m_port, path); }
    Result<Reading> alerts() { return readFrom(url(QStringLiteral("/api/v2/alerts")), "alertmanager-alerts"); }

    /// "NAME STATE SEVERITY" of each, and the level.
    QString shown()
    {
        const auto reading = alerts();
        QStringList words;
        if (reading && reading->alerts)
            for (const auto& alert : *reading->alerts)
                words << QString::fromStdString(alert.name + ' ' + alert.state + ' ' + alert.severity);
        return words.join(QStringLiteral(", ")) + QStringLiteral(": ") + levelOf(reading);
    }

    void post(const QString& path, const QString& body)
    {
        const auto answer = httpSend("POST", url(path), body.toUtf8());
        QVERIFY2(answer.status == 200, answer.body);
    }

    void fire(const QString& name, const QString& severity, qint64 endsInS)
    {
        post(QStringLiteral("/api/v2/alerts"),
            QStringLiteral(
                R"([{"labels":{"alertname":"%1","severity":"%2","service":"shop"},"startsAt":"%3","endsAt":"%4"}])")
                .arg(name, severity, utc(-60), utc(endsInS)));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto program = programPath(QStringLiteral("prometheus-alertmanager"));
        if (program.isEmpty())
            QSKIP("prometheus-alertmanager is not installed (Debian package prometheus-alertmanager)");
        m_port = freePorts(1).front();
        m_alertmanager = std::make_unique<RealService>(program);
        const auto file = m_alertmanager->write(QStringLiteral("alertmanager.yml"),
            QStringLiteral("route: {receiver: nobody}\nreceivers: [{name: nobody}]\n"));
        QVERIFY2(
            m_alertmanager->start({QStringLiteral("--config.file=") + file,
                                      QStringLiteral("--storage.path=") + m_alertmanager->path(QStringLiteral("data")),
                                      QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(m_port),
                                      QStringLiteral("--cluster.listen-address=")},
                url(QStringLiteral("/-/ready"))),
            m_alertmanager->output());
    }

    void emptyListIsOnlyReadWhereItIsAgreedOn()
    {
        QCOMPARE(shown(), QStringLiteral(": healthy"));
        // The same two bytes from Consul mean that no instance is left.
        QCOMPARE(levelOf(readFrom(url(QStringLiteral("/api/v2/alerts")))), QStringLiteral("unknown-format"));
    }

    void alertsAreFiredMutedAndResolved()
    {
        fire(QStringLiteral("ShopSlow"), QStringLiteral("warning"), 600);
        QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("ShopSlow active warning: degraded"), 10'000);
        fire(QStringLiteral("ShopDown"), QStringLiteral("critical"), 600);
        QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("ShopDown active critical")), 10'000);
        QCOMPARE(levelOf(alerts()), QStringLiteral("critical"));
        // Recognised without being told, now that there is one.
        QCOMPARE(levelOf(readFrom(url(QStringLiteral("/api/v2/alerts")))), QStringLiteral("critical"));

        mute(QStringLiteral("ShopDown"));
        QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("ShopDown suppressed critical")), 10'000);
        QCOMPARE(levelOf(alerts()), QStringLiteral("degraded"));

        fire(QStringLiteral("ShopSlow"), QStringLiteral("warning"), 0);
        QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("ShopDown suppressed critical: healthy"), 10'000);
        fire(QStringLiteral("ShopDown"), QStringLiteral("critical"), 0);
        QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral(": healthy"), 10'000);
    }

    void consoleShowsTheAlertAtItsService()
    {
        const auto level = QStringLiteral("service_level_changed");
        Watched console({watchedService(QStringLiteral("monitoring"), QStringLiteral("alertmanager"), url({}),
                             {{QStringLiteral("group_by"), QStringLiteral("service")}}),
            QJsonObject{{QStringLiteral("name"), QStringLiteral("shop")}}});
        QVERIFY(console.sees(level, QStringLiteral("monitoring"), QStringLiteral("healthy")));
        fire(QStringLiteral("ShopOnFire"), QStringLiteral("critical"), 600);
        QVERIFY(console.sees(level, QStringLiteral("shop"), QStringLiteral("critical")));
        fire(QStringLiteral("ShopOnFire"), QStringLiteral("critical"), 0);
        // Nobody else tells of the shop: that no alert fires is no proof of its health.
        QVERIFY(console.sees(level, QStringLiteral("shop"), QStringLiteral("unknown")));
        QVERIFY(!console.wordsOf(level, QStringLiteral("shop")).contains(QStringLiteral("healthy")));
        console.end();
    }

private:
    void mute(const QString& name)
    {
        post(QStringLiteral("/api/v2/silences"),
            QStringLiteral(R"({"matchers":[{"name":"alertname","value":"%1","isRegex":false}],"startsAt":"%2",)"
                           R"("endsAt":"%3","createdBy":"operator","comment":"known"})")
                .arg(name, utc(0), utc(3600)));
    }
};

QTEST_GUILESS_MAIN(TestRealAlertmanager)
#include "tst_real_alertmanager.moc"
