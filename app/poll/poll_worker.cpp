// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/poll_worker.h"

#include "app/poll/plain_text.h"
#include "rungwatch/fleet/fit_reading.h"

#include <QCryptographicHash>

namespace rungwatch::poll {

using fleet::PollResult;
using fleet::Transport;

namespace {

std::string headerOf(const HttpAnswer& answer, const char* lowerCaseName)
{
    const auto found = answer.headers.find(lowerCaseName);
    return found == answer.headers.end() ? std::string() : found->second;
}

/// Everything of an answer that its reading depends on.
QByteArray fingerprintOf(const HttpAnswer& answer)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(answer.status));
    hash.addData(QByteArray::fromStdString("\n" + headerOf(answer, "content-type") + "\n"));
    for (const auto* name :
        {"age", "cache-status", "cache-control", "warning", "x-cache", "x-cache-status", "cf-cache-status"})
        hash.addData(QByteArray::fromStdString(headerOf(answer, name) + '\n'));
    hash.addData(answer.body);
    return hash.result();
}

void setError(PollResult& result, const Error& error)
{
    result.errorCode = error.code;
    result.errorDetail = plainText(error.where.empty() ? error.message : error.where + ": " + error.message);
}

} // namespace

QByteArray acceptHeader(fleet::SourceKind kind)
{
    const QByteArray health("application/json, application/health+json, "
                            "application/vnd.spring-boot.actuator.v3+json, text/plain;q=0.8");
    switch (kind) {
    case fleet::SourceKind::Telemetry:
        return "application/vnd.rungwatch.resilience+json, " + health;
    case fleet::SourceKind::Metrics:
        return "text/plain;version=0.0.4, application/openmetrics-text;version=1.0.0;q=0.9";
    case fleet::SourceKind::HystrixStream:
        return "text/event-stream";
    case fleet::SourceKind::Health:
    case fleet::SourceKind::Actuator:
    case fleet::SourceKind::Prometheus:
    case fleet::SourceKind::Statuspage:
    case fleet::SourceKind::Alertmanager:
        break;
    }
    return health;
}

PollWorker::PollWorker(ResultQueue& results, HttpClientFactory makeClient, StreamListenerFactory makeListener)
    : m_results(results)
    , m_makeClient(std::move(makeClient))
    , m_makeListener(std::move(makeListener))
{
}

PollWorker::~PollWorker() = default;

PollWorker::Endpoint::Endpoint(fleet::EndpointRef where, const fleet::SourcePolicy& source)
    : ref(where)
    , secrets(source)
    , format(fleet::formatPin(source))
{
    request.url = QUrl(QString::fromStdString(fleet::askedUrl(source)));
    request.timeout = source.timeout;
    // FORMATS 2.1: metrics are longer than health documents.
    if (source.kind == fleet::SourceKind::Metrics || source.kind == fleet::SourceKind::Prometheus)
        request.maxBytes = 32 * 1024 * 1024;
    request.headers = {{"Accept", acceptHeader(source.kind)}, {"User-Agent", "rungwatch"}};
    request.tls = {source.tls.caFile, source.tls.certFile, source.tls.keyFile};
}

void PollWorker::configure(PolicyPtr policy)
{
    if (!m_client)
        m_client = m_makeClient();
    m_endpoints.clear();
    m_policy = policy;
    ++m_policies;
    for (const auto& ref : fleet::endpointsOf(*policy)) {
        const auto& source = policy->services[ref.service].sources[ref.source];
        Endpoint endpoint(ref, source);
        if (source.kind == fleet::SourceKind::HystrixStream && m_makeListener)
            endpoint.stream = m_makeListener();
        m_endpoints.push_back(std::move(endpoint));
    }
}

void PollWorker::poll(const std::vector<fleet::PollEffect>& effects)
{
    for (const auto& effect : effects)
        if (m_client && effect.endpoint < m_endpoints.size())
            start(effect);
}

