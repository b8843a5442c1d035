// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/byte_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace rungwatch::testing;
using namespace Qt::StringLiterals;

namespace {

const QByteArray ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const QByteArray degraded =
    R"({"status": "degraded", "message": "", "services": [{"name": "db", "status": "unhealthy"}]})";

struct Ran {
    int exitCode{-1};
    QByteArray output;
    QByteArray errors;
    [[nodiscard]] QJsonObject object(int line = 0) const
    {
        return QJsonDocument::fromJson(output.split('\n').value(line)).object();
    }
};

/// The program, while the test's own servers answer it.
Ran poll(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), QStringList{u"poll"_s} + arguments);
    [&] { QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000); }();
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

/// `rungwatch poll`: what a service says now, without a fleet file.
class TestPollCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsTheReadingAndWhatCameWithIt()
    {
        ByteServer server(withLength(ok + "Age: 7\r\n", degraded));
        const auto ran = poll({server.url(), u"--json"_s});
        QCOMPARE(ran.exitCode, 0);
        QCOMPARE(ran.errors, QByteArray());
        const auto said = ran.object();
        QCOMPARE(said["url"].toString(), server.url());
        QCOMPARE(said["status"].toInt(), 200);
        QCOMPARE(said["bytes"].toInt(), static_cast<int>(degraded.size()));
        QVERIFY(said["latency_ms"].toDouble() > 0);
        QCOMPARE(said["level"].toString(), u"DEGRADED"_s);
        QVERIFY(said["cache"][u"age_s"].toDouble() >= 7);
        QVERIFY(server.requests.first().contains("Accept: application/vnd.rungwatch.resilience+json, "));
        const auto text = poll({server.url()});
        QVERIFY(text.output.contains("level: DEGRADED") && text.output.contains("HTTP 200, "));
    }

    void severalAreAskedAndOneThatCantBeReadExitsWithOne()
    {
        ByteServer good(withLength(ok, degraded));
        ByteServer page(withLength("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "<html><b>Sign in</b></html>"));
        ByteServer login(withLength("HTTP/1.1 302 Found\r\nLocation: /login\r\n", {}));
        const auto nobody = u"http://127.0.0.1:%1/"_s.arg(closedPort());
        const auto ran = poll({good.url(), page.url(), login.url(), nobody, u"--json"_s});
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(ran.output.count('\n'), 4);
        QCOMPARE(ran.object(0)["level"].toString(), u"DEGRADED"_s);
        QCOMPARE(ran.object(1)["error"].toString(), u"html-instead-of-data"_s);
        QCOMPARE(ran.object(1)["status"].toInt(), 200);
        QCOMPARE(ran.object(2)["error"].toString(), u"redirect"_s);
        QCOMPARE(ran.object(2)["message"].toString(), u"to /login"_s);
        QCOMPARE(ran.object(3)["error"].toString(), u"refused"_s);
        QVERIFY(ran.object(3)["status"].isNull());
        QCOMPARE(ran.errors.count('\n'), 3);
        QVERIFY(ran.errors.contains("rungwatch: " + nobody.toLatin1() + ": refused: "));
    }

    void itsHeadersAreSentAndStayUnsaid()
    {
        ByteServer server(withLength("HTTP/1.1 403 Forbidden\r\n", "s3cret-7 is not it"));
        const auto ran = poll({server.url(), u"--header"_s, u"Authorization: Bearer s3cret-7"_s, u"--header"_s,
            u"accept: text/plain"_s, u"--json"_s});
        QCOMPARE(ran.exitCode, 1);
        const auto request = server.requests.first();
        QVERIFY(request.contains("Authorization: Bearer s3cret-7\r\n"));
        QVERIFY(request.contains("accept: text/plain\r\n") && !request.contains("Accept: "));
        QCOMPARE(ran.object()["error"].toString(), u"auth-required"_s);
        QVERIFY(!(ran.output + ran.errors).contains("s3cret-7"));
    }

    void whatDoesNotAnswerIsGivenUpInTime()
    {
        ByteServer silent(ok + "Content-Length: 90\r\n\r\nabc");
        const auto ran = poll({silent.url(), u"--timeout"_s, u"300ms"_s});
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.errors.contains("timeout: no complete answer in time, 3 bytes"), ran.errors.constData());
    }

    void wrongUsageExitsWithTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no URL") << QStringList{};
        QTest::newRow("a file") << QStringList{u"/etc/passwd"_s};
        QTest::newRow("another scheme") << QStringList{u"ftp://127.0.0.1/"_s};
        QTest::newRow("a number without unit") << QStringList{u"http://127.0.0.1:9/"_s, u"--timeout"_s, u"3"_s};
        QTest::newRow("a header without a colon") << QStringList{u"http://127.0.0.1:9/"_s, u"--header"_s, u"x"_s};
        QTest::newRow("two headers in one") << QStringList{u"http://127.0.0.1:9/"_s, u"--header"_s, u"A: b\r\nC: d"_s};
        QTest::newRow("no such format") << QStringList{u"http://127.0.0.1:9/"_s, u"--format"_s, u"nonsense"_s};
    }
    void wrongUsageExitsWithTwo()
    {
        QFETCH(QStringList, arguments);
        const auto ran = poll(arguments);
        QCOMPARE(ran.exitCode, 2);
        QCOMPARE(ran.output, QByteArray());
        QCOMPARE(ran.errors.count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(TestPollCommand)
#include "tst_poll_command.moc"
