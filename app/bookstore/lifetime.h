// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace rungwatch::bookstore {

/// Ends the program's event loop on SIGINT and SIGTERM, and when standard input closes: that is how a parent that died
/// takes it along. /dev/null as standard input is nobody's word, and is left unread.
class Lifetime : public QObject {
    Q_OBJECT

public:
    explicit Lifetime(QObject* parent = nullptr);

private:
    void watchSignals();
    void watchInput();
};

} // namespace rungwatch::bookstore
