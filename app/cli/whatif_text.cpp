// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/whatif_output.h"
#include "rungwatch/base/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rungwatch::cli {

namespace {

/// The shortest way to see a lane: a letter an interval.
std::string lettersOf(const lab::Lane& lane)
{
    std::string letters;
    for (const auto& interval : lane)
        letters += interval.mode ? nameOf(*interval.mode).front() : '?';
    return letters;
}

std::string numbers(const std::vector<std::uint64_t>& intervals)
{
    return intervals.empty() ? "none" : fmt::format("{}", fmt::join(intervals, ", "));
}

std::string laneText(std::string_view title, const lab::Lane& lane, const lab::WhatIfFeature& feature)
{
    constexpr auto indent = "\n               ";
    const auto figures = figuresOf(lane, feature);
    auto text = fmt::format("  {:<12} {}{}trips {}; returns {}; {} switches; {} degraded intervals{}served", title,
        lettersOf(lane), indent, numbers(figures.trips), numbers(figures.returns), figures.switches,
        figures.degradedIntervals, indent);
    for (const auto& rung : feature.ladder)
        if (const auto served = figures.served.find(rung.name); served != figures.served.end())
            text += fmt::format("  {} {}", rung.name, served->second);
    text +=
        fmt::format("{}unavailable {}, of which queued for a person {}", indent, figures.unavailable, figures.queued);
    if (feature.required)
        text += fmt::format("; decided by the small model {}", figures.requiredOnSmallModel);
    if (figures.estimatedIntervals > 0)
        text += fmt::format(
            "{}estimated in {} intervals: nobody asked those rungs then", indent, figures.estimatedIntervals);
    return text + '\n';
}

std::string laneText(std::string_view title, const lab::BreakerLane& lane)
{
    auto text = fmt::format("  {:<12} {} openings; {:.1f} s open; {} polls refused", title, lane.openings,
        toSeconds(lane.timeOpen), lane.refused);
    if (!lane.estimated.empty()) {
        Duration estimated{0};
        for (const auto& span : lane.estimated)
            estimated += span.to - span.from;
        text += fmt::format("; {:.1f} s estimated, by polls that nobody asked", toSeconds(estimated));
    }
    text += '\n';
    for (const auto& move : lane.moves)
        text += fmt::format("               {} {} > {}, {}{}\n", rfc3339(move.at), nameOf(move.from), nameOf(move.to),
            nameOf(move.cause), move.estimated ? " (estimated)" : "");
    return text;
}

} // namespace

std::string whatIfText(const WhatIf& whatIf)
{
    std::string text;
    if (!whatIf.features.empty())
        text = "a letter an interval: p primary, d degraded, k killed, f forced, ? not known\n";
    for (const auto& feature : whatIf.features)
        text += feature.name + " on " + feature.service + '\n' + laneText("as recorded", feature.recorded, feature)
            + laneText("what if", feature.otherwise, feature);
    std::size_t quiet = 0;
    for (const auto& breaker : whatIf.breakers) {
        if (breaker.recorded.moves.empty() && breaker.otherwise.moves.empty()) {
            ++quiet;
            continue;
        }
        text += "own:" + breaker.endpoint + '\n' + laneText("as recorded", breaker.recorded);
        text += breaker.recorded == breaker.otherwise ? std::string("  what if      the same\n")
                                                      : laneText("what if", breaker.otherwise);
    }
    if (quiet > 0)
        text += fmt::format("own breakers closed throughout: {}\n", quiet);
    if (whatIf.breakersEndEarly)
        text += fmt::format(
            "own breakers are decided up to {}: later polls are too many to keep\n", rfc3339(*whatIf.breakersEndEarly));
    return text;
}

} // namespace rungwatch::cli
