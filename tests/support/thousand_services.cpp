// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/thousand_services.h"

#include <QTcpSocket>

#include <array>

using namespace Qt::StringLiterals;

namespace {

constexpr int goodAnswersFirst = 2;
constexpr qsizetype longestRequest = 16 * 1024;
constexpr std::array<const char*, 8> teams{
    "checkout", "catalogue", "search", "payments", "accounts", "delivery", "media", "platform"};

QByteArray document(int status, const char* type, const QByteArray& body)
{
    return "HTTP/1.1 " + QByteArray::number(status) + (status == 200 ? " OK" : " Service Unavailable")
        + "\r\nContent-Type: " + type + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray springBody(const char* status, const char* database)
{
    return QByteArray(R"({"status":")") + status + R"(","components":{"db":{"status":")" + database
        + R"("},"ping":{"status":"UP"}}})";
}

} // namespace

ThousandServices::ThousandServices(int count, QObject* parent)
    : QObject(parent)
    , m_count(count)
{
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (auto* socket = m_server.nextPendingConnection())
            take(socket);
    });
}

bool ThousandServices::listen()
{
    m_server.setListenBacklogSize(1024);
    QTcpServer closed;
    if (!closed.listen(QHostAddress::LocalHost) || !m_server.listen(QHostAddress::LocalHost))
        return false;
    m_closedPort = closed.serverPort();
    return true;
}

QString ThousandServices::nameOf(int service)
{
    return u"%1-%2"_s.arg(QLatin1String(teams[static_cast<std::size_t>(service) % teams.size()]))
        .arg(service, 4, 10, QLatin1Char('0'));
}

ThousandServices::Kind ThousandServices::kindOf(int service) const
{
    constexpr std::array<Kind, 5> rare{Kind::Refused, Kind::Timeout, Kind::Unreadable, Kind::Stale, Kind::Refused};
    switch (service % 100) {
    case 7:
        return Kind::Unavailable;
    case 41:
        return Kind::Degraded;
    case 74:
        return rare[static_cast<std::size_t>(service / 100) % rare.size()];
    default:
        return Kind::Healthy;
    }
}

QStringList ThousandServices::badNames() const
{
    QStringList names;
    for (int i = 0; i < m_count; ++i)
        if (kindOf(i) != Kind::Healthy)
            names << nameOf(i);
    return names;
}

QByteArray ThousandServices::fleetFile(double intervalSeconds) const
{
    QByteArray text(R"({"version": 1, "name": "Thousand", "services": [)");
    for (int i = 0; i < m_count; ++i) {
        const auto port = kindOf(i) == Kind::Refused ? m_closedPort : m_server.serverPort();
        text += i > 0 ? ",\n" : "\n";
        text += R"({"name": ")" + nameOf(i).toUtf8() + R"(", "critical": )" + (i % 10 == 1 ? "true" : "false")
            + R"(, "tags": [")" + teams[static_cast<std::size_t>(i) % teams.size()]
            + R"("], "sources": [{"kind": "health", "url": "http://127.0.0.1:)" + QByteArray::number(port) + "/"
            + QByteArray::number(i) + R"(", "interval_s": )" + QByteArray::number(intervalSeconds) + "}]}";
    }
    return text + "\n]}\n";
}

void ThousandServices::take(QTcpSocket* socket)
{
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
    connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
        m_unread.remove(socket);
        socket->deleteLater();
    });
}

void ThousandServices::read(QTcpSocket* socket)
{
    auto& unread = m_unread[socket];
    unread += socket->readAll();
    if (unread.size() > longestRequest)
        return socket->abort();
    for (auto end = unread.indexOf("\r\n\r\n"); end >= 0; end = unread.indexOf("\r\n\r\n")) {
        const auto path = unread.left(unread.indexOf('\r')).split(' ').value(1);
        unread.remove(0, end + 4);
        bool isNumber = false;
        const int service = path.mid(1).toInt(&isNumber);
        if (!isNumber || service < 0 || service >= m_count)
            return socket->abort();
        if (const auto answer = answerOf(service); !answer.isEmpty())
            socket->write(answer);
    }
}

QByteArray ThousandServices::answerOf(int service)
{
    ++m_answered;
    const auto login = document(200, "text/html", "<html><body><form>Sign in</form></body></html>");
    switch (kindOf(service)) {
    case Kind::Healthy:
    case Kind::Refused:
        break;
    case Kind::Unavailable:
        return document(503, "application/vnd.spring-boot.actuator.v3+json", springBody("DOWN", "DOWN"));
    case Kind::Degraded:
        return document(200, "application/json", R"({"status": "degraded", "message": "slow: cache is cold"})");
    case Kind::Timeout:
        return {};
    case Kind::Unreadable:
        return login;
    case Kind::Stale:
        if (m_asked[service]++ >= goodAnswersFirst)
            return login;
        break;
    }
    return document(200, "application/vnd.spring-boot.actuator.v3+json", springBody("UP", "UP"));
}
