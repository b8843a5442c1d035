// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/metrics_profiles.h"

#include "rungwatch/formats/document.h"
#include "rungwatch/formats/haproxy_stats_csv.h"
#include "rungwatch/formats/instance_group.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

constexpr std::string_view envoyBreakers{"envoy_cluster_circuit_breakers_"};

std::string envoyClusterOf(const Sample& sample)
{
    const auto name = labelOf(sample, "envoy_cluster_name");
    return name.empty() ? labelOf(sample, "cluster_name") : name;
}

/// `default_rq_pending_open` of a cluster: one breaker a cluster and priority, open if any of its resources is.
void takeEnvoyBreaker(const Sample& sample, ProfileOutput& out)
{
    const auto what = std::string_view(sample.name).substr(envoyBreakers.size());
    const auto priority = what.substr(0, what.find('_'));
    if (!what.ends_with("_open") || (priority != "default" && priority != "high"))
        return;
    auto& breaker = out.breaker(envoyClusterOf(sample) + "/" + std::string(priority));
    if (sample.value == 1)
        breaker.state = breaker::Phase::Open;
    else if (sample.value == 0 && !breaker.state)
        breaker.state = breaker::Phase::Closed;
}

struct Membership {
    std::optional<std::uint64_t> healthy;
    std::optional<std::uint64_t> total;
};

/// As a group of instances (FORMATS 2.5).
HealthLevel levelOfMembership(std::uint64_t healthy, std::uint64_t total)
{
    if (total == 0 || healthy == 0)
        return HealthLevel::Unavailable;
    if (healthy >= total)
        return HealthLevel::Healthy;
    return healthy * 2 >= total ? HealthLevel::Degraded : HealthLevel::Critical;
}

void addComponent(Reading& reading, const std::string& name, HealthLevel level, bool deliberate = false)
{
    Component component;
    component.name = name;
    component.level = level;
    component.deliberate = deliberate;
    reading.components.push_back(std::move(component));
    if (deliberate)
        flag(reading, "deliberate");
}

/// "prices.shop.svc.cluster.local", or the short name where only that is published.
std::string istioDestinationOf(const Sample& sample)
{
    const auto host = labelOf(sample, "destination_service");
    return host.empty() || host == "unknown" ? labelOf(sample, "destination_service_name") : host;
}

/// FORMATS 6.1: the flag says how a request ended, several by commas. DC: the client itself went away.
std::string_view istioOutcome(const Sample& sample)
{
    const auto flags = "," + labelOf(sample, "response_flags") + ",";
    const auto has = [&](std::string_view flag) {
        return flags.find("," + std::string(flag) + ",") != std::string::npos;
    };
    if (has("UO"))
        return "not_permitted";
    if (has("DC"))
        return "ignored";
    const bool failed = has("UH") || has("UF") || has("UT") || has("URX");
    return failed || labelOf(sample, "response_code").starts_with('5') ? "failed" : "ok";
}

} // namespace

bool applyEnvoyMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    bool any = false;
    std::map<std::string, Membership> members;
    for (const auto& sample : samples) {
        any = any || sample.name.starts_with("envoy_");
        if (sample.name.starts_with(envoyBreakers))
            takeEnvoyBreaker(sample, out);
        else if (sample.name == "envoy_cluster_membership_healthy")
            members[envoyClusterOf(sample)].healthy = countOf(sample);
        else if (sample.name == "envoy_cluster_membership_total")
            members[envoyClusterOf(sample)].total = countOf(sample);
    }
    for (const auto& [cluster, count] : members) {
        if (!count.healthy || !count.total)
            continue;
        addComponent(out.reading, cluster, levelOfMembership(*count.healthy, *count.total));
        if (*count.total == 0)
            flag(out.reading, "no-instances");
    }
    return any;
}

bool applyIstioMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    constexpr std::string_view requests{"istio_requests_total"};
    const auto isSource = [](const Sample& sample) { return labelOf(sample, "reporter") == "source"; };
    const bool anySource = std::any_of(samples.begin(), samples.end(),
        [&](const Sample& sample) { return sample.name == requests && isSource(sample); });
    bool any = false;
    for (const auto& sample : samples) {
        if (sample.name != requests)
            continue;
        any = true;
        // Caller and callee count the same requests: one side is enough.
        const auto count = countOf(sample);
        const auto destination = istioDestinationOf(sample);
        if (!count || destination.empty() || (anySource && !isSource(sample)))
            continue;
        out.breaker(destination).calls[std::string(istioOutcome(sample))] += *count;
    }
    return any;
}

bool applyHaproxyMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    bool any = false;
    for (const auto& sample : samples) {
        any = any || sample.name.starts_with("haproxy_");
        const bool server = sample.name == "haproxy_server_status";
        if ((!server && sample.name != "haproxy_backend_status") || sample.value != 1)
            continue;
        const auto said = haproxyServerStatus(labelOf(sample, "state"));
        const auto proxy = labelOf(sample, "proxy");
        addComponent(
            out.reading, server ? proxy + "/" + labelOf(sample, "server") : proxy, said.level, said.deliberate);
    }
    return any;
}

bool applyBlackboxMetrics(const std::vector<Sample>& samples, ProfileOutput& out)
{
    for (const auto& sample : samples) {
        if (sample.name != "probe_success")
            continue;
        if (sample.value == 0)
            out.reading.level = HealthLevel::Unavailable;
        else if (sample.value == 1)
            out.reading.level = HealthLevel::Healthy;
        return true;
    }
    return false;
}

} // namespace rungwatch::formats
