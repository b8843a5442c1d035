// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/control/control_caller.h"

#include "app/poll/plain_text.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/base/located_json.h"

#include <QUrlQuery>

namespace rungwatch::control {

using namespace fleet;
using poll::plainText;

namespace {

constexpr std::chrono::seconds timeout{10};
constexpr qint64 maxAnswerBytes = 64 * 1024;

/// "store/provider-primary" is the breaker "provider-primary" of "store"; a breaker's own name may hold more slashes.
std::string breakerName(const std::string& address)
{
    const auto slash = address.find('/');
    return slash == std::string::npos ? address : address.substr(slash + 1);
}

QByteArray methodOf(Action action)
{
    switch (action) {
    case Action::Kill:
        return "PUT";
    case Action::Revive:
        return "DELETE";
    case Action::Probe:
        break;
    }
    return "POST";
}

QUrl urlOf(const Command& command, const SourcePolicy& telemetry)
{
    QUrl url(QString::fromStdString(telemetry.url));
    const bool probe = command.action == Action::Probe;
    url.setPath(url.path() + (probe ? QStringLiteral("/probe") : QStringLiteral("/kill-switch")));
    // As a query item by hand: QUrlQuery leaves "+" and some more as they are.
    const auto name = QString::fromStdString(probe ? breakerName(command.target) : command.target);
    url.setQuery((probe ? QStringLiteral("breaker=") : QStringLiteral("feature="))
        + QString::fromLatin1(QUrl::toPercentEncoding(name)));
    return url;
}

QByteArray bodyOf(const Command& command)
{
    JsonWriter json;
    json.beginObject();
    json.member("command_id", command.id);
    json.member("by", command.by);
    json.member("reason", command.reason);
    if (command.action == Action::Kill) {
        json.member("expires_in_s", command.expiresIn);
    }
    json.end();
    return QByteArray::fromStdString(json.str());
}

std::string textAt(const JsonValue& root, std::string_view key)
{
    const auto* value = root.find(key);
    return value && value->isText() ? plainText(value->text) : std::string();
}

} // namespace

poll::HttpRequest requestFor(const Command& command, const SourcePolicy& telemetry, const QByteArray& authorization)
{
    poll::HttpRequest request;
    request.method = methodOf(command.action);
    request.url = urlOf(command, telemetry);
    request.headers = {
        {"Accept", "application/json"}, {"Content-Type", "application/json"}, {"User-Agent", "rungwatch"}};
    if (!authorization.isEmpty())
        request.headers.emplace_back("Authorization", authorization);
    request.tls = {telemetry.tls.caFile, telemetry.tls.certFile, telemetry.tls.keyFile};
    request.body = bodyOf(command);
    request.timeout = timeout;
    request.maxBytes = maxAnswerBytes;
    return request;
}

EffectResult resultOf(const std::string& commandId, const poll::HttpAnswer& answer)
{
    EffectResult result;
    result.commandId = commandId;
    result.status = answer.status;
    result.transport = answer.transport;
    result.latency = answer.latency;
    if (answer.transport != Transport::None) {
        result.cause = answer.detail;
        return result;
    }
    const std::string_view body(answer.body.constData(), static_cast<std::size_t>(answer.body.size()));
    const auto document = parseJson(body, {.depth = 16, .values = 10'000, .wholeText = false});
    if (document && document->root.isObject()) {
        const auto& root = document->root;
        result.cause = textAt(root, "cause");
        result.outcome = textAt(root, "outcome");
        result.state = textAt(root, "state");
        const auto* retry = root.find("retry_in_s");
        if (retry && retry->kind == JsonValue::Kind::Number && retry->number >= 0 && retry->number < 1e9)
            result.retryIn = fromSeconds(retry->number);
    } else if (answer.status >= 400) {
        result.cause = plainText(body);
    }
    return result;
}

ControlCaller::ControlCaller(poll::HttpClientFactory makeClient)
    : m_makeClient(std::move(makeClient))
{
}

ControlCaller::~ControlCaller() = default;

void ControlCaller::configure(poll::PolicyPtr policy)
{
    if (!m_client)
        m_client = m_makeClient();
    m_policy = std::move(policy);
}

void ControlCaller::call(const ControlEffect& effect)
{
    const auto& service = m_policy->services[effect.service];
    const auto telemetry = std::find_if(service.sources.begin(), service.sources.end(),
        [](const SourcePolicy& source) { return source.kind == SourceKind::Telemetry; });
    if (telemetry == service.sources.end() || !m_client) {
        leave(effect, "the service has no telemetry source to control it by");
        return;
    }
    poll::SourceSecrets secrets(*telemetry);
    const auto authorization = secrets.authorization();
    if (!authorization) {
        leave(effect, authorization.error().message);
        return;
    }
    m_client->call(requestFor(effect.command, *telemetry, *authorization),
        [this, secrets, id = effect.command.id](const poll::HttpAnswer& answer) {
            auto result = resultOf(id, answer);
            secrets.hideIn(result.cause);
            Q_EMIT ended(result);
        });
}

void ControlCaller::leave(const ControlEffect& effect, const std::string& why)
{
    EffectResult result;
    result.commandId = effect.command.id;
    result.transport = Transport::NotSent;
    result.cause = why;
    Q_EMIT ended(result);
}

void ControlCaller::stop()
{
    m_client.reset();
}

} // namespace rungwatch::control
