// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>

namespace rungwatch::bookstore {

/// Listens for a QHttpServer, which by itself takes headers of 5 MB and bodies of 200 MB: a connection that sends more
/// than `mostUnanswered` bytes before it is answered is closed.
class CappedServer : public QTcpServer {
    Q_OBJECT

public:
    /// A body of 64 KiB, which is refused in words, and as much again of headers.
    static constexpr qint64 mostUnanswered = 128 * 1024;

    using QTcpServer::QTcpServer;

protected:
    void incomingConnection(qintptr descriptor) override;
};

} // namespace rungwatch::bookstore
