// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/what_if.h"

#include "rungwatch/lab/interval_walk.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

using At = std::pair<std::uint64_t, std::uint64_t>; ///< A life and an interval in it.

/// Of a capacity rung no share is known but what its limit grants: it serves all that it takes.
bool isLimited(RungKind kind)
{
    return kind == RungKind::Secondary || kind == RungKind::SmallModel;
}

std::int64_t servedBy(const std::map<std::string, std::int64_t>& served, const std::string& rung)
{
    const auto found = served.find(rung);
    return found == served.end() ? 0 : found->second;
}

std::int64_t requestsOf(const RecordedInterval& interval)
{
    std::int64_t requests = 0;
    for (const auto& [rung, served] : interval.served)
        requests += served;
    return requests;
}

LaneInterval asRecorded(const RecordedFeature& feature, const RecordedInterval& was)
{
    const auto& limit = feature.controller.maxP95;
    return {was.life, was.n, was.from, was.to, was.mode, was.served, false, was.length,
        limit && was.seen.p95 && *was.seen.p95 >= *limit};
}

ModeController::Options changed(ModeController::Options options, const ControllerChange& change)
{
    options.maxError = change.maxError.value_or(options.maxError);
    options.maxP95 = change.maxP95.value_or(options.maxP95);
    options.hold = change.hold.value_or(options.hold);
    options.minRequests = change.minRequests.value_or(options.minRequests);
    return options;
}

/// One feature under the changes: its modes first, then what its rungs are worth.
class Feature {
public:
    Feature(const RecordedFeature& recorded, const Changes& changes)
        : m_recorded(recorded)
        , m_changes(changes)
        , m_modes(modes())
    {
        for (std::size_t i = 0; i < recorded.intervals.size(); ++i)
            m_at[{recorded.intervals[i].life, recorded.intervals[i].n}] = i;
        for (const auto& rung : recorded.ladder)
            m_coverage[rung.name] = recordedCoverage(rung);
    }

    [[nodiscard]] const RecordedFeature& recorded() const { return m_recorded; }
    [[nodiscard]] std::optional<std::size_t> indexAt(const At& at) const
    {
        const auto found = m_at.find(at);
        return found == m_at.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::optional<Mode> modeOf(std::size_t interval) const { return m_modes[interval]; }

    /// Whether the changes touch who served this feature's requests in that interval.
    [[nodiscard]] bool isTouched(std::size_t interval) const
    {
        const auto& was = m_recorded.intervals[interval];
        const bool rungChanged = std::ranges::any_of(m_recorded.ladder, [&](const RungReading& rung) {
            if (m_changes.rungsOff.contains({m_recorded.name, rung.name}))
                return servedBy(was.served, rung.name) > 0;
            return m_recorded.off.contains(rung.name) && !isOff(rung) && reachedBy(was, rung) > 0;
        });
        return m_modes[interval] != was.mode || rungChanged;
    }

    [[nodiscard]] WalkFeature walked(std::size_t interval) const
    {
        const auto& was = m_recorded.intervals[interval];
        WalkFeature feature{m_recorded.name, m_recorded.criticality, requestsOf(was), {}};
        for (const auto& rung : m_recorded.ladder)
            feature.ladder.push_back(
                {rung.name, rung.kind, coverage(rung, was), rung.capacity, isAsked(rung, m_modes[interval])});
        return feature;
    }

private:
    [[nodiscard]] bool isKilled(const RecordedInterval& interval) const
    {
        return std::ranges::any_of(m_changes.kills, [&](const KillChange& kill) {
            if (kill.feature != m_recorded.name)
                return false;
            return kill.during ? interval.from < kill.during->to && kill.during->from < interval.to
                               : kill.first <= interval.n && interval.n <= kill.last;
        });
    }

    [[nodiscard]] bool isOff(const RungReading& rung) const
    {
        const std::pair name{m_recorded.name, rung.name};
        return m_changes.rungsOff.contains(name)
            || (m_recorded.off.contains(rung.name) && !m_changes.rungsOn.contains(name));
    }

    /// What a person had set stays as they set it. An unchanged controller decided what it decided.
    [[nodiscard]] std::vector<std::optional<Mode>> modes() const
    {
        const auto change = m_changes.controllers.find(m_recorded.name);
        const bool decided = change == m_changes.controllers.end();
        const auto options = decided ? m_recorded.controller : changed(m_recorded.controller, change->second);
        ModeController::State state;
        state.degraded = !m_recorded.intervals.empty() && m_recorded.intervals[0].mode == Mode::Degraded;
        std::vector<std::optional<Mode>> modes;
        for (const auto& interval : m_recorded.intervals) {
            const bool byHand = interval.mode && *interval.mode != Mode::Primary && *interval.mode != Mode::Degraded;
            const auto again = state.degraded ? Mode::Degraded : Mode::Primary;
            modes.push_back(decided || byHand ? interval.mode : std::optional(again));
            if (isKilled(interval))
                modes.back() = Mode::Killed;
            state = ModeController::observe(state, options, interval.seen);
        }
        return modes;
    }

    [[nodiscard]] bool isAsked(const RungReading& rung, std::optional<Mode> mode) const
    {
        if (isOff(rung))
            return false;
        if (isModel(rung.kind) && mode == Mode::Killed)
            return false;
        return rung.kind != RungKind::Primary || mode == Mode::Primary;
    }

    /// Of the primary what its errors leave. Of rules, templates and caches the share of what reached them that they
    /// served in the whole recording; nothing where nothing ever reached them.
    [[nodiscard]] Percent coverage(const RungReading& rung, const RecordedInterval& interval) const
    {
        if (rung.kind == RungKind::Primary)
            return Percent{
                100'000 - std::clamp<std::int64_t>(interval.seen.error.value_or(Percent{0}).milli, 0, 100'000)};
        return m_coverage.at(rung.name);
    }

