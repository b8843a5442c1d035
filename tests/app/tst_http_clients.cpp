// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/curl_http_client.h"
#include "app/poll/qt_http_client.h"
#include "tests/support/byte_server.h"
#include "tests/support/certificates.h"

#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::poll;
using namespace rungwatch::testing;
using fleet::Transport;

namespace {

const QByteArray healthy = R"({"status": "healthy"})";
const QByteArray ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

struct Case {
    const char* name;
    ByteServer::Behaviour server;
    Transport transport;
    int status;
    /// All of it where an answer came; else what the detail has to hold.
    QByteArray said;
    Duration timeout{std::chrono::seconds(20)};
    qint64 maxBytes{100'000};
    /// Where QtNetwork lets less be told.
    std::optional<Transport> qtTransport{};
};

ByteServer::Behaviour says(const QByteArray& answer)
{
    return [answer](QTcpSocket& socket, const QByteArray&) { socket.write(answer); };
}

ByteServer::Behaviour saysAndCloses(const QByteArray& answer)
{
    return [answer](QTcpSocket& socket, const QByteArray&) {
        socket.write(answer);
        socket.disconnectFromHost();
    };
}

const std::vector<Case>& cases()
{
    using namespace std::chrono_literals;
    static const std::vector<Case> all{
        {"an answer", says(withLength(ok, healthy)), Transport::None, 200, healthy},
        {"until it closes", saysAndCloses(ok + "\r\n" + healthy), Transport::None, 200, healthy},
        {"in chunks", says(ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), Transport::None,
            200, "abcde"},
        {"gzip", says(withLength(ok + "Content-Encoding: gzip\r\n", gzipped(healthy))), Transport::None, 200, healthy},
        {"bad gzip", says(withLength(ok + "Content-Encoding: gzip\r\n", "this is no gzip at all")), Transport::Failed,
            200, "can't be unpacked"},
        {"at the cap", says(withLength(ok, QByteArray(100, 'x'))), Transport::None, 200, QByteArray(100, 'x'), 20s,
            100},
        {"over the cap", says(withLength(ok, QByteArray(101, 'x'))), Transport::TooLarge, 200, "more than 100 bytes",
            20s, 100},
        {"over the cap when inflated",
            says(withLength(ok + "Content-Encoding: gzip\r\n", gzipped(QByteArray(30 * 1024 * 1024, ' ')))),
            Transport::TooLarge, 200, "more than 100000 bytes"},
        {"a redirect", says(withLength("HTTP/1.1 302 Found\r\nLocation: /login?next=%2F\r\n", {})), Transport::Redirect,
            302, "to /login?next=%2F"},
        {"not modified", says("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"), Transport::None, 304, ""},
        {"unavailable", says(withLength("HTTP/1.1 503 Service Unavailable\r\n", "down")), Transport::None, 503, "down"},
        {"who are you", says(withLength("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n", "no")),
            Transport::None, 401, "no"},
        {"half a body", saysAndCloses(ok + "Content-Length: 500\r\n\r\nabcd"), Transport::BrokeOff, 200,
            "4 bytes of its body came"},
        {"half the chunks", saysAndCloses(ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), Transport::BrokeOff,
            200, "3 bytes of its body came"},
        {"half a head", saysAndCloses(ok), Transport::BrokeOff, 200, "", 20s, 100, Transport::Reset},
        {"closed at once", [](QTcpSocket& socket, const QByteArray&) { socket.disconnectFromHost(); }, Transport::Reset,
            0, ""},
        {"cut off", [](QTcpSocket& socket, const QByteArray&) { socket.abort(); }, Transport::Reset, 0, ""},
        {"no HTTP", saysAndCloses("SSH-2.0-OpenSSH_9.2p1\r\n\r\n"), Transport::Failed, 0, "", 20s, 100,
            Transport::Reset},
        {"silence", says({}), Transport::Timeout, 0, "no answer in time", 300ms},
        // What a server that sends a byte a second has sent by then.
        {"a byte, and then another", says(ok + "Content-Length: 500\r\n\r\nab"), Transport::Timeout, 200,
            "2 bytes of its body came", 300ms},
    };
    return all;
}

} // namespace

/// Both clients keep one contract: the same end has the same word.
class TestHttpClients : public QObject {
    Q_OBJECT

private:
    SystemClock m_clock;
    std::unique_ptr<HttpClient> m_client;
    QTemporaryDir m_dir;
    const Authority m_authority{"ours"};
    const Authority m_stranger{"a stranger"};

