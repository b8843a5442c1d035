// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/telemetry.h"

#include "app/bookstore/prepared_answers.h"
#include "rungwatch/base/codec.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

/// Writes one document: a member is a key and a value, an object or array what a function writes into it.
class Document {
public:
    template <class T> void member(const char* key, const T& value) { m_out.member(key, value); }
    template <class Write> void object(const char* key, Write&& write)
    {
        m_out.key(key);
        item(write);
    }
    template <class Write> void item(Write&& write)
    {
        m_out.beginObject();
        write();
        m_out.end();
    }
    template <class Range, class Write> void array(const char* key, const Range& range, Write&& write)
    {
        m_out.key(key);
        m_out.beginArray();
        for (const auto& entry : range)
            write(entry);
        m_out.end();
    }
    [[nodiscard]] std::string str() const { return m_out.str(); }

private:
    JsonWriter m_out;
};

void writeBreaker(Document& out, const ModelProvider& provider)
{
    const auto& breaker = provider.breaker();
    const auto seen = breaker.snapshot();
    const auto& options = breaker.options();
    out.member("name", breaker.name());
    out.member("state", seen.phase);
    out.member("failure_rate_pct", seen.figures.failureRate);
    out.member("slow_rate_pct", seen.figures.slowRate);
    out.object("trip", [&] {
        if (options.failureRate)
            out.member("failure_rate_pct", options.failureRate);
        else
            out.member("failures", options.failureThreshold);
        out.member("min_calls", options.minCalls);
    });
    out.object("window", [&] {
        out.member("kind", options.window);
        if (options.window == breaker::WindowKind::Time)
            out.member("seconds", options.windowLength);
        else if (options.window == breaker::WindowKind::Count)
            out.member("size", options.windowSize);
    });
    out.object("calls", [&] {
        out.member("ok", seen.counters.ok);
        out.member("failed", seen.counters.failed);
        out.member("slow", seen.counters.slow);
        out.member("ignored", seen.counters.ignored);
        out.member("not_permitted", seen.counters.rejected);
        out.member("canary", provider.canaries());
    });
    out.member("opened", seen.counters.opened);
    out.member("since_s", seen.inPhaseFor);
    out.member("outage_since_s", seen.outageFor);
    out.member("next_probe_in_s", seen.nextProbeIn);
}

void writeController(Document& out, const Feature& feature)
{
    const auto controller = feature.controller();
    out.member("max_error_pct", controller.options().maxError);
    out.member("max_p95_s", controller.options().maxP95);
    out.member("hold", controller.options().hold);
    out.member("min_requests", controller.options().minRequests);
    out.member("healthy_run", controller.state().healthyRun);
    if (const auto& reset = controller.state().lastReset)
        out.object("last_reset", [&] {
            out.member("n", feature.minuteOf(reset->n));
            out.member("by", reset->by);
            out.member("value", Percent{reset->milli});
        });
    else
        out.member("last_reset", std::optional<bool>());
}

void writeMinute(Document& out, const ClosedMinute& minute)
{
    const auto seen = minute.report.observation();
    out.member("n", minute.n);
    out.member("ended_at", minute.endedAt);
    out.member("length_s", minute.report.ended - minute.report.began);
    out.member("error_pct", seen.error);
    out.member("p95_s", minute.report.p95BeyondDeadline ? std::nullopt : minute.report.p95);
    out.member("requests", minute.report.requests);
    out.member("quota_spent", minute.report.quotaSpent);
    out.member("served", minute.report.served);
}

void writeKillSwitch(Document& out, const Feature& feature)
{
    const auto state = feature.killSwitch();
    if (!state.kill) {
        out.member("kill_switch", std::optional<bool>());
        return;
    }
    out.object("kill_switch", [&] {
        out.member("by", state.kill->by);
        out.member("reason", state.kill->reason);
        out.member("since_s", feature.clock().steadyNow() - state.kill->since);
        out.member("expires_in_s", state.kill->expiresIn);
        out.member("command_id", state.kill->commandId);
    });
}

