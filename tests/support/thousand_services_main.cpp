// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/thousand_services.h"

#include <QCoreApplication>
#include <QFile>
#include <QSocketNotifier>

#include <cstdio>

#include <unistd.h>

/// thousand_services FLEET_FILE [COUNT] [INTERVAL_S]: serves until its standard input ends, so that a window or a
/// picture can be pointed at many services: `rungwatch --fleet FLEET_FILE`.
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    ThousandServices services(arguments.value(2, QStringLiteral("1000")).toInt());
    QFile file(arguments.value(1));
    if (!services.listen() || !file.open(QIODevice::WriteOnly)) {
        std::fprintf(stderr, "thousand_services: expected FLEET_FILE that can be written, and a free port\n");
        return 2;
    }
    file.write(services.fleetFile(arguments.value(3, QStringLiteral("1")).toDouble()));
    file.close();
    std::puts("ready");
    std::fflush(stdout);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &application, [] {
        char byte = 0;
        if (read(STDIN_FILENO, &byte, 1) <= 0)
            QCoreApplication::quit();
    });
    return QCoreApplication::exec();
}
