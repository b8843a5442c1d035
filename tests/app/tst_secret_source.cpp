// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_worker.h"
#include "app/poll/qt_http_client.h"
#include "app/poll/secret_source.h"
#include "tests/support/byte_server.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::poll;
using namespace rungwatch::testing;
using namespace Qt::StringLiterals;

namespace {

const QByteArray secret = "s3cret-4711";

void writeTo(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
        qFatal("no file to write to");
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Secrets come from where the fleet file says, go into one header, and are found nowhere else.
class TestSecretSource : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    [[nodiscard]] QString path(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

private Q_SLOTS:
    void aVariableIsReadOnce()
    {
        qputenv("TST_SECRET", " " + secret + " \nmore");
        SecretSource source({.env = "TST_SECRET", .file = {}});
        qputenv("TST_SECRET", "other");
        QCOMPARE(source.read().value(), secret);
    }

    void aFileIsReadAgainWhenItChanged()
    {
        writeTo(path("token"), secret + "\nsecond line\n");
        SecretSource source({.env = {}, .file = path("token").toStdString()});
        QCOMPARE(source.read().value(), secret);
        writeTo(path("token"), "renewed");
        QCOMPARE(source.read().value(), QByteArray("renewed"));
        QFile::remove(path("token"));
        QVERIFY(!source.read());
        writeTo(path("token"), secret);
        QCOMPARE(source.read().value(), secret);
    }

    void whatIsMissingIsNamed_data()
    {
        QTest::addColumn<QByteArray>("env");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("message");
        qunsetenv("TST_SECRET_NONE");
        qputenv("TST_SECRET_BLANK", "  ");
        qputenv("TST_SECRET_ODD", secret + "\x01x");
        QTest::newRow("not set") << QByteArray("TST_SECRET_NONE") << QByteArray()
                                 << QByteArray("the environment variable TST_SECRET_NONE is not set");
        QTest::newRow("blank") << QByteArray("TST_SECRET_BLANK") << QByteArray()
                               << QByteArray("the environment variable TST_SECRET_BLANK is empty");
        QTest::newRow("odd") << QByteArray("TST_SECRET_ODD") << QByteArray()
                             << QByteArray("the environment variable TST_SECRET_ODD holds a control character");
        QTest::newRow("no file") << QByteArray() << QByteArray() << QByteArray("can't be read");
        QTest::newRow("an empty first line") << QByteArray() << "\n" + secret << QByteArray("is empty");
    }
    void whatIsMissingIsNamed()
    {
        QFETCH(QByteArray, env);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, message);
        QFile::remove(path("one"));
        if (!content.isEmpty())
            writeTo(path("one"), content);
        fleet::SecretPolicy where{.env = env.toStdString(), .file = {}};
        if (env.isEmpty())
            where.file = path("one").toStdString();
        const auto read = SecretSource(where).read();
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string("no-secret"));
        const auto said = QByteArray::fromStdString(read.error().message);
        QVERIFY2(said.contains(message), said.constData());
        QVERIFY(said.contains(env.isEmpty() ? path("one").toLatin1() : env));
        QVERIFY(!said.contains(secret));
    }

    void theHeaderIsWhatTheSourceWants()
    {
        qputenv("TST_SECRET", secret);
        fleet::SourcePolicy source;
        QCOMPARE(SourceSecrets(source).authorization().value(), QByteArray());
        source.bearer.env = "TST_SECRET";
        SourceSecrets bearer(source);
        QCOMPARE(bearer.authorization().value(), "Bearer " + secret);
        std::string echo = "you sent " + secret.toStdString() + ", and " + secret.toStdString();
        bearer.hideIn(echo);
        QCOMPARE(echo, std::string("you sent [secret], and [secret]"));
        source.bearer = {};
        source.basic = {.user = "Aladdin", .password = {.env = {}, .file = path("password").toStdString()}};
        writeTo(path("password"), "open sesame\n");
        QCOMPARE(SourceSecrets(source).authorization().value(), QByteArray("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
        source.tls.keyFile = path("no.key").toStdString();
        QCOMPARE(
            SourceSecrets(source).authorization().error().message, "the file " + source.tls.keyFile + " can't be read");
    }

    void aPollWithoutItsSecretIsNotSent()
    {
        ByteServer server(withLength("HTTP/1.1 200 OK\r\n", "{}"));
        fleet::Policy policy;
        policy.services.resize(1);
        policy.services[0].sources.resize(1);
        policy.endpoints = {{0, 0}};
        policy.services[0].sources[0].url = server.url().toStdString();
        policy.services[0].sources[0].bearer.env = "TST_SECRET_NONE";
        const SystemClock clock;
        ResultQueue queue(8, [] {});
        PollWorker worker(queue, [&clock] { return std::make_unique<QtHttpClient>(clock); });
        worker.configure(std::make_shared<const fleet::Policy>(policy));
        worker.poll({{0, {1, 1}}});
        const auto results = queue.take().results;
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results[0].transport, fleet::Transport::NotSent);
        QCOMPARE(results[0].errorCode, std::string("no-secret"));
        QCOMPARE(results[0].errorDetail, std::string("the environment variable TST_SECRET_NONE is not set"));
        QVERIFY(server.requests.isEmpty());
    }

    /// The whole program, against a service that throws the secret back in every way it can.
    void theSecretIsInNoOutputAndNoJournal()
    {
        ByteServer echoing([](QTcpSocket& socket, const QByteArray& request) {
            const bool first = request.startsWith("GET /first");
            socket.write(withLength(first ? "HTTP/1.1 302 Found\r\nLocation: /login?token=" + secret + "\r\n"
                                          : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
                first ? QByteArray() : "{" + secret));
        });
        const auto base = u"http://127.0.0.1:%1/"_s.arg(echoing.port()).toLatin1();
        writeTo(path("token"), secret + '\n');
        writeTo(path("fleet.json"),
            R"({"version": 1, "services": [{"name": "s", "sources": [
                {"kind": "health", "url": ")"
                + base + R"(first", "interval_s": 0.5, "bearer": {"env": "TST_SECRET"}},
                {"kind": "health", "url": ")"
                + base + R"(second", "interval_s": 0.5, "bearer": {"file": ")" + path("token").toUtf8() + R"("}}]}]})");
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TST_SECRET"_s, QString::fromLatin1(secret));
        QProcess watch;
        watch.setProcessEnvironment(environment);
        watch.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
            {u"watch"_s, u"--json"_s, u"--for"_s, u"3s"_s, u"--fleet"_s, path("fleet.json"), u"--journal"_s,
                path("one.journal")});
        QTRY_COMPARE_WITH_TIMEOUT(watch.state(), QProcess::NotRunning, 60'000);
        QVERIFY(echoing.requests.size() >= 2);
        for (const auto& request : echoing.requests)
            QVERIFY(request.contains("Authorization: Bearer " + secret + "\r\n"));
        const auto output = watch.readAllStandardOutput();
        QVERIFY2(output.contains("redirect") && output.contains("bad-json"), output.constData());
        QVERIFY(!output.contains(secret) && !watch.readAllStandardError().contains(secret));
        for (const auto* name : {"one.journal", "one.journal-wal"})
            QVERIFY2(!contentOf(path(name)).contains(secret), name);
        QVERIFY(!contentOf(path("one.journal")).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSecretSource)
#include "tst_secret_source.moc"