void writeFeature(Document& out, const Feature& feature)
{
    out.member("name", feature.name());
    out.member("mode", feature.mode());
    out.member("mode_since_s", feature.inModeFor());
    out.array("ladder", feature.ladder().rungs, [&](const Rung& rung) {
        out.item([&] {
            out.member("rung", rung.name);
            out.member("kind", rung.kind);
            if (rung.kind == RungKind::Secondary || rung.kind == RungKind::SmallModel)
                out.member("capacity", nameOf(rung.kind));
        });
    });
    out.object("served", [&] {
        const auto served = feature.served();
        for (std::size_t i = 0; i < served.size(); ++i)
            out.member(feature.ladder().rungs[i].name.c_str(), served[i]);
    });
    const auto answered = feature.answered();
    out.object("degraded_ages", [&] {
        out.member("p50_s", answered.p50);
        out.member("p95_s", answered.p95);
        out.member("max_s", answered.max);
    });
    out.object("controller", [&] { writeController(out, feature); });
    out.array("intervals", feature.minutes(),
        [&](const ClosedMinute& minute) { out.item([&] { writeMinute(out, minute); }); });
    const auto queue = feature.queue().state(feature.clock().steadyNow());
    out.object("queue", [&] {
        out.member("waiting", queue.waiting);
        out.member("wait_estimate_s", queue.waiting == 0 ? 0ns : queue.waitEstimate);
    });
    writeKillSwitch(out, feature);
}

void writeCapacity(Document& out, const ModelProvider& provider, const char* name, std::int64_t limit)
{
    const auto minute = provider.capacity().lastMinute();
    out.member("name", std::string_view(name));
    out.member("limit_per_interval", limit);
    out.member("used", minute.used);
    out.member("overflow", minute.overflow);
}

void writeCaches(Document& out, const Feature& feature)
{
    const auto stats = feature.lastKnownGood().stats();
    out.item([&] {
        out.member("name", feature.name());
        out.member("feature", feature.name());
        out.member("kind", std::string_view("last_known_good"));
        out.member("age_s", feature.cacheAge());
        out.member("max_age_s", feature.lastKnownGood().options().policy.maxAge);
        out.member("entries", stats.entries);
        out.member("hits", stats.hits);
        out.member("misses", stats.misses);
        out.member("stale_served", stats.hits);
    });
    out.item([&] {
        out.member("name", feature.name() + "-prepared");
        out.member("feature", feature.name());
        out.member("kind", std::string_view("prepared_answers"));
        out.member("age_s", feature.preparedAge());
        out.member("max_age_s", preparedMaxAge);
        out.member("hits", feature.preparedServed());
    });
}

} // namespace

std::string telemetryJson(const Store& store, const std::string& instance)
{
    Document out;
    out.item([&] {
        const auto health = store.health();
        out.member("version", 1);
        out.member("service", std::string_view("store"));
        out.member("instance", instance);
        out.member("observed_at", store.clock().wallNow());
        out.member("uptime_s", store.uptime());
        out.object("clock", [&] {
            out.member("rate", Percent{static_cast<std::int64_t>(store.clock().speed() * 1000)});
            out.member("scenario_s", store.clock().scenarioNow());
        });
        out.object("health", [&] {
            out.member("status", health.level);
            out.member("message", health.message);
        });
        out.array("breakers", store.providers(),
            [&](const auto& provider) { out.item([&] { writeBreaker(out, *provider); }); });
        out.array(
            "features", store.features(), [&](const auto& feature) { out.item([&] { writeFeature(out, *feature); }); });
        const auto minute = store.minute() - 1;
        const std::pair<const char*, std::int64_t> limits[]{
            {"secondary", store.scenario().secondaryQuotaAt(minute)}, {"small_model", store.scenario().smallCapacity}};
        out.array("capacities", limits, [&](const auto& limit) {
            const auto& provider = *store.providers()[&limit - limits + 1];
            out.item([&] { writeCapacity(out, provider, limit.first, limit.second); });
        });
        out.array("caches", store.features(), [&](const auto& feature) {
            if (feature->has(RungKind::Cache))
                writeCaches(out, *feature);
        });
        out.member("events", store.log().after(0));
    });
    return out.str();
}

std::string eventsJson(const Store& store, std::uint64_t after)
{
    Document out;
    out.item([&] { out.member("events", store.log().after(after)); });
    return out.str();
}

std::string featureJson(const Feature& feature)
{
    Document out;
    out.item([&] { writeFeature(out, feature); });
    return out.str();
}

} // namespace rungwatch::bookstore
