// SPDX-License-Identifier: GPL-3.0-or-later
#include "served_shares.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"

#include <QStringList>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

/// Within one in fifty.
bool isAbout(Duration length, Duration whole)
{
    return whole.count() > 0 && std::chrono::abs(length - whole) * 50 <= whole;
}

QString percent(double value)
{
    return format::wholePercent(value) + QChar{0x00a0} + QLatin1Char{'%'};
}

/// What users notice of a rung, in the order that it is told in.
QString told(RungKind kind, const QString& name)
{
    switch (kind) {
    case RungKind::Primary:
        return QStringLiteral("the primary");
    case RungKind::Secondary:
    case RungKind::SmallModel:
        return QStringLiteral("fallback models");
    case RungKind::Cache:
    case RungKind::Rules:
    case RungKind::Template:
        return name;
    case RungKind::QueueForPerson:
        return QStringLiteral("to a person");
    case RungKind::Unavailable:
        return QStringLiteral("told “unavailable”");
    }
    return {};
}

} // namespace

QString intervalUnit(const std::optional<Duration>& length)
{
    if (!length)
        return QStringLiteral("interval");
    const auto minutes = std::chrono::round<std::chrono::minutes>(*length);
    const auto seconds = std::chrono::round<std::chrono::seconds>(*length);
    if (isAbout(*length, minutes))
        return minutes == 1min ? QStringLiteral("min") : format::settingText(minutes);
    return isAbout(*length, seconds) ? format::settingText(seconds) : format::lengthText(*length);
}

ServedShares::ServedShares(const FeatureReading& feature)
    : m_feature(feature)
{
    if (feature.intervals.empty())
        return;
    m_interval = &feature.intervals.back();
    for (const auto& [rung, count] : m_interval->served)
        m_total += count;
}

std::optional<double> ServedShares::of(const std::string& rung) const
{
    if (!known())
        return std::nullopt;
    const auto found = m_interval->served.find(rung);
    return found == m_interval->served.end()
        ? 0
        : 100.0 * static_cast<double>(found->second) / static_cast<double>(m_total);
}

QString ServedShares::count(const std::string& rung) const
{
    if (!known())
        return {};
    const auto found = m_interval->served.find(rung);
    const auto count = found == m_interval->served.end() ? 0 : found->second;
    return format::grouped(count) + QStringLiteral(" / ") + intervalUnit(m_interval->length);
}

QString ServedShares::sentence() const
{
    if (!known())
        return QStringLiteral("No full interval read yet.");
    std::vector<std::pair<QString, double>> parts;
    for (const auto& rung : m_feature.ladder) {
        const double share = of(rung.name).value_or(0);
        const auto words = told(rung.kind, format::rungLabel(rung.name));
        if (share <= 0)
            continue;
        if (!parts.empty() && parts.back().first == words)
            parts.back().second += share;
        else
            parts.emplace_back(words, share);
    }
    QStringList said;
    for (const auto& [words, share] : parts)
        said << percent(share) + QLatin1Char{' '} + words;
    auto sentence = said.join(QStringLiteral(", "));
    if (parts.size() == 1 && m_feature.ladder.front().kind == RungKind::Primary
        && of(m_feature.ladder.front().name) == 100)
        sentence = QStringLiteral("All answered by the primary");
    if (m_feature.queueWaiting.value_or(0) > 0)
        sentence += QStringLiteral("; %1 waiting").arg(format::grouped(*m_feature.queueWaiting));
    return sentence + QLatin1Char{'.'};
}

} // namespace rungwatch
