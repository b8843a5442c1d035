// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTcpServer>

namespace rungwatch::testing {

/// The smallest service of the test's own, for software in front of it: it answers every request with what it was
/// told, dies and comes back at the same port.
class Origin : public QObject {
    Q_OBJECT

public:
    Origin();

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] int requests() const { return m_requests; }
    /// `headers` are whole lines, each with its line end.
    void answer(int status, const QByteArray& body, const QByteArray& headers = {});
    /// Its port refuses connections from now on.
    void stop();
    bool resume();

private:
    void accept();

    QTcpServer m_server;
    quint16 m_port{0};
    int m_requests{0};
    QByteArray m_answer;
};

} // namespace rungwatch::testing
