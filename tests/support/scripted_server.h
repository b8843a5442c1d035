// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThread>

#include <map>
#include <mutex>

class QTcpServer;
class QTcpSocket;

namespace rungwatch::testing {

/// A small HTTP server on loopback whose answers a test changes while it runs. It has a thread of its own, so that a
/// test may wait for other things.
class ScriptedServer {
public:
    ScriptedServer();
    ~ScriptedServer();

    /// What GET of that path answers from now on; other paths answer 404.
    void set(const QByteArray& path, const QByteArray& body, const QByteArray& type = "application/json",
        int status = 200, const QByteArray& headers = {});
    [[nodiscard]] QString url(const QString& path) const;
    [[nodiscard]] quint16 port() const { return m_port; }

private:
    struct Answer {
        QByteArray body;
        QByteArray type;
        int status{200};
        QByteArray headers;
    };

    void serve(QTcpSocket& socket);
    [[nodiscard]] QByteArray answerTo(const QByteArray& path);

    std::mutex m_mutex;
    std::map<QByteArray, Answer> m_answers;
    QThread m_thread;
    QObject* m_context;
    quint16 m_port{0};
};

} // namespace rungwatch::testing
