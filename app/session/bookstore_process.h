// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

namespace rungwatch {

/// The demonstration fleet as a child process: what the console watches where no fleet file is given. Its standard
/// input is a pipe that we hold: it ends when we end, however we end. Its standard error goes to ours. GUI thread.
class BookstoreProcess : public QObject {
    Q_OBJECT

public:
    struct Options {
        std::optional<int> speed;
        QString scenario;
        std::optional<int> startMinute;
    };

    explicit BookstoreProcess(Options options);
    ~BookstoreProcess() override;

    /// Starts it, beside our own program, and waits until it says that it is ready. Makes the token of its control
    /// calls and puts it into our environment, where the fleet file says to look.
    /// The text of the fleet file it wrote, or why there is none.
    [[nodiscard]] Result<std::string> start();

Q_SIGNALS:
    /// It ended though we did not ask for it. The console goes on: its endpoints will say so too.
    void died(const QString& sentence);

private:
    [[nodiscard]] QStringList arguments() const;
    [[nodiscard]] Error failure(const QString& message) const;

    const Options m_options;
    QTemporaryDir m_dir;
    QProcess m_process;
    bool m_ending{false};
};

} // namespace rungwatch
