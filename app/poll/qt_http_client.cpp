// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/qt_http_client.h"

#include "app/poll/http_ends.h"
#include "app/poll/plain_text.h"

#include <QFile>
#include <QNetworkReply>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTimer>

#include <algorithm>

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
        connect(&m_timer, &QTimer::timeout, this,
            [this] { giveUp(Transport::Timeout, timeoutDetail(headCame(), m_body.size())); });
        connect(reply, &QNetworkReply::readyRead, this, &Exchange::take);
        connect(reply, &QNetworkReply::sslErrors, this, &Exchange::noteCertificate);
        connect(reply, &QNetworkReply::finished, this, &Exchange::finish);
        m_timer.start(std::chrono::ceil<std::chrono::milliseconds>(request.timeout));
    }

private:
    void take()
    {
        m_body += m_reply->readAll();
        if (m_body.size() > m_maxBytes)
            giveUp(Transport::TooLarge, tooLargeDetail(m_maxBytes));
    }

    [[nodiscard]] bool headCame() const { return statusOf() != 0; }
    [[nodiscard]] int statusOf() const { return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(); }

    void noteCertificate(const QList<QSslError>& errors) { m_certificate = transportOf(errors); }

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
        answer.status = statusOf();
        answer.transport = m_gaveUp != Transport::None ? m_gaveUp : transportOf(*m_reply, m_certificate);
        answer.detail = detailOf(answer.transport);
        if (answer.transport != Transport::None)
            return answer;
        for (const auto& [name, value] : m_reply->rawHeaderPairs())
            answer.headers[name.toLower().toStdString()] = value.toStdString();
        answer.body = std::move(m_body);
        return answer;
    }

    [[nodiscard]] std::string detailOf(Transport transport) const
    {
        if (transport == Transport::None)
            return {};
        if (transport == Transport::Redirect)
            return redirectDetail(m_reply->rawHeader("Location").toStdString());
        if (transport == Transport::BrokeOff)
            return brokeOffDetail(headCame(), m_body.size());
        if (m_gaveUp != Transport::None)
            return m_detail;
        return isBadEncoding() ? badEncodingDetail : plainText(m_reply->errorString().toStdString());
    }

    /// Of a 2xx, Qt says "unknown content" only where it can't unpack it.
    [[nodiscard]] bool isBadEncoding() const
    {
        return m_reply->error() == QNetworkReply::UnknownContentError && statusOf() < 400;
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
    Transport m_certificate{Transport::None};
};

QSslKey privateKeyOf(const QByteArray& pem)
{
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa})
        if (QSslKey key(pem, algorithm); !key.isNull())
            return key;
    return {};
}

QByteArray contentOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QSslConfiguration configurationOf(const TlsFiles& files)
{
    auto configuration = QSslConfiguration::defaultConfiguration();
    if (!files.authorities.empty())
        configuration.setCaCertificates(QSslCertificate::fromData(contentOf(files.authorities)));
    if (!files.certificate.empty()) {
        configuration.setLocalCertificateChain(QSslCertificate::fromData(contentOf(files.certificate)));
        configuration.setPrivateKey(privateKeyOf(contentOf(files.key)));
    }
    return configuration;
}

} // namespace

QNetworkRequest prepared(const HttpRequest& request)
{
    QNetworkRequest prepared(request.url);
    prepared.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    prepared.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    prepared.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    prepared.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    prepared.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    prepared.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // Our own cap is what limits an inflated body: Qt's would say of a bomb only that it can't be unpacked.
    prepared.setDecompressedSafetyCheckThreshold(-1);
    if (request.tls != TlsFiles{})
        prepared.setSslConfiguration(configurationOf(request.tls));
    for (const auto& [name, value] : request.headers)
        prepared.setRawHeader(name, value);
    return prepared;
}

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

Transport transportOf(const QNetworkReply& reply, Transport certificate)
{
    const auto status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto error = reply.error();
    // QtNetwork counts an unwelcome status as an error; for us it is an answer, unless it broke off under way.
    const bool broke = error > QNetworkReply::NoError && error < QNetworkReply::ContentAccessDenied;
    if (status != 0 && !broke && error != QNetworkReply::UnknownContentError && error != QNetworkReply::ProtocolFailure)
        return isRedirect(status) ? Transport::Redirect : Transport::None;
    if (status != 0 && error == QNetworkReply::UnknownContentError)
        return status >= 400 ? Transport::None : Transport::Failed;
    if (certificate != Transport::None)
        return certificate;
    const auto transport = transportOf(error);
    if (transport == Transport::Reset && status != 0)
        return Transport::BrokeOff;
    // A server may say only after the handshake that it wants another certificate.
    const bool alerted = reply.errorString().contains(QLatin1String(" alert "));
    return transport == Transport::Failed && alerted ? Transport::Tls : transport;
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

Transport transportOf(const QList<QSslError>& certificateErrors)
{
    const auto isAny = [&](std::initializer_list<QSslError::SslError> kinds) {
        return std::ranges::any_of(certificateErrors,
            [&](const QSslError& error) { return std::ranges::find(kinds, error.error()) != kinds.end(); });
    };
    if (certificateErrors.isEmpty())
        return Transport::None;
    // In OpenSSL's own order: who signed it, when it holds, whose it is.
    if (isAny({QSslError::UnableToGetIssuerCertificate, QSslError::UnableToGetLocalIssuerCertificate,
            QSslError::UnableToVerifyFirstCertificate, QSslError::SelfSignedCertificate,
            QSslError::SelfSignedCertificateInChain, QSslError::CertificateUntrusted}))
        return Transport::UntrustedAuthority;
    if (isAny({QSslError::CertificateExpired}))
        return Transport::ExpiredCertificate;
    return isAny({QSslError::HostNameMismatch}) ? Transport::WrongHostName : Transport::Tls;
}

} // namespace rungwatch::poll
