// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/schema.h"

#include "app/journal/block.h"

#include <QSqlError>
#include <QVariant>

#include <array>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

// Marks the file for `file` and for SQLite tools: "RWJ1".
constexpr int applicationId = 0x52574a31;

const std::array tables{
    u"CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"_s,
    u"CREATE TABLE blocks (first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, first_wall_ns INTEGER NOT NULL, "
    u"last_wall_ns INTEGER NOT NULL, codec INTEGER NOT NULL, raw_bytes INTEGER NOT NULL, checksum INTEGER NOT NULL, "
    u"body BLOB NOT NULL)"_s,
    u"CREATE TABLE keyframes (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, wall_ns INTEGER NOT NULL, "
    u"codec INTEGER NOT NULL, state_hash TEXT NOT NULL, raw_bytes INTEGER NOT NULL, checksum INTEGER NOT NULL, "
    u"state BLOB NOT NULL)"_s,
    u"CREATE TABLE transitions (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, "
    u"from_state TEXT NOT NULL, to_state TEXT NOT NULL, cause TEXT NOT NULL)"_s,
    u"CREATE TABLE operator_events (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL, "
    u"action TEXT NOT NULL, target TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, json TEXT NOT NULL, "
    u"prev_hash TEXT NOT NULL, hash TEXT NOT NULL)"_s,
    u"CREATE INDEX transitions_by_time ON transitions (at)"_s,
};

std::optional<Error> createTables(Connection& connection, const std::string& program)
{
    for (const auto& table : tables)
        if (auto error = connection.run(table))
            return error;
    auto insert = connection.query();
    insert.prepare(u"INSERT INTO meta (key, value) VALUES (?, ?)"_s);
    const std::pair<QString, QString> entries[] = {{u"schema_version"_s, QString::number(schemaVersion)},
        {u"codec_version"_s, QString::number(codecVersion)}, {u"created_by"_s, QString::fromStdString(program)}};
    for (const auto& [key, value] : entries) {
        insert.addBindValue(key);
        insert.addBindValue(value);
        if (!insert.exec())
            return connection.failure(insert.lastError());
    }
    return connection.run(u"PRAGMA application_id = %1"_s.arg(applicationId));
}

/// Whether the file holds no table at all; an error where it can't be read as a database.
Result<bool> isEmpty(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT count(*) FROM sqlite_master"_s) || !query.next())
        return connection.failure(query.lastError());
    return query.value(0).toInt() == 0;
}

} // namespace

std::optional<Error> prepareSchema(Connection& connection, const std::string& program)
{
    const auto empty = isEmpty(connection);
    if (!empty)
        return empty.error();
    if (!*empty)
        return checkSchema(connection);
    if (auto error = connection.begin())
        return error;
    if (auto error = createTables(connection, program)) {
        connection.rollback();
        return error;
    }
    return connection.commit();
}

std::optional<Error> checkSchema(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT value FROM meta WHERE key = 'schema_version'"_s)) {
        const auto words = query.lastError().databaseText();
        if (words.startsWith("no such table"_L1) || words.startsWith("no such column"_L1))
            return Error{"not-a-journal", "the file is a database, but not a journal of this program", {}};
        if (words.startsWith("file is not a database"_L1))
            return Error{"not-a-journal", "the file is not a journal", {}};
        return connection.failure(query.lastError());
    }
    if (!query.next())
        return Error{"not-a-journal", "the journal does not say its version", {}};
    const auto version = query.value(0).toString();
    if (version != QString::number(schemaVersion))
        return Error{"newer-version",
            "the journal has version " + version.toStdString() + "; this program reads version "
                + std::to_string(schemaVersion),
            {}};
    return std::nullopt;
}

} // namespace rungwatch::journal
