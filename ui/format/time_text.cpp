// SPDX-License-Identifier: GPL-3.0-or-later
#include "time_text.h"

#include <QDateTime>
#include <QTimeZone>

namespace rungwatch::format {
namespace {

using namespace std::chrono_literals;

constexpr QChar space{0x00a0};

QDateTime utc(WallTime at, Duration down)
{
    // Cut, not rounded: 14:27:59.96 is not yet 14:28.
    const auto since = at.time_since_epoch();
    const auto cut = since - (since % down + down) % down;
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(cut).count(), QTimeZone::utc());
}

QString counted(qint64 count, QLatin1String unit)
{
    return QString::number(count) + space + unit;
}

QString pair(qint64 large, QLatin1String largeUnit, qint64 small, QLatin1String smallUnit)
{
    return counted(large, largeUnit) + space + counted(small, smallUnit);
}

} // namespace

QString utcMinute(WallTime at)
{
    return utc(at, 1min).toString(QStringLiteral("HH:mm"));
}

QString utcSecond(WallTime at)
{
    return utc(at, 1s).toString(QStringLiteral("HH:mm:ss"));
}

QString utcTenth(WallTime at)
{
    return utc(at, 100ms).toString(QStringLiteral("HH:mm:ss.zzz")).chopped(2);
}

QString lengthText(Duration length)
{
    length = std::max(length, Duration::zero());
    if (length < 10s) {
        const auto tenths = length / 100ms;
        return QStringLiteral("%1.%2").arg(tenths / 10).arg(tenths % 10) + space + QLatin1Char{'s'};
    }
    const qint64 seconds = length / 1s;
    if (seconds < 60)
        return counted(seconds, QLatin1String{"s"});
    if (seconds < 3600)
        return pair(seconds / 60, QLatin1String{"min"}, seconds % 60, QLatin1String{"s"});
    if (seconds < 86400)
        return pair(seconds / 3600, QLatin1String{"h"}, seconds / 60 % 60, QLatin1String{"min"});
    return pair(seconds / 86400, QLatin1String{"d"}, seconds / 3600 % 24, QLatin1String{"h"});
}

QString settingText(Duration length)
{
    if (length >= 2h && length % 1h == Duration::zero())
        return counted(length / 1h, QLatin1String{"h"});
    if (length >= 1min && length % 1min == Duration::zero())
        return counted(length / 1min, QLatin1String{"min"});
    if (length % 1s == Duration::zero())
        return counted(length / 1s, QLatin1String{"s"});
    return lengthText(length);
}

} // namespace rungwatch::format
