// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/fleet_file.h"

#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace rungwatch::bookstore {

namespace {

using Json = nlohmann::ordered_json;

Json service(const std::string& name, Json sources)
{
    return Json{{"name", name}, {"sources", std::move(sources)}};
}

Json source(const char* kind, const std::string& url)
{
    return Json{{"kind", kind}, {"url", url}, {"interval_s", 1}, {"timeout_s", 0.8}};
}

Json rung(const Rung& rung)
{
    Json out{{"rung", rung.name}, {"kind", nameOf(rung.kind)}};
    if (!rung.service.empty())
        out["service"] = rung.service;
    if (rung.deadline)
        out["deadline_s"] = toSeconds(*rung.deadline);
    if (!rung.evaluated.empty())
        out["evaluated"] = rung.evaluated;
    if (!rung.message.empty())
        out["message"] = rung.message;
    if (!rung.otherPath.empty())
        out["other_path"] = rung.otherPath;
    return out;
}

Json feature(const Feature& feature)
{
    const auto controller = feature.controller().options();
    Json out{{"name", feature.name()}, {"service", "store"}, {"criticality", feature.script().criticality}};
    out["required"] = feature.required();
    out["ladder"] = Json::array();
    for (const auto& each : feature.ladder().rungs)
        out["ladder"].push_back(rung(each));
    out["forbidden"] = Json::array();
    for (const auto& kind : feature.ladder().forbidden)
        out["forbidden"].push_back({{"kind", nameOf(kind.kind)}, {"reason", kind.reason}});
    out["mode_controller"] = {{"max_error_pct", controller.maxError.value()},
        {"max_p95_s", toSeconds(*controller.maxP95)}, {"hold", controller.hold}, {"interval_s", 60},
        {"min_requests", controller.minRequests}};
    for (const auto& each : feature.ladder().rungs)
        if (each.kind == RungKind::Cache)
            out["cache"] = {{"max_age_s", 120}};
    out["kill_switch"] = {{"via", "telemetry"}, {"expires_after_s", 3600}};
    return out;
}

} // namespace

std::string fleetJson(const Store& store, const std::string& storeUrl, const ProviderUrls& providers)
{
    auto telemetry = source("telemetry", storeUrl + "/resilience");
    telemetry["bearer"] = {{"env", tokenVariable}};
    auto shop = service("store", Json::array({source("health", storeUrl + "/health"), telemetry}));
    shop["critical"] = true;
    shop["depends_on"] = {"provider-primary", "provider-secondary", "provider-small"};
    Json fleet{{"version", 1}, {"name", "Book store"}, {"services", Json::array({shop})}, {"features", Json::array()}};
    const std::pair<const char*, const std::string&> each[]{{"provider-primary", providers.primary},
        {"provider-secondary", providers.secondary}, {"provider-small", providers.small}};
    for (const auto& [name, url] : each)
        fleet["services"].push_back(service(name, Json::array({source("health", url + "/health")})));
    for (const auto& one : store.features())
        fleet["features"].push_back(feature(*one));
    return fleet.dump(2) + "\n";
}

QString writeWhole(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.commit();
    return written ? QString() : file.errorString();
}

} // namespace rungwatch::bookstore
