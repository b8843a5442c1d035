// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/envoy_clusters_text.h"

#include "rungwatch/formats/envoy_cluster.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

struct Line {
    std::string_view cluster;
    /// Empty where the line is about the cluster itself.
    std::string_view address;
    std::string_view key;
    std::string_view value;
};

/// The cluster ends at the first `::`, key and value begin at the last two: an IPv6 address holds some itself.
std::optional<Line> lineFrom(std::string_view text)
{
    const auto first = text.find("::");
    const auto last = text.rfind("::");
    if (first == std::string_view::npos || last == first)
        return std::nullopt;
    const auto middle = text.substr(first + 2, last - first - 2);
    Line line{text.substr(0, first), {}, middle, text.substr(last + 2)};
    if (const auto split = middle.rfind("::"); split != std::string_view::npos) {
        line.address = middle.substr(0, split);
        line.key = middle.substr(split + 2);
    }
    return line;
}

template <class Take> bool eachLine(std::string_view text, Take&& take)
{
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!line.empty() && !take(line))
            return false;
    }
    return true;
}

bool isHost(const Line& line)
{
    return !line.address.empty() && line.address != "outlier" && line.address != "default_priority"
        && line.address != "high_priority";
}

void applyFlags(Component& host, std::string_view flags)
{
    const auto has = [&](std::string_view flag) { return flags.find(flag) != std::string_view::npos; };
    if (flags == "healthy")
        return;
    host.note = flags;
    host.deliberate = has("eds_status_draining") || has("excluded_via_immediate_hc_fail");
    if (host.deliberate || has("/failed_active_hc") || has("/failed_outlier_check") || has("/failed_eds_health"))
        host.level = HealthLevel::Unavailable;
    else if (has("/degraded_active_hc") || has("/degraded_eds_health"))
        host.level = HealthLevel::Degraded;
}

template <class List, class Name> auto& partNamed(List& list, std::map<std::string, std::size_t>& places, Name name)
{
    const auto [place, isNew] = places.try_emplace(std::string(name), list.size());
    if (isNew)
        list.emplace_back().name = std::string(name);
    return list[place->second];
}

} // namespace

bool looksLikeEnvoyClustersText(const Document& document)
{
    const auto text = document.text;
    return !text.empty() && !text.starts_with('{') && !text.starts_with('[')
        && text.find("::") != std::string_view::npos
        && eachLine(text, [](std::string_view line) { return lineFrom(line).has_value(); });
}

Result<Reading> readEnvoyClustersText(const Document& document)
{
    std::vector<EnvoyCluster> clusters;
    std::map<std::string, std::size_t> places;
    std::vector<std::map<std::string, std::size_t>> hostPlaces;
    std::size_t bad = 0;
    std::size_t hosts = 0;
    const bool fits = eachLine(document.text, [&](std::string_view text) {
        const auto line = lineFrom(text);
        bad += !line;
        if (!line)
            return true;
        auto& cluster = partNamed(clusters, places, line->cluster);
        hostPlaces.resize(clusters.size());
        if (!isHost(*line))
            return clusters.size() <= maxComponents;
        const auto before = cluster.hosts.size();
        auto& host = partNamed(cluster.hosts, hostPlaces[places.at(std::string(line->cluster))], line->address);
        if (cluster.hosts.size() > before)
            host.level = HealthLevel::Healthy;
        hosts += cluster.hosts.size() - before;
        if (line->key == "health_flags")
            applyFlags(host, line->value);
        return hosts <= maxComponents;
    });
    if (!fits)
        return Error{"too-large", "more than 5000 clusters or hosts", {}};
    if (clusters.empty())
        return Error{"unknown-format", "no line of cluster::address::key::value", {}};
    auto reading = readingOfClusters(std::move(clusters), "envoy-clusters-text");
    if (reading && bad > 0)
        flag(reading.value(), "bad-row");
    if (reading)
        applyFloor(reading.value(), document.status);
    return reading;
}

} // namespace rungwatch::formats
