// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/breaker_words.h"

#include "rungwatch/formats/level_words.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace rungwatch::formats {

namespace {

using breaker::Phase;

struct Word {
    std::string_view plain;
    Phase phase;
};

constexpr Word words[]{{"closed", Phase::Closed}, {"open", Phase::Open}, {"opened", Phase::Open},
    {"halfopen", Phase::HalfOpen}, {"forcedopen", Phase::ForcedOpen}, {"isolated", Phase::ForcedOpen},
    {"disabled", Phase::Disabled}};

struct Number {
    double value;
    Phase phase;
};

constexpr Number gobreaker[]{{0, Phase::Closed}, {1, Phase::HalfOpen}, {2, Phase::Open}};
constexpr Number failsafeGo[]{{0, Phase::Closed}, {1, Phase::Open}, {2, Phase::HalfOpen}};
constexpr Number cockatiel[]{{0, Phase::Closed}, {1, Phase::Open}, {2, Phase::HalfOpen}, {3, Phase::ForcedOpen}};
constexpr Number resilience4j[]{{0, Phase::Closed}, {1, Phase::Open}, {2, Phase::HalfOpen}, {3, Phase::Disabled},
    {4, Phase::ForcedOpen}}; // 5 is metrics only
constexpr Number armeria[]{{1, Phase::Closed}, {0, Phase::Open}, {0.5, Phase::HalfOpen}};
constexpr Number unnamed[]{{0, Phase::Closed}};

std::span<const Number> tableOf(StateNumbers numbers)
{
    switch (numbers) {
    case StateNumbers::Gobreaker:
        return gobreaker;
    case StateNumbers::FailsafeGo:
        return failsafeGo;
    case StateNumbers::Cockatiel:
        return cockatiel;
    case StateNumbers::Resilience4j:
        return resilience4j;
    case StateNumbers::Armeria:
        return armeria;
    case StateNumbers::Unnamed:
        break;
    }
    return unnamed;
}

std::optional<double> wholeNumber(std::string_view text)
{
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

} // namespace

StateWord breakerWord(std::string_view word)
{
    const auto plain = normalisedWord(word);
    const auto* found =
        std::find_if(std::begin(words), std::end(words), [&](const Word& w) { return w.plain == plain; });
    if (found != std::end(words))
        return {found->phase, {}, false, false};
    if (plain == "metricsonly")
        return {{}, OtherBreakerState::MetricsOnly, false, false};
    if (plain == "mixed")
        return {{}, OtherBreakerState::Mixed, false, false};
    return {{}, {}, plain != "unknown", false};
}

StateWord breakerNumber(double number, StateNumbers numbers)
{
    if (numbers == StateNumbers::Resilience4j && number == 5)
        return {{}, OtherBreakerState::MetricsOnly, false, false};
    for (const auto& entry : tableOf(numbers))
        if (entry.value == number)
            return {entry.phase, {}, false, false};
    return {{}, {}, numbers != StateNumbers::Unnamed, numbers == StateNumbers::Unnamed};
}

StateWord breakerState(const JsonValue* value, StateNumbers numbers)
{
    if (value && value->kind == JsonValue::Kind::Number)
        return breakerNumber(value->number, numbers);
    if (!value || !value->isText())
        return {};
    if (const auto number = wholeNumber(value->text))
        return breakerNumber(*number, numbers);
    return breakerWord(value->text);
}

void setState(BreakerReading& breaker, const StateWord& word, Reading& reading)
{
    breaker.state = word.state;
    breaker.other = word.other;
    if (word.unknownWord)
        flag(reading, "unknown-word");
    if (word.ambiguousNumber)
        flag(reading, "ambiguous-number");
}

std::string shownState(const BreakerReading& breaker)
{
    std::string shown(breaker.state ? nameOf(*breaker.state)
            : breaker.other         ? nameOf(*breaker.other)
                                    : std::string_view("unknown"));
    std::transform(shown.begin(), shown.end(), shown.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return shown;
}

std::optional<HealthLevel> levelOf(const std::vector<BreakerReading>& breakers)
{
    if (breakers.empty())
        return std::nullopt;
    const bool raised = std::any_of(breakers.begin(), breakers.end(), [](const BreakerReading& breaker) {
        if (!breaker.state)
            return breaker.other != OtherBreakerState::MetricsOnly;
        return *breaker.state != Phase::Closed && *breaker.state != Phase::Disabled;
    });
    return raised ? HealthLevel::Degraded : HealthLevel::Healthy;
}

HealthLevel componentLevelOf(const BreakerReading& breaker)
{
    if (!breaker.state)
        return breaker.other == OtherBreakerState::Mixed ? HealthLevel::Degraded : HealthLevel::Unknown;
    switch (*breaker.state) {
    case Phase::Closed:
        return HealthLevel::Healthy;
    case Phase::HalfOpen:
        return HealthLevel::Degraded;
    case Phase::Open:
    case Phase::ForcedOpen:
        return HealthLevel::Unavailable;
    case Phase::Disabled:
        break;
    }
    return HealthLevel::Unknown;
}

void takeRecent(BreakerReading& breaker, const JsonValue* counts, std::initializer_list<CountName> names)
{
    for (const auto& name : names)
        if (const auto count = countAt(counts, name.said))
            breaker.recent.insert_or_assign(std::string(name.counter), *count);
}

} // namespace rungwatch::formats
