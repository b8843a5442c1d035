// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/control/control_caller.h"
#include "app/poll/qt_http_client.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::control;
using namespace std::chrono_literals;

namespace {

fleet::SourcePolicy telemetry(const char* url = "http://127.0.0.1:8080/resilience")
{
    fleet::SourcePolicy source;
    source.kind = fleet::SourceKind::Telemetry;
    source.url = url;
    source.bearer.env = "TST_CONTROL_TOKEN";
    return source;
}

fleet::Command command(fleet::Action action, const char* target)
{
    fleet::Command command;
    command.id = "01J";
    command.action = action;
    command.target = target;
    command.by = "ada";
    command.reason = "wrong \"answers\"";
    command.expiresIn = 600s;
    return command;
}

poll::HttpAnswer answer(int status, const QByteArray& body)
{
    poll::HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    return answer;
}

} // namespace

/// The three calls as CONTRACTS has them, and what each answer means.
class TestControlCaller : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("TST_CONTROL_TOKEN", "s3cret"); }

    void callsAreThoseOfTheContract_data()
    {
        QTest::addColumn<int>("action");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("url");
        const auto row = [](const char* name, fleet::Action action, const char* target, const char* method,
                             const char* url) {
            QTest::newRow(name) << static_cast<int>(action) << QByteArray(target) << QByteArray(method)
                                << QByteArray(url);
        };
        row("kill", fleet::Action::Kill, "recommendations", "PUT",
            "http://127.0.0.1:8080/resilience/kill-switch?feature=recommendations");
        row("revive", fleet::Action::Revive, "recommendations", "DELETE",
            "http://127.0.0.1:8080/resilience/kill-switch?feature=recommendations");
        row("probe", fleet::Action::Probe, "store/provider-primary", "POST",
            "http://127.0.0.1:8080/resilience/probe?breaker=provider-primary");
        row("a name with everything", fleet::Action::Kill, "a b/c&d+e%f", "PUT",
            "http://127.0.0.1:8080/resilience/kill-switch?feature=a%20b%2Fc%26d%2Be%25f");
        row("a breaker's name with a slash", fleet::Action::Probe, "store/eu/primary", "POST",
            "http://127.0.0.1:8080/resilience/probe?breaker=eu%2Fprimary");
    }

    void callsAreThoseOfTheContract()
    {
        QFETCH(int, action);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, url);
        const auto request =
            requestFor(command(static_cast<fleet::Action>(action), target.constData()), telemetry(), "Bearer s3cret");
        QCOMPARE(request.method, method);
        QCOMPARE(request.url.toEncoded(), url);
        QVERIFY(std::ranges::find(request.headers, std::pair<QByteArray, QByteArray>("Authorization", "Bearer s3cret"))
            != request.headers.end());
        const auto body = QJsonDocument::fromJson(request.body).object();
        QCOMPARE(body[QStringLiteral("command_id")].toString(), QStringLiteral("01J"));
        QCOMPARE(body[QStringLiteral("by")].toString(), QStringLiteral("ada"));
        QCOMPARE(body[QStringLiteral("reason")].toString(), QStringLiteral("wrong \"answers\""));
        QCOMPARE(body.contains(QStringLiteral("expires_in_s")), method == "PUT");
        QVERIFY(!request.body.contains("s3cret"));
    }

    void anExpiryIsSecondsOrNull()
    {
        auto kill = command(fleet::Action::Kill, "recommendations");
        auto body = QJsonDocument::fromJson(requestFor(kill, telemetry(), {}).body).object();
        QCOMPARE(body[QStringLiteral("expires_in_s")].toDouble(), 600.0);
        kill.expiresIn.reset();
        body = QJsonDocument::fromJson(requestFor(kill, telemetry(), {}).body).object();
        QVERIFY(body[QStringLiteral("expires_in_s")].isNull());
    }

    void aServiceBehindAPrefixIsReachedThere()
    {
        const auto request =
            requestFor(command(fleet::Action::Kill, "x"), telemetry("https://h/eu/resilience?v=1#f"), {});
        QCOMPARE(request.url.path(), QStringLiteral("/eu/resilience/kill-switch"));
        QCOMPARE(request.url.query(), QStringLiteral("feature=x"));
    }

    void answersBecomeResults()
    {
        const auto probed = resultOf("01J", answer(200, R"({"outcome": "503", "state": "open"})"));
        QCOMPARE(probed.commandId, std::string("01J"));
        QCOMPARE(probed.status, 200);
        QCOMPARE(probed.outcome, std::string("503"));
        QCOMPARE(probed.state, std::string("open"));
        const auto refused = resultOf("01J", answer(409, R"({"cause": "probe_in_flight", "retry_in_s": 2.5})"));
        QCOMPARE(refused.cause, std::string("probe_in_flight"));
        QCOMPARE(refused.retryIn.value(), Duration(2500ms));
        QVERIFY(!resultOf("01J", answer(409, R"({"cause": "x", "retry_in_s": -1})")).retryIn);
        QVERIFY(!resultOf("01J", answer(409, R"({"cause": "x", "retry_in_s": "soon"})")).retryIn);
    }

    void otherWordsArePlainText()
    {
        const auto result = resultOf("01J", answer(500, QByteArray("<b>oh\nno</b>\x1b[31m") + QByteArray(500, 'x')));
        QVERIFY(result.cause.starts_with("<b>oh no</b> [31m"));
        QVERIFY(result.cause.size() <= 203);
        QCOMPARE(resultOf("01J", answer(200, "not JSON")).cause, std::string());
        auto silent = poll::HttpAnswer{};
        silent.transport = fleet::Transport::Timeout;
        silent.detail = "no complete answer in time";
        QCOMPARE(resultOf("01J", silent).transport, fleet::Transport::Timeout);
        QCOMPARE(resultOf("01J", silent).cause, std::string("no complete answer in time"));
    }

    void aServiceWithoutTelemetryIsRefusedHere()
    {
        fleet::Policy policy;
        policy.services.resize(1);
        ControlCaller caller([] { return nullptr; });
        caller.configure(std::make_shared<const fleet::Policy>(policy));
        QSignalSpy ended(&caller, &ControlCaller::ended);
        caller.call({command(fleet::Action::Kill, "x"), 0, 1});
        QCOMPARE(ended.size(), 1);
    }

    void withoutItsSecretNothingIsSent()
    {
        fleet::Policy policy;
        policy.services.resize(1);
        policy.services[0].sources = {telemetry()};
        policy.endpoints = {{0, 0}};
        policy.services[0].sources[0].bearer.env = "TST_CONTROL_NO_SUCH_TOKEN";
        const SystemClock clock;
        ControlCaller caller([&clock] { return std::make_unique<poll::QtHttpClient>(clock); });
        caller.configure(std::make_shared<const fleet::Policy>(policy));
        QSignalSpy ended(&caller, &ControlCaller::ended);
        caller.call({command(fleet::Action::Kill, "x"), 0, 1});
        QCOMPARE(ended.size(), 1);
        const auto result = ended.first().first().value<fleet::EffectResult>();
        QCOMPARE(result.transport, fleet::Transport::NotSent);
        QCOMPARE(result.cause, std::string("the environment variable TST_CONTROL_NO_SUCH_TOKEN is not set"));
    }
};

QTEST_GUILESS_MAIN(TestControlCaller)
#include "tst_control_caller.moc"
