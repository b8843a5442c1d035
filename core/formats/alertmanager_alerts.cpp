// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/alertmanager_alerts.h"

namespace rungwatch::formats {

bool looksLikeAlertmanagerAlerts(const Document& document)
{
    const auto& root = document.root;
    // An empty list is as well Consul's "no instance": only a pin tells.
    return root.isArray() && !root.items.empty() && root.items.front().isObject() && root.items.front().has("labels")
        && root.items.front().has("startsAt");
}

Result<Reading> readAlertmanagerAlerts(const Document& document)
{
    if (!document.root.isArray())
        return Error{"unknown-format", "expected a list of alerts", {}};
    if (document.root.items.size() > maxComponents)
        return Error{"too-large", "more than 5000 alerts", {}};
    Reading reading;
    reading.format = "alertmanager-alerts";
    reading.flags = document.flags;
    reading.level = HealthLevel::Healthy;
    auto& alerts = reading.alerts.emplace();
    for (const auto& entry : document.root.items) {
        const auto* labels = objectAt(&entry, "labels");
        const auto severity = textAt(labels, "severity");
        auto state = textAt(objectAt(&entry, "status"), "state");
        if (state == "active")
            reading.level = worse(*reading.level,
                severity == "critical" || severity == "page" ? HealthLevel::Critical : HealthLevel::Degraded);
        alerts.push_back(
            {textAt(labels, "alertname"), std::move(state), severity, timeAt(&entry, "startsAt"), textsOf(labels)});
    }
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
