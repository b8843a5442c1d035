// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/health_document.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rungwatch {

namespace {

/// "['s3', 'lambda']": the seed's notation. For people; a reader never parses it.
std::string listed(const std::vector<std::string>& names)
{
    std::string text = "[";
    for (const auto& name : names)
        text += (text.size() > 1 ? ", '" : "'") + name + "'";
    return text + "]";
}

std::string messageOf(
    HealthLevel level, const std::vector<std::string>& criticalDown, const std::vector<std::string>& optionalDown)
{
    switch (level) {
    case HealthLevel::Unavailable:
        return "Critical services unavailable: " + listed(criticalDown);
    case HealthLevel::Critical:
        return "Some critical services degraded: " + listed(criticalDown);
    case HealthLevel::Degraded:
        return "Optional services unavailable: " + listed(optionalDown);
    default:
        return "All services operating normally";
    }
}

/// The reason that the document gives: what was said, or what it is when nothing was.
std::string errorOf(const Check& check)
{
    if (!check.error.empty())
        return check.error;
    switch (check.status) {
    case CheckStatus::TimedOut:
        return "timed out";
    case CheckStatus::NotChecked:
        return "not checked yet";
    default:
        return {};
    }
}

} // namespace

int httpStatusOf(HealthLevel level)
{
    return level == HealthLevel::Healthy || level == HealthLevel::Degraded ? 200 : 503;
}

int HealthDocument::httpStatus() const
{
    return httpStatusOf(level);
}

HealthDocument healthDocument(std::vector<Check> checks)
{
    HealthDocument document;
    std::vector<std::string> criticalDown;
    std::vector<std::string> optionalDown;
    for (const auto& check : checks) {
        if (check.healthy())
            document.available.push_back(check.name);
        else
            (check.critical ? criticalDown : optionalDown).push_back(check.name);
    }
    document.level = rollUp(checks);
    document.message = messageOf(document.level, criticalDown, optionalDown);
    document.degraded = criticalDown;
    document.degraded.insert(document.degraded.end(), optionalDown.begin(), optionalDown.end());
    document.checks = std::move(checks);
    return document;
}

std::string HealthDocument::json() const
{
    auto services = nlohmann::ordered_json::array();
    for (const auto& check : checks) {
        const auto error = errorOf(check);
        nlohmann::ordered_json service;
        service["name"] = check.name;
        service["status"] = check.healthy() ? "healthy" : "unhealthy";
        service["latency_ms"] = std::round(toSeconds(check.latency) * 1e4) / 10.0;
        service["critical"] = check.critical;
        if (error.empty())
            service["error"] = nullptr;
        else
            service["error"] = error;
        if (check.age)
            service["age_s"] = std::round(toSeconds(*check.age) * 1e3) / 1e3;
        services.push_back(std::move(service));
    }
    nlohmann::ordered_json body;
    body["status"] = nameOf(level);
    body["message"] = message;
    body["available_features"] = available;
    body["degraded_features"] = degraded;
    body["services"] = std::move(services);
    return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace rungwatch
