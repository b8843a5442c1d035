// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_history.h"

#include "rungwatch/fleet/service_values.h"
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/served_shares.h"
#include "ui/models/service_view.h"

namespace rungwatch {
namespace {

using namespace std::chrono_literals;
using charts::FeatureSeries;
using charts::IntervalSample;

/// All that the parts of a frame are filled from.
struct Source {
    const fleet::Snapshot& snapshot;
    const fleet::History& history;
    Moment now;
    const std::string& name;
    const FeatureReading* reading{nullptr};
    const fleet::FeaturePolicy* policy{nullptr};
    const fleet::FeatureHistory* past{nullptr};
    /// Nothing from before is shown.
    WallTime from;
    std::string service;
    ServiceView view;
    /// Of the source that tells the age of what is served.
    ServiceView cacheView{};
    /// What `reading` is where the console made it of the fleet file and of counters.
    std::shared_ptr<const FeatureReading> made{};
};

Source sourceOf(
    const fleet::Snapshot& snapshot, const fleet::History& history, const Moment& now, const std::string& name)
{
    Source source{snapshot, history, now, name, nullptr, nullptr, history.feature(name), {}, {}, {}};
    const auto& state = snapshot.state;
    if (!state.policy)
        return source;
    source.reading = fleet::featureReading(state, name);
    if (auto made = fleet::countedFeature(state, name)) {
        source.made = std::make_shared<const FeatureReading>(std::move(*made));
        source.reading = source.made.get();
    }
    for (const auto& policy : state.policy->features) {
        if (policy.name == name)
            source.policy = &policy;
    }
    if (source.policy)
        source.service = source.policy->service;
    else if (const auto found = state.features.find(name); found != state.features.end())
        source.service = found->second->service;
    source.view = ServiceView::ofEndpoint(state, fleet::featureSource(state, name), now.steady);
    source.cacheView = ServiceView::ofEndpoint(state, fleet::featureCacheSource(state, name), now.steady);
    return source;
}

WallTime realAfter(const Source& source, Duration ofTheirClock)
{
    return source.now.wall + fromSeconds(toSeconds(ofTheirClock) / source.view.rate);
}

/// The ladder that the service reports; before its first word, the fleet file's.
void addRungs(FeatureSeries& series, const Source& source)
{
    if (source.reading && !source.reading->ladder.empty()) {
        for (const auto& rung : source.reading->ladder)
            series.rungs.push_back({format::rungLabel(rung.name), rung.kind});
    } else if (source.policy) {
        for (const auto& rung : source.policy->ladder.rungs)
            series.rungs.push_back({format::rungLabel(rung.name), rung.kind});
    }
}

std::uint64_t sumOf(const IntervalReading& interval)
{
    std::uint64_t sum = 0;
    for (const auto& [rung, count] : interval.served)
        sum += count;
    return sum;
}

std::vector<double> sharesOf(const IntervalReading& interval, const std::vector<RungReading>& ladder)
{
    std::vector<double> shares;
    const auto sum = sumOf(interval);
    if (sum == 0)
        return shares;
    for (const auto& rung : ladder) {
        const auto found = interval.served.find(rung.name);
        const auto count = found == interval.served.end() ? 0 : found->second;
        shares.push_back(100.0 * static_cast<double>(count) / static_cast<double>(sum));
    }
    return shares;
}

void addIntervals(FeatureSeries& series, const Source& source)
{
    if (!source.past || !source.reading)
        return;
    const auto& intervals = source.past->intervals;
    const auto first = intervals.firstEndingAfter(source.from);
    auto before = first > 0 ? std::optional{intervals[first - 1]} : std::nullopt;
    for (auto i = first; i < intervals.size(); ++i) {
        const auto point = intervals[i];
        const auto& interval = point.interval;
        IntervalSample sample{point.start, point.end, sharesOf(interval, source.reading->ladder), {}, {}};
        // What is numbered one after the other is one after the other, whatever the clocks' last milliseconds say.
        if (before && interval.n == before->interval.n + 1 && before->end < point.end)
            sample.start = before->end;
        else if (before)
            sample.start = std::max(sample.start, std::min(before->end, point.end));
        before = point;
        if (point.end > source.now.wall)
            break; // of a recording more is known than was known then
        if (interval.error)
            sample.errorPct = interval.error->value();
        if (interval.p95)
            sample.p95S = toSeconds(*interval.p95);
        series.intervals.push_back(std::move(sample));
    }
}

/// From a reading to the next one where more time lay between than makes a reading stale, and from the last to now.
void addGaps(FeatureSeries& series, const Source& source)
{
    if (!source.view.endpoint || !source.past)
        return;
    const auto endpoint = fleet::featureSource(source.snapshot.state, source.name);
    const auto& policy = *source.snapshot.state.policy;
    const auto ref = fleet::endpointsOf(policy)[*endpoint];
    const auto limit = fleet::Policy::staleAfter(policy.services[ref.service].sources[ref.source]);
    // Of a recording more is known than was known then.
    const auto ages = source.past->ages.between(source.from, source.now.wall);
    for (std::size_t i = 1; i < ages.size(); ++i) {
        if (ages[i].at - ages[i - 1].at > limit)
            series.gaps.push_back({ages[i - 1].at, ages[i].at});
    }
    const auto last = source.history.lastReading(source.name, source.now.wall);
    if (source.view.isStale() && last && *last < source.now.wall)
        series.gaps.push_back({*last, source.now.wall});
}

void addModes(FeatureSeries& series, const Source& source)
{
    if (!source.past)
        return;
    const auto& modes = source.past->modes;
    for (std::size_t i = 0; i < modes.size() && modes[i].at <= source.now.wall; ++i) {
        const auto to = i + 1 < modes.size() ? std::min(modes[i + 1].at, source.now.wall) : source.now.wall;
        if (to <= source.from)
            continue;
        series.modes.push_back({modes[i].at, to, modes[i].mode, {}});
    }
    // The mode may be older than this console's sight of it, and the service knows. To the second, so that an answer's
    // milliseconds don't make it jump from one minute to another.
    if (!series.modes.empty() && source.reading && series.modes.back().mode == source.reading->mode) {
        if (const auto since = source.view.since(source.reading->modeSince))
            series.modes.back().began = std::chrono::round<std::chrono::seconds>(
                source.now.wall - fromSeconds(toSeconds(*since) / source.view.rate));
    }
}

void addAges(FeatureSeries& series, const Source& source)
{
    if (source.past) {
        for (const auto& point : source.past->ages.between(source.from, source.now.wall))
            series.ages.push_back({point.at, point.age ? std::optional{toSeconds(*point.age)} : std::nullopt});
    }
    series.hasCache = false;
    if (source.reading) {
        series.hasCache = std::any_of(source.reading->ladder.begin(), source.reading->ladder.end(),
            [](const RungReading& rung) { return rung.kind == RungKind::Cache; });
    }
    if (source.policy && source.policy->cacheMaxAge)
        series.ageLimitS = toSeconds(*source.policy->cacheMaxAge);
    if (!source.cacheView.endpoint)
        return;
    const CacheReading* oldest = nullptr;
    for (const auto& cache : source.cacheView.endpoint->reading->caches) {
        // Prepared answers have an age and a limit of their own, of another order: they would flatten this chart.
        if (cache.feature != source.name || cache.kind == "prepared_answers")
            continue;
        series.hasCache = true;
        if (!oldest || (cache.age && (!oldest->age || *cache.age > *oldest->age)))
            oldest = &cache;
    }
    if (!oldest)
        return;
    if (oldest->maxAge)
        series.ageLimitS = toSeconds(*oldest->maxAge);
    // A stale age is not an age: it has grown by what nobody knows.
    if (const auto age = source.cacheView.since(oldest->age); age && !source.cacheView.isStale())
        series.ageNowS = toSeconds(*age);
}

void addLimits(FeatureSeries& series, const Source& source)
{
    if (source.policy) {
        series.errorTripPct = source.policy->modeController.maxError.value();
        if (const auto& p95 = source.policy->modeController.maxP95)
            series.p95TripS = toSeconds(*p95);
    }
    if (!source.reading)
        return;
    // What the service says it goes by counts before what the fleet file says.
    if (const auto& error = source.reading->controller.maxError)
        series.errorTripPct = error->value();
    if (const auto& p95 = source.reading->controller.maxP95)
        series.p95TripS = toSeconds(*p95);
}

/// The newest interval that was known at the moment shown.
std::optional<IntervalReading> lastInterval(const Source& source)
{
    const auto after = source.past ? source.past->intervals.firstEndingAfter(source.now.wall) : 0;
    return after == 0 ? std::nullopt : std::optional{source.past->intervals[after - 1].interval};
}

Duration intervalLength(const Source& source)
{
    if (const auto last = lastInterval(source); last && last->length)
        return *last->length;
    return source.policy ? source.policy->modeController.interval : Duration{1min};
}

void addWords(FeatureSeries& series, const Source& source)
{
    const auto length = intervalLength(source);
    const auto unit = intervalUnit(length);
    series.note =
        unit == QStringLiteral("min") ? QStringLiteral("minute intervals") : QStringLiteral("intervals of ") + unit;
    if (source.view.rate != 1)
        series.note += QStringLiteral(" · clock x%1").arg(source.view.rate);
    if (const auto last = lastInterval(source)) {
        series.trafficNote = QStringLiteral("share of %1 / %2").arg(format::grouped(sumOf(*last)), unit);
        return;
    }
    if (!source.reading) {
        series.emptyWords = source.service.empty()
            ? QStringLiteral("no service speaks of this feature yet")
            : QStringLiteral("no reading from %1 yet").arg(format::plainLine(source.service));
        return;
    }
    series.emptyWords = QStringLiteral("no interval yet");
    const auto& instance = source.view.endpoint->reading->instance;
    const auto uptime = instance ? source.view.since(instance->uptime) : std::nullopt;
    if (uptime && *uptime < length)
        series.emptyWords += QStringLiteral(": the first one is full at %1 UTC")
                                 .arg(format::utcSecond(realAfter(source, length - *uptime)));
}

} // namespace

FeatureHistoryView featureHistory(const fleet::Snapshot& snapshot, const fleet::History& history,
    const std::string& feature, Duration shown, const Moment& now)
{
    auto source = sourceOf(snapshot, history, now, feature);
    FeatureHistoryView view;
    source.from = now.wall - fromSeconds(toSeconds(shown) / std::max(source.view.rate, 1e-3));
    view.range = {source.from, now.wall};
    auto& series = view.series;
    series.feature = format::plainLine(feature);
    series.stale = source.reading && source.view.isStale();
    addRungs(series, source);
    addIntervals(series, source);
    addGaps(series, source);
    addModes(series, source);
    addAges(series, source);
    addLimits(series, source);
    addWords(series, source);
    series.lanes = lanesBeside(snapshot, history, now, source.service, series.gaps, view.range);
    return view;
}

} // namespace rungwatch
