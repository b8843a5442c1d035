// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_worker.h"
#include "app/poll/qt_http_client.h"
#include "tests/support/byte_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

using namespace rungwatch;
using namespace rungwatch::poll;
using rungwatch::testing::gzipped;
using rungwatch::testing::withLength;

namespace {

const QByteArray healthy = R"({"status": "healthy", "message": "All services operating normally", "services": []})";

QByteArray json(const QByteArray& body)
{
    return withLength("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n", body);
}

/// A server that answers every request with what the test put there; byte for byte, so that it can be wrong.
class Server : public QTcpServer {
public:
    using Behaviour = std::function<void(QTcpSocket&, const QByteArray& request)>;

    explicit Server(Behaviour behaviour)
        : m_behaviour(std::move(behaviour))
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            auto* socket = nextPendingConnection();
            ++connections;
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                m_rest[socket] += socket->readAll();
                for (auto end = m_rest[socket].indexOf("\r\n\r\n"); end >= 0;
                     end = m_rest[socket].indexOf("\r\n\r\n")) {
                    const auto request = m_rest[socket].left(end + 2);
                    m_rest[socket].remove(0, end + 4);
                    requests << request;
                    m_behaviour(*socket, request);
                }
            });
        });
    }
    explicit Server(const QByteArray& answer)
        : Server([answer](QTcpSocket& socket, const QByteArray&) { socket.write(answer); })
    {
    }

    [[nodiscard]] QString url() const { return QStringLiteral("http://127.0.0.1:%1/health").arg(serverPort()); }

    int connections{0};
    QByteArrayList requests;

private:
    Behaviour m_behaviour;
    std::map<QTcpSocket*, QByteArray> m_rest;
};

PolicyPtr policyFor(const QStringList& urls, double timeoutS = 0.8, const char* bearer = nullptr)
{
    QJsonArray services;
    for (int i = 0; i < urls.size(); ++i) {
        QJsonObject source{{QStringLiteral("kind"), QStringLiteral("health")}, {QStringLiteral("url"), urls[i]},
            {QStringLiteral("interval_s"), 5}, {QStringLiteral("timeout_s"), timeoutS}};
        if (bearer)
            source[QStringLiteral("bearer")] = QJsonObject{{QStringLiteral("env"), QString::fromLatin1(bearer)}};
        services.append(QJsonObject{
            {QStringLiteral("name"), QStringLiteral("s%1").arg(i)}, {QStringLiteral("sources"), QJsonArray{source}}});
    }
    const QJsonObject fleet{{QStringLiteral("version"), 1}, {QStringLiteral("services"), services}};
    auto policy = fleet::parsePolicy(QJsonDocument(fleet).toJson().toStdString());
    if (!policy)
        qFatal("%s %s", policy.error().where.c_str(), policy.error().message.c_str());
    return std::make_shared<const fleet::Policy>(std::move(policy).value());
}

} // namespace

/// Each way an endpoint can answer or not has one word, and no endpoint's trouble touches another's poll.
class TestPollWorker : public QObject {
    Q_OBJECT

private:
    SystemClock m_clock;
    ResultQueue m_queue{64, [] {}};
    std::unique_ptr<PollWorker> m_worker;

    void configure(const PolicyPtr& policy)
    {
        m_worker = std::make_unique<PollWorker>(m_queue, [this] { return std::make_unique<QtHttpClient>(m_clock); });
        m_worker->configure(policy);
    }

