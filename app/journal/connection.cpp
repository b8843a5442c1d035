// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/connection.h"

#include <QFileInfo>
#include <QSqlError>
#include <QThread>
#include <QUrl>

#include <atomic>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

std::atomic<int> connectionNumber{0};

/// A file in write-ahead mode wants its side files even for reading. Where they can be neither found nor made (a
/// read-only medium), nobody writes to it either, and SQLite may take it as it is.
bool isFrozen(const QFileInfo& file)
{
    return !QFileInfo(file.absolutePath()).isWritable() && !QFileInfo::exists(file.absoluteFilePath() + "-wal"_L1);
}

} // namespace

Connection::~Connection()
{
    close();
}

std::optional<Error> Connection::open(const QString& file, Access access)
{
    m_thread = QThread::currentThread();
    m_file = file;
    m_name = u"journal-%1"_s.arg(++connectionNumber);
    m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    QString name = file;
    QString options = u"QSQLITE_BUSY_TIMEOUT=2000"_s;
    if (access == Access::ReadOnly) {
        options += u";QSQLITE_OPEN_READONLY"_s;
        if (isFrozen(QFileInfo(file))) {
            options += u";QSQLITE_OPEN_URI"_s;
            name = QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath()).toString(QUrl::FullyEncoded)
                + "?immutable=1"_L1;
        }
    }
    m_database.setConnectOptions(options);
    m_database.setDatabaseName(name);
    if (m_database.open())
        return std::nullopt;
    const auto error = failure(m_database.lastError().databaseText());
    close();
    return error;
}

void Connection::close()
{
    if (m_name.isEmpty())
        return;
    assertThread();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
    m_name.clear();
}

QSqlQuery Connection::query()
{
    assertThread();
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    return query;
}

std::optional<Error> Connection::run(const QString& statement)
{
    auto statementQuery = query();
    if (statementQuery.exec(statement))
        return std::nullopt;
    return failure(statementQuery.lastError().databaseText());
}

std::optional<Error> Connection::begin()
{
    return run(u"BEGIN IMMEDIATE"_s);
}

std::optional<Error> Connection::commit()
{
    return run(u"COMMIT"_s);
}

void Connection::rollback()
{
    // Nothing to report: where SQLite has rolled back by itself, this says that there is no transaction.
    (void)run(u"ROLLBACK"_s);
}

Error Connection::failure(const QString& driverText) const
{
    return Error{"database", driverText.toStdString(), m_file.toStdString()};
}

void Connection::assertThread() const
{
    Q_ASSERT_X(
        QThread::currentThread() == m_thread, "Connection", "used from another thread than the one it belongs to");
}

} // namespace rungwatch::journal
