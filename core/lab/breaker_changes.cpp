// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/located_json.h"
#include "rungwatch/base/strict_object.h"
#include "rungwatch/breaker/read_options.h"
#include "rungwatch/lab/breaker_what_if.h"

#include <algorithm>
#include <array>
#include <set>

namespace rungwatch::lab {

namespace {

constexpr std::array<std::string_view, 12> breakerKeys{"window", "failure_threshold", "failure_rate_pct",
    "slow_rate_pct", "slow_ms", "min_calls", "cooldown_s", "cooldown_spread_pct", "half_open_permits", "close_after",
    "probe_timeout_s", "max_half_open_s"};

/// As the fleet file would have it: "time:30" is {"kind": "time", "seconds": 30}.
std::string windowText(std::string_view value)
{
    const auto colon = value.find(':');
    const auto kind = std::string(value.substr(0, colon));
    const auto number = colon == std::string_view::npos ? std::string{} : std::string(value.substr(colon + 1));
    const auto length = number.empty() ? std::string{} : (kind == "time" ? ", \"seconds\": " : ", \"size\": ") + number;
    return "{\"kind\": \"" + kind + "\"" + length + "}";
}

std::string withFound(const std::string& message, const std::string& value)
{
    return message.find("found") == std::string::npos ? message + ", found \"" + value + "\"" : message;
}

bool isPlain(std::string_view value)
{
    return !value.empty() && std::ranges::all_of(value, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == ':' || c == '_';
    });
}

/// Read as the fleet file's own, so that names, units and ranges are the same ones.
Result<breaker::Options> withText(const std::string& text, breaker::Options options)
{
    const auto document = parseJson(text);
    if (!document)
        return Error{"bad-argument", "expected a number", {}};
    Faults faults;
    const auto read = breaker::readOptions(document->root, {}, faults, std::move(options));
    if (faults.any())
        return Error{"bad-argument", faults.first().message, {}};
    return read;
}

} // namespace

bool isBreakerKey(std::string_view key)
{
    return std::ranges::find(breakerKeys, key) != breakerKeys.end();
}

std::optional<Error> setBreakerChange(BreakerChanges& changes, const BreakerRecording& recording,
    const std::string& service, const std::string& key, const std::string& value)
{
    const auto where = service.empty() ? key : service + "." + key;
    if (!isPlain(value))
        return Error{"bad-argument", "expected a value as the fleet file has it, found \"" + value + "\"", where};
    const auto text = "{\"" + key + "\": " + (key == "window" ? windowText(value) : value) + "}";
    const auto apply = [text, counts = key == "failure_threshold"](breaker::Options options) {
        if (counts) // a count or a rate decides, not both
            options.failureRate.reset();
        return withText(text, std::move(options));
    };
    std::set<std::string> found;
    for (const auto& stretch : recording.stretches)
        for (const auto& endpoint : stretch.endpoints) {
            if (!service.empty() && endpoint.service != service)
                continue;
            found.insert(endpoint.service);
            const auto changed = apply(changedOptions(changes, endpoint));
            if (!changed)
                return Error{"bad-argument", withFound(changed.error().message, value), where};
        }
    if (found.empty())
        return Error{"unknown-service", "expected the name of a recorded service, found \"" + service + "\"", where};
    for (const auto& name : found)
        changes[name].push_back([apply](breaker::Options options) {
            const auto changed = apply(options);
            return changed ? *changed : options;
        });
    return std::nullopt;
}

breaker::Options changedOptions(const BreakerChanges& changes, const RecordedEndpoint& endpoint)
{
    auto options = endpoint.options;
    if (const auto found = changes.find(endpoint.service); found != changes.end())
        for (const auto& change : found->second)
            options = change(std::move(options));
    return options;
}

} // namespace rungwatch::lab
