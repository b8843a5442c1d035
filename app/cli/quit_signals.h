// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace rungwatch::cli {

/// Turns SIGINT and SIGTERM into a signal of the event loop while it lives. One at a time.
class QuitSignals : public QObject {
    Q_OBJECT

public:
    QuitSignals();
    ~QuitSignals() override;

Q_SIGNALS:
    void quitAsked();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace rungwatch::cli
