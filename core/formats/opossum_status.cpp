// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/opossum_status.h"

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

namespace {

using breaker::Phase;

bool isCircuit(const JsonValue& value)
{
    const auto* state = objectAt(&value, "state");
    return state && state->has("halfOpen");
}

/// A disabled circuit keeps its other marks, and in a shutdown they may contradict each other: the order decides.
std::optional<Phase> phaseOf(const JsonValue* state)
{
    if (truthAt(state, "enabled") == false)
        return Phase::Disabled;
    if (truthAt(state, "halfOpen") == true)
        return Phase::HalfOpen;
    if (truthAt(state, "open") == true)
        return Phase::Open;
    if (truthAt(state, "closed") == true)
        return Phase::Closed;
    return std::nullopt;
}

/// Its counts are those of a rolling window, so they are none of the lifetime counters.
BreakerReading breakerFrom(const JsonValue& circuit, Reading& reading)
{
    const auto* state = objectAt(&circuit, "state");
    BreakerReading breaker;
    breaker.state = phaseOf(state);
    takeRecent(breaker, objectAt(&circuit, "status"),
        {{"successes", "ok"}, {"failures", "failed"}, {"rejects", "not_permitted"}});
    if (truthAt(state, "shutdown") == true)
        flag(reading, "shutdown");
    return breaker;
}

} // namespace

bool looksLikeOpossumStatus(const Document& document)
{
    const auto& root = document.root;
    return root.isArray() ? !root.items.empty() && isCircuit(root.items.front()) : isCircuit(root);
}

Result<Reading> readOpossumStatus(const Document& document)
{
    const auto& root = document.root;
    Reading reading;
    reading.format = "opossum-status";
    reading.profile = "opossum";
    reading.flags = document.flags;
    EntryNames names;
    const auto add = [&](const JsonValue& circuit, std::size_t position) {
        reading.breakers.push_back(breakerFrom(circuit, reading));
        reading.breakers.back().name = names.of(textAt(objectAt(&circuit, "state"), "name"), position);
    };
    if (root.items.size() > maxComponents)
        return Error{"too-large", "more than 5000 circuits", {}};
    if (root.isObject())
        add(root, 0);
    for (std::size_t i = 0; i < root.items.size(); ++i)
        add(root.items[i], i);
    if (reading.breakers.empty())
        return Error{"unknown-format", "no circuit with a state", {}};
    reading.level = levelOf(reading.breakers);
    return reading;
}

} // namespace rungwatch::formats
