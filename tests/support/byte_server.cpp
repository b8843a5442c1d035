// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/byte_server.h"

#include <QSslServer>
#include <QSslSocket>

#include <zlib.h>

namespace rungwatch::testing {

ByteServer::ByteServer(Behaviour behaviour)
    : m_server(std::make_unique<QTcpServer>())
    , m_behaviour(std::move(behaviour))
{
    m_server->listen(QHostAddress::LocalHost);
    connect(m_server.get(), &QTcpServer::newConnection, this, [this] { take(m_server->nextPendingConnection()); });
}

ByteServer::ByteServer(const QByteArray& answer)
    : ByteServer([answer](QTcpSocket& socket, const QByteArray&) { socket.write(answer); })
{
}

ByteServer::ByteServer(const QSslConfiguration& tls, const QByteArray& answer)
    : m_behaviour([answer](QTcpSocket& socket, const QByteArray&) { socket.write(answer); })
    , m_secure(true)
{
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls);
    server->listen(QHostAddress::LocalHost);
    connect(server.get(), &QTcpServer::pendingConnectionAvailable, this,
        [this] { take(m_server->nextPendingConnection()); });
    m_server = std::move(server);
}

QString ByteServer::url() const
{
    return QStringLiteral("%1://127.0.0.1:%2/health").arg(QLatin1String(m_secure ? "https" : "http")).arg(port());
}

void ByteServer::take(QTcpSocket* socket)
{
    if (!socket)
        return;
    ++connections;
    sockets << socket;
    connect(socket, &QTcpSocket::disconnected, this, [this, socket] { sockets.removeAll(socket); });
    const auto answer = [this, socket] {
        auto& rest = m_rest[socket];
        rest += socket->readAll();
        for (auto end = rest.indexOf("\r\n\r\n"); end >= 0; end = rest.indexOf("\r\n\r\n")) {
            const auto request = rest.left(end + 2);
            rest.remove(0, end + 4);
            requests << request;
            m_behaviour(*socket, request);
        }
    };
    connect(socket, &QTcpSocket::readyRead, this, answer);
    answer();
}

QByteArray withLength(const QByteArray& head, const QByteArray& body)
{
    return head + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray gzipped(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

quint16 closedPort()
{
    QTcpServer closed;
    return closed.listen(QHostAddress::LocalHost) ? closed.serverPort() : quint16{0};
}

} // namespace rungwatch::testing