    /// Polls once and waits for as many results.
    std::vector<fleet::PollResult> poll(const std::vector<std::uint32_t>& endpoints)
    {
        std::vector<fleet::PollEffect> effects;
        for (const auto endpoint : endpoints)
            effects.push_back({endpoint, {1, endpoint + 1}});
        m_worker->poll(effects);
        std::vector<fleet::PollResult> results;
        [&] {
            QTRY_VERIFY_WITH_TIMEOUT((std::ranges::move(m_queue.take().results, std::back_inserter(results)),
                                         results.size() >= effects.size()),
                10'000);
        }();
        return results;
    }

    fleet::PollResult pollOne()
    {
        auto results = poll({0});
        return results.empty() ? fleet::PollResult{} : results.front();
    }

private Q_SLOTS:
    void cleanup()
    {
        m_worker.reset();
        (void)m_queue.take();
    }

    void readsAHealthyAnswer()
    {
        Server server(json(healthy));
        configure(policyFor({server.url()}));
        const auto result = pollOne();
        QCOMPARE(result.transport, fleet::Transport::None);
        QCOMPARE(result.status, 200);
        QCOMPARE(result.errorCode, std::string());
        QCOMPARE(result.bytes, static_cast<std::uint64_t>(healthy.size()));
        QCOMPARE(result.permit.number, 1U);
        QVERIFY(result.latency > Duration{0});
        QVERIFY(result.reading);
        QCOMPARE(result.reading->get().level.value(), HealthLevel::Healthy);
        QVERIFY(server.requests.first().contains("Accept: application/json"));
    }

    void badAnswersHaveAWord_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("word");
        const auto row = [](const char* name, const QByteArray& answer, const char* word) {
            QTest::newRow(name) << answer << QByteArray(word);
        };
        const QByteArray ok("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
        row("half a document", json(healthy.left(30)), "bad-json");
        row("half a body, then closed", ok + "Content-Length: 500\r\n\r\n" + healthy, "broke_off");
        row("a number that no double holds", json(R"({"status": "healthy", "services": [], "x": 1e999})"), "bad-json");
        row("an empty body", json({}), "unknown-format");
        row("an empty object", json("{}"), "unknown-format");
        row("a page", withLength("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "<html><b>hi</b></html>"),
            "html-instead-of-data");
        row("elsewhere", withLength("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/login\r\n", {}), "redirect");
        row("no token", withLength("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n", {}),
            "auth-required");
        row("not there", withLength("HTTP/1.1 404 Not Found\r\n", {}), "not-found");
        row("a 304 that nobody asked for", "HTTP/1.1 304 Not Modified\r\n\r\n", "bad-data");
        row("too much", json(QByteArray(8 * 1024 * 1024 + 1, ' ')), "too_large");
        row("too much when inflated",
            withLength(ok + "Content-Encoding: gzip\r\n", gzipped(QByteArray(9 * 1024 * 1024, ' '))), "too_large");
        row("a bomb", withLength(ok + "Content-Encoding: gzip\r\n", gzipped(QByteArray(30 * 1024 * 1024, ' '))),
            "too_large");
        row("no HTTP at all", "SSH-2.0-OpenSSH_9.2p1\r\n\r\n", "reset");
    }

    void badAnswersHaveAWord()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, word);
        Server broken([&answer](QTcpSocket& socket, const QByteArray&) {
            socket.write(answer);
            // "Half a body": what the length promised never comes.
            if (answer.contains("Content-Length: 500") || answer.startsWith("SSH"))
                socket.disconnectFromHost();
        });
        Server good(json(healthy));
        // Time enough that only the answer decides, on a busy machine too.
        configure(policyFor({broken.url(), good.url()}, 4));
        const auto results = poll({0, 1});
        QCOMPARE(results.size(), 2U);
        for (const auto& result : results) {
            const auto got =
                result.transport != fleet::Transport::None ? std::string(nameOf(result.transport)) : result.errorCode;
            QCOMPARE(QByteArray::fromStdString(got), result.endpoint == 0 ? word : QByteArray());
            QCOMPARE(result.reading.has_value(), result.endpoint == 1);
        }
    }

    void anErrorStatusWithADocumentIsAnAnswer()
    {
        Server server(withLength("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n",
            R"({"status": "critical", "message": "Critical services unavailable: ['db']", "services": []})"));
        configure(policyFor({server.url()}));
        const auto result = pollOne();
        QCOMPARE(result.status, 503);
        QVERIFY(result.reading);
        QCOMPARE(result.reading->get().level.value(), HealthLevel::Critical);
    }

