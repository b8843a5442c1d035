// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotted.h"

#include <algorithm>
#include <cmath>

namespace rungwatch::charts {
namespace {

std::vector<StepSample> samplesOf(
    const std::vector<IntervalSample>& intervals, std::optional<double> IntervalSample::*value)
{
    std::vector<StepSample> samples;
    samples.reserve(intervals.size());
    for (const auto& interval : intervals)
        samples.push_back({interval.start, interval.end, interval.*value});
    return samples;
}

std::vector<StepSample> boundary(const std::vector<IntervalSample>& intervals, std::size_t rungs)
{
    std::vector<StepSample> samples;
    samples.reserve(intervals.size());
    for (const auto& interval : intervals) {
        std::optional<double> sum;
        if (!interval.shares.empty()) {
            sum = 0;
            for (std::size_t i = 0; i < std::min(rungs, interval.shares.size()); ++i)
                *sum += interval.shares[i];
        }
        samples.push_back({interval.start, interval.end, sum});
    }
    return samples;
}

} // namespace

std::vector<StepSample> errorSamples(const std::vector<IntervalSample>& intervals)
{
    return samplesOf(intervals, &IntervalSample::errorPct);
}

std::vector<StepSample> p95Samples(const std::vector<IntervalSample>& intervals)
{
    return samplesOf(intervals, &IntervalSample::p95S);
}

std::vector<StepSample> ageSamples(const std::vector<AgePoint>& ages, const std::vector<Gap>& gaps, WallTime until)
{
    std::vector<StepSample> samples;
    samples.reserve(ages.size());
    for (std::size_t i = 0; i < ages.size(); ++i) {
        auto to = i + 1 < ages.size() ? ages[i + 1].at : until;
        for (const auto& gap : gaps) {
            if (gap.to > ages[i].at)
                to = std::min(to, std::max(gap.from, ages[i].at));
        }
        samples.push_back({ages[i].at, to, ages[i].ageS});
    }
    return samples;
}

std::vector<StackedArea> stackedAreas(
    const std::vector<IntervalSample>& intervals, std::size_t rungs, const TimeAxis& axis)
{
    std::vector<StackedArea> areas(rungs);
    auto lower = decimateSteps(boundary(intervals, 0), axis);
    for (std::size_t i = 0; i < rungs; ++i) {
        auto tops = boundary(intervals, i + 1);
        auto upper = decimateSteps(tops, axis);
        for (std::size_t n = 0; n < tops.size(); ++n) {
            const auto& shares = intervals[n].shares;
            if (i >= shares.size() || shares[i] <= 0)
                tops[n].value.reset();
        }
        areas[i] = {std::move(lower), upper, decimateSteps(tops, axis)};
        lower = std::move(upper);
    }
    return areas;
}

double scaleTop(double highest, std::optional<double> limit)
{
    const double wanted = std::max({highest, limit ? 2 * *limit : 0.0, 1.0});
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 4.0, 5.0}) {
        if (wanted <= factor * power)
            return factor * power;
    }
    return 10 * power;
}

std::vector<int> placedLabels(const std::vector<LabelPlace>& labels, int height)
{
    std::vector<int> placed;
    int end = 0;
    for (const auto& label : labels) {
        placed.push_back(std::max(label.centre, end + label.height / 2));
        end = placed.back() - label.height / 2 + label.height;
    }
    int begin = height;
    for (std::size_t i = labels.size(); i-- > 0;) {
        const int below = labels[i].height - labels[i].height / 2;
        placed[i] = std::min(placed[i], begin - below);
        begin = placed[i] + below - labels[i].height;
    }
    return placed;
}

} // namespace rungwatch::charts
