// SPDX-License-Identifier: GPL-3.0-or-later
#include "typed_time.h"

#include "rungwatch/base/codec.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

Duration distance(WallTime a, WallTime b)
{
    return a < b ? b - a : a - b;
}

/// Of the days on which that time lies within the recording, the one nearest to what is shown; else the nearest.
WallTime nearestDay(Duration ofDay, const charts::TimeRange& recording, WallTime shown)
{
    const auto day = std::chrono::floor<std::chrono::days>(shown);
    std::optional<WallTime> best;
    const auto better = [&](WallTime candidate) {
        if (!best)
            return true;
        const auto holds = [&](WallTime at) { return recording.from <= at && at <= recording.to; };
        if (holds(candidate) != holds(*best))
            return holds(candidate);
        return distance(candidate, shown) < distance(*best, shown);
    };
    for (const auto offset : {-1, 0, 1}) {
        const WallTime candidate = WallTime{day} + std::chrono::days{offset} + ofDay;
        if (better(candidate))
            best = candidate;
    }
    return *best;
}

} // namespace

std::optional<WallTime> typedTime(const QString& text, const charts::TimeRange& recording, WallTime shown)
{
    const auto typed = text.trimmed();
    if (const auto full = fromRfc3339(typed.toStdString()))
        return full;
    static const QRegularExpression shape(
        QStringLiteral("^(?:(\\d{4}-\\d{2}-\\d{2})[ T])?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?$"));
    const auto match = shape.match(typed);
    const int hour = match.captured(2).toInt();
    const int minute = match.captured(3).toInt();
    const int second = match.captured(4).toInt();
    if (!match.hasMatch() || hour > 23 || minute > 59 || second > 59)
        return std::nullopt;
    const auto ofDay = std::chrono::hours{hour} + std::chrono::minutes{minute} + std::chrono::seconds{second};
    if (match.captured(1).isEmpty())
        return nearestDay(ofDay, recording, shown);
    const auto date = QDate::fromString(match.captured(1), Qt::ISODate);
    if (!date.isValid())
        return std::nullopt;
    const auto midnight = QDateTime{date, QTime{0, 0}, QTimeZone::utc()}.toMSecsSinceEpoch();
    return WallTime{std::chrono::milliseconds{midnight}} + ofDay;
}

} // namespace rungwatch
