// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_worker.h"
#include "app/poll/qt_http_client.h"
#include "tests/support/byte_server.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::poll;
using namespace rungwatch::testing;
using namespace std::chrono_literals;
using fleet::Transport;

namespace {

const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=UTF-8\r\n\r\n";

QByteArray hystrix(const QByteArray& name, bool open)
{
    return "data: {\"type\":\"HystrixCommand\",\"name\":\"" + name + "\",\"group\":\"g\",\"isCircuitBreakerOpen\":"
        + (open ? "true" : "false") + ",\"errorPercentage\":0,\"requestCount\":1}\n\n";
}

QByteArray changed(const QByteArray& name, const QByteArray& to)
{
    return "event: STATE_TRANSITION\ndata: {\"circuitBreakerName\":\"" + name
        + "\",\"type\":\"STATE_TRANSITION\",\"stateTransition\":\"CLOSED_TO_" + to + "\"}\n\n";
}

} // namespace

/// A stream that stays open is a source like any other: asked once an interval, answering with what came.
class TestStreamListener : public QObject {
    Q_OBJECT

private:
    SystemClock m_clock;
    HttpRequest m_request;
    std::unique_ptr<StreamListener> m_listener;

    void listenTo(const QString& url, Backoff backoff = {10ms, 20ms, Jitter::None})
    {
        m_request = {};
        m_request.url = QUrl(url);
        m_request.headers = {{"Accept", "text/event-stream"}};
        m_request.timeout = 20s;
        m_listener =
            std::make_unique<StreamListener>(m_clock, StreamListener::Options{.backoff = backoff, .chance = {}});
    }
    HttpAnswer ask(Duration timeout = 20s)
    {
        std::optional<HttpAnswer> answer;
        m_request.timeout = timeout;
        m_listener->ask(m_request, [&](HttpAnswer given) { answer = std::move(given); });
        if (answer)
            QTest::qFail("told before ask() had returned", __FILE__, __LINE__);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000); }();
        return answer.value_or(HttpAnswer{});
    }
    /// Asks until something came.
    QByteArray nextBody()
    {
        QByteArray body;
        for (int i = 0; i < 5000 && body.isEmpty(); ++i) {
            body = ask().body;
            QTest::qWait(1);
        }
        return body;
    }

private Q_SLOTS:
    void cleanup() { m_listener.reset(); }

    void handsOverWhatCameSinceTheLastTime()
    {
        ByteServer server(head + ": hello\n\n" + hystrix("a", false) + hystrix("b", true) + "data: {\"half");
        listenTo(server.url());
        const auto first = ask();
        QCOMPARE(first.transport, Transport::None);
        QCOMPARE(first.status, 200);
        QVERIFY(first.body.endsWith(hystrix("a", false) + hystrix("b", true)));
        QVERIFY(!first.body.contains("half"));
        server.sockets.first()->write("\"}\n\n" + hystrix("a", true));
        const auto second = ask();
        QCOMPARE(second.body, "data: {\"half\"}\n\n" + hystrix("a", true));
        QCOMPARE(server.connections, 1);
        QVERIFY(server.requests.first().contains("Accept: text/event-stream\r\n"));
    }

    void aSilentStreamIsConnectedAndSaysNothing()
    {
        ByteServer server(head + "ping: \n\n");
        listenTo(server.url());
        QTRY_VERIFY(ask(300ms).transport == Transport::None);
        const auto silent = ask(300ms);
        QCOMPARE(silent.status, 200);
        QCOMPARE(silent.body, QByteArray());
        QVERIFY(silent.latency >= 300ms);
    }

    void aBrokenStreamIsConnectedAgain()
    {
        ByteServer server([&](QTcpSocket& socket, const QByteArray&) {
            socket.write(head + hystrix("a", false));
            if (server.connections < 3)
                socket.disconnectFromHost();
        });
        listenTo(server.url());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(nextBody(), hystrix("a", false));
        QCOMPARE(server.connections, 3);
    }

    void eachFailureInARowWaitsLonger()
    {
        ByteServer server(withLength("HTTP/1.1 404 Not Found\r\n", "no such stream"));
        listenTo(server.url(), {1h, 2h, Jitter::None});
        const auto answer = ask();
        QCOMPARE(answer.transport, Transport::None);
        QCOMPARE(answer.status, 404);
        QCOMPARE(answer.body, QByteArray("no such stream"));
        // Until its time has come, the last failure is the answer, and nobody is asked.
        QCOMPARE(ask().status, 404);
        QCOMPARE(server.requests.size(), 1);
        listenTo(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort()), {1h, 2h, Jitter::None});
        QCOMPARE(ask().transport, Transport::Refused);
    }

    void aStreamOfChangesTellsWhatItHadTold()
    {
        ByteServer server(head + changed("a", "OPEN"));
        listenTo(server.url());
        QCOMPARE(ask().body, changed("a", "OPEN"));
        server.sockets.first()->write(changed("b", "OPEN"));
        QCOMPARE(ask().body, changed("a", "OPEN") + changed("b", "OPEN"));
    }

    void theWorkerMakesReadingsOfIt()
    {
        ByteServer server(head + hystrix("a", true));
        fleet::Policy policy;
        policy.services.resize(1);
        policy.services[0].sources.resize(1);
        policy.endpoints = {{0, 0}};
        auto& source = policy.services[0].sources[0];
        source.kind = fleet::SourceKind::HystrixStream;
        source.url = server.url().toStdString();
        source.timeout = 400ms;
        ResultQueue queue(8, [] {});
        PollWorker worker(
            queue, [this] { return std::make_unique<QtHttpClient>(m_clock); },
            [this] { return std::make_unique<StreamListener>(m_clock, StreamListener::Options{}); });
        worker.configure(std::make_shared<const fleet::Policy>(policy));
        const auto poll = [&](std::uint64_t number) {
            worker.poll({{0, {1, number}}});
            std::vector<fleet::PollResult> results;
            [&] {
                QTRY_VERIFY((std::ranges::move(queue.take().results, std::back_inserter(results)), !results.empty()));
            }();
            return results.empty() ? fleet::PollResult{} : results.front();
        };
        auto first = poll(1);
        for (std::uint64_t i = 2; !first.reading && i < 20; ++i)
            first = poll(i); // a busy machine connects late
        QVERIFY(first.reading);
        QCOMPARE(first.reading->get().breakers.size(), std::size_t{1});
        QVERIFY(first.reading->get().breakers[0].state == breaker::Phase::Open);
        const auto silent = poll(100);
        QCOMPARE(silent.transport, Transport::None);
        QCOMPARE(silent.errorCode, std::string("no-data"));
        QVERIFY(!silent.reading && !silent.unchanged);
        server.sockets.first()->write(hystrix("a", true));
        QVERIFY2(poll(101).unchanged, "the same bytes again");
        worker.stop();
        QTRY_VERIFY(server.sockets.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestStreamListener)
#include "tst_stream_listener.moc"