    [[nodiscard]] Percent recordedCoverage(const RungReading& rung) const
    {
        if (const auto known = m_recorded.coverage.find(rung.name); known != m_recorded.coverage.end())
            return known->second;
        if (isLimited(rung.kind) || isHonestEnd(rung.kind))
            return Percent{100'000};
        std::int64_t reached = 0;
        std::int64_t served = 0;
        for (const auto& recorded : m_recorded.intervals) {
            reached += reachedBy(recorded, rung);
            served += servedBy(recorded.served, rung.name);
        }
        return Percent::ratio(served, reached).value_or(Percent{0});
    }

    /// What a rung did not get was served above it.
    [[nodiscard]] std::int64_t reachedBy(const RecordedInterval& interval, const RungReading& rung) const
    {
        auto left = requestsOf(interval);
        for (const auto& above : m_recorded.ladder) {
            if (above.name == rung.name)
                break;
            left -= servedBy(interval.served, above.name);
        }
        return left;
    }

    const RecordedFeature& m_recorded;
    const Changes& m_changes;
    std::vector<std::optional<Mode>> m_modes;
    std::map<At, std::size_t> m_at;
    /// By rung, of the whole recording.
    std::map<std::string, Percent> m_coverage;
};

/// The features of one service, which share its capacities: where one is touched in an interval, all are modelled.
class Service {
public:
    explicit Service(const Changes& changes)
        : m_changes(changes)
    {
    }

    void add(const RecordedFeature& feature) { m_features.emplace_back(feature, m_changes); }

    [[nodiscard]] std::vector<WhatIfFeature> decided() const
    {
        std::vector<WhatIfFeature> out;
        for (const auto& feature : m_features) {
            const auto& recorded = feature.recorded();
            WhatIfFeature lanes{recorded.name, recorded.service, recorded.required, recorded.ladder, {}, {}, {}};
            for (std::size_t i = 0; i < recorded.intervals.size(); ++i) {
                lanes.recorded.push_back(asRecorded(recorded, recorded.intervals[i]));
                lanes.otherwise.push_back(otherwise(feature, i));
            }
            out.push_back(std::move(lanes));
        }
        return out;
    }

private:
    [[nodiscard]] LaneInterval otherwise(const Feature& feature, std::size_t interval) const
    {
        const auto& was = feature.recorded().intervals[interval];
        const At at{was.life, was.n};
        auto lane = asRecorded(feature.recorded(), was);
        lane.mode = feature.modeOf(interval);
        if (!isTouched(at, was))
            return lane;
        lane.served = walk(walkAt(at, was)).at(feature.recorded().name);
        lane.estimated = true;
        return lane;
    }

