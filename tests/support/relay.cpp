// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/relay.h"

#include <QJsonArray>
#include <QTcpSocket>
#include <QUrl>

namespace rungwatch::testing {

quint16 Relay::open(quint16 target)
{
    auto door = std::make_unique<Door>();
    door->server = std::make_unique<QTcpServer>();
    door->server->listen(QHostAddress::LocalHost);
    door->port = door->server->serverPort();
    door->target = target;
    connect(door->server.get(), &QTcpServer::newConnection, this, [this, door = door.get()] { accept(*door); });
    m_doors.push_back(std::move(door));
    return m_doors.back()->port;
}

void Relay::retarget(quint16 port, quint16 target)
{
    for (const auto& door : m_doors) {
        if (door->port != port)
            continue;
        door->target = target;
        if (target == 0)
            door->server->close();
        else if (!door->server->isListening())
            door->server->listen(QHostAddress::LocalHost, port);
    }
}

void Relay::accept(Door& door)
{
    while (auto* client = door.server->nextPendingConnection()) {
        auto* service = new QTcpSocket(client);
        connect(client, &QTcpSocket::readyRead, service, [client, service] { service->write(client->readAll()); });
        connect(service, &QTcpSocket::readyRead, client, [client, service] { client->write(service->readAll()); });
        connect(service, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
        connect(service, &QTcpSocket::errorOccurred, client, [client] { client->abort(); });
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        service->connectToHost(QHostAddress::LocalHost, door.target);
    }
}

namespace {

/// Calls `change(url)` for every source of every service, in order, and gives the fleet with what it returned.
template <class Change> QJsonObject withUrls(QJsonObject fleet, Change change)
{
    auto services = fleet[QStringLiteral("services")].toArray();
    for (qsizetype i = 0; i < services.size(); ++i) {
        auto service = services[i].toObject();
        auto sources = service[QStringLiteral("sources")].toArray();
        for (qsizetype j = 0; j < sources.size(); ++j) {
            auto source = sources[j].toObject();
            source[QStringLiteral("url")] = change(QUrl(source[QStringLiteral("url")].toString())).toString();
            sources[j] = source;
        }
        service[QStringLiteral("sources")] = sources;
        services[i] = service;
    }
    fleet[QStringLiteral("services")] = services;
    return fleet;
}

} // namespace

QJsonObject throughRelay(QJsonObject fleet, Relay& relay, std::vector<quint16>& ports)
{
    return withUrls(std::move(fleet), [&](QUrl url) {
        ports.push_back(relay.open(static_cast<quint16>(url.port())));
        url.setPort(ports.back());
        return url;
    });
}

void retargetAll(const QJsonObject& fleet, Relay& relay, const std::vector<quint16>& ports)
{
    std::size_t next = 0;
    withUrls(fleet, [&](const QUrl& url) {
        relay.retarget(ports[next++], static_cast<quint16>(url.port()));
        return url;
    });
}

} // namespace rungwatch::testing