    static void clients()
    {
        QTest::addColumn<bool>("curl");
        QTest::newRow("QtNetwork") << false;
        QTest::newRow("libcurl") << true;
    }
    void useClient(bool curl)
    {
        if (curl)
            m_client = std::make_unique<CurlHttpClient>(m_clock);
        else
            m_client = std::make_unique<QtHttpClient>(m_clock);
    }
    void useClient()
    {
        QFETCH(bool, curl);
        useClient(curl);
    }

    HttpAnswer call(const HttpRequest& request)
    {
        std::optional<HttpAnswer> answer;
        int times = 0;
        bool returned = false;
        m_client->call(request, [&](HttpAnswer given) {
            answer = std::move(given);
            times += returned ? 1 : 100;
        });
        returned = true;
        [&] { QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000); }();
        QTest::qWait(0);
        if (times != 1)
            QTest::qFail("not told exactly once, after call() has returned", __FILE__, __LINE__);
        return answer.value_or(HttpAnswer{});
    }
    HttpAnswer get(const QString& url)
    {
        HttpRequest request;
        request.url = QUrl(url);
        request.timeout = std::chrono::seconds(20);
        return call(request);
    }

    std::string written(const char* name, const QByteArray& bytes)
    {
        QFile file(m_dir.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no file for a certificate");
        return file.fileName().toStdString();
    }

private Q_SLOTS:
    void cleanup() { m_client.reset(); }

    void everyEndHasItsWord_data()
    {
        QTest::addColumn<bool>("curl");
        QTest::addColumn<std::size_t>("which");
        for (const bool curl : {false, true})
            for (std::size_t i = 0; i < cases().size(); ++i)
                QTest::addRow("%s: %s", curl ? "libcurl" : "QtNetwork", cases()[i].name) << curl << i;
    }
    void everyEndHasItsWord()
    {
        QFETCH(bool, curl);
        QFETCH(std::size_t, which);
        const auto& wanted = cases()[which];
        ByteServer server(wanted.server);
        useClient(curl);
        HttpRequest request;
        request.url = QUrl(server.url());
        request.timeout = wanted.timeout;
        request.maxBytes = wanted.maxBytes;
        const auto answer = call(request);
        const bool less = !curl && wanted.qtTransport;
        QCOMPARE(answer.transport, less ? *wanted.qtTransport : wanted.transport);
        if (!less)
            QCOMPARE(answer.status, wanted.status);
        if (answer.transport == Transport::None)
            QCOMPARE(answer.body, wanted.said);
        else
            QVERIFY2(less || answer.detail.find(wanted.said.toStdString()) != std::string::npos, answer.detail.c_str());
        QVERIFY(answer.transport == Transport::None ? answer.detail.empty() : !answer.detail.empty());
        QVERIFY(answer.transport == Transport::None || answer.body.isEmpty());
        QVERIFY(answer.latency > Duration{0});
        QVERIFY(wanted.transport != Transport::Timeout || answer.latency >= wanted.timeout);
        QVERIFY(server.requests.size() == 1 || !curl); // QtNetwork asks again where a connection only ends
    }

    void nobodyThere_data() { clients(); }
    void nobodyThere()
    {
        useClient();
        QCOMPARE(get(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort())).transport, Transport::Refused);
        QCOMPARE(get(QStringLiteral("http://nothing.invalid/")).transport, Transport::Dns);
        QCOMPARE(get(QStringLiteral("ftp://127.0.0.1/etc/passwd")).transport, Transport::Failed);
    }

    void theRequestIsWhatWasAskedFor_data() { clients(); }
    void theRequestIsWhatWasAskedFor()
    {
        useClient();
        ByteServer server(withLength(ok + "Set-Cookie: a=b\r\nX-One: 1\r\nx-one: 2\r\n", healthy));
        HttpRequest request;
        request.url = QUrl(server.url() + QStringLiteral("?a=%2F&b#part"));
        request.headers = {{"Accept", "text/plain"}, {"X-Own", "yes"}};
        request.timeout = std::chrono::seconds(20);
        auto answer = call(request);
        QCOMPARE(answer.headers["x-one"], std::string("1, 2"));
        QCOMPARE(answer.headers["content-type"], std::string("application/json"));
        (void)call(request);
        QCOMPARE(server.connections, 1);
        for (const auto& head : server.requests) {
            QVERIFY(head.startsWith("GET /health?a=%2F&b HTTP/1.1\r\n"));
            QVERIFY(head.contains("Accept: text/plain\r\n") && head.contains("X-Own: yes\r\n"));
            QVERIFY(head.toLower().contains("accept-encoding: ") && head.contains("gzip"));
            QVERIFY(!head.toLower().contains("cookie"));
        }
    }

