// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>
#include <QTcpServer>

/// Health endpoints of many services on one loopback port, a path each. Three in a hundred are bad, each kind of bad in
/// turn; which ones is fixed by their number. Lives on the thread that made it.
class ThousandServices : public QObject {
    Q_OBJECT

public:
    enum class Kind {
        Healthy,
        /// HTTP 503 with a document that says so.
        Unavailable,
        /// HTTP 200, and the document says that it limps.
        Degraded,
        /// Nothing listens on its port.
        Refused,
        /// Takes the request and never answers.
        Timeout,
        /// A login page from the beginning.
        Unreadable,
        /// Answers well at first, and then with a login page.
        Stale
    };

    explicit ThousandServices(int count = 1000, QObject* parent = nullptr);

    /// Begins to listen; false where no port is free.
    [[nodiscard]] bool listen();
    [[nodiscard]] int count() const { return m_count; }
    [[nodiscard]] Kind kindOf(int service) const;
    [[nodiscard]] static QString nameOf(int service);
    /// Every service that is not Healthy.
    [[nodiscard]] QStringList badNames() const;
    /// A fleet file for these services; after listen(). Tagged by the team that has them.
    [[nodiscard]] QByteArray fleetFile(double intervalSeconds) const;
    [[nodiscard]] quint64 answered() const { return m_answered; }

private:
    void take(QTcpSocket* socket);
    void read(QTcpSocket* socket);
    [[nodiscard]] QByteArray answerOf(int service);

    const int m_count;
    QTcpServer m_server{this};
    quint16 m_closedPort{0};
    QHash<QTcpSocket*, QByteArray> m_unread;
    QHash<int, int> m_asked;
    quint64 m_answered{0};
};
