// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

#include <vector>

namespace rungwatch::testing {

/// Where a program is, in sbin as well; empty where it is not installed.
[[nodiscard]] QString programPath(const QString& name);
/// As many ports of loopback as asked, all different, free just now.
[[nodiscard]] std::vector<quint16> freePorts(int count);
[[nodiscard]] QUrl loopbackUrl(quint16 port, const QString& path);

/// Software that is not ours, as a child process in a directory of its own. It ends with this object, and with the test
/// program however that ends. What it prints goes into a file there.
class RealService {
public:
    explicit RealService(const QString& program);
    ~RealService();

    /// Writes a file into its directory, and gives its path.
    QString write(const QString& name, const QString& text);
    [[nodiscard]] QString path(const QString& name) const { return m_dir.filePath(name); }

    /// Starts it (again) and waits until `probe` answers with 200, a minute at most.
    bool start(const QStringList& arguments, const QUrl& probe);
    void signal(int number);
    /// At once, and waits until it is gone.
    void kill();
    /// The end of what it has printed so far, for a failed test's message.
    [[nodiscard]] QByteArray output() const;

private:
    QTemporaryDir m_dir;
    QProcess m_process;
};

} // namespace rungwatch::testing
