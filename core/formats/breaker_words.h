// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

/// \file
/// State words and numbers of the breaker libraries (FORMATS 5.0), and what they mean for a level.

namespace rungwatch::formats {

/// Whose numbers they are. The same number is another state in another library, so none is ever guessed.
enum class StateNumbers { Unnamed, Gobreaker, FailsafeGo, Cockatiel, Resilience4j, Armeria };
constexpr std::array<std::string_view, 6> enumNames(StateNumbers)
{
    return {"", "gobreaker", "failsafe-go", "cockatiel", "resilience4j", "armeria"};
}

/// Neither `state` nor `other`: not known.
struct StateWord {
    std::optional<breaker::Phase> state;
    std::optional<OtherBreakerState> other;
    /// It stands in no table. "unknown" does.
    bool unknownWord{false};
    /// A bare number other than 0 of a library that nobody named.
    bool ambiguousNumber{false};

    [[nodiscard]] bool known() const { return state || other; }
};

/// Compared as level words are: "Half-Open" is "half_open".
[[nodiscard]] StateWord breakerWord(std::string_view word);
[[nodiscard]] StateWord breakerNumber(double number, StateNumbers numbers);
/// A word, a number, or a number as text; not known for anything else.
[[nodiscard]] StateWord breakerState(const JsonValue* value, StateNumbers numbers);

/// Puts it into `breaker` and its oddities into `reading`.
void setState(BreakerReading& breaker, const StateWord& word, Reading& reading);
/// In upper case as FORMATS writes it: "HALF_OPEN", "METRICS_ONLY", "UNKNOWN".
[[nodiscard]] std::string shownState(const BreakerReading& breaker);

/// The service's level from nothing but its breakers: any that is open, trying, mixed or not known makes it DEGRADED,
/// never worse, as fallbacks serve. Switched-off protection raises nothing. Nothing where there is no breaker.
[[nodiscard]] std::optional<HealthLevel> levelOf(const std::vector<BreakerReading>& breakers);
/// The level of a breaker that is shown as a component; Unknown where no state tells.
[[nodiscard]] HealthLevel componentLevelOf(const BreakerReading& breaker);

/// A producer's name of a count, and telemetry's.
struct CountName {
    std::string_view said;
    std::string_view counter;
};

/// Counts of the present window (`recent`), as far as they are said.
void takeRecent(BreakerReading& breaker, const JsonValue* counts, std::initializer_list<CountName> names);

} // namespace rungwatch::formats
