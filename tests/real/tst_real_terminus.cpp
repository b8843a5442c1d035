// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/node_services.h"
#include "tests/real/read_from.h"
#include "tests/real/watched.h"

#include <QTest>

#include <csignal>

using namespace rungwatch;
using namespace rungwatch::testing;

/// A Node service's health document from @godaddy/terminus, while what it checks dies and comes back, and while it
/// goes itself.
class TestRealTerminus : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_dependency;
    std::unique_ptr<RealService> m_service;
    std::vector<quint16> m_ports;

    Result<Reading> health() { return readFrom(loopbackUrl(m_ports[0], QStringLiteral("/health"))); }

    bool startDependency()
    {
        return startNode(*m_dependency, QStringLiteral("dependency.js"), {m_ports[1]}, QStringLiteral("/"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto missing = missingNode(QStringLiteral("@godaddy/terminus"));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        const auto node = programPath(QStringLiteral("node"));
        m_ports = freePorts(2);
        m_dependency = std::make_unique<RealService>(node);
        m_service = std::make_unique<RealService>(node);
        QVERIFY2(startDependency(), m_dependency->output());
        QVERIFY2(startNode(*m_service, QStringLiteral("terminus_service.js"), m_ports, QStringLiteral("/live")),
            m_service->output());
    }

    void followsItsDependency()
    {
        const auto up = health();
        QCOMPARE(levelOf(up), QStringLiteral("healthy"));
        QCOMPARE(up->format, std::string("terminus"));
        QCOMPARE(levelOf(up, "stock"), QStringLiteral("healthy"));

        m_dependency->kill();
        const auto down = health();
        QCOMPARE(levelOf(down), QStringLiteral("unavailable"));
        QCOMPARE(down->format, std::string("terminus"));
        QCOMPARE(down->errors, std::uint64_t{1});
        QVERIFY2(down->message.find("ECONNREFUSED") != std::string::npos, down->message.c_str());

        QVERIFY2(startDependency(), m_dependency->output());
        QCOMPARE(levelOf(health()), QStringLiteral("healthy"));
    }

    void consoleFollowsTheService()
    {
        const auto level = QStringLiteral("service_level_changed");
        const auto name = QStringLiteral("shop");
        Watched console(
            {watchedService(name, QStringLiteral("health"), loopbackUrl(m_ports[0], QStringLiteral("/health")))});
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        m_dependency->kill();
        QVERIFY(console.sees(level, name, QStringLiteral("unavailable")));
        QVERIFY2(startDependency(), m_dependency->output());
        QVERIFY(console.sees(level, name, QStringLiteral("healthy")));
        QCOMPARE(console.wordsOf(level, name).count(QStringLiteral("healthy")), 2);
        console.end();
    }

    void saysThatItGoes()
    {
        m_service->signal(SIGTERM);
        QTRY_COMPARE_WITH_TIMEOUT(levelOf(health()), QStringLiteral("unavailable"), 10'000);
        // It answers still: this is its word, and no refused connection.
        QVERIFY(health().ok());
    }
};

QTEST_GUILESS_MAIN(TestRealTerminus)
#include "tst_real_terminus.moc"
