// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/black_box.h"
#include "app/session/worker_thread.h"

#include <QImage>

namespace rungwatch::exchange {

/// Writes a window's black boxes in a thread of its own, into the user's data folder. GUI thread.
class BlackBoxKeeper : public QObject {
    Q_OBJECT

public:
    /// `length`: how much of the journal goes into one where nothing else is said.
    BlackBoxKeeper(const Clock& clock, QString operatorName, Duration length = blackBoxLength);
    /// Waits for the one that is being written.
    ~BlackBoxKeeper() override;

    /// The range, else the last minutes before its end; `picture` is the window as it is. Answers with kept().
    void keep(const QString& journal, TimeRange range, const QImage& picture);
    [[nodiscard]] Duration length() const { return m_length; }

Q_SIGNALS:
    /// What came of it, a sentence; the file's full name, empty where there is none.
    void kept(const QString& sentence, const QString& file);

private:
    const Clock& m_clock;
    const QString m_operatorName;
    const Duration m_length;
    WorkerThread m_thread{QStringLiteral("black box")};
};

} // namespace rungwatch::exchange