    [[nodiscard]] bool isTouched(const At& at, const RecordedInterval& was) const
    {
        const bool limited = std::ranges::any_of(was.limits, [&](const auto& limit) {
            const auto other = m_changes.limits.find(limit.first);
            return other != m_changes.limits.end() && other->second != limit.second;
        });
        return limited || std::ranges::any_of(m_features, [&](const Feature& feature) {
            const auto index = feature.indexAt(at);
            return index && feature.isTouched(*index);
        });
    }

    [[nodiscard]] WalkInterval walkAt(const At& at, const RecordedInterval& was) const
    {
        WalkInterval interval;
        interval.limits = was.limits;
        for (const auto& [capacity, limit] : m_changes.limits)
            interval.limits[capacity] = limit;
        for (const auto& feature : m_features)
            if (const auto index = feature.indexAt(at))
                interval.features.push_back(feature.walked(*index));
        return interval;
    }

    const Changes& m_changes;
    std::vector<Feature> m_features;
};

} // namespace

std::vector<WhatIfFeature> decideAgain(const Recording& recording, const Changes& changes)
{
    std::map<std::string, Service> services;
    for (const auto& feature : recording.features)
        services.try_emplace(feature.service, changes).first->second.add(feature);
    std::vector<WhatIfFeature> out;
    for (const auto& [name, service] : services)
        std::ranges::move(service.decided(), std::back_inserter(out));
    for (auto& feature : out)
        feature.smallModelWrong = recording.smallModelWrong;
    return out;
}

LaneFigures figuresOf(const Lane& lane, const WhatIfFeature& feature)
{
    LaneFigures figures;
    std::optional<Mode> before;
    for (const auto& interval : lane) {
        const bool degraded = interval.mode == Mode::Degraded;
        figures.degradedIntervals += degraded;
        figures.degradedFor += degraded ? interval.length : Duration{0};
        figures.slowPrimaryIntervals += interval.mode == Mode::Primary && interval.slow;
        figures.estimatedIntervals += interval.estimated;
        if (before && interval.mode && *before != *interval.mode) {
            ++figures.switches;
            if (degraded && *before == Mode::Primary)
                figures.trips.push_back(interval.n);
            if (*interval.mode == Mode::Primary)
                figures.returns.push_back(interval.n);
        }
        before = interval.mode;
        for (const auto& [rung, requests] : interval.served)
            figures.served[rung] += requests;
    }
    for (const auto& rung : feature.ladder) {
        const auto served = servedBy(figures.served, rung.name);
        figures.unavailable += isHonestEnd(rung.kind) ? served : 0;
        figures.queued += rung.kind == RungKind::QueueForPerson ? served : 0;
        figures.requiredOnSmallModel += feature.required && rung.kind == RungKind::SmallModel ? served : 0;
    }
    if (feature.smallModelWrong)
        figures.wrongDecisions = shareOf(figures.requiredOnSmallModel, *feature.smallModelWrong);
    return figures;
}

LaneFigures totalOf(const std::vector<WhatIfFeature>& features, Lane WhatIfFeature::*lane)
{
    LaneFigures total;
    for (const auto& feature : features) {
        const auto one = figuresOf(feature.*lane, feature);
        if (std::pair(one.switches, one.degradedFor) > std::pair(total.switches, total.degradedFor)) {
            total.trips = one.trips;
            total.returns = one.returns;
            total.switches = one.switches;
            total.degradedIntervals = one.degradedIntervals;
            total.degradedFor = one.degradedFor;
        }
        total.slowPrimaryIntervals = std::max(total.slowPrimaryIntervals, one.slowPrimaryIntervals);
        total.estimatedIntervals = std::max(total.estimatedIntervals, one.estimatedIntervals);
        for (const auto& [rung, requests] : one.served)
            total.served[rung] += requests;
        total.unavailable += one.unavailable;
        total.queued += one.queued;
        total.requiredOnSmallModel += one.requiredOnSmallModel;
        if (one.wrongDecisions)
            total.wrongDecisions = total.wrongDecisions.value_or(0) + *one.wrongDecisions;
    }
    return total;
}

} // namespace rungwatch::lab