    void whatNeverAnswersTimesOutAlone_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("the head alone") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n");
        QTest::newRow("all but the end") << json(healthy).chopped(1);
    }

    void whatNeverAnswersTimesOutAlone()
    {
        QFETCH(QByteArray, first);
        Server silent(first);
        Server good(json(healthy));
        configure(policyFor({silent.url(), good.url()}, 0.2));
        const auto results = poll({0, 1});
        QCOMPARE(results.size(), 2U);
        QVERIFY(results[0].reading);
        QCOMPARE(results[1].transport, fleet::Transport::Timeout);
        QVERIFY(results[1].latency >= std::chrono::milliseconds(200));
        QVERIFY(results[1].latency < std::chrono::seconds(2));
    }

    void aSlowDripTimesOutThoughBytesCome()
    {
        QTimer drip;
        QPointer<QTcpSocket> victim;
        Server slow([&](QTcpSocket& socket, const QByteArray&) {
            victim = &socket;
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
            drip.start(10);
        });
        connect(&drip, &QTimer::timeout, this, [&] {
            if (victim)
                victim->write("x");
        });
        configure(policyFor({slow.url()}, 0.3));
        QCOMPARE(pollOne().transport, fleet::Transport::Timeout);
    }

    void refusedIsSaid()
    {
        quint16 port = 0;
        {
            QTcpServer closed;
            QVERIFY(closed.listen(QHostAddress::LocalHost));
            port = closed.serverPort();
        }
        configure(policyFor({QStringLiteral("http://127.0.0.1:%1/health").arg(port)}));
        QCOMPARE(pollOne().transport, fleet::Transport::Refused);
    }

    void aResetIsSaid()
    {
        Server server([](QTcpSocket& socket, const QByteArray&) { socket.abort(); });
        configure(policyFor({server.url()}));
        QCOMPARE(pollOne().transport, fleet::Transport::Reset);
    }

    void tlsTroubleIsSaid()
    {
        if (!QSslSocket::supportsSsl())
            QSKIP("this Qt has no TLS");
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, this,
            [&server] { server.nextPendingConnection()->write("HTTP/1.1 400 Bad Request\r\n\r\n"); });
        configure(policyFor({QStringLiteral("https://127.0.0.1:%1/health").arg(server.serverPort())}, 4));
        QCOMPARE(pollOne().transport, fleet::Transport::Tls);
    }

    void connectionsAreKept()
    {
        Server server(json(healthy));
        configure(policyFor({server.url()}));
        for (int i = 0; i < 5; ++i)
            QCOMPARE(pollOne().status, 200);
        QCOMPARE(server.connections, 1);
        QCOMPARE(server.requests.size(), 5);
    }

    void sameBytesAreUnchanged()
    {
        QByteArray body = healthy;
        int status = 200;
        Server server([&](QTcpSocket& socket, const QByteArray&) {
            socket.write(withLength(
                "HTTP/1.1 " + QByteArray::number(status) + " X\r\nContent-Type: application/json\r\n", body));
        });
        configure(policyFor({server.url()}));
        QVERIFY(pollOne().reading);
        const auto second = pollOne();
        QVERIFY(second.unchanged && !second.reading);
        status = 500;
        const auto third = pollOne();
        QVERIFY2(third.reading && !third.unchanged, "the status counts: a 500 is a floor of CRITICAL");
        status = 200;
        body = "{";
        QCOMPARE(pollOne().errorCode, std::string("bad-json"));
        status = 500;
        body = healthy;
        QVERIFY2(pollOne().unchanged, "as the last good answer, though a bad one lay between");
    }

    void a304IsTheLastAnswer()
    {
        Server server([](QTcpSocket& socket, const QByteArray& request) {
            if (request.contains("If-None-Match: \"v1\""))
                socket.write("HTTP/1.1 304 Not Modified\r\n\r\n");
            else
                socket.write(
                    withLength("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Type: application/json\r\n", healthy));
        });
        configure(policyFor({server.url()}));
        QVERIFY(pollOne().reading);
        const auto second = pollOne();
        QCOMPARE(second.status, 304);
        QVERIFY(second.unchanged);
        QCOMPARE(second.transport, fleet::Transport::None);
    }

    void theTokenGoesIntoItsHeaderOnly()
    {
        qputenv("TST_POLL_TOKEN", "s3cret");
        Server server(withLength("HTTP/1.1 403 Forbidden\r\n", "s3cret is not it"));
        configure(policyFor({server.url()}, 0.8, "TST_POLL_TOKEN"));
        const auto result = pollOne();
        QVERIFY(server.requests.first().contains("Authorization: Bearer s3cret\r\n"));
        QCOMPARE(result.errorCode, std::string("auth-required"));
        QVERIFY(result.errorDetail.find("s3cret") == std::string::npos);
    }

    void aDroppedReadingIsAskedForAgain()
    {
        int pushed = 0;
        // With room for one, each push finds an empty queue once the one before has made room.
        ResultQueue narrow(1, [&pushed] { ++pushed; });
        Server server(json(healthy));
        PollWorker worker(narrow, [this] { return std::make_unique<QtHttpClient>(m_clock); });
        worker.configure(policyFor({server.url(), server.url()}));
        worker.poll({{0, {1, 1}}});
        QTRY_COMPARE(pushed, 1);
        worker.poll({{1, {1, 1}}});
        QTRY_COMPARE(pushed, 2);
        QCOMPARE(narrow.take().dropped, 1U);
        worker.poll({{0, {1, 2}}});
        QTRY_COMPARE(pushed, 3);
        const auto again = narrow.take().results;
        QCOMPARE(again.size(), 1U);
        QVERIFY(again[0].reading && !again[0].unchanged);
    }
};

QTEST_GUILESS_MAIN(TestPollWorker)
#include "tst_poll_worker.moc"
