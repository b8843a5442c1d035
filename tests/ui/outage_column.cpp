// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_column.h"

#include "rungwatch/lab/outage_hour.h"

#include <QFile>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;
using breaker::Phase;
using charts::FeatureSeries;
using charts::LaneSegment;

/// 2026-11-30T14:00:00Z
const WallTime hour{std::chrono::seconds{1796047200}};

lab::Scenario scenario()
{
    QFile file{QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json")};
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(file.fileName()));
    return lab::parseScenario(file.readAll().toStdString()).value();
}

WallTime at(double minute)
{
    return hour + fromSeconds(minute * 60);
}

void addIntervals(FeatureSeries& series, int until)
{
    const auto script = scenario();
    const auto run = lab::runHour(script, script.defaults);
    const auto feature = std::find_if(
        script.features.begin(), script.features.end(), [](const auto& one) { return one.name == "recommendations"; });
    for (const auto& rung : feature->ladder)
        series.rungs.push_back(
            {QString::fromStdString(rung.name).replace(QLatin1Char{'_'}, QLatin1Char{' '}), rung.kind});
    // The half hour before was like minute 0.
    for (int minute = -30; minute < until; ++minute) {
        const auto index = static_cast<std::size_t>(std::max(0, minute));
        charts::IntervalSample sample;
        sample.start = at(minute);
        sample.end = at(minute + 1);
        sample.errorPct = script.errorPercent[index];
        sample.p95S = script.p95Seconds[index];
        const auto& served = run.byMinute[index].at("recommendations");
        for (const auto& rung : feature->ladder)
            sample.shares.push_back(100.0 * served.at(rung.name) / feature->requestsPerMinute);
        series.intervals.push_back(sample);
    }
}

void addModes(FeatureSeries& series, WallTime now)
{
    const auto add = [&](double from, double to, Mode mode) {
        if (at(from) < now)
            series.modes.push_back({at(from), std::min(now, at(to)), mode, {}});
    };
    add(-30, 11, Mode::Primary);
    add(11, 48, Mode::Degraded);
    add(48, 90, Mode::Primary);
}

void addAges(FeatureSeries& series, WallTime now)
{
    double age = 4;
    int step = 0;
    for (auto when = at(-30); when < now; when += 5s, ++step) {
        const bool degraded = when >= at(11) && when < at(48);
        age += 5;
        if (age > (degraded ? 78 + (step * 7) % 33 : 18 + (step * 5) % 17))
            age = degraded ? 12 + (step * 3) % 17 : 3;
        series.ages.push_back({when, age});
    }
    series.ageNowS = age;
}

void addLanes(FeatureSeries& series, WallTime now)
{
    const auto closed = [&](const char* name, bool own) {
        series.lanes.push_back({QString::fromLatin1(name), own, {{at(-30), now, Phase::Closed}}, Phase::Closed});
    };
    charts::Lane primary{QStringLiteral("provider-primary"), false, {{at(-30), at(10.5), Phase::Closed}}, Phase::Open};
    const auto outage = [&](double from, double to) {
        for (double minute = from; minute < to && at(minute) < now; minute += 0.5) {
            primary.segments.push_back({at(minute), std::min(now, at(minute + 0.47)), Phase::Open});
            primary.segments.push_back(
                {std::min(now, at(minute + 0.47)), std::min(now, at(minute + 0.5)), Phase::HalfOpen});
        }
    };
    outage(10.5, 15);
    primary.segments.push_back({at(15), std::min(now, at(20.2)), Phase::Closed});
    outage(20.2, 40);
    series.lanes.push_back(primary);
    closed("provider-secondary", false);
    closed("provider-small", false);
    closed("store/health", true);
    closed("store/resilience", true);
    charts::Lane own{QStringLiteral("primary/health"), true, {{at(-30), at(20.7), Phase::Closed}}, Phase::HalfOpen};
    own.segments.push_back({at(20.7), now - 2s, Phase::Open});
    own.segments.push_back({now - 2s, now, Phase::HalfOpen});
    series.lanes.push_back(own);
    closed("secondary/health", true);
    closed("small/health", true);
}

} // namespace

OutageColumn OutageColumn::atMinute(int minute, Duration length)
{
    OutageColumn column;
    const auto now = at(minute) + 18s;
    column.range = {now - length, now};
    auto& told = column.series;
    told.feature = QStringLiteral("recommendations");
    told.note = QStringLiteral("selected feature · minute intervals");
    told.trafficNote = QStringLiteral("share of 90 / min");
    told.errorTripPct = 20;
    told.p95TripS = 10;
    told.ageLimitS = 120;
    addIntervals(told, minute);
    addModes(told, now);
    addAges(told, now);
    addLanes(told, now);
    return column;
}

OutageColumn OutageColumn::silentFor(Duration silent) const
{
    auto column = *this;
    auto& quiet = column.series;
    const auto last = range.to - silent;
    quiet.stale = true;
    quiet.ageNowS.reset();
    quiet.gaps.push_back({last, range.to});
    for (auto& segment : quiet.modes)
        segment.to = std::min(segment.to, last);
    for (auto& lane : quiet.lanes) {
        if (lane.own)
            continue;
        for (auto& segment : lane.segments) {
            segment.from = std::min(segment.from, last);
            segment.to = std::min(segment.to, last);
        }
        lane.segments.push_back({last, range.to, std::nullopt});
        lane.now.reset();
    }
    return column;
}

} // namespace rungwatch
