// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/whatif_output.h"
#include "rungwatch/base/codec.h"

namespace rungwatch::cli {

namespace {

/// An array of objects, one a value.
template <class Values, class Members>
void writeArray(JsonWriter& json, const char* key, const Values& values, const Members& members)
{
    json.key(key);
    json.beginArray();
    for (const auto& value : values) {
        json.beginObject();
        members(value);
        json.end();
    }
    json.end();
}

void write(JsonWriter& json, const lab::Lane& lane, const lab::WhatIfFeature& feature)
{
    const auto figures = figuresOf(lane, feature);
    std::string letters;
    for (const auto& interval : lane)
        letters += interval.mode ? nameOf(*interval.mode).front() : '?';
    json.beginObject();
    json.member("modes", letters);
    json.member("trips", figures.trips);
    json.member("returns", figures.returns);
    json.member("switches", figures.switches);
    json.member("degraded_intervals", figures.degradedIntervals);
    json.member("degraded_s", figures.degradedFor);
    json.member("estimated_intervals", figures.estimatedIntervals);
    json.member("served", figures.served);
    json.member("unavailable", figures.unavailable);
    json.member("queued", figures.queued);
    json.member("required_on_small_model", figures.requiredOnSmallModel);
    json.end();
}

void writeDifferences(JsonWriter& json, const lab::WhatIfFeature& feature)
{
    json.beginArray();
    for (std::size_t i = 0; i < feature.recorded.size(); ++i) {
        const auto& was = feature.recorded[i];
        const auto& otherwise = feature.otherwise[i];
        if (was.mode == otherwise.mode && was.served == otherwise.served)
            continue;
        json.beginObject();
        json.member("interval", was.n);
        json.member("life", was.life);
        json.member("mode", was.mode);
        json.member("what_if_mode", otherwise.mode);
        json.member("served", was.served);
        json.member("what_if_served", otherwise.served);
        json.member("estimated", otherwise.estimated);
        json.end();
    }
    json.end();
}

void write(JsonWriter& json, const lab::BreakerLane& lane)
{
    json.beginObject();
    json.member("openings", lane.openings);
    json.member("open_s", lane.timeOpen);
    json.member("refused", lane.refused);
    writeArray(json, "moves", lane.moves, [&](const auto& move) {
        json.member("at", move.at);
        json.member("from", move.from);
        json.member("to", move.to);
        json.member("cause", move.cause);
        json.member("estimated", move.estimated);
    });
    writeArray(json, "estimated", lane.estimated, [&](const auto& span) {
        json.member("from", span.from);
        json.member("to", span.to);
    });
    json.end();
}

} // namespace

std::string whatIfJson(const WhatIf& whatIf)
{
    JsonWriter json;
    json.beginObject();
    writeArray(json, "features", whatIf.features, [&](const lab::WhatIfFeature& feature) {
        json.member("feature", feature.name);
        json.member("service", feature.service);
        json.key("recorded");
        write(json, feature.recorded, feature);
        json.key("what_if");
        write(json, feature.otherwise, feature);
        json.key("differences");
        writeDifferences(json, feature);
    });
    writeArray(json, "breakers", whatIf.breakers, [&](const lab::WhatIfBreaker& breaker) {
        json.member("breaker", "own:" + breaker.endpoint);
        json.key("recorded");
        write(json, breaker.recorded);
        json.key("what_if");
        write(json, breaker.otherwise);
        json.member("differs", !(breaker.recorded == breaker.otherwise));
    });
    json.member("breakers_end_early", whatIf.breakersEndEarly);
    json.end();
    return json.str() + '\n';
}

} // namespace rungwatch::cli
