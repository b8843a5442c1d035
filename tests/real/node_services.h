// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/real_service.h"

#include <QFileInfo>

/// \file
/// The Node services of tests/real/node, with the packages that tests/run.sh installs for them.

namespace rungwatch::testing {

/// Why they can't run here; empty where they can. Tells Node where the packages are.
inline QString missingNode(const QString& package)
{
    const auto modules = QStringLiteral(RUNGWATCH_SOURCE_DIR "/build/node/node_modules");
    if (programPath(QStringLiteral("node")).isEmpty())
        return QStringLiteral("node is not installed (Debian package nodejs)");
    if (!QFileInfo::exists(modules + '/' + package))
        return package + QStringLiteral(" is not installed (tests/run.sh installs the Node packages)");
    qputenv("NODE_PATH", modules.toUtf8());
    return {};
}

/// One of them, which listens at its first port, started and alive at `path`.
inline bool startNode(
    RealService& service, const QString& script, const std::vector<quint16>& ports, const QString& path)
{
    QStringList arguments{QStringLiteral(RUNGWATCH_SOURCE_DIR "/tests/real/node/") + script};
    for (const auto port : ports)
        arguments << QString::number(port);
    return service.start(arguments, loopbackUrl(ports.front(), path));
}

} // namespace rungwatch::testing
