// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/resilience4j_update.h"

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

bool looksLikeResilience4jUpdate(const Document& document)
{
    return document.root.isObject() && document.root.has("circuitBreakerName") && document.root.has("currentState");
}

Result<Reading> readResilience4jUpdate(const Document& document)
{
    const auto& root = document.root;
    const auto name = textAt(&root, "circuitBreakerName");
    if (name.empty() || textAt(&root, "currentState").empty())
        return Error{"unknown-format", "no breaker with its state after the change", {}};

    Reading reading;
    reading.format = "resilience4j-update-state";
    reading.profile = "resilience4j";
    reading.flags = document.flags;
    reading.message = textAt(&root, "message");
    auto& breaker = reading.breakers.emplace_back();
    breaker.name = name;
    setState(breaker, breakerState(root.find("currentState"), StateNumbers::Resilience4j), reading);
    reading.accepted = document.status >= 200 && document.status < 300;
    return reading;
}

} // namespace rungwatch::formats
