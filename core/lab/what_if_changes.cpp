// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/codec.h"
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
    if (value == "false")
        change.maxP95 = std::optional<Duration>{};
    else if (value == "true") // with the recorded limit
        change.maxP95.reset();
    else
        fault = wrong(assignment, "true or false");
    return true;
}

/// "14:05", "14:05:30" or RFC 3339; a time of day is the first at or after `from`.
std::optional<WallTime> momentOf(const std::string& text, WallTime from)
{
    if (const auto whole = fromRfc3339(text))
        return whole;
    const auto day = std::chrono::floor<std::chrono::days>(from);
    const auto date = rfc3339(WallTime{day.time_since_epoch()}).substr(0, 11);
    const auto seconds = text.size() == 5 ? text + ":00" : text;
    if (seconds.size() != 8)
        return std::nullopt;
    const auto at = fromRfc3339(date + seconds + "Z");
    return at && *at < from ? *at + std::chrono::hours{24} : at;
}

constexpr auto killExpected = "the first interval and the last such as 11-47, or times in UTC such as 14:05..14:32";

std::optional<Error> setKillTimes(Changes& changes, const Recording& recording, const Assignment& assignment)
{
    const auto dots = assignment.value.find("..");
    // The minute in which the recording begins is meant, not the one a day later.
    const auto from =
        momentOf(assignment.value.substr(0, dots), std::chrono::floor<std::chrono::minutes>(recording.from));
    const auto to = from ? momentOf(assignment.value.substr(dots + 2), *from) : std::nullopt;
    if (!from || !to || *to <= *from)
        return wrong(assignment, killExpected);
    changes.kills.push_back({assignment.scope, 0, 0, WallSpan{*from, *to}});
    return std::nullopt;
}

std::optional<Error> setKill(Changes& changes, const Recording& recording, const Assignment& assignment)
{
    if (assignment.value.find("..") != std::string::npos)
        return setKillTimes(changes, recording, assignment);
    const auto dash = assignment.value.find('-');
    const auto first = whole(assignment.value.substr(0, dash), 0, 1'000'000'000);
    const auto last =
        dash == std::string::npos ? first : whole(assignment.value.substr(dash + 1), first.value_or(0), 1'000'000'000);
    if (!first || !last)
        return wrong(assignment, killExpected);
    changes.kills.push_back(
        {assignment.scope, static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last), std::nullopt});
    return std::nullopt;
}

/// By the rung's name or its kind.
std::optional<Error> setRung(
    Changes& changes, const std::vector<const RecordedFeature*>& features, const Assignment& assignment)
{
    auto& rungs = assignment.key == "allow" ? changes.rungsOn : changes.rungsOff;
    bool found = false;
    for (const auto* feature : features)
        for (const auto& rung : feature->ladder)
            if (rung.name == assignment.value || nameOf(rung.kind) == assignment.value) {
                if (isHonestEnd(rung.kind))
                    return wrong(assignment, "another rung than the honest end");
                rungs.emplace(feature->name, rung.name);
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
    if (isBreakerKey(assignment.key))
        return setBreakerChange(
            changes.breakers, recording.breakers, assignment.scope, assignment.key, assignment.value);
    const auto features = scoped(recording, assignment.scope);
    if (features.empty() && assignment.scope.empty())
        return Error{
            "nothing-recorded", "expected closed intervals of a feature, but none is recorded", std::string(name)};
    if (features.empty())
        return Error{"unknown-feature", "expected the name of a recorded feature, found \"" + assignment.scope + "\"",
            std::string(name)};
    if (assignment.key == "forbid" || assignment.key == "undrilled" || assignment.key == "allow")
        return setRung(changes, features, assignment);
    if (assignment.key == "kill")
        return assignment.scope.empty() ? wrong(assignment, "a feature before \".kill\"")
                                        : setKill(changes, recording, assignment);
    std::optional<Error> fault;
    for (const auto* feature : features)
        if (!setController(changes.controllers[feature->name], assignment, fault))
            return Error{"unknown-key",
                "expected hold, max_error_pct, max_p95_s, latency_trigger, min_requests, kill, forbid, allow, "
                "undrilled, "
                "CAPACITY.limit or a name of the fleet file's breaker block",
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
    for (const auto& stretch : recording.breakers.stretches)
        for (const auto& endpoint : stretch.endpoints) {
            const auto said = std::ranges::find(policy.services, endpoint.service, &fleet::ServicePolicy::name);
            if (said != policy.services.end() && said->breaker != endpoint.options)
                changes.breakers[endpoint.service] = {[options = said->breaker](const auto&) { return options; }};
        }
    return changes;
}

} // namespace rungwatch::lab
