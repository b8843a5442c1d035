// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/schema.h"

#include "app/journal/block.h"
#include "app/journal/rows.h"

#include <QSqlError>
#include <QVariant>

#include <array>
#include <span>

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

/// What version 2 has more: one row that says where it was cut, and what may not be.
const std::array tablesOf2{
    u"CREATE TABLE cut (seq INTEGER NOT NULL, at TEXT NOT NULL, chain_head TEXT NOT NULL)"_s,
    u"INSERT INTO cut VALUES (0, '', '%1')"_s.arg(QLatin1StringView(chainStart())),
    u"CREATE TABLE protected (id INTEGER PRIMARY KEY, from_seq INTEGER NOT NULL, to_seq INTEGER, why TEXT NOT NULL)"_s,
};

std::optional<Error> runAll(Connection& connection, std::span<const QString> statements)
{
    for (const auto& statement : statements)
        if (auto error = connection.run(statement))
            return error;
    return std::nullopt;
}

std::optional<Error> createTables(Connection& connection, const std::string& program)
{
    for (const auto statements : {std::span<const QString>(tables), std::span<const QString>(tablesOf2)})
        if (auto error = runAll(connection, statements))
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

std::optional<Error> raiseTables(Connection& connection, int version)
{
    if (version < 2)
        if (auto error = runAll(connection, tablesOf2))
            return error;
    return connection.run(u"UPDATE meta SET value = '%1' WHERE key = 'schema_version'"_s.arg(schemaVersion));
}

/// Runs `change` as one transaction.
template <class Change> std::optional<Error> together(Connection& connection, Change&& change)
{
    auto error = connection.begin();
    if (error)
        return error;
    error = change();
    if (!error)
        error = connection.commit();
    if (error)
        connection.rollback();
    return error;
}

} // namespace

std::optional<Error> prepareSchema(Connection& connection, const std::string& program)
{
    const auto empty = isEmpty(connection);
    if (!empty)
        return empty.error();
    if (*empty)
        return together(connection, [&] { return createTables(connection, program); });
    const auto version = readSchema(connection);
    if (!version)
        return version.error();
    if (*version == schemaVersion)
        return std::nullopt;
    return together(connection, [&] { return raiseTables(connection, *version); });
}

Result<int> readSchema(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT value FROM meta WHERE key = 'schema_version'"_s)) {
        const auto words = query.lastError().databaseText();
        if (words.startsWith("no such table"_L1) || words.startsWith("no such column"_L1))
            return Error{"not-a-journal", "the file is a database, but not a journal of this program", {}};
        return connection.failure(query.lastError());
    }
    if (!query.next())
        return Error{"not-a-journal", "the journal does not say its version", {}};
    bool isNumber = false;
    const auto version = query.value(0).toInt(&isNumber);
    if (!isNumber)
        return Error{"damaged", "the journal's version is no number", {}};
    if (version >= oldestSchema && version <= schemaVersion)
        return version;
    const bool newer = version > schemaVersion;
    return Error{newer ? "newer-version" : "older-version",
        "the journal's tables have version " + std::to_string(version) + "; this program reads versions "
            + std::to_string(oldestSchema) + " to " + std::to_string(schemaVersion)
            + (newer ? ": open it with a newer one" : ""),
        {}};
}

} // namespace rungwatch::journal
