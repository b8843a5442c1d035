// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/prometheus_api.h"

#include "rungwatch/formats/exposition.h"
#include "rungwatch/formats/level_words.h"

#include <cmath>
#include <tuple>

namespace rungwatch::formats {

namespace {

const JsonValue* dataOf(const Document& document)
{
    return objectAt(&document.root, "data");
}

void takeWarnings(const JsonValue& root, MetricsReading& metrics)
{
    for (const auto key : {"warnings", "infos"})
        for (const auto& entry : listAt(&root, key))
            if (entry.isText())
                metrics.warnings.push_back(entry.text);
}

/// The labels of one series; its name is no label here.
Sample seriesFrom(const JsonValue& entry)
{
    Sample sample;
    if (const auto* metric = objectAt(&entry, "metric"))
        for (const auto& [key, value, line] : metric->members) {
            if (!value.isText())
                continue;
            if (key == "__name__")
                sample.name = value.text;
            else
                sample.labels.insert_or_assign(key, value.text);
        }
    return sample;
}

/// `[unix seconds, "text"]`; values are always text.
bool takePair(const JsonValue* pair, Sample& sample)
{
    if (!pair || !pair->isArray() || pair->items.size() != 2)
        return false;
    const auto& [at, value] = std::tie(pair->items[0], pair->items[1]);
    const auto number = value.isText()          ? metricNumber(value.text)
        : value.kind == JsonValue::Kind::Number ? std::optional(value.number)
                                                : std::nullopt;
    if (!number)
        return false;
    sample.value = *number;
    if (at.kind == JsonValue::Kind::Number && std::fabs(at.number) < 9.2e9)
        sample.at = WallTime{Duration{std::llround(at.number * 1e3) * 1'000'000}};
    return true;
}

/// `up` tells of each target; any other series is only a number.
void addTarget(const Sample& sample, Reading& reading)
{
    if (sample.name != "up")
        return;
    const auto label = [&](const char* name) {
        const auto found = sample.labels.find(name);
        return found == sample.labels.end() ? std::string() : found->second;
    };
    Component target;
    target.name = label("job") + "/" + label("instance");
    target.level = sample.value == 1 ? HealthLevel::Healthy
        : sample.value == 0          ? HealthLevel::Unavailable
                                     : HealthLevel::Unknown;
    reading.components.push_back(std::move(target));
}

std::optional<Error> readVector(const JsonValue* data, Reading& reading)
{
    auto& metrics = *reading.metrics;
    const auto& result = listAt(data, "result");
    metrics.series = result.size();
    for (const auto& entry : result) {
        auto sample = seriesFrom(entry);
        if (!takePair(entry.find("value"), sample))
            continue; // a native histogram, or nothing that can be read
        addTarget(sample, reading);
        metrics.samples.push_back(std::move(sample));
    }
    if (reading.components.size() > maxComponents)
        return Error{"too-large", "more than 5000 targets", "/data/result"};
    return std::nullopt;
}

void readMatrix(const JsonValue* data, MetricsReading& metrics)
{
    const auto& result = listAt(data, "result");
    metrics.series = result.size();
    std::set<std::size_t> lengths;
    for (const auto& entry : result) {
        const auto series = seriesFrom(entry);
        std::size_t points = 0;
        for (const auto& pair : listAt(&entry, "values")) {
            auto sample = series;
            if (!takePair(&pair, sample))
                continue;
            ++points;
            metrics.samples.push_back(std::move(sample));
        }
        lengths.insert(points);
    }
    if (lengths.size() == 1)
        metrics.pointsEach = *lengths.begin();
}

/// Firing alerts count; pending ones are shown.
void readAlerts(const JsonValue* data, Reading& reading)
{
    auto& alerts = reading.alerts.emplace();
    reading.level = HealthLevel::Healthy;
    for (const auto& entry : listAt(data, "alerts")) {
        const auto* labels = objectAt(&entry, "labels");
        alerts.push_back({textAt(labels, "alertname"), textAt(&entry, "state"), textAt(labels, "severity"),
            timeAt(&entry, "activeAt"), textsOf(labels)});
        const auto& alert = alerts.back();
        if (alert.state == "firing")
            reading.level = worse(*reading.level,
                alert.severity == "critical" || alert.severity == "page" ? HealthLevel::Critical
                                                                         : HealthLevel::Degraded);
    }
}

std::optional<Error> readTargets(const JsonValue* data, Reading& reading)
{
    for (const auto& entry : listAt(data, "activeTargets")) {
        const auto* labels = objectAt(&entry, "labels");
        Component target;
        target.name = textAt(labels, "job") + "/" + textAt(labels, "instance");
        target.level = generalLevel(textAt(&entry, "health")).level;
        target.note = textAt(&entry, "lastError");
        reading.components.push_back(std::move(target));
    }
    if (reading.components.size() > maxComponents)
        return Error{"too-large", "more than 5000 targets", "/data/activeTargets"};
    return std::nullopt;
}

/// The query was refused, or the server could not answer it: the type says which.
Error refusal(const JsonValue& root)
{
    return {"bad-data", textAt(&root, "errorType") + ": " + textAt(&root, "error"), "/error"};
}

std::optional<Error> takeData(const JsonValue* data, Reading& reading)
{
    auto& metrics = *reading.metrics;
    metrics.resultType = textAt(data, "resultType");
    if (metrics.resultType == "vector")
        return readVector(data, reading);
    if (metrics.resultType == "matrix") {
        readMatrix(data, metrics);
        return std::nullopt;
    }
    if (metrics.resultType == "scalar" || metrics.resultType == "string") {
        Sample sample;
        if (takePair(data->find("result"), sample))
            metrics.samples.push_back(std::move(sample));
        return std::nullopt;
    }
    if (data && data->has("activeTargets")) {
        metrics.resultType = "targets";
        return readTargets(data, reading);
    }
    if (data && data->has("alerts")) {
        metrics.resultType = "alerts";
        readAlerts(data, reading);
        return std::nullopt;
    }
    return Error{"unknown-format", "neither a result, nor alerts, nor targets", "/data"};
}

} // namespace

bool looksLikePrometheusApi(const Document& document)
{
    const auto status = textAt(&document.root, "status");
    if (status != "success" && status != "error")
        return false;
    const auto* data = dataOf(document);
    return document.root.has("errorType")
        || (data && (data->has("resultType") || data->has("alerts") || data->has("activeTargets")));
}

Result<Reading> readPrometheusApi(const Document& document)
{
    if (textAt(&document.root, "status") == "error")
        return refusal(document.root);
    Reading reading;
    reading.format = "prometheus-api";
    reading.flags = document.flags;
    takeWarnings(document.root, reading.metrics.emplace());
    if (const auto fault = takeData(dataOf(document), reading))
        return *fault;
    if (!reading.level)
        reading.level = levelOf(reading.components);
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
