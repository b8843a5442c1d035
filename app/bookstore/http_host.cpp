// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/http_host.h"

#include "app/bookstore/capped_server.h"

#include <QHttpServerRequest>
#include <QHttpServerResponse>
#include <QMetaEnum>
#include <QThread>
#include <QUrlQuery>

namespace rungwatch::bookstore {

namespace {

constexpr qsizetype largestBody = 64 * 1024;

QByteArray headerOf(const QHttpServerRequest& request, const char* name)
{
    return request.value(name);
}

QByteArray methodOf(const QHttpServerRequest& request)
{
    return QByteArray(QMetaEnum::fromType<QHttpServerRequest::Method>().valueToKey(static_cast<int>(request.method())))
        .toUpper();
}

} // namespace

QString HttpRequest::queryValue(const QString& name) const
{
    for (const auto& [key, value] : query)
        if (key == name)
            return value;
    return {};
}

Responder::Responder(QObject* thread, QHttpServerResponder&& responder)
    : m_thread(thread)
{
    auto* socket = responder.socket();
    m_way = std::make_shared<Way>(Way{std::move(responder), socket});
}

void Responder::send(const HttpReply& reply) const
{
    const auto write = [way = m_way, reply] {
        if (!way->socket || way->socket->state() != QAbstractSocket::ConnectedState)
            return; // writing to a client that has gone crashes the server
        QHttpServerResponse response(
            reply.type, reply.body, static_cast<QHttpServerResponder::StatusCode>(reply.status));
        for (const auto& [name, value] : reply.headers)
            response.setHeader(name, value);
        response.write(std::move(way->responder));
    };
    if (m_thread && m_thread->thread() == QThread::currentThread())
        write();
    else if (m_thread)
        QMetaObject::invokeMethod(m_thread.data(), write, Qt::QueuedConnection);
}

HttpHost::HttpHost(Handler handler)
    : m_handler(std::move(handler))
{
}

bool HttpHost::listen()
{
    auto* server = new CappedServer(this);
    if (!server->listen(QHostAddress::LocalHost)) {
        m_error = server->errorString();
        return false;
    }
    m_port = server->serverPort();
    bind(server);
    return true;
}

QString HttpHost::url(const QString& path) const
{
    return QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path);
}

bool HttpHost::handleRequest(const QHttpServerRequest& request, QTcpSocket* socket)
{
    Responder responder(this, makeResponder(request, socket));
    if (request.body().size() > largestBody) {
        responder.send({413, "application/json", R"({"error":"body over 64 KiB"})", {}});
        return true;
    }
    HttpRequest copy{methodOf(request), request.url().path(), headerOf(request, "X-Purpose"),
        headerOf(request, "X-Feature"), headerOf(request, "Authorization"), {}, request.body()};
    for (const auto& [key, value] : request.query().queryItems(QUrl::FullyDecoded))
        copy.query.emplace_back(key, value);
    m_handler(copy, responder);
    return true;
}

void HttpHost::missingHandler(const QHttpServerRequest& request, QTcpSocket* socket)
{
    Responder(this, makeResponder(request, socket)).send({404, "application/json", R"({"error":"not found"})", {}});
}

} // namespace rungwatch::bookstore
