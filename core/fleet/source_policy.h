// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/fields.h"

/// \file
/// What a fleet file says of one URL that is polled, and of how it is asked. Secrets are named, never held.

namespace rungwatch::fleet {

using namespace std::chrono_literals;

enum class SourceKind {
    /// A health document of any known format.
    Health,
    /// Our own telemetry.
    Telemetry,
    /// Prometheus or OpenMetrics text.
    Metrics,
    /// resilience4j's list of breakers: `/actuator/circuitbreakers`.
    Actuator,
    /// Server-sent events: `/hystrix.stream`.
    HystrixStream,
    /// A Prometheus server that is queried for many services.
    Prometheus,
    /// A provider's own status page.
    Statuspage,
    /// An Alertmanager's alerts, each shown at the service that it names.
    Alertmanager
};
constexpr std::array<std::string_view, 8> enumNames(SourceKind)
{
    return {"health", "telemetry", "metrics", "actuator", "hystrix-stream", "prometheus", "statuspage", "alertmanager"};
}

/// Whose metric names and numbers these are, where recognition can't tell. None: by the names that are found.
enum class MetricsPreset { None, Resilience4j, Opossum, Polly, Envoy, Istio, Haproxy, FaultTolerance, Blackbox };
constexpr std::array<std::string_view, 9> enumNames(MetricsPreset)
{
    return {"none", "resilience4j", "opossum", "polly", "envoy", "istio", "haproxy", "fault-tolerance", "blackbox"};
}

/// Where a secret is taken from when it is needed: one of the two, or neither. It is in no policy, log or journal.
struct SecretPolicy {
    /// The name of an environment variable.
    std::string env;
    /// A path; its first line is the secret.
    std::string file;

    [[nodiscard]] bool given() const { return !env.empty() || !file.empty(); }
};

/// HTTP's basic authentication; an empty user: none.
struct BasicPolicy {
    std::string user;
    SecretPolicy password;
};

/// Paths of PEM files; empty: the system's authorities, no client certificate.
struct TlsPolicy {
    std::string caFile;
    std::string certFile;
    std::string keyFile;
};

/// One URL that is polled. Its address in events and commands is `own:SERVICE/SOURCE`.
struct SourcePolicy {
    /// Unique in its service: the kind, with "-2", "-3" where a kind comes again.
    std::string name;
    SourceKind kind{SourceKind::Health};
    /// As the file has it. What is asked is askedUrl().
    std::string url;
    /// Default: 1 s; 15 s for prometheus and alertmanager, 60 s for statuspage.
    Duration interval{1s};
    /// From the request's start to its last byte; shorter than the interval. Default: 0.8 s (10 s for the kinds with a
    /// longer interval), and four fifths of the interval where that is less.
    Duration timeout{800ms};
    /// "auto", or what the file pins; what is read with is formatPin().
    std::string format{"auto"};
    /// At most one of the two is given.
    SecretPolicy bearer;
    BasicPolicy basic;
    TlsPolicy tls;
    /// Of a metrics source.
    MetricsPreset preset{MetricsPreset::None};
    /// Of a prometheus source: the one question that is asked; empty: standardQuery.
    std::string query;
    /// Of prometheus and alertmanager: the label whose value is the name of the service that a series or an alert is
    /// about.
    std::string groupBy;
};

/// What a prometheus source asks where the file has no query of its own: whether the targets are up, and every series
/// that the metrics presets make breakers and components of.
inline constexpr std::string_view standardQuery{
    "{__name__=~\"up|resilience4j_circuitbreaker_(state|failure_rate|slow_call_rate|calls_seconds_count|"
    "not_permitted_calls_total)|ft_circuitbreaker_state_current|envoy_cluster_circuit_breakers_(default|high)_.*_open|"
    "haproxy_(server|backend)_status\"}"};

/// The URL that a poll asks: of prometheus, alertmanager and statuspage the file has the server's, and this adds the
/// path of its API. An alertmanager or statuspage URL that has a path of its own is left as it is.
[[nodiscard]] std::string askedUrl(const SourcePolicy& source);

/// The format that an answer is read with: what the file pins, else what the kind has, else "auto".
[[nodiscard]] std::string formatPin(const SourcePolicy& source);

/// A mapping of a service's own counters onto the rungs of a feature's ladder.
struct TrafficPolicy {
    /// The counter's name, as it is published.
    std::string metric;
    /// The label whose value says which rung served.
    std::string rungLabel;
    /// Only series with all of these count.
    std::map<std::string, std::string> labels;
    /// The source of the feature's service that has the counter.
    std::string source;
    /// Shares are of the requests of this long.
    Duration window{300s};
    /// From the label's value to the rung's name; a value that is not here counts under its own name.
    std::map<std::string, std::string> rungs;
};

/// Services that are found in documents of Prometheus' own kind.
struct TargetsPolicy {
    /// A path, with `*` and `?` in its last part, from the fleet file's folder; or a URL. Exactly one of the two.
    std::string fileSd;
    std::string httpSd;
    /// How often they are looked at again.
    Duration refresh{30s};
    /// How the URL of `http_sd` is asked (bearer, basic, tls, timeout).
    SourcePolicy document;
    /// What each target becomes: its URL is `scheme`://TARGET`path`.
    SourcePolicy source;
    std::string scheme{"http"};
    std::string path;
};

} // namespace rungwatch::fleet
