// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/read_from.h"
#include "tests/real/watched.h"
#include "tests/support/origin.h"
#include "tests/support/real_service.h"

#include <QLocalSocket>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

/// HAProxy before two servers that die, come back and are taken out: its statistics, and its own exporter, are read as
/// what its customers get.
class TestRealHaproxy : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_proxy;
    Origin m_first;
    Origin m_second;
    quint16 m_front{0};
    quint16 m_stats{0};

    Result<Reading> stats() { return readFrom(loopbackUrl(m_stats, QStringLiteral("/stats;csv"))); }
    Result<Reading> metrics() { return readFrom(loopbackUrl(m_stats, QStringLiteral("/metrics"))); }
    int customer() { return httpGet(loopbackUrl(m_front, QStringLiteral("/"))).status; }

    /// "app1 app2 backend whole", by the statistics.
    QString levels()
    {
        const auto reading = stats();
        return QStringList{
            levelOf(reading, "app/app1"), levelOf(reading, "app/app2"), levelOf(reading, "app"), levelOf(reading)}
            .join(' ');
    }

    QString configuration()
    {
        return QStringLiteral(R"(global
  stats socket %1 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 5s
  timeout server 5s
frontend web
  bind 127.0.0.1:%2
  default_backend app
backend app
  option httpchk GET /
  default-server inter 200ms fall 2 rise 2
  server app1 127.0.0.1:%3 check
  server app2 127.0.0.1:%4 check
frontend stats
  bind 127.0.0.1:%5
  stats enable
  stats uri /stats
  http-request use-service prometheus-exporter if { path /metrics }
)")
            .arg(m_proxy->path(QStringLiteral("admin.sock")))
            .arg(m_front)
            .arg(m_first.port())
            .arg(m_second.port())
            .arg(m_stats);
    }

    void tell(const QByteArray& command)
    {
        QLocalSocket socket;
        socket.connectToServer(m_proxy->path(QStringLiteral("admin.sock")));
        QVERIFY(socket.waitForConnected(5'000));
        socket.write(command + '\n');
        QVERIFY(socket.waitForBytesWritten(5'000));
        socket.waitForReadyRead(5'000);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto program = programPath(QStringLiteral("haproxy"));
        if (program.isEmpty())
            QSKIP("haproxy is not installed (Debian package haproxy)");
        const auto ports = freePorts(2);
        m_front = ports[0];
        m_stats = ports[1];
        m_proxy = std::make_unique<RealService>(program);
        const auto file = m_proxy->write(QStringLiteral("haproxy.cfg"), configuration());
        QVERIFY2(m_proxy->start({QStringLiteral("-db"), QStringLiteral("-f"), file},
                     loopbackUrl(m_stats, QStringLiteral("/stats;csv"))),
            m_proxy->output());
    }

    void init() { QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("healthy healthy healthy healthy"), 20'000); }

    void serversDieAndComeBack()
    {
        QCOMPARE(stats()->format, std::string("haproxy-stats-csv"));
        QCOMPARE(customer(), 200);

        m_first.stop();
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("unavailable healthy degraded degraded"), 20'000);
        QCOMPARE(customer(), 200);
        m_second.stop();
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("unavailable unavailable unavailable unavailable"), 20'000);
        QCOMPARE(customer(), 503);

        QVERIFY(m_second.resume());
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("unavailable healthy degraded degraded"), 20'000);
        QVERIFY(m_first.resume());
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("healthy healthy healthy healthy"), 20'000);
        QCOMPARE(customer(), 200);
    }

    void exporterSaysTheSame()
    {
        const auto levels = [this] {
            const auto reading = metrics();
            return QStringList{levelOf(reading, "app/app1"), levelOf(reading, "app/app2"), levelOf(reading, "app")}
                .join(' ');
        };
        QCOMPARE(levels(), QStringLiteral("healthy healthy healthy"));
        QCOMPARE(metrics()->profile, std::string("haproxy"));
        m_second.stop();
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("healthy unavailable healthy"), 20'000);
        m_first.stop();
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("unavailable unavailable unavailable"), 20'000);
        QVERIFY(m_first.resume());
        QVERIFY(m_second.resume());
    }

    void takenOutOnPurposeIsNoAlarm()
    {
        tell("set server app/app2 state maint");
        QTRY_COMPARE_WITH_TIMEOUT(levels(), QStringLiteral("healthy unavailable healthy healthy"), 20'000);
        const auto reading = stats();
        for (const auto& part : reading->components)
            QCOMPARE(part.deliberate, part.name == "app/app2");
        tell("set server app/app2 state ready");
    }

    void consoleFollowsTheServers()
    {
        const auto level = QStringLiteral("service_level_changed");
        const auto name = QStringLiteral("proxy");
        Watched console(
            {watchedService(name, QStringLiteral("health"), loopbackUrl(m_stats, QStringLiteral("/stats;csv")))});
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        m_first.stop();
        QVERIFY(console.sees(level, name, QStringLiteral("degraded")));
        m_second.stop();
        QVERIFY(console.sees(level, name, QStringLiteral("unavailable")));
        QVERIFY(m_first.resume());
        QVERIFY(m_second.resume());
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        QCOMPARE(console.wordsOf(level, name).count(QStringLiteral("healthy")), 2);
        console.end();
    }
};

QTEST_GUILESS_MAIN(TestRealHaproxy)
#include "tst_real_haproxy.moc"
