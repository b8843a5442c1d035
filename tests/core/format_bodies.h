// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reader.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

/// The bodies of tests/data/formats: a folder for each format, with an INDEX.json of what each body must give.
namespace rungwatch::testing {

inline const QString formatBodies{QStringLiteral(RUNGWATCH_TEST_DATA "/formats")};

inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QStringList indexedFolders()
{
    auto names = QDir(formatBodies).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    names.removeIf([](const QString& name) { return !QFile::exists(formatBodies + '/' + name + "/INDEX.json"); });
    return names;
}

/// The index's entries, each with "format" and the body's "path".
inline std::vector<QJsonObject> entriesOf(const QString& format)
{
    std::vector<QJsonObject> entries;
    const auto folder = formatBodies + '/' + format + '/';
    for (const auto& value : QJsonDocument::fromJson(fileBytes(folder + "INDEX.json")).array()) {
        auto entry = value.toObject();
        entry["format"] = format;
        entry["path"] = folder + entry["file"].toString();
        entries.push_back(entry);
    }
    return entries;
}

inline std::map<std::string, std::string> headersOf(const QJsonObject& entry)
{
    std::map<std::string, std::string> headers{{"content-type", entry["content_type"].toString().toStdString()}};
    const auto given = entry["headers"].toObject();
    for (auto it = given.begin(); it != given.end(); ++it)
        headers[it.key().toLower().toStdString()] = it.value().toString().toStdString();
    return headers;
}

inline Result<Reading> readEntry(const QJsonObject& entry, const QByteArray& body)
{
    const std::string_view bytes(body.constData(), static_cast<std::size_t>(body.size()));
    const auto pin = entry["pinned"].toBool() ? entry["format"].toString().toStdString() : std::string("auto");
    return formats::read({bytes, entry["http_status"].toInt(), headersOf(entry)}, pin);
}

} // namespace rungwatch::testing
