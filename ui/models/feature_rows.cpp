// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/service_values.h"
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/kill_cell.h"
#include "ui/models/mode_cell.h"
#include "ui/models/overview_model.h"
#include "ui/models/served_shares.h"

#include <algorithm>

namespace rungwatch {
namespace {

using namespace fleet;

struct Named {
    std::string name;
    std::string service;
    /// Null for what only telemetry knows.
    const FeaturePolicy* policy{nullptr};
};

std::vector<Named> featuresInOrder(const FleetState& state)
{
    std::vector<Named> features;
    for (const auto& policy : state.policy->features)
        features.push_back({policy.name, policy.service, &policy});
    std::stable_sort(features.begin(), features.end(),
        [](const Named& a, const Named& b) { return a.policy->criticality < b.policy->criticality; });
    for (const auto& [name, feature] : state.features) {
        const bool known = std::any_of(
            features.begin(), features.end(), [&, &key = name](const Named& one) { return one.name == key; });
        if (!known)
            features.push_back({name, feature->service, nullptr});
    }
    return features;
}

/// Where the mode's walk begins. Nothing where a person pinned it: telemetry doesn't say to which rung.
std::optional<std::size_t> standsOn(const FeatureReading& feature)
{
    if (!feature.mode || feature.ladder.empty() || *feature.mode == Mode::Forced || *feature.mode == Mode::Drill)
        return std::nullopt;
    Ladder ladder;
    for (const auto& rung : feature.ladder) {
        Rung known;
        known.name = rung.name;
        known.kind = rung.kind;
        ladder.rungs.push_back(known);
    }
    return ladder.firstRung(*feature.mode);
}

/// `derived`: the rung that it should stand on, where the service tells no mode.
void addRungs(FeatureRow& row, const FeatureReading& feature, const std::string& derived = {})
{
    const ServedShares shares{feature};
    auto stands = standsOn(feature);
    for (std::size_t i = 0; i < feature.ladder.size() && !derived.empty(); ++i)
        if (feature.ladder[i].name == derived)
            stands = i;
    for (std::size_t i = 0; i < feature.ladder.size(); ++i) {
        const auto& rung = feature.ladder[i];
        RungCell cell;
        cell.kind = rung.kind;
        cell.name = format::rungLabel(rung.name);
        cell.sharePct = shares.of(rung.name);
        cell.count = shares.count(rung.name);
        cell.standsHere = stands == i;
        cell.skipped = stands && i < *stands && cell.sharePct.value_or(0) <= 0;
        row.columns[static_cast<std::size_t>(columnOf(rung.kind))].push_back(cell);
    }
}

/// Before the first reading the fleet file's ladder, if it has one, shows which rungs there are.
void addPlannedRungs(FeatureRow& row, const FeaturePolicy& policy)
{
    for (const auto& rung : policy.ladder.rungs) {
        RungCell cell;
        cell.kind = rung.kind;
        cell.name = format::rungLabel(rung.name);
        row.columns[static_cast<std::size_t>(columnOf(rung.kind))].push_back(cell);
    }
}

void addForbidden(FeatureRow& row, const FeaturePolicy& policy)
{
    for (const auto& kind : policy.ladder.forbidden) {
        RungCell cell;
        cell.kind = kind.kind;
        cell.forbidden = true;
        cell.reason = format::plainLine(kind.reason);
        row.columns[static_cast<std::size_t>(columnOf(kind.kind))].push_back(cell);
    }
}

/// Answers built ahead that are young enough to stand in, when the last good ones are too old.
bool hasPrepared(const ServiceView& service, const std::string& feature)
{
    const auto& caches = service.endpoint->reading->caches;
    return std::any_of(caches.begin(), caches.end(), [&](const CacheReading& cache) {
        const auto age = service.since(cache.age);
        return cache.feature == feature && cache.kind == "prepared_answers" && age && cache.maxAge
            && *age <= *cache.maxAge;
    });
}

const CacheReading* cacheOf(const Reading& reading, const std::string& feature)
{
    const CacheReading* found = nullptr;
    for (const auto& cache : reading.caches) {
        if (cache.feature == feature && (!found || cache.kind == "last_known_good"))
            found = &cache;
    }
    return found;
}

CacheCell cacheCell(const FeatureReading& feature, const ServiceView& service)
{
    CacheCell cell;
    const auto* cache = service.endpoint ? cacheOf(*service.endpoint->reading, feature.name) : nullptr;
    if (!cache)
        return cell;
    cell.state = CacheCell::State::Unknown;
    cell.unit = QStringLiteral("s");
    const auto seconds = [](Duration length) { return format::grouped(static_cast<quint64>(toSeconds(length))); };
    if (cache->maxAge)
        cell.limit = seconds(*cache->maxAge);
    const auto age = service.isStale() ? cache->age : service.since(cache->age);
    if (age)
        cell.age = seconds(*age);
    if (service.isStale() || !age) {
        cell.word = QStringLiteral("age unknown");
        return cell;
    }
    cell.state = CacheCell::State::Known;
    for (const auto& rung : feature.ladder) {
        if (rung.kind == RungKind::Cache)
            cell.served = ServedShares{feature}.count(rung.name);
    }
    if (!cell.served.isEmpty())
        cell.served += cache->maxAge && *age > *cache->maxAge && hasPrepared(service, feature.name)
            ? QStringLiteral(", prepared")
            : QStringLiteral(" served");
    if (!cache->maxAge || cache->maxAge->count() <= 0) {
        cell.word = QStringLiteral("limit unknown");
        return cell;
    }
    cell.fraction = toSeconds(*age) / toSeconds(*cache->maxAge);
    cell.over = *age > *cache->maxAge;
    cell.word = cell.over      ? QStringLiteral("too old to serve")
        : cell.fraction >= 0.9 ? QStringLiteral("usable, %1 left").arg(format::roughLength(*cache->maxAge - *age))
                               : QStringLiteral("usable");
    return cell;
}

/// A feature whose service publishes no ladder: its rungs are the fleet file's, its shares those of counters, and its
/// place is derived, and said to be.
void addMade(FeatureRow& row, const FleetState& state, const FeatureReading& made, const ServiceView& source)
{
    const auto found = state.features.find(made.name);
    const auto place = found == state.features.end() ? std::string{} : found->second->derivedRung;
    const auto why = found == state.features.end() ? std::string{} : found->second->derivedWhy;
    const bool counted = !made.intervals.empty();
    row.stale = counted ? source.isStale() : place.empty();
    if (!row.stale && !place.empty())
        row.level = place == made.ladder.front().name ? HealthLevel::Healthy : HealthLevel::Degraded;
    const auto derived = place.empty()
        ? QStringLiteral("Place unknown: ") + format::plainLine(why.empty() ? std::string("nothing read yet") : why)
        : QStringLiteral("Derived: on ") + format::rungLabel(place)
            + (why.empty() ? QString{} : QStringLiteral(", ") + format::plainLine(why));
    row.sentence = derived + QStringLiteral(". ") + (counted ? ServedShares{made}.sentence() : QString{});
    if (row.stale && counted)
        row.lastKnown = QStringLiteral("last known %1")
                            .arg(source.age ? format::lengthText(*source.age) + QStringLiteral(" ago")
                                            : QStringLiteral("age unknown"));
    else if (row.stale)
        row.lastKnown = QStringLiteral("place unknown");
    row.mode.details << QStringLiteral("derived, not told by the service");
    addRungs(row, made, place);
}

FeatureRow rowOf(const FleetState& state, const Named& feature, SteadyTime now)
{
    FeatureRow row;
    row.name = QString::fromStdString(feature.name);
    if (feature.policy)
        row.rank = QStringLiteral("rank %1").arg(feature.policy->criticality);
    const auto service = ServiceView::of(state, feature.service, now);
    const auto* reading = featureReading(state, feature.name);
    row.kill = killCell(state, feature.name, reading, service, now);
    const auto cacheView = ServiceView::ofEndpoint(state, featureCacheSource(state, feature.name), now);
    if (const auto made = countedFeature(state, feature.name)) {
        addMade(row, state, *made, ServiceView::ofEndpoint(state, featureSource(state, feature.name), now));
        row.cache = cacheCell(*made, cacheView);
    } else if (!reading) {
        row.stale = true;
        row.lastKnown = QStringLiteral("never read");
        row.sentence = QStringLiteral("Nothing read from %1 yet.").arg(format::plainLine(feature.service));
        if (feature.policy)
            addPlannedRungs(row, *feature.policy);
    } else {
        row.stale = service.isStale();
        // The rule of the fleet's roll-up: off its first rung is degraded.
        if (!row.stale && reading->mode)
            row.level = *reading->mode == Mode::Primary ? HealthLevel::Healthy : HealthLevel::Degraded;
        const auto sentence = ServedShares{*reading}.sentence();
        row.sentence = row.stale ? QStringLiteral("Last known: ") + sentence : sentence;
        if (row.stale)
            row.lastKnown = QStringLiteral("last known %1, %2")
                                .arg(format::word(reading->mode),
                                    service.age ? format::lengthText(*service.age) + QStringLiteral(" ago")
                                                : QStringLiteral("age unknown"));
        addRungs(row, *reading);
        row.cache = cacheCell(*reading, cacheView.endpoint ? cacheView : service);
        row.mode = modeCell(*reading, service);
    }
    if (feature.policy)
        addForbidden(row, *feature.policy);
    return row;
}

/// "share of each feature's traffic, minute 14:27"
QString intervalNote(const FleetState& state, const std::vector<Named>& features)
{
    for (const auto& feature : features) {
        const auto* reading = featureReading(state, feature.name);
        if (!reading || reading->intervals.empty())
            continue;
        const auto& last = reading->intervals.back();
        if (last.endedAt && last.length)
            return QStringLiteral("share of each feature's answers in the interval from %1")
                .arg(format::utcMinute(*last.endedAt - *last.length));
    }
    return QStringLiteral("share of each feature's answers in the last full interval");
}

/// "6 · 2 off their first rung · by criticality": rows may be scrolled out of sight, their number is not.
QString summaryOf(const std::vector<FeatureRow>& rows)
{
    const auto counted = [&](auto&& is, const QString& words) {
        const auto count = std::count_if(rows.begin(), rows.end(), is);
        return count > 0 ? QStringLiteral(" · %1 ").arg(count) + words : QString{};
    };
    return QString::number(rows.size())
        + counted([](const FeatureRow& row) { return !row.stale && row.level == HealthLevel::Degraded; },
            QStringLiteral("off their first rung"))
        + counted([](const FeatureRow& row) { return row.stale || row.level == HealthLevel::Unknown; },
            QStringLiteral("unknown"))
        + QStringLiteral(" · by criticality");
}

} // namespace

FeaturesView featuresOf(const Snapshot& snapshot, const Moment& now)
{
    FeaturesView view;
    const auto& state = snapshot.state;
    if (!state.policy)
        return view;
    const auto features = featuresInOrder(state);
    for (const auto& feature : features)
        view.rows.push_back(rowOf(state, feature, now.steady));
    view.summary = summaryOf(view.rows);
    view.note = intervalNote(state, features);
    for (const auto& feature : features) {
        if (countedFeature(state, feature.name))
            continue; // its row says what is stale
        const auto service = ServiceView::of(state, feature.service, now.steady);
        if (!service.isStale())
            continue;
        view.warns = true;
        const auto name = format::plainLine(feature.service);
        view.note = service.age ? QStringLiteral("%1 has been silent for %2: what is hatched is last known, not now")
                                      .arg(name, format::lengthText(*service.age))
                                : QStringLiteral("%1 was never read: nothing is known of its features").arg(name);
        break;
    }
    return view;
}

} // namespace rungwatch
