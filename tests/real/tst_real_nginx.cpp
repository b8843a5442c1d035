// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/read_from.h"
#include "tests/real/watched.h"
#include "tests/support/origin.h"
#include "tests/support/real_service.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

const QByteArray healthy = R"({"status":"UP"})";
const QByteArray json = "Content-Type: application/json\r\n";

} // namespace

/// nginx keeps a service's health document and serves it on while the service is dead. What it serves is read as a copy
/// whose age is not known: never as fresh, never as zero seconds old.
class TestRealNginx : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_nginx;
    Origin m_origin;
    quint16 m_port{0};

    HttpAnswer ask(const QString& path) { return httpGet(loopbackUrl(m_port, path)); }

    QString configuration()
    {
        return QStringLiteral(R"(daemon off;
master_process off;
pid %1/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path %1/body;
  proxy_temp_path %1/proxy;
  fastcgi_temp_path %1/fastcgi;
  uwsgi_temp_path %1/uwsgi;
  scgi_temp_path %1/scgi;
  proxy_cache_path %1/cache keys_zone=answers:1m use_temp_path=off;
  server {
    listen 127.0.0.1:%2;
    location /alive { return 200; }
    location / {
      proxy_pass http://127.0.0.1:%3;
      proxy_cache answers;
      proxy_cache_use_stale error timeout http_503;
      add_header X-Cache-Status $upstream_cache_status always;
    }
  }
}
)")
            .arg(m_nginx->path(QString()))
            .arg(m_port)
            .arg(m_origin.port());
    }

    static CacheAge cacheOf(const HttpAnswer& answer)
    {
        const auto reading = readAnswer(answer);
        return reading && reading->cacheAge ? *reading->cacheAge : CacheAge{};
    }

    /// What must hold of every copy that nginx serves, whatever it says of it.
    static void isNoFreshAnswer(const HttpAnswer& answer)
    {
        const auto reading = readAnswer(answer);
        QVERIFY(reading.ok());
        QVERIFY(reading->cacheAge.has_value());
        QCOMPARE(reading->cacheAge->hit, true);
        QCOMPARE(reading->cacheAge->fresh, false);
        QVERIFY2(!reading->cacheAge->age, "the age of a copy of nginx is not known");
        QVERIFY(std::ranges::find(reading->flags, "age-unknown") != reading->flags.end());
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto program = programPath(QStringLiteral("nginx"));
        if (program.isEmpty())
            QSKIP("nginx is not installed (Debian package nginx)");
        m_port = freePorts(1).front();
        m_nginx = std::make_unique<RealService>(program);
        const auto file = m_nginx->write(QStringLiteral("nginx.conf"), configuration());
        QVERIFY2(m_nginx->start({QStringLiteral("-e"), QStringLiteral("stderr"), QStringLiteral("-c"), file},
                     loopbackUrl(m_port, QStringLiteral("/alive"))),
            m_nginx->output());
    }

    void servesStaleWhileTheOriginIsDead_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("headers");
        QTest::newRow("no Age") << "/health" << QByteArray("Cache-Control: max-age=1, stale-if-error=60\r\n");
        // nginx hands on the Age that the origin gave with the copy, and does not count it on.
        QTest::newRow("the origin's Age") << "/aged" << QByteArray("Cache-Control: max-age=1\r\nAge: 0\r\n");
    }
    void servesStaleWhileTheOriginIsDead()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, headers);
        m_origin.answer(200, healthy, json + headers);
        const auto first = ask(path);
        QCOMPARE(first.header("X-Cache-Status"), QByteArray("MISS"));
        QCOMPARE(levelOf(readAnswer(first)), QStringLiteral("healthy"));
        QCOMPARE(cacheOf(first).hit, false);

        m_origin.stop();
        HttpAnswer stale;
        QTRY_VERIFY_WITH_TIMEOUT(
            (stale = ask(path)).status == 200 && stale.header("X-Cache-Status") == "STALE", 10'000);
        isNoFreshAnswer(stale);
        // The copy goes on saying UP: only that it is a copy tells that nobody knows.
        QCOMPARE(stale.body, healthy);

        m_origin.answer(200, R"({"status":"DOWN"})", json + headers);
        QVERIFY(m_origin.resume());
        HttpAnswer mended;
        QTRY_VERIFY_WITH_TIMEOUT((mended = ask(path)).body.contains("DOWN"), 10'000);
        QCOMPARE(levelOf(readAnswer(mended)), QStringLiteral("unavailable"));
    }

    void hitHasNoAgeEither()
    {
        m_origin.answer(200, healthy, json + "Cache-Control: max-age=600\r\nAge: 0\r\n");
        QCOMPARE(ask(QStringLiteral("/kept")).header("X-Cache-Status"), QByteArray("MISS"));
        const auto before = m_origin.requests();
        const auto hit = ask(QStringLiteral("/kept"));
        QCOMPARE(hit.header("X-Cache-Status"), QByteArray("HIT"));
        QCOMPARE(m_origin.requests(), before);
        QCOMPARE(cacheOf(hit).hit, true);
        QVERIFY2(!cacheOf(hit).age, "the age of a copy of nginx is not known");
    }

    void consoleNeverShowsACopyAsTheService()
    {
        const auto level = QStringLiteral("service_level_changed");
        const auto name = QStringLiteral("shop");
        m_origin.answer(200, healthy, json + "Cache-Control: max-age=1\r\n");
        // Slower than the copy's lifetime: while the origin lives each answer is its own.
        Watched console({watchedService(name, QStringLiteral("health"), loopbackUrl(m_port, QStringLiteral("/watched")),
            {{QStringLiteral("interval_s"), 2.5}})});
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        m_origin.stop();
        // nginx answers 200 and UP all along.
        QVERIFY(console.sees(level, name, QStringLiteral("unknown")));
        QCOMPARE(ask(QStringLiteral("/watched")).header("X-Cache-Status"), QByteArray("STALE"));
        m_origin.answer(200, R"({"status":"DOWN"})", json + "Cache-Control: max-age=1\r\n");
        QVERIFY(m_origin.resume());
        QVERIFY(console.sees(level, name, QStringLiteral("unavailable")));
        QCOMPARE(console.wordsOf(level, name).count(QStringLiteral("healthy")), 1);
        console.end();
    }

    void deadOriginWithoutACopyIsAnError()
    {
        m_origin.stop();
        const auto answer = ask(QStringLiteral("/never-asked"));
        QCOMPARE(answer.status, 502);
        QCOMPARE(levelOf(readAnswer(answer)), QStringLiteral("unavailable"));
        QVERIFY(!readAnswer(answer)->cacheAge);
        QVERIFY(m_origin.resume());
    }
};

QTEST_GUILESS_MAIN(TestRealNginx)
#include "tst_real_nginx.moc"
