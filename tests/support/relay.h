// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QJsonObject>
#include <QTcpServer>

#include <memory>
#include <vector>

namespace rungwatch::testing {

/// Loopback ports of the test's own that pass connections on to wherever a service listens now: a service that died and
/// came back on other ports is at the same address for who watches it.
class Relay : public QObject {
    Q_OBJECT

public:
    /// Passes connections to `target` on; 0 refuses them, as a dead service's port does.
    quint16 open(quint16 target);
    void retarget(quint16 port, quint16 target);

private:
    struct Door {
        std::unique_ptr<QTcpServer> server;
        quint16 port{0};
        quint16 target{0};
    };
    void accept(Door& door);

    std::vector<std::unique_ptr<Door>> m_doors;
};

/// `fleet` with every source's URL led through a port of `relay`; `ports` maps service/source index to that port.
QJsonObject throughRelay(QJsonObject fleet, Relay& relay, std::vector<quint16>& ports);
/// Points the ports at what `fleet` names now, in the same order.
void retargetAll(const QJsonObject& fleet, Relay& relay, const std::vector<quint16>& ports);

} // namespace rungwatch::testing
