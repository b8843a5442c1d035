// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_history.h"

#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/service_view.h"

#include <algorithm>

namespace rungwatch {
namespace {

using charts::FeatureSeries;

std::optional<double> number(const std::optional<Percent>& percent)
{
    return percent ? std::optional(percent->value()) : std::nullopt;
}

std::optional<double> seconds(const std::optional<Duration>& length)
{
    return length ? std::optional(toSeconds(*length)) : std::nullopt;
}

/// The ladder that the service reports; before its first word, the fleet file's.
std::vector<charts::RungName> rungsOf(
    const fleet::FleetState& state, const FeatureReading* reading, const std::string& feature)
{
    std::vector<charts::RungName> rungs;
    if (reading)
        for (const auto& rung : reading->ladder)
            rungs.push_back({format::plainLine(rung.name), rung.kind});
    if (!rungs.empty() || !state.policy)
        return rungs;
    for (const auto& known : state.policy->features)
        if (known.name == feature)
            for (const auto& rung : known.ladder.rungs)
                rungs.push_back({format::plainLine(rung.name), rung.kind});
    return rungs;
}

std::vector<double> sharesOf(const IntervalReading& interval, const std::vector<charts::RungName>& rungs)
{
    std::uint64_t total = 0;
    for (const auto& [rung, requests] : interval.served)
        total += requests;
    std::vector<double> shares;
    for (const auto& rung : rungs) {
        const auto found = interval.served.find(rung.name.toStdString());
        const auto requests = found == interval.served.end() ? 0 : found->second;
        shares.push_back(total == 0 ? 0 : 100.0 * static_cast<double>(requests) / static_cast<double>(total));
    }
    return total == 0 ? std::vector<double>{} : shares;
}

void addIntervals(FeatureSeries& series, const fleet::FeatureHistory& history, WallTime from)
{
    for (const auto& point : history.intervals)
        if (point.end > from)
            series.intervals.push_back({point.start, point.end, sharesOf(point.interval, series.rungs),
                number(point.interval.error), seconds(point.interval.p95)});
}

void addModes(FeatureSeries& series, const fleet::FeatureHistory& history, const charts::TimeRange& range)
{
    for (std::size_t i = 0; i < history.modes.size(); ++i) {
        const auto end = i + 1 < history.modes.size() ? history.modes[i + 1].at : range.to;
        if (end > range.from)
            series.modes.push_back({history.modes[i].at, end, history.modes[i].mode});
    }
}

/// "own:store/health" is "store /health": the same name as in the breakers' rows.
QString laneName(const std::string& address, bool own)
{
    const auto slash = address.find('/');
    if (!own)
        return format::plainLine(address.substr(slash + 1));
    return format::plainLine(address.substr(4, slash - 4) + " " + address.substr(slash));
}

void addLanes(FeatureSeries& series, const fleet::History& history, const charts::TimeRange& range, bool reportedStale)
{
    for (const bool own : {false, true})
        for (const auto& [address, points] : history.lanes()) {
            if (address.starts_with("own:") != own || points.empty())
                continue;
            charts::Lane lane{laneName(address, own), own, {}, points.back().phase};
            if (!own && reportedStale)
                lane.now.reset();
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto end = i + 1 < points.size() ? points[i + 1].at : range.to;
                if (end > range.from)
                    lane.segments.push_back({points[i].at, end, points[i].phase});
            }
            series.lanes.push_back(std::move(lane));
        }
}

void addCache(
    FeatureSeries& series, const fleet::FeatureHistory* history, const fleet::EndpointState* endpoint, WallTime from)
{
    const CacheReading* cache = nullptr;
    if (endpoint)
        for (const auto& each : endpoint->reading->caches)
            if (each.feature == series.feature.toStdString() && each.kind == "last_known_good")
                cache = &each;
    series.hasCache = cache != nullptr;
    if (!cache)
        return;
    series.ageLimitS = seconds(cache->maxAge);
    series.ageNowS = series.stale ? std::nullopt : seconds(cache->age);
    if (history)
        for (const auto& point : history->ages)
            if (point.at >= from)
                series.ages.push_back({point.at, seconds(point.age)});
}

QString trafficOf(const fleet::FeatureHistory* history)
{
    if (!history || history->intervals.empty())
        return {};
    std::uint64_t total = 0;
    for (const auto& [rung, requests] : history->intervals.back().interval.served)
        total += requests;
    return QStringLiteral("share of %1 / min").arg(total);
}

} // namespace

FeatureHistoryView featureHistory(const fleet::Snapshot& snapshot, const fleet::History& history,
    const std::string& feature, Duration shown, const Moment& now)
{
    const auto& state = snapshot.state;
    const auto* reading = fleet::featureReading(state, feature);
    const auto followed = state.features.find(feature);
    const auto service = followed == state.features.end() ? std::string() : followed->second->service;
    const auto view = ServiceView::of(state, service, now.steady);
    const auto* past = history.feature(feature);

    FeatureHistoryView result;
    result.range = {now.wall - fromSeconds(toSeconds(shown) / std::max(view.rate, 1e-3)), now.wall};
    auto& series = result.series;
    series.feature = QString::fromStdString(feature);
    series.stale = view.isStale();
    series.rungs = rungsOf(state, reading, feature);
    series.note = view.rate == 1.0 ? QStringLiteral("minute intervals")
                                   : QStringLiteral("minute intervals, clock x%1").arg(view.rate);
    series.trafficNote = trafficOf(past);
    series.emptyWords = view.endpoint && view.endpoint->everRead
        ? QStringLiteral("no interval yet: the first full minute is still open")
        : QStringLiteral("nothing read yet from this feature's service");
    if (past) {
        addIntervals(series, *past, result.range.from);
        addModes(series, *past, result.range);
    }
    if (reading) {
        series.errorTripPct = number(reading->controller.maxError);
        series.p95TripS = seconds(reading->controller.maxP95);
    }
    addCache(series, past, view.endpoint, result.range.from);
    addLanes(series, history, result.range, series.stale);
    if (const auto last = history.lastReading(feature); last && series.stale)
        series.gaps.push_back({*last, now.wall});
    return result;
}

} // namespace rungwatch
