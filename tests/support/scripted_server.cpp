// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_server.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

namespace rungwatch::testing {

ScriptedServer::ScriptedServer()
    : m_context(new QObject)
{
    auto* server = new QTcpServer(m_context);
    server->listen(QHostAddress::LocalHost);
    m_port = server->serverPort();
    QObject::connect(server, &QTcpServer::newConnection, m_context, [this, server] {
        auto* socket = server->nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, m_context, [this, socket] { serve(*socket); });
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    });
    m_context->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
    m_thread.start();
}

ScriptedServer::~ScriptedServer()
{
    m_thread.quit();
    m_thread.wait();
}

void ScriptedServer::set(
    const QByteArray& path, const QByteArray& body, const QByteArray& type, int status, const QByteArray& headers)
{
    const std::scoped_lock lock(m_mutex);
    m_answers[path] = {body, type, status, headers};
}

QString ScriptedServer::url(const QString& path) const
{
    return QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path);
}

void ScriptedServer::serve(QTcpSocket& socket)
{
    while (socket.canReadLine()) {
        const auto line = socket.readLine().trimmed();
        if (line.startsWith("GET ")) {
            const auto target = line.split(' ').value(1);
            socket.setProperty("path", target.left(target.indexOf('?') < 0 ? target.size() : target.indexOf('?')));
        } else if (line.isEmpty() && socket.property("path").isValid()) {
            socket.write(answerTo(socket.property("path").toByteArray()));
            socket.setProperty("path", {});
        }
    }
}

QByteArray ScriptedServer::answerTo(const QByteArray& path)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_answers.find(path);
    const auto answer = found == m_answers.end() ? Answer{"no such path", "text/plain", 404, {}} : found->second;
    return "HTTP/1.1 " + QByteArray::number(answer.status) + " X\r\nContent-Type: " + answer.type + "\r\n"
        + answer.headers + "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
}

} // namespace rungwatch::testing
