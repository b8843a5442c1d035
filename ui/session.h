// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace rungwatch {

class Session : public QObject {
    Q_OBJECT
};

} // namespace rungwatch
