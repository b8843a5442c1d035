// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/prometheus_text.h"

#include "rungwatch/formats/metrics_profiles.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Whether metrics are told by a comment of theirs, or by more than half of the lines.
bool mostLinesAreSamples(std::string_view text)
{
    std::size_t samples = 0;
    std::size_t others = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.starts_with("# HELP ") || line.starts_with("# TYPE "))
            return true;
        if (line.empty() || line.starts_with('#'))
            continue;
        ++(sampleFrom(line, Dialect::Prometheus) ? samples : others);
    }
    return samples > others;
}

} // namespace

bool looksLikePrometheusText(const Document& document)
{
    const bool json = document.text.starts_with('[') || document.text.starts_with("{}")
        || (document.text.starts_with('{') && document.header("content-type").find("json") != std::string_view::npos);
    if (json || document.text.starts_with('<'))
        return false;
    return (document.header("content-type").find("version=0.0.4") != std::string_view::npos && !document.text.empty())
        || mostLinesAreSamples(document.text);
}

Result<Reading> readPrometheusText(const Document& document)
{
    return readMetrics(document, "prometheus-text");
}

Result<Reading> readMetrics(const Document& document, std::string_view format)
{
    const auto dialect = format == "openmetrics" ? Dialect::OpenMetrics : Dialect::Prometheus;
    auto exposition = parseExposition(document.answer.body, dialect);
    if (!exposition)
        return exposition.error();
    Reading reading;
    reading.format = format;
    applyMetricsProfiles(exposition.value(), reading);
    if (reading.breakers.size() > maxComponents || reading.components.size() > maxComponents)
        return Error{"too-large", "more than 5000 breakers or components", {}};
    if (exposition->badLines > 0)
        flag(reading, "bad-row");
    if (exposition->truncatedTail)
        flag(reading, "truncated-tail");
    if (exposition->dataAfterEof)
        flag(reading, "data-after-eof");
    auto& metrics = reading.metrics.emplace();
    if (dialect == Dialect::OpenMetrics)
        metrics.eof = exposition->eof;
    metrics.samples = std::move(exposition.value().samples);
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