    void aConnectionThatWasClosedMeanwhileIsNoTrouble_data() { clients(); }
    void aConnectionThatWasClosedMeanwhileIsNoTrouble()
    {
        useClient();
        ByteServer server(withLength(ok, healthy));
        QCOMPARE(get(server.url()).status, 200);
        server.sockets.first()->disconnectFromHost();
        QTRY_VERIFY(server.sockets.isEmpty());
        QCOMPARE(get(server.url()).status, 200);
        QCOMPARE(server.connections, 2);
    }

    void noCallWaitsForAnother()
    {
        useClient(true);
        ByteServer server(says({}));
        HttpRequest request;
        request.url = QUrl(server.url());
        request.timeout = std::chrono::seconds(20);
        int ended = 0;
        for (int i = 0; i < 50; ++i)
            m_client->call(request, [&](const HttpAnswer& answer) { ended += answer.status == 200; });
        QTRY_COMPARE_WITH_TIMEOUT(server.requests.size(), 50, 20'000);
        for (auto* socket : server.sockets)
            socket->write(withLength(ok, healthy));
        QTRY_COMPARE_WITH_TIMEOUT(ended, 50, 20'000);
    }

    void certificates_data()
    {
        QTest::addColumn<bool>("curl");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("transport");
        for (const bool curl : {false, true}) {
            const auto row = [curl](const char* kind, Transport transport) {
                QTest::addRow("%s: %s", curl ? "libcurl" : "QtNetwork", kind)
                    << curl << QByteArray(kind) << static_cast<int>(transport);
            };
            row("a private authority", Transport::None);
            row("an authority that nobody knows", Transport::UntrustedAuthority);
            row("the system's authorities alone", Transport::UntrustedAuthority);
            row("expired", Transport::ExpiredCertificate);
            row("another host's", Transport::WrongHostName);
            row("a client's certificate", Transport::None);
            // QtNetwork knows only that the connection ended.
            row("no client's certificate", curl ? Transport::Tls : Transport::Reset);
        }
    }
    void certificates()
    {
        using namespace std::chrono_literals;
        if (!QSslSocket::supportsSsl())
            QSKIP("this Qt has no TLS");
        QFETCH(bool, curl);
        QFETCH(QByteArray, kind);
        QFETCH(int, transport);
        const auto identity = kind == "expired" ? m_authority.issue("IP:127.0.0.1", -24h)
            : kind == "another host's"          ? m_authority.issue("DNS:other.example")
                                                : m_authority.issue("IP:127.0.0.1");
        auto tls = serverTls(identity, kind.endsWith("client's certificate") ? &m_stranger : nullptr);
        if (kind == "no client's certificate")
            tls.setProtocol(QSsl::TlsV1_2); // with 1.3 this server just closes, after the handshake
        ByteServer server(tls, withLength(ok, healthy));
        HttpRequest request;
        request.url = QUrl(server.url());
        request.timeout = 20s;
        if (kind == "an authority that nobody knows")
            request.tls.authorities = written("authority.pem", m_stranger.certificate());
        else if (kind != "the system's authorities alone")
            request.tls.authorities = written("authority.pem", m_authority.certificate());
        if (kind == "a client's certificate") {
            const auto own = m_stranger.issue("DNS:rungwatch");
            request.tls.certificate = written("own.pem", own.certificate);
            request.tls.key = written("own.key", own.key);
        }
        useClient(curl);
        const auto answer = call(request);
        QVERIFY2(answer.transport == static_cast<Transport>(transport),
            (std::string(nameOf(answer.transport)) + ": " + answer.detail).c_str());
        QCOMPARE(answer.body, answer.transport == Transport::None ? healthy : QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestHttpClients)
#include "tst_http_clients.moc"
