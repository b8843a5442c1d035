// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/qt_http_client.h"

#include "app/poll/plain_text.h"

#include <QNetworkReply>
#include <QTimer>

namespace rungwatch::poll {

using fleet::Transport;

namespace {

/// What is read from a socket before it has to be taken: keeps a fast sender from filling memory ahead of the cap.
constexpr qint64 readAhead = 256 * 1024;

/// One call under way. Owned by its reply, and gone with it.
class Exchange : public QObject {
public:
    Exchange(QNetworkReply* reply, const HttpRequest& request, const Clock& clock, HttpClient::Done done)
        : QObject(reply)
        , m_reply(reply)
        , m_clock(clock)
        , m_startedAt(clock.steadyNow())
        , m_maxBytes(request.maxBytes)
        , m_done(std::move(done))
    {
        reply->setReadBufferSize(readAhead);
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] { giveUp(Transport::Timeout, "no complete answer in time"); });
        connect(reply, &QNetworkReply::readyRead, this, &Exchange::take);
        connect(reply, &QNetworkReply::finished, this, &Exchange::finish);
        m_timer.start(std::chrono::ceil<std::chrono::milliseconds>(request.timeout));
    }

private:
    void take()
    {
        m_body += m_reply->readAll();
        if (m_body.size() > m_maxBytes)
            giveUp(Transport::TooLarge, "more than " + std::to_string(m_maxBytes) + " bytes");
    }

    void giveUp(Transport why, std::string detail)
    {
        if (m_gaveUp != Transport::None)
            return;
        m_gaveUp = why;
        m_detail = std::move(detail);
        m_body.clear();
        // Emits finished(), at once or later.
        m_reply->abort();
    }

    void finish()
    {
        m_timer.stop();
        if (!m_done)
            return;
        if (m_gaveUp == Transport::None)
            take();
        auto done = std::exchange(m_done, {});
        done(answer());
        m_reply->deleteLater();
    }

    HttpAnswer answer()
    {
        HttpAnswer answer;
        answer.endedAt = m_clock.steadyNow();
        answer.endedWall = m_clock.wallNow();
        answer.latency = answer.endedAt - m_startedAt;
        answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        answer.transport = m_gaveUp != Transport::None ? m_gaveUp : ended(answer.status);
        answer.detail = plainText(m_gaveUp != Transport::None ? m_detail : m_reply->errorString().toStdString());
        if (answer.transport == Transport::None)
            answer.detail.clear();
        else if (answer.transport == Transport::Redirect)
            answer.detail = "to " + plainText(m_reply->rawHeader("Location").toStdString());
        if (answer.transport != Transport::None)
            return answer;
        for (const auto& [name, value] : m_reply->rawHeaderPairs())
            answer.headers[name.toLower().toStdString()] = value.toStdString();
        answer.body = std::move(m_body);
        return answer;
    }

    /// QtNetwork counts an unwelcome status as an error; for us it is an answer, unless it broke off under way.
    Transport ended(int status) const
    {
        const auto error = m_reply->error();
        const bool broke = error > QNetworkReply::NoError && error < QNetworkReply::ContentAccessDenied;
        if (status != 0 && !broke && error != QNetworkReply::UnknownContentError
            && error != QNetworkReply::ProtocolFailure)
            return status >= 300 && status < 400 && status != 304 ? Transport::Redirect : Transport::None;
        if (status != 0 && error == QNetworkReply::UnknownContentError) {
            // An unwelcome 4xx without a name of its own, or a body that inflates past Qt's own limit.
            return status >= 400 ? Transport::None : Transport::TooLarge;
        }
        return transportOf(error);
    }

    QNetworkReply* m_reply;
    const Clock& m_clock;
    SteadyTime m_startedAt;
    qint64 m_maxBytes;
    HttpClient::Done m_done;
    QTimer m_timer{this};
    QByteArray m_body;
    Transport m_gaveUp{Transport::None};
    std::string m_detail;
};

QNetworkRequest prepared(const HttpRequest& request)
{
    QNetworkRequest prepared(request.url);
    prepared.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    prepared.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    prepared.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    prepared.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    prepared.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    prepared.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // Our own cap is what limits an inflated body; Qt's stays as a second one.
    for (const auto& [name, value] : request.headers)
        prepared.setRawHeader(name, value);
    return prepared;
}

} // namespace

QtHttpClient::QtHttpClient(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{
}

void QtHttpClient::call(const HttpRequest& request, Done done)
{
    auto* reply = m_manager.sendCustomRequest(prepared(request), request.method, request.body);
    new Exchange(reply, request, m_clock, std::move(done));
}

Transport transportOf(int networkError)
{
    switch (networkError) {
    case QNetworkReply::ConnectionRefusedError:
        return Transport::Refused;
    case QNetworkReply::RemoteHostClosedError:
        return Transport::Reset;
    case QNetworkReply::HostNotFoundError:
        return Transport::Dns;
    case QNetworkReply::TimeoutError:
        return Transport::Timeout;
    case QNetworkReply::SslHandshakeFailedError:
        return Transport::Tls;
    default:
        return Transport::Failed;
    }
}

} // namespace rungwatch::poll
