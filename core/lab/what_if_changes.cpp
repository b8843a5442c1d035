// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/what_if.h"

#include <algorithm>
#include <charconv>

namespace rungwatch::lab {

namespace {

/// "recommendations.hold=1" in its parts; `scope` is empty where none is named.
struct Assignment {
    std::string scope;
    std::string key;
    std::string value;
};

Error wrong(const Assignment& assignment, const std::string& expected)
{
    const auto where = assignment.scope.empty() ? assignment.key : assignment.scope + "." + assignment.key;
    return Error{"bad-argument", "expected " + expected + ", found \"" + assignment.value + "\"", where};
}

std::optional<std::int64_t> whole(std::string_view text, std::int64_t least, std::int64_t most)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < least || value > most)
        return std::nullopt;
    return value;
}

std::optional<double> number(std::string_view text, double above, double most)
{
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !(value > above) || !(value <= most))
        return std::nullopt;
    return value;
}

/// What a controller's key is set to; false where the key is none of a controller.
bool setController(ControllerChange& change, const Assignment& assignment, std::optional<Error>& fault)
{
    const auto& value = assignment.value;
    const auto take = [&](auto& into, const auto& read, const char* expected, auto&& made) {
        if (read)
            into = made(*read);
        else
            fault = wrong(assignment, expected);
        return true;
    };
    if (assignment.key == "hold")
        return take(change.hold, whole(value, 1, 1'000), "1 to 1000 intervals",
            [](std::int64_t n) { return static_cast<std::uint32_t>(n); });
    if (assignment.key == "min_requests")
        return take(change.minRequests, whole(value, 0, 1'000'000'000), "0 to 1000000000 calls",
            [](std::int64_t n) { return static_cast<std::uint64_t>(n); });
    if (assignment.key == "max_error_pct")
        return take(change.maxError, number(value, 0, 100), "more than 0 and at most 100",
            [](double percent) { return *Percent::from(percent); });
    if (assignment.key == "max_p95_s")
        return take(change.maxP95, number(value, 0, 86'400), "more than 0 and at most 86400 seconds", [](double s) {
            return std::optional(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(s)));
        });
    if (assignment.key != "latency_trigger")
        return false;
    if (value != "false")
        fault = wrong(assignment, "false (it is on as recorded)");
    change.maxP95 = std::optional<Duration>{};
    return true;
}

std::optional<Error> setKill(Changes& changes, const Assignment& assignment)
{
    const auto dash = assignment.value.find('-');
    const auto first = whole(assignment.value.substr(0, dash), 0, 1'000'000'000);
    const auto last =
        dash == std::string::npos ? first : whole(assignment.value.substr(dash + 1), first.value_or(0), 1'000'000'000);
    if (!first || !last)
        return wrong(assignment, "an interval, or the first and the last such as 11-47");
    changes.kills.push_back({assignment.scope, static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last)});
    return std::nullopt;
}

/// By the rung's name or its kind.
std::optional<Error> setRungOff(
    Changes& changes, const std::vector<const RecordedFeature*>& features, const Assignment& assignment)
{
    bool found = false;
    for (const auto* feature : features)
        for (const auto& rung : feature->ladder)
            if (rung.name == assignment.value || nameOf(rung.kind) == assignment.value) {
                if (isHonestEnd(rung.kind))
                    return wrong(assignment, "another rung than the honest end");
                changes.rungsOff.emplace(feature->name, rung.name);
                found = true;
            }
    return found ? std::nullopt : std::optional(wrong(assignment, "a rung of the recorded ladders"));
}

std::optional<Error> setLimit(Changes& changes, const Recording& recording, const Assignment& assignment)
{
    const auto limit = whole(assignment.value, 0, 2'147'483'647);
    if (!limit)
        return wrong(assignment, "0 to 2147483647 requests an interval");
    const bool known = std::ranges::any_of(recording.features, [&](const RecordedFeature& feature) {
        return std::ranges::any_of(feature.intervals,
            [&](const RecordedInterval& interval) { return interval.limits.contains(assignment.scope); });
    });
    if (!known)
        return wrong(assignment, "the name of a recorded capacity before \".limit\"");
    changes.limits[assignment.scope] = *limit;
    return std::nullopt;
}

std::vector<const RecordedFeature*> scoped(const Recording& recording, const std::string& scope)
{
    std::vector<const RecordedFeature*> features;
    for (const auto& feature : recording.features)
        if (scope.empty() || feature.name == scope)
            features.push_back(&feature);
    return features;
}

} // namespace

std::optional<Error> setChange(Changes& changes, const Recording& recording, std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        return Error{"bad-argument", "expected KEY=VALUE", std::string(text)};
    const auto name = text.substr(0, equals);
    const auto dot = name.rfind('.');
    Assignment assignment{{}, std::string(name), std::string(text.substr(equals + 1))};
    if (dot != std::string_view::npos) {
        assignment.scope = name.substr(0, dot);
        assignment.key = name.substr(dot + 1);
    }
    if (assignment.key == "limit")
        return setLimit(changes, recording, assignment);
    const auto features = scoped(recording, assignment.scope);
    if (features.empty())
        return Error{"unknown-feature", "expected the name of a recorded feature, found \"" + assignment.scope + "\"",
            std::string(name)};
    if (assignment.key == "forbid" || assignment.key == "undrilled")
        return setRungOff(changes, features, assignment);
    if (assignment.key == "kill")
        return assignment.scope.empty() ? wrong(assignment, "a feature before \".kill\"")
                                        : setKill(changes, assignment);
    std::optional<Error> fault;
    for (const auto* feature : features)
        if (!setController(changes.controllers[feature->name], assignment, fault))
            return Error{"unknown-key",
                "expected hold, max_error_pct, max_p95_s, latency_trigger, min_requests, kill, forbid, undrilled or "
                "CAPACITY.limit",
                std::string(name)};
    return fault;
}

Changes changesOf(const Recording& recording, const fleet::Policy& policy)
{
    Changes changes;
    for (const auto& feature : recording.features) {
        const auto said = std::ranges::find(policy.features, feature.name, &fleet::FeaturePolicy::name);
        if (said == policy.features.end())
            continue;
        const auto& controller = said->modeController;
        if (controller.maxError != feature.controller.maxError || controller.maxP95 != feature.controller.maxP95
            || controller.hold != feature.controller.hold || controller.minRequests != feature.controller.minRequests)
            changes.controllers[feature.name] = {
                controller.maxError, controller.maxP95, controller.hold, controller.minRequests};
        for (const auto& forbidden : said->ladder.forbidden)
            for (const auto& rung : feature.ladder)
                if (rung.kind == forbidden.kind)
                    changes.rungsOff.emplace(feature.name, rung.name);
    }
    return changes;
}

} // namespace rungwatch::lab
