// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"
#include "tests/support/thousand_services.h"
#include "ui/main_window.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace rungwatch;
using namespace Qt::StringLiterals;

namespace {

constexpr int services = 400;
constexpr double intervalSeconds = 2;
constexpr int patience = 90'000;

/// The services on a thread of their own: their slowness must be none of the console's.
class Server {
public:
    ~Server()
    {
        m_thread.quit();
        m_thread.wait();
    }
    /// Begins to listen, and says in that file where.
    [[nodiscard]] bool writeFleet(const QString& file)
    {
        QFile out(file);
        const bool done = m_services->listen() && out.open(QIODevice::WriteOnly)
            && out.write(m_services->fleetFile(intervalSeconds)) > 0;
        m_services->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_services, &QObject::deleteLater);
        m_thread.start();
        return done;
    }
    [[nodiscard]] QStringList badNames() const { return m_services->badNames(); }

private:
    QThread m_thread;
    ThousandServices* m_services{new ThousandServices(services)};
};

QStringList firstRows(MainWindow& window, const LiveSession& session, qsizetype count)
{
    auto& list = window.overview().services();
    QStringList names;
    for (qsizetype i = 0; i < std::min<qsizetype>(count, list.rowsInSight()); ++i)
        names << QString::fromStdString(
            session.snapshot()->state.policy->services[list.order()[static_cast<std::size_t>(i)]].name);
    names.sort();
    return names;
}

} // namespace

/// Many services with three in a hundred bad, each in its own way, watched by the real console: the bad ones and no
/// others stand in the first rows, and every service is counted once.
class TestThousandServices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBadOnesAreFoundWithoutScrolling()
    {
        QTemporaryDir dir;
        Server server;
        Composition::Options options;
        options.fleet = dir.filePath(u"fleet.json"_s);
        options.journal = dir.filePath(u"fleet.journal"_s);
        QVERIFY(server.writeFleet(options.fleet));
        Composition console(options);
        const auto error = console.start();
        QVERIFY2(!error, error ? error->message.c_str() : "");
        MainWindow window(console.session(), theme::ThemeName::Dark);
        window.resize(1280, 720);
        window.show();

        auto bad = server.badNames();
        bad.sort();
        QCOMPARE(bad.size(), qsizetype{services / 100 * 3});
        const auto counts = [&] {
            return countsOf(standingsOf(console.session().snapshot()->state, console.session().now().steady));
        };
        QTRY_VERIFY_WITH_TIMEOUT(counts().healthy == static_cast<std::size_t>(services - bad.size())
                && counts().unknown < static_cast<std::size_t>(bad.size())
                && firstRows(window, console.session(), bad.size()) == bad,
            patience);
        const auto found = counts();
        QCOMPARE(found.total, std::size_t{services});
        QCOMPARE(
            found.unavailable + found.critical + found.unknown + found.degraded + found.lateHealthy + found.healthy,
            found.total);
        QVERIFY(window.overview().showsServices());
        console.stop();
    }
};

QTEST_MAIN(TestThousandServices)
#include "tst_thousand_services.moc"
