// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/bookmark_file.h"

#include "rungwatch/base/codec.h"
#include "ui/format/words.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

namespace rungwatch {

BookmarkFile::BookmarkFile(const QString& journal)
    : m_path(journal + QStringLiteral(".bookmarks"))
{
}

std::vector<TimelineMark> BookmarkFile::read() const
{
    std::vector<TimelineMark> marks;
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly))
        return marks;
    while (!file.atEnd()) {
        const auto object = QJsonDocument::fromJson(file.readLine()).object();
        const auto at = fromRfc3339(object[QStringLiteral("at")].toString().toStdString());
        if (at)
            marks.push_back({TimelineMark::Kind::Bookmark, *at,
                static_cast<std::uint64_t>(object[QStringLiteral("seq")].toInteger()),
                format::plainLine(object[QStringLiteral("text")].toString().toStdString())});
    }
    return marks;
}

std::optional<Error> BookmarkFile::add(const TimelineMark& mark, const QString& by, WallTime madeAt) const
{
    const QJsonObject object{{QStringLiteral("at"), QString::fromStdString(rfc3339(mark.at))},
        {QStringLiteral("seq"), static_cast<qint64>(mark.seq)}, {QStringLiteral("text"), mark.text},
        {QStringLiteral("by"), by}, {QStringLiteral("made_at"), QString::fromStdString(rfc3339(madeAt))}};
    QFile file(m_path);
    const auto line = QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append) || file.write(line) != line.size() || !file.flush()
        || ::fsync(file.handle()) != 0)
        return Error{
            "not-writable", "the bookmark can't be kept: " + file.errorString().toStdString(), m_path.toStdString()};
    return std::nullopt;
}

} // namespace rungwatch
