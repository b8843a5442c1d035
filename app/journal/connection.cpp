// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/connection.h"

#include <QFileInfo>
#include <QSqlError>
#include <QThread>
#include <QUrl>

#include <array>
#include <atomic>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

std::atomic<int> connectionNumber{0};

/// SQLite's result codes (sqlite.org/rescode.html): what they mean to who has a journal.
struct Fault {
    int code;
    const char* name;
    const char* found;
    const char* expected;
};
constexpr std::array faults{
    Fault{5, "locked", "another program holds it", "to be the only one that writes to it"},
    Fault{8, "not-writable", "it may only be read", "a file and a folder that this user may write to"},
    Fault{10, "disk", "the disk failed", "a disk that can be read and written"},
    Fault{11, "damaged", "pages of it are damaged", "each as it was written"},
    Fault{13, "full", "the disk is full", "room to write"},
    Fault{14, "unreadable", "it can't be opened", "a file that this user may read"},
    Fault{26, "not-a-journal", "the file is not a journal", "one that a console wrote"},
};
/// The rest of a code says where in SQLite it happened.
constexpr int primaryCode = 0xff;

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
    const auto error = failure(m_database.lastError());
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
    return failure(statementQuery.lastError());
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

Error Connection::failure(const QSqlError& error) const
{
    const auto where = m_file.toStdString();
    const auto code = error.nativeErrorCode().toInt() & primaryCode;
    const auto words = error.databaseText().toStdString();
    for (const auto& fault : faults)
        if (fault.code == code)
            return Error{fault.name, fault.found + std::string("; expected ") + fault.expected, where};
    return Error{"database", words, where};
}

void Connection::assertThread() const
{
    Q_ASSERT_X(
        QThread::currentThread() == m_thread, "Connection", "used from another thread than the one it belongs to");
}

} // namespace rungwatch::journal
