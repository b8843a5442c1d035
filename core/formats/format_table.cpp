// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/format_table.h"

#include "rungwatch/formats/alertmanager_alerts.h"
#include "rungwatch/formats/alexliesenfeld_health.h"
#include "rungwatch/formats/aspnet_health_ui.h"
#include "rungwatch/formats/aspnet_plain.h"
#include "rungwatch/formats/breaker_json.h"
#include "rungwatch/formats/cache_headers.h"
#include "rungwatch/formats/cachet.h"
#include "rungwatch/formats/caddy_upstreams.h"
#include "rungwatch/formats/consul_health_service.h"
#include "rungwatch/formats/django_health_check.h"
#include "rungwatch/formats/dropwizard_health.h"
#include "rungwatch/formats/elasticsearch_health.h"
#include "rungwatch/formats/envoy_clusters_json.h"
#include "rungwatch/formats/envoy_clusters_text.h"
#include "rungwatch/formats/error_document.h"
#include "rungwatch/formats/etcd_health.h"
#include "rungwatch/formats/flagd_definition.h"
#include "rungwatch/formats/haproxy_stats_csv.h"
#include "rungwatch/formats/hellofresh_health.h"
#include "rungwatch/formats/hystrix_stream.h"
#include "rungwatch/formats/ietf_health.h"
#include "rungwatch/formats/incidentio_status.h"
#include "rungwatch/formats/kubernetes_healthz.h"
#include "rungwatch/formats/microprofile_health.h"
#include "rungwatch/formats/nestjs_terminus.h"
#include "rungwatch/formats/ofrep.h"
#include "rungwatch/formats/openmetrics.h"
#include "rungwatch/formats/opossum_status.h"
#include "rungwatch/formats/pagerduty.h"
#include "rungwatch/formats/prometheus_api.h"
#include "rungwatch/formats/prometheus_text.h"
#include "rungwatch/formats/rails_up.h"
#include "rungwatch/formats/resilience4j_breakers.h"
#include "rungwatch/formats/resilience4j_events.h"
#include "rungwatch/formats/resilience4j_update.h"
#include "rungwatch/formats/rungwatch_telemetry.h"
#include "rungwatch/formats/seed_breaker.h"
#include "rungwatch/formats/seed_health.h"
#include "rungwatch/formats/seed_response.h"
#include "rungwatch/formats/simple_status.h"
#include "rungwatch/formats/spring_boot1_health.h"
#include "rungwatch/formats/spring_boot_health.h"
#include "rungwatch/formats/statuspage.h"
#include "rungwatch/formats/terminus.h"
#include "rungwatch/formats/unleash_features.h"

