// SPDX-License-Identifier: GPL-3.0-or-later
#include "what_if_figures.h"

#include "ui/format/figure_text.h"

#include <algorithm>
#include <cstdlib>

namespace rungwatch {
namespace {

qint64 minutes(Duration length)
{
    return std::chrono::round<std::chrono::minutes>(length).count();
}

std::vector<WhatIfFigure> figures(const lab::LaneFigures& was, const lab::LaneFigures& otherwise, bool required)
{
    std::vector<WhatIfFigure> found{
        {QStringLiteral("unavailable"), was.unavailable, otherwise.unavailable},
        {QStringLiteral("of those queued"), was.queued, otherwise.queued},
    };
    if (required && was.wrongDecisions && otherwise.wrongDecisions)
        found.push_back({QStringLiteral("wrong decisions"), *was.wrongDecisions, *otherwise.wrongDecisions});
    else if (required)
        found.push_back({QStringLiteral("decided by small model, may be wrong"), was.requiredOnSmallModel,
            otherwise.requiredOnSmallModel});
    found.push_back({QStringLiteral("min degraded"), minutes(was.degradedFor), minutes(otherwise.degradedFor)});
    found.push_back({QStringLiteral("switches"), was.switches, otherwise.switches});
    return found;
}

} // namespace

QString WhatIfFigure::text() const
{
    const auto was = format::grouped(static_cast<quint64>(std::max<qint64>(0, recorded)));
    if (recorded == otherwise)
        return was;
    return was + QStringLiteral(" → ") + format::grouped(static_cast<quint64>(std::max<qint64>(0, otherwise)));
}

QString WhatIfFigure::difference() const
{
    if (recorded == otherwise)
        return {};
    const auto by = format::grouped(static_cast<quint64>(std::abs(otherwise - recorded)));
    return (otherwise > recorded ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + by;
}

std::vector<WhatIfFigure> figuresOf(const lab::WhatIfFeature& feature)
{
    return figures(
        lab::figuresOf(feature.recorded, feature), lab::figuresOf(feature.otherwise, feature), feature.required);
}

std::vector<WhatIfFigure> totalFiguresOf(const std::vector<lab::WhatIfFeature>& features)
{
    return figures(totalOf(features, &lab::WhatIfFeature::recorded), totalOf(features, &lab::WhatIfFeature::otherwise),
        std::ranges::any_of(features, &lab::WhatIfFeature::required));
}

std::vector<WhatIfFigure> figuresOf(const lab::WhatIfBreaker& breaker)
{
    const auto seconds = [](Duration length) { return std::chrono::round<std::chrono::seconds>(length).count(); };
    return {{QStringLiteral("openings"), breaker.recorded.openings, breaker.otherwise.openings},
        {QStringLiteral("s open"), seconds(breaker.recorded.timeOpen), seconds(breaker.otherwise.timeOpen)},
        {QStringLiteral("polls refused"), breaker.recorded.refused, breaker.otherwise.refused}};
}

} // namespace rungwatch
