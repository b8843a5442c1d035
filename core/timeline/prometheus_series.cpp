// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/timeline/prometheus_series.h"

#include "rungwatch/formats/document.h"
#include "rungwatch/formats/metrics_profiles.h"
#include "rungwatch/timeline/source_text.h"

#include <cmath>

namespace rungwatch::timeline {

namespace {

using namespace formats;

bool holds(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

/// Whether a known library's or proxy's names make something of the series.
bool hasProfile(const Series& series)
{
    Exposition exposition;
    exposition.samples.push_back(series.sampleAt(series.points.begin()->first));
    Reading reading;
    applyMetricsProfiles(exposition, reading);
    return !reading.breakers.empty() || !reading.components.empty();
}

SeriesRole roleOf(const Series& series)
{
    if (series.name == "up")
        return SeriesRole::Up;
    if (series.labels.contains("rung") || series.labels.contains("served_by"))
        return SeriesRole::Rung;
    if (series.label("quantile") == "0.95" || holds(series.name, "p95"))
        return SeriesRole::Latency;
    const bool share = holds(series.name, "pct") || holds(series.name, "percent") || holds(series.name, "ratio");
    if (share && holds(series.name, "error") && series.labels.contains("feature"))
        return SeriesRole::Errors;
    return hasProfile(series) ? SeriesRole::Profile : SeriesRole::None;
}

std::optional<WallTime> timeFrom(const JsonValue& value)
{
    if (value.kind != JsonValue::Kind::Number || !(std::fabs(value.number) < 9.2e9))
        return std::nullopt;
    return WallTime{Duration{std::llround(value.number * 1e3) * 1'000'000}};
}

std::size_t takePoints(const JsonValue& entry, Series& series)
{
    std::size_t unread = 0;
    for (const auto& pair : listAt(&entry, "values")) {
        const bool isPair = pair.isArray() && pair.items.size() == 2;
        const auto at = isPair ? timeFrom(pair.items[0]) : std::nullopt;
        const auto value = isPair && pair.items[1].isText() ? metricNumber(pair.items[1].text) : std::nullopt;
        if (at && value)
            series.points.insert_or_assign(*at, *value);
        else
            ++unread;
    }
    return unread;
}

Series headOf(const JsonValue& entry, const std::string& where)
{
    Series series;
    series.where = where;
    for (const auto& [key, value] : textsOf(objectAt(&entry, "metric")))
        (key == "__name__" ? series.name : series.labels[key]) = value;
    series.service = series.label("job").empty() ? series.label("service") : series.label("job");
    return series;
}

} // namespace

std::string Series::label(const std::string& key) const
{
    const auto found = labels.find(key);
    return found == labels.end() ? std::string() : found->second;
}

std::optional<double> Series::valueAt(WallTime at) const
{
    const auto found = points.find(at);
    return found == points.end() || std::isnan(found->second) ? std::nullopt : std::optional(found->second);
}

Sample Series::sampleAt(WallTime at) const
{
    return {name, labels, points.at(at), std::nullopt};
}

std::string Series::shown() const
{
    std::string inside;
    for (const auto& [key, value] : labels)
        inside.append(inside.empty() ? "" : ", ").append(key).append("=\"").append(value).append("\"");
    return name + "{" + inside + "}";
}

Result<std::vector<Series>> seriesOf(const JsonValue& root, ForeignTimeline& timeline)
{
    const auto status = textAt(&root, "status");
    if (status == "error")
        return Error{"bad-data",
            "the query was refused: " + sentence({textAt(&root, "errorType"), textAt(&root, "error")}),
            "/error (line 1)"};
    const auto* data = objectAt(&root, "data");
    const auto type = textAt(data, "resultType");
    if (type != "matrix")
        return Error{"unknown-format", "expected a matrix, as query_range answers, found \"" + type + "\"",
            "/data/resultType (line 1)"};
    std::vector<Series> all;
    const auto& result = listAt(data, "result");
    for (std::size_t i = 0; i < result.size(); ++i) {
        auto series = headOf(result[i], placeOf("/data/result/" + std::to_string(i), result[i]));
        if (const auto unread = takePoints(result[i], series))
            timeline.unplaced.push_back(
                {series.where, std::to_string(unread) + " points that can't be read, of " + series.shown()});
        if (series.points.empty()) {
            timeline.unplaced.push_back({series.where, "a series without values: " + series.shown()});
            continue;
        }
        series.role = roleOf(series);
        if (series.role == SeriesRole::None) {
            timeline.unplaced.push_back({series.where,
                "neither a breaker, nor a rung (label rung or served_by), nor a latency, nor up: " + series.shown()});
            continue;
        }
        all.push_back(std::move(series));
    }
    return all;
}

} // namespace rungwatch::timeline
