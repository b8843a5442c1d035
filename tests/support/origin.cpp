// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/origin.h"

#include <QTcpSocket>

#include <memory>

namespace rungwatch::testing {

Origin::Origin()
{
    m_server.listen(QHostAddress::LocalHost);
    m_port = m_server.serverPort();
    connect(&m_server, &QTcpServer::newConnection, this, &Origin::accept);
    answer(200, "ok\n");
}

void Origin::answer(int status, const QByteArray& body, const QByteArray& headers)
{
    m_answer = "HTTP/1.1 " + QByteArray::number(status) + " Said\r\nConnection: close\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n" + headers + "\r\n" + body;
}

void Origin::stop()
{
    m_server.close();
}

bool Origin::resume()
{
    return m_server.listen(QHostAddress::LocalHost, m_port);
}

void Origin::accept()
{
    auto* socket = m_server.nextPendingConnection();
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    auto request = std::make_shared<QByteArray>();
    connect(socket, &QTcpSocket::readyRead, this, [this, socket, request] {
        *request += socket->readAll();
        if (!request->contains("\r\n\r\n"))
            return;
        ++m_requests;
        socket->write(m_answer);
        socket->disconnectFromHost();
    });
}

} // namespace rungwatch::testing
