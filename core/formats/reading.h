// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/breaker/state.h"
#include "rungwatch/formats/flag_reading.h"
#include "rungwatch/formats/incident_reading.h"
#include "rungwatch/formats/reading_parts.h"
#include "rungwatch/health/health_level.h"
#include "rungwatch/ladder/mode.h"
#include "rungwatch/ladder/rung.h"

/// \file
/// What one answer of one source says, whatever format it came in. An absent optional means "not said": never zero,
/// never healthy. Durations are the service's own clock's; `Instance::rate` says how that runs beside real time.

namespace rungwatch {

struct Component {
    std::string name;
    HealthLevel level{HealthLevel::Unknown};
    bool critical{false};
    std::optional<Duration> latency;
    std::string note;
    /// Taken out on purpose: the same level, but no alarm colour.
    bool deliberate{false};
    /// When the producer looked at it.
    std::optional<WallTime> checkedAt;
    /// Whose it is where one source speaks of many services; empty: of the source's own.
    std::string service{};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("level", self.level);
        visit("critical", self.critical);
        visit("latency_s", self.latency);
        visit("note", self.note);
        visit("deliberate", self.deliberate);
        visit("checked_at", self.checkedAt);
        visit("service", self.service);
    }
};

/// What a breaker may be beside the phases of the console's own.
enum class OtherBreakerState {
    /// Counts, but lets every call through.
    MetricsOnly,
    /// One name over several hosts that do not agree.
    Mixed
};
constexpr std::array<std::string_view, 2> enumNames(OtherBreakerState)
{
    return {"metrics_only", "mixed"};
}

struct BreakerReading {
    std::string name;
    /// Absent: not known, or `other` says what it is.
    std::optional<breaker::Phase> state;
    std::optional<Percent> failureRate;
    std::optional<Percent> slowRate;
    std::optional<Percent> tripRate;
    std::optional<std::uint64_t> minCalls;
    std::optional<Duration> window;
    /// Lifetime counters by their telemetry names: ok, failed, slow, ignored, not_permitted, canary.
    std::map<std::string, std::uint64_t> calls;
    std::optional<std::uint64_t> opened;
    std::optional<Duration> since;
    std::optional<Duration> outageSince;
    std::optional<Duration> nextProbeIn;
    std::optional<OtherBreakerState> other;
    /// What the state was concluded from, where its library does not publish it; empty for a published one.
    std::string inferredFrom;
    /// One name over several hosts: how many there are, and how many of them are open. "3 of 5 open".
    std::optional<std::uint64_t> instances;
    std::optional<std::uint64_t> openInstances;
    /// Counts of the present window, by the names of `calls`: they fall as it moves on.
    std::map<std::string, std::uint64_t> recent{};
    /// Whose it is where one source speaks of many services; empty: of the source's own.
    std::string service{};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("state", self.state);
        visit("failure_rate_pct", self.failureRate);
        visit("slow_rate_pct", self.slowRate);
        visit("trip_pct", self.tripRate);
        visit("min_calls", self.minCalls);
        visit("window_s", self.window);
        visit("calls", self.calls);
        visit("opened", self.opened);
        visit("since_s", self.since);
        visit("outage_since_s", self.outageSince);
        visit("next_probe_in_s", self.nextProbeIn);
        visit("other_state", self.other);
        visit("inferred_from", self.inferredFrom);
        visit("instances", self.instances);
        visit("open_instances", self.openInstances);
        visit("recent", self.recent);
        visit("service", self.service);
    }
};

struct RungReading {
    std::string name;
    RungKind kind{RungKind::Unavailable};
    std::string capacity;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("rung", self.name);
        visit("kind", self.kind);
        visit("capacity", self.capacity);
    }
};

