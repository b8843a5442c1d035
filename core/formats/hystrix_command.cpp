// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/hystrix_command.h"

#include "rungwatch/formats/breaker_words.h"

#include <algorithm>
#include <charconv>

namespace rungwatch::formats {

namespace {

using breaker::Phase;

struct OpenCounts {
    std::uint64_t open{0};
    std::uint64_t closed{0};
};

/// The digits after `{true:` or `,false:` in Turbine's text; 0 where the word is not there.
std::uint64_t countAfter(std::string_view text, std::string_view word)
{
    const auto at = text.find(word);
    if (at == std::string_view::npos)
        return 0;
    auto rest = text.substr(at + word.size());
    const auto first = rest.find_first_not_of(" \":=");
    rest.remove_prefix(std::min(first, rest.size()));
    std::uint64_t count = 0;
    return std::from_chars(rest.data(), rest.data() + rest.size(), count).ec == std::errc{} ? count : 0;
}

/// How many hosts say open and how many closed; nothing where it is one host's own flag.
std::optional<OpenCounts> countsOver(const JsonValue* flag)
{
    if (flag && flag->isObject())
        return OpenCounts{countAt(flag, "true").value_or(0), countAt(flag, "false").value_or(0)};
    if (flag && flag->isText() && flag->text.find('{') != std::string::npos)
        return OpenCounts{countAfter(flag->text, "true"), countAfter(flag->text, "false")};
    return std::nullopt;
}

/// Switched by a property; several hosts say so in the same ways as for the flag.
bool isSet(const JsonValue& event, std::string_view key)
{
    if (const auto counts = countsOver(event.find(key)))
        return counts->open > 0 && counts->closed == 0;
    return truthAt(&event, key).value_or(false);
}

bool isSwitchedOff(const JsonValue& event)
{
    constexpr std::string_view key{"propertyValue_circuitBreakerEnabled"};
    if (const auto counts = countsOver(event.find(key)))
        return counts->closed > 0 && counts->open == 0;
    return truthAt(&event, key) == false;
}

void setState(BreakerReading& breaker, const JsonValue& event)
{
    if (isSet(event, "propertyValue_circuitBreakerForceOpen")) {
        breaker.state = Phase::ForcedOpen;
        return;
    }
    if (isSet(event, "propertyValue_circuitBreakerForceClosed") || isSwitchedOff(event)) {
        breaker.state = Phase::Disabled;
        return;
    }
    if (const auto counts = countsOver(event.find("isCircuitBreakerOpen"))) {
        breaker.instances = counts->open + counts->closed;
        breaker.openInstances = counts->open;
        if (counts->open > 0 && counts->closed > 0)
            breaker.other = OtherBreakerState::Mixed;
        else if (*breaker.instances > 0)
            breaker.state = counts->open > 0 ? Phase::Open : Phase::Closed;
    } else if (const auto open = truthAt(&event, "isCircuitBreakerOpen"))
        breaker.state = *open ? Phase::Open : Phase::Closed;
}

/// Rolling counts by the names of telemetry; they fall as the window moves, unlike counters.
void setFigures(BreakerReading& breaker, const JsonValue& event)
{
    // Turbine sums over hosts: percentages and properties are as many times too large.
    const auto hosts = static_cast<double>(std::max<std::uint64_t>(1, countAt(&event, "reportingHosts").value_or(1)));
    const auto percent = [&](std::string_view key) -> std::optional<Percent> {
        const auto value = numberAt(&event, key);
        const auto shared = value ? *value / hosts : -1;
        return shared >= 0 && shared <= 100 ? Percent::from(shared) : std::nullopt;
    };
    takeRecent(breaker, &event,
        {{"rollingCountSuccess", "ok"}, {"rollingCountFailure", "failed"},
            {"rollingCountShortCircuited", "not_permitted"}});
    // A timeout is a failure with a count of its own.
    if (const auto timeouts = countAt(&event, "rollingCountTimeout"); timeouts && *timeouts > 0)
        breaker.recent["failed"] += *timeouts;
    breaker.failureRate = percent("errorPercentage");
    const auto threshold = percent("propertyValue_circuitBreakerErrorThresholdPercentage");
    // brakes writes a fraction; nobody trips at one percent or less.
    breaker.tripRate = threshold && threshold->milli <= 1000 ? Percent{threshold->milli * 100} : threshold;
    if (const auto volume = numberAt(&event, "propertyValue_circuitBreakerRequestVolumeThreshold");
        volume && *volume >= 0)
        breaker.minCalls = static_cast<std::uint64_t>(std::min(*volume / hosts, 1e15));
}

} // namespace

const JsonValue* hystrixEventIn(const JsonValue& root)
{
    if (!root.isObject())
        return nullptr;
    const auto* wrapped = objectAt(&root, "data");
    return wrapped && !root.has("type") ? wrapped : &root;
}

BreakerReading hystrixBreakerFrom(const JsonValue& event)
{
    BreakerReading breaker;
    breaker.name = textAt(&event, "name");
    setState(breaker, event);
    setFigures(breaker, event);
    return breaker;
}

} // namespace rungwatch::formats
