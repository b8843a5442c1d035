// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/envoy_clusters_json.h"

#include "rungwatch/formats/envoy_cluster.h"

namespace rungwatch::formats {

namespace {

/// A member by its proto name or by its JSON name.
const JsonValue* either(const JsonValue* object, std::string_view snake, std::string_view camel)
{
    const auto* value = object && object->isObject() ? object->find(snake) : nullptr;
    return value || !object || !object->isObject() ? value : object->find(camel);
}

const std::vector<JsonValue>& listOf(const JsonValue* object, std::string_view snake, std::string_view camel)
{
    const auto& list = listAt(object, snake);
    return list.empty() ? listAt(object, camel) : list;
}

/// Flags that are false are left out.
bool isSet(const JsonValue* status, std::string_view snake, std::string_view camel)
{
    const auto* flag = either(status, snake, camel);
    return flag && flag->kind == JsonValue::Kind::Boolean && flag->boolean;
}

std::string addressOf(const JsonValue& host)
{
    const auto* address = objectAt(&host, "address");
    const auto* socket = either(address, "socket_address", "socketAddress");
    if (!socket)
        return textAt(objectAt(address, "pipe"), "path");
    const auto name = textAt(socket, "address");
    const auto port = countAt(socket, "port_value");
    const auto other = port ? port : countAt(socket, "portValue");
    const bool v6 = name.find(':') != std::string::npos;
    return (v6 ? "[" + name + "]" : name) + (other ? ":" + std::to_string(*other) : std::string());
}

Component hostFrom(const JsonValue& entry)
{
    Component host;
    host.name = addressOf(entry);
    host.level = HealthLevel::Healthy; // what nothing is said about counts as healthy in Envoy
    const auto* status = either(&entry, "health_status", "healthStatus");
    const auto snake = textAt(status, "eds_health_status");
    const auto eds = snake.empty() ? textAt(status, "edsHealthStatus") : snake;
    const bool atOnce = isSet(status, "excluded_via_immediate_hc_fail", "excludedViaImmediateHcFail");
    host.deliberate = eds == "DRAINING" || atOnce;
    if (isSet(status, "failed_active_health_check", "failedActiveHealthCheck")
        || isSet(status, "failed_outlier_check", "failedOutlierCheck") || eds == "UNHEALTHY" || eds == "TIMEOUT"
        || host.deliberate)
        host.level = HealthLevel::Unavailable;
    else if (eds == "DEGRADED" || isSet(status, "failed_active_degraded_check", "failedActiveDegradedCheck"))
        host.level = HealthLevel::Degraded;
    if (isSet(status, "pending_dynamic_removal", "pendingDynamicRemoval"))
        host.note = "about to be removed";
    return host;
}

/// The list of clusters, in either shape.
const std::vector<JsonValue>* clustersIn(const JsonValue& root)
{
    if (root.isArray())
        return &root.items;
    const auto* list = either(&root, "cluster_statuses", "clusterStatuses");
    return list && list->isArray() ? &list->items : nullptr;
}

} // namespace

bool looksLikeEnvoyClustersJson(const Document& document)
{
    const auto& root = document.root;
    if (!root.isArray())
        return clustersIn(root) != nullptr;
    return !root.items.empty() && either(&root.items.front(), "host_statuses", "hostStatuses");
}

Result<Reading> readEnvoyClustersJson(const Document& document)
{
    const auto* list = clustersIn(document.root);
    if (!list)
        return Error{"unknown-format", "no list of clusters", "/cluster_statuses"};
    std::vector<EnvoyCluster> clusters;
    for (const auto& entry : *list) {
        auto& cluster = clusters.emplace_back();
        cluster.name = textAt(&entry, "name");
        for (const auto& host : listOf(&entry, "host_statuses", "hostStatuses"))
            cluster.hosts.push_back(hostFrom(host));
    }
    auto reading = readingOfClusters(std::move(clusters), "envoy-clusters-json");
    if (!reading)
        return reading;
    for (const auto& name : document.flags)
        flag(reading.value(), name);
    applyFloor(reading.value(), document.status);
    return reading;
}

} // namespace rungwatch::formats
