// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

namespace rungwatch::testing {

/// The real bookstore as a child process. It ends with this object, as its standard input closes.
class BookstoreProcess {
public:
    /// Starts it and waits until its fleet file is written; check started().
    explicit BookstoreProcess(const QStringList& arguments);
    ~BookstoreProcess();

    [[nodiscard]] bool started() const { return !m_fleet.isEmpty(); }
    /// What it printed on standard error, for a failed test's message.
    [[nodiscard]] QByteArray errors();
    [[nodiscard]] QString fleetPath() const { return m_dir.filePath(QStringLiteral("fleet.json")); }
    [[nodiscard]] QJsonObject fleet() const { return m_fleet; }
    [[nodiscard]] QByteArray token() const { return m_token; }
    /// A service's first source with another path: url("store", "/resilience").
    [[nodiscard]] QUrl url(const QString& service, const QString& path) const;
    void sigkill();
    [[nodiscard]] QProcess& process() { return m_process; }

    /// The environment variable that holds the token, as the fleet file names it.
    [[nodiscard]] QByteArray tokenVariable() const;

private:
    QTemporaryDir m_dir;
    QProcess m_process;
    QJsonObject m_fleet;
    QByteArray m_token;
};

} // namespace rungwatch::testing
