// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <map>
#include <memory>

namespace rungwatch::testing {

/// An HTTP server on a free loopback port that answers every request with what the test puts there; byte for byte, so
/// that it can be wrong.
class ByteServer : public QObject {
    Q_OBJECT

public:
    /// `request`: the head of one request.
    using Behaviour = std::function<void(QTcpSocket&, const QByteArray& request)>;

    explicit ByteServer(Behaviour behaviour);
    explicit ByteServer(const QByteArray& answer);
    /// The same over TLS.
    ByteServer(const QSslConfiguration& tls, const QByteArray& answer);

    [[nodiscard]] quint16 port() const { return m_server->serverPort(); }
    [[nodiscard]] QString url() const;

    int connections{0};
    QByteArrayList requests;
    /// Of those that are still open, the oldest first.
    QList<QTcpSocket*> sockets;

private:
    void take(QTcpSocket* socket);

    std::unique_ptr<QTcpServer> m_server;
    const Behaviour m_behaviour;
    std::map<QTcpSocket*, QByteArray> m_rest;
    bool m_secure{false};
};

/// A head with the body's length, and the body.
[[nodiscard]] QByteArray withLength(const QByteArray& head, const QByteArray& body);
[[nodiscard]] QByteArray gzipped(const QByteArray& bytes);

/// A port of loopback that nobody listens on.
[[nodiscard]] quint16 closedPort();

} // namespace rungwatch::testing
