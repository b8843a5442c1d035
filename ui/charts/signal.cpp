// SPDX-License-Identifier: GPL-3.0-or-later
#include "signal_chart.h"

#include "ui/charts/plotted.h"

#include <cmath>

namespace rungwatch::charts {
namespace {

constexpr QChar space{0x00a0};

QString whole(double value)
{
    // Below one but not nothing: 0 would say "none".
    if (value > 0 && value < 0.5)
        return QStringLiteral("<1");
    return QString::number(value, 'f', 0);
}

} // namespace

QString Signal::title() const
{
    switch (kind) {
    case Kind::ErrorRate:
        return QStringLiteral("Primary errors");
    case Kind::P95:
        return QStringLiteral("Primary p95");
    case Kind::CachedAge:
        return QStringLiteral("Cached age");
    }
    return {};
}

std::vector<StepSample> Signal::samples(const FeatureSeries& series, WallTime until) const
{
    switch (kind) {
    case Kind::ErrorRate:
        return errorSamples(series.intervals);
    case Kind::P95:
        return p95Samples(series.intervals);
    case Kind::CachedAge:
        return ageSamples(series.ages, series.gaps, until);
    }
    return {};
}

std::optional<double> Signal::limit(const FeatureSeries& series) const
{
    switch (kind) {
    case Kind::ErrorRate:
        return series.errorTripPct;
    case Kind::P95:
        return series.p95TripS;
    case Kind::CachedAge:
        return series.ageLimitS;
    }
    return {};
}

std::optional<double> Signal::now(const FeatureSeries& series) const
{
    if (kind == Kind::CachedAge)
        return series.ageNowS;
    if (series.intervals.empty())
        return std::nullopt;
    const auto& last = series.intervals.back();
    return kind == Kind::ErrorRate ? last.errorPct : last.p95S;
}

bool Signal::isOver(double value, double limit) const
{
    return kind == Kind::CachedAge ? value > limit : value >= limit;
}

double Signal::top(double highest, std::optional<double> limit) const
{
    if (kind == Kind::ErrorRate)
        return 100;
    if (kind == Kind::CachedAge && limit)
        return std::max(1.25 * *limit, highest * 1.05);
    return scaleTop(highest, limit);
}

QString Signal::valueText(double value) const
{
    if (kind == Kind::ErrorRate)
        return whole(value) + space + QLatin1Char{'%'};
    if (kind == Kind::P95)
        return QString::number(value, 'f', value < 100 ? 1 : 0) + space + QLatin1Char{'s'};
    // An age is full seconds, as in the feature's row: the same age must not have two figures on one screen.
    return QString::number(std::floor(value), 'f', 0) + space + QLatin1Char{'s'};
}

QString Signal::wordFor(double value, std::optional<double> limit) const
{
    if (!limit)
        return QStringLiteral("no limit known");
    const bool over = isOver(value, *limit);
    if (kind == Kind::CachedAge)
        return over ? QStringLiteral("too old") : QStringLiteral("usable");
    return over ? QStringLiteral("over trip") : QStringLiteral("under trip");
}

QString Signal::limitText(double limit) const
{
    const auto number = QString::number(limit, 'g', 6);
    switch (kind) {
    case Kind::ErrorRate:
        return QStringLiteral("trip ") + number + space + QLatin1Char{'%'};
    case Kind::P95:
        return QStringLiteral("trip ") + number + space + QLatin1Char{'s'};
    case Kind::CachedAge:
        return QStringLiteral("limit ") + number + space + QLatin1Char{'s'};
    }
    return {};
}

} // namespace rungwatch::charts
