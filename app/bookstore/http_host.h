// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractHttpServer>
#include <QHttpServerResponder>
#include <QJsonObject>
#include <QPointer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <vector>

namespace rungwatch::bookstore {

/// A request, copied out of the server's hands.
struct HttpRequest {
    QByteArray method;
    QString path;
    QByteArray purpose;
    QByteArray feature;
    QByteArray authorization;
    std::vector<std::pair<QString, QString>> query;
    QByteArray body;

    [[nodiscard]] QString queryValue(const QString& name) const;
};

struct HttpReply {
    int status{200};
    QByteArray type{"application/json"};
    QByteArray body;
    std::vector<std::pair<QByteArray, QByteArray>> headers;
};

/// The way back to whoever asked; may be kept and answered later, from any thread, once. A client that has gone by then
/// is left alone. Never answered: the connection stays silent until the client gives up.
class Responder {
public:
    Responder(QObject* thread, QHttpServerResponder&& responder);
    void send(const HttpReply& reply) const;

private:
    struct Way {
        QHttpServerResponder responder;
        QPointer<QTcpSocket> socket;
    };
    QPointer<QObject> m_thread;
    std::shared_ptr<Way> m_way;
};

/// One HTTP server on a free loopback port, with one handler for everything, so that unknown paths and wrong methods
/// get their own answers (QHttpServer's router gives 404 for both). Bodies over 64 KiB are refused with 413, and
/// what goes on and on is cut off (CappedServer).
class HttpHost : public QAbstractHttpServer {
    Q_OBJECT

public:
    using Handler = std::function<void(const HttpRequest&, const Responder&)>;

    explicit HttpHost(Handler handler);
    /// False where no port could be had; then errorText() says why.
    [[nodiscard]] bool listen();
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString url(const QString& path = {}) const;
    [[nodiscard]] QString errorText() const { return m_error; }

protected:
    bool handleRequest(const QHttpServerRequest& request, QTcpSocket* socket) override;
    void missingHandler(const QHttpServerRequest& request, QTcpSocket* socket) override;

private:
    Handler m_handler;
    quint16 m_port{0};
    QString m_error;
};

} // namespace rungwatch::bookstore