void PollWorker::start(const fleet::PollEffect& effect)
{
    auto& endpoint = m_endpoints[effect.endpoint];
    const auto authorization = endpoint.secrets.authorization();
    if (!authorization) {
        refuse(effect, authorization.error());
        return;
    }
    auto request = endpoint.request;
    if (!authorization->isEmpty())
        request.headers.emplace_back("Authorization", *authorization);
    if (endpoint.stream) {
        // Its stream goes with the endpoint: no call of an earlier policy's ends.
        endpoint.stream->ask(request, [this, effect](HttpAnswer answer) { finish(effect, std::move(answer)); });
        return;
    }
    if (!endpoint.entityTag.isEmpty())
        request.headers.emplace_back("If-None-Match", endpoint.entityTag);
    else if (!endpoint.lastModified.isEmpty())
        request.headers.emplace_back("If-Modified-Since", endpoint.lastModified);
    m_client->call(request, [this, effect, policy = m_policies](HttpAnswer answer) {
        if (policy == m_policies)
            finish(effect, std::move(answer));
    });
}

void PollWorker::refuse(const fleet::PollEffect& effect, const Error& why)
{
    PollResult result;
    result.endpoint = effect.endpoint;
    result.permit = effect.permit;
    result.transport = Transport::NotSent;
    setError(result, why);
    put(std::move(result));
}

void PollWorker::finish(const fleet::PollEffect& effect, HttpAnswer answer)
{
    auto& endpoint = m_endpoints[effect.endpoint];
    PollResult result;
    result.endpoint = effect.endpoint;
    result.permit = effect.permit;
    result.obtainedAt = answer.endedAt;
    result.latency = answer.latency;
    result.status = answer.status;
    result.bytes = static_cast<std::uint64_t>(answer.body.size());
    result.transport = answer.transport;
    result.errorDetail = answer.detail;
    if (answer.transport == Transport::None && endpoint.stream && answer.status == 200 && answer.body.isEmpty())
        setError(result, Error{"no-data", "connected, and no event came in this interval", {}});
    else if (answer.transport == Transport::None)
        read(endpoint, answer, result);
    endpoint.secrets.hideIn(result.errorDetail);
    put(std::move(result));
}

void PollWorker::put(PollResult result)
{
    const auto dropped = m_results.push(std::move(result));
    // Its reading never arrives: the next answer has to bring one, also if it is the same.
    if (dropped && dropped->reading && dropped->endpoint < m_endpoints.size())
        m_endpoints[dropped->endpoint].forgetAnswer();
}

void PollWorker::read(Endpoint& endpoint, HttpAnswer& answer, PollResult& result) const
{
    if (answer.status == 304) {
        if (endpoint.fingerprint.isEmpty())
            setError(result, Error{"bad-data", "HTTP 304 without an earlier answer", {}});
        else
            result.unchanged = true;
        return;
    }
    auto fingerprint = fingerprintOf(answer);
    if (fingerprint == endpoint.fingerprint) {
        result.unchanged = true;
        return;
    }
    const std::string_view body(answer.body.constData(), static_cast<std::size_t>(answer.body.size()));
    auto reading = endpoint.format.read({body, answer.status, answer.headers, answer.latency, answer.endedWall});
    if (!reading) {
        setError(result, reading.error());
        return;
    }
    fleet::fitReading(*m_policy, endpoint.ref, reading.value());
    result.reading = Shared<Reading>(std::move(reading).value());
    endpoint.fingerprint = std::move(fingerprint);
    endpoint.entityTag = QByteArray::fromStdString(headerOf(answer, "etag"));
    endpoint.lastModified = QByteArray::fromStdString(headerOf(answer, "last-modified"));
}

void PollWorker::Endpoint::forgetAnswer()
{
    fingerprint.clear();
    entityTag.clear();
    lastModified.clear();
}

void PollWorker::stop()
{
    m_client.reset();
    m_endpoints.clear(); // with the streams
}

} // namespace rungwatch::poll
