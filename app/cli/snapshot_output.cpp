// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/snapshot_output.h"

#include "app/poll/plain_text.h"
#include "rungwatch/base/codec.h"

#include <fmt/format.h>

namespace rungwatch::cli {

using namespace fleet;

namespace {

/// The steady time that belongs to a wall time at or after the state's last event.
SteadyTime steadyAt(const FleetState& state, WallTime at)
{
    return at <= state.wall ? state.steady : saturatingAdd(state.steady, at - state.wall);
}

void writeEndpoints(JsonWriter& json, const FleetState& state, SteadyTime now)
{
    const auto& refs = endpointsOf(*state.policy);
    json.beginArray();
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const auto& source = state.policy->services[refs[i].service].sources[refs[i].source];
        json.beginObject();
        json.member("name", endpointName(*state.policy, refs[i]));
        json.member("url", source.url);
        json.member("age_s", ageAt(*state.endpoints[i], now));
        json.member("freshness_now", freshnessAt(*state.endpoints[i], source, now));
        json.writeFields(state.endpoints[i].get());
        json.end();
    }
    json.end();
}

void writeServices(JsonWriter& json, const FleetState& state)
{
    json.beginArray();
    for (std::size_t i = 0; i < state.services.size(); ++i) {
        json.beginObject();
        json.member("name", state.policy->services[i].name);
        json.writeFields(state.services[i].get());
        json.end();
    }
    json.end();
}

std::string line(const std::string& text)
{
    return poll::plainText(text, 400) + "\n";
}

std::string ageText(const std::optional<Duration>& age)
{
    return age ? fmt::format("{:.1f} s old", toSeconds(*age)) : std::string("age unknown");
}

} // namespace

std::string snapshotJson(const FleetState& state, WallTime at)
{
    JsonWriter json;
    json.beginObject();
    json.member("at", at);
    json.member("seq", state.seq);
    json.member("last_event_at", state.wall);
    json.member("hash", fmt::format("{:016x}", hashOf(state)));
    json.member("level", state.level);
    json.member("why", state.why);
    json.member("blind", state.blind);
    json.member("dropped", state.dropped);
    if (state.policy) {
        json.member("fleet", state.policy->name);
        json.key("services");
        writeServices(json, state);
        json.key("endpoints");
        writeEndpoints(json, state, steadyAt(state, at));
    }
    json.member("features", state.features);
    json.member("control", state.control);
    json.end();
    return json.str();
}

std::string snapshotText(const FleetState& state, WallTime at)
{
    auto text = line(fmt::format("{}  event {}  fleet {}{}", rfc3339(at), state.seq, nameOf(state.level),
        state.why.empty() ? "" : "  (" + state.why + ")"));
    if (!state.policy)
        return text;
    for (std::size_t i = 0; i < state.services.size(); ++i) {
        const auto& service = state.services[i].get();
        text += line(fmt::format("service {}: {}{}", state.policy->services[i].name, nameOf(service.level),
            service.why.empty() ? "" : "  (" + service.why + ")"));
    }
    const auto& refs = endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const auto& endpoint = state.endpoints[i].get();
        text += line(fmt::format("own:{}: breaker {}, {}, {}{}", endpointName(*state.policy, refs[i]),
            nameOf(endpoint.breaker.phase), nameOf(endpoint.freshness), ageText(ageAt(endpoint, steadyAt(state, at))),
            endpoint.troubleWord.empty() ? "" : ", " + fleet::spoken(endpoint.troubleWord)));
        for (const auto& breaker : endpoint.reading->breakers)
            text += line(fmt::format("{}/{}: {}", state.policy->services[refs[i].service].name, breaker.name,
                breaker.state ? nameOf(*breaker.state) : std::string_view("unknown")));
    }
    for (const auto& [name, feature] : state.features)
        text += line(fmt::format("feature {}: {}{}", name, feature->mode ? nameOf(*feature->mode) : "unknown",
            feature->killed ? ", kill switch engaged" : ""));
    return text;
}

} // namespace rungwatch::cli
