// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/window.h"

#include <algorithm>

namespace rungwatch::breaker {

namespace {

constexpr std::uint8_t failedMark = 1;
constexpr std::uint8_t slowMark = 2;
/// A time window keeps no finer than this part of its length apart.
constexpr int resolution = 256;

bool hasLeft(const WindowEntry& entry, const Options& options, SteadyTime now)
{
    return now >= saturatingAdd(entry.at, options.windowLength);
}

void addTimed(State& state, const Options& options, bool failed, bool slow, SteadyTime now)
{
    auto& window = state.window;
    const auto inside = [&](const WindowEntry& entry) { return !hasLeft(entry, options, now); };
    window.erase(window.begin(), std::find_if(window.begin(), window.end(), inside));
    const auto ends = lastEntryEnds(state, options);
    if (!ends || now > *ends)
        window.push_back({now, 0, 0, 0});
    auto& entry = window.back();
    entry.calls += 1;
    entry.failed += failed ? 1 : 0;
    entry.slow += slow ? 1 : 0;
}

void forget(CountedCalls& counted, std::uint8_t mark)
{
    counted.failed -= (mark & failedMark) ? 1 : 0;
    counted.slow -= (mark & slowMark) ? 1 : 0;
}

/// The ring as one of `size`: oldest first again where the size was changed since, and no longer than that.
void fit(CountedCalls& counted, std::size_t size)
{
    if (counted.marks.size() == size || (counted.marks.size() < size && counted.next == 0))
        return;
    std::rotate(counted.marks.begin(), counted.marks.begin() + counted.next, counted.marks.end());
    counted.next = 0;
    while (counted.marks.size() > size) {
        forget(counted, counted.marks.front());
        counted.marks.erase(counted.marks.begin());
    }
}

void addCounted(CountedCalls& counted, std::size_t size, bool failed, bool slow)
{
    fit(counted, size);
    const auto mark = static_cast<std::uint8_t>((failed ? failedMark : 0) | (slow ? slowMark : 0));
    if (counted.marks.size() < size) {
        counted.marks.push_back(mark);
    } else {
        forget(counted, counted.marks[counted.next]);
        counted.marks[counted.next] = mark;
        counted.next = (counted.next + 1) % static_cast<std::uint32_t>(size);
    }
    counted.failed += failed ? 1 : 0;
    counted.slow += slow ? 1 : 0;
}

std::optional<Percent> rateOf(std::uint64_t part, std::uint64_t calls)
{
    return Percent::ratio(static_cast<std::int64_t>(part), static_cast<std::int64_t>(calls));
}

} // namespace

void addCall(State& state, const Options& options, bool failed, bool slow, SteadyTime now)
{
    if (options.window == WindowKind::Time)
        addTimed(state, options, failed, slow, now);
    else
        addCounted(state.counted, options.windowSize, failed, slow);
}

WindowTotals totalsAt(const State& state, const Options& options, SteadyTime now)
{
    if (options.window != WindowKind::Time)
        return {state.counted.marks.size(), state.counted.failed, state.counted.slow};
    WindowTotals totals;
    for (const auto& entry : state.window) {
        if (hasLeft(entry, options, now))
            continue;
        totals.calls += entry.calls;
        totals.failed += entry.failed;
        totals.slow += entry.slow;
    }
    return totals;
}

Figures windowFigures(const State& state, const Options& options, SteadyTime now)
{
    const auto totals = totalsAt(state, options, now);
    Figures figures{totals.calls, totals.failed, totals.slow, state.run, {}, {}};
    if (totals.calls >= options.minCalls) {
        figures.failureRate = rateOf(totals.failed, totals.calls);
        figures.slowRate = rateOf(totals.slow, totals.calls);
    }
    return figures;
}

void emptyWindow(State& state)
{
    // Cleared and not made anew: a breaker that opened allocates no more than one that did not.
    state.window.clear();
    state.counted.marks.clear();
    state.counted.next = 0;
    state.counted.failed = 0;
    state.counted.slow = 0;
    state.run = 0;
}

void addSuccesses(State& state, const Options& options, std::uint64_t calls)
{
    if (calls == 0)
        return;
    if (options.window == WindowKind::Time) {
        state.window.back().calls += static_cast<std::uint32_t>(calls);
        return;
    }
    // More of them than the window has places only turn the ring.
    auto& counted = state.counted;
    const auto places = std::uint64_t{options.windowSize};
    const auto added = std::min(calls, 2 * places);
    for (std::uint64_t i = 0; i < added; ++i)
        addCounted(counted, options.windowSize, false, false);
    counted.next = static_cast<std::uint32_t>((counted.next + (calls - added)) % places);
}

std::optional<SteadyTime> lastEntryEnds(const State& state, const Options& options)
{
    if (state.window.empty())
        return std::nullopt;
    return saturatingAdd(state.window.back().at, options.windowLength / resolution);
}

void reserveWindow(State& state, const Options& options)
{
    if (options.window == WindowKind::Time)
        state.window.reserve(resolution + 2);
    else
        state.counted.marks.reserve(options.windowSize);
    state.running.reserve(64);
    state.probes.reserve(std::min<std::uint32_t>(options.halfOpenPermits, 64));
}

} // namespace rungwatch::breaker