namespace rungwatch::formats {

namespace {

/// For a format that its body alone never tells: only a pin does.
bool onlyPinned(const Document&)
{
    return false;
}

/// The number behind each line is its row in FORMATS 3. Keep them in that order.
constexpr Format table[]{
    // Text
    {"hystrix-stream", Takes::Text, looksLikeEventStream, readHystrixStream}, // 1
    {"openmetrics", Takes::Text, looksLikeOpenMetrics, readOpenMetrics}, // 2
    {"haproxy-stats-csv", Takes::Text, looksLikeHaproxyCsv, readHaproxyCsv}, // 3
    {"kubernetes-healthz", Takes::Text, looksLikeKubernetesHealthz, readKubernetesHealthz}, // 4
    {"envoy-clusters-text", Takes::Text, looksLikeEnvoyClustersText, readEnvoyClustersText}, // 5
    {"aspnet-plain", Takes::Text, looksLikeAspnetPlain, readAspnetPlain}, // 6
    {"rails-up", Takes::Text, looksLikeRailsUp, readRailsUp}, // 7
    {"error-document", Takes::Text, looksLikeHtml, readHtml}, // 8
    {"cache-headers", Takes::Text, looksLikeCacheHeaders, readCacheHeaders}, // section 10
    {"prometheus-text", Takes::Text, looksLikePrometheusText, readPrometheusText}, // 9
    {"simple-status", Takes::Text, looksLikeSimpleText, readSimpleText}, // 10
    // JSON
    {"rungwatch-telemetry", Takes::Json, looksLikeTelemetry, readTelemetry}, // 0
    {"envoy-clusters-json", Takes::Json, looksLikeEnvoyClustersJson, readEnvoyClustersJson}, // 11
    {"consul-health-service", Takes::Json, looksLikeConsulHealthService, readConsulHealthService}, // 12
    {"prometheus-api", Takes::Json, looksLikePrometheusApi, readPrometheusApi}, // 13
    {"statuspage-v2", Takes::Json, looksLikeStatuspage, readStatuspage}, // 14
    {"incidentio-status", Takes::Json, looksLikeIncidentioStatus, readIncidentioStatus}, // 15
    {"pagerduty-log-entries", Takes::Json, looksLikePagerduty, readPagerduty}, // 16
    {"cachet", Takes::Json, looksLikeCachet, readCachet}, // 17
    {"flagd-definition", Takes::Json, looksLikeFlagdDefinition, readFlagdDefinition}, // 18
    {"ofrep", Takes::Json, looksLikeOfrep, readOfrep}, // 19
    {"unleash-client-features", Takes::Json, looksLikeUnleashFeatures, readUnleashFeatures}, // 20
    {"resilience4j-circuitbreakers", Takes::Json, looksLikeResilience4jBreakers, readResilience4jBreakers}, // 21
    {"resilience4j-circuitbreaker-events", Takes::Json, looksLikeResilience4jEvents, readResilience4jEvents}, // 22
    {"resilience4j-update-state", Takes::Json, looksLikeResilience4jUpdate, readResilience4jUpdate}, // 23
    {"seed-breaker", Takes::Json, looksLikeSeedBreaker, readSeedBreaker}, // 24
    {"opossum-status", Takes::Json, looksLikeOpossumStatus, readOpossumStatus}, // 25
    {"hystrix-stream", Takes::Json, looksLikeHystrixEvent, readHystrixEvent}, // 26
    {"seed-health", Takes::Json, looksLikeSeedHealth, readSeedHealth}, // 27
    {"seed-response", Takes::Json, looksLikeSeedResponse, readSeedResponse}, // 28
    {"aspnet-health-ui", Takes::Json, looksLikeAspnetHealthUi, readAspnetHealthUi}, // 29
    {"microprofile-health", Takes::Json, looksLikeMicroprofileHealth, readMicroprofileHealth}, // 30
    {"nestjs-terminus", Takes::Json, looksLikeNestjsTerminus, readNestjsTerminus}, // 31
    {"ietf-health", Takes::Json, looksLikeIetfHealth, readIetfHealth}, // 32
    {"error-document", Takes::Json, looksLikeErrorDocument, readErrorDocument}, // 33
    {"dropwizard-health", Takes::Json, looksLikeDropwizardHealth, readDropwizardHealth}, // 34
    {"django-health-check", Takes::Json, looksLikeDjangoHealthCheck, readDjangoHealthCheck}, // 35
    {"elasticsearch-cluster-health", Takes::Json, looksLikeElasticsearchHealth, readElasticsearchHealth}, // 36
    {"etcd-health", Takes::Json, looksLikeEtcdHealth, readEtcdHealth}, // 37
    {"spring-boot1-health", Takes::Json, declaresSpringBoot1Health, readSpringBoot1Health}, // 38
    {"spring-boot-health", Takes::Json, looksLikeSpringBootHealth, readSpringBootHealth}, // 39
    {"hellofresh-health-go", Takes::Json, looksLikeHellofreshHealth, readHellofreshHealth}, // 40
    {"alexliesenfeld-health", Takes::Json, looksLikeAlexliesenfeldHealth, readAlexliesenfeldHealth}, // 41
    {"spring-boot1-health", Takes::Json, looksLikeSpringBoot1Health, readSpringBoot1Health}, // 42
    {"caddy-upstreams", Takes::Json, looksLikeCaddyUpstreams, readCaddyUpstreams}, // 43
    {"alertmanager-alerts", Takes::Json, looksLikeAlertmanagerAlerts, readAlertmanagerAlerts}, // 44
    {"terminus", Takes::Json, looksLikeTerminus, readTerminus}, // 45
    {"breaker-json", Takes::Json, looksLikeBreakerJson, readBreakerJson}, // 46
    {"simple-status", Takes::Json, looksLikeSimpleJson, readSimpleJson}, // 47
    {"rails-up", Takes::Json, onlyPinned, readRailsUpJson},
    {"breaker-json:gobreaker", Takes::Json, onlyPinned, readBreakersPinned<StateNumbers::Gobreaker>},
    {"breaker-json:failsafe-go", Takes::Json, onlyPinned, readBreakersPinned<StateNumbers::FailsafeGo>},
    {"breaker-json:cockatiel", Takes::Json, onlyPinned, readBreakersPinned<StateNumbers::Cockatiel>},
    {"breaker-json:resilience4j", Takes::Json, onlyPinned, readBreakersPinned<StateNumbers::Resilience4j>},
    {"breaker-json:armeria", Takes::Json, onlyPinned, readBreakersPinned<StateNumbers::Armeria>},
};

} // namespace

std::span<const Format> formatTable()
{
    return table;
}

const Format* formatNamed(std::string_view name, Takes preferred)
{
    const Format* other = nullptr;
    for (const auto& format : table) {
        if (format.name != name)
            continue;
        if (format.takes == preferred)
            return &format;
        other = &format;
    }
    return other;
}

} // namespace rungwatch::formats
