// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/metrics_profiles.h"

#include "rungwatch/formats/document.h"

#include <algorithm>
#include <cmath>

namespace rungwatch::formats {

namespace {

/// What a library calls its outcomes, and what telemetry calls them.
struct Outcome {
    std::string_view said;
    std::string_view counter;
};

constexpr Outcome resilience4jKinds[]{
    {"successful", "ok"}, {"failed", "failed"}, {"ignored", "ignored"}, {"not_permitted", "not_permitted"}};
// A timeout is counted as a failure as well.
constexpr Outcome opossumEvents[]{{"success", "ok"}, {"failure", "failed"}, {"reject", "not_permitted"}};
/// Words that only a circuit has: a metric of another's with the labels name and event is left alone.
constexpr std::string_view opossumWords[]{"fire", "success", "failure", "reject", "timeout", "open", "close",
    "halfOpen", "fallback", "cacheHit", "cacheMiss", "semaphoreLocked", "healthCheckFailed"};

template <std::size_t N>
void putCount(BreakerReading& breaker, const Outcome (&outcomes)[N], std::string_view said, const Sample& sample)
{
    for (const auto& outcome : outcomes)
        if (const auto count = countOf(sample); outcome.said == said && count)
            breaker.calls.insert_or_assign(std::string(outcome.counter), *count);
}

/// -1 means that there are not enough calls yet.
std::optional<Percent> rateOf(const Sample& sample)
{
    return sample.value >= 0 && sample.value <= 100 ? Percent::from(sample.value) : std::nullopt;
}

bool isOpossumCounter(const Sample& sample)
{
    const auto event = labelOf(sample, "event");
    const bool known = std::find(std::begin(opossumWords), std::end(opossumWords), event) != std::end(opossumWords);
    return known && sample.labels.contains("name") && !sample.labels.contains("quantile")
        && !sample.name.ends_with("_sum") && !sample.name.ends_with("_count");
}

} // namespace

bool applyResilience4jMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    constexpr std::string_view prefix{"resilience4j_"};
    StateSeries states;
    bool any = false;
    for (const auto& sample : samples) {
        const std::string_view name = sample.name;
        if (!name.starts_with(prefix))
            continue;
        any = true;
        const auto what = name.substr(prefix.size());
        const auto who = labelOf(sample, "name");
        if (!what.starts_with("circuitbreaker_") || who.empty())
            continue;
        if (what == "circuitbreaker_state" && sample.labels.contains("state"))
            states.add(who, labelOf(sample, "state"), sample.value);
        else if (what == "circuitbreaker_state") {
            // Other code's series of that name: its number means nothing here.
            flag(out.reading, "ambiguous-number");
            static_cast<void>(out.breaker(who));
        } else if (what == "circuitbreaker_failure_rate")
            out.breaker(who).failureRate = rateOf(sample);
        else if (what == "circuitbreaker_slow_call_rate")
            out.breaker(who).slowRate = rateOf(sample);
        else if (what == "circuitbreaker_calls_seconds_count" || what.starts_with("circuitbreaker_not_permitted_calls"))
            putCount(out.breaker(who), resilience4jKinds, labelOf(sample, "kind"), sample);
    }
    states.apply(out);
    return any;
}

bool applyOpossumMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    // The prefix is free, so the family is found by its words: one that counts fires is a circuit's.
    const auto fires = std::find_if(samples.begin(), samples.end(),
        [](const Sample& sample) { return isOpossumCounter(sample) && labelOf(sample, "event") == "fire"; });
    if (fires == samples.end())
        return false;
    // A circuit's counters stand in the order of their first event: by name is steadier.
    std::set<std::string> names;
    for (const auto& sample : samples)
        if (sample.name == fires->name && isOpossumCounter(sample))
            names.insert(labelOf(sample, "name"));
    for (const auto& name : names)
        static_cast<void>(out.breaker(name));
    for (const auto& sample : samples) {
        if (sample.name != fires->name || !isOpossumCounter(sample))
            continue;
        auto& breaker = out.breaker(labelOf(sample, "name"));
        putCount(breaker, opossumEvents, labelOf(sample, "event"), sample);
        if (labelOf(sample, "event") == "open")
            breaker.opened = countOf(sample);
    }
    return true;
}

bool applyPollyMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    bool any = false;
    for (const auto& sample : samples) {
        if (!sample.name.starts_with("resilience_polly_strategy_events"))
            continue;
        any = true;
        const auto event = labelOf(sample, "event_name");
        if (event != "OnCircuitOpened" && event != "OnCircuitHalfOpened" && event != "OnCircuitClosed")
            continue;
        const auto pipeline = labelOf(sample, "pipeline_name");
        const auto strategy = labelOf(sample, "strategy_name");
        auto& breaker = out.breaker(strategy.empty() ? pipeline : pipeline + "/" + strategy);
        if (event == "OnCircuitOpened")
            breaker.opened = countOf(sample);
    }
    return any;
}

bool applyFaultToleranceMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    // `ft_circuitbreaker_state_total` is time spent, not a state.
    StateSeries states;
    bool any = false;
    for (const auto& sample : samples) {
        any = any || sample.name.starts_with("ft_circuitbreaker_");
        if (sample.name == "ft_circuitbreaker_state_current")
            states.add(labelOf(sample, "method"), labelOf(sample, "state"), sample.value);
    }
    states.apply(out);
    return any;
}

} // namespace rungwatch::formats
