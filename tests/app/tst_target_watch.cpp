// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/qt_http_client.h"
#include "app/session/target_watch.h"

#include <QFile>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;

namespace {

/// A server that answers every request with what the test put there.
class DocumentServer : public QTcpServer {
public:
    DocumentServer()
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            auto* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                if (socket->readAll().contains("\r\n\r\n"))
                    socket->write("HTTP/1.1 " + status + " X\r\nContent-Length: " + QByteArray::number(body.size())
                        + "\r\n\r\n" + body);
            });
        });
    }
    QByteArray status{"200"};
    QByteArray body;
};

struct Watched {
    explicit Watched(const QByteArray& targets)
        : text("{\"version\": 1, \"services\": [{\"name\": \"own\"}], \"targets\": [{" + targets
            + ", \"refresh_s\": 1, \"source\": {\"kind\": \"health\", \"path\": \"/h\"}}]}")
        , watch(std::make_shared<const fleet::Policy>(fleet::parsePolicy(text.toStdString()).value()), folder.path(),
              [this] { return std::make_unique<poll::QtHttpClient>(clock); })
        , changes(&watch, &TargetWatch::changed)
        , troubles(&watch, &TargetWatch::troubled)
    {
    }

    void write(const char* name, const QByteArray& document)
    {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(document);
    }
    [[nodiscard]] QStringList servicesNow() const
    {
        const auto policy = changes.isEmpty() ? poll::PolicyPtr{} : changes.last()[0].value<poll::PolicyPtr>();
        QStringList names;
        for (std::size_t i = 0; policy && i < policy->services.size(); ++i)
            names << QString::fromStdString(policy->services[i].name);
        return names;
    }

    const SystemClock clock;
    const QTemporaryDir folder;
    const QByteArray text;
    TargetWatch watch;
    QSignalSpy changes;
    QSignalSpy troubles;
};

QByteArray document(const char* job, const char* address)
{
    return QByteArray("[{\"targets\": [\"") + address + "\"], \"labels\": {\"job\": \"" + job + "\"}}]";
}

} // namespace

/// Documents that change make the policy anew; a bad one is told in one line and the last good one stays.
class TestTargetWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesAreFoundByPatternAndReadAgain()
    {
        Watched fleet("\"file_sd\": \"sd-*.json\"");
        fleet.write("sd-a.json", document("search", "a:1"));
        fleet.write("other.json", document("not", "b:1"));
        const auto first = fleet.watch.firstPolicy();
        QCOMPARE(first->services.size(), std::size_t{2});
        QCOMPARE(first->services[1].sources[0].url, std::string("http://a:1/h"));
        fleet.watch.begin();
        QVERIFY(fleet.changes.isEmpty());

        fleet.write("sd-b.json", document("cart", "b:1"));
        QTRY_COMPARE_WITH_TIMEOUT(fleet.servicesNow(), (QStringList{"own", "search", "cart"}), 30'000);
        QVERIFY(QFile::remove(fleet.folder.filePath(QStringLiteral("sd-a.json"))));
        QTRY_COMPARE_WITH_TIMEOUT(fleet.servicesNow(), (QStringList{"own", "cart"}), 30'000);
        QVERIFY(fleet.troubles.isEmpty());
    }

    void aBadDocumentIsToldOnceAndTheLastGoodOneStays()
    {
        Watched fleet("\"file_sd\": \"sd.json\"");
        fleet.write("sd.json", document("search", "a:1"));
        QCOMPARE(fleet.watch.firstPolicy()->services.size(), std::size_t{2});
        fleet.watch.begin();
        fleet.write("sd.json", "[{\"targets\":\n[\"http://a/\"]}]");
        QTRY_COMPARE_WITH_TIMEOUT(fleet.troubles.size(), 1, 30'000);
        const auto line = fleet.troubles[0][0].toString();
        QVERIFY2(line.endsWith(QStringLiteral("sd.json: /0/targets/0 (line 2): expected an address, \"host:port\"")),
            qPrintable(line));
        fleet.write("sd.json", document("cart", "b:1"));
        QTRY_COMPARE_WITH_TIMEOUT(fleet.servicesNow(), (QStringList{"own", "cart"}), 30'000);
        QCOMPARE(fleet.troubles.size(), 1);
        QCOMPARE(fleet.changes.size(), 1);
    }

    void aFileThatIsNotThereIsTold()
    {
        Watched fleet("\"file_sd\": \"none.json\"");
        QCOMPARE(fleet.watch.firstPolicy()->services.size(), std::size_t{1});
        QCOMPARE(fleet.troubles.size(), 1);
        QVERIFY(fleet.troubles[0][0].toString().contains(QLatin1String("no such file")));
    }

    void aServerIsAskedAgainAndItsFailureChangesNothing()
    {
        DocumentServer server;
        server.body = document("search", "a:1");
        Watched fleet("\"http_sd\": \"http://127.0.0.1:" + QByteArray::number(server.serverPort()) + "/sd\"");
        QCOMPARE(fleet.watch.firstPolicy()->services.size(), std::size_t{1});
        fleet.watch.begin();
        QTRY_COMPARE_WITH_TIMEOUT(fleet.servicesNow(), (QStringList{"own", "search"}), 30'000);
        server.status = "503";
        QTRY_COMPARE_WITH_TIMEOUT(fleet.troubles.size(), 1, 30'000);
        QVERIFY(fleet.troubles[0][0].toString().endsWith(QLatin1String("HTTP 503")));
        QCOMPARE(fleet.changes.size(), 1);
        server.status = "200";
        server.body = "[]";
        QTRY_COMPARE_WITH_TIMEOUT(fleet.servicesNow(), QStringList{"own"}, 30'000);
    }
};

QTEST_GUILESS_MAIN(TestTargetWatch)
#include "tst_target_watch.moc"
