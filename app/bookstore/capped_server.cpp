// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/capped_server.h"

#include <QTcpSocket>

#include <memory>

namespace rungwatch::bookstore {

void CappedServer::incomingConnection(qintptr descriptor)
{
    auto* socket = new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        socket->deleteLater();
        return;
    }
    socket->setReadBufferSize(mostUnanswered); // no more than this is ever held
    const auto unanswered = std::make_shared<qint64>(0);
    // Connected before the server's own slots, so that it counts what they are about to take.
    connect(socket, &QTcpSocket::readyRead, socket, [socket, unanswered] {
        *unanswered += socket->bytesAvailable();
        if (*unanswered >= mostUnanswered) // later, when the server has left this socket's signal
            QMetaObject::invokeMethod(socket, &QTcpSocket::abort, Qt::QueuedConnection);
    });
    connect(socket, &QTcpSocket::bytesWritten, socket, [unanswered] { *unanswered = 0; });
    addPendingConnection(socket);
}

} // namespace rungwatch::bookstore
