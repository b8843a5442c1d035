// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/real/node_services.h"
#include "tests/real/read_from.h"
#include "tests/real/watched.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTest>

#include <set>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

using breaker::Phase;

/// What one event of the stream says, and when by the service's clock.
struct StreamState {
    qint64 atMs{0};
    std::optional<Phase> state;
};

/// The stream, read event by event through the console's reader as it comes.
class StreamTap {
public:
    explicit StreamTap(const QUrl& url)
        : m_reply(m_manager.get(QNetworkRequest(url)))
    {
        QObject::connect(m_reply.get(), &QNetworkReply::readyRead, m_reply.get(), [this] { take(); });
    }

    [[nodiscard]] const std::vector<StreamState>& states() const { return m_states; }
    [[nodiscard]] const QStringList& errors() const { return m_errors; }
    [[nodiscard]] std::optional<Phase> last() const { return m_states.empty() ? std::nullopt : m_states.back().state; }

private:
    void take()
    {
        m_rest += m_reply->readAll();
        for (auto end = m_rest.indexOf("\n\n"); end >= 0; end = m_rest.indexOf("\n\n")) {
            takeEvent(m_rest.left(end + 2));
            m_rest.remove(0, end + 2);
        }
    }

    void takeEvent(const QByteArray& event)
    {
        const auto reading = readAnswer({200, event, {{"content-type", "text/event-stream"}}});
        if (!reading || reading->breakers.size() != 1 || reading->breakers[0].name != "stock") {
            m_errors << QString::fromUtf8(event);
            return;
        }
        const auto json = QJsonDocument::fromJson(event.mid(event.indexOf('{'))).object();
        m_states.push_back({json[QStringLiteral("currentTime")].toInteger(), reading->breakers[0].state});
    }

    QNetworkAccessManager m_manager;
    std::unique_ptr<QNetworkReply> m_reply;
    QByteArray m_rest;
    std::vector<StreamState> m_states;
    QStringList m_errors;
};

} // namespace

/// A Node service guards its dependency with opossum; the dependency dies and comes back. What the console reads of
/// the circuit, in each of the three ways that it is published, is what the circuit itself went through.
class TestRealOpossum : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<RealService> m_dependency;
    std::unique_ptr<RealService> m_service;
    std::vector<quint16> m_ports;

    [[nodiscard]] QUrl url(const char* path) const { return loopbackUrl(m_ports[0], QString::fromLatin1(path)); }

    bool startDependency()
    {
        return startNode(*m_dependency, QStringLiteral("dependency.js"), {m_ports[1]}, QStringLiteral("/"));
    }

    /// The one breaker at `path`; the error's code or what is odd in `fault`.
    BreakerReading breakerAt(const char* path, QString& fault)
    {
        const auto reading = readFrom(url(path));
        if (!reading)
            fault = QString::fromStdString(reading.error().code);
        else if (reading->breakers.size() != 1)
            fault = QStringLiteral("%1 breakers").arg(reading->breakers.size());
        return fault.isEmpty() ? reading->breakers.front() : BreakerReading{};
    }

    /// One customer's call, and the circuit's state after it as opossum's own status tells.
    std::optional<Phase> callAndAsk()
    {
        httpGet(url("/call"));
        QString fault;
        return breakerAt("/status", fault).state;
    }

    /// The state that the circuit was in at a moment; nothing in the very millisecond of a change.
    static std::optional<bool> wasClosed(const QJsonArray& transitions, qint64 atMs)
    {
        bool closed = true;
        for (const auto& transition : transitions) {
            const auto changedAt = transition[QStringLiteral("at")].toInteger();
            if (changedAt == atMs)
                return std::nullopt;
            if (changedAt < atMs)
                closed = transition[QStringLiteral("to")].toString() == QStringLiteral("close");
        }
        return closed;
    }

    void metricsCount(const char* counter, std::uint64_t expected)
    {
        QString fault;
        const auto breaker = breakerAt("/metrics", fault);
        QCOMPARE(fault, QString());
        QCOMPARE(QString::fromStdString(breaker.name), QStringLiteral("stock"));
        QCOMPARE(breaker.calls.contains(counter) ? breaker.calls.at(counter) : 0, expected);
        // Counters alone: no state is published, and none may be shown as if it were.
        QVERIFY(!breaker.state || !breaker.inferredFrom.empty());
    }

