// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>

class QThread;

namespace rungwatch::journal {

/// One connection to a SQLite file, named and closed by this object. Belongs to the thread that opened it: Qt would let
/// another one use it silently, so every use asserts.
class Connection {
public:
    enum class Access { ReadOnly, ReadWrite };

    Connection() = default;
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// The driver's words where the file can't be opened.
    [[nodiscard]] std::optional<Error> open(const QString& file, Access access);
    void close();

    [[nodiscard]] bool isOpen() const { return m_database.isOpen(); }
    /// A query that streams its rows.
    [[nodiscard]] QSqlQuery query();
    /// Runs one statement without results.
    [[nodiscard]] std::optional<Error> run(const QString& statement);
    [[nodiscard]] std::optional<Error> begin();
    [[nodiscard]] std::optional<Error> commit();
    void rollback();

    /// What went wrong, with what was expected, in a sentence's words: "full", "not-writable", "locked", "damaged",
    /// "not-a-journal", "disk", "database" for all else.
    [[nodiscard]] Error failure(const QSqlError& error) const;

private:
    void assertThread() const;

    QSqlDatabase m_database;
    QString m_name;
    QString m_file;
    QThread* m_thread{nullptr};
};

} // namespace rungwatch::journal
