// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/stream_listener.h"

#include "app/poll/http_ends.h"
#include "app/poll/plain_text.h"
#include "app/poll/qt_http_client.h"

#include <QNetworkReply>
#include <QRandomGenerator>

namespace rungwatch::poll {

using fleet::Transport;

namespace {

/// An event that is longer is none.
constexpr qsizetype maxEventBytes = 1024 * 1024;
/// Where nobody asks for so long, the oldest make room.
constexpr qsizetype maxWaitingBytes = 8 * 1024 * 1024;
constexpr qsizetype maxToldBytes = 256 * 1024;

std::chrono::milliseconds inMilliseconds(Duration duration)
{
    return std::chrono::ceil<std::chrono::milliseconds>(duration);
}

/// Behind the last blank line, which is what ends an event.
qsizetype endOfWholeEvents(const QByteArray& text)
{
    qsizetype end = 0;
    for (const auto* blank : {"\n\n", "\r\n\r\n", "\r\r"})
        if (const auto at = text.lastIndexOf(blank); at >= 0)
            end = std::max(end, at + static_cast<qsizetype>(qstrlen(blank)));
    return end;
}

/// The newest whole events of at most so many bytes.
void keepNewest(QByteArray& events, qsizetype limit)
{
    if (events.size() <= limit)
        return;
    auto cut = events.size() - limit;
    const auto blank = events.indexOf("\n\n", cut);
    const auto crlf = events.indexOf("\r\n\r\n", cut);
    if (blank >= 0 && (crlf < 0 || blank < crlf))
        cut = blank + 2;
    else if (crlf >= 0)
        cut = crlf + 4;
    events.remove(0, cut);
}

} // namespace

StreamListener::StreamListener(const Clock& clock, Options options)
    : m_clock(clock)
    , m_options(std::move(options))
{
    for (auto* timer : {&m_wait, &m_retry, &m_head, &m_dead})
        timer->setSingleShot(true);
    m_wait.setTimerType(Qt::PreciseTimer);
    connect(&m_wait, &QTimer::timeout, this, &StreamListener::answerAtLast);
    connect(&m_retry, &QTimer::timeout, this, &StreamListener::connectNow);
    connect(&m_head, &QTimer::timeout, this, [this] { giveUp(Transport::Timeout, timeoutDetail(false, 0)); });
    connect(&m_dead, &QTimer::timeout, this, [this] { giveUp(Transport::Timeout, "the stream went silent"); });
}

StreamListener::~StreamListener()
{
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
    }
}

void StreamListener::ask(const HttpRequest& request, Done done)
{
    m_request = request;
    m_done = std::move(done);
    m_askedAt = m_clock.steadyNow();
    m_wait.start(inMilliseconds(request.timeout));
    if (!m_reply && !m_retry.isActive())
        connectNow();
    QMetaObject::invokeMethod(this, &StreamListener::answerIfThereIsOne, Qt::QueuedConnection);
}

void StreamListener::connectNow()
{
    m_rest.clear();
    m_told.clear();
    m_certificate = Transport::None;
    m_reply = m_manager.get(prepared(m_request));
    connect(m_reply, &QNetworkReply::readyRead, this, &StreamListener::take);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &StreamListener::take);
    connect(m_reply, &QNetworkReply::sslErrors, this,
        [this](const QList<QSslError>& errors) { m_certificate = transportOf(errors); });
    connect(m_reply, &QNetworkReply::finished, this, &StreamListener::end);
    m_head.start(inMilliseconds(m_request.timeout));
}

bool StreamListener::isStream() const
{
    return m_reply && m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 200
        && m_reply->rawHeader("Content-Type").toLower().startsWith("text/event-stream");
}

void StreamListener::take()
{
    if (!m_reply || m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 0)
        return;
    m_rest += m_reply->readAll();
    if (m_rest.size() > maxEventBytes && (!isStream() || endOfWholeEvents(m_rest) == 0)) {
        giveUp(Transport::TooLarge, tooLargeDetail(maxEventBytes));
        return;
    }
    if (!isStream())
        return; // an error page: whole when it ends, or when its time is up
    m_head.stop();
    m_failure.reset();
    m_dead.start(inMilliseconds(m_options.deadAfter));
    takeEvents();
}

void StreamListener::takeEvents()
{
    const auto whole = endOfWholeEvents(m_rest);
    const auto events = m_rest.left(whole);
    m_rest.remove(0, whole);
    if (!events.contains("data:"))
        return; // keep-alives say that it is connected, and nothing else
    m_failures = 0;
    m_events += events;
    keepNewest(m_events, maxWaitingBytes);
    m_eventAt = m_clock.steadyNow();
    answerIfThereIsOne();
}

void StreamListener::giveUp(Transport why, std::string detail)
{
    HttpAnswer failure;
    failure.transport = why;
    failure.detail = std::move(detail);
    m_failure = std::move(failure);
    if (m_reply)
        m_reply->abort(); // comes back as its end
}

void StreamListener::end()
{
    auto* reply = std::exchange(m_reply, nullptr);
    reply->deleteLater();
    m_head.stop();
    m_dead.stop();
    if (!m_failure) {
        HttpAnswer failure;
        failure.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        failure.transport = transportOf(*reply, m_certificate);
        failure.detail = plainText(reply->errorString().toStdString());
        const bool stream = reply->rawHeader("Content-Type").toLower().startsWith("text/event-stream");
        if (failure.transport == Transport::Redirect) {
            failure.detail = redirectDetail(reply->rawHeader("Location").toStdString());
        } else if (failure.transport == Transport::None && failure.status == 200 && stream) {
            failure.transport = Transport::BrokeOff;
            failure.detail = "the stream ended";
        } else if (failure.transport == Transport::None) {
            failure.body = m_rest;
            for (const auto& [name, value] : reply->rawHeaderPairs())
                failure.headers[name.toLower().toStdString()] = value.toStdString();
        }
        m_failure = std::move(failure);
    }
    const auto chance = m_options.chance ? m_options.chance() : QRandomGenerator::global()->generateDouble();
    m_retry.start(inMilliseconds(m_options.backoff.delay(m_failures, chance)));
    ++m_failures;
    answerIfThereIsOne();
}

void StreamListener::answerIfThereIsOne()
{
    if (!m_done)
        return;
    if (!m_events.isEmpty())
        answer(eventsTaken());
    else if (m_failure)
        answer(*m_failure);
}

void StreamListener::answerAtLast()
{
    HttpAnswer last;
    if (isStream()) {
        last = eventsTaken();
    } else {
        last.transport = Transport::Timeout;
        last.detail = timeoutDetail(false, 0);
    }
    answer(std::move(last));
}

HttpAnswer StreamListener::eventsTaken()
{
    HttpAnswer taken;
    taken.status = 200;
    taken.headers["content-type"] = "text/event-stream";
    taken.body = std::exchange(m_events, {});
    taken.endedAt = m_eventAt;
    if (taken.body.contains("\"circuitBreakerName\"") || !m_told.isEmpty()) {
        m_told += taken.body;
        keepNewest(m_told, maxToldBytes);
        if (!taken.body.isEmpty())
            taken.body = m_told;
    }
    return taken;
}

void StreamListener::answer(HttpAnswer answer)
{
    m_wait.stop();
    const auto now = m_clock.now();
    if (answer.body.isEmpty() || answer.endedAt == SteadyTime{})
        answer.endedAt = now.steady;
    answer.endedWall = now.wall - (now.steady - answer.endedAt);
    answer.latency = now.steady - m_askedAt;
    std::exchange(m_done, {})(std::move(answer));
}

} // namespace rungwatch::poll