/// One closed interval of a feature's mode controller. `n` rises by one an interval and per instance.
struct IntervalReading {
    std::uint64_t n{0};
    std::optional<WallTime> endedAt;
    std::optional<Duration> length;
    std::optional<Percent> error;
    /// Absent where it is not known, and where it lies beyond the deadline (timeouts).
    std::optional<Duration> p95;
    std::optional<std::uint64_t> requests;
    std::optional<bool> quotaSpent;
    std::map<std::string, std::uint64_t> served;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("n", self.n);
        visit("ended_at", self.endedAt);
        visit("length_s", self.length);
        visit("error_pct", self.error);
        visit("p95_s", self.p95);
        visit("requests", self.requests);
        visit("quota_spent", self.quotaSpent);
        visit("served", self.served);
    }
};

struct KillSwitchReading {
    std::string by;
    std::string reason;
    std::optional<Duration> since;
    /// Absent: until revoked.
    std::optional<Duration> expiresIn;
    std::string commandId;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("by", self.by);
        visit("reason", self.reason);
        visit("since_s", self.since);
        visit("expires_in_s", self.expiresIn);
        visit("command_id", self.commandId);
    }
};

struct ControllerReading {
    std::optional<Percent> maxError;
    std::optional<Duration> maxP95;
    std::optional<std::uint64_t> hold;
    std::optional<std::uint64_t> minRequests;
    std::optional<std::uint64_t> healthyRun;
    /// The last interval that set the healthy run back: its number, the signal, and the signal's value in its own unit.
    std::optional<std::uint64_t> resetInterval;
    std::string resetBy;
    std::optional<Percent> resetValue;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("max_error_pct", self.maxError);
        visit("max_p95_s", self.maxP95);
        visit("hold", self.hold);
        visit("min_requests", self.minRequests);
        visit("healthy_run", self.healthyRun);
        visit("reset_interval", self.resetInterval);
        visit("reset_by", self.resetBy);
        visit("reset_value", self.resetValue);
    }
};

struct FeatureReading {
    std::string name;
    std::optional<Mode> mode;
    std::optional<Duration> modeSince;
    std::vector<RungReading> ladder;
    std::map<std::string, std::uint64_t> served;
    std::optional<Duration> degradedAgeP50;
    std::optional<Duration> degradedAgeP95;
    std::optional<Duration> degradedAgeMax;
    ControllerReading controller;
    std::vector<IntervalReading> intervals;
    std::optional<std::uint64_t> queueWaiting;
    std::optional<Duration> queueWaitEstimate;
    std::optional<KillSwitchReading> killSwitch;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("mode", self.mode);
        visit("mode_since_s", self.modeSince);
        visit("ladder", self.ladder);
        visit("served", self.served);
        visit("degraded_age_p50_s", self.degradedAgeP50);
        visit("degraded_age_p95_s", self.degradedAgeP95);
        visit("degraded_age_max_s", self.degradedAgeMax);
        visit("controller", self.controller);
        visit("intervals", self.intervals);
        visit("queue_waiting", self.queueWaiting);
        visit("queue_wait_estimate_s", self.queueWaitEstimate);
        visit("kill_switch", self.killSwitch);
    }
};

struct CapacityReading {
    std::string name;
    std::optional<std::uint64_t> limitPerInterval;
    std::map<std::string, std::uint64_t> used;
    std::optional<std::uint64_t> overflow;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("limit_per_interval", self.limitPerInterval);
        visit("used", self.used);
        visit("overflow", self.overflow);
    }
};

struct CacheReading {
    std::string name;
    std::string feature;
    /// "last_known_good" or "prepared_answers": two caches, two words.
    std::string kind;
    std::optional<Duration> age;
    std::optional<Duration> maxAge;
    std::optional<std::uint64_t> entries;
    std::optional<std::uint64_t> hits;
    std::optional<std::uint64_t> misses;
    std::optional<std::uint64_t> staleServed;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("feature", self.feature);
        visit("kind", self.kind);
        visit("age_s", self.age);
        visit("max_age_s", self.maxAge);
        visit("entries", self.entries);
        visit("hits", self.hits);
        visit("misses", self.misses);
        visit("stale_served", self.staleServed);
    }
};

