// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/spring_entry.h"

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

std::string springStatus(const JsonValue* entry)
{
    const auto word = textAt(entry, "status");
    return word.empty() ? textAt(objectAt(entry, "status"), "code") : word;
}

std::string springDescription(const JsonValue* entry)
{
    const auto text = textAt(entry, "description");
    return text.empty() ? textAt(objectAt(entry, "status"), "description") : text;
}

void addHystrixBreakers(Reading& reading, const JsonValue* holder)
{
    for (auto& name : textsAt(holder, "openCircuitBreakers")) {
        auto& breaker = reading.breakers.emplace_back();
        breaker.name = std::move(name);
        breaker.state = breaker::Phase::Open;
    }
}

std::optional<BreakerReading> springBreaker(const JsonValue* details, Reading& reading)
{
    if (!details || !details->has("state") || !(details->has("failureRate") || details->has("bufferedCalls")))
        return std::nullopt;
    BreakerReading breaker;
    setState(breaker, breakerState(details->find("state"), StateNumbers::Resilience4j), reading);
    // A rate of -1 % says that there were too few calls: percentAt() takes it as not said. The counts beside it are of
    // the window and no lifetime totals, so they stay out.
    breaker.failureRate = percentAt(details, "failureRate");
    breaker.slowRate = percentAt(details, "slowCallRate");
    breaker.tripRate = percentAt(details, "failureRateThreshold");
    return breaker;
}

} // namespace rungwatch::formats