private Q_SLOTS:
    void init()
    {
        const auto missing = missingNode(QStringLiteral("opossum"));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        const auto node = programPath(QStringLiteral("node"));
        m_ports = freePorts(2);
        m_dependency = std::make_unique<RealService>(node);
        m_service = std::make_unique<RealService>(node);
        QVERIFY2(startDependency(), m_dependency->output());
        QVERIFY2(startNode(*m_service, QStringLiteral("opossum_service.js"), m_ports, QStringLiteral("/alive")),
            m_service->output());
    }
    void cleanup()
    {
        m_service.reset();
        m_dependency.reset();
    }

    void opensAndClosesInEveryPublication()
    {
        StreamTap stream(url("/hystrix.stream"));
        for (int call = 0; call < 5; ++call)
            QCOMPARE(callAndAsk(), Phase::Closed);
        metricsCount("ok", 5);
        QTRY_COMPARE_WITH_TIMEOUT(stream.last(), Phase::Closed, 10'000);

        m_dependency->kill();
        QTRY_COMPARE_WITH_TIMEOUT(callAndAsk(), Phase::Open, 20'000);
        QCOMPARE(levelOf(readFrom(url("/status"))), QStringLiteral("degraded"));
        QTRY_COMPARE_WITH_TIMEOUT(stream.last(), Phase::Open, 10'000);
        QString fault;
        QVERIFY(breakerAt("/metrics", fault).opened.value_or(0) >= 1);

        QVERIFY2(startDependency(), m_dependency->output());
        QTRY_COMPARE_WITH_TIMEOUT(callAndAsk(), Phase::Closed, 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(stream.last(), Phase::Closed, 10'000);
        streamWasNeverWrong(stream);
    }

    void consoleFollowsTheCircuit()
    {
        const auto moved = QStringLiteral("reported_breaker_moved");
        const auto call = [this] { httpGet(url("/call")); };
        Watched console({watchedService(QStringLiteral("by-status"), QStringLiteral("health"), url("/status")),
            watchedService(QStringLiteral("by-counters"), QStringLiteral("metrics"), url("/metrics"))});
        const auto level = QStringLiteral("service_level_changed");
        QVERIFY(console.sees(level, QStringLiteral("by-status"), QStringLiteral("healthy"), call));

        m_dependency->kill();
        QVERIFY(console.sees(moved, QStringLiteral("by-status/stock"), QStringLiteral("open"), call));
        QVERIFY(console.sees(level, QStringLiteral("by-status"), QStringLiteral("degraded"), call));
        QTRY_VERIFY_WITH_TIMEOUT((call(), trialsSoFar() >= 2), 20'000);
        // However often it has tried: while its dependency is dead it is never closed, by no source.
        for (const auto& breaker : {QStringLiteral("by-status/stock"), QStringLiteral("by-counters/stock")})
            QVERIFY(!console.wordsOf(moved, breaker).contains(QStringLiteral("closed")));

        QVERIFY2(startDependency(), m_dependency->output());
        QVERIFY(console.sees(moved, QStringLiteral("by-status/stock"), QStringLiteral("closed"), call));
        QVERIFY(console.sees(level, QStringLiteral("by-status"), QStringLiteral("healthy"), call));
        console.end();
    }

private:
    int trialsSoFar()
    {
        int trials = 0;
        for (const auto& transition : httpGet(url("/transitions")).json()[QStringLiteral("transitions")].toArray())
            trials += transition[QStringLiteral("to")].toString() == QStringLiteral("halfOpen");
        return trials;
    }

    void streamWasNeverWrong(const StreamTap& stream)
    {
        QCOMPARE(stream.errors(), QStringList());
        const auto transitions = httpGet(url("/transitions")).json()[QStringLiteral("transitions")].toArray();
        QVERIFY(transitions.size() >= 3);
        std::set<bool> compared;
        for (const auto& seen : stream.states()) {
            const auto closed = wasClosed(transitions, seen.atMs);
            if (!closed)
                continue;
            // Half-open has no word on this wire: it is open.
            QCOMPARE(seen.state, *closed ? Phase::Closed : Phase::Open);
            compared.insert(*closed);
        }
        QCOMPARE(compared.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestRealOpossum)
#include "tst_real_opossum.moc"
