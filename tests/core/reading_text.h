// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/reader.h"

#include <QFile>
#include <QStringList>

/// \file
/// A reading in one line of words, so that a test says what it expects as a person would.

namespace rungwatch::reading_text {

inline Result<Reading> readBody(const QByteArray& body, int status = 200, std::string_view pin = "auto",
    std::map<std::string, std::string> headers = {})
{
    const std::string_view bytes(body.constData(), static_cast<std::size_t>(body.size()));
    headers.try_emplace("content-type", "application/json");
    return formats::read({bytes, status, std::move(headers)}, pin);
}

inline Result<Reading> readFile(const QString& path, int status = 200, std::string_view pin = "auto")
{
    QFile file(QStringLiteral(RUNGWATCH_TEST_DATA "/formats/") + path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{"no-file", path.toStdString(), {}};
    return readBody(file.readAll(), status, pin);
}

inline QString text(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

inline QString levelText(const std::optional<HealthLevel>& level)
{
    return level ? text(nameOf(*level)).toUpper() : QStringLiteral("-");
}

inline QString timeText(const std::optional<WallTime>& time)
{
    return time ? text(rfc3339(*time)) : QStringLiteral("-");
}

inline QString flagsText(const Reading& reading)
{
    QStringList flags;
    for (const auto& flag : reading.flags)
        flags << text(flag);
    return flags.join(' ');
}

/// "DEGRADED: a OPEN, b CLOSED [flag flag]", or the name of the error.
inline QString breakersText(const Result<Reading>& reading)
{
    if (!reading)
        return text(reading.error().code);
    QStringList breakers;
    for (const auto& breaker : reading->breakers)
        breakers << text(breaker.name) + ' ' + text(formats::shownState(breaker));
    return levelText(reading->level) + ": " + breakers.join(QStringLiteral(", ")) + " [" + flagsText(*reading) + ']';
}

/// "CRITICAL: API CRITICAL, Console HEALTHY [flags]", or the name of the error.
inline QString componentsText(const Result<Reading>& reading)
{
    if (!reading)
        return text(reading.error().code);
    QStringList components;
    for (const auto& component : reading->components)
        components << text(component.name) + ' ' + levelText(component.level);
    return levelText(reading->level) + ": " + components.join(QStringLiteral(", ")) + " [" + flagsText(*reading) + ']';
}

/// "name status impact start..end (2 updates, resolved)".
inline QString incidentText(const IncidentReading& incident)
{
    return QStringLiteral("%1 %2 %3 %4..%5 (%6 updates%7%8)")
        .arg(text(incident.name), text(incident.status), text(incident.impact), timeText(incident.startedAt),
            timeText(incident.endedAt))
        .arg(incident.updates.size())
        .arg(incident.maintenance ? QStringLiteral(", maintenance") : QString(),
            incident.resolved ? QStringLiteral(", resolved") : QString());
}

/// "10:00:00.000 API DEGRADED; ...": the times of one day.
inline QString timelineText(const Reading& reading)
{
    QStringList entries;
    for (const auto& entry : reading.timeline)
        entries << timeText(entry.at).mid(11, 12) + ' ' + text(entry.name) + ' '
                + (entry.level ? levelText(entry.level) : text(entry.kind));
    return entries.join(QStringLiteral("; "));
}

} // namespace rungwatch::reading_text