/// A numbered event of the service's own: transitions are counted from these, never sampled.
struct ReportedEvent {
    std::uint64_t seq{0};
    std::optional<WallTime> at;
    std::string kind;
    std::string name;
    std::string from;
    std::string to;
    std::string cause;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("at", self.at);
        visit("kind", self.kind);
        visit("name", self.name);
        visit("from", self.from);
        visit("to", self.to);
        visit("cause", self.cause);
    }
};

/// Which process answered, and how its clock runs.
struct Instance {
    std::string service;
    std::string name;
    std::optional<WallTime> observedAt;
    std::optional<Duration> uptime;
    /// Seconds of the service's clock in one real second, as a percentage: 100 % is real time, 6,000 % is x60.
    Percent rate{100'000};
    /// A scripted store's time since its scenario began.
    std::optional<Duration> scenario;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("instance", self.name);
        visit("observed_at", self.observedAt);
        visit("uptime_s", self.uptime);
        visit("rate_pct", self.rate);
        visit("scenario_s", self.scenario);
    }
};

struct Reading {
    /// The format that was recognised: "rungwatch-telemetry", "seed-health".
    std::string format;
    std::optional<HealthLevel> level;
    std::string message;
    std::vector<Component> components;
    std::optional<Instance> instance;
    std::vector<BreakerReading> breakers;
    std::vector<FeatureReading> features;
    std::vector<CapacityReading> capacities;
    std::vector<CacheReading> caches;
    std::vector<ReportedEvent> events;
    /// What was odd about it, by FORMATS' names: "http-body-disagree", "masked", "trailing-garbage".
    std::vector<std::string> flags;
    std::vector<IncidentReading> incidents;
    /// By rising time.
    std::vector<TimelineEntry> timeline;
    /// Feature flags; `flags` above are the marks of this reading.
    std::vector<FlagReading> flagList;
    /// Whose names or numbers these are, where several libraries share a format: "gobreaker", "resilience4j".
    std::string profile;
    /// Of the whole document, where its source numbers its versions.
    std::optional<std::uint64_t> revision;
    /// What one answer was served from, where it says so: "fresh", "cached", "simplified".
    std::string rung;
    /// HTTP 304: nothing new, what was read before still holds. Nothing else is said then.
    bool notModified{false};
    std::vector<std::string> degradedFeatures;
    /// Groups of components that the producer has, by name.
    std::vector<std::string> groups;
    /// How long the producer took to look.
    std::optional<Duration> total;
    /// Causes that an error lists.
    std::optional<std::uint64_t> errors;
    /// Whether a command was taken.
    std::optional<bool> accepted;
    std::optional<CacheAge> cacheAge;
    std::optional<MetricsReading> metrics;
    std::optional<StreamReading> stream;
    /// Absent where the source is none of alerts, which is not the same as having none.
    std::optional<std::vector<AlertReading>> alerts;
    /// Counters that the fleet file maps onto rungs.
    std::vector<ServedCount> servedCounts;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("format", self.format);
        visit("level", self.level);
        visit("message", self.message);
        visit("components", self.components);
        visit("instance", self.instance);
        visit("breakers", self.breakers);
        visit("features", self.features);
        visit("capacities", self.capacities);
        visit("caches", self.caches);
        visit("events", self.events);
        visit("flags", self.flags);
        visit("incidents", self.incidents);
        visit("timeline", self.timeline);
        visit("flag_list", self.flagList);
        visit("profile", self.profile);
        visit("revision", self.revision);
        visit("rung", self.rung);
        visit("not_modified", self.notModified);
        visit("degraded_features", self.degradedFeatures);
        visit("groups", self.groups);
        visit("total_s", self.total);
        visit("errors", self.errors);
        visit("accepted", self.accepted);
        visit("cache", self.cacheAge);
        visit("metrics", self.metrics);
        visit("stream", self.stream);
        visit("alerts", self.alerts);
        visit("served_counts", self.servedCounts);
    }
};

} // namespace rungwatch
